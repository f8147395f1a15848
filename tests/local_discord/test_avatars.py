"""Avatars: what users' payloads say about them, and the CDN that has their files."""

import json
from io import BytesIO
from pathlib import Path

import aiohttp
import discord as library
import pytest
from PIL import Image
from pydantic import ValidationError

from local_discord import sample
from local_discord.fixtures import ApplicationFixture, GuildFixture, PersonFixture, WorldFixture
from local_discord.person import Person
from local_discord.server import LocalDiscord
from local_discord.users import Avatar
from tests.games.pictures import photograph
from tests.local_discord.raw_bot import RawBot
from tests.openapi import Recording

GUILD = f"/guilds/{sample.GUILD_ID}"


async def asked(discord: LocalDiscord, path: str) -> tuple[int, str, bytes]:
    async with aiohttp.ClientSession() as http, http.get(discord.cdn_url + path) as response:
        return response.status, response.content_type, await response.read()


async def test_everybody_has_a_face_of_their_own_except_one(discord: LocalDiscord) -> None:
    files = set()
    for person in discord.world.people.values():
        if person.id == sample.GRIM:
            assert person.raw["avatar"] is None
            continue
        status, kind, file = await asked(discord, f"/avatars/{person.id}/{person.raw['avatar']}.png?size=128")
        assert (status, kind) == (200, "image/png")
        assert Image.open(BytesIO(file)).size == (256, 256)
        files.add(file)
    assert len(files) == len(discord.world.people) - 1


async def test_every_drawing_is_there_to_be_changed() -> None:
    for png in sample.PORTRAITS.glob("*.png"):
        assert png.with_suffix(".svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/avatars/{id}/{hash}.png", 200),
        ("/avatars/{id}/{hash}.webp?size=4096", 200),
        ("/avatars/{id}/{hash}.gif", 415),
        ("/avatars/{id}/{hash}.svg", 404),
        ("/avatars/{id}/{hash}.png?size=100", 400),
        ("/avatars/{id}/{hash}.png?size=x", 400),
        ("/avatars/{id}/0123456789abcdef0123456789abcdef.png", 404),
        ("/avatars/{grim}/{hash}.png", 404),
        ("/avatars/1/{hash}.png", 404),
        ("/guilds/{guild}/users/{id}/avatars/{hash}.png", 404),
        ("/guilds/1/users/{id}/avatars/{hash}.png", 404),
        ("/embed/avatars/0.png", 200),
        ("/embed/avatars/5.png?size=128", 200),
        ("/embed/avatars/6.png", 404),
    ],
)
async def test_the_cdn_has_what_is_worn_and_nothing_else(
    discord: LocalDiscord, path: str, status: int
) -> None:
    ada = discord.world.people[sample.ADA].raw
    whole = path.format(id=ada["id"], hash=ada["avatar"], grim=sample.GRIM, guild=sample.GUILD_ID)
    assert (await asked(discord, whole))[0] == status


async def test_another_avatar_has_another_address_and_the_old_one_is_gone(
    discord: LocalDiscord, bot: RawBot
) -> None:
    person = discord.world.people[sample.ADA]
    before = person.raw["avatar"]
    person.wear(Avatar(photograph(1, "GIF")))
    _, told = await bot.call("GET", f"/users/{sample.ADA}")
    assert told["avatar"].startswith("a_"), "a GIF can move"
    assert (await asked(discord, f"/avatars/{sample.ADA}/{told['avatar']}.gif"))[:2] == (200, "image/gif")
    assert (await asked(discord, f"/avatars/{sample.ADA}/{before}.png"))[0] == 404
    person.wear(None)
    assert (await bot.call("GET", f"/users/{sample.ADA}"))[1]["avatar"] is None


async def test_presses_carry_the_avatar_of_who_pressed(ada: Person, bot: RawBot) -> None:
    await ada.command("greet", channel="general")
    told = await bot.event("INTERACTION_CREATE")
    assert told["member"]["user"]["avatar"] == ada.sees.me["avatar"] == Avatar.read(_png("ada")).hash


async def test_an_avatar_of_one_server_is_told_of_in_that_server_alone(
    recording: Recording, tmp_path: Path
) -> None:
    own = tmp_path / "own.png"
    own.write_bytes(photograph(2))
    other = GuildFixture(
        id="740000000000000009", name="Elsewhere", owner=sample.ADA, channels=(), avatars={sample.ADA: own}
    )
    world = WorldFixture(guilds=(*sample.SAMPLE.guilds, other), people=sample.PEOPLE)
    async with LocalDiscord(world, record=recording) as discord, RawBot.connect(discord) as bot:
        _, there = await bot.call("GET", f"/guilds/{other.id}/members/{sample.ADA}")
        _, here = await bot.call("GET", f"{GUILD}/members/{sample.ADA}")
        path = f"/guilds/{other.id}/users/{sample.ADA}/avatars/{there['avatar']}.png?size=64"
        assert (await asked(discord, path))[2] == own.read_bytes()
        assert here["avatar"] is None
        assert here["user"] == there["user"]


async def test_a_library_finds_the_avatars(discord: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library.http.Route, "BASE", discord.api_url)
    monkeypatch.setattr(library.asset.Asset, "BASE", discord.cdn_url)
    client = library.Client(intents=library.Intents.none())
    async with client:
        await client.login(discord.applications[0].token)
        ada, grim = await client.fetch_user(int(sample.ADA)), await client.fetch_user(int(sample.GRIM))
        assert await ada.display_avatar.with_size(128).read() == _png("ada").read_bytes()
        assert (await grim.display_avatar.read()).startswith(b"\x89PNG")


def test_a_world_in_a_file_has_its_pictures_beside_it(tmp_path: Path) -> None:
    (tmp_path / "ann.png").write_bytes(photograph(0))
    ann = {"id": "100000000000000001", "username": "ann", "avatar": "ann.png"}
    guild = {"id": "200000000000000001", "name": "North", "owner": ann["id"], "channels": []}
    bot = {"name": "My Bot", "avatar": "ann.png"}
    file = tmp_path / "world.json"
    file.write_text(json.dumps({"people": [ann], "guilds": [guild], "applications": [bot]}))
    world = WorldFixture.read(file)
    assert world.people[0].avatar == world.applications[0].avatar == tmp_path / "ann.png"
    assert LocalDiscord(world).applications[0].user.raw["avatar"] == Avatar(photograph(0)).hash


@pytest.mark.parametrize("file", ["none.png", "words.png"])
def test_a_file_that_is_not_a_picture_is_refused_with_a_sentence(file: str, tmp_path: Path) -> None:
    (tmp_path / "words.png").write_text("words")
    with pytest.raises(ValidationError, match=r"none.png can't be read|An avatar is a PNG"):
        PersonFixture(id=sample.ADA, username="ada", avatar=tmp_path / file)
    with pytest.raises(ValidationError, match=r"none.png can't be read|An avatar is a PNG"):
        ApplicationFixture(name="My Bot", avatar=tmp_path / file)


def test_a_stranger_has_no_avatar_in_a_server() -> None:
    guild = GuildFixture(
        id="740000000000000009",
        name="Elsewhere",
        owner=sample.ADA,
        channels=(),
        members=(sample.ADA,),
        avatars={sample.EMI: _png("emi")},
    )
    with pytest.raises(ValidationError, match="who isn't a member"):
        WorldFixture(guilds=(guild,), people=sample.PEOPLE)


def _png(name: str) -> Path:
    return sample.PORTRAITS / f"{name}.png"
