"""A profile: how somebody does in each game, as a picture or as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.chat.drawing import Drawn
from bot.chat.parts import Screen, alt_text, button, face_name, paragraph, picture, rows, screen
from bot.leaderboards import routes
from bot.leaderboards.leaderboard import COUNTING, OUTCOMES, switch
from bot.leaderboards.profile_card import Duel, GameLine, Profile, RatingCourse
from bot.table.ratings import Change, Rating, is_settled, new_rating, word_for
from bot.table.standings import WON
from games.engine import registry
from games.kit.faces import Face
from storage import ALL_GAMES, COMPUTERS, PEOPLE, HeadToHead, Standing, StoredChange

_TITLES = 3
"""How many titles are named."""
_DAY = 24 * 60 * 60
_MONTHS, _YEAR = 60, 300
"""From how many days on a chart is labelled by months, and by months with their years."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The other person in the games that two have played together."""

    user_id: int
    face: Face
    games: HeadToHead


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """What a profile shows of one ladder.

    `standings` are those of the ladder by game, and `total` counts the games on both ladders. `at` is now, in
    milliseconds since the epoch. `course` has
    the changes of the rating in the `best` game. `rival` is the reader, or on one's own profile the person
    met most often.
    """

    asked: routes.Profile
    reader_id: int
    face: Face
    standings: Mapping[str, Standing]
    total: int
    at: int
    best: str = ""
    course: Sequence[StoredChange] = ()
    rival: Rival | None = None
    titles: Sequence[str] = ()
    is_counting: bool = False
    """Whether not all games are counted yet."""

    @property
    def is_own(self) -> bool:
        """Whether the reader sees their own profile."""
        return self.asked.user == self.reader_id

    @property
    def ladder(self) -> str:
        """The ladder shown: games between people, or with computers."""
        return self.asked.ladder or PEOPLE


def profile_purpose(user_id: int) -> str:
    """The purpose of the ephemeral message with this person's profile."""
    return f"profile:{user_id}"


def profile_screen(page: ProfilePage, drawn: Drawn | None) -> Screen:
    """The profile with the other ladder; as text if nothing was `drawn`."""
    asked = page.asked
    other = COMPUTERS if page.ladder == PEOPLE else PEOPLE
    words = {PEOPLE: "Between people", COMPUTERS: "With computers"}
    more = page.titles[1:] if drawn is not None else ()
    return screen(
        paragraph(f"## <@{asked.user}>", *([] if drawn is not None else _text(page))),
        picture("profile.png", drawn, alt_text(described(page))),
        paragraph(f"-# Also: {_few(more)}" if more else "", COUNTING if page.is_counting else ""),
        rows(
            [
                button(words[other], replace(asked, ladder=other)),
                *([switch(asked, drawn)] if page.total else []),
                button("Games", routes.History(str(asked.user))),
                button("How it counts", routes.HowItCounts()),
            ]
        ),
    )


def described(page: ProfilePage) -> str:
    """The profile in plain words, for alt text."""
    name = face_name(page.face)
    head = ", ".join(filter(None, [page.titles[0] if page.titles else "", _going(page), _games(page.total)]))
    tags = {_favourite_of(page): ", the favourite", _best_of(page): ", the best"}
    lines = [f"{_title(game)} {_figures(one)}{tags.get(game, '')}" for game, one in _ordered(page)]
    return f"{name}: {head}. {'; '.join(lines)}. {_duel_words(page, name)}".strip()


def profile_of(page: ProfilePage) -> Profile:
    """What the picture of this profile shows."""
    best, favourite = _best_of(page), _favourite_of(page)
    overall = page.standings.get(ALL_GAMES)
    lines = [
        GameLine(
            medallion=registry.medallion(game),
            title=_title(game),
            rating=_rating(one),
            wins=one.wins,
            games=one.games,
            tag="best" if game == best else "favourite" if game == favourite else "",
            icon="crown" if game == best else "heart" if game == favourite else "",
            is_lit=game == best,
        )
        for game, one in _ordered(page)
    ]
    not_yet = [
        GameLine(registry.medallion(game), _title(game), "–", 0, 0)
        for game in registry.all_games()
        if game not in page.standings
    ]
    return Profile(
        face=page.face,
        ribbon=page.titles[0] if page.titles else "",
        streak=_going(page),
        burns=_burns(overall),
        games=_games(page.total),
        columns=("Between people" if page.ladder == PEOPLE else "With computers", "rating", "won"),
        lines=(*lines, *not_yet),
        course=_course(page),
        duel=_duel(page),
    )


def _text(page: ProfilePage) -> list[str]:
    """The profile as text, a line each."""
    ladder = "between people" if page.ladder == PEOPLE else "with computers"
    if not page.standings:
        return [f"No finished games {ladder} in this server yet."]
    best, favourite = _best_of(page), _favourite_of(page)
    lines = []
    for game, one in _ordered(page):
        marks = [word for word, which in (("best", best), ("favourite", favourite)) if which == game]
        rating = Rating.of(one)
        meaning = [word_for(rating, page.ladder, game)] if rating is not None else []
        form = f"newest first: {', '.join(OUTCOMES[end] for end in reversed(one.form))}"
        facts = " · ".join(filter(None, [_figures(one), *meaning, *marks, form]))
        lines.append(f"**{_title(game)}**: {facts}")
    titles = f"Titles: {_few(page.titles)}" if page.titles else ""
    head = f"-# {_games(page.total)} · {_going(page)}"
    return [head, f"**{ladder.capitalize()}**", *lines, titles, _duel_words(page, f"<@{page.asked.user}>")]


