"""What `python -m bot doctor --listing` finds missing for Discord's directory of apps.

Discord shows a bot only its application, so the rest is one finding with what to do by hand.
Source: https://docs.discord.com/developers/discovery/enabling-discovery
"""

from collections.abc import AsyncIterator, Iterator
from http import HTTPStatus
from pathlib import Path

import aiohttp
import discord

from bot.chat.gate import INVITED_WITH
from bot.chat.parts import listed
from bot.config import DiscordSettings
from bot.host.application import PATIENCE, SCOPES, commands, logged_in
from bot.host.doctor import Finding, broken, note, works
from bot.refusal import CannotRun

DESCRIPTION_MOST = 400
"""Discord's limit of an application's description, in characters.

This limit and the next are in Discord's own description of its API, as `ApplicationFormPartial`:
https://github.com/discord/discord-api-spec. For the texts of the page “Discovery” nothing is published.
"""

TAGS_MOST, TAG_MOST = 5, 20
"""How many tags an application has at most, and the characters of one."""

PAGES = {"Privacy policy": "privacy.md", "Terms of service": "terms.md"}
"""What a host has to publish, and the file of each."""

BLANKS = ("[your name]", "[how to reach you]", "[date]")
"""What a host fills in, in each of those files."""

GENERAL = "in the developer portal, on the page “General Information”"


async def for_directory(where: DiscordSettings, folder: Path) -> AsyncIterator[Finding]:
    """Findings on what Discord has of the application, and on the two pages.

    They are read where Discord links to, and in this folder as long as there's no link.
    """
    try:
        async with logged_in(where) as client:
            its = client.application
            assert its is not None
            links = its.privacy_policy_url, its.terms_of_service_url
            for (subject, name), link in zip(PAGES.items(), links, strict=True):
                if link:
                    yield await published(subject, link)
                else:
                    yield broken(subject, f"There's no link. Publish {name} and enter its address {GENERAL}.")
                    yield page(f"{subject}, text", folder / name)
            for finding in profile(client):
                yield finding
            yield await commands(client)
    except CannotRun as failed:
        yield broken("Token", str(failed))
        return
    yield note(
        "By hand",
        "I can't see the page “Discovery” of the developer portal. Copy the summary, the long text and the "
        "pictures from docs/listing there, choose a language and add a support server. Discord publishes no "
        "limit for those texts: if the page says that one is too long, shorten it.",
    )


async def published(subject: str, address: str) -> Finding:
    """Whether anybody can open this page, and nothing is left to fill in there."""
    try:
        patience = aiohttp.ClientTimeout(PATIENCE)
        async with aiohttp.ClientSession(timeout=patience) as web, web.get(address) as answer:
            text = await answer.text(errors="replace")
    except (aiohttp.ClientError, OSError, TimeoutError) as failed:
        return broken(subject, f"{address} doesn't open ({type(failed).__name__}). Check the link {GENERAL}.")
    if answer.status != HTTPStatus.OK:
        status = f"{address} answers with status {answer.status}."
        return broken(subject, f"{status} Everybody has to be able to read it without logging in.")
    if left := _left_in(text):
        return broken(subject, f"{address} still says {left}. Fill that in.")
    return works(subject, f"{address} opens.")


def page(subject: str, file: Path) -> Finding:
    """Whether this text is there and filled in."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return note(subject, f"{file} isn't there, so I can't say whether it's filled in.")
    if left := _left_in(text):
        return broken(subject, f"{file} still says {left}. Fill that in before you publish it.")
    return works(subject, f"{file} is filled in.")


def _left_in(text: str) -> str:
    left = [one for one in BLANKS if one in text]
    return listed(left) if left else ""


def profile(client: discord.Client) -> Iterator[Finding]:
    """What Discord has of the application: texts, icon and invitation."""
    its, user = client.application, client.user
    assert its is not None
    assert user is not None
    yield description(its.description)
    yield tags(its.tags)
    if its.icon is None:
        yield broken("Icon", f"There's none. Upload bot/parlour.png or your own {GENERAL}.")
    else:
        yield works("Icon", "The application has one.")
    yield install(its)
    if not its.bot_public:
        yield broken("Public", "Only you can invite the bot. Switch on “Public Bot” on the page “Bot”.")
    if not user.public_flags.verified_bot:
        yield note(
            "Verified", "Discord hasn't verified the bot yet. The page “App Verification” says what's needed."
        )


def description(text: str) -> Finding:
    """Whether people are told what the bot is, in a text that Discord takes."""
    if not text.strip():
        return broken(
            "Description", f"It's empty. Take the one in docs/listing/profile.toml and enter it {GENERAL}."
        )
    if len(text) > DESCRIPTION_MOST:
        return broken("Description", f"It has {len(text)} characters. Cut it to {DESCRIPTION_MOST}.")
    return works("Description", f"It has {len(text)} of {DESCRIPTION_MOST} characters.")


def tags(given: list[str]) -> Finding:
    """Whether people can find the bot by its tags."""
    if not given:
        return broken(
            "Tags", f"There are none. Take those in docs/listing/profile.toml and enter them {GENERAL}."
        )
    if len(given) > TAGS_MOST or any(len(one) > TAG_MOST for one in given):
        return broken(
            "Tags", f"Discord takes {TAGS_MOST} tags with {TAG_MOST} characters each. Shorten them."
        )
    if len(given) < TAGS_MOST:
        return note("Tags", f"There are {len(given)} of {TAGS_MOST}. Each more helps people to find the bot.")
    return works("Tags", f"{listed(given)}.")


def install(its: discord.AppInfo) -> Finding:
    """Whether the button *Add App* invites the bot with what it needs."""
    in_servers = its.guild_integration_config
    asked = (in_servers and in_servers.oauth2_install_params) or its.install_params
    if asked is None:
        if its.custom_install_url:
            return works("Add App", f"The button opens {its.custom_install_url}.")
        return broken("Add App", "The button does nothing yet. Do step 3 of docs/hosting.md.")
    if not set(SCOPES) <= set(asked.scopes) or not asked.permissions >= INVITED_WITH:
        return broken(
            "Add App", "The button leaves out something the bot needs. Do step 3 of docs/hosting.md."
        )
    if asked.permissions > INVITED_WITH:
        return note(
            "Add App", "The button asks for permissions that the bot doesn't need. People may wonder why."
        )
    return works("Add App", "The button invites the bot with the permissions it needs.")
