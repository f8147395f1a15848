"""What a bot or a person can't do, and what they are told."""

import aiohttp
import pytest

from local_discord import sample
from local_discord.permissions import Permission, named
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import RawBot

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(16)


PLACES = ("/", "/developer", "/page/main.js", "/page/socket", "/gateway", "/api/v10/users/@me", "/nowhere")
EVIL = ("null", "http://evil.example", "http://evil.example:{port}", "https://127.0.0.1:{port}")


@pytest.mark.parametrize("origin", [*EVIL, "http://localhost", "http://localhost:{port}@evil.example"])
async def test_a_page_from_elsewhere_can_do_nothing_here(discord: LocalDiscord, origin: str) -> None:
    headers = {"Origin": origin.format(port=discord.port)}
    async with aiohttp.ClientSession(discord.url, headers=headers) as http:
        for place in PLACES:
            async with http.post(place) if "api" in place else http.get(place) as response:
                assert response.status == 403, place
                assert "another page" in await response.text()
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await http.ws_connect(f"/page/socket?person={sample.ADA}")


@pytest.mark.parametrize(
    "host", ["evil.example:{port}", "localhost.evil.example:{port}", "127.0.0.1:1", "127.0.0.1", "[::1", ""]
)
async def test_a_name_that_only_points_here_is_refused(discord: LocalDiscord, host: str) -> None:
    headers = {"Host": host.format(port=discord.port)}
    async with aiohttp.ClientSession(discord.url, headers=headers) as http:
        for place in PLACES:
            async with http.get(place) as response:
                assert response.status == 403, place
                assert discord.url in await response.text()


@pytest.mark.parametrize("name", ["localhost", "LocalHost", "127.0.0.1", "[::1]"])
async def test_the_page_works_by_every_name_of_this_machine(discord: LocalDiscord, name: str) -> None:
    host = f"{name}:{discord.port}"
    headers = {"Host": host, "Origin": f"http://{host}"}
    async with aiohttp.ClientSession(discord.url, headers=headers) as http:
        async with http.get("/") as response:
            assert response.status == 200
        async with http.ws_connect(f"/page/socket?person={sample.ADA}", max_msg_size=0) as socket:
            assert (await socket.receive_json())["t"] == "HELLO"


async def test_a_bot_cannot_write_in_a_channel_closed_to_bots(ada: Person, bot: RawBot) -> None:
    status, reply = await bot.post(sample.NO_BOTS_HERE, {"content": "hello"})
    assert (status, reply["code"]) == (403, 50013)
    await ada.command("greet", channel="no-bots-here")
    told = await bot.event("INTERACTION_CREATE")
    permissions = int(told["app_permissions"])
    assert not permissions & (Permission.SEND_MESSAGES | Permission.ATTACH_FILES)
    assert permissions & Permission.VIEW_CHANNEL


async def test_an_interaction_may_be_answered_where_the_bot_may_not_write(ada: Person, bot: RawBot) -> None:
    interaction_id = await ada.command("greet", channel="no-bots-here")
    told = await bot.event("INTERACTION_CREATE")
    status, _ = await bot.answer(told, {"type": 4, "data": {"content": "I lack a permission", "flags": 64}})
    assert status == 200
    await ada.reply_to(interaction_id)


async def test_permissions_can_be_taken_away_in_one_channel(bot: RawBot) -> None:
    faults = bot.discord.faults
    faults.set({"forbid": {sample.GAMES: ["attach_files"]}})
    assert (await bot.post(sample.GAMES, {"content": "x"}))[0] == 200
    status, reply = await bot.post(sample.GAMES, {"content": "x"}, files=[("a.png", PICTURE)])
    assert (status, reply["code"]) == (403, 50013)
    assert (await bot.post(sample.GENERAL, {"content": "x"}, files=[("a.png", PICTURE)]))[0] == 200
    faults.set({"forbid": {sample.GAMES: ["VIEW_CHANNEL"]}})
    status, reply = await bot.post(sample.GAMES, {"content": "x"})
    assert (status, reply["code"]) == (403, 50001)
    faults.set({"forbid": {sample.GAMES: ["EMBED_LINKS"]}})
    status, reply = await bot.post(sample.GAMES, {"embeds": [{"title": "x"}]})
    assert (status, reply["code"]) == (403, 50013)
    faults.set({"forbid": {sample.GAMES: ["READ_MESSAGE_HISTORY"]}})
    assert (await bot.call("GET", f"/channels/{sample.GAMES}/messages"))[1] == []
    faults.set({"forbid": {}})
    assert (await bot.post(sample.GAMES, {"content": "x"}))[0] == 200


async def test_a_bot_sees_nothing_of_a_channel_out_of_its_sight(ada: Person, bot: RawBot) -> None:
    bot.discord.faults.set({"forbid": {sample.GAMES: ["VIEW_CHANNEL"]}})
    await ada.say("games", "unheard")
    await ada.say("general", "heard")
    assert (await bot.event("MESSAGE_CREATE"))["content"] == "heard"
    _, channels = await bot.call("GET", f"/guilds/{sample.GUILD_ID}/channels")
    assert sample.GAMES not in {one["id"] for one in channels}


