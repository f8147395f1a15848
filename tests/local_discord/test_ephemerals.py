"""Messages that only the person who asked can see."""

import pytest

from local_discord import sample
from local_discord.gateway import Intent
from local_discord.person import Person, Refused, is_ephemeral, text_of
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.asking import ROW, greeted
from tests.local_discord.raw_bot import INTENTS, Json, RawBot
from tests.local_discord.six_servers import WORLD, guild, room, shard, untold

ANSWER: Json = {"type": 4, "data": {"content": "psst", "flags": 64}}


class TestEphemeral:
    async def test_only_the_person_sees_it(self, ada: Person, emi: Person, bot: RawBot) -> None:
        interaction_id, told = await greeted(ada, bot)
        await bot.answer(told, {"type": 4, "data": {"content": "psst", "flags": 64}})
        message = await ada.reply_to(interaction_id)
        await bot.follow_up(told, {"content": "for all"})
        await emi.wait_for(lambda one: one["content"] == "for all")
        assert is_ephemeral(message)
        assert [text_of(one) for one in emi.sees.in_channel("games")] == ["for all"]
        assert emi.sees.unread[sample.GAMES]["count"] == 1

    async def test_it_is_not_found_in_the_channel(self, ada: Person, bot: RawBot) -> None:
        interaction_id, told = await greeted(ada, bot)
        await bot.answer(told, {"type": 4, "data": {"content": "psst", "flags": 64}})
        message = await ada.reply_to(interaction_id)
        path = f"/channels/{sample.GAMES}/messages"
        assert (await bot.call("GET", path))[1] == []
        for method in ("GET", "PATCH", "DELETE"):
            status, reply = await bot.call(method, f"{path}/{message['id']}", {"content": "x"})
            assert (status, reply["code"]) == (404, 10008)
        assert (await bot.original("GET", told))[1]["id"] == message["id"]

    async def test_nobody_else_can_press_it(self, ada: Person, emi: Person, bot: RawBot) -> None:
        interaction_id, told = await greeted(ada, bot)
        await bot.answer(told, {"type": 4, "data": {"content": "psst", "flags": 64, "components": [ROW]}})
        message = await ada.reply_to(interaction_id)
        with pytest.raises(Refused, match="doesn't exist"):
            await emi.press(message, "go")

    async def test_it_can_be_dismissed(self, ada: Person, bot: RawBot) -> None:
        interaction_id, told = await greeted(ada, bot)
        await bot.answer(told, {"type": 4, "data": {"content": "psst", "flags": 64}})
        message = await ada.reply_to(interaction_id)
        await ada.do("dismiss", message_id=message["id"])
        await ada.wait_gone(message)
        status, reply = await bot.original("PATCH", told, {"content": "still there?"})
        assert (status, reply["code"]) == (404, 10008)


class TestWhatTheBotHearsOfItsOwn:
    async def test_an_answer_arrives_as_a_direct_message_would(self, ada: Person, bot: RawBot) -> None:
        _, told = await greeted(ada, bot)
        await bot.answer(told, ANSWER)
        created = await bot.event("MESSAGE_CREATE")
        assert (created["content"], created["flags"], created["channel_id"]) == ("psst", 64, sample.GAMES)
        assert created["author"]["id"] == bot.application.id
        assert not created.keys() & {"guild_id", "member"}

    async def test_a_follow_up_its_edit_and_its_end_arrive_too(self, ada: Person, bot: RawBot) -> None:
        _, told = await greeted(ada, bot)
        await bot.answer(told, {"type": 4, "data": {"content": "for all"}})
        _, sent = await bot.follow_up(told, {"content": "psst", "flags": 64})
        await bot.original("PATCH", told, {"content": "pssst"}, sent["id"])
        await bot.original("DELETE", told, message=sent["id"])
        assert (await bot.event("MESSAGE_CREATE"))["guild_id"] == sample.GUILD_ID
        assert (await bot.event("MESSAGE_CREATE"))["id"] == sent["id"]
        updated = await bot.event("MESSAGE_UPDATE")
        assert (updated["content"], updated["flags"]) == ("pssst", 64)
        assert not updated.keys() & {"guild_id", "member"}
        assert await bot.event("MESSAGE_DELETE") == {"id": sent["id"], "channel_id": sample.GAMES}

    async def test_an_answer_that_was_put_off_is_updated_once_it_has_content(
        self, ada: Person, bot: RawBot
    ) -> None:
        _, told = await greeted(ada, bot)
        await bot.answer(told, {"type": 5, "data": {"flags": 64}})
        await bot.original("PATCH", told, {"content": "at last"})
        assert (await bot.event("MESSAGE_CREATE"))["flags"] & 64
        updated = await bot.event("MESSAGE_UPDATE")
        assert (updated["content"], updated["flags"]) == ("at last", 64)

    async def test_only_their_bot_hears_of_them_if_it_listens_to_direct_messages(
        self, discord: LocalDiscord, ada: Person, bot: RawBot
    ) -> None:
        without = INTENTS & ~Intent.DIRECT_MESSAGES
        async with (
            RawBot.connect(discord, application=1) as other,
            RawBot.connect(discord, intents=without) as deaf,
        ):
            _, told = await greeted(ada, bot)
            await bot.answer(told, ANSWER)
            await bot.event("MESSAGE_CREATE")
            assert "MESSAGE_CREATE" not in await other.heard() + await deaf.heard()

    async def test_a_person_who_dismisses_one_tells_nobody(self, ada: Person, bot: RawBot) -> None:
        interaction_id, told = await greeted(ada, bot)
        await bot.answer(told, ANSWER)
        await bot.event("MESSAGE_CREATE")
        message = await ada.reply_to(interaction_id)
        await ada.do("dismiss", message_id=message["id"])
        assert "MESSAGE_DELETE" not in await bot.heard()

    async def test_shard_0_hears_of_them_wherever_they_are(self) -> None:
        async with (
            LocalDiscord(WORLD, sharding=NO_WAITING) as discord,
            shard(discord, 0) as first,
            shard(discord, 1) as second,
            Person.connect(discord.url, sample.ADA) as ada,
        ):
            path = f"/applications/{first.application.id}/commands"
            await first.call("PUT", path, [{"name": "greet", "description": "Say hello"}])
            await ada.do("command", name="greet", channel_id=room(1), guild_id=guild(1))
            await second.answer(await second.event("INTERACTION_CREATE"), ANSWER)
            assert (await first.event("MESSAGE_CREATE"))["channel_id"] == room(1)
            assert await untold([second])
