"""What a finished game adds to the leaderboard."""

from bot.tables.player import Player
from games.table import AnyTable
from storage import Result, StoredSession


def results_of(
    stored: StoredSession, players: tuple[Player, ...], table: AnyTable, at: int
) -> tuple[Result, ...]:
    """Every seat's place and score; empty if the game was stopped or is still going.

    A game is rated if every player was a different person to the end.
    """
    outcome = table.outcome
    if outcome is None or table.stopped:
        return ()
    people = {one.user_id for one in players if one.user_id is not None}
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
            rated=len(people) == len(set(table.holders)),
            ended_at=at,
        )
        for seat, one in enumerate(players)
    )
