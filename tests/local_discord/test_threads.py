"""Threads that are archived, locked or private."""

import pytest

from local_discord import sample
from local_discord.applications import Application
from local_discord.interactions import Deadlines
from local_discord.person import Person, Refused
from local_discord.ratelimit import NO_LIMITS
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from tests.local_discord.asking import ROW
from tests.local_discord.raw_bot import Json, RawBot

HELLO: Json = {"type": 4, "data": {"content": "hello"}}
PSST: Json = {"type": 4, "data": {"content": "psst", "flags": 64}}


@pytest.fixture
async def thread(ada: Person, bot: RawBot) -> Json:
    """A public thread of Ada's in #games; the bot has heard of it."""
    started = await ada.threads.start("games", "Table")
    assert (await bot.event("THREAD_CREATE"))["id"] == started["id"]
    return started


async def offered(ada: Person, bot: RawBot, thread: Json) -> Json:
    """A message of the bot with a button in the thread, as Ada sees it."""
    _, message = await bot.post(thread["id"], {"content": "here", "components": [ROW]})
    return await ada.wait_for(lambda one: one["id"] == message["id"])


async def updated(bot: RawBot) -> Json:
    """What the next THREAD_UPDATE says of the thread."""
    return dict((await bot.event("THREAD_UPDATE"))["thread_metadata"])


async def asked(ada: Person, bot: RawBot, thread: Json) -> Json:
    """Ada uses /greet in the thread; returns the bot's event."""
    await ada.command("greet", channel=thread["id"])
    return await bot.event("INTERACTION_CREATE")


def path_of(message: Json) -> str:
    return f"/channels/{message['channel_id']}/messages/{message['id']}"


