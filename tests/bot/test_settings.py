"""`/settings`: what a person and a server can choose; it takes effect at once and survives a restart."""

from datetime import UTC, datetime

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from bot.discord_time import DISCORD_TIME
from bot.people import quiet_hours
from bot.people.settings import ReminderSettings, settings_of
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, forge, open_lobby, people, session_in, told, until

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


def menu(shown: Json, custom_id: str) -> Json:
    (found,) = [one for one in every_component(shown["components"]) if one.get("custom_id") == custom_id]
    return found


async def kept(bot: Parlour, person: Person) -> ReminderSettings:
    return (await settings_of(bot.archive, int(person.id))).reminders


async def test_every_press_shows_what_is_set_now_and_a_restart_keeps_it(
    settings: Settings, meet: Meet
) -> None:
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        shown = await opened(chiara)
        assert "I'd tell you **in the channel**, but reminders are **off**" in text_of(shown)
        shown = await choose(chiara, shown, "setting:where", "direct")
        shown = await choose(chiara, shown, "setting:when", "30 minutes")
        assert "I'll tell you **by direct message**, **after 30 minutes**." in text_of(shown)
        shown = await choose(chiara, shown, "setting:when", "daily")
        shown = await choose(chiara, shown, "setting:hour", "19")
        assert "**Once a day at 19:00**" in text_of(shown)
        shown = await choose(chiara, shown, "setting:from", "23")
        assert "I won't disturb you from **23:00** to **8:00**." in text_of(shown)
        assert await kept(bot, chiara) == ReminderSettings(where="direct", when="daily", hour=19)
    async with running(settings):
        shown = await opened(chiara)
        assert "**Once a day at 19:00**" in text_of(shown)
        assert "from **23:00** to **8:00**" in text_of(shown)
        assert [one["value"] for one in menu(shown, "setting:hour")["options"] if one.get("default")] == [
            "19"
        ]
        shown = await choose(chiara, shown, "setting:where", "both")
        assert "tell you **in both places**" in text_of(shown), "a list would come by direct message"
        shown = await choose(chiara, shown, "setting:from", "off")
        shown = await choose(chiara, shown, "setting:where", "nowhere")
        assert "I **won't tell you**" in text_of(shown)
        assert "disturb" not in text_of(shown)


async def type_zone(person: Person, shown: Json, zone: str) -> None:
    """Type a time zone into its form."""
    form = await person.modal_of(await person.press(shown, label="Time zone"))
    await person.submit(form, {"value": zone})


async def test_a_city_is_understood_and_nonsense_is_refused_with_a_proposal(
    bot: Parlour, chiara: Person
) -> None:
    shown = await opened(chiara)
    await type_zone(chiara, shown, " new york ")
    shown = await board(chiara, shown, "Your time zone is **America/New York**, where it's ")
    await type_zone(chiara, shown, "Roma")
    shown = await board(
        chiara, shown, "**Not changed.** I don't know the time zone of “Roma”. Did you mean Rome?"
    )
    assert "America/New York" in text_of(shown)
    await type_zone(chiara, shown, "UTC+2")
    await board(chiara, shown, "Your time zone is **Etc/GMT-2**")
    assert (await kept(bot, chiara)).zone == "Etc/GMT-2"


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


async def test_tips_are_turned_off_and_on(bot: Parlour, chiara: Person) -> None:
    shown = await opened(chiara)
    await chiara.press(shown, label="Turn off tips")
    shown = await board(chiara, shown, "Tips are off.")
    await chiara.press(shown, label="Turn on tips")
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Turn off tips" in labels_of(m))


async def test_everybody_changes_only_their_own_settings_whatever_they_press(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    await choose(chiara, await opened(chiara), "setting:where", "both")
    lobby = await open_lobby(chiara)
    answer = await dmitri.reply_to(await forge(discord, dmitri, lobby, "setting:where", "nowhere"))
    assert is_ephemeral(answer), "the message of everybody isn't replaced"
    assert (await kept(bot, chiara)).where == "both"
    assert (await kept(bot, dmitri)).where == "nowhere"
    own = await opened(dmitri)
    made_up = [("setting:where", "moon"), ("setting:when", "9 minutes"), ("setting:hour", "24")]
    made_up += [("setting:hour", "x"), ("setting:from", "x"), ("setting:to", "99"), ("setting:nothing", "1")]
    for custom_id, value in made_up:
        interaction_id = await forge(discord, dmitri, own, custom_id, value)
        assert await dmitri.outcome(interaction_id) == "answered"
    for custom_id in ("setting", "setting:", "setting:where", "server:pace", "server"):
        assert await told(dmitri, await forge(discord, dmitri, lobby, custom_id))
    assert await kept(bot, dmitri) == ReminderSettings(where="nowhere")


async def server_settings(manager: Person) -> Json:
    """The server's settings, opened by someone with the permission."""
    shown = await opened(manager)
    await manager.press(shown, label="Server settings")
    return await board(manager, shown, "## Server settings")


async def test_only_people_who_manage_the_server_change_its_settings(
    bot: Parlour, ada: Person, bruno: Person, discord: LocalDiscord
) -> None:
    assert "Server settings" not in labels_of(await opened(bruno))
    own = await opened(bruno)
    for custom_id, *values in (["server"], ["server:pace", "slow"], ["server:channels", cast.GAMES]):
        answer = await told(bruno, await forge(discord, bruno, own, custom_id, *values))
        assert "Only people with the permission Manage Server" in answer
    assert await bot.archive.people.server_settings(int(cast.GUILD_ID)) == "{}"
    shown = await server_settings(ada)
    for custom_id, value in (("server:pace", "warp"), ("server:games", "chess"), ("server:channels", "x")):
        await ada.outcome(await forge(discord, ada, shown, custom_id, value))
    assert await bot.archive.people.server_settings(int(cast.GUILD_ID)) == "{}"


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
        await chiara.press(earlier, label="Play the computer")
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
        await chiara.press(earlier, label="Play the computer")
        await board(chiara, earlier, "Heads or tails?")


async def test_a_rematch_is_refused_where_the_game_is_no_longer_played(
    bot: Parlour, ada: Person, chiara: Person, dmitri: Person
) -> None:
    final = await tables.resign(dmitri, await tables.toss(chiara, dmitri))
    await choose(ada, await server_settings(ada), "server:games", "foozle")
    sentence = await told(chiara, await chiara.press(final, label="Rematch"))
    assert sentence == "This server has turned off Doublolo. You can play Foozle."


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


async def test_a_direct_message_has_no_server_settings(
    bot: Parlour, ada: Person, discord: LocalDiscord
) -> None:
    direct = await ada.open_dm()
    shown = await opened(ada, direct["id"])
    assert "Server settings" not in labels_of(shown)
    answer = await told(ada, await forge(discord, ada, shown, "server"))
    assert answer == "Every server has its own settings. Use /settings in a server."


async def test_new_games_begin_with_the_servers_time_for_a_move(
    bot: Parlour, ada: Person, chiara: Person, discord: LocalDiscord
) -> None:
    shown = await server_settings(ada)
    await ada.outcome(await forge(discord, ada, shown, "server:move_time", "a fortnight"))
    assert await bot.archive.people.server_settings(int(cast.GUILD_ID)) == "{}"
    await ada.outcome(await ada.select(shown, "1 day", custom_id="server:move_time"))
    lobby = await open_lobby(chiara)
    await board(chiara, lobby, "Time for a move: **1 day**")


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
