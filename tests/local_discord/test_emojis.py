"""Custom emojis in messages and forms: only an application's own, and what happens once they are deleted."""

import base64

import pytest

from local_discord import sample
from local_discord.person import Person
from tests.local_discord.asking import greeted
from tests.local_discord.bodies import codes
from tests.local_discord.raw_bot import Json, RawBot

IMAGE = "data:image/png;base64," + base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
LAYOUT = 1 << 15
INVALID = "BUTTON_COMPONENT_INVALID_EMOJI"


async def uploaded(bot: RawBot, name: str) -> Json:
    path = f"/applications/{bot.application.id}/emojis"
    _, emoji = await bot.call("POST", path, {"name": name, "image": IMAGE})
    return {"id": emoji["id"], "name": name}


def pressed(emoji: Json) -> Json:
    button = {"type": 2, "style": 1, "custom_id": "go", "emoji": emoji}
    return {"content": "x", "components": [{"type": 1, "components": [button]}]}


def chosen(emoji: Json) -> Json:
    option = {"label": "Spades", "value": "spades", "emoji": emoji}
    return {"type": 3, "custom_id": "suit", "options": [{"label": "None", "value": "none"}, option]}


async def test_a_button_and_an_option_have_only_emojis_of_their_application(bot: RawBot) -> None:
    spade = await uploaded(bot, "spade")
    menu = {"content": "x", "components": [{"type": 1, "components": [chosen(spade)]}]}
    for body in (pressed(spade), menu):
        assert (await bot.post(sample.GAMES, body))[0] == 200
    strange = {"id": "123456789012345678", "name": "spade"}
    menu = {"content": "x", "components": [{"type": 1, "components": [chosen(strange)]}]}
    for body, place in (
        (pressed(strange), "components.0.components.0.emoji.id"),
        (menu, "components.0.components.0.options.1.emoji.id"),
    ):
        status, answer = await bot.post(sample.GAMES, body)
        assert (status, answer["code"]) == (400, 50035)
        assert codes(answer["errors"]) == {place: INVALID}


async def test_another_applications_emoji_is_unknown(bot: RawBot) -> None:
    spade = await uploaded(bot, "spade")
    async with RawBot.connect(bot.discord, application=1) as other:
        assert (await other.post(sample.GAMES, pressed(spade)))[1]["code"] == 50035


async def test_an_unknown_emoji_in_a_text_turns_to_its_name(bot: RawBot) -> None:
    spade = await uploaded(bot, "spade")
    text = f"<:spade:{spade['id']}> and <a:heart:123456789012345678>"
    shown = f"<:spade:{spade['id']}> and :heart:"
    assert (await bot.post(sample.GAMES, {"content": text}))[1]["content"] == shown
    layout = {"flags": LAYOUT, "components": [{"type": 10, "content": text}]}
    assert (await bot.post(sample.GAMES, layout))[1]["components"][0]["content"] == shown


async def test_an_answer_and_a_form_with_an_unknown_emoji_are_refused(ada: Person, bot: RawBot) -> None:
    _, told = await greeted(ada, bot)
    strange = {"id": "123456789012345678", "name": "spade"}
    status, answer = await bot.answer(told, {"type": 4, "data": pressed(strange)})
    assert (status, codes(answer["errors"])) == (400, {"data.components.0.components.0.emoji.id": INVALID})
    label = {"type": 18, "label": "Suit", "component": chosen(strange)}
    form = {"title": "A form", "custom_id": "form", "components": [label]}
    status, answer = await bot.answer(told, {"type": 9, "data": form})
    place = "data.components.0.component.options.1.emoji.id"
    assert (status, codes(answer["errors"])) == (400, {place: INVALID})
    assert (await bot.answer(told, {"type": 4, "data": pressed(await uploaded(bot, "spade"))}))[0] == 200


@pytest.mark.parametrize("names", [["spade"], ["*"]])
async def test_emojis_deleted_in_the_developer_portal_are_unknown_at_once(
    ada: Person, bot: RawBot, names: list[str]
) -> None:
    spade, heart = [await uploaded(bot, name) for name in ("spade", "heart")]
    _, sent = await bot.post(sample.GAMES, pressed(spade))
    await ada.do("faults", delete_emojis=names)
    path = f"/channels/{sample.GAMES}/messages/{sent['id']}"
    assert (await bot.call("PATCH", path, pressed(spade)))[1]["code"] == 50035
    assert (await bot.post(sample.GAMES, pressed(heart)))[0] == (400 if names == ["*"] else 200)
    left = (await bot.call("GET", f"/applications/{bot.application.id}/emojis"))[1]["items"]
    assert [one["name"] for one in left] == ([] if names == ["*"] else ["heart"])
    assert await uploaded(bot, "spade") != spade


async def test_good_emojis_may_be_refused_by_chance(ada: Person, bot: RawBot) -> None:
    spade = await uploaded(bot, "spade")
    await ada.do("faults", refuse_emojis=0.3)
    answers = [await bot.post(sample.GAMES, pressed(spade)) for _ in range(100)]
    refused = [answer for status, answer in answers if status == 400]
    assert 15 <= len(refused) <= 45
    assert all(codes(one["errors"]) == {"components.0.components.0.emoji.id": INVALID} for one in refused)
    assert (await bot.post(sample.GAMES, pressed({"name": "♠"})))[0] == 200
    await ada.do("faults", refuse_emojis=0)
    assert all([(await bot.post(sample.GAMES, pressed(spade)))[0] == 200 for _ in range(20)])
