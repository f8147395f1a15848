"""The game of the day: its card, how somebody did, and what they share. Nothing of the deal is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from discord import ButtonStyle, TextChannel, ui

from bot.chat import links
from bot.chat.custom_ids import CHOSEN
from bot.chat.drawing import Drawn
from bot.chat.links import BEST
from bot.chat.names import SOMEBODY, amid, plain_name
from bot.chat.parts import (
    Screen,
    alt_text,
    button,
    escaped,
    face_name,
    listed,
    menu,
    notice,
    paragraph,
    picture,
    rows,
    screen,
)
from bot.chat.players import mention
from bot.daily import routes
from bot.daily.card import MOST_FACES, DailyCard, DailyResult, Foot, Mark
from bot.daily.days import (
    DAY_SECONDS,
    Streak,
    closes_at,
    ends_at,
    game_of,
    is_closed,
    is_practice,
    to_practice,
)
from bot.daily.tries import Ranking, par_titles
from bot.leaderboards.leaderboard import one_th
from bot.table.deal import rules_of
from games.core import Choice
from games.engine import fair, registry
from games.engine.squares import can_tell
from games.game import AnyGame
from games.kit.faces import Face
from games.kit.story import Grade
from storage import DailyDeal, Try

DAILY, SHARING = "daily", "sharing a day"
"""The purposes of ephemeral messages: about a day, and where it is to be shared."""

PICTURE = "daily.png"

_LISTED = 10

_PRACTICE = (
    "This is practice. Everyone gets the same deal and you get a place, but it doesn't count for your streak "
    "or the tables."
)
_FIXED = (
    "Everyone gets the same deal. It comes from a secret seed, and anyone can see the seed's fingerprint "
    "before they play:\n`{commit}`\nThe seed itself is shown here once the day is over everywhere, {closes}."
)
_OVER = (
    "{title} of day {day} is over everywhere. Its fingerprint was\n`{commit}`\nand its seed\n`{seed}`\n"
    "Press *Check* below a game of that day to see that its whole deal follows from this seed."
)
_WORDS = {Grade.BEST: "best", Grade.GOOD: "good", Grade.FAIR: "fair", Grade.MISSED: "missed"}
_SIGNS = {Grade.BEST: "⭐", Grade.GOOD: "🟩", Grade.FAIR: "🟦", Grade.MISSED: "⬛"}


@dataclass(frozen=True)
class Day:
    """What there is to say of a day's deal to one person, at one moment in seconds since the epoch.

    `here` are the tries of this server, named `server`; None in direct messages. `own` is the person's try,
    if they have begun it, and `gave_up` says that it's over without a score. `is_before_open` says that their
    try of the day before can still be finished. `best` is the best try of the game that counted on the last
    day that is over everywhere, among those of this server or in direct messages of everybody.
    """

    day: int
    at: float
    game: AnyGame
    reader_id: int
    par: int | None
    everywhere: Ranking
    here: Ranking | None
    server: str
    faces: Mapping[int, Face | None]
    own: Try | None
    gave_up: bool
    streak: Streak
    is_before_open: bool
    best: Try | None

    @property
    def deal(self) -> DailyDeal:
        """What everybody gets."""
        return DailyDeal(self.day, self.game.about.name)

    @property
    def is_practice(self) -> bool:
        """Whether it isn't the game that counts on this day."""
        return is_practice(self.deal) if self.own is None else self.own.is_practice

    @property
    def practised(self) -> str:
        """What buttons call the game, which they only do if it's practice."""
        return self.deal.game if self.is_practice else ""

    @property
    def heading(self) -> str:
        """What this is, in a few words."""
        return f"Practice, day {self.day}" if self.is_practice else f"Game of the day {self.day}"

    @property
    def squares(self) -> tuple[Grade, ...]:
        """How the person's try went; empty as long as nobody knows."""
        return () if self.own is None else tuple(map(Grade, self.own.squares or ""))

    @property
    def ranking(self) -> Ranking:
        """The tries of this server, or in direct messages of everybody."""
        return self.everywhere if self.here is None else self.here

    @property
    def where(self) -> str:
        """Where these are."""
        return "everywhere" if self.here is None else f"in {amid(self.server)}"

    @property
    def rival(self) -> str:
        """Against whom one plays."""
        rules = rules_of(self.game)
        title = self.game.about.level(rules.rival).title
        return f"{title}" if rules.seats == 2 else f"{rules.seats - 1} computers, {title}"