class TestArchiving:
    async def test_a_thread_in_which_nobody_writes_archives_itself(self) -> None:
        async with (
            LocalDiscord(limits=NO_LIMITS, sharding=NO_WAITING, deadlines=Deadlines(archive=0.2)) as discord,
            RawBot.connect(discord) as bot,
            Person.connect(discord.url, sample.ADA) as ada,
        ):
            thread = await ada.threads.start("games", "Table")
            said = await updated(bot)
            assert said["archived"]
            assert said["archive_timestamp"] > said["create_timestamp"]
            await ada.wait_until(lambda: ada.sees.channel(thread["id"])["thread_metadata"]["archived"])
            await ada.say(thread["id"], "wake up")
            assert not (await updated(bot))["archived"]
            assert (await updated(bot))["archived"], "it falls asleep again"

    async def test_a_thread_says_how_long_it_waits(self, ada: Person, bot: RawBot, thread: Json) -> None:
        assert thread["thread_metadata"]["auto_archive_duration"] == 1440
        body = {"name": "Short", "type": 11, "auto_archive_duration": 60}
        _, short = await bot.call("POST", f"/channels/{sample.GAMES}/threads", body)
        assert short["thread_metadata"]["auto_archive_duration"] == 60
        _, longer = await bot.call("PATCH", f"/channels/{short['id']}", {"auto_archive_duration": 4320})
        assert longer["thread_metadata"]["auto_archive_duration"] == 4320

    async def test_a_new_message_wakes_it_and_an_edit_does_not(
        self, ada: Person, bot: RawBot, thread: Json
    ) -> None:
        message = await offered(ada, bot, thread)
        await ada.threads.archive(thread)
        assert (await updated(bot))["archived"]
        status, reply = await bot.call("PATCH", path_of(message), {"content": "x"})
        assert (status, reply["code"]) == (400, 50083)
        assert "THREAD_UPDATE" not in await bot.heard()
        assert (await bot.post(thread["id"], {"content": "awake"}))[0] == 200
        assert not (await updated(bot))["archived"]
        assert (await bot.call("PATCH", path_of(message), {"content": "x"}))[0] == 200

    async def test_an_answer_wakes_it_unless_only_one_person_sees_it(
        self, ada: Person, bot: RawBot, thread: Json
    ) -> None:
        await ada.threads.archive(thread)
        assert (await updated(bot))["archived"]
        assert (await bot.answer(await asked(ada, bot, thread), PSST))[0] == 200
        assert "THREAD_UPDATE" not in await bot.heard()
        assert (await bot.answer(await asked(ada, bot, thread), HELLO))[0] == 200
        assert not (await updated(bot))["archived"]

    async def test_its_messages_are_not_edited_by_an_interaction_either(
        self, ada: Person, bot: RawBot, thread: Json
    ) -> None:
        message = await offered(ada, bot, thread)
        await ada.press(message, "go")
        told = await bot.event("INTERACTION_CREATE")
        await bot.answer(told, {"type": 6})
        await ada.threads.archive(thread)
        status, reply = await bot.original("PATCH", told, {"content": "x"})
        assert (status, reply["code"]) == (400, 50083)

    async def test_only_the_desktop_client_presses_in_it(
        self, discord: LocalDiscord, ada: Person, bot: RawBot, thread: Json
    ) -> None:
        message = await offered(ada, bot, thread)
        await ada.threads.archive(thread)
        with pytest.raises(Refused, match="This thread is archived"):
            await ada.press(message, "go")
        async with Person.connect(discord.url, sample.EMI, on_desktop=True) as emi:
            await emi.press(message, "go")
            told = await bot.event("INTERACTION_CREATE")
        status, reply = await bot.answer(told, {"type": 7, "data": {"content": "x"}})
        assert (status, reply["code"]) == (400, 50083)

    async def test_whoever_may_write_opens_it_and_only_some_archive_it(
        self, discord: LocalDiscord, ada: Person, emi: Person, bot: RawBot, thread: Json
    ) -> None:
        with pytest.raises(Refused, match="manage threads"):
            await emi.threads.archive(thread)
        await ada.threads.archive(thread)
        await emi.threads.open(thread)
        assert [(await updated(bot))["archived"] for _ in range(2)] == [True, False]
        path = f"/channels/{thread['id']}"
        assert (await bot.call("PATCH", path, {"locked": True}))[1]["code"] == 50013
        assert (await bot.call("PATCH", path, {"archived": True}))[1]["code"] == 50013
        await ada.threads.archive(thread)
        assert (await bot.call("PATCH", path, {"locked": True}))[1]["code"] == 50013
        assert (await bot.call("PATCH", path, {"archived": False}))[0] == 200
        with pytest.raises(Refused, match="isn't a thread"):
            await ada.do("edit_thread", channel_id=sample.GAMES, archived=True)

    async def test_what_is_archived_is_not_deleted_for_bots_with_its_channel(
        self, ada: Person, bot: RawBot
    ) -> None:
        made = (await ada.do("create_channel", name="attic"))["channel"]
        await ada.wait_until(lambda: made["id"] in ada.sees.channels)
        awake = await ada.threads.start(made["id"], "awake")
        asleep = await ada.threads.start(made["id"], "asleep")
        await ada.threads.archive(asleep)
        await ada.do("delete_channel", channel_id=made["id"])
        assert (await bot.event("THREAD_DELETE"))["id"] == awake["id"]
        await bot.event("CHANNEL_DELETE")
        assert "THREAD_DELETE" not in await bot.heard()
        await ada.wait_until(lambda: asleep["id"] not in ada.sees.channels)


