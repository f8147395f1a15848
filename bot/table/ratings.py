"""Ratings: how skill is estimated, by which rules a game changes it, and the scale on which it's shown.

docs/decisions/0033-ratings.md says why, with figures.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Self

from openskill.models import BradleyTerryPart, BradleyTerryPartRating

from games.engine import registry
from storage import COMPUTERS, PEOPLE, WEEK, Archive, Met, Result, Standing, StoredChange, ladder_of

MOST_PLAYERS = 6
"""At one table."""

MODEL = BradleyTerryPart(window_size=MOST_PLAYERS)
"""Everybody is compared with everybody, and the average of that counts, however many they are."""

START = 1500
"""Where everybody starts among people."""

SCALE = 30
"""How many points of the shown scale are one of the model's.

With it, 200 points more mean winning about 3 games of 4, as chess players are used to.
"""

PROVISIONAL_ABOVE = 0.75 * MODEL.sigma
"""A rating is provisional while its sigma is larger: for about ten games that count in full."""

_DOUBT_OF_NEW = MODEL.sigma**2
"""The variance of a new rating."""

FULL_GAMES = 5
"""How many games between the same two people count in full if they play them one after the other.

Each further one then counts half as much as the one before, so that they count as six at most. What they have
used up comes back evenly, six games' worth a week. So friends who play twice a day go on counting.
"""

_A_WEEK = FULL_GAMES + 1

MOST_ABOVE = 200
"""How far above a computer's rating beating it can lift yours. At that distance you win 3 games of 4."""

_DIGITS = 6
"""Ratings are rounded to so many digits, so that another machine counts the same."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of somebody's skill: about two thirds certain to be within `sigma` of `mu`."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @classmethod
    def of(cls, standing: Standing | None) -> Self | None:
        """The rating in a standing; None before the first rated game."""
        if standing is None or standing.mu is None or standing.sigma is None:
            return None
        return cls(standing.mu, standing.sigma)

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(START + SCALE * (self.mu - MODEL.mu))

    @property
    def is_provisional(self) -> bool:
        """Whether it's still too uncertain to say much: it's shown with a question mark."""
        return self.sigma > PROVISIONAL_ABOVE


_WORDS = {
    1650: "among the best here",
    1550: "above average here",
    1450: "about average here",
    -(2**31): "below average here",
}
"""By the least rating for it."""

LEVEL_WITH = 75
"""A person is about as strong as a level if no more points lie between them: it wins 3 games of 5 at most.

If another level is near, it's a quarter of the way there.
"""


def word_for(rating: Rating, ladder: str, game: str) -> str:
    """What a rating means, in the server where it was earned, or beside the levels of the computers."""
    if rating.is_provisional:
        return "still uncertain"
    if ladder == PEOPLE:
        return next(word for least, word in _WORDS.items() if rating.shown >= least)
    about, strengths = registry.find(game).about, levels().get(game, {})
    known = [(strengths[one.name], one.title) for one in about.computers if one.name in strengths]
    return _beside(rating.shown, sorted(known))


def _beside(shown: int, known: Sequence[tuple[int, str]]) -> str:
    if not known:
        return ""
    below, above = ([one for one in known if (one[0] <= shown) == is_below] for is_below in (True, False))
    near = float(LEVEL_WITH)
    if below and above:
        near = min(near, (above[0][0] - below[-1][0]) / 4)
    for its, title in (*below[-1:], *above[:1]):
        if abs(shown - its) <= near:
            return f"about as strong as {title}"
    return f"stronger than {below[-1][1]}" if below else f"not as strong as {above[0][1]} yet"


def is_settled(standing: Standing) -> bool:
    """Whether a standing has a rating that isn't provisional any more."""
    rating = Rating.of(standing)
    return rating is not None and not rating.is_provisional


@dataclass(frozen=True, slots=True)
class Change:
    """How a game changed one person's rating. `before` is None if it's their first rated game."""

    user_id: int
    before: Rating | None
    after: Rating

    @classmethod
    def of(cls, stored: StoredChange) -> Self:
        """The change that storage has."""
        before = None
        if stored.mu_before is not None and stored.sigma_before is not None:
            before = Rating(stored.mu_before, stored.sigma_before)
        return cls(stored.user_id, before, Rating(stored.mu, stored.sigma))


async def changes_of(archive: Archive, session_id: int) -> tuple[Change, ...]:
    """How a finished game changed the ratings in its server; empty if it isn't rated.

    Raises StorageFailed.
    """
    return tuple(map(Change.of, await archive.standings.changes(session_id)))


def new_rating(ladder: str, game: str) -> Rating:
    """Where somebody new starts: with computers at the weakest level ever measured.

    So losses alone never read as the strength of a level.
    """
    return Rating() if ladder == PEOPLE else _rating_of(min(levels()[game].values()))


def rated(results: Sequence[Result], before: Mapping[int, Rating], met: Met) -> dict[int, Rating]:
    """The new ratings of the people whose ratings this game changes.

    `before` has the ratings they have, and `met` when any two had rated games with each other lately. Between
    people, everybody is compared with everybody by their places. The same pairing counts less and less within
    a week (see `FULL_GAMES`), and so do opponents who are newer than oneself. In a game with computers, each
    person is compared only with these, whose ratings never change, and nobody gets further than beating the
    strongest of them can show. A person with several seats played once, and finished where the best seat did.
    """
    places = places_of(results)
    if not all(one.rated for one in results):
        return {}
    if ladder_of(results) == PEOPLE:
        weights = {pair: weight(times, results[0].ended_at) for pair, times in met.items()}
        return _all_rated({one: before.get(one, Rating()) for one in places}, places, weights)
    computers = _computers(results)
    if not computers:
        return {}
    most = _most_shown_by(results[0].game, max(rating.shown for rating, _ in computers))
    new = new_rating(COMPUTERS, results[0].game)
    return {
        one: _rated_against(before.get(one, new), place, computers, most) for one, place in places.items()
    }


