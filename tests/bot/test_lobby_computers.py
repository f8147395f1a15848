"""Computers at the lobby: adding them, filling seats, and starting against them with one press."""

import pytest

from bot.app import Parlour
from games import registry
from local_discord.person import (
    Person,
    labels_of,
    text_of,
)
from tests.bot.tables import board, join, open_lobby, told


async def test_a_guest_cannot_add_a_computer(chiara: Person, dmitri: Person) -> None:
    lobby = await open_lobby(chiara)
    seen = await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    assert "Only the host" in await told(dmitri, await dmitri.select(seen, "greedy"))


async def test_computers_can_play_alone_for_spectators(bot: Parlour, chiara: Person, emi: Person) -> None:
    lobby = await open_lobby(chiara)
    await chiara.press(lobby, label="Leave")
    lobby = await board(chiara, lobby, "**A to B** · *free*")
    await chiara.select(lobby, "greedy")
    lobby = await board(chiara, lobby, "**A** · Computer (Beginner)")
    await chiara.select(lobby, "easy")
    lobby = await board(chiara, lobby, "**B** · Computer (Easy)")
    await chiara.press(lobby, label="Start")
    shown = await board(emi, lobby, "is thinking")
    assert "Undo" not in labels_of(shown)


@pytest.mark.parametrize("name", registry.all_games())
async def test_every_game_shows_itself_with_computers_alone_as_its_rules_say(
    name: str, bot: Parlour, chiara: Person
) -> None:
    """A demonstration: the host leaves, chooses a computer for each seat, and starts."""
    game = registry.find(name)
    said = "To watch computers play each other, press *Leave* in your lobby"
    assert said in registry.rules_page(name)
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=name))
    await chiara.press(lobby, label="Leave")
    lobby = await board(chiara, lobby, "**A")
    for seat in "ABCD"[: min(game.about.seats)]:
        await chiara.select(lobby, game.about.levels[0])
        lobby = await board(chiara, lobby, f"**{seat}** · Computer")
    await chiara.press(lobby, label="Start")
    shown = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Leave" not in labels_of(m))
    assert "Computer" in text_of(shown)
    assert chiara.id not in text_of(shown)


async def test_against_a_computer_that_sat_down_first_the_person_is_red(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    await chiara.press(lobby, label="Leave")
    lobby = await board(chiara, lobby, "**A to B** · *free*")
    await chiara.select(lobby, "greedy")
    await board(chiara, lobby, "**A** · Computer (Beginner)")
    lobby = await join(dmitri, lobby)
    assert f"**A** · <@{dmitri.id}>\n**B** · Computer (Beginner)" in text_of(lobby)
    await chiara.press(await chiara.wait_for(lambda m: "Start" in labels_of(m)), label="Start")
    await board(dmitri, lobby, f"<@{dmitri.id}>: Heads or tails?")


async def test_a_host_of_doublolo_who_comes_back_is_red_again(chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    await chiara.select(lobby, "greedy")
    await board(chiara, lobby, "**B** · Computer (Beginner)")
    await chiara.press(lobby, label="Leave")
    lobby = await board(chiara, lobby, "**A** · Computer (Beginner)")
    await chiara.press(lobby, label="Join")
    await board(chiara, lobby, f"**A** · <@{chiara.id}> · host\n**B** · Computer (Beginner)")


async def test_play_the_computer_starts_at_once_with_the_seats_filled(chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    await chiara.press(lobby, label="Play the computer")
    await board(chiara, lobby, "Heads or tails?")


async def test_two_clicks_on_play_the_computer_start_one_game(chiara: Person) -> None:
    lobby = await open_lobby(chiara)
    sent = [await chiara.press(lobby, label="Play the computer") for _ in range(2)]
    assert [await chiara.outcome(one) for one in sent] == ["answered", "answered"]
    await board(chiara, lobby, "Heads or tails?")


async def test_only_the_host_starts_against_the_computer(chiara: Person, dmitri: Person) -> None:
    lobby = await open_lobby(chiara)
    seen = await dmitri.wait_for(lambda m: m["id"] == lobby["id"])
    assert "Only the host" in await told(dmitri, await dmitri.press(seen, label="Play the computer"))


async def test_computers_fill_the_seats_that_are_left(chiara: Person, dmitri: Person) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="foozle"))
    lobby = await join(dmitri, lobby)
    await chiara.press(chiara.sees.current(lobby), label="Fill with computers")
    lobby = await board(chiara, lobby, "**F** \u00b7 Computer (Easy)")
    assert text_of(lobby).count("Computer (Easy)") == 4
    assert "Fill with computers" not in labels_of(lobby)
