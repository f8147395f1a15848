"""A person's own settings, and a server's for the people who manage it."""

import math
from datetime import datetime, time

import discord
from discord import ui

from bot.chat.discord_time import DISCORD_TIME
from bot.chat.parts import (
    MENU_MOST,
    Row,
    Screen,
    button,
    form,
    listed,
    menu,
    not_changed,
    paragraph,
    rows,
    screen,
)
from bot.daily.days import FORBIDDEN, GONE, next_post
from bot.people.quiet_hours import QuietHours
from bot.people.settings import DAILY, PersonSettings, ReminderSettings
from bot.people.zones import words_for
from bot.settings import routes
from bot.table.options import ServerSettings, TableOptions
from bot.table.screens.lobby import values
from games.core import Choice
from games.engine import registry
from storage import DailyChannel, Person

SETTINGS = "settings"
"""The purpose of this ephemeral message."""

NEVER = "never"
OFF = "off"

BY_SERVER = "server"
"""The value that stands for when each server reminds people."""

_WHERE = (
    Choice("channel", "Tell me in the channel", "By a message that mentions you"),
    Choice("direct", "Tell me by direct message", "In the channel, if I can't message you"),
    Choice("both", "Tell me in both", "In the channel and by direct message"),
    Choice("nowhere", "Don't tell me", "/tables shows where it's your turn"),
)
_WHEN = (
    Choice(BY_SERVER, "As each server decides"),
    Choice("at once", "At once", "Unless you've pressed something in the last 2 minutes"),
    Choice("5 minutes", "After 5 minutes"),
    Choice("30 minutes", "After 30 minutes"),
    Choice(DAILY, "Once a day", "One direct message that lists all the tables waiting for you"),
)
_IN_WORDS = {"channel": "in the channel", "direct": "by direct message", "both": "in both places"}


def settings_screen(
    settings: PersonSettings, person: Person, server: str = "", *, manages: bool = False, refused: str = ""
) -> Screen:
    """The settings with menus to change them.

    `person` has what storage keeps apart from them: where they can be seen. `server` says
    when this server reminds people who leave that to it; empty in direct messages. `manages` adds the way to
    the server's settings, and `refused` says why the last change wasn't made.
    """
    reminders = settings.reminders
    hours = [Choice(str(hour), f"The daily list at {_clock(time(hour))}") for hour in range(24)]
    own = [
        button("Turn on tips", routes.Setting("tips", "on"))
        if settings.no_tips
        else button("Turn off tips", routes.Setting("tips", OFF)),
        button("Leave world leaderboards", routes.Setting("everywhere", OFF))
        if person.shown_everywhere
        else button("Join world leaderboards", routes.Setting("everywhere", "on")),
        button("Show my profile", routes.Setting("profile", "on"))
        if person.profile_hidden
        else button("Hide my profile", routes.Setting("profile", OFF)),
    ]
    if manages:
        own.append(button("Server settings", routes.ServerSetting()))
    return screen(
        "## Your settings",
        paragraph("### When it's your turn", _told(reminders, server)),
        menu(routes.Setting("where"), "Where?", _WHERE, [reminders.where]),
        menu(routes.Setting("when"), "When?", _WHEN, [reminders.when or BY_SERVER])
        if reminders.where != "nowhere"
        else [],
        menu(routes.Setting("hour"), "At what time?", hours, [str(reminders.hour)])
        if reminders.is_daily
        else [],
        paragraph("### Your time", *_quiet(settings), *_zone(settings)),
        _quiet_menus(settings.quiet_hours),
        rows([button("Time zone", routes.Setting("zone"))]),
        paragraph("### The game of the day and invitations", *_calls(settings)),
        _daily_reminder_menu(settings),
        _left_out(settings),
        paragraph("### You", "Tips are off." if settings.no_tips else "", *_seen(person)),
        rows(own),
        not_changed(refused),
    )


def _daily_reminder_menu(settings: PersonSettings) -> Row:
    hours = [Choice(str(hour), f"The game of the day at {_clock(time(hour))}") for hour in range(24)]
    hours.insert(0, Choice(OFF, "Don't remind me of the game of the day"))
    chosen = OFF if settings.daily_hour is None else str(settings.daily_hour)
    return menu(routes.Setting("daily"), "Remind me of the game of the day", hours, [chosen])


LEFT_OUT_MOST = 25
"""How many people somebody can leave out of invitations: a menu shows no more as chosen."""


