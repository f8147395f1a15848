"""A hint, for the player who asked for it."""

from discord import ButtonStyle, ui

from bot.screens import ids, words
from bot.screens.ephemerals import hint_purpose
from bot.screens.parts import button, notice
from bot.screens.screen import Screen
from bot.tables.hints import Hint
from bot.tables.session import Session
from games.core import Seat
from games.kit.prose import counted


def hint_screen(session: Session, hint: Hint, where: str = "") -> Screen:
    """The move, why it is good, how many hints are left, and a button that makes the move.

    `where` is a line that names the table.
    """
    buttons = hint.advice.buttons or (hint.advice.text,)
    move = words.with_mentions(session, " → ".join(buttons))
    heading = f"{where}\n" if where else ""
    why = words.with_mentions(session, hint.advice.why)
    text = f"{heading}**Hint: {move}**\n{why}\n-# {_left(hint.left)}"
    custom_id = ids.written(
        "hinted", session.id, ids.write_viewer(hint.seat), hint.prompt_version, hint.advice.text
    )
    if custom_id is None:
        return Screen(notice(text))
    return Screen(notice(text, ui.ActionRow(button("Play this", custom_id, ButtonStyle.success))))


def purpose(session: Session, seat: Seat, prompt_version: int) -> str:
    """What this hint is for: it expires with the question."""
    return hint_purpose(session.id, ids.write_viewer(seat), prompt_version)


def purposes(session: Session) -> list[str]:
    """The purposes of hints that still help: those for the current questions."""
    if session.table.over:
        return []
    return [purpose(session, seat, session.table.prompt_version(seat)) for seat in session.table.seats]


def _left(left: int | None) -> str:
    if left is None:
        return "You can ask for as many hints as you like."
    return f"You have {counted(left, 'hint') if left else 'no hints'} left."
