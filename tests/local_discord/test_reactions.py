"""Reactions: who may add and remove them, who is told, and what a message says about them."""

from urllib.parse import quote

import pytest

from local_discord import sample
from local_discord.gateway import Intent
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import Json, RawBot

THUMB, HEART = "👍", "❤️"
WITH_REACTIONS = int(Intent.GUILDS | Intent.GUILD_MESSAGE_REACTIONS | Intent.DIRECT_MESSAGE_REACTIONS)


def path_of(message: Json, emoji: str = "", who: str = "") -> str:
    parts = [f"/channels/{message['channel_id']}/messages/{message['id']}/reactions", quote(emoji), who]
    return "/".join(part for part in parts if part)


async def react(bot: RawBot, message: Json, emoji: str = THUMB) -> tuple[int, Json]:
    return await bot.call("PUT", path_of(message, emoji, "@me"))


async def reactions_of(bot: RawBot, message: Json) -> list[Json]:
    _, found = await bot.call("GET", f"/channels/{message['channel_id']}/messages/{message['id']}")
    return list(found.get("reactions", []))


async def test_a_reaction_is_counted_and_says_whether_it_is_yours(ada: Person, bot: RawBot) -> None:
    _, message = await bot.post(sample.GAMES, {"content": "x"})
    assert (await react(bot, message))[0] == 204
    await react(bot, message)
    await ada.marks.react(await ada.wait_for(lambda m: m["id"] == message["id"]), THUMB)
    (seen,) = await reactions_of(bot, message)
    assert (seen["emoji"], seen["count"], seen["me"]) == ({"id": None, "name": THUMB}, 2, True)
    assert (await bot.call("DELETE", path_of(message, THUMB, "@me")))[0] == 204
    (seen,) = await reactions_of(bot, message)
    assert (seen["count"], seen["me"]) == (1, False)


async def test_a_person_sees_reactions_come_and_go(ada: Person, emi: Person, bot: RawBot) -> None:
    said = await ada.say("games", "hello")
    await emi.marks.react(said, THUMB)
    seen = await ada.wait_for(lambda m: m.get("reactions"))
    assert [(one["count"], one["me"]) for one in seen["reactions"]] == [(1, False)]
    assert emi.sees.current(said)["reactions"][0]["me"]
    await emi.marks.unreact(said, THUMB)
    await ada.wait_until(lambda: not ada.sees.current(said)["reactions"])


async def test_those_who_reacted_are_listed_in_pages(
    ada: Person, emi: Person, bot: RawBot, discord: LocalDiscord
) -> None:
    said = await ada.say("games", "hello")
    for one in (ada, emi):
        await one.marks.react(said, THUMB)
    await react(bot, said)
    _, everybody = await bot.call("GET", path_of(said, THUMB))
    ids = sorted([sample.ADA, sample.EMI, bot.application.id], key=int)
    assert [one["id"] for one in everybody] == ids
    _, rest = await bot.call("GET", f"{path_of(said, THUMB)}?limit=1&after={ids[0]}")
    assert [one["id"] for one in rest] == [ids[1]]
    assert (await bot.call("GET", path_of(said, HEART)))[1] == []


async def test_a_bot_hears_of_reactions_only_with_the_intent(ada: Person, discord: LocalDiscord) -> None:
    async with (
        RawBot.connect(discord, intents=WITH_REACTIONS) as told,
        RawBot.connect(discord, application=1) as untold,
    ):
        said = await ada.say("games", "hello")
        await ada.marks.react(said, THUMB)
        added = await told.event("MESSAGE_REACTION_ADD")
        assert (added["user_id"], added["message_id"], added["emoji"]["name"]) == (
            sample.ADA,
            said["id"],
            THUMB,
        )
        assert added["member"]["user"]["id"] == sample.ADA
        assert added["message_author_id"] == sample.ADA
        await ada.marks.unreact(said, THUMB)
        removed = await told.event("MESSAGE_REACTION_REMOVE")
        assert (removed["user_id"], removed["guild_id"]) == (sample.ADA, sample.GUILD_ID)
        assert not any("REACTION" in name for name in untold.names())


