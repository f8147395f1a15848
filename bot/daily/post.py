"""The game of the day as it stands in a server's channel: for everybody, so without scores or a streak."""

from collections.abc import Mapping
from dataclasses import dataclass

from discord import ButtonStyle, ui

from bot.chat import links
from bot.chat.drawing import Drawn
from bot.chat.names import SOMEBODY
from bot.chat.parts import Screen, alt_text, button, listed, picture, screen
from bot.chat.players import mention
from bot.daily.card import MOST_FACES, DailyCard
from bot.daily.days import closes_at, ends_at, game_of
from bot.daily.screens import PICTURE, number, par_words
from bot.daily.tries import Ranking
from bot.leaderboards.leaderboard import one_th
from bot.table.deal import rules_of
from games.engine import registry
from games.kit.faces import Face
from storage import Try

_NAMED = 20
"""How many people are named who have played."""

_PLACES = 3
"""How many places of the day before are named."""


@dataclass(frozen=True)
class PostedDay:
    """A day's game in a server: who has played there, and who did on the day `before`.

    `at` is the moment, in seconds since the epoch. `faces` are those of all these people, None for those who
    have left the server.
    """

    day: int
    at: float
    server: str
    par: int | None
    here: Ranking
    before: Ranking
    faces: Mapping[int, Face | None]

    @property
    def title(self) -> str:
        """What is played."""
        return game_of(self.day).about.title

    @property
    def is_over(self) -> bool:
        """Whether it can't be begun any more."""
        return self.at >= ends_at(self.day)

    @property
    def players(self) -> tuple[Try, ...]:
        """The tries of those who have played, the earliest first: their places are told when it's over."""
        return tuple(sorted(self.here.tries, key=lambda one: one.ended_at or 0))


def posted_card(day: PostedDay) -> DailyCard:
    """What its picture shows."""
    game, players = game_of(day.day), day.players
    rules = rules_of(game)
    rival = game.about.level(rules.rival).title
    people = tuple(day.faces.get(one.user_id) or Face() for one in players[:MOST_FACES])
    count = len(players)
    return DailyCard(
        day=day.day,
        heading="Game of the day",
        under="The same for everyone",
        title=day.title,
        banner=registry.banner_picture(game.about.name),
        lines=(
            rules.line,
            f"Against {rival}" if rules.seats == 2 else f"Against {rules.seats - 1} computers, {rival}",
        ),
        par="" if day.par is None else number(day.par),
        par_words=par_words(game),
        played=f"{_have_played(count)} in {day.server}",
        people=people,
        more=count - len(people),
        foot=None,
    )


def posted_screen(day: PostedDay, drawn: Drawn) -> Screen:
    """The message, while the day lasts with the way to play, and after it with those who did best."""
    card = posted_card(day)
    par = f"Par is {card.par}, {' '.join(card.par_words)}." if card.par else "Par isn't known yet."
    alt = f"Game of the day {day.day}: {day.title}. {card.lines[0]} {card.lines[1]}. {par} {card.played}."
    title = f"### Game of the day {day.day}: {day.title}"
    if day.is_over:
        ends = f"If you've begun, you can finish until <t:{closes_at(day.day)}:t>."
        told = [
            "This day is over. The next game has begun.",
            _winners(day, day.here) or "Nobody played here.",
            ends if day.at < closes_at(day.day) else "",
        ]
        return screen(picture(PICTURE, drawn, alt_text(alt)), "\n".join(filter(None, [title, *told])))
    how = "Everybody plays the same deal once, against the computer, in direct messages with me."
    told = [f"{how} The next game comes <t:{ends_at(day.day)}:R>.", _played(day)]
    if day.before.tries:
        told.append(f"**Yesterday, {game_of(day.day - 1).about.title}:** {_winners(day, day.before)}")
    return screen(
        picture(PICTURE, drawn, alt_text(alt)),
        "\n".join(filter(None, [title, *told])),
        ui.ActionRow(button("Game of the day", links.Daily(), ButtonStyle.success)),
    )


def _have_played(count: int) -> str:
    if not count:
        return "Nobody has played yet"
    return f"{count} {'has' if count == 1 else 'have'} played"


def _played(day: PostedDay) -> str:
    players = day.players
    if not players:
        return ""
    names = [_name(day, one) for one in players[:_NAMED]]
    if len(players) > _NAMED:
        names.append(f"{len(players) - _NAMED} more")
    return f"**Played today:** {listed(names)}"


def _winners(day: PostedDay, ranking: Ranking) -> str:
    """The first places with those who share them; no scores."""
    places: dict[int, list[str]] = {}
    for one in ranking.tries:
        place = ranking.place(one.score or 0)
        if place <= _PLACES:
            places.setdefault(place, []).append(_name(day, one))
    return ", ".join(f"{one_th(place)} {listed(names[:_NAMED])}" for place, names in places.items())


def _name(day: PostedDay, one: Try) -> str:
    face = day.faces.get(one.user_id)
    return SOMEBODY if face is None else mention(one.user_id, face.name)
