"""What stops a press before it does anything: too many at once, or a missing right."""

import logging
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field

import discord
from cachetools import FIFOCache

from bot.chat import failures
from bot.chat.failures import NOT_SENT, code_of
from bot.chat.parts import listed
from bot.refusal import Refusal

log = logging.getLogger(__name__)


SECONDS = 2.0
"""The time within which presses are counted."""

MOST_KNOWN = 10_000
"""How many interactions are remembered."""

TYPED = 3
"""How many times as often people can type as press: Discord asks for suggestions at every letter."""

SLOW_DOWN = (
    "Slow down a little: that was too much at once, so I skipped some of it. Try again in a few seconds."
)


@dataclass(slots=True)
class _Pressing:
    last: deque[float]
    excess: int = field(default=0)


class Floods:
    """Counts what each person does. Someone who goes on too fast is let in again once they pause."""

    def __init__(self, most: int) -> None:
        """`most` is how many presses one person can make in `SECONDS`."""
        self._most = most
        self._people: OrderedDict[int, _Pressing] = OrderedDict()

    def __len__(self) -> int:
        """How many people are remembered: those who pressed something just now."""
        return len(self._people)

    def excess(self, user_id: int) -> int:
        """Count a press by this person. Returns 0 if it can be answered, else how far over the limit."""
        now = time.monotonic()
        self._forget(now - SECONDS)
        pressing = self._people.setdefault(user_id, _Pressing(deque(maxlen=self._most)))
        self._people.move_to_end(user_id)
        last = pressing.last
        is_flood = len(last) == self._most and now - last[0] < SECONDS
        pressing.excess = pressing.excess + 1 if is_flood else 0
        last.append(now)
        return pressing.excess

    def _forget(self, instant: float) -> None:
        """Forget people who haven't pressed anything since then."""
        while self._people:
            user_id, pressing = next(iter(self._people.items()))
            if pressing.last[-1] > instant:
                return
            del self._people[user_id]


class Repeats:
    """Knows which interactions have come: a gateway that has lost its connection may bring one again."""

    def __init__(self) -> None:
        self._came = FIFOCache[int, None](MOST_KNOWN)

    def is_repeat(self, interaction_id: int) -> bool:
        """Whether this one has come before, among the last `MOST_KNOWN`. From now on it has."""
        if interaction_id in self._came:
            return True
        self._came[interaction_id] = None
        return False


async def skip(interaction: discord.Interaction) -> None:
    """Answer an excess press with as little as Discord accepts. A command always needs text."""
    response = interaction.response
    try:
        match interaction.type:
            case discord.InteractionType.autocomplete:
                await response.autocomplete([])
            case discord.InteractionType.application_command:
                await response.send_message(SLOW_DOWN, ephemeral=True)
            case _:
                await response.defer()
    except NOT_SENT as failed:
        log.info("a skipped press could not be acknowledged (%s)", code_of(failed))


NEEDED = ("view_channel", "send_messages", "attach_files")
NEEDED_IN_THREAD = ("view_channel", "send_messages_in_threads", "attach_files")
NEEDED_IN_VOICE = ("view_channel", "connect", "send_messages", "attach_files")


_NAMES = {
    "view_channel": "View Channel",
    "connect": "Connect",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}

REASONS = {
    "View Channels": "it knows the channels it plays in.",
    "Send Messages": "it posts the board.",
    "Send Messages in Threads": "it plays in threads too.",
    "Attach Files": "the board and the hands are pictures.",
}
"""Why a server gives each permission, under the name that Discord shows with an invitation."""

INVITED_WITH = discord.Permissions(**dict.fromkeys((*NEEDED, *NEEDED_IN_THREAD), True))
"""What an invitation asks a server for."""


def lacking(has: discord.Permissions, channel: object = None, *, is_thread: bool = False) -> list[str]:
    """The names of the permissions that are missing for a board in a channel like this one, or in a thread.

    In a voice or stage channel's own chat nobody can do anything who can't connect.
    """
    needed: tuple[str, ...] = NEEDED
    if is_thread or isinstance(channel, discord.Thread):
        needed = NEEDED_IN_THREAD
    elif isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        needed = NEEDED_IN_VOICE
    return [_NAMES[name] for name in needed if not getattr(has, name)]


async def must_be_able_to_host(interaction: discord.Interaction) -> None:
    """Raises Refusal if the bot couldn't keep a board up to date here; it names what is in the way."""
    why = why_not_to_host(interaction)
    if why == _NOT_IN_THREAD and await _is_in(interaction):
        return
    if why:
        raise Refusal(f"{why} You can also try another channel.")


async def must_be_able_to_post_files(interaction: discord.Interaction) -> None:
    """Raises Refusal unless both this person and the bot can post files here."""
    await must_be_able_to_host(interaction)
    if interaction.guild_id is not None and not interaction.permissions.attach_files:
        raise Refusal("You need the permission Attach Files to share a game in this channel.")


_LOCKED = "This thread is locked, so nobody could see what happens in it. Ask a moderator to unlock it."
_NOT_IN_THREAD = (
    "I'm not in this private thread, so I can't show a board in it. Add me to this thread first: mention me "
    "in it."
)
_ASK_A_MANAGER = "Ask someone who manages this channel to allow it."


