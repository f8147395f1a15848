"""Pins: who may pin, the events about it, and the lists of pinned messages."""

from urllib.parse import quote

import pytest

from local_discord import sample
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import Json, RawBot

PINS = f"/channels/{sample.GAMES}/messages/pins"


@pytest.fixture
def moderator(bot: RawBot, discord: LocalDiscord) -> RawBot:
    """The bot with the role that may pin."""
    discord.world.guilds[sample.GUILD_ID].members[bot.application.id].roles.append(sample.MODERATOR_ROLE_ID)
    return bot


async def posted(bot: RawBot, content: str = "x") -> Json:
    _, message = await bot.post(sample.GAMES, {"content": content})
    return dict(message)


async def test_a_pin_is_told_and_leaves_a_line_in_the_channel(ada: Person, moderator: RawBot) -> None:
    message = await posted(moderator)
    assert (await moderator.call("PUT", f"{PINS}/{message['id']}"))[0] == 204
    told = await moderator.event("CHANNEL_PINS_UPDATE")
    assert (told["channel_id"], told["guild_id"]) == (sample.GAMES, sample.GUILD_ID)
    assert (await moderator.event("MESSAGE_UPDATE"))["pinned"]
    line = await ada.wait_for(lambda m: m["type"] == 6)
    assert line["message_reference"]["message_id"] == message["id"]
    assert line["author"]["id"] == moderator.application.id
    assert ada.sees.current(message)["pinned"]
    _, channel = await moderator.call("GET", f"/channels/{sample.GAMES}")
    assert channel["last_pin_timestamp"] == told["last_pin_timestamp"]


async def test_what_is_pinned_already_is_not_pinned_again(ada: Person, moderator: RawBot) -> None:
    message = await posted(moderator)
    for _ in range(2):
        assert (await moderator.call("PUT", f"{PINS}/{message['id']}"))[0] == 204
    await posted(moderator, "after")
    await ada.wait_for(lambda m: m["content"] == "after")
    assert len([one for one in ada.sees.in_channel("games") if one["type"] == 6]) == 1


async def test_pins_are_listed_newest_first_and_in_pages(moderator: RawBot) -> None:
    messages = [await posted(moderator, str(number)) for number in range(3)]
    for message in messages:
        await moderator.call("PUT", f"{PINS}/{message['id']}")
    _, first = await moderator.call("GET", f"{PINS}?limit=2")
    assert [one["message"]["content"] for one in first["items"]] == ["2", "1"]
    assert first["has_more"]
    before = quote(first["items"][-1]["pinned_at"])
    _, second = await moderator.call("GET", f"{PINS}?before={before}")
    assert [one["message"]["content"] for one in second["items"]] == ["0"]
    assert not second["has_more"]
    _, old = await moderator.call("GET", f"/channels/{sample.GAMES}/pins")
    assert [one["content"] for one in old] == ["2", "1", "0"]


async def test_a_message_is_unpinned_by_either_route(ada: Person, moderator: RawBot) -> None:
    for route in (PINS, f"/channels/{sample.GAMES}/pins"):
        message = await posted(moderator)
        assert (await moderator.call("PUT", f"{route}/{message['id']}"))[0] == 204
        assert (await moderator.call("DELETE", f"{route}/{message['id']}"))[0] == 204
        assert (await moderator.call("GET", PINS))[1]["items"] == []


async def test_a_deleted_message_is_no_longer_pinned(moderator: RawBot) -> None:
    message = await posted(moderator)
    await moderator.call("PUT", f"{PINS}/{message['id']}")
    await moderator.call("DELETE", f"/channels/{sample.GAMES}/messages/{message['id']}")
    assert (await moderator.call("GET", PINS))[1]["items"] == []


async def test_pinning_takes_the_permission(ada: Person, emi: Person, bot: RawBot) -> None:
    message = await posted(bot)
    assert (await bot.call("PUT", f"{PINS}/{message['id']}"))[1]["code"] == 50013
    assert (await bot.call("DELETE", f"{PINS}/{message['id']}"))[1]["code"] == 50013
    seen = await emi.wait_for(lambda m: m["id"] == message["id"])
    with pytest.raises(Refused, match="pin messages"):
        await emi.marks.pin(seen)
    await ada.marks.pin(seen)
    await emi.wait_until(lambda: emi.sees.current(message)["pinned"])
    assert [one["id"] for one in await emi.marks.pins("games")] == [message["id"]]
    await ada.marks.unpin(seen)
    assert await emi.marks.pins("games") == []


async def test_both_sides_pin_in_direct_messages(ada: Person, bot: RawBot) -> None:
    _, direct = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA})
    _, message = await bot.post(direct["id"], {"content": "x"})
    pins = f"/channels/{direct['id']}/messages/pins"
    assert (await bot.call("PUT", f"{pins}/{message['id']}"))[0] == 204
    await ada.marks.unpin(await ada.wait_for(lambda m: m["id"] == message["id"]))
    assert (await bot.call("GET", pins))[1]["items"] == []


async def test_a_line_about_a_pin_cannot_be_pinned(ada: Person, moderator: RawBot) -> None:
    message = await posted(moderator)
    await moderator.call("PUT", f"{PINS}/{message['id']}")
    line = await ada.wait_for(lambda m: m["type"] == 6)
    assert (await moderator.call("PUT", f"{PINS}/{line['id']}"))[1]["code"] == 50021


async def test_without_the_history_there_are_no_pins_to_see(moderator: RawBot, discord: LocalDiscord) -> None:
    message = await posted(moderator)
    await moderator.call("PUT", f"{PINS}/{message['id']}")
    discord.faults.forbid({sample.GAMES: ["READ_MESSAGE_HISTORY"]})
    assert (await moderator.call("GET", PINS))[1] == {"items": [], "has_more": False}


async def test_a_channel_has_room_for_250_pins(moderator: RawBot, discord: LocalDiscord) -> None:
    for _ in range(250):
        message = await posted(moderator)
        assert (await moderator.call("PUT", f"{PINS}/{message['id']}"))[0] == 204
    message = await posted(moderator)
    assert (await moderator.call("PUT", f"{PINS}/{message['id']}"))[1]["code"] == 30003


async def test_a_bad_page_of_pins_is_refused(moderator: RawBot) -> None:
    for query in ("limit=0", "limit=51", "before=yesterday"):
        assert (await moderator.call("GET", f"{PINS}?{query}"))[1]["code"] == 50035
