"""What Discord says about our application: its token, its servers and rights there, and how to invite it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket
from discord.utils import oauth_url

from bot.chat.discord_time import DISCORD_TIME, listening
from bot.chat.failures import reason_of
from bot.chat.gate import INVITED_WITH, REASONS, lacking
from bot.chat.parts import listed
from bot.chat.patience import TROUBLE, trouble_with
from bot.config import DiscordSettings
from bot.host.doctor import Finding, broken, note, works
from bot.host.running import point_at
from bot.refusal import CannotRun

PATIENCE = 30.0
"""Seconds that Discord has to answer one question, discord.py's retries included."""

MOST_SERVERS = 100
"""How many servers we look at: each takes three requests."""

MOST_CHANNELS = 10
"""How many channels a sentence names."""

FEW_STARTS = 20
"""Discord lets a bot start about a thousand times a day; with fewer left than this, something is wrong."""

OFF_SECONDS = 5
"""A clock that is off by less isn't worth mentioning."""


@asynccontextmanager
async def logged_in(where: DiscordSettings) -> AsyncIterator[discord.Client]:
    """The bot's account at Discord, without the gateway. Raises CannotRun."""
    point_at(where)
    # What discord.py would log is in the findings; without a log, Python would print it.
    logging.getLogger(discord.__name__).addHandler(logging.NullHandler())
    async with discord.Client(
        intents=discord.Intents(guilds=True), http_trace=listening(), max_ratelimit_timeout=PATIENCE
    ) as client:
        try:
            async with asyncio.timeout(PATIENCE):
                await client.login(where.token.get_secret_value())
        except TROUBLE as failed:
            raise CannotRun(trouble_with(failed)) from None
        yield client


async def at_discord(where: DiscordSettings) -> AsyncIterator[Finding]:
    """Findings on the token, the clock, the gateway and the servers."""
    try:
        async with logged_in(where) as client:
            assert client.user is not None
            yield works("Token", f"Discord accepts it. The bot's name is {client.user.name}.")
            yield clock()
            yield presses(client)
            yield await commands(client)
            yield await gateway(client)
            try:
                async for finding in servers(client):
                    yield finding
            except TROUBLE as failed:
                yield note("Servers", f"I couldn't look at them all ({reason_of(failed)}).")
    except CannotRun as failed:
        yield broken("Token", str(failed))


def clock() -> Finding:
    """How far the host's clock is from Discord's, which has just told the time."""
    off = round(DISCORD_TIME.host_is_ahead())
    if abs(off) < OFF_SECONDS:
        return works("Clock", "This machine and Discord agree on the time.")
    return note(
        "Clock",
        f"This machine is {abs(off):,} seconds {'ahead of' if off > 0 else 'behind'} Discord. "
        "Games aren't affected, but the log is: it has this machine's time.",
    )


def presses(client: discord.Client) -> Finding:
    """Whether Discord sends presses and commands to the bot, not to a web address."""
    assert client.application is not None
    if client.application.interactions_endpoint_url:
        return broken(
            "Presses",
            "Discord sends presses and commands to a web address instead of the bot. "
            "Empty “Interactions Endpoint URL” in the developer portal.",
        )
    return works("Presses", "Discord sends presses and commands to the bot.")


async def commands(client: discord.Client) -> Finding:
    """Whether Discord knows the slash commands."""
    assert client.application_id is not None
    try:
        known = await client.http.get_global_commands(client.application_id)
    except TROUBLE as failed:
        return note("Commands", f"I couldn't ask for them ({reason_of(failed)}).")
    if not any(one["name"] == "play" for one in known):
        return note("Commands", "Discord doesn't know them yet. The bot registers them when it starts.")
    return works("Commands", f"Discord knows {len(known)} slash commands.")


