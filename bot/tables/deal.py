"""A deal that several people get, each at a table of their own: the game of the day's, or a duel's.

Nobody's press goes into it: chance is drawn from the number of draws that stand, and what computers choose
from the number of lines that stand. So people who make the same moves get the same game.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.tables.days import rules_of
from bot.tables.journal import milliseconds
from bot.tables.options import TableOptions
from bot.tables.seats import computer, person, to_stored
from games.game import AnyGame, Form
from storage import StoredSeat, StoredSession

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
