"""How long a bot has to answer, and how long its token lives."""

import pytest

from local_discord.interactions import Deadlines
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.asking import FORM, greeted
from tests.local_discord.raw_bot import Json, RawBot

IMPATIENT = Deadlines(answer=0.05)


def grow_older(discord: LocalDiscord, told: Json, seconds: float) -> None:
    """As if this interaction had begun this many seconds earlier."""
    discord.interactions.find(told["id"]).born -= seconds


def test_discord_gives_three_seconds_and_fifteen_minutes() -> None:
    assert Deadlines() == Deadlines(answer=3.0, token=900.0, heartbeat=41.25)


async def test_silence_is_told_to_the_person(ada: Person, bot: RawBot) -> None:
    bot.discord.interactions.deadlines = IMPATIENT
    interaction_id, told = await greeted(ada, bot)
    assert await ada.outcome(interaction_id) == "failed"
    status, reply = await bot.answer(told, {"type": 4, "data": {"content": "too late"}})
    assert (status, reply["code"]) == (404, 10062)


async def test_a_token_lives_its_time_and_no_longer(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 4, "data": {"content": "Hello"}})
    grow_older(bot.discord, told, 890)
    assert (await bot.follow_up(told, {"content": "more"}))[0] == 200
    grow_older(bot.discord, told, 11)
    for _ in range(2):
        status, reply = await bot.follow_up(told, {"content": "too late"})
        assert (status, reply["code"]) == (401, 50027)
        await greeted(ada, bot)


async def test_a_token_is_not_a_webhook_before_the_answer(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    status, reply = await bot.follow_up(told, {"content": "too early"})
    assert (status, reply["code"]) == (404, 10015)


async def test_a_form_whose_sending_failed_can_be_sent_again(ada: Person, bot: RawBot) -> None:
    interaction_id, told = await greeted(ada, bot)
    await bot.answer(told, {"type": 9, "data": FORM})
    modal = await ada.modal_of(interaction_id)
    bot.discord.interactions.deadlines = IMPATIENT
    sent = await ada.submit(modal, move="E1")
    assert await ada.outcome(sent) == "failed"
    await ada.submit(modal, move="E1")


async def test_a_completion_nobody_makes_is_told_to_the_person(ada: Person, bot: RawBot) -> None:
    bot.discord.interactions.deadlines = IMPATIENT
    with pytest.raises(Refused, match="Loading options failed"):
        await ada.autocomplete("move", "square", channel="games", square="E")


async def test_a_command_of_a_bot_that_is_away_fails(ada: Person, bot: RawBot) -> None:
    await bot.close()
    bot.discord.interactions.deadlines = IMPATIENT
    interaction_id = await ada.command("greet", channel="games")
    assert await ada.outcome(interaction_id) == "failed"