def card_of(day: Day) -> DailyCard:
    """What the picture shows before the person has played."""
    tries = day.ranking.tries
    people = [day.faces.get(one.user_id) or Face() for one in tries[:MOST_FACES]]
    count = len(tries)
    have = "has" if count == 1 else "have"
    nobody = "Nobody has played yet" + ("" if day.here is None else f" {day.where}")
    played = f"{count} {have} played {day.where}" if count else nobody
    return DailyCard(
        day=day.day,
        heading="Practice" if day.is_practice else "Game of the day",
        under="The same for everyone",
        title=day.game.about.title,
        banner=registry.banner_picture(day.game.about.name),
        lines=(rules_of(day.game).line, f"Against {day.rival}"),
        par="" if day.par is None else number(day.par),
        par_words=par_words(day.game),
        played=played,
        people=tuple(people),
        more=count - len(people),
        foot=_foot(day),
    )


def result_of(day: Day, score: int) -> DailyResult:
    """What the picture shows after it: no move, no card."""
    ranking = day.ranking
    others = [one for one in ranking.tries if one.user_id != day.reader_id][:MOST_FACES]
    marks = [Mark(day.faces.get(one.user_id) or Face(), one.score or 0) for one in others]
    own = day.faces.get(day.reader_id) or Face()
    ahead = None if day.par is None else score - day.par
    return DailyResult(
        day=day.day,
        title=day.game.about.title,
        under="practice" if day.is_practice else "the game of the day",
        face=own,
        score=number(score),
        par=day.par,
        ahead=ahead,
        ahead_words=rules_of(day.game).unit[score != 1] if ahead is None else _ahead(ahead),
        par_words="par isn't known yet" if day.par is None else f"par {number(day.par)}",
        place=ranking.place(score),
        place_words=_placed(ranking, score, day.where),
        squares=day.squares,
        legend=_WORDS,
        marks=(*marks, Mark(own, score, is_own=True)),
        foot=_foot(day),
    )


def par_words(game: AnyGame) -> tuple[str, str]:
    """What par is, in two lines: `the middle score of` and `Medium, Hard and Expert`."""
    titles = par_titles(game)
    return "the score of" if len(titles) == 1 else "the middle score of", listed([*titles])


def number(score: int) -> str:
    """A score as people read it, with a real minus sign."""
    return str(score).replace("-", "−")


def _ahead(ahead: int) -> str:
    if not ahead:
        return "at par"
    return f"{abs(ahead)} {'above' if ahead > 0 else 'below'} par"


def _placed(ranking: Ranking, score: int, where: str) -> str:
    shared = "shared " if ranking.shares(score) else ""
    return f"{shared}{one_th(ranking.place(score))} of {len(ranking.tries)} {where}"


def _foot(day: Day) -> Foot:
    left = max(ends_at(day.day) - day.at, 0)
    hours = round(left / 3600)
    words = "minutes" if hours < 1 else f"{hours} hour{'' if hours == 1 else 's'}"
    is_over = day.own is not None and day.own.score is not None
    said = f"next in {words}" if is_over else f"{words} left"
    if not left:
        said = "the day is over"
    streak = day.streak
    return Foot(
        0 if streak.is_new else streak.length,
        "new streak" if streak.is_new and not streak.length else _days(streak.length),
        _since_then(streak) if streak.length else "",
        streak.freezes,
        streak.saved,
        round(24 * left / DAY_SECONDS) / 24,
        said,
    )


def _days(streak: int) -> str:
    return f"{streak} day{'' if streak == 1 else 's'}" if streak else "no streak yet"


def _since_then(streak: Streak) -> str:
    """What became of the streak on the days they missed; empty if they missed none."""
    if streak.is_new:
        return "new streak"
    if not streak.saved:
        return ""
    return "saved by a freeze" if streak.saved == 1 else f"saved by {streak.saved} freezes"


def _streak(streak: Streak) -> str:
    if streak.is_new and not streak.length:
        return "a new one begins"
    told = [_days(streak.length), _since_then(streak)]
    if streak.freezes:
        saved = "one missed day" if streak.freezes == 1 else f"{streak.freezes} missed days"
        told.append(f"safe for {saved}")
    return ", ".join(filter(None, told))


