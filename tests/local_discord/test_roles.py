"""Roles and members: a bot makes and gives roles, renames members and times them out, as far as it may."""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from typing import Any

import discord as dpy
import pytest

from local_discord import sample
from local_discord.applications import Application
from local_discord.permissions import Permission
from local_discord.person import Person, Refused
from local_discord.server import LocalDiscord
from tests.local_discord.bodies import codes
from tests.local_discord.clients import Client, logged_in
from tests.local_discord.raw_bot import Json, RawBot

KEEPER = ("MANAGE_ROLES", "MANAGE_NICKNAMES", "MODERATE_MEMBERS", "MANAGE_MESSAGES")
GUILD = f"/guilds/{sample.GUILD_ID}"
ROLES = f"{GUILD}/roles"
EMI = f"{GUILD}/members/{sample.EMI}"
PICTURE = "data:image/png;base64,iVBORw0KGgo="


@pytest.fixture
def applications() -> list[Application | str]:
    return [Application("Test Bot", permissions=KEEPER), "Other"]


async def made(bot: RawBot, **fields: object) -> Json:
    status, role = await bot.call("POST", ROLES, fields)
    assert status == 200, role
    return dict(role)


async def test_a_role_is_made_changed_given_and_deleted(bot: RawBot, ada: Person) -> None:
    role = await made(bot, name="Captain", permissions="8192", color=0x112233, hoist=True, mentionable=True)
    assert (await bot.event("GUILD_ROLE_CREATE"))["role"] == role
    assert (role["permissions"], role["color"], role["position"]) == ("8192", 0x112233, 1)
    one = f"{ROLES}/{role['id']}"
    await bot.call("PATCH", one, {"name": "Mate", "colors": {"primary_color": 5}, "permissions": 0})
    changed = (await bot.event("GUILD_ROLE_UPDATE"))["role"]
    assert (changed["name"], changed["color"], changed["permissions"]) == ("Mate", 5, "0")
    assert changed["hoist"]
    assert (await bot.call("GET", one))[1] == changed
    assert await bot.call("PUT", f"{EMI}/roles/{role['id']}") == (204, "")
    assert (await bot.event("GUILD_MEMBER_UPDATE"))["roles"] == [role["id"]]
    assert changed in (await bot.call("GET", ROLES))[1]
    await ada.wait_until(lambda: "Mate" in [one["name"] for one in ada.sees.guild["roles"]])
    await bot.call("DELETE", f"{EMI}/roles/{role['id']}")
    assert (await bot.event("GUILD_MEMBER_UPDATE"))["roles"] == []
    await bot.call("PUT", f"{EMI}/roles/{role['id']}")
    assert await bot.call("DELETE", one) == (204, "")
    assert await bot.event("GUILD_ROLE_DELETE") == {"guild_id": sample.GUILD_ID, "role_id": role["id"]}
    assert (await bot.call("GET", EMI))[1]["roles"] == []


async def test_a_new_role_has_everybodys_permissions_and_is_below_all_others(bot: RawBot) -> None:
    role = await made(bot)
    roles = (await bot.call("GET", ROLES))[1]
    assert role["name"] == "new role"
    assert role["permissions"] == roles[0]["permissions"]
    _, moved = await bot.call("PATCH", ROLES, [{"id": role["id"], "position": 2}])
    assert {one["id"]: one["position"] for one in moved}[role["id"]] == 2
    assert (await bot.event("GUILD_ROLE_UPDATE"))["role"]["position"] == 2


async def test_a_role_gives_its_permissions_to_those_who_have_it(
    bot: RawBot, ada: Person, emi: Person
) -> None:
    said = await ada.say("general", "mine")
    with pytest.raises(Refused, match="manage messages"):
        await emi.do("delete", channel_id=sample.GENERAL, message_id=said["id"])
    role = await made(bot, permissions=str(int(Permission.MANAGE_MESSAGES)))
    await bot.call("PATCH", EMI, {"roles": [role["id"]]})
    await emi.do("delete", channel_id=sample.GENERAL, message_id=said["id"])


