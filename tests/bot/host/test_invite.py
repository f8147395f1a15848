"""The link that invites the bot to a server."""

from pathlib import Path

import pytest

from bot.host.application import SCOPES
from local_discord.server import LocalDiscord
from tests.bot.hosts import TOKEN, Host
from tests.bot.hosts import database as database
from tests.bot.hosts import host as host
from tests.bot.process import environment

pytestmark = pytest.mark.real


async def test_the_invitation_names_the_application_and_why_it_wants_each_permission(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    said = await host.types("invite", environment(discord, database))
    link, *_, last = said.out.strip().splitlines()
    assert f"client_id={discord.applications[0].id}&" in link
    assert f"scope={'+'.join(SCOPES)}&" in link
    assert "&integration_type=1" in said.out
    assert last == "  Attach Files: the board and the hands are pictures."
    assert discord.applications[0].token not in said.out


async def test_there_is_no_invitation_without_a_token_that_discord_accepts(
    discord: LocalDiscord, database: Path, host: Host
) -> None:
    for token, sentence in ((TOKEN, "didn't accept the token"), ("", "There's no bot token")):
        settings = environment(discord, database, PARLOUR_DISCORD__TOKEN=token)
        said = await host.types("invite", settings)
        assert (said.status, said.out) == (1, "")
        assert sentence in said.err
