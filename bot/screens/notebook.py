"""A seat's notebook, where a game keeps one: what it was shown and what follows, for its player alone."""

from discord import ui

from bot.screens import ids, words
from bot.screens.panel import Screen
from bot.screens.parts import button, sealed
from bot.tables.refusal import Refusal
from bot.tables.session import Session
from games.core import Seat, letter

_TEXT_LIMIT = 3_900
"""Discord takes 4,000 characters of text in a message; heading and name of the game want some."""


def notebook_screen(session: Session, seat: Seat) -> Screen:
    """The notes of a seat, made from its own view. Raises Refusal where the game keeps none."""
    game = session.table.game
    if game.notes is None:
        raise Refusal(f"No notebook is kept in {game.about.title}.")
    if not session.table.keeps_notes:
        raise Refusal("No notebook is kept at this table.")
    whose = f", seat {letter(seat).upper()}" if session.others_of(seat) else ""
    rows = [f"- {words.told(session, note)}" for note in game.notes(session.table.view(seat))]
    heading = f"### Your notebook{whose}"
    text = _within_limit([heading, *(rows or ["Nothing is noted yet."])])
    again = button("Look again", ids.write("notes", session.id, letter(seat), "again"))
    return Screen(sealed([ui.TextDisplay(text), ui.ActionRow(again)]))


def _within_limit(rows: list[str]) -> str:
    while len(text := "\n".join(rows)) > _TEXT_LIMIT:
        rows = rows[:-1]
    return text