def daily_screen(day: Day, drawn: Drawn, *, offers: bool = False) -> Screen:
    """Today's card, or how the person did, only for them; perhaps it `offers` to remind them."""
    own = day.own
    score = None if own is None else own.score
    title = f"### {day.heading}: {day.game.about.title}"
    if score is None:
        told, alt = _before(day), _card_alt(day)
    else:
        told, alt = _after(day, score), result_alt(day, score)
    return screen(
        picture(PICTURE, drawn, alt_text(alt)),
        "\n".join(filter(None, [title, *told, *_table(day)])),
        rows(_buttons(day, score)),
        *_practice(day),
        _offer() if offers else [],
    )


def fair_play(seeds: Mapping[DailyDeal, bytes]) -> str:
    """Why nobody can change a deal once it can be played: its fingerprint, and its seed if it's over."""
    return "\n\n".join(
        (_OVER if is_closed(deal.day) else _FIXED).format(
            title=registry.find(deal.game).about.title,
            day=deal.day,
            commit=fair.commit(seed),
            seed=seed.hex(),
            closes=f"<t:{closes_at(deal.day)}:R>",
        )
        for deal, seed in seeds.items()
    )


def _offer() -> list[ui.Item[ui.LayoutView]]:
    asked = "Shall I remind you tomorrow at about this time, if you haven't played by then?"
    answers: list[ui.Button[ui.LayoutView]] = [
        button("Yes", routes.RemindDaily("yes"), ButtonStyle.success),
        button("No", routes.RemindDaily("no")),
    ]
    return [*paragraph(asked), *rows(answers)]


def reminder_screen(day: int, streak: Streak) -> Screen:
    """For a person's direct messages: they haven't played today's game yet."""
    told = f"The game of the day is **{game_of(day).about.title}**, and you haven't played it yet."
    lasts = f"Your streak is {_days(streak.length)}." if streak.length else ""
    return screen(
        " ".join(filter(None, [told, lasts, f"The next game comes <t:{ends_at(day)}:R>."])),
        "-# /settings changes when I remind you.",
        ui.ActionRow(button("Game of the day", links.Daily(), ButtonStyle.success)),
    )


def where_screen(day: int, game: str, channels: Sequence[TextChannel]) -> Screen:
    """For somebody who shares a day from direct messages: in which channel?"""
    if not channels:
        return Screen(notice("Use /daily in the server where you want to share it, and press *Share* there."))
    choices = [
        Choice(str(one.id), f"#{plain_name(one.name)}", plain_name(one.guild.name)) for one in channels
    ]
    way = menu(routes.ShareDailyIn(day, game), "Choose a channel …", choices)
    return Screen(notice("Where would you like to share it?", way))


def shared_screen(day: Day, score: int, drawn: Drawn) -> Screen:
    """How the person did, for everybody in the channel: the picture, and text to copy."""
    return screen(
        picture(PICTURE, drawn, alt_text(result_alt(day, score))),
        f"<@{day.reader_id}>\n{copied(day, score)}",
        ui.ActionRow(button("Game of the day", links.Daily(), ButtonStyle.success)),
    )


def copied(day: Day, score: int) -> str:
    """The same as a block of text that can be copied."""
    par = [] if day.par is None else [f"par {number(day.par)}", _sign(score - day.par)]
    place = _placed(day.ranking, score, "").strip()
    practice = " (practice)" if day.is_practice else ""
    title = f"Parlour {day.day} · {day.game.about.title}{practice}"
    lines = [title, " · ".join([number(score), *par, place])]
    if day.squares:
        lines.append("".join(_SIGNS[one] for one in day.squares))
    if day.streak.length and not day.is_practice:
        lines.append(f"🔥 {day.streak.length} {'🧊' * day.streak.freezes}".strip())
    return "```\n" + "\n".join(lines) + "\n```"


def _sign(ahead: int) -> str:
    return f"▲{ahead}" if ahead > 0 else f"▼{-ahead}" if ahead else "="


def _before(day: Day) -> list[str]:
    rules, next_one = rules_of(day.game), f"<t:{ends_at(day.day)}:R>"
    if day.gave_up:
        return [f"You gave this one up, so you have no score. The next game comes {next_one}."]
    told = [f"{rules.line} You play against {day.rival}, without a clock, hints or undo. {rules.counts}"]
    if day.par is None:
        told.append("Par is still being worked out.")
    else:
        told.append(f"Par is **{number(day.par)}**, {' '.join(par_words(day.game))} in your seat.")
    if day.is_practice:
        told.append(_PRACTICE)
    if day.own is None:
        told.append(f"You have one try. The next game comes {next_one}.")
    else:
        told.append(f"You've begun your try. It counts if you're through by <t:{closes_at(day.day)}:f>.")
    return told


