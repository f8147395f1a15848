"""A person's own settings, and a server's.

A press never says whose settings it changes: they belong to the person who presses, or to the server they
press in.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import discord
from pydantic import ValidationError

from bot.app.dispatch import on, typed
from bot.app.parlour import Parlour
from bot.chat.answer import Answer
from bot.chat.custom_ids import id_in
from bot.chat.discord_time import DISCORD_TIME
from bot.chat.gate import lacking, manages_server, must_manage_server
from bot.chat.parts import Screen, listed
from bot.daily import days
from bot.people import quiet_hours
from bot.people.quiet_hours import QuietHours
from bot.people.settings import PersonSettings, change_settings, settings_of
from bot.people.zones import time_zone
from bot.refusal import Expired, Refusal, Unfit
from bot.settings import routes
from bot.settings.screens import (
    AS_HOST,
    LEFT_OUT_MOST,
    OFF,
    SERVER,
    SETTINGS,
    delay_words,
    server_screen,
    settings_screen,
    zone_form,
)
from bot.table.journal import milliseconds
from bot.table.options import MINUTES as TIMES
from games.engine import registry
from storage import DailyChannel, LoggedAction

Change: TypeAlias = Callable[[PersonSettings], PersonSettings]


async def own_screen(app: Parlour, interaction: discord.Interaction, refused: str = "") -> Screen:
    """The settings of the person who asks; `refused` says why their last change wasn't made."""
    own = await settings_of(app.archive, interaction.user.id)
    person = await app.archive.people.person(interaction.user.id)
    here = ""
    if interaction.guild_id is not None:
        settings, play = await app.tables.servers.of(interaction.guild_id), app.play
        here = delay_words(settings.remind_after(play.remind_after or None, play.minute), play.minute)
    manages = manages_server(interaction)
    return settings_screen(own, person, here, manages=manages, refused=refused)


async def screen_of_server(app: Parlour, guild_id: int) -> Screen:
    """A server's settings."""
    play, settings = app.play, await app.tables.servers.of(guild_id)
    daily = await app.archive.daily_news.channel(guild_id)
    return server_screen(settings, daily, play.pace, delay_words(play.remind_after or None, play.minute))


_DEFAULT_END = 8
"""How many hours quiet hours last if the end chosen before doesn't fit the new beginning."""


@on(routes.Setting)
async def setting(app: Parlour, answer: Answer, pressed: routes.Setting) -> None:
    """Change one of the person's own settings, and show them all; without a change, just show them."""
    name, user_id = pressed.name, answer.interaction.user.id
    if name == "zone" and not answer.chosen:
        await answer.ask(zone_form((await settings_of(app.archive, user_id)).reminders))
        return
    refused = ""
    if name in ("everywhere", "profile"):
        await _be_seen(app, user_id, pressed)
    elif name != "show":
        try:
            await change_settings(app.archive, user_id, await _change(pressed, answer))
        except Unfit as why:
            refused = str(why)
        except ValidationError:
            raise Expired from None
        # Perhaps by direct messages: the bot tries them again even if they were closed.
        if name in ("where", "daily"):
            await app.archive.people.set_dms_closed(user_id, False)
    if name in ("daily", "zone"):
        await app.settings_changed(user_id)
    await answer.turn_to(await own_screen(app, answer.interaction, refused), SETTINGS)
    await app.tables.load_all_of(user_id)
    if name in ("from", "to", "zone"):
        await app.outages.quiet_hours_changed(user_id)
    await app.messages.reconsider(app.tables.in_memory.sessions_of(user_id))


async def _be_seen(app: Parlour, user_id: int, pressed: routes.Setting) -> None:
    """Change where other people see this person."""
    if pressed.name == "everywhere":
        await app.archive.people.set_shown_everywhere(user_id, pressed.value != OFF)
    else:
        await app.archive.people.set_profile_hidden(user_id, pressed.value == OFF)


@on(routes.ServerSetting)
async def server(app: Parlour, answer: Answer, pressed: routes.ServerSetting) -> None:
    """Change one of this server's settings, and show them all; without a name, just show them."""
    guild_id = must_manage_server(answer.interaction)
    servers = app.tables.servers
    if not pressed.name:
        await answer.turn_to(await screen_of_server(app, guild_id), SERVER)
        return
    if pressed.name in ("daily_channel", "daily_hour"):
        await app.archive.daily_news.change_channel(guild_id, _daily(pressed.name, answer))
        await _note(app, answer, guild_id)
        await answer.turn_to(await screen_of_server(app, guild_id), SERVER)
        return
    name, value = pressed.name, _value(pressed.name, answer)
    try:
        await servers.change(guild_id, lambda had: had.having(**{name: value}))
    except ValidationError:
        raise Expired from None
    await answer.turn_to(await screen_of_server(app, guild_id), SERVER)
    await _note(app, answer, guild_id)
    await app.tables.set_pace(guild_id)
    await app.messages.reconsider(app.tables.in_memory.sessions_in(guild_id))


