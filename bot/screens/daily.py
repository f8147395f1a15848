"""The game of the day: its card, how somebody did, and what they share. Nothing of the deal is told."""

from collections.abc import Mapping
from dataclasses import dataclass

from discord import ButtonStyle, ui

from bot import routes
from bot.screens.drawing import Drawn
from bot.screens.leaderboard import SOMEBODY, one_th
from bot.screens.parts import Screen, alt_text, button, picture, rows, screen
from bot.tables.daily import Ranking
from bot.tables.days import DAY_SECONDS, Streak, closes_at, ends_at, rules_of
from games import registry
from games.faces import Face
from games.game import AnyGame
from games.kit.brush.daily import MOST_FACES, DailyCard, DailyResult, Foot, Mark
from storage import Try

DAILY = "daily"
"""The purpose of the ephemeral message."""

PICTURE = "daily.png"

_LISTED = 10


@dataclass(frozen=True)
class Day:
    """What there is to say of a day's game to one person, at one moment in seconds since the epoch.

    `here` are the tries of this server, named `server`; None in direct messages. `own` is the person's try,
    if they have begun it, and `gave_up` says that it's over without a score. `is_before_open` says that their
    try of the day before can still be finished. `published` is the last day that is over everywhere with its
    seed in hexadecimal, or None.
    """

    day: int
    at: float
    game: AnyGame
    reader_id: int
    commit: str
    par: int | None
    everywhere: Ranking
    here: Ranking | None
    server: str
    faces: Mapping[int, Face | None]
    own: Try | None
    gave_up: bool
    streak: Streak
    is_before_open: bool
    published: tuple[int, str] | None

    @property
    def ranking(self) -> Ranking:
        """The tries of this server, or in direct messages of everybody."""
        return self.everywhere if self.here is None else self.here

    @property
    def where(self) -> str:
        """Where these are."""
        return "everywhere" if self.here is None else f"in {self.server}"

    @property
    def strongest(self) -> str:
        """The computer that sets par."""
        return self.game.about.computers[-1].title

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
    played = f"{count} {have} played {day.where}" if count else f"Nobody has played yet {day.where}"
    return DailyCard(
        day=day.day,
        heading="Game of the day",
        under="The same for everyone",
        title=day.game.about.title,
        banner=registry.banner_picture(day.game.about.name),
        lines=(rules_of(day.game).line, f"Against {day.rival}"),
        par="" if day.par is None else number(day.par),
        par_words=(f"what {day.strongest} scores", "in your seat"),
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
        under="the game of the day",
        face=own,
        score=number(score),
        par=day.par,
        ahead=ahead,
        ahead_words=rules_of(day.game).unit[score != 1] if ahead is None else _ahead(ahead),
        par_words="par isn't known yet" if day.par is None else f"par {number(day.par)}",
        place=ranking.place(score),
        place_words=_placed(ranking, score, day.where),
        marks=(*marks, Mark(own, score, is_own=True)),
        foot=_foot(day),
    )


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
    words = "less than an hour" if hours < 1 else f"{hours} hour{'' if hours == 1 else 's'}"
    is_over = day.own is not None and day.own.score is not None
    said = f"next in {words}" if is_over else f"{words} left"
    if not left:
        said = "the day is over"
    return Foot(
        day.streak.length,
        _days(day.streak.length),
        day.streak.freezes,
        round(24 * left / DAY_SECONDS) / 24,
        said,
    )


def _days(streak: int) -> str:
    return f"{streak} day{'' if streak == 1 else 's'}" if streak else "no streak yet"


def _streak(streak: Streak) -> str:
    if not streak.freezes:
        return _days(streak.length)
    saved = "one missed day" if streak.freezes == 1 else f"{streak.freezes} missed days"
    return f"{_days(streak.length)}, safe for {saved}"


def daily_screen(day: Day, drawn: Drawn) -> Screen:
    """Today's card, or how the person did, only for them."""
    own = day.own
    score = None if own is None else own.score
    title = f"### Game of the day {day.day}: {day.game.about.title}"
    if score is None:
        told, alt = _before(day), _card_alt(day)
    else:
        told, alt = _after(day, score), result_alt(day, score)
    return screen(
        picture(PICTURE, drawn, alt_text(alt)),
        "\n".join(filter(None, [title, *told, *_table(day)])),
        "\n".join(_fair(day)),
        rows(_buttons(day, score)),
    )