async def test_a_member_gets_a_nickname_and_loses_it(bot: RawBot, ada: Person) -> None:
    _, member = await bot.call("PATCH", EMI, {"nick": "Em"})
    assert member["nick"] == "Em"
    assert (await bot.event("GUILD_MEMBER_UPDATE"))["nick"] == "Em"
    await ada.wait_until(lambda: "Em" in [one["nick"] for one in ada.sees.guild["members"]])
    assert (await bot.call("PATCH", EMI, {"nick": ""}))[1]["nick"] is None
    _, own = await bot.call("PATCH", f"{GUILD}/members/@me", {"nick": "Robot", "avatar": PICTURE})
    assert own["nick"] == "Robot"
    assert own["avatar"]


async def test_a_member_who_is_timed_out_can_only_read(bot: RawBot, emi: Person) -> None:
    until = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
    status, member = await bot.call("PATCH", EMI, {"communication_disabled_until": until.isoformat()})
    assert status == 200
    assert dt.datetime.fromisoformat(member["communication_disabled_until"]) == until
    for attempt in (emi.say("general", "x"), emi.command("greet", channel="general")):
        with pytest.raises(Refused, match=r"permission|command"):
            await attempt
    assert "messages" in await emi.do("history", channel_id=sample.GENERAL)
    await bot.call("PATCH", EMI, {"communication_disabled_until": None})
    await emi.say("general", "I'm back")


async def test_a_bot_without_the_members_intent_hears_of_itself_alone(discord: LocalDiscord) -> None:
    async with RawBot.connect(discord, intents=1) as bot:
        await bot.call("PATCH", EMI, {"nick": "Em"})
        await bot.call("PATCH", f"{GUILD}/members/@me", {"nick": "Robot"})
        assert (await bot.event("GUILD_MEMBER_UPDATE"))["nick"] == "Robot"


