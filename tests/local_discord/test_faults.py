"""Injected faults, and rate limits."""

import asyncio
import errno
import time

import aiohttp
import pytest

from local_discord import sample
from local_discord.person import Person, Refused
from local_discord.ratelimit import Limit, Limits
from local_discord.server import LocalDiscord
from tests.local_discord.raw_bot import RawBot

MESSAGES = f"/channels/{sample.GAMES}/messages"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 408, 413, 429, 500, 502, 503, 504, 520])
async def test_the_next_requests_fail_as_told(ada: Person, bot: RawBot, status: int) -> None:
    await ada.do("faults", fail_next=[{"status": status, "method": "POST", "path": "messages$", "times": 2}])
    assert (await bot.call("GET", MESSAGES))[0] == 200
    assert [(await bot.post(sample.GAMES, {"content": "x"}))[0] for _ in range(3)] == [status, status, 200]
    await ada.say("games", "and after")
    assert [one["content"] for one in ada.sees.in_channel("games")] == ["x", "and after"]


async def test_a_request_may_take_effect_and_its_answer_be_lost(ada: Person, bot: RawBot) -> None:
    await ada.do("faults", fail_next=[{"status": 502, "after": True}])
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    assert (await bot.post(sample.GAMES, body))[0] == 502
    await ada.wait_for(lambda one: one["content"] == "x")
    status, message = await bot.post(sample.GAMES, body)
    assert status == 200
    last = await ada.say("games", "and after")
    await ada.wait_for(lambda one: one["id"] == last["id"])
    assert [one["id"] for one in ada.sees.in_channel("games")] == [message["id"], last["id"]]


async def test_a_nonce_of_a_message_that_was_deleted_meanwhile_sends_nothing(
    bot: RawBot, ada: Person
) -> None:
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    _, sent = await bot.post(sample.GAMES, body)
    await bot.call("DELETE", f"{MESSAGES}/{sent['id']}")
    status, answer = await bot.post(sample.GAMES, body)
    assert (status, answer["code"]) == (404, 10008)
    assert (await bot.call("GET", MESSAGES))[1] == []
    for other in (body | {"nonce": "8"}, body | {"enforce_nonce": False}):
        assert (await bot.post(sample.GAMES, other))[0] == 200
    assert (await bot.post(sample.GENERAL, body))[0] == 200


async def test_a_429_carries_all_that_libraries_look_for(ada: Person, bot: RawBot) -> None:
    await ada.do("faults", fail_next=[{"status": 429, "retry_after": 0.5}])
    status, body, headers = await bot.call_whole("GET", MESSAGES)
    assert (status, body["retry_after"], body["global"]) == (429, 0.5, False)
    assert headers["Via"]
    assert headers["Content-Type"] == "application/json"


async def test_a_refusal_has_the_code_it_was_given(ada: Person, bot: RawBot) -> None:
    await ada.do("faults", fail_next=[{"status": 400, "code": 40060}, {"status": 404}])
    answers = [(await bot.call("GET", MESSAGES)) for _ in range(2)]
    assert [(status, body["code"]) for status, body in answers] == [(400, 40060), (404, 0)]


@pytest.mark.parametrize("status", [403, 429, 503, 520])
async def test_any_status_may_come_as_a_long_page_of_a_proxy(ada: Person, bot: RawBot, status: int) -> None:
    await ada.do("faults", fail_next=[{"status": status, "html": True}])
    got, page, headers = await bot.call_whole("GET", MESSAGES)
    assert got == status
    assert page.startswith("<!DOCTYPE html>")
    assert len(page) > 4_000
    assert headers["Content-Type"].startswith("text/html")
    assert "Via" not in headers


