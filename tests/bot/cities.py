"""Tables of Fooblitzky: opened as people do it, or found as an earlier run of the bot left them."""

from collections.abc import Sequence

from bot.app.parlour import Parlour
from bot.chat.players import Player
from bot.host import play as cast
from bot.table.journal import milliseconds
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of
from storage import Archive
from tests.bot.clocks import pass_seconds
from tests.bot.hands import at_rest
from tests.bot.tables import join, keep_lines, options_of, people, session_in

GAME = "fooblitzky"

CHOICES = ("a choose pig", "b choose hot-dog", "c choose fish", "d choose yo-yo")
BEGUN = (*CHOICES, "* stock UL UR LL LR", "* lockers UL LR UL LR", "* crosswalks none")
"""Four seats: hot dog, fish, pig and yo-yo are correct, and the city is free of X's; a's wheel is next."""

BEGUN_BY_TWO = (*CHOICES[:2], "* missing fish yo-yo", "* stock UL UR LL LR", "* lockers UL LR", BEGUN[-1])
"""The same by two seats."""


async def keep_city(
    archive: Archive,
    *written: str,
    options: dict[str, str] | None = None,
    seats: Sequence[Player] | None = None,
    ago: float = 0,
) -> int:
    """Store a table in #games with these lines, the last one `ago` seconds old; returns its number."""
    players = people(cast.CHIARA, cast.DMITRI) * 2 if seats is None else tuple(seats)
    return await keep_lines(archive, GAME, players, written, options=options, ago=ago)


def here_all_along(bot: Parlour) -> None:
    """Let the bot count the time for a move as if it had been running when the last line was written."""
    session = session_in(bot)
    ago = (milliseconds() - (session.stored.started_at or 0)) / 1000
    pass_seconds(session, ago)
    session.go_on()
    bot.messages.show(session)


async def open_city(host: Person, **options: str) -> Json:
    """A lobby whose host has chosen these options."""
    lobby = await host.reply_to(await host.command("play", channel="games", game=GAME))
    shown = await options_of(host, lobby)
    for name, value in options.items():
        shown = await set_option(host, shown, name, value)
    return host.sees.current(lobby)


async def set_option(host: Person, shown: Json, name: str, value: str) -> Json:
    """The host's menus after choosing an option from the list of all, and a value for it."""
    if (menu := _menu(shown, name)) is None:
        shown = await open_option(host, shown, name)
        menu = _menu(shown, name)
    return await _changed(host, shown, await host.select(shown, value, custom_id=menu))


async def open_option(host: Person, shown: Json, name: str) -> Json:
    """The host's menus with this option's, chosen from the list of all."""
    lists = (one for one in every_component(shown["components"]) if "options" in one)
    whole = next(one for one in lists if any(each["value"] == name for each in one["options"]))
    return await _changed(host, shown, await host.select(shown, name, custom_id=whole["custom_id"]))


async def _changed(host: Person, shown: Json, press: str) -> Json:
    """The menus as this press has changed them."""
    await host.outcome(press)
    return host.sees.current(shown)


def _menu(shown: Json, name: str) -> str | None:
    ids = (str(one.get("custom_id")) for one in every_component(shown["components"]))
    return next((one for one in ids if one.endswith(f":{name}")), None)


async def sit_down(host: Person, *guests: Person, **options: str) -> Json:
    """The board of a game that these people have begun."""
    lobby = await open_city(host, **options)
    for guest in guests:
        lobby = await join(guest, lobby)
    await host.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m))
    await host.press(lobby, label="Start")
    return await host.wait_for(lambda m: m["id"] == lobby["id"] and "My bag" in labels_of(m))


async def type_move(person: Person, move: str) -> str:
    """The interaction's id."""
    return await person.command("move", channel="games", move=move)


async def rest(bot: Parlour, *viewers: Person) -> None:
    """Wait until board and hands show what is known now, and these people have seen it."""
    await at_rest(bot, session_in(bot))
    for viewer in viewers:
        await viewer.do("history", channel_id=viewer.sees.channel("games")["id"])
