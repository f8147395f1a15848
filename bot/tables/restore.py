"""Whether a stored table stands by the rules that are here today, which need not be those it began with."""

import json
import logging
from collections.abc import Sequence
from dataclasses import replace

from bot.tables.lobby import heading
from bot.tables.player import Player
from bot.tables.refusal import Refusal
from games import registry
from games.core import Seat
from games.fold import play_on
from games.record import Header, Line, Record
from games.table import AnyTable, Table
from storage import StoredLine, StoredSession

log = logging.getLogger(__name__)


class Incompatible(Refusal):
    """A table that the rules here cannot take up. `why` says the reason, to follow a colon."""

    def __init__(self, stored: StoredSession, why: str) -> None:
        super().__init__(
            f"This table cannot be taken up any more: {why}. Its record is kept. /play opens another."
        )
        self.stored = stored
        self.why = why

    @property
    def title(self) -> str:
        """What the game is called, also where it is not on the shelf any more."""
        game = registry.all_games().get(self.stored.game)
        return game.about.title if game else self.stored.game.capitalize()


def must_be_compatible(stored: StoredSession) -> None:
    """Raises CannotGoOn unless the game is on the shelf with the edition and the options of this table."""
    game = registry.all_games().get(stored.game)
    if game is None:
        raise Incompatible(stored, "the game is not on the shelf any more")
    if game.about.edition != stored.edition:
        editions = f"edition {stored.edition} then, {game.about.edition} now"
        raise Incompatible(stored, f"the rules have changed since it was opened, {editions}")
    try:
        game.options.model_validate(json.loads(stored.options))
    except ValueError:  # of pydantic, or of a text that is no JSON
        raise Incompatible(stored, "the game has other options than it was opened with") from None


def fold(stored: StoredSession, players: tuple[Player, ...], written: Sequence[StoredLine]) -> AnyTable:
    """The table that the lines lead to. Raises CannotGoOn where they do not, whatever it is that fails."""
    must_be_compatible(stored)
    try:
        table = Table.new(registry.find(stored.game), _header(stored, players))
        folded = play_on(table, _lines(written))
    except Exception as error:
        why, place = type(error).__name__, "somewhere"
    else:
        if folded.fault is None:
            return folded.table
        why, place = "refused", f"at line {len(folded.table.lines) + 1}"
    # Neither the line nor the words of the refusal: they may name a card.
    log.error("session %s: its record cannot be followed (%s, %s)", stored.id, why, place)
    raise Incompatible(stored, "its record cannot be followed by the rules here")


def unfolded(stored: StoredSession, players: tuple[Player, ...], written: Sequence[StoredLine]) -> Record:
    """The whole record as it was written, with the seed; no rules are asked, so it claims no outcome."""
    return Record(replace(_header(stored, players), seed=stored.seed.hex()), tuple(_lines(written)))


def _header(stored: StoredSession, players: tuple[Player, ...]) -> Header:
    return heading(stored, players, json.loads(stored.options))


def _lines(written: Sequence[StoredLine]) -> list[Line]:
    return [Line(Seat(one.who), one.text, one.note) for one in written]
