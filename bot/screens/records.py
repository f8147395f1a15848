"""A game's record as a file."""

import io

import discord
from discord import ui

from bot.screens.panel import Screen
from bot.screens.parts import sealed
from bot.sessions.refusal import Refusal
from bot.sessions.session import Session
from games import record


def record_screen(session: Session) -> Screen:
    """The whole record to download. Raises Refusal while the game goes on, since it tells everything."""
    if not session.table.over:
        raise Refusal("The record tells everything, so it is given out when the game is over.")
    text = record.write(session.table.record(session.seed))
    name = f"{session.stored.game}-{session.id}.txt"
    words = (
        "The whole record. Its seed re-makes every line of chance: "
        f"`python -m bot replay {name}` checks it against the seal that the lobby showed."
    )
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    return Screen(sealed([ui.TextDisplay(words), ui.File(f"attachment://{name}")]), (file,))
