"""What the host can choose for a table of any game; it also applies to rematches and after a restart."""

import json

import pytest

from bot import play as cast
from bot.app import Parlour
from bot.config import Settings
from bot.tables.options import TableOptions, offered_for
from games import registry
from local_discord.person import Person, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.cities import keep_city, set_option
from tests.bot.conftest import Meet, running
from tests.bot.tables import board, forge, join, open_lobby, people, resign, session_in, told
from tests.bot.time_limits import WALK, shown_to


def test_no_game_has_an_option_of_the_same_name() -> None:
    for game in registry.all_games().values():
        assert not set(game.options.model_fields) & set(TableOptions.model_fields)
        assert set(offered_for(game)) <= set(TableOptions.model_fields)


def test_what_storage_doesnt_name_is_at_its_default() -> None:
    assert TableOptions.read("{}") == TableOptions()
    assert TableOptions().write() == "{}"
    chosen = TableOptions(only_move=False, invited=(5, 6))
    assert json.loads(chosen.write()) == {"only_move": False, "invited": [5, 6]}
    assert TableOptions.read(chosen.write()) == chosen


async def test_a_changed_option_of_the_table_stands_in_the_lobby_and_not_in_the_record(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    assert "Make forced moves" not in text_of(lobby), "defaults go without saying"
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    await set_option(chiara, menus, "only_move", "false")
    await board(chiara, lobby, "Make forced moves automatically: **no**")
    await chiara.press(await join(dmitri, lobby), label="Start")
    await board(chiara, lobby, "Heads or tails?")
    session = session_in(bot)
    assert not session.options.only_move
    assert session.table.header.options == ()


async def test_a_rematch_has_the_same_options_of_the_table_after_a_restart_too(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings):
        lobby = await open_lobby(chiara)
        menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
        await set_option(chiara, menus, "only_move", "false")
        await chiara.press(await join(dmitri, lobby), label="Start")
        shown = await board(chiara, lobby, "Heads or tails?")
    async with running(settings) as bot:
        await bot.tables.load_channel(int(cast.GAMES))
        assert not session_in(bot).options.only_move
        final = await resign(dmitri, shown)
        again = await chiara.reply_to(await chiara.press(final, label="Rematch"))
        assert "Make forced moves automatically: **no**" in text_of(again)


async def test_every_game_offers_a_time_for_moves_and_the_next_player_where_they_may_move(
    bot: Parlour, chiara: Person
) -> None:
    for game in registry.all_games().values():
        offered = offered_for(game)
        assert {"move_time", "bank"} <= set(offered)
        assert ("time_up" in offered) == (game.about.name == "fooblitzky")
        assert not {"move_time", "bank", "time_up"} & set(offered_for(game, is_direct=True))
    lobby = await open_lobby(chiara)
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    await set_option(chiara, menus, "move_time", "3 days")
    await set_option(chiara, menus, "bank", "30 minutes")
    shown = await board(chiara, lobby, "Extra time: **30 minutes**")
    assert "Time for a move: **3 days**" in text_of(shown)


@pytest.mark.parametrize(("before", "after"), [("1", "2 minutes"), ("5", "5 minutes"), ("10", "15 minutes")])
async def test_a_rematch_after_fooblitzkys_own_time_limit_has_one_of_the_table(
    settings: Settings, meet: Meet, before: str, after: str
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_city(archive, *WALK, options={"time_limit": before}, seats=seats)
    async with running(settings) as bot:
        assert session_in(bot).clock.limit == 60 * int(before)
        shown = await shown_to(chiara, "Rolled 20")
        final = await resign(dmitri, shown)
        again = await chiara.reply_to(await chiara.press(final, label="Rematch"))
        assert f"Time for a move: **{after}**" in text_of(again)
        assert "When time runs out: **the next player may make it**" in text_of(again)
        assert "Time limit in minutes" not in text_of(again)


async def test_at_a_table_for_invited_people_others_are_told_whose_it_is(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    menus = await chiara.reply_to(await chiara.press(lobby, label="Options"))
    await set_option(chiara, menus, "invited_only", "true")
    shown = await board(dmitri, lobby, "Invited people only: **yes**")
    answer = await told(dmitri, await dmitri.press(shown, label="Join"))
    assert answer == f"Only people <@{chiara.id}> invited can join this table."
    await chiara.press(shown, label="Leave")
    await board(chiara, lobby, "*free*")
    await chiara.press(shown, label="Join")
    await board(chiara, lobby, f"<@{chiara.id}> · host")


@pytest.mark.parametrize("name", ["invited", "hints"])
async def test_an_option_that_isnt_offered_cant_be_set(
    bot: Parlour, discord: LocalDiscord, chiara: Person, name: str
) -> None:
    """FourSide gives its own hints, as moves."""
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="fourside"))
    forged = await forge(discord, chiara, lobby, f"option:1:{name}", "off")
    assert "has no option" in await told(chiara, forged)
