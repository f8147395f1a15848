"""What a finished game adds to the leaderboard."""

from bot.tables.stays import Stays
from games.table import AnyTable
from storage import Result, StoredSession


def results_of(stored: StoredSession, stays: Stays, table: AnyTable, at: int) -> tuple[Result, ...]:
    """Every seat's place and score; empty if the game was stopped, is friendly or is still going.

    A friendly game counts for nothing: see `Stays.is_friendly`.
    A seat that changed hands counts for one of its players: see `Share.counts_for`. A game is rated if
    every player was a different person, and nobody else made a move for them.
    """
    outcome = table.outcome
    if outcome is None or table.stopped or stays.is_friendly(table):
        return ()
    players = stays.counted(table)
    people = {one.user_id for one in players if one.user_id is not None}
    is_rated = len(people) == len(set(table.holders)) and all(one.is_whole for one in stays.shares(table))
    return tuple(
        Result(
            session_id=stored.id,
            seat=seat,
            game=stored.game,
            guild_id=stored.guild_id,
            user_id=one.user_id,
            level=one.level,
            place=outcome.places[seat],
            score=outcome.scores[seat],
            rated=is_rated,
            ended_at=at,
        )
        for seat, one in enumerate(players)
    )
