"""Undo where each of two people has two seats, with a toy game."""

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from bot.app.parlour import Parlour
from games.core import Seat
from games.engine import registry
from games.game import AnyGame
from local_discord.person import Person
from tests.bot.tables import board, session_in, told, until
from tests.laws.pebbles import Options, Pebbles
from tests.laws.toys import as_game

A, C = Seat(0), Seat(2)


class Doubled(Pebbles):
    """Two people take pebbles from four seats."""

    def seating(self, options: Options) -> Mapping[int, tuple[int, ...]]:
        return {2: (0, 1, 0, 1)}


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy joins the games."""
    games: Mapping[str, AnyGame] = MappingProxyType({**registry.all_games(), "pebbles": as_game(Doubled())})
    monkeypatch.setattr(registry, "all_games", lambda: games)


async def test_one_answer_of_the_other_person_is_enough_to_take_back(
    pebbles: None, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game="pebbles"))
    await dmitri.press(await dmitri.wait_for(lambda m: m["id"] == lobby["id"]), label="Join")
    await chiara.press(await board(chiara, lobby, f"<@{dmitri.id}>"), label="Start")
    await board(chiara, lobby, "From which heap?")
    session = session_in(bot)
    (first,) = session.table.turn.owes
    mover, other = (chiara, dmitri) if first in (A, C) else (dmitri, chiara)
    for number, player in enumerate((mover, other, mover, other)):
        await player.command("move", channel="games", move="1 left")
        await until(lambda done=number + 2: len(session.table.lines) >= done)  # type: ignore[misc]  # bound as it is now
    await mover.command("undo", channel="games")
    asked = await board(other, lobby, "wants to undo")
    assert "The other players have to answer that" in await told(
        mover, await mover.press(asked, label="Agree")
    )
    await other.press(asked, label="Agree")
    await until(lambda: session.table.ask is None)
    assert [line.text for line in session.table.lines[-3:]] == ["/ask undo", "/agree", "/undo 4"]
    third = session.table.lines[-1].who
    assert third != first, "the last move of either of their seats"
    assert session.table.turn.owes == {third}
