"""A name may contain anything that Discord allows: our text stays readable and has no side effects."""

import re

import pytest

from bot.app.parlour import Parlour
from bot.chat.names import plain_name
from bot.chat.parts import escaped
from bot.chat.players import Player, computer, name_at, person
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from games.kit.brush.lettering import fitting_name, shortened, width
from local_discord.codec import Json
from local_discord.person import Person, every_component, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.finished import alt_of
from tests.bot.replaying import open_replay
from tests.bot.settings.test_settings import opened
from tests.bot.table.test_typed import TYPED, is_plain
from tests.bot.tables import (
    all_alone,
    board,
    join,
    more,
    open_lobby,
    resign,
    told,
    toss,
    type_moves,
    visible,
)
from tests.deep import sized

MOST_OF_A_NAME = 32
MARKUP = r"(?<!\\)(\*\*_|```|\[press)|(?<!\\)@everyone|https://example"
UNSEEN = "[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
ISOLATED = "\u2068([^\u2066-\u2069]*)\u2069"
FROM_RIGHT = "\u05d3\u05e0\u05d4"

SIGNS = (
    "snake_case_name",
    "__init__",
    "xX_Sniper_Xx",
    r"¯\_(ツ)_/¯",
    "*bold*",
    "a~~b~~",
    "||x||",
    "[x](http://y)",
    "<@1>",
    "@everyone",
    ":smile:",
    "# big",
    "-# small",
    "> q",
    "- x",
    "1. x",
    "`code`",
    "</play:1>",
    "<t:0:R>",
    "discord.gg/free",
)
"""Names with signs that Discord's markdown could take for something else."""

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
        assert not re.search(UNSEEN, re.sub(ISOLATED, r"\1", text + alt)), text + alt


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


def as_discord_shows(text: str) -> str:
    """A line of markdown as a reader sees it. Raises AssertionError if it does anything but show signs."""
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "", text)
    assert not re.search(r"[*_~|`<\[]|@everyone|://|:\w+:|\w\.\w+/", bare), text
    assert not re.match(r" *([#>+-]|\d+\.)", text), text
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)


@pytest.mark.parametrize("name", SIGNS)
def test_a_name_in_a_message_is_shown_with_all_its_signs_and_does_nothing(name: str) -> None:
    assert as_discord_shows(escaped(name)) == name
    assert as_discord_shows(escaped(f"{name} wins.")) == f"{name} wins."


@pytest.mark.parametrize("name", SIGNS)
def test_a_name_where_discord_reads_no_markdown_stays_as_it_is(name: str) -> None:
    assert plain_name(name) == name
    assert name_at((person(1, name, ""), person(2, "Ada", "")), Seat(0)) == name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Al\u202eex\u202c", "Alex"),
        ("\u2067Alex\u2069\u200f", "Alex"),
        ("Al\nex\r\n wins.", "Al ex wins."),
        ("Al\u2028ex\x00\x07", "Al ex"),
        ("\u3164\u115f\u2800", ""),
        ("\u200d\ufe0f\u034f", ""),
        ("\N{WOMAN}\u200d\N{MICROSCOPE}", "\N{WOMAN}\u200d\N{MICROSCOPE}"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
    ],
)
def test_what_cannot_be_seen_in_a_name_is_left_out(name: str, plain: str) -> None:
    assert plain_name(name) == plain


