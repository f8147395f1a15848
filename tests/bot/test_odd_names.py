"""A name may contain anything that Discord allows: our text stays readable and has no side effects."""

import re

import pytest

from bot import play as cast
from bot.app import Parlour
from local_discord.person import Person, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.tables import all_alone, resign, told, toss, type_moves, visible
from tests.bot.test_settings import opened
from tests.bot.test_typed import TYPED, is_plain
from tests.deep import sized

MOST_OF_A_NAME = 32
MARKUP = r"(?<!\\)(\*\*_|```|\[press)|(?<!\\)@everyone|https://example"
UNSEEN = "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"

NAMES = {
    **{kind: text[:MOST_OF_A_NAME] for kind, text in TYPED.items()},
    "stacked": "Z" + "\u0351\u0352\u0353" * 10,
    "right to left": "\u05d3\u05e0\u05d4 \u0645\u0631\u062d\u0628\u0627",
    "wide": "\ufdfd" * MOST_OF_A_NAME,
    "a seat": "{a}",
}


FEW = ("everyone", "a link", "nothing seen", "turned")


@pytest.mark.parametrize("kind", sized(FEW, tuple(NAMES)))
async def test_a_game_of_somebody_with_an_odd_name_reads_as_any_other(
    discord: LocalDiscord, bot: Parlour, chiara: Person, dmitri: Person, kind: str
) -> None:
    discord.world.people[cast.CHIARA].raw["global_name"] = NAMES[kind]
    board = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri)
    for command in ("tables", "profile"):
        await told(chiara, await chiara.command(command, channel="games"))
    await resign(chiara, board)
    await told(dmitri, await dmitri.command("leaderboard", channel="games"))
    for shown in (*visible(dmitri), *all_alone(dmitri), *all_alone(chiara)):
        text = re.sub(r"\(https://discord\.com/channels/[\d/]+\)", "", text_of(shown))
        assert not re.search(MARKUP, text), text
        alt = "\n".join(str(picture["description"]) for picture in pictures_of(shown))
        assert not re.search(UNSEEN, text + alt), text + alt


async def test_a_form_filled_in_with_nonsense_changes_nothing(bot: Parlour, chiara: Person) -> None:
    shown = await opened(chiara)
    for typed in TYPED.values():
        form = await chiara.modal_of(await chiara.press(shown, label="Time zone"))
        await chiara.outcome(await chiara.submit(form, {"value": typed[:60]}))
        [refused] = [
            line for line in text_of(chiara.sees.current(shown)).splitlines() if "Not changed" in line
        ]
        is_plain(refused.replace("**Not changed.**", ""))
    assert (await bot.archive.people.person(int(chiara.id))).settings == "{}"