def _after(day: Day, score: int) -> list[str]:
    unit = rules_of(day.game).unit[score != 1]
    par = "" if day.par is None else f", {_ahead(score - day.par)}"
    placed = _placed(day.ranking, score, escaped(day.where))
    if day.here is not None:
        placed += f", {_placed(day.everywhere, score, 'everywhere')}"
    rest = "This was practice." if day.is_practice else f"Streak: {_streak(day.streak)}."
    return [
        f"You scored **{number(score)}** {unit}{par}: {placed}. {rest}",
        f"The next game comes <t:{ends_at(day.day)}:R>." if day.at < ends_at(day.day) else "",
        copied(day, score),
        _about_squares(day),
    ]


def _about_squares(day: Day) -> str:
    if day.squares:
        return "-# The squares show how good your moves were, by what you could know then."
    return "-# Squares that tell how it went come in a moment. Look again then." if can_tell(day.game) else ""


def _table(day: Day) -> list[str]:
    """The first of the table; the person's own line is among what they're told above."""
    ranking = day.ranking
    if not ranking.tries:
        return []
    shown = [
        f"**{ranking.place(one.score or 0)}.** {_mention(day, one.user_id)} · {number(one.score or 0)}"
        for one in ranking.tries[:_LISTED]
    ]
    more = len(ranking.tries) - len(shown)
    return [f"**Played {escaped(day.where)}**", *shown, *([f"-# and {more} more"] if more else [])]


def _mention(day: Day, user_id: int) -> str:
    """Outside a server, people who haven't asked to be seen everywhere are nobody's names."""
    face = day.faces.get(user_id)
    if face is None and user_id != day.reader_id:
        return SOMEBODY
    return mention(user_id, "" if face is None else face.name)


def _buttons(day: Day, score: int | None) -> list[ui.Button[ui.LayoutView]]:
    buttons: list[ui.Button[ui.LayoutView]] = []
    if score is not None:
        buttons.append(button("Share", routes.ShareDaily(day.day, day.practised), ButtonStyle.success))
    elif not day.gave_up:
        label = "Play" if day.own is None else "Go on"
        buttons.append(button(label, links.PlayDaily(day.day, day.practised), ButtonStyle.success))
    if day.is_before_open:
        buttons.append(button("Finish yesterday's", links.PlayDaily(day.day - 1, day.practised)))
    if day.is_practice:
        buttons.append(button("Game of the day", links.Daily()))
    elif day.best is not None:
        is_yesterday = day.at < ends_at(day.best.day + 1)
        label = "Yesterday's best" if is_yesterday else f"Best of day {day.best.day}"
        buttons.append(button(label, links.Replay(f"{BEST}{day.best.session_id}")))
    if day.here is not None and not day.is_practice:
        buttons.append(button("Tables", links.DailyTable()))
    buttons.append(button("Rules", links.Rules(day.game.about.name, 0)))
    return [*buttons, button("Fair play", routes.FairDaily(day.day, day.practised))]


def _practice(day: Day) -> list[ui.ActionRow[ui.LayoutView]]:
    """The menu of the other games, while they can be begun."""
    if day.at >= ends_at(day.day):
        return []
    games = [one.game for one in to_practice(day.day) if one != day.deal]
    choices = [Choice(name, registry.find(name).about.title) for name in games]
    return [menu(links.Daily(day.day, CHOSEN), "Practice another game …", choices)]


def _card_alt(day: Day) -> str:
    par = (
        "Par isn't known yet."
        if day.par is None
        else f"Par is {number(day.par)}, {' '.join(par_words(day.game))}."
    )
    card = card_of(day)
    return (
        f"{day.heading}: {day.game.about.title}. {card.lines[0]} {card.lines[1]}. {par} "
        f"{card.played}. Streak: {_streak(day.streak)}. {_foot(day).left_words}."
    )


def result_alt(day: Day, score: int) -> str:
    """What the picture of a result says."""
    result = result_of(day, score)
    name = face_name(result.face)
    told = ", ".join(_WORDS[one] for one in day.squares)
    moves = f" Moves: {told}." if told else ""
    return (
        f"{day.heading}, {day.game.about.title}. {name} scored {number(score)}, "
        f"{result.ahead_words}, {result.par_words}; {result.place_words}.{moves} "
        f"Streak: {_streak(day.streak)}."
    )