def shared_screen(day: Day, score: int, drawn: Drawn) -> Screen:
    """How the person did, for everybody in the channel: the picture, and text to copy."""
    return screen(
        picture(PICTURE, drawn, alt_text(result_alt(day, score))),
        f"<@{day.reader_id}>\n{copied(day, score)}",
        ui.ActionRow(button("Game of the day", routes.Daily(), ButtonStyle.success)),
    )


def copied(day: Day, score: int) -> str:
    """The same as a block of text that can be copied."""
    par = [] if day.par is None else [f"par {number(day.par)}", _sign(score - day.par)]
    place = _placed(day.ranking, score, "").strip()
    lines = [f"Parlour {day.day} · {day.game.about.title}", " · ".join([number(score), *par, place])]
    if day.streak.length:
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
        told.append(f"Par is **{number(day.par)}**: that's what {day.strongest} scores in your seat.")
    if day.own is None:
        told.append(f"You have one try. The next game comes {next_one}.")
    else:
        told.append(f"You've begun your try. It counts if you're through by <t:{closes_at(day.day)}:f>.")
    return told


def _after(day: Day, score: int) -> list[str]:
    unit = rules_of(day.game).unit[score != 1]
    par = "" if day.par is None else f", {_ahead(score - day.par)}"
    placed = f"{_placed(day.ranking, score, day.where)}"
    if day.here is not None:
        placed += f", {_placed(day.everywhere, score, 'everywhere')}"
    return [
        f"You scored **{number(score)}** {unit}{par}: {placed}. Streak: {_streak(day.streak)}.",
        f"The next game comes <t:{ends_at(day.day)}:R>." if day.at < ends_at(day.day) else "",
        copied(day, score),
    ]


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
    return [f"**Played {day.where}**", *shown, *([f"-# and {more} more"] if more else [])]


def _mention(day: Day, user_id: int) -> str:
    """Outside a server, people who haven't asked to be seen everywhere are nobody's names."""
    if user_id == day.reader_id:
        return f"<@{user_id}>"
    return SOMEBODY if day.faces.get(user_id) is None else f"<@{user_id}>"


def _fair(day: Day) -> list[str]:
    told = [f"-# Fair play: the hash of this game's seed is `{day.commit}`."]
    if day.published is not None:
        told.append(f"-# Game {day.published[0]} is over everywhere. Its seed was `{day.published[1]}`.")
    return told


def _buttons(day: Day, score: int | None) -> list[ui.Button[ui.LayoutView]]:
    buttons: list[ui.Button[ui.LayoutView]] = []
    if score is not None:
        buttons.append(button("Share", routes.ShareDaily(day.day), ButtonStyle.success))
    elif not day.gave_up:
        label = "Play" if day.own is None else "Go on"
        buttons.append(button(label, routes.PlayDaily(day.day), ButtonStyle.success))
    if day.is_before_open:
        buttons.append(button("Finish yesterday's", routes.PlayDaily(day.day - 1)))
    return [*buttons, button("Rules", routes.Rules(day.game.about.name, 0))]


def _card_alt(day: Day) -> str:
    par = (
        "Par isn't known yet."
        if day.par is None
        else f"Par is {number(day.par)}, what {day.strongest} scores."
    )
    card = card_of(day)
    return (
        f"Game of the day {day.day}: {day.game.about.title}. {card.lines[0]} {card.lines[1]}. {par} "
        f"{card.played}. Streak: {_streak(day.streak)}. {card.foot.left_words}."
    )


def result_alt(day: Day, score: int) -> str:
    """What the picture of a result says."""
    result = result_of(day, score)
    name = result.face.name or "Somebody"
    return (
        f"Game of the day {day.day}, {day.game.about.title}. {name} scored {number(score)}, "
        f"{result.ahead_words}, {result.par_words}; {result.place_words}. Streak: {_streak(day.streak)}."
    )