def places_of(results: Sequence[Result]) -> dict[int, int]:
    """The place of each person: that of their best seat."""
    best: dict[int, int] = {}
    for one in results:
        if one.user_id is not None:
            best[one.user_id] = min(one.place, best.get(one.user_id, one.place))
    return best


def weight(times: Sequence[int], at: int) -> float:
    """How much a game counts for two people who had games with each other at these times before it."""
    left, counts, last = float(_A_WEEK), 0.0, at
    for time in (*times, at):
        left = min(_A_WEEK, left + _A_WEEK * max(time - last, 0) / WEEK)
        counts, last = min(1.0, left / 2), time
        left -= counts
    return counts


def trust(own: Rating, other: Rating) -> float:
    """How much an opponent counts for somebody: less the newer they are, and in full if both are as new."""
    return min(1.0, _known(other) / known) if (known := _known(own)) else 1.0


def _known(one: Rating) -> float:
    """How much is known about somebody: nothing when they are new, and 1 once they aren't provisional."""
    return min(1.0, (_DOUBT_OF_NEW / one.sigma**2 - 1) / (_DOUBT_OF_NEW / PROVISIONAL_ABOVE**2 - 1))


def _all_rated(
    before: Mapping[int, Rating], places: Mapping[int, int], weights: Mapping[tuple[int, int], float]
) -> dict[int, Rating]:
    if len(places) < 2:
        return {}
    after = _model_rated([before[one] for one in places], list(places.values()))
    return {
        one: _part_of_the_way(before[one], rating, _weight_for(one, before, weights))
        for one, rating in zip(places, after, strict=True)
    }


def _weight_for(
    user_id: int, people: Mapping[int, Rating], weights: Mapping[tuple[int, int], float]
) -> float:
    """How much a game counts for one of its people: the average over their opponents."""
    others = [
        trust(people[user_id], rating) * weights.get((min(user_id, one), max(user_id, one)), 1.0)
        for one, rating in people.items()
        if one != user_id
    ]
    return sum(others) / len(others)


def _part_of_the_way(before: Rating, after: Rating, part: float) -> Rating:
    return Rating(
        round(before.mu + part * (after.mu - before.mu), _DIGITS),
        round(before.sigma + part * (after.sigma - before.sigma), _DIGITS),
    )


def _rated_against(one: Rating, place: int, computers: Sequence[tuple[Rating, int]], most: Rating) -> Rating:
    ratings, places = zip((one, place), *computers, strict=True)
    after = _model_rated(ratings, places)[0]
    return _part_of_the_way(one, replace(after, mu=min(after.mu, max(one.mu, most.mu))), 1.0)


def _model_rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Everybody's rating after one game."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    after: list[list[BradleyTerryPartRating]] = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(one.mu, one.sigma) for one in chain.from_iterable(after)]


# Computers

LEVELS_FILE = Path(__file__).with_name("levels.toml")


@cache
def levels() -> dict[str, dict[str, int]]:
    """How strong each level of each game is, on the shown scale. Measured by `python -m bench.ratings`."""
    return tomllib.loads(LEVELS_FILE.read_text(encoding="utf-8"))


LADDER_FILE = Path(__file__).with_name("ladder.toml")


@dataclass(frozen=True, slots=True)
class Wins:
    """How many games a player won, of those that were decided."""

    won: int
    decided: int


@cache
def ladder() -> dict[str, dict[str, dict[str, Wins]]]:
    """By game, level and the level below it: how they did against each other in `python -m bench.ladder`."""
    read = tomllib.loads(LADDER_FILE.read_text(encoding="utf-8"))
    return {
        game: {level: {one: Wins(**wins) for one, wins in met.items()} for level, met in its.items()}
        for game, its in read.items()
    }


def level_rating(game: str, level: str) -> Rating | None:
    """The rating of a level of a game, which doesn't change by playing; None if it was never measured."""
    shown = levels().get(game, {}).get(level)
    return None if shown is None else replace(_rating_of(shown), sigma=0.0)


def _rating_of(shown: float) -> Rating:
    """The rating of somebody new whose number this is."""
    return Rating(MODEL.mu + (shown - START) / SCALE)


def _most_shown_by(game: str, strongest: int) -> Rating:
    """The highest rating that beating a level of this strength can show: half of the way to the next one."""
    strengths, known = levels()[game], registry.all_games().get(game)
    names = strengths.keys() if known is None else set(known.about.levels) & strengths.keys()
    above = [strengths[name] for name in names if strengths[name] > strongest]
    return _rating_of(min([strongest + MOST_ABOVE, *((strongest + one) / 2 for one in above)]))


def _computers(results: Sequence[Result]) -> list[tuple[Rating, int]]:
    """The ratings and places of the computers; empty if one of them was never measured."""
    people = [one.user_id for one in results if one.user_id is not None]
    seats_each = max(len(people) // max(len(set(people)), 1), 1)
    seats = sorted((one.place, one.level) for one in results if one.level is not None)
    found = [(level_rating(results[0].game, level), place) for place, level in seats[::seats_each]]
    known = [(rating, place) for rating, place in found if rating is not None]
    return known if len(known) == len(found) else []