async def test_what_a_bot_may_not_do_with_roles_and_members_is_refused(bot: RawBot) -> None:
    own_role = bot.discord.world.guilds[sample.GUILD_ID].members[bot.application.id].roles[0]
    bruno, owner = (f"{GUILD}/members/{one}" for one in (sample.BRUNO, sample.ADA))
    later = (dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)).isoformat()
    await made(bot)
    for method, path, body, code in (
        ("POST", ROLES, {"permissions": str(int(Permission.ADMINISTRATOR))}, 50013),
        ("POST", ROLES, {"icon": PICTURE}, 50101),
        ("PATCH", f"{ROLES}/{own_role}", {"name": "mine"}, 50013),
        ("DELETE", f"{ROLES}/{own_role}", None, 50028),
        ("DELETE", f"{ROLES}/{sample.GUILD_ID}", None, 50028),
        ("GET", f"{ROLES}/1", None, 10011),
        ("PUT", f"{EMI}/roles/1", None, 10011),
        ("PUT", f"{EMI}/roles/{own_role}", None, 50013),
        ("PUT", f"{EMI}/roles/{sample.GUILD_ID}", None, 50028),
        ("PUT", f"{GUILD}/members/1/roles/{sample.MODERATOR_ROLE_ID}", None, 10007),
        ("PATCH", EMI, {"roles": ["1"]}, 10011),
        ("PATCH", EMI, {"mute": True}, 40032),
        ("PATCH", owner, {"nick": "Boss"}, 50013),
        ("PATCH", owner, {"communication_disabled_until": later}, 50013),
    ):
        status, reply = await bot.call(method, path, body)
        assert (status // 100, reply["code"]) == (4, code), (method, path, body)
    assert (await bot.call("PATCH", bruno, {"nick": "Bru"}))[0] == 200
    other = bot.discord.applications[1].token
    for method, path, wanted in (
        ("POST", ROLES, {}),
        ("PATCH", EMI, {"nick": "x"}),
        ("PATCH", EMI, {"communication_disabled_until": later}),
    ):
        status, reply = await bot.call(method, path, wanted, token=other)
        assert (status, reply["code"]) == (403, 50013)


@pytest.mark.parametrize(
    ("path", "body", "place", "code"),
    [
        (ROLES, {"name": "x" * 101}, "name", "BASE_TYPE_BAD_LENGTH"),
        (ROLES, {"color": 1 << 24}, "color", "NUMBER_TYPE_MAX"),
        (ROLES, {"colors": {"primary_color": -1}}, "colors.primary_color", "NUMBER_TYPE_MIN"),
        (ROLES, {"permissions": "all"}, "permissions", "NUMBER_TYPE_COERCE"),
        (EMI, {"nick": "x" * 33}, "nick", "BASE_TYPE_MAX_LENGTH"),
        (EMI, {"roles": "all"}, "roles", "LIST_TYPE_CONVERT"),
        (
            EMI,
            {"communication_disabled_until": "soon"},
            "communication_disabled_until",
            "DATE_TIME_TYPE_PARSE",
        ),
        (
            EMI,
            {"communication_disabled_until": "0001-01-01T00:00:00+23:00"},
            "communication_disabled_until",
            "DATE_TIME_TYPE_PARSE",
        ),
        (
            EMI,
            {"communication_disabled_until": "2999-01-01T00:00:00Z"},
            "communication_disabled_until",
            "INVALID_COMMUNICATION_DISABLED_TIMESTAMP",
        ),
    ],
)
async def test_a_wrong_field_of_a_role_or_a_member_is_named(
    bot: RawBot, path: str, body: Json, place: str, code: str
) -> None:
    status, reply = await bot.call("POST" if path == ROLES else "PATCH", path, body)
    assert (status, reply["code"]) == (400, 50035)
    assert codes(reply["errors"]) == {place: code}


async def test_a_server_has_250_roles_at_most(bot: RawBot) -> None:
    for _ in range(250 - len((await bot.call("GET", ROLES))[1])):
        await made(bot)
    assert (await bot.call("POST", ROLES, {}))[1]["code"] == 30005


class Keeper(Client):
    """It notes what happens to roles and members."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: asyncio.Queue[Any] = asyncio.Queue()

    async def on_guild_role_create(self, role: dpy.Role) -> None:
        self.noted.put_nowait(role)

    async def on_member_update(self, _: dpy.Member, after: dpy.Member) -> None:
        self.noted.put_nowait(after)


@pytest.fixture
async def keeper(quiet: None, discord: LocalDiscord) -> AsyncIterator[Keeper]:
    async with logged_in(Keeper(), discord) as client:
        yield client


async def test_discord_py_keeps_roles_and_members(keeper: Keeper) -> None:
    guild = keeper.guilds[0]
    emi = guild.get_member(int(sample.EMI))
    assert emi
    role = await guild.create_role(
        name="Captain", colour=dpy.Colour.red(), permissions=dpy.Permissions(manage_messages=True)
    )
    assert (await keeper.noted.get()) == role
    await emi.add_roles(role)
    assert (await keeper.noted.get()).roles[-1] == role
    games = guild.get_channel(int(sample.GAMES))
    assert isinstance(games, dpy.TextChannel)
    assert games.permissions_for(emi).manage_messages
    await emi.edit(nick="Em", roles=[])
    after = await keeper.noted.get()
    assert (after.display_name, after.roles) == ("Em", [guild.default_role])
    await emi.timeout(dt.timedelta(minutes=5))
    assert (await keeper.noted.get()).is_timed_out()
    assert guild.me
    await guild.me.edit(nick="Robot")
    assert (await keeper.noted.get()).display_name == "Robot"
    await role.edit(name="Mate", hoist=True)
    await guild.edit_role_positions({role: 2})
    assert {one.name: one.position for one in await guild.fetch_roles()}["Mate"] == 2
    await role.delete()
    with pytest.raises(dpy.HTTPException, match="Invalid Role"):
        await guild.roles[-1].delete()
