"""A server's settings, for the people who manage it."""

import discord
from discord import ui

from bot.screens import ids
from bot.screens.options import values
from bot.screens.parts import Layout, Row, button, menu, sealed
from bot.screens.screen import Screen
from bot.screens.words import listed
from bot.tables.server_settings import ServerSettings
from bot.tables.table_options import TableOptions
from games import registry

SERVER = "server"
"""The purpose of this ephemeral message."""

AS_HOST = "default"
"""The value that stands for what the bot's host has chosen."""

NO_LIMIT = "off"

CHANNELS_MOST = 25
"""How many channels a menu can show as chosen."""

_KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
_PACE = {
    "fast": "Computers play fast",
    "normal": "Computers play at medium speed",
    "slow": "Computers play slowly",
}
_REMIND = {
    "at once": "Remind people at once",
    "5 minutes": "Remind people after 5 minutes",
    "30 minutes": "Remind people after 30 minutes",
    "never": "Don't remind people",
}


def server_screen(settings: ServerSettings, pause: float, delay: str) -> Screen:
    """The settings with menus to change them.

    `pause` and `delay` are what the bot's host has chosen: seconds between two moves of computers, and when
    people are reminded, as words.
    """
    items: list[ui.Item[Layout]] = [
        ui.TextDisplay("\n".join(["## Server settings", *_lines(settings)])),
        _channels(settings),
        _games(settings),
    ]
    items.append(_menu("move_time", "New games have no time limit", _move_times(), settings.move_time))
    items.append(_menu("pace", f"Usual pace ({pause:g} s a move)", _PACE, settings.pace))
    items.append(_menu("remind", f"Usual reminders ({delay})", _REMIND, settings.remind))
    items.append(ui.ActionRow(button("Your own settings", ids.write("setting", "show"))))
    return Screen(sealed(items))


def _lines(settings: ServerSettings) -> list[str]:
    channels = listed([f"<#{one}>" for one in settings.channels]) if settings.channels else "any channel"
    known = registry.all_games()
    titles = [known[one].about.title for one in settings.games if one in known]
    return [
        f"People can start **{listed(titles) if titles else 'any game'}** in **{channels}**.",
        "-# Games in progress go on either way. Reminders here are for people who haven't chosen their own.",
    ]


def _channels(settings: ServerSettings) -> Row:
    chosen = [
        discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
        for one in settings.channels[:CHANNELS_MOST]
    ]
    return ui.ActionRow(
        ui.ChannelSelect(
            custom_id=ids.write("server", "channels"),
            placeholder="People can start games in any channel",
            channel_types=_KINDS,
            min_values=0,
            max_values=CHANNELS_MOST,
            default_values=chosen,
        )
    )


def _games(settings: ServerSettings) -> Row:
    abouts = [game.about for game in registry.all_games().values()][:25]
    options = [
        discord.SelectOption(label=one.title, value=one.name, default=one.name in settings.games)
        for one in abouts
    ]
    return ui.ActionRow(
        ui.Select(
            custom_id=ids.write("server", "games"),
            placeholder="People can start any game",
            min_values=0,
            max_values=len(options),
            options=options,
        )
    )


def _move_times() -> dict[str, str]:
    """The time limits that a new table can begin with."""
    known = values(TableOptions.model_fields["move_time"]) or []
    return {one: f"New games have {one} a move" for one in known if one != NO_LIMIT}


def _menu(name: str, at_first: str, choices: dict[str, str], chosen: str) -> Row:
    first = discord.SelectOption(label=at_first, value=AS_HOST, default=not chosen)
    options = [
        discord.SelectOption(label=label, value=key, default=key == chosen) for key, label in choices.items()
    ]
    return menu(ids.write("server", name), at_first, [first, *options])