def _left_out(settings: PersonSettings) -> Row:
    kind = discord.SelectDefaultValueType.user
    return ui.ActionRow(
        ui.UserSelect(
            custom_id=routes.Setting("left_out").id,
            placeholder="People whose invitations don't notify me",
            min_values=0,
            max_values=LEFT_OUT_MOST,
            default_values=[discord.SelectDefaultValue(id=one, type=kind) for one in settings.left_out],
        )
    )


def zone_form(settings: ReminderSettings) -> ui.Modal:
    """A form for the time zone."""
    entry: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="value", default=words_for(settings.zone) or None, placeholder="Rome", max_length=60
    )
    return form("Your time zone", routes.Setting("zone"), "A big city near you, or UTC+2", entry)


def delay_words(seconds: float | None, minute: float) -> str:
    """`at once`, `after 5 minutes`, `never`: after this many seconds; None is never."""
    if seconds is None:
        return NEVER
    minutes = round(seconds / minute)
    if minutes == 0:
        return "at once"
    return "after 1 minute" if minutes == 1 else f"after {minutes} minutes"


def _quiet(settings: PersonSettings) -> list[str]:
    quiet = settings.quiet_for_clock
    if quiet is None:
        return []
    lines = [
        (
            f"I won't disturb you from **{_clock(quiet.begin)}** to **{_clock(quiet.end)}**. "
            "If a table is still waiting for you after that, I'll tell you then."
        )
    ]
    if quiet.count_from > DISCORD_TIME.now():
        lines.append(
            f"Your clocks in games follow this from <t:{math.ceil(quiet.count_from)}:f> on, "
            "since they can't be stopped for more than 16 hours in a day."
        )
    return lines


def _zone(settings: PersonSettings) -> list[str]:
    reminders = settings.reminders
    now = _clock(datetime.fromtimestamp(DISCORD_TIME.now(), reminders.own_zone).time())
    if reminders.zone:
        return [f"Your time zone is **{words_for(reminders.zone)}**, where it's {now} now."]
    if settings.quiet_for_clock is not None or reminders.is_daily or settings.daily_hour is not None:
        return [
            (
                f"I don't know your time zone, so I use UTC, where it's {now} now. "
                "Press *Time zone* to set yours."
            )
        ]
    return []


def _calls(settings: PersonSettings) -> list[str]:
    lines = []
    if settings.daily_hour is not None:
        lines.append(
            f"At **{_clock(time(settings.daily_hour))}** I'll remind you of the game of the day by direct "
            "message, if you haven't begun it yet."
        )
    if settings.left_out:
        lines.append("Some people's invitations and challenges don't notify you. I don't tell them.")
    return lines


def _seen(person: Person) -> list[str]:
    everywhere = "You're on the leaderboards over all servers." if person.shown_everywhere else ""
    return [everywhere, "Other people can't see your profile." if person.profile_hidden else ""]


def _told(reminders: ReminderSettings, server: str) -> str:
    if reminders.where == "nowhere":
        return "I **won't tell you** when it's your turn."
    if reminders.is_daily:
        return (
            f"**Once a day at {_clock(time(reminders.hour))}** I'll send you a direct message "
            "with all the tables waiting for you."
        )
    where = _IN_WORDS[reminders.where]
    if reminders.when:
        when = {"at once": "at once"}.get(reminders.when, f"after {reminders.when}")
        return f"When it's your turn, I'll tell you **{where}**, **{when}**."
    if server == NEVER:
        return (
            f"I'd tell you **{where}**, but reminders are **off** in this server. Choose when you want them."
        )
    if server:
        return f"When it's your turn, I'll tell you **{where}**, **{server}**. (Each server decides when.)"
    return f"When it's your turn, I'll tell you **{where}**. Each server decides when."


def _quiet_menus(quiet: QuietHours | None) -> list[Row]:
    begins = [Choice(str(hour), f"Quiet from {_clock(time(hour))}") for hour in range(24)]
    begins.insert(0, Choice(OFF, "No quiet hours"))
    begin = OFF if quiet is None else str(quiet.begin.hour)
    menus = [menu(routes.Setting("from"), "Quiet hours", begins, [begin])]
    if quiet is not None:
        ends = [Choice(str(hour), f"Quiet until {_clock(time(hour))}") for hour in range(24)]
        menus.append(menu(routes.Setting("to"), "Until when?", ends, [str(quiet.end.hour)]))
    return menus


