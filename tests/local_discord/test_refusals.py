"""What Discord refuses for reasons that a bot can't see: people's settings, moderation, its own judgement."""

import pytest

from local_discord import sample
from local_discord.person import Person, Refused
from local_discord.refusals import EVERY
from tests.local_discord.asking import ROW, greeted
from tests.local_discord.raw_bot import Json, RawBot

DIRECTS = "/users/@me/channels"
FILE = [("a.txt", b"a")]


async def opened(bot: RawBot, person_id: str) -> tuple[int, Json]:
    return await bot.call("POST", DIRECTS, {"recipient_id": person_id})


class TestDirectMessages:
    @pytest.mark.parametrize(
        ("code", "status"),
        [(50007, 400), (50033, 400), (40003, 400), (20026, 403), (10013, 404), (50009, 403)],
    )
    async def test_nobody_can_open_those_of_a_person_who_refuses_them(
        self, ada: Person, bot: RawBot, code: int, status: int
    ) -> None:
        await ada.do("faults", refused_dms={sample.EMI: code})
        refused, answer = await opened(bot, sample.EMI)
        assert (refused, answer["code"]) == (status, code)
        assert (await opened(bot, sample.ADA))[0] == 200
        await ada.do("faults", refused_dms={})
        assert (await opened(bot, sample.EMI))[0] == 200

    async def test_posts_and_edits_are_refused_each_on_their_own(self, ada: Person, bot: RawBot) -> None:
        _, channel = await opened(bot, sample.EMI)
        _, sent = await bot.post(channel["id"], {"content": "x"})
        edit = "PATCH", f"/channels/{channel['id']}/messages/{sent['id']}", {"content": "y"}
        await ada.do("faults", refused_dm_posts={sample.EMI: 20026})
        status, answer = await bot.post(channel["id"], {"content": "x"})
        assert (status, answer["code"]) == (403, 20026)
        assert (await bot.call(*edit))[0] == 200
        await ada.do("faults", refused_dm_posts={}, refused_dm_edits={EVERY: 50007})
        assert (await bot.post(channel["id"], {"content": "x"}))[0] == 200
        status, answer = await bot.call(*edit)
        assert (status, answer["code"]) == (403, 50007)

    async def test_a_code_that_discord_never_gives_there_is_refused_with_a_sentence(
        self, ada: Person, bot: RawBot
    ) -> None:
        with pytest.raises(Refused, match=r"refused_dms can have one of the codes .* not 200000"):
            await ada.do("faults", refused_dms={sample.EMI: 200000})


class TestModeration:
    @pytest.mark.parametrize(("code", "status"), [(200000, 400), (240000, 400), (400001, 403), (40005, 413)])
    async def test_a_channel_refuses_messages_and_edits_or_only_those_with_files(
        self, ada: Person, bot: RawBot, code: int, status: int
    ) -> None:
        _, sent = await bot.post(sample.GAMES, {"content": "x"})
        path = f"/channels/{sample.GAMES}/messages/{sent['id']}"
        for fault, files in (("refused_messages", []), ("refused_files", FILE)):
            off: Json = {"refused_messages": {}, "refused_files": {}}
            await ada.do("faults", **off | {fault: {sample.GAMES: code}})
            for refused, answer in (
                await bot.post(sample.GAMES, {"content": "y"}, files=files),
                await bot.call("PATCH", path, {"content": "y"}, files=files),
            ):
                assert (refused, answer["code"]) == (status, code)
            assert (await bot.post(sample.GENERAL, {"content": "y"}, files=files))[0] == 200
        assert (await bot.call("PATCH", path, {"content": "z"}))[0] == 200

    async def test_threads_are_moderated_with_their_channel(self, ada: Person, bot: RawBot) -> None:
        made = await ada.do("create_thread", channel_id=sample.GAMES, name="side room")
        await ada.do("faults", refused_messages={sample.GAMES: 200000})
        assert (await bot.post(made["channel"]["id"], {"content": "x"}))[1]["code"] == 200000

    async def test_an_answer_and_its_edits_are_refused_too_and_another_answer_is_not(
        self, ada: Person, bot: RawBot
    ) -> None:
        _, told = await greeted(ada, bot)
        await ada.do("faults", refused_files={EVERY: 400001})
        with_file = {"type": 4, "data": {"content": "x"}}
        status, answer = await bot.answer(told, with_file, files=FILE)
        assert (status, answer["code"]) == (403, 400001)
        assert (await bot.answer(told, with_file))[0] == 200
        await ada.do("faults", refused_messages={EVERY: 200000})
        for status, answer in (
            await bot.original("PATCH", told, {"content": "y"}),
            await bot.follow_up(told, {"content": "y"}),
        ):
            assert (status, answer["code"]) == (400, 200000)

    async def test_a_press_that_only_acknowledges_is_not_moderated(self, ada: Person, bot: RawBot) -> None:
        _, sent = await bot.post(sample.GAMES, {"content": "x", "components": [ROW]})
        await ada.wait_for(lambda one: one["id"] == sent["id"])
        await ada.do("faults", refused_messages={sample.GAMES: 200000})
        await ada.press(sent, "go")
        told = await bot.event("INTERACTION_CREATE")
        assert (await bot.answer(told, {"type": 6}))[0] == 200
