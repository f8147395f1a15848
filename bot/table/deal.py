"""A deal that several people get, each at a table of their own: the game of the day's, or a duel's.

Nobody's press goes into it: chance is drawn from the number of draws that stand, and what computers choose
from the number of lines that stand. So people who make the same moves get the same game.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.chat.players import computer, person
from bot.table.journal import milliseconds
from bot.table.occasion import Occasion
from bot.table.options import TableOptions
from bot.table.seats import SeatHistory, to_stored
from bot.table.trail import scores_of
from games.core import Seat
from games.engine import fair
from games.engine.table import AnyTable
from games.game import AnyGame, Daily, Form
from storage import StoredSeat, StoredSession

PLAYER = Seat(0)
"""Whose seat a try is played in."""

_OPTIONS = TableOptions(hints="off", rated=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """What everybody plays: a game with these options as JSON text, from this seed, against these levels."""

    game: AnyGame
    options: str
    rivals: tuple[str, ...]
    seed: bytes = field(repr=False)

    def table(self, user_id: int, channel_id: int) -> StoredSession:
        """This person's table in their direct messages, begun now; it has no number yet."""
        now = milliseconds()
        return StoredSession(
            id=0,
            guild_id=None,
            channel_id=channel_id,
            game=self.game.about.name,
            edition=self.game.about.edition,
            options=self.options,
            seed=self.seed,
            host_id=user_id,
            phase="playing",
            created_at=now,
            started_at=now,
            table_options=_OPTIONS.write(),
        )

    def seats(self, user_id: int, name: str) -> Sequence[StoredSeat]:
        """The person, then the computers."""
        # Without the id of a click: chance is drawn from those, too, and has to be the same for everybody.
        levels = map(self.game.about.level, self.rivals)
        return to_stored((person(user_id, name, ""), *(computer(one.name, one.title) for one in levels)))


def dealt(game: AnyGame, form: Form, seed: bytes) -> Deal:
    """The game in this form, with the rest as it's played as the game of the day, which it has to be."""
    rules = rules_of(game)
    return Deal(game, json.dumps(dict(form.options)), (rules.rival,) * (rules.seats - 1), seed)


def rules_of(game: AnyGame) -> Daily:
    """How this game is played as the game of the day, which it has to be."""
    assert game.daily is not None
    return game.daily


def scored(table: AnyTable) -> int:
    """The player's score in a game of the day, counted as at the end."""
    score = rules_of(table.game).score
    return scores_of(table)[PLAYER] if score is None else score(table.state, moves_of(table, PLAYER))


def moves_of(table: AnyTable, seat: Seat) -> int:
    """How many moves this seat has made."""
    return sum(line.who == seat and not line.is_talk for line in table.lines)


def computer_key(table: AnyTable, seed: bytes, seat: Seat) -> bytes:
    """The key of a computer's choice for this seat of a try: see `fair.computer_key`.

    It counts the seat's own moves, not all lines. So where several choose at once, it doesn't matter who is
    quicker, nor how often the person changes their mind.
    """
    return fair.computer_key(seed, moves_of(table, seat), seat, ("day",))


class Try(Occasion):
    """Somebody's one try at such a deal."""

    is_try = True

    def computer_key(self, table: AnyTable, seat: Seat) -> bytes:
        """It goes by the seat's own moves: see `computer_key`."""
        return computer_key(table, self.stored.seed, seat)

    def score(self, stays: SeatHistory, table: AnyTable, at: int) -> int | None:
        """The player's score if they have made all of their moves."""
        if table.game.daily is None or table.outcome is None or table.stopped:
            return None
        return None if stays.past or table.resigned else scored(table)
