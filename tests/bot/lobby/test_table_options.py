"""What the host can choose for a table of any game; it also applies to rematches and after a restart."""

import json

from bot.app.parlour import Parlour
from bot.table.options import TableOptions, offered_for
from games.engine import registry
from local_discord.person import Person, text_of
from tests.bot.cities import set_option
from tests.bot.tables import board, join, open_lobby, options_of, session_in


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
    menus = await options_of(chiara, lobby)
    await set_option(chiara, menus, "only_move", "false")
    await board(chiara, lobby, "Make forced moves automatically: **no**")
    await chiara.press(await join(dmitri, lobby), label="Start")
    await board(chiara, lobby, "Heads or tails?")
    session = session_in(bot)
    assert not session.options.only_move
    assert session.table.header.options == ()


async def test_every_game_offers_a_time_for_moves_and_the_next_player_where_they_may_move(
    bot: Parlour, chiara: Person
) -> None:
    for game in registry.all_games().values():
        offered = offered_for(game)
        assert {"move_time", "bank"} <= set(offered)
        assert ("time_up" in offered) == (game.about.name == "fooblitzky")
        assert not {"move_time", "bank", "time_up"} & set(offered_for(game, is_direct=True))
    lobby = await open_lobby(chiara)
    menus = await options_of(chiara, lobby)
    await set_option(chiara, menus, "move_time", "3 days")
    await set_option(chiara, menus, "bank", "30 minutes")
    shown = await board(chiara, lobby, "Extra time: **30 minutes**")
    assert "Time for a move: **3 days**" in text_of(shown)
