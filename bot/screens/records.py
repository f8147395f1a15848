"""A game's record as a file."""

import io

import discord
from discord import ui

from bot.screens.parts import sealed
from bot.screens.screen import Screen
from games import record
from storage import StoredSession


def record_screen(stored: StoredSession, whole: record.Record) -> Screen:
    """The whole record of a finished game as a download. It shows everything, hidden cards included."""
    text = record.write(whole)
    name = f"{stored.game}-{stored.id}.txt"
    words = (
        "Here's the whole game, move by move. "
        "It includes the secret seed, so anyone can check that every roll and deal was fair."
    )
    file = discord.File(io.BytesIO(text.encode()), filename=name)
    return Screen(sealed([ui.TextDisplay(words), ui.File(f"attachment://{name}")]), (file,))
