"""`/settings`: what a person and a server can choose; it takes effect at once and survives a restart."""

from datetime import UTC, datetime

from bot.app.parlour import Parlour
from bot.chat.discord_time import DISCORD_TIME
from bot.config import Settings
from bot.host import play as cast
from bot.people import quiet_hours
from bot.people.settings import settings_of
from bot.table.options import PACES, PAUSES
from bot.table.pace import SLOWEST
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, open_lobby, people, play_computer, session_in, told, until

CHANNEL = "games"


async def opened(person: Person, channel: str = CHANNEL) -> Json:
    """This person's settings."""
    shown = await person.reply_to(await person.command("settings", channel=channel))
    assert is_ephemeral(shown)
    return shown


async def choose(person: Person, shown: Json, name: str, *values: str) -> Json:
    """The settings after this person chose these values of the menu with this custom id."""
    before = text_of(person.sees.current(shown))
    await person.select(shown, *values, custom_id=name)
    return await person.wait_for(lambda m: m["id"] == shown["id"] and text_of(m) != before)


async def type_zone(person: Person, shown: Json, zone: str) -> None:
    """Type a time zone into its form."""
    form = await person.modal_of(await person.press(shown, label="Time zone"))
    await person.submit(form, {"value": zone})


async def test_quiet_hours_move_with_the_time_zone_and_cannot_fill_the_day(
    bot: Parlour, chiara: Person
) -> None:
    shown = await opened(chiara)
    shown = await choose(chiara, shown, "setting:from", "22")
    await type_zone(chiara, shown, "Rome")
    shown = await board(chiara, shown, "Europe/Rome")
    shown = await choose(chiara, shown, "setting:to", "21")
    assert "**Not changed.** Quiet hours can last from 1 minute to 16 hours." in text_of(shown)
    found = (await settings_of(bot.archive, int(chiara.id))).quiet_hours
    assert found == quiet_hours.quiet_hours("Europe/Rome", "22", "8")


async def server_settings(manager: Person) -> Json:
    """The server's settings, opened by someone with the permission."""
    shown = await opened(manager)
    await manager.press(shown, label="Server settings")
    return await board(manager, shown, "## Server settings")


async def test_games_are_played_only_where_and_which_the_server_allows_at_once_and_after_a_restart(
    settings: Settings, meet: Meet
) -> None:
    ada, chiara = await meet(cast.ADA), await meet(cast.CHIARA)
    async with running(settings):
        earlier = await open_lobby(chiara, "general")
        shown = await server_settings(ada)
        shown = await choose(ada, shown, "server:channels", cast.GAMES, cast.CARD_ROOM)
        shown = await choose(ada, shown, "server:games", "doublolo", "foozle")
        assert f"**Doublolo and Foozle** in **<#{cast.GAMES}> and <#{cast.CARD_ROOM}>**." in text_of(shown)
        elsewhere = f"This server doesn't allow games in this channel. Use /play in <#{cast.GAMES}> or"
        await play_computer(chiara, earlier)
        await chiara.wait_for(lambda m: elsewhere in text_of(m))
    async with running(settings):
        assert elsewhere in await told(chiara, await chiara.command("play", channel="general", game="foozle"))
        sentence = await told(chiara, await chiara.command("play", channel="games", game="fourside"))
        assert sentence == "This server has turned off FourSide. You can play Doublolo or Foozle."
        offered = await chiara.autocomplete("play", "game", channel="games", game="")
        assert {one["value"] for one in offered} == {"doublolo", "foozle"}
        choices = await chiara.reply_to(await chiara.command("play", channel="games"))
        assert "FourSide" not in labels_of(choices)
        shown = await choose(ada, await server_settings(ada), "server:channels")
        assert "in **any channel**." in text_of(shown)
        await play_computer(chiara, earlier)
        await board(chiara, earlier, "Heads or tails?")


async def test_a_servers_pace_holds_at_once_for_games_under_way(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), tables.to_move(0))
    ada = await meet(cast.ADA)
    async with running(settings) as bot:
        assert session_in(bot).autoplay.pace == 0
        shown = await server_settings(ada)
        await ada.select(shown, "slow", custom_id="server:pace")
        await until(lambda: session_in(bot).autoplay.pace == 3)
    async with running(settings) as bot:
        await bot.tables.load_channel(int(cast.GAMES))
        assert session_in(bot).autoplay.pace == 3


async def test_a_tables_own_pace_changes_that_of_its_server(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), tables.to_move(0))
        await archive.sessions.set_table_options(1, '{"pace": "calm"}')
    ada = await meet(cast.ADA)
    async with running(settings) as bot:
        shown = await server_settings(ada)
        await ada.select(shown, "slow", custom_id="server:pace")
        await until(lambda: session_in(bot).autoplay.pace == SLOWEST)
        await ada.select(shown, "fast", custom_id="server:pace")
        await until(lambda: session_in(bot).autoplay.pace == PAUSES["fast"] * PACES["calm"])


async def test_quiet_hours_let_a_clock_rest_at_once(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), tables.to_move(0))
        await archive.sessions.set_table_options(1, '{"move_time": "1 day"}')
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        clock = session_in(bot).clock
        await until(lambda: clock.hands and clock.hands[0].rests_until is None)
        hour = datetime.fromtimestamp(DISCORD_TIME.now(), UTC).hour
        shown = await opened(chiara)
        shown = await choose(chiara, shown, "setting:from", str(hour))
        await chiara.outcome(await chiara.select(shown, str((hour + 7) % 24), custom_id="setting:to"))
        await until(lambda: clock.hands[0].rests_until is not None)
