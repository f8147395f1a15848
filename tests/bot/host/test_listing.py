"""What a host needs to be in Discord's directory: `doctor --listing`, and the texts and pictures in docs/."""

import re
import socket
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from PIL import Image

from bot.chat.gate import INVITED_WITH
from bot.features import COMMANDS
from bot.host import play as cast
from bot.host.listing import BLANKS, DESCRIPTION_MOST, PAGES, TAG_MOST, TAGS_MOST
from bot.table.departures import FORGET_DAYS
from games.engine import registry
from local_discord.fixtures import ApplicationFixture, InstallFixture, ProfileFixture
from local_discord.server import LocalDiscord
from tests.bot.hosts import TOKEN, Host, Said
from tests.bot.hosts import database as database
from tests.bot.hosts import host as host
from tests.bot.process import environment
from tests.openapi import described

pytestmark = pytest.mark.real

DOCS = Path(__file__).parents[3] / "docs"
TEXTS = tomllib.loads((DOCS / "listing" / "profile.toml").read_text(encoding="utf-8"))


def filled_in(name: str) -> str:
    """This page, as a host would publish it."""
    text = (DOCS / name).read_text(encoding="utf-8")
    for blank in BLANKS:
        text = text.replace(blank, "Hella")
    return text


@pytest.fixture
async def web_site() -> AsyncIterator[str]:
    """The address of a site with both pages, and with those that a host forgot to fill in."""

    async def read(request: web.Request) -> web.Response:
        name = request.match_info["name"]
        return web.Response(
            text=(DOCS / name).read_text(encoding="utf-8") if "old" in request.path else filled_in(name)
        )

    site = web.Application()
    site.router.add_get("/{name:(privacy|terms).md}", read)
    site.router.add_get("/old/{name:(privacy|terms).md}", read)
    async with TestServer(site) as server:
        yield str(server.make_url("/"))


@pytest.fixture
def ready(web_site: str) -> ProfileFixture:
    """The profile of an application that lacks nothing."""
    return ProfileFixture(
        description=TEXTS["description"],
        tags=TEXTS["tags"],
        icon="0" * 32,
        terms_of_service_url=f"{web_site}terms.md",
        privacy_policy_url=f"{web_site}privacy.md",
        install_params=InstallFixture(permissions=str(INVITED_WITH.value)),
    )


async def listing(host: Host, database: Path, profile: ProfileFixture, folder: Path | str = "") -> Said:
    """What the doctor says of an application with this profile."""
    application = ApplicationFixture(name="Parlour", profile=profile)
    world = cast.WORLD.model_copy(update={"applications": (application,)})
    with described() as recording:
        async with LocalDiscord(world, record=recording) as discord:
            return await host.types(f"doctor --listing {folder}", environment(discord, database))


def failing(said: Said) -> list[str]:
    """What fails, in the doctor's order."""
    return [one[7:].partition(":")[0] for one in said.out.splitlines() if one.startswith("FAILS")]


async def test_a_new_application_lacks_everything_and_is_told_what_to_do(host: Host, database: Path) -> None:
    said = await listing(host, database, ProfileFixture())
    assert said.status == 1
    pages = [name for one in PAGES for name in (one, f"{one}, text")]
    assert failing(said) == [*pages, "Description", "Tags", "Icon", "Add App"]
    assert "privacy.md still says [your name], [how to reach you] and [date]. " in said.out
    assert "Publish terms.md and enter its address in the developer portal" in said.of("Terms of service")
    assert said.of("Verified").startswith(" note")
    assert said.of("By hand").startswith(" note")
    assert said.out.endswith("\n8 things are missing for Discord's directory.\n")
    assert "Database" not in said.out


async def test_with_our_texts_and_filled_in_pages_nothing_is_missing(
    host: Host, database: Path, ready: ProfileFixture, web_site: str
) -> None:
    said = await listing(host, database, ready)
    assert (said.status, failing(said)) == (0, [])
    assert said.of("Privacy policy") == f"   ok  Privacy policy: {web_site}privacy.md opens."
    assert said.out.endswith("\nNothing that I can see is missing for Discord's directory.\n")


async def test_pages_are_read_in_a_folder_until_they_are_published(
    host: Host, database: Path, tmp_path: Path
) -> None:
    (tmp_path / "privacy.md").write_text(filled_in("privacy.md"), encoding="utf-8")
    said = await listing(host, database, ProfileFixture(), tmp_path)
    assert said.of("Privacy policy, text") == (
        f"   ok  Privacy policy, text: {tmp_path / 'privacy.md'} is filled in."
    )
    assert said.of("Terms of service, text").startswith(" note")


