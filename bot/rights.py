"""Who may, and what the bot itself needs in a channel."""

import discord

from bot.tables.refusal import Refusal

NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")

_NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}


def must_be_able_to_host(interaction: discord.Interaction) -> None:
    """Raises Refusal, naming what the bot lacks, where it could not keep a board up to date."""
    if why := why_not_to_host(interaction):
        raise Refusal(f"{why} Somebody who manages the channel can allow it, or try another channel.")


def why_not_to_host(interaction: discord.Interaction) -> str:
    """A sentence that names what the bot lacks in this channel to keep a board; empty if nothing."""
    wanted = NEEDED_IN_THREAD if isinstance(interaction.channel, discord.Thread) else NEEDED
    lacking = [_NAMES[name] for name in wanted if not getattr(interaction.app_permissions, name)]
    return f"I cannot keep a board in this channel: I lack {' and '.join(lacking)} here." if lacking else ""


def unseen(interaction: discord.Interaction) -> str:
    """A sentence for whoever did something at a table whose board cannot be shown here, else empty."""
    why = why_not_to_host(interaction)
    return f"That is done and written down, but nobody sees it. {why}" if why else ""


def must_be_host_or_moderator(interaction: discord.Interaction, host_id: int) -> None:
    """Raises Refusal for anybody but the table's host and those who may manage messages here."""
    if interaction.user.id != host_id and not interaction.permissions.manage_messages:
        raise Refusal(f"Only the host, <@{host_id}>, or a moderator can do that.")
