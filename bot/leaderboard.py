"""Standings from results, and the results from the records, which are the source of truth."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Literal

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.config import Settings
from bot.tables.open_tables import Incompatible, fold
from bot.tables.seats import SeatHistory, results_of
from games import registry
from games.core import is_defeat
from storage import Archive, Result, StoredSession

_MODEL = PlackettLuce()

Outcome = Literal["won", "lost", "drew"]

BASE, SCALE = 1000, 40
"""Everyone starts at 1,000; the cautious skill estimate (mu - 3 sigma) times 40 is added to that."""

RATED_AFTER = 3
"""How many rated games it takes until a rating means something and is shown."""

_REMEMBERED = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's games, wins, games with computers, rating and last results.

    A game is rated if only people played it, each of them to the end. `rating` is None before they finish
    `RATED_AFTER` such games.
    `last` are the results of their last ten games, newest first.
    """

    user_id: int
    games: int = 0
    wins: int = 0
    with_computers: int = 0
    rated_games: int = 0
    rating: int | None = None
    last: tuple[Outcome, ...] = ()

    @property
    def to_go(self) -> int:
        """How many rated games it takes until the rating is shown."""
        return max(RATED_AFTER - self.rated_games, 0)

    @property
    def streak(self) -> int:
        """How many of the last games in a row came out like the newest one; at most ten."""
        return sum(1 for _ in takewhile(lambda one: one == self.last[0], self.last))


def standings(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Everyone in these results, best first. The results have to be grouped by session, in order.

    Those with a rating come first, then the others by wins. A game with a computer at the table counts as a
    game and a win, but not for the rating; so does one in which a computer or another person made some of a
    player's moves. That seat counts for the person who resigned, or else for the player who made most of its
    moves (`Share.counts_for`). A match counts once, by its places: Calabresella's three players each play for
    themselves. A person with several seats played once and finished where the best seat did.
    The game says who has won, and winners who share a win have each won. A game that nobody wins is lost by
    all, and for the rating it's a draw.
    """
    table: dict[int, Standing] = {}
    skills: dict[int, PlackettLuceRating] = {}
    for _, seats in groupby(results, key=lambda one: one.session_id):
        _count(table, skills, tuple(seats))
    shown = (one if one.to_go else replace(one, rating=_shown(skills[one.user_id])) for one in table.values())
    return tuple(sorted(shown, key=_rank))


def _count(
    table: dict[int, Standing], skills: dict[int, PlackettLuceRating], seats: tuple[Result, ...]
) -> None:
    # A game in which a seat changed hands isn't rated either, though people have all its results.
    only_people = all(one.rated for one in seats)
    winners, nobody_won = _winners(seats), is_defeat(one.place for one in seats)
    best: dict[int, int] = {}
    for one in seats:
        if one.user_id is not None:
            best[one.user_id] = min(one.place, best.get(one.user_id, one.place))
    rated = only_people and len(best) > 1
    for user_id in best:
        had = table.get(user_id, Standing(user_id))
        won = user_id in winners
        outcome: Outcome = "won" if won else "lost" if winners or nobody_won else "drew"
        table[user_id] = replace(
            had,
            games=had.games + 1,
            wins=had.wins + won,
            with_computers=had.with_computers + (not only_people),
            rated_games=had.rated_games + rated,
            last=(outcome, *had.last)[:_REMEMBERED],
        )
    if rated:
        skills.update(_rated(skills, best))


def _winners(seats: tuple[Result, ...]) -> set[int | None]:
    """The winners we announced. Without the game's rules, that is everyone in first place."""
    game = registry.all_games().get(seats[0].game)
    places = [one.place for one in seats]
    if game is None:
        return {one.user_id for one in seats if one.place == 1}
    return {seats[seat].user_id for seat in game.about.winners(places)}


def _rated(
    skills: Mapping[int, PlackettLuceRating], places: Mapping[int, int]
) -> dict[int, PlackettLuceRating]:
    teams = [[skills.get(user_id) or _MODEL.rating()] for user_id in places]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places.values()])
    return {user_id: team[0] for user_id, team in zip(places, after, strict=True)}


def _shown(skill: PlackettLuceRating) -> int:
    return round(BASE + SCALE * skill.ordinal())


def _rank(one: Standing) -> tuple[bool, int, int, int, int]:
    return one.rating is None, -(one.rating or 0), -one.wins, one.games, one.user_id


async def rebuild(settings: Settings) -> tuple[int, int]:
    """Recompute the results of every finished session. Returns how many were recomputed and how many weren't.

    A session keeps its old results if the current rules can't replay its record to the end.
    Raises StorageFailed.
    """
    async with Archive.open(settings.storage.url) as archive:
        sessions = await archive.sessions.finished()
        made = sum([await _is_rebuilt(archive, stored) for stored in sessions])
    return made, len(sessions) - made


async def _is_rebuilt(archive: Archive, stored: StoredSession) -> bool:
    stays = SeatHistory.read(await archive.sessions.seats(stored.id), await archive.sessions.stays(stored.id))
    try:
        table = fold(stored, stays.players, await archive.record.lines(stored.id))
    except Incompatible:
        return False
    if not table.over:
        return False
    await archive.record.replace_results(stored.id, results_of(stored, stays, table, stored.ended_at or 0))
    return True
