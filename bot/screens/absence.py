"""The question to the others about a player who missed several moves in a row."""

from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.parts import Row, button
from bot.tables.absence import COMPUTER, FREE, MISSES, WAIT, absent
from bot.tables.session import Session


def asked(session: Session) -> str:
    """What the others are asked; empty if nobody is away."""
    user_id = absent(session)
    if user_id is None:
        return ""
    return f"<@{user_id}> has missed {MISSES} moves in a row. You others, what should happen to their seat?"


def rows(session: Session) -> list[Row]:
    """The buttons below the board that answer it."""
    user_id = absent(session)
    if user_id is None:
        return []
    return [
        ui.ActionRow(
            button("Wait", _id(session, user_id, WAIT), ButtonStyle.success),
            button("Let a computer play", _id(session, user_id, COMPUTER)),
            button("Free the seat", _id(session, user_id, FREE)),
        )
    ]


def _id(session: Session, user_id: int, answer: str) -> str:
    return ids.write("absent", session.id, user_id, answer)
