"""Webhooks of channels: messages under any name, by anybody who has the token."""

import asyncio

import discord as dpy
import pytest

from local_discord import sample
from local_discord.applications import Application
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.local_discord.bodies import PICTURE, button, codes, row
from tests.local_discord.clients import Client, logged_in
from tests.local_discord.raw_bot import INTENTS, Json, RawBot

GAMES = f"/channels/{sample.GAMES}"
WEBHOOKS = f"{GAMES}/webhooks"
IMAGE = "data:image/png;base64,iVBORw0KGgo="
GUILD_WEBHOOKS = 1 << 5


@pytest.fixture
def applications() -> list[Application | str]:
    return [Application("Test Bot", permissions=("MANAGE_WEBHOOKS",)), "Other"]


async def made(bot: RawBot, name: str = "Herald", **fields: object) -> Json:
    status, webhook = await bot.call("POST", WEBHOOKS, {"name": name} | fields)
    assert status == 200, webhook
    return dict(webhook)


async def say(bot: RawBot, webhook: Json, body: Json, query: str = "?wait=true", **more: object) -> Json:
    path = f"/webhooks/{webhook['id']}/{webhook['token']}{query}"
    status, message = await bot.call("POST", path, body, token="", **more)  # type: ignore[arg-type]  # files
    assert status == 200, message
    return dict(message)


async def test_a_webhook_writes_under_its_own_name_or_another(bot: RawBot, ada: Person) -> None:
    webhook = await made(bot, avatar=IMAGE)
    message = await say(bot, webhook, {"content": "Hear ye"})
    assert message["webhook_id"] == message["author"]["id"] == webhook["id"]
    seen = await ada.wait_for(lambda one: one["content"] == "Hear ye")
    assert (seen["author"]["username"], seen["author"]["bot"]) == ("Herald", True)
    picture = f"{bot.discord.cdn_url}/avatars/{webhook['id']}/{webhook['avatar']}.png"
    assert await ada.fetch(picture) == b"\x89PNG\r\n\x1a\n"
    other = await say(bot, webhook, {"content": "Psst", "username": "A stranger"})
    assert other["author"]["username"] == "A stranger"
    assert other["author"]["avatar"] == webhook["avatar"]
    path = f"/webhooks/{webhook['id']}/{webhook['token']}"
    assert await bot.call("POST", path, {"content": "Nobody waits"}, token="") == (204, "")
    await ada.wait_for(lambda one: one["content"] == "Nobody waits")


async def test_its_messages_are_read_edited_and_deleted_by_the_token_alone(bot: RawBot, ada: Person) -> None:
    webhook = await made(bot)
    files = [("a.png", PICTURE)]
    message = await say(bot, webhook, {"content": "one", "attachments": [{"id": 0}]}, files=files)
    assert message["attachments"][0]["filename"] == "a.png"
    path = f"/webhooks/{webhook['id']}/{webhook['token']}/messages/{message['id']}"
    assert (await bot.call("GET", path, token=""))[1]["content"] == "one"
    assert (await bot.call("PATCH", path, {"content": "two"}, token=""))[1]["content"] == "two"
    await ada.wait_for(lambda one: one["content"] == "two")
    own = f"{GAMES}/messages/{message['id']}"
    assert (await bot.call("PATCH", own, {"content": "x"}))[1]["code"] == 50005
    assert await bot.call("DELETE", path, token="") == (204, "")
    await ada.wait_gone(message)
    _, said = await bot.post(sample.GAMES, {"content": "the bot's own"})
    path = f"/webhooks/{webhook['id']}/{webhook['token']}/messages/{said['id']}"
    for method in ("GET", "PATCH", "DELETE"):
        assert (await bot.call(method, path, {"content": "x"}, token=""))[1]["code"] == 10008


async def test_it_writes_in_a_thread_of_its_channel_and_joins_nothing(bot: RawBot) -> None:
    webhook = await made(bot)
    _, thread = await bot.call("POST", f"{GAMES}/threads", {"name": "Table 1", "type": 11})
    message = await say(bot, webhook, {"content": "here"}, f"?wait=true&thread_id={thread['id']}")
    assert message["channel_id"] == thread["id"]
    _, members = await bot.call("GET", f"/channels/{thread['id']}/thread-members")
    assert [one["user_id"] for one in members] == [bot.application.id]
    path = f"/webhooks/{webhook['id']}/{webhook['token']}"
    _, reply = await bot.call("POST", f"{path}?thread_id={sample.GENERAL}", {"content": "x"}, token="")
    assert reply["code"] == 10003


async def test_its_buttons_are_pressed_and_reach_the_bot_that_made_it(bot: RawBot, ada: Person) -> None:
    message = await say(
        bot, await made(bot), {"content": "Press", "components": [row(button(custom_id="go"))]}
    )
    interaction_id = await ada.press(await ada.wait_for(lambda one: one["id"] == message["id"]), "go")
    told = await bot.event("INTERACTION_CREATE")
    assert told["data"]["custom_id"] == "go"
    await bot.answer(told, {"type": 4, "data": {"content": "Gone"}})
    assert text_of(await ada.reply_to(interaction_id)) == "Gone"


