"""An interaction is answered once, in time, and only the right people see the answer."""

import asyncio

import pytest

from local_discord import sample
from local_discord.person import Person, Refused, is_ephemeral, text_of
from tests.local_discord.asking import FORM, ROW, greeted, offered
from tests.local_discord.raw_bot import Json, RawBot

MENU: Json = {
    "type": 1,
    "components": [
        {
            "type": 3,
            "custom_id": "menu",
            "options": [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}],
        }
    ],
}


async def test_an_interaction_carries_what_discord_libraries_need(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    assert told["id"] == interaction_id
    assert told["version"] == 1
    assert told["attachment_size_limit"] > 0
    assert told["channel"]["id"] == sample.GAMES
    assert told["member"]["user"]["id"] == sample.ADA
    assert int(told["app_permissions"]) & (1 << 11)
    assert told["context"] == 0
    assert told["data"]["name"] == "greet"


async def test_an_answer_is_posted_and_told_back(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    status, reply = await bot.answer(told, {"type": 4, "data": {"content": "Hello"}})
    message = await ada.reply_to(interaction_id)
    assert status == 200
    assert reply["interaction"]["response_message_id"] == message["id"]
    assert reply["resource"]["message"]["content"] == text_of(message) == "Hello"
    assert await ada.outcome(interaction_id) == "answered"


async def test_an_answer_nobody_asked_back_for_says_nothing(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    path = f"/interactions/{told['id']}/{told['token']}/callback"
    assert await bot.call("POST", path, {"type": 4, "data": {"content": "Hello"}}) == (204, "")


async def test_a_second_answer_is_refused(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 4, "data": {"content": "Hello"}})
    status, reply = await bot.answer(told, {"type": 4, "data": {"content": "Again"}})
    assert (status, reply["code"]) == (400, 40060)
    assert len(ada.sees.in_channel("games")) == 1


async def test_an_answer_that_was_wrong_may_be_given_again(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    status, reply = await bot.answer(told, {"type": 4, "data": {"content": "x" * 2001}})
    assert (status, reply["code"]) == (400, 50035)
    assert reply["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    await bot.answer(told, {"type": 4, "data": {"content": "Shorter"}})
    assert text_of(await ada.reply_to(interaction_id)) == "Shorter"


async def test_an_unknown_interaction_is_refused(bot: RawBot) -> None:
    status, reply = await bot.answer({"id": "1", "token": "none"}, {"type": 4, "data": {"content": "Hello"}})
    assert (status, reply["code"]) == (404, 10062)


async def test_a_deferred_answer_shows_as_thinking_until_it_is_edited(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    status, reply = await bot.answer(told, {"type": 5})
    assert (status, reply["interaction"]["response_message_loading"]) == (200, True)
    await ada.wait_until(lambda: ada.sees.interactions.get(interaction_id) == "thinking")
    await bot.original("PATCH", told, {"content": "Now I know"})
    message = await ada.reply_to(interaction_id)
    assert text_of(message) == "Now I know"
    assert not message["flags"] & 128
    assert await ada.outcome(interaction_id) == "answered"


async def test_the_first_follow_up_to_a_deferred_answer_becomes_that_answer(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 5, "data": {"flags": 64}})
    await bot.follow_up(told, {"content": "First"})
    await bot.follow_up(told, {"content": "Second"})
    first = await ada.wait_for(lambda one: one["content"] == "First")
    second = await ada.wait_for(lambda one: one["content"] == "Second")
    assert is_ephemeral(first)
    assert not is_ephemeral(second)
    assert first["interaction_metadata"]["id"] == interaction_id
    assert second["interaction_metadata"]["original_response_message_id"] == first["id"]


async def test_a_click_updates_the_message_it_was_on(ada: Person, bot: RawBot) -> None:
    message = await offered(ada, bot, ROW)
    await ada.press(message, label="Go")
    told = await bot.event("INTERACTION_CREATE")
    assert told["data"] == {"component_type": 2, "custom_id": "go", "id": 2}
    assert told["message"]["components"][0]["components"][0]["custom_id"] == "go"
    status, reply = await bot.answer(told, {"type": 7, "data": {"content": "gone", "components": []}})
    after = await ada.wait_for(lambda one: one["content"] == "gone")
    assert status == 200
    assert reply["resource"]["message"]["id"] == after["id"] == message["id"]
    assert after["edited_timestamp"] is not None


async def test_a_click_may_be_answered_silently(ada: Person, bot: RawBot) -> None:
    message = await offered(ada, bot, ROW)
    interaction_id = await ada.press(message, "go")
    told = await bot.event("INTERACTION_CREATE")
    assert (await bot.answer(told, {"type": 6}))[0] == 200
    assert await ada.outcome(interaction_id) == "answered"
    await bot.original("PATCH", told, {"content": "later"})
    assert (await ada.wait_for(lambda one: one["content"] == "later"))["id"] == message["id"]


async def test_a_command_cannot_be_answered_as_if_there_were_a_message(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    for kind in (6, 7, 8, 3, 99):
        status, reply = await bot.answer(told, {"type": kind, "data": {"content": "x"}})
        assert (status, reply["code"]) == (400, 50035)


async def test_choices_arrive_as_they_were_chosen(ada: Person, bot: RawBot) -> None:
    message = await offered(ada, bot, MENU)
    await ada.select(message, "2")
    told = await bot.event("INTERACTION_CREATE")
    assert told["data"]["values"] == ["2"]
    with pytest.raises(Refused, match="isn't one of the choices"):
        await ada.select(message, "3")
    with pytest.raises(Refused, match="Choose between 1 and 1"):
        await ada.select(message, "1", "2")


async def test_what_is_no_longer_on_the_message_cannot_be_pressed(ada: Person, bot: RawBot) -> None:
    message = await offered(ada, bot, ROW)
    path = f"/channels/{sample.GAMES}/messages/{message['id']}"
    off = {**ROW, "components": [ROW["components"][0] | {"disabled": True}]}
    await bot.call("PATCH", path, {"components": [off]})
    with pytest.raises(Refused, match="disabled"):
        await ada.press(message, "go")
    await bot.call("PATCH", path, {"components": []})
    with pytest.raises(Refused, match="isn't in the message"):
        await ada.press(message, "go")
    await bot.call("DELETE", path)
    with pytest.raises(Refused, match="message doesn't exist"):
        await ada.press(message, "go")


async def test_a_form_is_opened_filled_in_and_sent_once(ada: Person, bot: RawBot) -> None:
    message = await offered(ada, bot, ROW)
    await ada.press(message, "go")
    pressed = await bot.event("INTERACTION_CREATE")
    assert (await bot.answer(pressed, {"type": 9, "data": FORM}))[0] == 200
    modal = await ada.modal_of(pressed["id"])
    with pytest.raises(Refused, match="Your move must have between 0 and 5"):
        await ada.submit(modal, move="too long")
    with pytest.raises(Refused, match="must be filled in"):
        await ada.submit(modal, move="")
    await ada.submit(modal, move="E12")
    sent = await bot.event("INTERACTION_CREATE")
    assert sent["type"] == 5
    assert sent["message"]["id"] == message["id"]
    assert sent["data"]["components"][0]["component"]["value"] == "E12"
    status, reply = await bot.answer(sent, {"type": 9, "data": FORM})
    assert (status, reply["code"]) == (400, 50035)
    await bot.answer(sent, {"type": 7, "data": {"content": "E12 it is"}})
    assert (await ada.wait_for(lambda one: one["content"] == "E12 it is"))["id"] == message["id"]
    with pytest.raises(Refused, match="already been sent"):
        await ada.submit(modal, move="E12")


async def test_a_form_opened_by_a_command_has_no_message_to_update(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 9, "data": FORM})
    await ada.submit(await ada.modal_of(told["id"]), move="E1")
    sent = await bot.event("INTERACTION_CREATE")
    assert "message" not in sent
    for kind in (6, 7):
        status, reply = await bot.answer(sent, {"type": kind, "data": {"content": "x"}})
        assert (status, reply["code"]) == (400, 50035)
    assert (await bot.answer(sent, {"type": 4, "data": {"content": "x"}}))[0] == 200


async def test_an_option_is_completed_by_the_bot(ada: Person, bot: RawBot) -> None:
    asking = asyncio.create_task(ada.autocomplete("move", "square", channel="games", square="E"))
    told = await bot.event("INTERACTION_CREATE")
    assert told["type"] == 4
    assert told["data"]["options"] == [{"name": "square", "type": 3, "value": "E", "focused": True}]
    many = [{"name": str(one), "value": str(one)} for one in range(26)]
    status, reply = await bot.answer(told, {"type": 8, "data": {"choices": many}})
    assert (status, reply["code"]) == (400, 50035)
    await bot.answer(told, {"type": 8, "data": {"choices": many[:2]}})
    assert await asking == many[:2]


async def test_a_command_is_checked_before_it_is_sent(ada: Person, bot: RawBot) -> None:
    with pytest.raises(Refused, match="no command /nonsense"):
        await ada.command("nonsense", channel="games")
    with pytest.raises(Refused, match="square is required"):
        await ada.command("move", channel="games")
    with pytest.raises(Refused, match="no option circle"):
        await ada.command("move", channel="games", square="E1", circle="x")
    assert "INTERACTION_CREATE" not in bot.names()


async def test_nothing_is_answered_into_a_channel_that_is_gone(ada: Person, bot: RawBot) -> None:
    made = (await ada.do("create_channel", name="attic"))["channel"]
    _, told = await greeted(ada, bot, made["id"])
    _, answered = await greeted(ada, bot, made["id"])
    await bot.answer(answered, {"type": 5})
    await ada.do("delete_channel", channel_id=made["id"])
    for kind in (4, 5):
        status, reply = await bot.answer(told, {"type": kind, "data": {"content": "x"}})
        assert (status, reply["code"]) == (404, 10003)
    status, reply = await bot.follow_up(answered, {"content": "x"})
    assert (status, reply["code"]) == (404, 10003)


async def test_a_thought_that_is_taken_away_is_an_answer(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 5, "data": {"flags": 64}})
    thinking = await ada.wait_for(lambda one: one["flags"] & 128)
    assert (await bot.original("DELETE", told))[0] == 204
    await ada.wait_gone(thinking)
    assert await ada.outcome(interaction_id) == "answered"


async def test_a_token_changes_messages_of_interactions_alone(ada: Person, emi: Person, bot: RawBot) -> None:
    _, sent = await bot.post(sample.GAMES, {"content": "sent"})
    _, hers = await greeted(emi, bot)
    await bot.answer(hers, {"type": 4, "data": {"content": "psst", "flags": 64}})
    _, secret = await bot.original("GET", hers)
    _, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 4, "data": {"content": "Hello"}})
    for other in (sent, secret):
        for method in ("GET", "PATCH", "DELETE"):
            status, reply = await bot.original(method, told, {"content": "x"}, message=other["id"])
            assert (status, reply["code"]) == (404, 10008)
    _, more = await bot.follow_up(told, {"content": "more"})
    assert (await bot.original("PATCH", told, {"content": "x"}, message=more["id"]))[0] == 200
