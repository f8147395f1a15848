"""What is said where somebody keeps order in a server, and the list of who did what."""

import io
from collections.abc import Sequence

import discord
from discord import ui

from bot.chat.parts import Screen, paragraph, rows, screen, sealed, turning, with_plain_quotes
from bot.chat.players import mention
from bot.order import routes
from storage import LoggedAction

SERVER_LOG = "server log"
"""The purpose of this ephemeral message."""

LINES = 10
"""How many lines a page of the list has."""

_WHAT = {
    "removed": "{by} removed {about} from the table in {where}",
    "kept away": "{by} keeps {about} from this server's tables until {until}",
    "let back": "{by} let {about} back to this server's tables",
    "ended": "{by} ended the table in {where}",
    "paused": "{by} paused the game in {where}",
    "resumed": "{by} resumed the game in {where}",
    "settings": "{by} changed this server's settings",
    "exported": "{by} took all of this server's games away as a file",
}


def because(why: str) -> str:
    """The reason as the end of a sentence."""
    return with_plain_quotes(f": “{why}”") if why else "."


def log_screen(actions: Sequence[LoggedAction], page: int, last: int) -> Screen:
    """A page of who did what, the newest first; `last` is the last page."""
    lines = [_line(one) for one in actions] or ["Nobody has used a moderation command here yet."]
    buttons = turning(page, last, routes.ServerLog, "Older") if last else []
    return screen(paragraph("## Who did what", *lines), rows(buttons))


def _line(one: LoggedAction) -> str:
    told = _WHAT[one.what].format(
        by=mention(one.by_id),
        about=mention(one.about_id),
        where=f"<#{one.channel_id}>",
        until=f"<t:{(one.until or 0) // 1000}:f>",
    )
    return f"<t:{one.at // 1000}:f> {told}{because(one.why)}"


def export_screen(guild_id: int, packed: bytes) -> Screen:
    """All of a server's games as a file, only for the person who asked."""
    told = (
        "Here are all games of this server that are over, with their records. Another Parlour can take them "
        "in: the people who run it type `python -m bot import`, the id of the server they're for, and the "
        "file's name."
    )
    file = discord.File(io.BytesIO(packed), filename=f"parlour-server-{guild_id}.jsonl.gz")
    return Screen(sealed([ui.TextDisplay(told), ui.File(f"attachment://{file.filename}")]), (file,))


def removed_words(where: str, why: str) -> str:
    """What somebody reads who was removed from a table."""
    return f"The people who manage that server have removed you from the table in {where}{because(why)}"


def kept_away_words(guild_id: int, until: int) -> str:
    """What somebody reads who is kept away until then, in milliseconds since the epoch.

    It has none of the words of those who decided it: the person may not even play there.
    """
    told = f"The people who manage {_server(guild_id)} don't let you play at its tables until"
    return f"{told} <t:{until // 1000}:f>. If you try to sit down there, you can read why."


def let_back_words(guild_id: int) -> str:
    """What somebody reads who is let back."""
    return f"You can play at the tables of {_server(guild_id)} again."


def _server(guild_id: int) -> str:
    return f"[one of your servers](https://discord.com/channels/{guild_id})"


def ended_words(names: str, why: str) -> str:
    """What the players read, in their channel, when their game was ended."""
    return f"{names}: the people who manage this server have ended this game{because(why)}"


def paused_words(names: str, why: str) -> str:
    """What the players read, in their channel, when their game was paused."""
    who = "the people who manage this server"
    return f"{names}: {who} have paused this game, and only they can resume it{because(why)}"


def resumed_words(names: str) -> str:
    """What the players read, in their channel, when their game was resumed."""
    return f"{names}: the people who manage this server have resumed this game."
