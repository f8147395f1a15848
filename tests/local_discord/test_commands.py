"""Application commands: what may be registered, and how it's stored."""

from typing import Any

import pytest

from local_discord import sample
from local_discord.person import Person, Refused
from tests.local_discord.conftest import COMMANDS
from tests.local_discord.raw_bot import Json, RawBot

TEXT: Json = {"type": 3, "name": "text", "description": "A text"}


def command(**fields: Any) -> Json:
    return {"name": "play", "description": "Play a game"} | fields


def option(**fields: Any) -> Json:
    return TEXT | fields


def choices(count: int) -> list[Json]:
    return [{"name": str(one), "value": str(one)} for one in range(count)]


def path(bot: RawBot, *, in_guild: bool = False) -> str:
    place = f"/guilds/{sample.GUILD_ID}" if in_guild else ""
    return f"/applications/{bot.application.id}{place}/commands"


REFUSED: dict[str, Json] = {
    "capitals": command(name="Play"),
    "a space": command(name="play it"),
    "a full stop": command(name="play.it"),
    "a long name": command(name="x" * 33),
    "no name": {"description": "x"},
    "a long description": command(description="x" * 101),
    "no description": {"name": "play"},
    "26 options": command(options=[option(name=f"o{one}") for one in range(26)]),
    "options alike": command(options=[option(), option()]),
    "required after optional": command(options=[option(), option(name="b", required=True)]),
    "26 choices": command(options=[option(choices=choices(26))]),
    "choices and autocomplete": command(options=[option(choices=choices(2), autocomplete=True)]),
    "an unknown kind of option": command(options=[option(type=12)]),
    "a subcommand beside a value": command(
        options=[{"type": 1, "name": "sub", "description": "x"}, option()]
    ),
    "a group in a group": command(
        options=[
            {
                "type": 2,
                "name": "a",
                "description": "x",
                "options": [{"type": 2, "name": "b", "description": "x"}],
            }
        ]
    ),
    "too many characters": command(
        options=[
            option(name=f"o{one}", choices=[{"name": f"{two:03}", "value": "x" * 97} for two in range(25)])
            for one in range(4)
        ]
    ),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_a_command_discord_would_not_take_is_refused(bot: RawBot, case: str) -> None:
    for method, body in (("POST", REFUSED[case]), ("PUT", [REFUSED[case]])):
        status, reply = await bot.call(method, path(bot), body)
        assert (status, reply["code"]) == (400, 50035)
    _, kept = await bot.call("GET", path(bot))
    assert [one["name"] for one in kept] == [one["name"] for one in COMMANDS]


@pytest.mark.parametrize("name", ["play", "spiel-1", "jouer_à", "играть", "遊ぶ"])
async def test_names_may_be_in_any_script(bot: RawBot, name: str) -> None:
    assert (await bot.call("POST", path(bot), command(name=name)))[0] == 201


async def test_a_command_keeps_its_id_as_long_as_its_name(bot: RawBot) -> None:
    _, before = await bot.call("GET", path(bot))
    _, same = await bot.call("PUT", path(bot), COMMANDS)
    assert [(one["id"], one["version"]) for one in same] == [(one["id"], one["version"]) for one in before]
    changed = [COMMANDS[0] | {"description": "Another"}, command()]
    _, after = await bot.call("PUT", path(bot), changed)
    assert [one["name"] for one in after] == ["greet", "play"]
    assert after[0]["id"] == before[0]["id"]
    assert after[0]["version"] != before[0]["version"]


async def test_one_command_is_made_changed_and_deleted(bot: RawBot) -> None:
    status, made = await bot.call("POST", path(bot), command())
    assert status == 201
    assert (await bot.call("POST", path(bot), command()))[0] == 200
    one = f"{path(bot)}/{made['id']}"
    _, changed = await bot.call("PATCH", one, {"description": "Another"})
    assert (await bot.call("GET", one))[1] == changed
    assert changed["description"] == "Another"
    assert (await bot.call("DELETE", one))[0] == 204
    status, reply = await bot.call("GET", one)
    assert (status, reply["code"]) == (404, 10063)


async def test_a_hundred_commands_and_no_more(bot: RawBot) -> None:
    many = [command(name=f"c{one}") for one in range(101)]
    status, reply = await bot.call("PUT", path(bot), many)
    assert (status, reply["code"]) == (400, 30032)
    assert (await bot.call("PUT", path(bot), many[:100]))[0] == 200


async def test_a_bot_cannot_touch_another_bots_commands(bot: RawBot) -> None:
    other = bot.discord.applications[1]
    status, _ = await bot.call("PUT", f"/applications/{other.id}/commands", [])
    assert status == 403


async def test_people_hear_of_new_commands(ada: Person, bot: RawBot) -> None:
    await bot.call("POST", path(bot, in_guild=True), command(name="here"))
    await ada.wait_until(lambda: any(one["name"] == "here" for one in ada.sees.commands))
    await ada.command("here", channel="general")
    told = await bot.event("INTERACTION_CREATE")
    assert told["data"]["guild_id"] == sample.GUILD_ID


async def test_a_subcommand_is_used_by_its_words(ada: Person, bot: RawBot) -> None:
    number = {"type": 4, "name": "n", "description": "x", "min_value": 1, "max_value": 3}
    sub = {"type": 1, "name": "load", "description": "x", "options": [number]}
    group = {"type": 2, "name": "saved", "description": "x", "options": [sub]}
    await bot.call("POST", path(bot), command(options=[group]))
    await ada.command("play saved load", channel="general", n=2)
    told = await bot.event("INTERACTION_CREATE")
    inner = told["data"]["options"][0]["options"][0]
    assert inner == {"name": "load", "type": 1, "options": [{"name": "n", "type": 4, "value": 2}]}
    with pytest.raises(Refused, match="between 1 and 3"):
        await ada.command("play saved load", channel="general", n=4)
    with pytest.raises(Refused, match="whole number"):
        await ada.command("play saved load", channel="general", n="2")
    with pytest.raises(Refused, match="one of these subcommands: saved"):
        await ada.command("play", channel="general")


async def test_people_and_channels_named_in_options_are_explained(ada: Person, bot: RawBot) -> None:
    given = [
        {"type": 6, "name": "who", "description": "x"},
        {"type": 7, "name": "where", "description": "x"},
        {"type": 5, "name": "sure", "description": "x"},
    ]
    await bot.call("POST", path(bot), command(options=given))
    await ada.command("play", channel="general", who=sample.EMI, where=sample.GAMES, sure=True)
    resolved = (await bot.event("INTERACTION_CREATE"))["data"]["resolved"]
    assert resolved["users"][sample.EMI]["username"] == "emi"
    assert "user" not in resolved["members"][sample.EMI]
    assert resolved["channels"][sample.GAMES]["name"] == "games"
    with pytest.raises(Refused, match="doesn't name anyone"):
        await ada.command("play", channel="general", who="1")


async def test_a_command_is_offered_only_where_it_may_be_used(ada: Person, emi: Person, bot: RawBot) -> None:
    await bot.call("POST", path(bot), command(name="server-only", contexts=[0]))
    await bot.call("POST", path(bot), command(name="moderate", default_member_permissions=1 << 13))
    direct = await ada.open_dm(bot.application.id)
    with pytest.raises(Refused, match="can't be used in a direct message"):
        await ada.command("server-only", channel=direct["id"])
    await ada.command("greet", channel=direct["id"])
    told = await bot.event("INTERACTION_CREATE")
    assert told["context"] == 1
    assert told["user"]["id"] == sample.ADA
    assert "guild_id" not in told
    await ada.command("moderate", channel="general")
    with pytest.raises(Refused, match="can't use /moderate"):
        await emi.command("moderate", channel="general")


async def test_after_200_new_commands_in_a_day_only_those_that_are_there_can_be_put(bot: RawBot) -> None:
    """The bot has created two of them when it begins."""
    old, new = ([command(name=f"{age}-{one}") for one in range(98)] for age in ("old", "new"))
    for commands in (old, old, old, new):
        assert (await bot.call("PUT", path(bot), COMMANDS + commands))[0] == 200
    for name in ("199th", "200th"):
        await bot.call("DELETE", f"{path(bot)}/{(await bot.call('GET', path(bot)))[1][-1]['id']}")
        assert (await bot.call("POST", path(bot), command(name=name)))[0] == 201
    there = (await bot.call("GET", path(bot)))[1]
    status, answer = await bot.call("PUT", path(bot), COMMANDS + old)
    assert (status, answer["code"]) == (400, 30034)
    assert (await bot.call("GET", path(bot)))[1] == there
    assert (await bot.call("PUT", path(bot), COMMANDS))[0] == 200
    status, answer = await bot.call("POST", path(bot), command())
    assert (status, answer["code"]) == (400, 30034)
    assert (await bot.call("POST", path(bot, in_guild=True), command()))[0] == 201
