"""Standings from results: games, wins and a rating for each person."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from openskill.models import PlackettLuce, PlackettLuceRating

from games import registry
from storage import Result

_MODEL = PlackettLuce()

BASE, SCALE = 1000, 40
"""Everyone starts at 1,000; the cautious skill estimate (mu - 3 sigma) times 40 is added to that."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's games, wins, games with computers, and rating.

    `rating` is None until they finish a game that counts: one between people only.
    """

    user_id: int
    games: int = 0
    wins: int = 0
    with_computers: int = 0
    rating: int | None = None


def standings(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Everyone in these results, best first. The results have to be grouped by session, in order.

    Rated games come first, by rating; then those who only played with computers, by wins. A match counts
    once, by its places: Calabresella's three players each play for themselves. A person with several
    seats played once and finished where the best seat did. The game says who has won.
    """
    table: dict[int, Standing] = {}
    skills: dict[int, PlackettLuceRating] = {}
    for _, seats in groupby(results, key=lambda one: one.session_id):
        _count(table, skills, tuple(seats))
    shown = (replace(one, rating=_shown(skills.get(one.user_id))) for one in table.values())
    return tuple(sorted(shown, key=_rank))


def _count(
    table: dict[int, Standing], skills: dict[int, PlackettLuceRating], seats: tuple[Result, ...]
) -> None:
    computers = any(one.level is not None for one in seats)
    winners = _winners(seats)
    best: dict[int, int] = {}
    for one in seats:
        if one.user_id is not None:
            best[one.user_id] = min(one.place, best.get(one.user_id, one.place))
    for user_id in best:
        had = table.get(user_id, Standing(user_id))
        table[user_id] = replace(
            had,
            games=had.games + 1,
            wins=had.wins + (user_id in winners),
            with_computers=had.with_computers + computers,
        )
    if all(one.rated for one in seats) and len(best) > 1:
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


def _shown(skill: PlackettLuceRating | None) -> int | None:
    return None if skill is None else round(BASE + SCALE * skill.ordinal())


def _rank(one: Standing) -> tuple[bool, int, int, int, int]:
    return one.rating is None, -(one.rating or 0), -one.wins, one.games, one.user_id