async def test_signs_of_a_name_are_kept_in_alt_text_menus_and_messages(
    discord: LocalDiscord, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    sniper, shrug = "xX_Sniper_Xx", r"¯\_(ツ)_/¯"
    discord.world.people[cast.CHIARA].raw["global_name"] = sniper
    discord.world.people[cast.DMITRI].raw["global_name"] = shrug
    lobby = await join(dmitri, await open_lobby(chiara))
    assert f"{sniper} (host), {shrug}." in alt_of(lobby)
    opened = await more(chiara, lobby)
    asked = await chiara.reply_to(await chiara.press(opened, label="Change host"))
    assert shrug in options(asked)
    await chiara.press(lobby, label="Start")
    shown = await board(chiara, lobby, "heads or tails")
    assert sniper in alt_of(shown)
    await resign(chiara, shown)
    assert f"{shrug} wins" in alts(await board(chiara, shown, "wins"))
    ranked = await chiara.reply_to(await chiara.command("leaderboard", channel="games"))
    assert sniper in alts(ranked)
    replay = await open_replay(chiara)
    heading = text_of(replay).splitlines()[0]
    assert escaped(shrug) in heading
    assert shrug in heading.replace(r"\\", "\0").replace("\\", "").replace("\0", "\\")


def alts(message: Json) -> str:
    return "\n".join(str(picture["description"]) for picture in pictures_of(message))


def options(message: Json) -> list[str]:
    """What the message's menus offer."""
    parts = every_component(message["components"])
    return [option["label"] for part in parts for option in part.get("options", ())]


def called(*players: Player) -> list[str]:
    return [name_at(players, Seat(seat)) for seat in range(len(players))]


def test_people_of_the_same_name_are_told_apart_by_their_seats() -> None:
    assert called(person(1, "Alex", ""), person(2, "Ada", ""), person(3, "Alex", "")) == [
        "Alex (A)",
        "Ada",
        "Alex (C)",
    ]
    assert called(person(1, "Alex", ""), person(2, "ALEX", "")) == ["Alex (A)", "ALEX (B)"]
    assert called(person(1, "Alex", ""), person(2, "A\u200blex ", "")) == ["Alex (A)", "Alex (B)"]
    assert called(person(1, "Easy", ""), computer("easy", "Easy")) == ["Easy (A)", "Easy B"]
    assert called(person(1, "Ada", ""), computer("easy", "Easy"), computer("easy", "Easy")) == [
        "Ada",
        "Easy B",
        "Easy C",
    ]
    alexes = person(1, "Alex", ""), person(2, "Alex", ""), person(3, "Alex (A)", "")
    assert len(set(called(*alexes))) == 3


async def test_two_people_called_alex_are_told_apart_in_everything_that_is_shown(
    settings: Settings, discord: LocalDiscord, meet: Meet
) -> None:
    for one in (cast.CHIARA, cast.DMITRI):
        discord.world.people[one].raw["global_name"] = "Alex"
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        lobby = await join(dmitri, await open_lobby(chiara))
        assert "Alex (A) (host), Alex (B)." in alt_of(lobby)
        await chiara.press(lobby, label="Start")
        shown = await board(chiara, lobby, "heads or tails")
        assert f"<@{chiara.id}> (A)" in text_of(shown)
        assert "Alex (A)" in alt_of(shown)
        final = await resign(chiara, shown)
        assert f"<@{dmitri.id}> (B) wins" in text_of(final).replace("*", "")
        assert f"<@{chiara.id}> (A) resigned" in text_of(final)
        assert "Alex (B) wins" in alts(final)
        assert "Alex (A) resigned" in alts(final)
        heading = text_of(await open_replay(chiara)).splitlines()[0]
        assert "Alex (A) and Alex (B)" in heading
    async with Archive.open(settings.storage.url) as archive:
        seats = await archive.sessions.seats(1)
    assert [one.name for one in seats] == ["Alex", "Alex"]


async def test_a_name_from_right_to_left_stays_apart_from_the_numbers_around_it(
    discord: LocalDiscord, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    discord.world.people[cast.CHIARA].raw["global_name"] = FROM_RIGHT
    board_shown = await toss(chiara, dmitri)
    await resign(dmitri, board_shown)
    final = await board(chiara, board_shown, "wins")
    assert f"\u2068<@{chiara.id}>\u2069 wins" in text_of(final).replace("*", "")
    assert f"\u2068{FROM_RIGHT}\u2069 wins" in alts(final)
    assert f"<@{dmitri.id}> resigned" in text_of(final)
    ranked = await dmitri.reply_to(await dmitri.command("leaderboard", channel="games"))
    assert f"\u2068{FROM_RIGHT}\u2069, won 1 of 1" in alts(ranked)
    assert "\u2068Dmitri" not in alts(ranked)


def test_a_long_name_in_a_picture_keeps_the_letter_of_its_seat() -> None:
    name = f"{'W' * MOST_OF_A_NAME} (B)"
    fits = fitting_name(name, 30, 300)
    assert fits.endswith("… (B)")
    assert width(fits, 30) <= 300
    assert fitting_name("Alex (B)", 30, 300) == "Alex (B)"


def test_a_name_beside_the_badge_of_its_seat_gives_up_the_letter_before_it_is_cut() -> None:
    room = width("Alex (B)", 30) - 1
    assert fitting_name("Alex (B)", 30, room, has_badge=True) == "Alex"
    assert fitting_name("Alex (B)", 30, room + 1, has_badge=True) == "Alex (B)"


def test_a_picture_shows_every_sign_that_the_typeface_has() -> None:
    for name in SIGNS:
        assert shortened(name, 30, 1000) == name.replace("ツ", "")
    assert shortened("\U0001d56c\U0001d591\U0001d58a\U0001d59d \uff21", 30, 1000) == "Alex A"
    assert shortened(FROM_RIGHT, 30, 1000) == ""
