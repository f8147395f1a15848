"""Who the computers of a game are, how somebody has done against them, and a game against one of them."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.app.parlour import Parlour
from bot.host import play as cast
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, control_of, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.finished import alt_of, finish, turned
from tests.bot.tables import forge, session_in, told, until

GAME = "fourside"


async def computers(person: Person, game: str = GAME) -> Json:
    """What the button below the game's rules shows, in their place."""
    page = await person.reply_to(await person.command("rules", channel="games", game=game))
    return await turned(person, page, "Computers")


@pytest.mark.parametrize("game", registry.all_games())
async def test_every_game_shows_its_computers_in_place_of_its_rules(game: str, chiara: Person) -> None:
    shown = await computers(chiara, game)
    assert is_ephemeral(shown)
    about, told = registry.find(game).about, alt_of(shown)
    assert told.startswith(f"Computer players of {about.title}, strongest first.")
    places = [told.index(f"{one.title}: {one.line}") for one in about.computers]
    assert places == sorted(places, reverse=True)
    offered = control_of(shown)["options"]
    assert [one["label"] for one in offered] == [one.title for one in reversed(about.computers)]
    assert "You won" not in told
    page = await turned(chiara, shown, "Rules")
    assert text_of(page).startswith(f"## {about.title}")


async def test_a_win_is_seen_at_once_and_counts_for_its_level_game_and_person(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    weakest, *_, strongest = registry.find(GAME).about.computers
    me = int(cast.CHIARA)
    before = await computers(chiara)
    await finish(bot.archive, [None, me], game=GAME, level=strongest.name)
    lost = await computers(chiara)
    assert "You won 0 of 1 against it." in alt_of(lost)
    await finish(bot.archive, [me, None], game=GAME, level=weakest.name)
    await finish(bot.archive, [me, None], game="foozle", level="greedy")
    won = await computers(chiara)
    told = alt_of(won)
    assert told.count("You won") == 2
    assert told.index("You won 0 of 1 against it.") < told.index(f"{weakest.title}: ")
    assert told.endswith("You won 1 of 1 against it.")
    pngs = [await chiara.fetch(pictures_of(one)[0]["url"]) for one in (before, lost, won)]
    assert len(set(pngs)) == 3
    assert "You won" not in alt_of(await computers(dmitri))


async def test_play_against_begins_a_game_with_computers_of_that_level_alone(
    bot: Parlour, chiara: Person
) -> None:
    strongest = registry.find("calabresella").about.computers[-1]
    shown = await computers(chiara, "calabresella")
    await chiara.select(shown, strongest.name)
    board = await chiara.wait_for(lambda m: "My hand" in labels_of(m))
    assert not is_ephemeral(board)
    session = session_in(bot)
    await until(session.waits_for)
    assert [one.level for one in session.players if not one.is_person] == [strongest.name] * 2
    assert [one.user_id for one in session.players if one.is_person] == [int(cast.CHIARA)]


async def test_a_level_that_never_was_opens_no_table_and_one_renamed_since_goes_on(
    bot: Parlour, discord: LocalDiscord, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = await computers(chiara)
    assert "has expired" in await told(
        chiara, await forge(discord, chiara, shown, f"play_level:{GAME}", "cheat")
    )
    assert not bot.tables.in_memory.get(1)
    games = dict(registry.all_games())
    about = games[GAME].about
    renamed = replace(about.computers[0], was=("long_ago",))
    games[GAME] = replace(games[GAME], about=replace(about, computers=(renamed, *about.computers[1:])))
    monkeypatch.setattr(registry, "all_games", lambda: MappingProxyType(games))
    await forge(discord, chiara, shown, f"play_level:{GAME}", "long_ago")
    await chiara.wait_for(lambda m: "Which square?" in text_of(m))
    assert [one.level for one in session_in(bot).players if not one.is_person] == [renamed.name]