class TestLocked:
    @pytest.fixture(params=[False, True], ids=["active", "archived"])
    async def message(self, request: pytest.FixtureRequest, ada: Person, bot: RawBot, thread: Json) -> Json:
        """A message of the bot with a button, in a thread that is locked now, and archived or not."""
        message = await offered(ada, bot, thread)
        await ada.threads.lock(thread)
        assert (await updated(bot))["locked"]
        if request.param:
            await ada.threads.archive(thread)
            assert (await updated(bot))["archived"]
        return message | {"code": 50083 if request.param else 160005}

    async def test_a_bot_neither_writes_nor_edits_in_it(self, bot: RawBot, message: Json) -> None:
        status, reply = await bot.call("PATCH", path_of(message), {"content": "x"})
        assert (status, reply["code"]) == (400, message["code"])
        status, reply = await bot.post(message["channel_id"], {"content": "x"})
        assert (status, reply["code"]) == (400, message["code"])
        assert "THREAD_UPDATE" not in await bot.heard()

    async def test_answers_are_refused_and_completions_are_not(
        self, discord: LocalDiscord, ada: Person, bot: RawBot, thread: Json, message: Json
    ) -> None:
        told = await asked(ada, bot, thread)
        for body in (HELLO, PSST, {"type": 5}):
            status, reply = await bot.answer(told, body)
            assert (status, reply["code"]) == (403, 50083)
        async with Person.connect(discord.url, sample.EMI, on_desktop=True) as emi:
            await emi.press(message, "go")
            told = await bot.event("INTERACTION_CREATE")
        for body in ({"type": 6}, {"type": 7, "data": {"content": "x"}}):
            status, reply = await bot.answer(told, body)
            assert (status, reply["code"]) == (403, 50083)

    async def test_follow_ups_are_refused_too(self, ada: Person, bot: RawBot, thread: Json) -> None:
        told = await asked(ada, bot, thread)
        await bot.answer(told, HELLO)
        await ada.threads.lock(thread)
        assert (await bot.follow_up(told, {"content": "x"}))[1]["code"] == 50083
        assert (await bot.original("PATCH", told, {"content": "x"}))[1]["code"] == 50083

    async def test_only_those_who_manage_threads_unlock_it(
        self, ada: Person, emi: Person, bot: RawBot, thread: Json, message: Json
    ) -> None:
        for doing in (emi.threads.open, emi.threads.unlock):
            with pytest.raises(Refused, match="manage threads"):
                await doing(thread)
        status, reply = await bot.call("PATCH", f"/channels/{thread['id']}", {"archived": False})
        assert (status, reply["code"]) == (403, 50013)
        await ada.threads.unlock(thread)
        await ada.say(thread["id"], "open")
        assert (await bot.call("PATCH", path_of(message), {"content": "x"}))[0] == 200

    async def test_a_bots_own_message_is_deleted_in_it_unless_it_is_archived(
        self, bot: RawBot, message: Json
    ) -> None:
        status, _ = await bot.call("DELETE", path_of(message))
        assert status == (400 if message["code"] == 50083 else 204)


class TestLockedForAModerator:
    @pytest.fixture
    def applications(self) -> list[Application | str]:
        return [Application("Test Bot", permissions=["MANAGE_THREADS"]), "Other"]

    async def test_a_bot_that_manages_threads_writes_edits_and_answers(
        self, ada: Person, bot: RawBot, thread: Json
    ) -> None:
        message = await offered(ada, bot, thread)
        await ada.threads.lock(thread)
        assert (await bot.call("PATCH", path_of(message), {"content": "x"}))[0] == 200
        assert (await bot.post(thread["id"], {"content": "x"}))[0] == 200
        assert (await bot.answer(await asked(ada, bot, thread), HELLO))[0] == 200