def _few(titles: Sequence[str]) -> str:
    """The first titles, and how many there are besides: one line."""
    more = len(titles) - _TITLES
    return ", ".join(titles) if more <= 0 else f"{', '.join(titles[:_TITLES])} and {more} more"


def _ordered(page: ProfilePage) -> list[tuple[str, Standing]]:
    """The games they have played: settled ratings first, the highest one on top, then the rest by games."""
    known = [(game, one) for game, one in page.standings.items() if game in registry.all_games()]

    def order(item: tuple[str, Standing]) -> tuple[bool, int, int]:
        rating = Rating.of(item[1])
        is_open = rating is None or rating.is_provisional
        return is_open, 0 if rating is None else -rating.shown, -item[1].games

    return sorted(known, key=order)


def best_game(standings: Mapping[str, Standing]) -> str:
    """The game with the highest rating, settled ones first; empty without a rating."""
    rated = [
        (not rating.is_provisional, rating.shown, game)
        for game, one in standings.items()
        if (rating := Rating.of(one)) is not None
    ]
    return max(rated)[-1] if rated else ""


def _best_of(page: ProfilePage) -> str:
    """The best game, if its rating is settled."""
    one = page.standings.get(page.best)
    return page.best if one is not None and is_settled(one) else ""


def _favourite_of(page: ProfilePage) -> str:
    """The game they have played most, if they have played several."""
    played = [(one.games, game) for game, one in _ordered(page)]
    return max(played)[1] if len(played) > 1 else ""


def _going(page: ProfilePage) -> str:
    """A row of wins, or when they last played."""
    overall = page.standings.get(ALL_GAMES)
    if overall is None:
        return ""
    if _burns(overall):
        return f"{overall.streak} wins in a row"
    day = _day(overall.last_at)
    is_long_ago = page.at - overall.last_at > _YEAR * _DAY * 1000
    return f"Last played {day.day} {day:%B}{f' {day.year}' if is_long_ago else ''}"


def _burns(overall: Standing | None) -> bool:
    return overall is not None and overall.form.endswith(WON) and overall.streak > 1


def _rating(one: Standing) -> str:
    rating = Rating.of(one)
    if rating is None:
        return "new"
    return f"{rating.shown}?" if rating.is_provisional else str(rating.shown)


def _figures(one: Standing) -> str:
    return f"{_rating(one)}, won {one.wins} of {one.games}"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _title(game: str) -> str:
    return registry.find(game).about.title


def _course(page: ProfilePage) -> RatingCourse | None:
    if not page.course:
        return None
    changes = [Change.of(one) for one in page.course]
    before = changes[0].before or new_rating(page.ladder, page.best)
    ratings = (before.shown, *(one.after.shown for one in changes))
    uncertain = [one.after.is_provisional for one in changes]
    provisional = uncertain.index(False) + 1 if False in uncertain else len(ratings)
    return RatingCourse(
        title=f"{_title(page.best)} rating",
        ratings=ratings,
        provisional=provisional if before.is_provisional else 0,
        best=f"best {max(ratings)}",
        times=_times([one.at for one in page.course]),
    )


def _times(moments: Sequence[int]) -> tuple[str, str, str]:
    """Words for the first, the middle and the last of these moments; empty if one says the same again."""
    days = [_day(moments[at]) for at in (0, len(moments) // 2, -1)]
    span = (days[-1] - days[0]).total_seconds() / _DAY
    if span > _YEAR:
        first, middle, last = (f"{day:%b %Y}" for day in days)
    elif span > _MONTHS:
        first, middle, last = (f"{day:%B}" for day in days)
    else:
        first, middle, last = (f"{day.day} {day:%b}" for day in days)
    if first == last:
        return "", "", last
    return first, middle if middle not in (first, last) else "", last


def _duel(page: ProfilePage) -> Duel | None:
    rival = page.rival
    if rival is None:
        return None
    games, own = rival.games, page.face
    if page.is_own:
        names = "you", rival.face.name
        return Duel((own, rival.face), names, games.ahead, games.behind, games.level)
    return Duel((rival.face, own), ("you", own.name), games.behind, games.ahead, games.level)


def _duel_words(page: ProfilePage, name: str) -> str:
    """How the reader and this person did against each other; seen from the person's side in `games`."""
    rival = page.rival
    if rival is None:
        return ""
    games, drawn = rival.games, rival.games.level
    level = f", and {drawn} ended level" if drawn else ""
    if page.is_own:
        other = face_name(rival.face, "somebody")
        return f"You played {other} most: you were ahead in {games.ahead}, they in {games.behind}{level}."
    return f"Against each other: you were ahead in {games.behind}, {name} in {games.ahead}{level}."


def _day(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000, UTC)
