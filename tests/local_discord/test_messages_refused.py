"""Messages and their components: what Discord refuses, and with which errors."""

import pytest

from local_discord import sample
from local_discord.person import every_component
from tests.local_discord.bodies import LARGEST, LAYOUT, REFUSED, codes, layout, words
from tests.local_discord.raw_bot import Json, RawBot


@pytest.mark.parametrize("case", REFUSED)
async def test_a_message_discord_would_not_take_is_refused(bot: RawBot, case: str) -> None:
    body, place, code = REFUSED[case]
    status, reply = await bot.post(sample.GAMES, body)
    assert (status, reply["code"], reply["message"]) == (400, 50035, "Invalid Form Body")
    assert codes(reply["errors"]) == {place: code}
    assert (await bot.call("GET", f"/channels/{sample.GAMES}/messages"))[1] == []


@pytest.mark.parametrize("case", LARGEST)
async def test_the_largest_message_discord_takes_is_taken(bot: RawBot, case: str) -> None:
    status, reply = await bot.post(sample.GAMES, LARGEST[case])
    assert status == 200, reply
    ids = [one["id"] for one in every_component(reply["components"])]
    assert len(set(ids)) == len(ids)


async def test_an_empty_message_is_refused(bot: RawBot) -> None:
    empty: list[Json] = [{}, {"content": ""}, {"content": " \n"}, {"content": None, "components": []}]
    for body in empty:
        status, reply = await bot.post(sample.GAMES, body)
        assert (status, reply["code"]) == (400, 50006)


async def test_a_body_that_is_not_json_is_refused(bot: RawBot) -> None:
    url = f"{bot.discord.api_url}/channels/{sample.GAMES}/messages"
    headers = {"Authorization": f"Bot {bot.application.token}", "Content-Type": "application/json"}
    for text in ("{", "[]", '"x"'):
        async with bot.http.post(url, data=text, headers=headers) as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109)


class TestLayout:
    async def test_the_flag_cannot_be_taken_away(self, bot: RawBot) -> None:
        _, message = await bot.post(sample.GAMES, layout(words(3)))
        path = f"/channels/{sample.GAMES}/messages/{message['id']}"
        status, reply = await bot.call("PATCH", path, {"flags": 0, "components": [words(3)]})
        assert status == 400
        assert codes(reply["errors"]) == {"flags": "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG"}
        status, reply = await bot.call("PATCH", path, {"content": "x"})
        assert codes(reply["errors"]) == {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}

    async def test_an_edit_needs_no_flag_again(self, bot: RawBot) -> None:
        _, message = await bot.post(sample.GAMES, layout(words(3)))
        path = f"/channels/{sample.GAMES}/messages/{message['id']}"
        status, reply = await bot.call("PATCH", path, {"components": [words(5)]})
        assert (status, reply["flags"]) == (200, LAYOUT)

    async def test_a_plain_message_becomes_one_only_without_its_content(self, bot: RawBot) -> None:
        _, message = await bot.post(sample.GAMES, {"content": "plain"})
        path = f"/channels/{sample.GAMES}/messages/{message['id']}"
        status, _ = await bot.call("PATCH", path, layout(words(3)))
        assert status == 400
        status, reply = await bot.call("PATCH", path, layout(words(3), content=None))
        assert (status, reply["content"], reply["flags"]) == (200, "", LAYOUT)
