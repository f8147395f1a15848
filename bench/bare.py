"""A bare discord.py bot to compare with: it posts a picture, and its buttons do as little as possible.

    python -m bench.bare

It takes token and addresses from the environment as the bot does.
"""

import io
import os
import struct
import zlib
from pathlib import Path

import discord
from discord import app_commands, ui

from bot import config
from bot.host.running import point_at

COMMAND, ACKNOWLEDGE, EDIT, REPLY = "bare", "Acknowledge", "Edit", "Reply"
_PNG = b"\x89PNG\r\n\x1a\n"


class Bare(discord.Client):
    """Logs in with one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the command."""
        self.tree.add_command(bare)
        await self.tree.sync()


class Buttons(ui.LayoutView):
    """A picture and three buttons: one does nothing, one puts the same layout in its place, one replies."""

    text: ui.TextDisplay["Buttons"] = ui.TextDisplay("A picture and three buttons.")
    row: ui.ActionRow["Buttons"] = ui.ActionRow()

    def __init__(self, png: bytes) -> None:
        super().__init__(timeout=None)
        self.png = png
        self.add_item(_gallery())

    @row.button(label=ACKNOWLEDGE)
    async def acknowledge(self, press: discord.Interaction, _: ui.Button["Buttons"]) -> None:
        """Say that the press has arrived, and change nothing."""
        await press.response.defer()

    @row.button(label=EDIT)
    async def edit(self, press: discord.Interaction, _: ui.Button["Buttons"]) -> None:
        """Edit the message to what it already shows."""
        await press.response.edit_message(view=self)

    @row.button(label=REPLY)
    async def reply(self, press: discord.Interaction, _: ui.Button["Buttons"]) -> None:
        """Reply with the same picture in a new message."""
        layout = ui.LayoutView(timeout=None)
        layout.add_item(_gallery())
        layout.stop()
        await press.response.send_message(view=layout, file=_file(self.png))


@app_commands.command(name=COMMAND, description="A picture and three buttons")
async def bare(interaction: discord.Interaction, size: int) -> None:
    """Post a picture of `size` bytes."""
    png = png_of(size)
    await interaction.response.send_message(view=Buttons(png), file=_file(png))


def png_of(size: int) -> bytes:
    """A PNG of one white pixel that is `size` bytes long, padded with a chunk that readers ignore."""
    start = _PNG + _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    end = _chunk(b"IDAT", zlib.compress(b"\0\xff")) + _chunk(b"IEND", b"")
    room = size - len(start) - len(end) - len(_chunk(b"paRl", b""))
    return start + _chunk(b"paRl", os.urandom(room)) + end


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _gallery() -> ui.MediaGallery[Buttons]:
    return ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png"))


def _file(png: bytes) -> discord.File:
    return discord.File(io.BytesIO(png), filename="board.png")


def main() -> None:
    """Log in and serve until SIGTERM."""
    settings = config.load(Path(os.devnull)).discord
    point_at(settings)
    Bare().run(settings.token.get_secret_value(), log_handler=None)


if __name__ == "__main__":
    main()