@pytest.mark.parametrize("after", [False, True])
async def test_a_connection_may_break_before_or_after_a_request_takes_effect(
    ada: Person, bot: RawBot, after: bool
) -> None:
    await ada.do("faults", fail_next=[{"reset": True, "method": "POST", "after": after}])
    with pytest.raises(aiohttp.ClientOSError) as broken:
        await bot.post(sample.GAMES, {"content": "x"})
    assert broken.value.errno == errno.ECONNRESET
    assert (await bot.post(sample.GAMES, {"content": "y"}))[0] == 200
    last = await ada.say("games", "and after")
    await ada.wait_for(lambda one: one["id"] == last["id"])
    arrived = [one["content"] for one in ada.sees.in_channel("games")]
    assert arrived == [*(["x"] if after else []), "y", "and after"]


async def test_a_share_of_the_requests_fails_the_same_ones_for_a_seed(ada: Person, bot: RawBot) -> None:
    drawn = []
    for seed in (7, 7, 8):
        await ada.do("faults", fail_next=[{"status": 503, "chance": 0.3, "seed": seed}])
        drawn.append([(await bot.call("GET", MESSAGES))[0] for _ in range(100)])
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(15 <= one.count(503) <= 45 and one.count(200) == 100 - one.count(503) for one in drawn)
    assert (await ada.do("faults"))["faults"]["fail_next"][0]["chance"] == 0.3


async def test_requests_fail_for_a_time(ada: Person, bot: RawBot) -> None:
    begun = time.monotonic()
    await ada.do("faults", fail_next=[{"status": 503, "seconds": 0.3}])
    while (await bot.call("GET", MESSAGES))[0] == 503:
        pass
    assert time.monotonic() - begun >= 0.3
    assert (await ada.do("faults"))["faults"]["fail_next"] == []


class TestNetwork:
    async def test_a_request_takes_effect_after_one_delay_and_is_answered_after_another(
        self, ada: Person, bot: RawBot
    ) -> None:
        await ada.do("faults", delay=0.2)
        begun = time.monotonic()
        posting = asyncio.create_task(bot.post(sample.GAMES, {"content": "x"}))
        await ada.wait_for(lambda one: one["content"] == "x")
        assert time.monotonic() - begun >= 0.2
        assert not posting.done()
        await posting
        assert time.monotonic() - begun >= 0.4

    async def test_events_come_later_and_in_order_although_each_takes_its_own_time(
        self, ada: Person, bot: RawBot
    ) -> None:
        await ada.do("faults", delay=0.1, jitter=0.1)
        begun = time.monotonic()
        said = [str(number) for number in range(20)]
        for one in said:
            await ada.say("games", one)
        assert [(await bot.event("MESSAGE_CREATE"))["content"] for _ in said] == said
        assert time.monotonic() - begun >= 0.1

    async def test_two_uploads_share_the_line_until_it_has_no_limit(self, ada: Person, bot: RawBot) -> None:
        await ada.do("faults", upload=10_000)
        begun = time.monotonic()
        await asyncio.gather(*(bot.post(sample.GAMES, {"content": "x" * 1_000}) for _ in range(2)))
        assert time.monotonic() - begun >= 0.2
        await ada.do("faults", upload=100)
        slow = asyncio.create_task(bot.post(sample.GAMES, {"content": "x" * 1_000}))
        await asyncio.sleep(0.05)
        await ada.do("faults", upload=0)
        assert (await bot.post(sample.GAMES, {"content": "y"}))[0] == 200
        assert not slow.done()
        slow.cancel()


async def test_the_gateway_may_be_dropped(ada: Person, bot: RawBot) -> None:
    await ada.do("faults", drop_gateway={"code": 4009})
    assert await bot.closed() == 4009


async def test_the_gateway_may_fall_silent(ada: Person, bot: RawBot, discord: LocalDiscord) -> None:
    await ada.do("faults", silence_gateway={"seconds": 60})
    faults = (await ada.do("faults"))["faults"]
    assert 50 < faults["silence_gateway"]["seconds"] <= 60
    await ada.say("games", "Is anybody there?")
    discord.faults.silence_gateway(0)
    await ada.say("games", "And now?")
    heard = await bot.event("MESSAGE_CREATE")
    assert heard["content"] == "And now?"


