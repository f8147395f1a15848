"""The Quick form of a game: one press in the lobby, a word after /play, and the first game after a lesson."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.table.session import Session
from games.engine import registry
from local_discord.person import Person, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.cities import set_option
from tests.bot.finished import finish
from tests.bot.tables import board, forge, join, more, options_of, press_more, session_in, told, until

GAME = "foozle"
QUICK, FULL = "Quick game: 12 minutes", "Full game: 50 minutes"


@pytest.fixture(autouse=True)
def foozle_is_quick_with_three_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Foozle with a Quick form, and the only game with one; how long it lasts depends on its players."""
    games: dict[str, Any] = {name: replace(game, quick={}) for name, game in registry.all_games().items()}

    def lasts(players: int, options: Any) -> int:
        return {3: 8, 4: 20, 5: 46}[options.colours] + 2 * players

    games[GAME] = replace(games[GAME], quick={"colours": 3}, lasts=lasts)
    monkeypatch.setattr(registry, "all_games", lambda: MappingProxyType(games))


async def begun(bot: Parlour, person: Person) -> Session:
    """The game in #games, once it waits for this person and no computer thinks."""
    await person.wait_for(lambda m: "My hand" in labels_of(m))
    session = session_in(bot)
    await until(session.waits_for)
    return session


async def test_the_host_can_choose_the_quick_form_for_all_to_see_and_the_full_one_again(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    assert "about 50 minutes" in pictures_of(lobby)[0]["description"]
    assert "Your first game?" in text_of(lobby)
    seen = await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    assert "Only the host" in await told(dmitri, await dmitri.press(seen, label=QUICK))
    await press_more(chiara, lobby, "Choose the quick game")
    shown = await board(chiara, lobby, "**Quick game**")
    assert "Colours" not in text_of(shown), "the name says it"
    assert "quick, about 12 minutes" in pictures_of(shown)[0]["description"]
    await press_more(chiara, shown, "Choose the full game")
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "**Quick game**" not in text_of(m))


async def test_a_lobby_of_people_starts_in_either_form_by_one_press(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    shown = await join(dmitri, lobby)
    assert labels_of(shown)[:2] == ["Start", QUICK]
    await chiara.press(shown, label=QUICK)
    await until(lambda: "My hand" in labels_of(chiara.sees.current(lobby)))
    assert dict(session_in(bot).table.header.options) == {"colours": "3"}


async def test_a_table_with_the_same_options_is_quick_however_they_were_chosen(
    bot: Parlour, chiara: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    menus = await options_of(chiara, lobby)
    menus = await set_option(chiara, menus, "colours", "4")
    shown = await board(chiara, lobby, "Colours to collect: **4**")
    assert "about 24 minutes" in pictures_of(shown)[0]["description"]
    await set_option(chiara, menus, "colours", "3")
    shown = await board(chiara, lobby, "**Quick game**")
    assert FULL in labels_of(shown)


async def test_play_begins_a_quick_game_or_says_that_there_is_none(bot: Parlour, chiara: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME, form="quick"))
    assert "**Quick game**" in text_of(lobby)
    assert labels_of(lobby) == [QUICK, FULL, "Join", "More", "Learn"]
    refused = await chiara.command("play", channel="general", game="doublolo", form="quick")
    assert "Doublolo has no Quick form." in await told(chiara, refused)


async def test_play_against_the_computer_begins_at_once(bot: Parlour, chiara: Person) -> None:
    await chiara.command("play", channel="games", game=GAME, form="quick", against="computer")
    session = await begun(bot, chiara)
    assert dict(session.table.header.options) == {"colours": "3"}
    assert [one.is_person for one in session.players] == [True, False]


@pytest.mark.parametrize(("label", "options"), [(QUICK, {"colours": "3"}), (FULL, {})])
async def test_one_press_plays_either_form_against_computers(
    bot: Parlour, chiara: Person, label: str, options: dict[str, str]
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    assert "Or play the computer now (Easy):" in text_of(lobby)
    await chiara.press(lobby, label=label)
    session = await begun(bot, chiara)
    assert dict(session.table.header.options) == options
    assert [one.name for one in session.players[1:]] == ["Easy"]


async def test_the_computer_is_of_the_level_that_is_chosen_or_the_next_that_the_host_has_not_beaten(
    bot: Parlour, chiara: Person
) -> None:
    easy = registry.find(GAME).about.levels[1]
    await finish(bot.archive, [int(chiara.id), None], game=GAME, level=easy)
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    assert "Or play the computer now (Medium):" in text_of(lobby)
    assert "1 of 5 computers beaten: Easy." in pictures_of(lobby)[0]["description"]
    await chiara.select(lobby, registry.find(GAME).about.levels[-1])
    session = await begun(bot, chiara)
    assert [one.name for one in session.players[1:]] == ["Expert"]


async def test_whom_a_host_has_beaten_stays_theirs_if_they_hide_their_profile(
    bot: Parlour, chiara: Person
) -> None:
    easy = registry.find(GAME).about.levels[1]
    await finish(bot.archive, [int(chiara.id), None], game=GAME, level=easy)
    await bot.archive.people.set_profile_hidden(int(chiara.id), True)
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    assert "Or play the computer now (Easy):" in text_of(lobby)
    assert "beaten" not in pictures_of(lobby)[0]["description"]


async def test_a_level_that_there_is_not_begins_nothing(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    made_up = await forge(discord, chiara, lobby, "against:1:quick", "grandmaster")
    assert "There's no computer player called" in await told(chiara, made_up)
    assert FULL in labels_of(chiara.sees.current(lobby))


async def test_the_game_after_a_lesson_is_quick(bot: Parlour, discord: LocalDiscord, chiara: Person) -> None:
    shown = await chiara.reply_to(await chiara.command("learn", channel="games", game=GAME))
    await forge(discord, chiara, shown, f"play_after_lesson:{GAME}")
    assert dict((await begun(bot, chiara)).table.header.options) == {"colours": "3"}


async def test_who_has_played_before_is_not_told_that_it_is_their_first_game(
    bot: Parlour, chiara: Person
) -> None:
    await chiara.command("play", channel="games", game=GAME, against="computer")
    await begun(bot, chiara)
    lobby = await chiara.reply_to(await chiara.command("play", channel="general", game=GAME))
    assert "Your first game?" not in text_of(lobby)
    assert labels_of(lobby) == [QUICK, FULL, "Join", "More"]
    assert "Learn" in labels_of(await more(chiara, lobby))


async def test_a_lobby_goes_on_saying_that_it_is_their_first_game_though_they_start_another_one(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    other = await chiara.reply_to(await chiara.command("play", channel="general", game=GAME))
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=GAME))
    await chiara.press(other, label=FULL)
    await chiara.wait_for(lambda m: m["id"] == other["id"] and "Join" not in labels_of(m))
    await dmitri.press(lobby, label="Join")
    lobby = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Dmitri" in str(m["components"]))
    assert "Your first game?" in text_of(lobby)
