"""Standings: what a finished game changes in them.

Each finished game counts once, for one of two ladders: games between people, and games with a computer at the
table. It counts for the server and for all servers together, for its game and for all games together, and for
all time, its season and its month.
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby
from operator import attrgetter

from bot.table.ratings import Rating, levels, places_of, rated
from games.core import is_defeat
from games.engine import registry
from storage import (
    ALL_GAMES,
    Count,
    Counted,
    Known,
    Met,
    Result,
    Standing,
    StandingKey,
    StoredChange,
    keys_of,
)

WON, LOST, DREW = "w", "l", "d"
"""How a game came out for somebody, as the form of a standing has it."""

FORM = 5
"""How many of the last games the form of a standing has."""

_TIER = 1_000_000
"""Larger than any rating or number of wins: those with a provisional rating rank behind all others."""


def counted(results: Sequence[Result], known: Known, met: Met) -> Counted:
    """What a finished game changes, given its results by seat and what was known before it.

    The game says who has won, and winners who share a win have each won. A game that nobody wins is lost by
    all, and for the rating it's a draw. See `rated` for who is rated.
    """
    keys, first, outcomes = keys_of(results), results[0], _outcomes(results)
    standings: dict[StandingKey, Standing] = {}
    changes: list[StoredChange] = []
    for _, of_guild in groupby(keys, key=attrgetter("guild_id")):
        here = list(of_guild)
        own = [key for key in here if key[2:4] == (first.game, "")]
        before = {key.user_id: Rating.of(known.get(key)) for key in own}
        after = rated(results, {one: rating for one, rating in before.items() if rating is not None}, met)
        changed = [key for key in own if key.user_id in after]
        changes += [_change(first, key, before[key.user_id], after[key.user_id]) for key in changed]
        for key in here:
            one = key.user_id
            rating = None if key.game == ALL_GAMES else after.get(one, before[one])
            had = known.get(key, _NONE_YET)
            standings[key] = _with_game(had, rating, outcomes[one], first.ended_at, is_rated=one in after)
    return Counted(standings, tuple(changes))


def _change(game: Result, key: StandingKey, before: Rating | None, after: Rating) -> StoredChange:
    return StoredChange(
        session_id=game.session_id,
        guild_id=key.guild_id,
        user_id=key.user_id,
        ladder=key.ladder,
        game=game.game,
        mu_before=None if before is None else before.mu,
        sigma_before=None if before is None else before.sigma,
        mu=after.mu,
        sigma=after.sigma,
        at=game.ended_at,
    )


def _outcomes(results: Sequence[Result]) -> dict[int, str]:
    winners, nobody_won = _winners(results), is_defeat(one.place for one in results)
    lost = LOST if winners or nobody_won else DREW
    return {one: WON if one in winners else lost for one in places_of(results)}


def _winners(results: Sequence[Result]) -> set[int | None]:
    """The winners we announced. Without the game's rules, that is everyone in first place."""
    game = registry.all_games().get(results[0].game)
    if game is None:
        return {one.user_id for one in results if one.place == 1}
    return {results[seat].user_id for seat in game.about.winners([one.place for one in results])}


_NONE_YET = Standing()


def _with_game(had: Standing, rating: Rating | None, outcome: str, at: int, *, is_rated: bool) -> Standing:
    """After one more game, which left this rating."""
    wins = had.wins + (outcome == WON)
    return Standing(
        mu=None if rating is None else rating.mu,
        sigma=None if rating is None else rating.sigma,
        rank=_rank(rating, wins),
        games=had.games + 1,
        wins=wins,
        rated=had.rated + is_rated,
        form=(had.form + outcome)[-FORM:],
        streak=had.streak + 1 if had.form.endswith(outcome) else 1,
        last_at=at,
    )


def _rank(rating: Rating | None, wins: int) -> int:
    """Settled ratings come first, then provisional ones, and then people without a rating, by wins."""
    if rating is None:
        return 2 * _TIER - wins
    return _TIER * rating.is_provisional - rating.shown


def _rules() -> str:
    """Names the rules and the levels' ratings: once they change, everything is counted again."""
    measured = sha256(repr(sorted(levels().items())).encode()).hexdigest()[:12]
    return f"3 {measured}"


COUNT = Count(counted, _rules())
