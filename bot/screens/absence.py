"""The question to the others about a player who missed several moves in a row."""

from discord import ButtonStyle, ui

from bot.screens import ids
from bot.screens.parts import Layout, button
from bot.tables.absence import COMPUTER, FREE, WAIT, absent
from bot.tables.misses import MISSES
from bot.tables.session import Session


def question(session: Session) -> list[ui.Item[Layout]]:
    """What the others are asked, with the buttons that answer it; nothing if nobody is away."""
    user_id = absent(session)
    if user_id is None:
        return []
    asked = (
        f"<@{user_id}> has missed {MISSES} moves in a row. Any other player can decide what happens "
        "to their seat. Until then, a computer makes each move when their time is up."
    )
    return [
        ui.TextDisplay(asked),
        ui.ActionRow(
            button("Wait", _id(session, user_id, WAIT), ButtonStyle.success),
            button("Let a computer play", _id(session, user_id, COMPUTER)),
            button("Free the seat", _id(session, user_id, FREE)),
        ),
    ]


def _id(session: Session, user_id: int, answer: str) -> str:
    return ids.write("absent", session.id, user_id, answer)