class TestPrivate:
    @pytest.fixture
    async def between_us(self, ada: Person, emi: Person) -> Json:
        """A private thread of Emi's, who doesn't manage threads, and no bot is in it."""
        return await emi.threads.start("games", "Between us", private=True)

    async def test_a_bot_that_is_not_in_it_hears_and_reaches_nothing(
        self, emi: Person, bot: RawBot, between_us: Json
    ) -> None:
        await emi.say(between_us["id"], "alone")
        assert not {"THREAD_CREATE", "MESSAGE_CREATE"} & set(await bot.heard())
        assert (between_us["type"], between_us["thread_metadata"]["invitable"]) == (12, True)
        path = f"/channels/{between_us['id']}"
        for request in (
            bot.call("GET", path),
            bot.post(between_us["id"], {"content": "x"}),
            bot.call("GET", f"{path}/thread-members/{sample.EMI}"),
            bot.call("PUT", f"{path}/thread-members/@me"),
        ):
            status, reply = await request
            assert (status, reply["code"]) == (403, 50001)

    async def test_it_answers_interactions_there_and_is_no_member_by_that(
        self, emi: Person, bot: RawBot, between_us: Json
    ) -> None:
        interaction_id = await emi.command("greet", channel=between_us["id"])
        told = await bot.event("INTERACTION_CREATE")
        assert "member" not in told["channel"]
        assert int(told["app_permissions"]) & 1 << 38, "its permissions say nothing of the membership"
        await bot.answer(told, HELLO)
        message = await emi.reply_to(interaction_id)
        assert message["content"] == "hello"
        await bot.original("PATCH", told, {"content": "edited"})
        assert (await bot.call("PATCH", path_of(message), {"content": "x"}))[1]["code"] == 50001
        assert not {"THREAD_CREATE", "MESSAGE_CREATE"} & set(await bot.heard())

    async def test_a_mention_adds_a_bot_which_hears_the_message(
        self, emi: Person, bot: RawBot, between_us: Json
    ) -> None:
        await emi.say(between_us["id"], f"<@{bot.application.id}> join us")
        created = await bot.event("THREAD_CREATE")
        assert created["member"]["user_id"] == bot.application.id
        assert "newly_created" not in created
        added = await bot.event("THREAD_MEMBERS_UPDATE")
        assert [one["user_id"] for one in added["added_members"]] == [bot.application.id]
        assert (await bot.event("MESSAGE_CREATE"))["content"].endswith("join us")
        assert (await bot.post(between_us["id"], {"content": "hello"}))[0] == 200

    async def test_a_member_adds_and_only_some_remove_people(
        self, discord: LocalDiscord, emi: Person, bot: RawBot, between_us: Json
    ) -> None:
        async with Person.connect(discord.url, sample.FARID) as farid:
            assert between_us["id"] not in farid.sees.channels
            await emi.threads.add(between_us, farid.id)
            await farid.wait_until(lambda: between_us["id"] in farid.sees.channels)
            with pytest.raises(Refused, match="manage threads"):
                await farid.threads.remove(between_us, emi.id)
            await farid.threads.remove(between_us, farid.id)
            await farid.wait_until(lambda: between_us["id"] not in farid.sees.channels)
            with pytest.raises(Refused, match="doesn't exist"):
                await farid.do("say", channel_id=between_us["id"], content="let me in")

    async def test_a_removed_bot_hears_it_and_loses_access(
        self, ada: Person, emi: Person, bot: RawBot, between_us: Json
    ) -> None:
        await emi.threads.add(between_us, bot.application.id)
        await bot.event("THREAD_MEMBERS_UPDATE")
        await ada.threads.remove(between_us, bot.application.id)
        gone = await bot.event("THREAD_MEMBERS_UPDATE")
        assert gone["removed_member_ids"] == [bot.application.id]
        assert (await bot.post(between_us["id"], {"content": "x"}))[1]["code"] == 50001

    async def test_a_thread_without_a_type_is_private_and_its_bot_is_in_it(
        self, discord: LocalDiscord, bot: RawBot
    ) -> None:
        path = f"/channels/{sample.GAMES}/threads"
        async with RawBot.connect(discord, application=1) as other:
            status, made = await bot.call("POST", path, {"name": "Ours"})
            assert (status, made["type"]) == (201, 12)
            assert "THREAD_CREATE" not in await other.heard()
            members = f"/channels/{made['id']}/thread-members"
            assert (await bot.call("PUT", f"{members}/{other.application.id}"))[0] == 204
            assert (await other.event("THREAD_CREATE"))["id"] == made["id"]
            assert (await other.call("DELETE", f"{members}/@me"))[0] == 204
            assert (await other.call("GET", f"/channels/{made['id']}"))[1]["code"] == 50001
            assert (await bot.call("PUT", f"{members}/{sample.ADA}"))[0] == 204
            assert (await bot.call("DELETE", f"{members}/{sample.ADA}"))[0] == 204
            await bot.call("PATCH", f"/channels/{made['id']}", {"archived": True})
            for method in ("PUT", "DELETE"):
                assert (await bot.call(method, f"{members}/{sample.ADA}"))[1]["code"] == 50083