def why_not_to_host(interaction: discord.Interaction) -> str:
    """Why the bot can't keep a board up to date here, and who can change that; empty if it can.

    That's a locked thread, a missing permission, or a private thread without the bot. Nothing can be
    forbidden in direct messages.
    """
    if is_locked(interaction):
        return _LOCKED
    if is_visiting(interaction):
        return _why_not_as_a_guest(interaction)
    if interaction.guild_id is None:
        return ""
    channel, has = interaction.channel, interaction.app_permissions
    if names := lacking(has, channel):
        return f"I can't show a board in this channel: I need {listed(names)} here. {_ASK_A_MANAGER}"
    return _NOT_IN_THREAD if _is_hidden(channel, has) else ""


def is_locked(interaction: discord.Interaction) -> bool:
    """Whether this is a locked thread: Discord refuses whatever the bot sends there, answers included.

    The exception is a bot that can manage threads.
    """
    channel = interaction.channel
    is_open = not isinstance(channel, discord.Thread) or not channel.locked
    return not (is_open or interaction.app_permissions.manage_threads)


def must_not_be_locked(interaction: discord.Interaction) -> None:
    """Raises Refusal in a locked thread, where a move would count that nobody could see."""
    if is_locked(interaction):
        raise Refusal(_LOCKED)


def _is_hidden(channel: object, has: discord.Permissions) -> bool:
    """Whether this is a private thread without the bot, as far as we know.

    Of an archived one Discord doesn't say who is in it before somebody opens it again.
    """
    if not isinstance(channel, discord.Thread) or not channel.is_private():
        return False
    return not (channel.me or channel.archived or has.manage_threads)


async def _is_in(interaction: discord.Interaction) -> bool:
    """Whether the bot is in this private thread after all: Discord may not have told it."""
    thread, me = interaction.channel, interaction.client.user
    if not isinstance(thread, discord.Thread) or me is None:
        return False
    try:
        await thread.fetch_member(me.id)
    except NOT_SENT as failed:
        return code_of(failed) not in (failures.UNKNOWN_MEMBER, failures.MISSING_ACCESS)
    return True


def is_visiting(interaction: discord.Interaction) -> bool:
    """Whether the bot isn't where this was used, and can only answer.

    A person has brought it along, or the server has its commands but not the bot. Discord names every server
    that has the bot before anything else, even one that isn't available.
    """
    if interaction.guild_id is None:
        return interaction.context.private_channel
    return (
        not interaction.is_guild_integration() or interaction.client.get_guild(interaction.guild_id) is None
    )


def server_name(interaction: discord.Interaction) -> str:
    """The name of the server where this was used; empty where the bot isn't: Discord doesn't tell."""
    return interaction.guild.name if interaction.guild else ""


def answers_alone(interaction: discord.Interaction) -> bool:
    """Whether nobody but the person sees what the bot answers here: their server doesn't allow more."""
    is_brought = interaction.guild_id is not None and not interaction.is_guild_integration()
    return is_brought and not interaction.permissions.use_external_apps


def _why_not_as_a_guest(interaction: discord.Interaction) -> str:
    if answers_alone(interaction):
        return f"This server lets me answer only you, so nobody else would see it. {_ASK_A_MANAGER}"
    if interaction.app_permissions.attach_files:
        return ""
    return f"I can't show a board here: I need Attach Files. {_ASK_A_MANAGER}"


def unseen(interaction: discord.Interaction) -> str:
    """A sentence for a person whose move can't be shown on a board here; empty if it can."""
    why = "" if answers_alone(interaction) else why_not_to_host(interaction)
    return f"Done, but nobody can see it. {why}" if why else ""


async def direct_channel(interaction: discord.Interaction) -> int:
    """The direct messages with the person. Raises Refusal if they're closed, and what a request can raise."""
    try:
        return (await interaction.client.create_dm(discord.Object(interaction.user.id))).id
    except discord.HTTPException as failed:
        if not failures.is_closed(failed):
            raise
        log.info("somebody can't play in their direct messages (%s)", failures.reason_of(failed))
        raise Refusal(failures.closed_for(failed)) from None


def must_be_host_or_moderator(interaction: discord.Interaction, host_id: int) -> None:
    """Raises Refusal unless this is the host or someone who can manage messages here."""
    if not is_host_or_moderator(interaction, host_id):
        raise Refusal(f"Only the host, <@{host_id}>, or a moderator can do that.")


def is_host_or_moderator(interaction: discord.Interaction, host_id: int) -> bool:
    """Whether this is the host or someone who can manage messages here."""
    return interaction.user.id == host_id or interaction.permissions.manage_messages


def manages_server(interaction: discord.Interaction) -> bool:
    """Whether this person can change the server's settings; nobody can in direct messages."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def must_manage_server(interaction: discord.Interaction) -> int:
    """The server's id. Raises Refusal unless this person can change its settings."""
    if interaction.guild_id is None:
        raise Refusal("Every server has its own settings. Use /settings in a server.")
    if not manages_server(interaction):
        raise Refusal("Only people with the permission Manage Server can change this server's settings.")
    return interaction.guild_id


def readable_channels(interaction: discord.Interaction) -> set[int]:
    """The channels and threads of this server that the person can read, and the one where they are."""
    guild, user = interaction.guild, interaction.user
    found = {interaction.channel_id or 0}
    if guild is not None and isinstance(user, discord.Member):
        found |= {one.id for one in (*guild.channels, *guild.threads) if can_read(one, user)}
    return found


def can_read(channel: discord.abc.GuildChannel | discord.Thread, user: discord.Member) -> bool:
    """Whether this person can read a channel. Nobody but Discord knows who is in a private thread."""
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return not is_private and channel.permissions_for(user).view_channel
