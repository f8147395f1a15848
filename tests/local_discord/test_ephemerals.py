"""Messages that only the person who asked can see."""

import pytest

from local_discord import sample
from local_discord.person import Person, Refused, is_ephemeral, text_of
from tests.local_discord.asking import ROW, greeted
from tests.local_discord.raw_bot import RawBot


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
