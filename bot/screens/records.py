"""A game's record as a file."""

import io

import discord
from discord import ui

from bot.screens.panel import Screen
from bot.screens.parts import sealed
from games import record
from storage import StoredSession


def record_screen(stored: StoredSession, whole: record.Record) -> Screen:
    """The whole record of a table to download; it tells everything, so the game is over."""
    text = record.write(whole)
    name = f"{stored.game}-{stored.id}.txt"
    words = (
        "The whole record. Its seed re-makes every line of chance: "
        f"`python -m bot replay {name}` checks it against the seal that the lobby showed."
    )
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    return Screen(sealed([ui.TextDisplay(words), ui.File(f"attachment://{name}")]), (file,))