async def _note(app: Parlour, answer: Answer, guild_id: int) -> None:
    """Have it in the list of who did what."""
    user_id = answer.interaction.user.id
    await app.archive.order.note(LoggedAction(guild_id, milliseconds(), user_id, "settings"))


def _value(name: str, answer: Answer) -> object:
    """What was chosen, as the settings have it. Raises Refusal for what can't be chosen."""
    match name:
        case "channels" if all(map(id_in, answer.chosen)):
            return tuple(map(id_in, answer.chosen))
        case "games" if set(answer.chosen) <= set(registry.all_games()):
            return () if len(answer.chosen) == len(registry.all_games()) else answer.chosen
        case "move_time" if answer.choice() not in (AS_HOST, *TIMES):
            raise Expired
        case "move_time" | "pace" | "remind" | "rated":
            return "" if answer.choice() == AS_HOST else answer.choice()
    raise Expired


def _daily(name: str, answer: Answer) -> Callable[[DailyChannel], DailyChannel]:
    """What was chosen about the game of the day. An hour that has passed is tomorrow's. Raises Refusal."""
    if name == "daily_channel":
        if not all(map(id_in, answer.chosen)):
            raise Expired
        channel_id = id_in(answer.choice()) if answer.chosen else None
        guild = answer.interaction.guild
        channel = guild.get_channel(channel_id or 0) if guild else None
        names = lacking(channel.permissions_for(guild.me), channel) if guild and channel else []
        if names:
            raise Refusal(f"I can't post in <#{channel_id}>: I need {listed(names)} there.")
        chosen: dict[str, Any] = {"channel_id": channel_id, "why_off": ""}
    elif answer.choice() in map(str, range(24)):
        chosen = {"hour": int(answer.choice())}
    else:
        raise Expired

    def change(had: DailyChannel) -> DailyChannel:
        changed = replace(had, **chosen)
        is_late = days.now() >= days.hour_of(days.today(), changed.hour)
        return replace(changed, first_day=days.today() + is_late)

    return change


async def _change(pressed: routes.Setting, answer: Answer) -> Change:
    """What the press does to the settings.

    Raises Unfit with a sentence for what doesn't fit, ValidationError for what can't be chosen, and Refusal.
    """
    match name := pressed.name:
        case "where" | "hour":
            return _reminded(name, answer.choice())
        case "when":
            return _reminded(name, "" if answer.choice() == "server" else answer.choice())
        case "zone":
            return _in_zone((await time_zone(answer.choice())).key)
        case "from" | "to":
            return _quiet(name, answer.choice())
        case "daily":
            hour = None if answer.choice() == OFF else answer.choice()
            return lambda had: had.having(daily_hour=hour)
        case "left_out" if all(map(id_in, answer.chosen)):
            own = answer.interaction.user.id
            left_out = tuple(one for one in map(id_in, answer.chosen) if one != own)[:LEFT_OUT_MOST]
            return lambda had: had.having(left_out=left_out)
        case "tips":
            return lambda had: had.having(no_tips=pressed.value == OFF)
    raise Expired


def _reminded(name: str, value: str) -> Change:
    return lambda had: had.model_copy(update={"reminders": had.reminders.having(**{name: value})})


def _in_zone(zone: str) -> Change:
    """Quiet hours are at the same times of the day in the new zone."""

    def change(had: PersonSettings) -> PersonSettings:
        changed, quiet = _reminded("zone", zone)(had), had.quiet_hours
        if quiet is None:
            return changed
        return changed.with_quiet_hours(replace(quiet, zone=ZoneInfo(zone)), DISCORD_TIME.now())

    return change


def _quiet(name: str, value: str) -> Change:
    """Other quiet hours: from or to this hour, or none."""
    if value == OFF:
        return lambda had: had.with_quiet_hours(None, DISCORD_TIME.now())
    if not value.isdecimal() or len(value) > 2:
        raise Expired

    def change(had: PersonSettings) -> PersonSettings:
        zone, quiet = had.reminders.own_zone.key, had.quiet_hours
        begin, end = ("22", "8") if quiet is None else (f"{quiet.begin:%H:%M}", f"{quiet.end:%H:%M}")
        if name == "to":
            return had.with_quiet_hours(_quiet_hours(zone, begin, value), DISCORD_TIME.now())
        try:
            found = _quiet_hours(zone, value, end)
        except Unfit:
            found = _quiet_hours(zone, value, str((int(value) + _DEFAULT_END) % 24))
        return had.with_quiet_hours(found, DISCORD_TIME.now())

    return change


def _quiet_hours(zone: str, begin: str, end: str) -> QuietHours:
    """Raises Unfit."""
    try:
        return quiet_hours.quiet_hours(zone, begin, end)
    except ValueError as wrong:
        raise Unfit(str(wrong)) from None


@typed("settings", "Choose where and when I tell you that it's your turn")
async def settings(app: Parlour, answer: Answer) -> None:
    """The settings of this person, for them alone, with the way to the server's for people who manage it."""
    await answer.send(await own_screen(app, answer.interaction), SETTINGS)