async def test_webhooks_are_listed_changed_and_deleted(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, intents=INTENTS | GUILD_WEBHOOKS) as bot:
        webhook = await made(bot)
        told = {"guild_id": sample.GUILD_ID, "channel_id": sample.GAMES}
        assert await bot.event("WEBHOOKS_UPDATE") == told
        for path in (WEBHOOKS, f"/guilds/{sample.GUILD_ID}/webhooks"):
            assert (await bot.call("GET", path))[1] == [webhook]
        one = f"/webhooks/{webhook['id']}"
        assert (await bot.call("GET", one))[1] == webhook
        assert "user" not in (await bot.call("GET", f"{one}/{webhook['token']}", token=""))[1]
        _, changed = await bot.call("PATCH", one, {"name": "Crier", "channel_id": sample.GENERAL})
        assert (changed["name"], changed["channel_id"]) == ("Crier", sample.GENERAL)
        assert (await say(bot, webhook, {"content": "x"}))["channel_id"] == sample.GENERAL
        _, changed = await bot.call("PATCH", f"{one}/{webhook['token']}", {"name": "Herald"}, token="")
        assert changed["name"] == "Herald"
        assert await bot.call("DELETE", one) == (204, "")
        assert (await bot.call("GET", one))[1]["code"] == 10015
        second = await made(bot)
        path = f"/webhooks/{second['id']}/{second['token']}"
        assert await bot.call("DELETE", path, token="") == (204, "")


async def test_a_webhook_goes_with_its_channel(bot: RawBot, ada: Person) -> None:
    webhook = await made(bot)
    await ada.do("delete_channel", channel_id=sample.GAMES)
    assert (await bot.call("GET", f"/webhooks/{webhook['id']}"))[1]["code"] == 10015


async def test_what_cannot_be_done_with_webhooks_is_refused(bot: RawBot) -> None:
    webhook = await made(bot)
    path = f"/webhooks/{webhook['id']}"
    for body, place, code in (
        ({"name": ""}, "name", "BASE_TYPE_REQUIRED"),
        ({"name": "x" * 81}, "name", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "Discordia"}, "name", "USERNAME_INVALID_CONTAINS"),
        ({"name": "x", "avatar": "data:image/png;base64,!"}, "avatar", "IMAGE_INVALID"),
    ):
        status, reply = await bot.call("POST", WEBHOOKS, body)
        assert (status, codes(reply["errors"])) == (400, {place: code}), body
    for wrong, number in (
        ({}, 50006),
        ({"content": "x" * 2001}, 50035),
        ({"content": "x", "username": "x" * 81}, 50035),
    ):
        assert (await bot.call("POST", f"{path}/{webhook['token']}", wrong, token=""))[1]["code"] == number
    for method, suffix in (("GET", ""), ("POST", ""), ("PATCH", "/messages/1")):
        status, reply = await bot.call(method, f"{path}/wrong{suffix}", {"content": "x"}, token="")
        assert (status, reply["code"]) == (401, 50027)
    other = bot.discord.applications[1].token
    for method, place in (("GET", path), ("GET", WEBHOOKS), ("POST", WEBHOOKS), ("DELETE", path)):
        status, reply = await bot.call(method, place, {"name": "x"}, token=other)
        assert (status, reply["code"]) in ((403, 50001), (403, 50013)), (method, place)
    for _ in range(14):
        await made(bot)
    assert (await bot.call("POST", WEBHOOKS, {"name": "x"}))[1]["code"] == 30007


@pytest.mark.usefixtures("quiet")
async def test_discord_py_uses_webhooks(discord: LocalDiscord, ada: Person) -> None:
    async with logged_in(Client(), discord) as client:
        games = client.get_channel(int(sample.GAMES))
        assert isinstance(games, dpy.TextChannel)
        heard = asyncio.create_task(client.wait_for("webhooks_update"))
        await asyncio.sleep(0)
        webhook = await games.create_webhook(name="Herald")
        assert await heard == games
        sent = await webhook.send("Hear ye", username="The king", wait=True)
        assert (sent.author.name, sent.webhook_id) == ("The king", webhook.id)
        await sent.edit(content="Hear me")
        await ada.wait_for(lambda one: one["content"] == "Hear me")
        thread = await games.create_thread(name="Table 1", type=dpy.ChannelType.public_thread)
        inside = await webhook.send("Inside", thread=thread, wait=True)
        assert inside.channel == thread
        await webhook.send(embed=dpy.Embed(title="Nobody waits"))
        partial = dpy.Webhook.partial(webhook.id, webhook.token or "", client=client)
        assert (await partial.fetch(prefer_auth=False)).name == "Herald"
        assert (await partial.fetch_message(sent.id)).content == "Hear me"
        assert await games.webhooks() == [webhook]
        await sent.delete()
        assert (await webhook.edit(name="Crier")).name == "Crier"
        await webhook.delete()
        with pytest.raises(dpy.NotFound):
            await webhook.send("x", wait=True)
