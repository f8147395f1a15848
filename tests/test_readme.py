"""What the README promises to people who want to invite the bot is what the bot needs."""

import re
from pathlib import Path

import discord

from bot.app.client import INTENTS
from bot.chat.gate import NEEDED, NEEDED_IN_THREAD, REASONS
from bot.host.application import invitation

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PORTAL = ROOT / "docs" / "portal"
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_link_invites_the_bot_with_the_permissions_it_asks_for() -> None:
    (number,) = re.findall(r"oauth2/authorize\?client_id=CLIENT_ID\S*&permissions=(\d+)", README)
    needed = dict.fromkeys({*NEEDED, *NEEDED_IN_THREAD}, True)
    assert discord.Permissions(int(number)) == discord.Permissions(**needed)
    assert invitation("CLIENT_ID") in README
    assert [f"- **{name}**: {why}" for name, why in REASONS.items()] == re.findall(
        r"^- \*\*.+?\*\*: .+$", README, re.MULTILINE
    )
    assert len(REASONS) == len(needed)


def test_the_hosts_guide_explains_every_permission_and_intent() -> None:
    rows = re.findall(r"^\| ([A-Z][\w ]+?) \| (.+?) \|$", GUIDE, re.MULTILINE)
    explained = {name: f"{why}." for name, why in rows}
    assert {name: explained.get(name) for name in REASONS} == REASONS
    named = {"Guilds": "guilds", "Guild Messages": "guild_messages", "Direct Messages": "dm_messages"}
    assert {named[one] for one in named if one in explained} == {name for name, is_on in INTENTS if is_on}
    assert not INTENTS.members | INTENTS.presences | INTENTS.message_content


def test_every_link_of_the_hosts_guide_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", GUIDE)
    assert len(named) > 2
    assert [one for one in named if not (ROOT / "docs" / one).exists()] == []


def test_every_picture_of_the_hosts_guide_is_described_and_soon_loaded() -> None:
    drawn = re.findall(r"^!\[(.*)\]\((.+?)\)\n\n\*(.+)\*$", GUIDE, re.MULTILINE)
    shown = re.findall(r"<img src=\"(.+?)\".* alt=\"(.+?)\">\n\n\*(.+)\*$", GUIDE, re.MULTILINE)
    assert {file for _, file, _ in drawn} == {f"portal/{one.stem}.png" for one in PORTAL.glob("*.html")}
    assert all(caption.startswith("A drawing: ") for _, _, caption in drawn)
    assert all(caption.startswith("A screenshot: ") for _, _, caption in shown)
    described = {(ROOT / "docs" / file): text for text, file, _ in drawn} | {
        (ROOT / "docs" / file): text for file, text, _ in shown
    }
    assert set(described) == set(PORTAL.glob("*.png"))
    for file, text in described.items():
        assert len(text) > 100
        assert file.stat().st_size <= 60_000


def test_every_link_and_picture_of_the_readme_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", README)
    files = [ROOT / (link or picture) for link, picture in named]
    assert len(files) > 10
    assert [file for file in files if not file.exists()] == []


def test_the_picture_at_its_top_is_soon_loaded() -> None:
    assert (ROOT / "docs" / "phone.png").stat().st_size <= 250_000