async def test_a_moderating_bot_clears_the_reactions_of_others(ada: Person, discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, intents=WITH_REACTIONS) as bot:
        said = await ada.say("games", "hello")
        for emoji in (THUMB, HEART):
            await ada.marks.react(said, emoji)
        for path in (path_of(said, THUMB, sample.ADA), path_of(said, HEART), path_of(said)):
            assert (await bot.call("DELETE", path))[1]["code"] == 50013
        discord.world.guilds[sample.GUILD_ID].members[bot.application.id].roles.append(
            sample.MODERATOR_ROLE_ID
        )
        assert (await bot.call("DELETE", path_of(said, THUMB, sample.ADA)))[0] == 204
        assert (await bot.event("MESSAGE_REACTION_REMOVE"))["emoji"]["name"] == THUMB
        assert (await bot.call("DELETE", path_of(said, HEART)))[0] == 204
        assert (await bot.event("MESSAGE_REACTION_REMOVE_EMOJI"))["emoji"]["name"] == HEART
        await ada.marks.react(said, THUMB)
        assert (await bot.call("DELETE", path_of(said)))[0] == 204
        assert (await bot.event("MESSAGE_REACTION_REMOVE_ALL"))["message_id"] == said["id"]
        assert await reactions_of(bot, said) == []


async def test_nobody_removes_the_others_reaction_in_direct_messages(ada: Person, bot: RawBot) -> None:
    _, direct = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA})
    _, message = await bot.post(direct["id"], {"content": "x"})
    await ada.marks.react(await ada.wait_for(lambda m: m["id"] == message["id"]), THUMB)
    assert (await bot.call("DELETE", path_of(message, THUMB, sample.ADA)))[1]["code"] == 50003
    assert (await bot.call("DELETE", path_of(message)))[1]["code"] == 50003


async def test_a_reaction_is_refused_for_a_reason(ada: Person, bot: RawBot, discord: LocalDiscord) -> None:
    said = await ada.say("games", "hello")
    for emoji in ("x", "spade:123", "spade:x"):
        assert (await react(bot, said, emoji))[1]["code"] == 10014
    assert (await react(bot, said | {"id": "1"}))[1]["code"] == 10008
    await ada.marks.react(said, THUMB)
    discord.faults.forbid({sample.GAMES: ["ADD_REACTIONS"]})
    assert (await react(bot, said, HEART))[1]["code"] == 50013
    assert (await react(bot, said, THUMB))[0] == 204
    discord.faults.forbid({sample.GAMES: ["READ_MESSAGE_HISTORY"]})
    assert (await react(bot, said, THUMB))[1]["code"] == 50013


async def test_a_message_has_twenty_kinds_of_reactions_at_most(ada: Person, bot: RawBot) -> None:
    said = await ada.say("games", "hello")
    for number in range(20):
        assert (await react(bot, said, chr(0x1F600 + number)))[0] == 204
    assert (await react(bot, said, chr(0x1F600 + 20)))[1]["code"] == 30010
    assert (await react(bot, said, chr(0x1F600)))[0] == 204


async def test_a_bot_reacts_with_its_own_emoji_and_a_person_joins_in(ada: Person, bot: RawBot) -> None:
    image = "data:image/png;base64,iVBORw0KGgo="
    _, emoji = await bot.call(
        "POST", f"/applications/{bot.application.id}/emojis", {"name": "spade", "image": image}
    )
    said = await ada.say("games", "hello")
    named = f"spade:{emoji['id']}"
    with pytest.raises(Refused, match="isn't an emoji that you can use"):
        await ada.marks.react(said, named)
    assert (await react(bot, said, named))[0] == 204
    await ada.marks.react(said, named)
    (seen,) = await reactions_of(bot, said)
    assert seen["emoji"] == {"id": emoji["id"], "name": "spade"}
    assert seen["count"] == 2


async def test_a_member_who_cannot_add_reactions_can_join_in(ada: Person, emi: Person, bot: RawBot) -> None:
    _, message = await bot.post(sample.GAMES, {"content": "x"})
    everyone = bot.discord.world.guilds[sample.GUILD_ID].roles[sample.GUILD_ID]
    everyone.permissions &= ~(1 << 6)
    seen = await emi.wait_for(lambda m: m["id"] == message["id"])
    with pytest.raises(Refused, match="add reactions"):
        await emi.marks.react(seen, THUMB)
    await ada.marks.react(seen, THUMB)
    await emi.marks.react(seen, THUMB)
    assert emi.sees.current(message)["reactions"][0]["count"] == 2