async def test_a_published_page_has_to_open_and_to_be_filled_in(
    host: Host, database: Path, ready: ProfileFixture, web_site: str
) -> None:
    links = {"privacy_policy_url": f"{web_site}old/privacy.md", "terms_of_service_url": f"{web_site}none"}
    said = await listing(host, database, ready.model_copy(update=links))
    assert failing(said) == list(PAGES)
    assert "/old/privacy.md still says [your name], [how to reach you] and [date]." in said.of(
        "Privacy policy"
    )
    assert "/none answers with status 404." in said.of("Terms of service")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        links = {"privacy_policy_url": f"http://127.0.0.1:{taken.getsockname()[1]}/"}
        said = await listing(host, database, ready.model_copy(update=links))
    assert "/ doesn't open (ClientConnectorError)." in said.of("Privacy policy")


@pytest.mark.parametrize(
    ("changed", "fails"),
    [
        ({"privacy_policy_url": None}, ["Privacy policy", "Privacy policy, text"]),
        ({"terms_of_service_url": None}, ["Terms of service", "Terms of service, text"]),
        ({"description": " \n"}, ["Description"]),
        ({"tags": ()}, ["Tags"]),
        ({"tags": ("games",)}, []),
        ({"icon": None}, ["Icon"]),
        ({"bot_public": False}, ["Public"]),
        ({"install_params": None, "custom_install_url": "https://example.org/add"}, []),
        ({"install_params": InstallFixture(permissions="2048")}, ["Add App"]),
        (
            {"install_params": InstallFixture(permissions=str(INVITED_WITH.value), scopes=("bot",))},
            ["Add App"],
        ),
        ({"install_params": InstallFixture(permissions=str(INVITED_WITH.value | 8))}, []),
    ],
)
async def test_each_thing_that_is_missing_is_named(
    changed: dict[str, Any], fails: list[str], host: Host, database: Path, ready: ProfileFixture
) -> None:
    said = await listing(host, database, ready.model_copy(update=changed))
    assert (failing(said), said.status) == (fails, 1 if fails else 0)


async def test_a_button_that_asks_for_too_much_is_worth_a_note(
    host: Host, database: Path, ready: ProfileFixture
) -> None:
    greedy = InstallFixture(permissions=str(INVITED_WITH.value | 8))
    said = await listing(host, database, ready.model_copy(update={"install_params": greedy}))
    assert said.of("Add App").startswith(" note")


async def test_a_token_is_needed_for_the_listing_too(
    discord: LocalDiscord, host: Host, database: Path
) -> None:
    settings = environment(discord, database) | {"PARLOUR_DISCORD__TOKEN": TOKEN}
    said = await host.types("doctor --listing", settings)
    assert said.status == 1
    assert "Token" in failing(said)
    assert TOKEN not in said.out + said.err


@pytest.mark.parametrize("name", PAGES.values())
def test_a_page_has_the_three_places_to_fill_in_and_no_others(name: str) -> None:
    text = (DOCS / name).read_text(encoding="utf-8")
    assert all(one in text for one in BLANKS)
    for one in BLANKS:
        text = text.replace(one, "")
    assert "[" not in text.replace("[Discord", "").replace("[its own", "").replace("[privacy policy]", "")


def test_our_texts_name_commands_and_a_time_that_the_bot_has() -> None:
    pages = [(DOCS / name).read_text(encoding="utf-8") for name in PAGES.values()]
    named = re.findall(r"[`*]/([a-z]+)[`*]", " ".join([*pages, TEXTS["description"], TEXTS["long"]]))
    assert len(set(named)) >= 8
    assert set(named) <= {one.name for one in COMMANDS}
    assert f"it forgets the server {FORGET_DAYS} days later" in pages[0]


def test_our_texts_are_as_long_as_discord_takes() -> None:
    assert set(TEXTS) == {"description", "tags", "summary", "long"}
    assert 100 < len(TEXTS["description"].strip()) <= DESCRIPTION_MOST == 400
    assert len(set(TEXTS["tags"])) == TAGS_MOST == 5
    assert all(0 < len(one) <= TAG_MOST == 20 for one in TEXTS["tags"])
    # Nobody publishes a limit of these; so short ones are safe.
    assert len(TEXTS["summary"]) <= 120
    assert len(TEXTS["long"]) <= 2_000
    assert all(registry.find(one).about.title in TEXTS["long"] for one in registry.all_games())


def test_there_is_a_small_picture_of_each_game() -> None:
    files = sorted((DOCS / "listing").glob("*.png"))
    assert [one.stem for one in files] == sorted(registry.all_games())
    for file in files:
        with Image.open(file) as picture:
            assert picture.size == (1280, 720)
        assert file.stat().st_size <= 120_000