async def gateway(client: discord.Client) -> Finding:
    """Whether the gateway answers, without logging in to it, and how often the bot can still start."""
    address = DiscordWebSocket.DEFAULT_GATEWAY
    try:
        async with asyncio.timeout(PATIENCE):
            left = (await client.http.request(discord.http.Route("GET", "/gateway/bot")))[
                "session_start_limit"
            ]
            socket = await client.http.ws_connect(str(address))
            hello: Any = await socket.receive()
            await socket.close()
    except discord.DiscordException as failed:
        return broken("Gateway", trouble_with(failed))
    except (aiohttp.ClientError, OSError) as failed:
        return broken(
            "Gateway", f"{address.host} doesn't answer ({type(failed).__name__}). Check the network."
        )
    if hello.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
        return broken("Gateway", f"{address.host} hung up. Check discord.gateway_url.")
    if left["remaining"] < FEW_STARTS:
        return note(
            "Gateway",
            f"It answers, but Discord lets the bot start only {left['remaining']} more times today.",
        )
    return works(
        "Gateway", "It answers. The bot needs no privileged intents, so there's nothing to switch on."
    )


async def servers(client: discord.Client) -> AsyncIterator[Finding]:
    """A finding for each server the bot is in, up to `MOST_SERVERS`."""
    found = [one async for one in client.fetch_guilds(limit=None, with_counts=False)]
    if not found:
        yield note("Servers", "The bot isn't in any server yet. `python -m bot invite` prints the link.")
    for one in found[:MOST_SERVERS]:
        try:
            yield await _server(client, one.id)
        except TROUBLE as failed:
            yield note(f"Server {one.name}", f"I couldn't look at it ({reason_of(failed)}).")
    if len(found) > MOST_SERVERS:
        yield note("Servers", f"I looked at {MOST_SERVERS} of {len(found):,} servers.")


async def _server(client: discord.Client, guild_id: int) -> Finding:
    """Whether people can play in this server, and what is missing in which channel."""
    assert client.user is not None
    guild = await client.fetch_guild(guild_id, with_counts=False)
    me = await guild.fetch_member(client.user.id)
    channels = [one for one in await guild.fetch_channels() if isinstance(one, discord.TextChannel)]
    missing: dict[str, list[str]] = {}
    hidden = playable = 0
    for channel in channels:
        has = channel.permissions_for(me)
        if not has.view_channel:
            hidden += 1
        elif names := sorted({*lacking(has), *lacking(has, is_thread=True)}):
            missing.setdefault(listed(names), []).append(f"#{channel.name}")
        else:
            playable += 1
    return _told(guild.name, playable, hidden, missing)


def _told(name: str, playable: int, hidden: int, missing: dict[str, list[str]]) -> Finding:
    subject = f"Server {name}"
    said = [f"People can play in {_channels(playable)}." if playable else "People can't play anywhere."]
    said += [f"The bot lacks {names} in {_some(channels)}." for names, channels in missing.items()]
    if hidden:
        said.append(f"It can't see {_channels(hidden)}.")
    judge = broken if not playable else note if missing else works
    return judge(subject, " ".join(said))


def _channels(count: int) -> str:
    return "1 channel" if count == 1 else f"{count:,} channels"


def _some(channels: list[str]) -> str:
    more = len(channels) - MOST_CHANNELS
    return listed(channels) if more <= 0 else listed([*channels[:MOST_CHANNELS], f"{more} more"])


SCOPES = ("bot", "applications.commands")


def invitation(application_id: int | str) -> str:
    """The link with which people who manage a server invite this application."""
    return oauth_url(application_id, permissions=INVITED_WITH, scopes=SCOPES)


def letter(application_id: int) -> str:
    """The links for a server and for one's own account, and a line on each permission."""
    own = oauth_url(application_id, scopes=SCOPES[1:])
    reasons = "\n".join(f"  {name}: {reason}" for name, reason in REASONS.items())
    return (
        f"{invitation(application_id)}\n\n"
        "With this one, people add the bot to their own account and take it along, to other servers and to "
        f"group messages:\n\n{own}&integration_type=1\n\n"
        f"For a server it asks for these permissions:\n\n{reasons}"
    )
