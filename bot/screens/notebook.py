"""A seat's notebook in games that have one: what its player has learned so far. Only they can see it."""

from discord import ui

from bot.screens import ids, words
from bot.screens.ephemerals import Ephemeral
from bot.screens.panel import Screen
from bot.screens.parts import button, sealed
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games.core import Seat, letter

_TEXT_LIMIT = 3_900
"""Discord allows 4,000 characters in a message, and the heading needs some."""


class Notebook:
    """A notebook that its player has open, kept up to date for as long as it can be."""

    def __init__(self, session: Session, seat: Seat, message: Ephemeral) -> None:
        """It was shown on `message` just now."""
        self._session = session
        self._seat = seat
        self._message = message
        self._shown = _notes(session, seat)

    async def show(self) -> bool:
        """Show what is new; whether it can be shown again."""
        if self._message.seconds_left <= 0:
            return False
        notes = _notes(self._session, self._seat)
        if notes == self._shown:
            return True
        self._shown = notes
        return await self._message.show(notebook_screen(self._session, self._seat))


def notebook_screen(session: Session, seat: Seat) -> Screen:
    """A seat's notes, made from its own view. Raises Refusal if the game keeps none."""
    notes = _notes(session, seat)
    whose = f", seat {letter(seat).upper()}" if session.seats.others_of(seat) else ""
    rows = [f"- {words.told(session, note)}" for note in notes]
    heading = f"### Your notebook{whose}"
    text = _within_limit([heading, *(rows or ["Nothing here yet."])])
    again = button("Refresh", ids.write("notes", session.id, letter(seat), "again"))
    return Screen(sealed([ui.TextDisplay(text), ui.ActionRow(again)]))


def _notes(session: Session, seat: Seat) -> tuple[str, ...]:
    """Raises Refusal if the game keeps none."""
    game = session.table.game
    if game.notes is None:
        raise Refusal(f"There's no notebook in {game.about.title}.")
    if not session.table.keeps_notes:
        raise Refusal("The notebook is switched off in this game.")
    return game.notes(session.table.view(seat))


def _within_limit(rows: list[str]) -> str:
    while len(text := "\n".join(rows)) > _TEXT_LIMIT:
        rows = rows[:-1]
    return text
