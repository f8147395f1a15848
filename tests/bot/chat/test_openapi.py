"""Every request of a table's whole life, and its answer, checked against Discord's own description."""

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.person import Person, labels_of, text_of
from storage import Archive
from tests.bot import tables
from tests.bot.cities import set_option
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    board,
    choices,
    choose,
    legal,
    lines,
    people,
    resign,
    told,
    toss,
    type_moves,
    until,
)
from tests.openapi import WHY_SKIPPED, Description, Recording

pytestmark = pytest.mark.skipif(Description.load() is None, reason=WHY_SKIPPED)


def stands(recording: Recording, at_least: int) -> None:
    """Nothing in the recording breaks the description, and the recording is as long as it should be."""
    description = Description.load()
    assert description is not None
    assert len(recording.exchanges) >= at_least
    assert description.all_objections(recording) == []


async def test_a_lobby_with_everything_you_can_do_in_it(
    recording: Recording, chiara: Person, dmitri: Person
) -> None:
    await chiara.autocomplete("play", "game", channel="games", game="d")
    lobby = await tables.join(dmitri, await tables.open_lobby(chiara))
    for label in ("Close", "Remove player", "Change host", "Fair play"):
        await chiara.reply_to(await tables.press_more(chiara, lobby, label))
    await chiara.outcome(await tables.press_more(chiara, lobby, "Rules"))
    await set_option(chiara, await tables.options_of(chiara, lobby), "blocked", "24")
    await board(chiara, lobby, "**24**")
    await tables.press_more(dmitri, lobby, "Leave")
    lobby = await board(chiara, lobby, "**B** · *free*")
    await chiara.select(await tables.more(chiara, lobby), "easy")
    await board(chiara, lobby, "**B** · Easy")
    question = await chiara.reply_to(await tables.press_more(chiara, lobby, "Close"))
    await chiara.press(question, label="Close lobby")
    await board(dmitri, lobby, "was closed")
    stands(recording, 15)


async def test_a_game_from_the_lobby_over_every_kind_of_move_to_the_rematch(
    bot: Parlour, recording: Recording, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await chiara.autocomplete("move", "move", channel="games", move="E")
    await choose(tables.mover(bot, chiara, dmitri), shown, legal(bot)[0])
    await until(lambda: len(lines(bot)) == 4)
    await type_moves(bot, chiara, dmitri, count=3)
    await told(chiara, await chiara.command("move", channel="games", move="E99"))
    await chiara.command("board", channel="games")
    shown = await chiara.wait_for(lambda m: "Undo" in labels_of(m) and m["id"] != shown["id"])
    asker = tables.mover(bot, chiara, dmitri)
    other = dmitri if asker is chiara else chiara
    await asker.press(shown, label="Undo")
    await other.press(await board(other, shown, "wants to undo"), label="Agree")
    shown = await board(other, shown, "undoes")
    for command in ("rules", "help", "about"):
        await chiara.reply_to(await chiara.command(command, channel="games"))
    final = await resign(dmitri, chiara.sees.current(shown))
    await chiara.reply_to(await chiara.press(final, label="Record"))
    await chiara.press(final, label="Rematch")
    await chiara.wait_for(lambda m: "want a rematch?" in text_of(m))
    stands(recording, 25)


async def test_a_board_with_many_squares_to_choose_a_call_and_a_stop(
    settings: Settings, recording: Recording, meet: Meet
) -> None:
    settings.play.remind_after = 0.1
    async with Archive.open(settings.storage.url) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), lambda table: choices(table) > 25)
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        player = tables.mover(bot, chiara, dmitri)
        await player.wait_for(lambda m: "it's your turn" in text_of(m))
        shown = await player.wait_for(lambda m: "Whole board" in labels_of(m))
        await player.press(shown, label="Whole board")
        shown = await board(player, shown, "Which part")
        await player.press(shown, label=labels_of(shown)[0])
        await board(player, shown, "Which square")
        question = await chiara.reply_to(await chiara.command("stop", channel="games"))
        await chiara.press(question, label="Stop the game")
        await board(chiara, shown, "was stopped")
    stands(recording, 8)


async def test_the_settings_of_a_person_and_of_a_server(
    bot: Parlour, recording: Recording, ada: Person
) -> None:
    shown = await ada.reply_to(await ada.command("settings", channel="games"))
    for custom_id, value in (("setting:when", "daily"), ("setting:from", "22")):
        await ada.outcome(await ada.select(ada.sees.current(shown), value, custom_id=custom_id))
    form = await ada.modal_of(await ada.press(ada.sees.current(shown), label="Time zone"))
    await ada.outcome(await ada.submit(form, {"value": "Rome"}))
    await ada.press(ada.sees.current(shown), label="Server settings")
    shown = await board(ada, shown, "## Server settings")
    await ada.select(shown, cast.GAMES, custom_id="server:channels")
    shown = await board(ada, shown, f"<#{cast.GAMES}>")
    await ada.select(shown, "doublolo", custom_id="server:games")
    await board(ada, shown, "**Doublolo**")
    stands(recording, 10)
