"""Everything people type gets an answer, at any length, and is quoted only in part and as plain text."""

import re
from itertools import product

import discord
import pytest
from discord import ui

from bot.app.parlour import Parlour
from bot.chat.parts import OPTION_MOST, TEXT_MOST, button, menu, question, sealed, with_plain_quotes
from bot.learning.routes import ListGames
from games.core import Choice, Question
from games.kit.prose import QUOTED, quoted
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from tests.bot.tables import commands, forge, open_lobby, options_of, session_in, told, toss

LONGEST = 6_000
"""Characters that Discord takes in an option of a command."""

TYPED = {
    "letters": "x" * LONGEST,
    "digits": "9" * LONGEST,
    "words": "E7 " * (LONGEST // 3),
    "backticks": "```" * (LONGEST // 3),
    "stars": "**_~||" * (LONGEST // 6),
    "lines": "# a\n> b\n" * (LONGEST // 8),
    "everyone": "@everyone @here <@1> <#2> </play:3> <t:0:R> <:a:4>"[:LONGEST],
    "a link": "[press here](https://example.com) https://example.com",
    "nothing seen": "\u200b\u200d\ufeff\u2060" * (LONGEST // 4),
    "turned": "\u202e\u2066evil\u202d" * (LONGEST // 8),
    "emoji": "\N{FAMILY}\N{WOMAN}\u200d\N{MICROSCOPE}" * (LONGEST // 4),
    "quotes": '“”"”“' * (LONGEST // 5),
    "marks": "{a} {b}" * (LONGEST // 7),
}

ODD = pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED.keys())
SHORT = 400


def asked_for_text(bot: Parlour) -> list[tuple[str, str]]:
    """Every command that takes a text, and what its option is called."""
    return [
        (command.name, option.name)
        for command in commands(bot)
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string and not option.choices
    ]


def is_plain(said: str) -> None:
    """It is short, all of it can be seen, and what was typed does nothing."""
    assert len(said) <= SHORT, len(said)
    assert not re.search("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\\x00-\\x09]", said)
    assert "\n" not in said
    ours = re.sub(r"<@\d+>", "", said)  # whose turn it is
    assert not re.search(r"(?<!\\)[`*_~|\[<]|(?<!\\)@everyone|https://", ours), said


async def test_every_command_that_takes_a_text_answers_the_longest_in_short(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    commands = asked_for_text(bot)
    assert {name for name, _ in commands} == {
        *["play", "learn", "rules", "leaderboard", "move", "replay", "review", "share", "duel", "why"]
    }
    for (name, option), typed in product(commands, TYPED.values()):
        for person in (chiara, dmitri) if name == "move" else (chiara,):
            is_plain(await told(person, await person.command(name, channel="games", **{option: typed})))
        await chiara.autocomplete(name, option, channel="games", **{option: typed})
    assert len(session_in(bot).table.lines) == 3, "something of it was taken for a move"


@pytest.mark.parametrize("custom_id", ["computer:1", "option:1:" + "x" * 90, "form:1:" + "_" * 90])
async def test_what_a_made_up_press_holds_is_told_again_in_short(
    bot: Parlour, chiara: Person, discord: LocalDiscord, custom_id: str
) -> None:
    lobby = await open_lobby(chiara)
    is_plain(await told(chiara, await forge(discord, chiara, lobby, custom_id, "*9" * 1_900)))


async def test_what_a_form_is_filled_in_with_is_not_told_again(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    lobby = await open_lobby(chiara)
    shown = await options_of(chiara, lobby)
    await forge(discord, chiara, shown, "option:1:blocked", "9" * 3_900)
    said = text_of(await chiara.wait_for(lambda m: "Not changed" in text_of(m)))
    assert "999" not in said


@ODD
def test_a_quotation_is_one_short_line_of_what_can_be_seen(typed: str) -> None:
    told_again = quoted(typed)
    assert (told_again[0], told_again[-1]) == ("“", "”")
    assert len(told_again) <= QUOTED + 2
    assert not set("“”\n\u200b\u202e") & set(told_again[1:-1])


def test_what_is_short_is_quoted_as_it_was_typed() -> None:
    assert quoted("  8 of  Zurfs ") == "“8 of Zurfs”"
    assert quoted("∞To ♠ é") == "“∞To ♠ é”"


def test_only_what_a_refusal_quotes_is_made_plain() -> None:
    said = with_plain_quotes("**Never** “*a* <@1> @here” as in “UL drug” or “3r1@F7”: /play, <#5>.")
    assert said == "**Never** “\\*a\\* \\<@1> \\@here” as in “UL drug” or “3r1@F7”: /play, <#5>."


@pytest.mark.parametrize(
    "parts", [["x" * 9_000], ["x" * 3_000, "y" * 3_000], ["z"] * 9 + ["x" * 4_000], [" "]]
)
def test_no_message_is_too_long_for_discord(parts: list[str]) -> None:
    layout = sealed([ui.Container(*map(ui.TextDisplay, parts))])
    contents = [one.content for one in layout.walk_children() if isinstance(one, ui.TextDisplay)]
    assert sum(map(len, contents)) <= TEXT_MOST
    assert all(one.strip() for one in contents)
    longest = [one for one, was in zip(contents, parts, strict=True) if one != was]
    assert longest
    assert all(one.endswith("…") for one in longest)


def test_no_button_and_no_menu_is_too_long_for_discord() -> None:
    assert len(button("x" * 200, ListGames()).label or "") == 80
    (select,) = menu(ListGames(), "x" * 200, []).children
    assert isinstance(select, ui.Select)
    assert len(select.placeholder or "") == 150
    many = Question("x" * 200, tuple(Choice(str(n), f"{n}" + "x" * 200, "y" * 200) for n in range(12)))
    ((row,),) = [question(many, 1, None, 0, ())]
    assert isinstance(row, ui.ActionRow)
    (select,) = row.children
    assert isinstance(select, ui.Select)
    assert all(len(one.label) == OPTION_MOST == len(one.description or "") for one in select.options)
    assert select.placeholder == "Choose one", "the question stands above the menu"
    several = Question("Which cards?", many.choices, least=1, most=4)
    ((row,),) = [question(several, 1, None, 0, ())]
    assert isinstance(row, ui.ActionRow)
    (select,) = row.children
    assert isinstance(select, ui.Select)
    assert select.placeholder == "Choose 1 to 4"