async def test_a_socket_used_while_the_gateway_was_silent_is_broken_afterwards(
    ada: Person, bot: RawBot
) -> None:
    begun = time.monotonic()
    await ada.do("faults", silence_gateway={"seconds": 0.3})
    await bot.send(1, None)
    assert await bot.closed() in (None, 1006)
    assert time.monotonic() - begun >= 0.3


async def test_what_is_in_force_is_told(ada: Person, bot: RawBot) -> None:
    await ada.do("faults", delay=0.01, closed_dms=[sample.EMI], forbid={sample.GAMES: ["SEND_MESSAGES"]})
    faults = (await ada.do("faults"))["faults"]
    assert faults["delay"] == 0.01
    assert faults["closed_dms"] == [sample.EMI]
    assert faults["forbid"] == {sample.GAMES: ["SEND_MESSAGES"]}


async def test_a_fault_that_cannot_be_is_refused_with_a_sentence(ada: Person, bot: RawBot) -> None:
    for wrong, sentence in (
        ({"fail_next": [{"status": 418}]}, "not with 418"),
        ({"fail_next": [{"status": 500, "path": "("}]}, "can't be set"),
        ({"fail_next": [{"times": 2}]}, "not with 0"),
        ({"fail_next": [{"status": 500, "chance": 2}]}, "at most 1"),
        ({"fail_next": [{"status": 500, "when": 1}]}, "can't be set"),
        ({"forbid": {sample.GAMES: ["FLY"]}}, "no permission called 'FLY'"),
    ):
        with pytest.raises(Refused, match=sentence):
            await ada.do("faults", **wrong)


class TestRateLimits:
    async def test_a_bucket_is_told_in_headers_and_empties(self) -> None:
        limits = Limits(routes={"POST /channels/{channel_id}/messages": Limit(2, 60)})
        async with LocalDiscord(limits=limits) as discord, RawBot.connect(discord) as bot:
            remaining = []
            for _ in range(2):
                status, _, headers = await bot.call_whole("POST", MESSAGES, {"content": "x"})
                remaining.append((status, headers["X-RateLimit-Remaining"]))
            assert remaining == [(200, "1"), (200, "0")]
            status, body, headers = await bot.call_whole("POST", MESSAGES, {"content": "x"})
            assert (status, body["global"], headers["X-RateLimit-Scope"]) == (429, False, "user")
            assert 0 < body["retry_after"] <= 60
            assert headers["Via"]
            assert (await bot.post(sample.GENERAL, {"content": "x"}))[0] == 200

    async def test_all_requests_together_may_be_limited_but_not_answers_to_interactions(self) -> None:
        limits = Limits(default=None, overall=Limit(3, 60))
        async with (
            LocalDiscord(limits=limits) as discord,
            RawBot.connect(discord) as bot,
            Person.connect(discord.url, sample.ADA) as ada,
        ):
            path = f"/applications/{bot.application.id}/commands"
            await bot.call("PUT", path, [{"name": "greet", "description": "x"}])
            for _ in range(2):
                await bot.call("GET", MESSAGES)
            status, body, headers = await bot.call_whole("GET", MESSAGES)
            assert (status, body["global"], headers["X-RateLimit-Global"]) == (429, True, "true")
            for _ in range(5):
                await ada.command("greet", channel="games")
                told = await bot.event("INTERACTION_CREATE")
                assert (await bot.answer(told, {"type": 4, "data": {"content": "x"}}))[0] == 200

    async def test_without_limits_there_are_no_headers(self, bot: RawBot) -> None:
        _, _, headers = await bot.call_whole("GET", MESSAGES)
        assert not any(name.startswith("X-RateLimit") for name in headers)