def _clock(moment: time) -> str:
    return f"{moment.hour}:{moment.minute:02}"


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
_RATED = {"friendly": "New games are friendly, without ratings"}
_REMIND = {
    "at once": "Remind people at once",
    "5 minutes": "Remind people after 5 minutes",
    "30 minutes": "Remind people after 30 minutes",
    "never": "Don't remind people",
}


def server_screen(settings: ServerSettings, daily: DailyChannel, pause: float, delay: str) -> Screen:
    """The settings with menus to change them; `daily` is where the game of the day is posted.

    `pause` and `delay` are what the bot's host has chosen: seconds between two moves of computers, and when
    people are reminded, as words.
    """
    abouts = [game.about for game in registry.all_games().values()][:MENU_MOST]
    games = [Choice(one.name, one.title) for one in abouts]
    return screen(
        "\n".join(["## Server settings", *_server_lines(settings), _daily_line(daily)]),
        _channels(settings),
        menu(
            routes.ServerSetting("games"),
            "People can start any game",
            games,
            settings.games,
            least=0,
            most=len(games),
        ),
        _server_menu("move_time", "New games have no time limit", _move_times(), settings.move_time),
        _server_menu("pace", f"Usual pace ({pause:g} s a move)", _PACE, settings.pace),
        _server_menu("remind", f"Usual reminders ({delay})", _REMIND, settings.remind),
        _server_menu("rated", "New games are rated", _RATED, settings.rated),
        _daily_menus(daily),
        rows([button("Your own settings", routes.Setting("show"))]),
    )


def _daily_line(daily: DailyChannel) -> str:
    if daily.is_on:
        return f"The game of the day is posted in <#{daily.channel_id}>, next time <t:{next_post(daily)}:f>."
    if daily.why_off == GONE:
        return (
            "I've stopped posting the game of the day, since the channel I used is gone. Choose another one."
        )
    if daily.why_off == FORBIDDEN:
        return (
            f"I've stopped posting the game of the day, since I can't write in <#{daily.channel_id}>. "
            "Give me View Channel, Send Messages and Attach Files there, then choose it again."
        )
    return "The game of the day isn't posted anywhere. People can always use /daily."


def _daily_menus(daily: DailyChannel) -> list[Row]:
    channel_type = discord.SelectDefaultValueType.channel
    chosen = [discord.SelectDefaultValue(id=daily.channel_id or 0, type=channel_type)] if daily.is_on else []
    channel: Row = ui.ActionRow(
        ui.ChannelSelect(
            custom_id=routes.ServerSetting("daily_channel").id,
            placeholder="Post the game of the day in a channel",
            channel_types=[discord.ChannelType.text, discord.ChannelType.news],
            min_values=0,
            max_values=1,
            default_values=chosen,
        )
    )
    hours = [Choice(str(hour), f"Post the game of the day at {_clock(time(hour))} UTC") for hour in range(24)]
    hour = menu(routes.ServerSetting("daily_hour"), "At what time?", hours, [str(daily.hour)])
    return [channel, hour] if daily.is_on else [channel]


def _server_lines(settings: ServerSettings) -> list[str]:
    channels = listed([f"<#{one}>" for one in settings.channels]) if settings.channels else "any channel"
    known = registry.all_games()
    titles = [known[one].about.title for one in settings.games if one in known]
    return [
        f"People can start **{listed(titles) if titles else 'any game'}** in **{channels}**.",
        "-# Games that have begun go on. Reminders here are for people who haven't chosen their own.",
    ]


def _channels(settings: ServerSettings) -> Row:
    chosen = [
        discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel)
        for one in settings.channels[:CHANNELS_MOST]
    ]
    return ui.ActionRow(
        ui.ChannelSelect(
            custom_id=routes.ServerSetting("channels").id,
            placeholder="People can start games in any channel",
            channel_types=_KINDS,
            min_values=0,
            max_values=CHANNELS_MOST,
            default_values=chosen,
        )
    )


def _move_times() -> dict[str, str]:
    """The time limits that a new table can begin with."""
    known = values(TableOptions.model_fields["move_time"]) or []
    return {one: f"New games have {one} a move" for one in known if one != NO_LIMIT}


def _server_menu(name: str, at_first: str, choices: dict[str, str], chosen: str) -> Row:
    options = [Choice(key, label) for key, label in {AS_HOST: at_first, **choices}.items()]
    return menu(routes.ServerSetting(name), at_first, options, [chosen or AS_HOST])
