"""What a finished game leaves for the ranks."""

from bot.tables.player import Player
from games.table import AnyTable
from storage import Result, StoredSession


def results_of(
    stored: StoredSession, players: tuple[Player, ...], table: AnyTable, at: int
) -> tuple[Result, ...]:
    """Place and score of every seat; nothing of a game that was stopped or goes on.

    Rated are games in which a different person held each player's seats to the end.
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