def test_a_permission_discord_does_not_have_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="no permission called 'FLY'"):
        named(["FLY"])


async def test_messages_of_others_are_theirs(ada: Person, emi: Person, bot: RawBot) -> None:
    said = await ada.say("general", "mine")
    path = f"/channels/{sample.GENERAL}/messages/{said['id']}"
    status, reply = await bot.call("PATCH", path, {"content": "yours"})
    assert (status, reply["code"]) == (403, 50005)
    status, reply = await bot.call("DELETE", path)
    assert (status, reply["code"]) == (403, 50013)
    with pytest.raises(Refused, match="permission to manage messages"):
        await emi.do("delete", channel_id=sample.GENERAL, message_id=said["id"])
    async with Person.connect(bot.discord.url, sample.BRUNO) as moderator:
        await moderator.do("delete", channel_id=sample.GENERAL, message_id=said["id"])
    await ada.wait_gone(said)


async def test_channels_are_made_and_deleted_by_those_who_may(emi: Person, bot: RawBot) -> None:
    with pytest.raises(Refused, match="can't create channels"):
        await emi.do("create_channel", name="attic")
    with pytest.raises(Refused, match="permission to manage channels"):
        await emi.do("delete_channel", channel_id=sample.GENERAL)
    for method, path in (
        ("DELETE", f"/channels/{sample.GENERAL}"),
        ("PATCH", f"/channels/{sample.GENERAL}"),
        ("POST", f"/guilds/{sample.GUILD_ID}/channels"),
    ):
        status, reply = await bot.call(method, path, {"name": "attic"})
        assert (status, reply["code"]) == (403, 50013)


async def test_what_is_not_there_is_told_by_its_kind(bot: RawBot) -> None:
    for path, code in (
        ("/channels/1", 10003),
        ("/channels/1/messages", 10003),
        (f"/channels/{sample.GAMES}/messages/1", 10008),
        ("/guilds/1", 10004),
        (f"/guilds/{sample.GUILD_ID}/members/1", 10007),
        ("/users/1", 10013),
        (f"/applications/{bot.application.id}/emojis/1", 10014),
        (f"/applications/{bot.application.id}/commands/1", 10063),
        ("/nowhere", 0),
    ):
        status, reply = await bot.call("GET", path)
        assert (status, reply["code"]) == (404, code), path


async def test_a_wrong_token_opens_nothing(bot: RawBot) -> None:
    status, reply = await bot.call("GET", "/users/@me", token="wrong")
    assert (status, reply["message"]) == (401, "401: Unauthorized")


class TestDirectMessages:
    async def test_a_bot_opens_and_writes_them(self, ada: Person, bot: RawBot) -> None:
        _, channel = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA})
        assert channel["recipients"][0]["id"] == sample.ADA
        assert channel["id"] not in ada.sees.channels
        await bot.post(channel["id"], {"content": "Your move"})
        await ada.wait_until(lambda: ada.sees.unread.get(channel["id"], {}).get("mentions") == 1)
        assert ada.sees.channels[channel["id"]]["recipients"][0]["id"] == bot.application.id
        assert (await ada.open_dm())["id"] == channel["id"]

    async def test_closed_ones_are_told_with_50007(self, ada: Person, bot: RawBot) -> None:
        _, channel = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA})
        await ada.do("close_dms", closed=True)
        status, reply = await bot.post(channel["id"], {"content": "Your move"})
        assert (status, reply["code"]) == (403, 50007)
        await ada.do("close_dms", closed=False)
        assert (await bot.post(channel["id"], {"content": "Your move"}))[0] == 200

    async def test_a_member_who_left_the_server_cannot_be_reached(self, emi: Person, bot: RawBot) -> None:
        _, channel = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.EMI})
        await emi.do("leave")
        status, reply = await bot.post(channel["id"], {"content": "Your move"})
        assert (status, reply["code"]) == (403, 50278)
        await emi.do("close_dms", closed=True)
        assert (await bot.post(channel["id"], {"content": "Your move"}))[1]["code"] == 50278
        with pytest.raises(Refused, match="channel doesn't exist"):
            await emi.say("general", "let me in")

    async def test_nobody_else_sees_them(self, ada: Person, emi: Person, bot: RawBot) -> None:
        _, channel = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA})
        await bot.post(channel["id"], {"content": "A secret"})
        await ada.wait_for(lambda one: one["content"] == "A secret")
        with pytest.raises(Refused, match="channel doesn't exist"):
            await emi.do("history", channel_id=channel["id"])
        other = bot.discord.applications[1].token
        status, reply = await bot.call("GET", f"/channels/{channel['id']}/messages", token=other)
        assert (status, reply["code"]) == (403, 50001)
