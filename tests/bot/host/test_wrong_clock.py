"""If the host's clock is an hour off, or is set while the bot runs, nobody loses time, and boards stay."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, control_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import tables, wrong_clock
from tests.bot.cities import BEGUN_BY_TWO, keep_city, type_move
from tests.bot.conftest import Meet
from tests.bot.process import Process, running_process
from tests.bot.tables import people, to_move, visible, words_of
from tests.bot.time_limits import ends, shown_to
from tests.deep import families, sized

pytestmark = pytest.mark.real

HOUR = 3600.0
OFF = families([HOUR, -HOUR], [-HOUR])
MINUTE = 20
"""Seconds that a player has: on a busy machine a press and its answer may take some."""

UNTIL = re.compile(r"<t:(\d+):R>")


class Host:
    """A machine on which the bot runs, with a clock that can be set."""

    def __init__(self, discord: LocalDiscord, folder: Path) -> None:
        self.database = folder / "parlour.sqlite3"
        self._discord = discord
        self._clock = folder / "clock"
        self.set_clock(0)

    def set_clock(self, off: float) -> None:
        """From now on its clock is this many seconds fast."""
        changed = self._clock.with_suffix(".new")
        changed.write_text(str(off))
        changed.replace(self._clock)

    @asynccontextmanager
    async def running(self, **more: str) -> AsyncIterator[Process]:
        """The bot, logged in."""
        more[wrong_clock.NAME] = str(self._clock)
        async with running_process(
            self._discord, self.database, wrong_clock.__name__, None, **more
        ) as process:
            yield process


@pytest.fixture
def host(discord: LocalDiscord, tmp_path: Path) -> Host:
    return Host(discord, tmp_path)


async def keep_race(host: Host) -> int:
    """A table against the clock at which Chiara has 20 moves to walk; how many lines it has."""
    written = (*BEGUN_BY_TWO, "* roll 20")
    seats = people(cast.CHIARA, cast.DMITRI)
    async with Archive.open(str(host.database)) as archive:
        await keep_city(archive, *written, options={"time_limit": "1"}, seats=seats)
    return len(written)


def seconds_left(shown: Json) -> float:
    """How much time a board says there is left."""
    return ends(shown) - time.time()


async def until_both_moved(host: Host, person: Person, before: int, square: str) -> None:
    """Wait until this move is written down, and the board tells of its answer and asks for the next."""
    async with asyncio.timeout(30):
        while True:
            made = [text for text, _, _ in (await lines_of(host))[before:]]
            words = words_of(visible(person)[-1])
            told = made and re.search(rf"(plays|placed) {made[-1]} ", words)
            if made[:1] == [square] and made[1:] and told and "Red to place" in words:
                return
            await asyncio.sleep(0.05)


async def lines_of(host: Host) -> list[tuple[str, str, int]]:
    """Text, note and time of each line that is written down."""
    async with Archive.open(str(host.database)) as archive:
        return [(one.text, one.note, one.at) for one in await archive.record.lines(1)]


@pytest.mark.parametrize("off", OFF)
async def test_the_time_of_a_move_is_told_by_discords_clock(host: Host, meet: Meet, off: float) -> None:
    chiara = await meet(cast.CHIARA)
    await keep_race(host)
    host.set_clock(off)
    async with host.running():
        assert abs(seconds_left(await shown_to(chiara, "Rolled 20")) - 60) < 15


@pytest.mark.parametrize("off", OFF)
async def test_a_clock_that_is_set_while_somebody_thinks_takes_and_gives_no_time(
    host: Host, meet: Meet, off: float
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    kept = await keep_race(host)
    async with host.running(PARLOUR_PLAY__MINUTE=str(MINUTE)):
        shown = await shown_to(chiara, "Rolled 20")
        host.set_clock(off)
        refused = await tables.told(dmitri, await type_move(dmitri, "enter UL phone"))
        assert "It's not your turn" in refused
        # A move counts while there is time left, and gives the next player their whole time.
        await type_move(chiara, "enter UL phone")
        await shown_to(chiara, "Which kind of store do you call?")
        await type_move(chiara, "call UL drug")
        shown = await shown_to(dmitri, f"<@{dmitri.id}>: Rolled")
        assert 0 < seconds_left(shown) < MINUTE + 2
        late = await shown_to(dmitri, f"<@{dmitri.id}>'s time is up")
        assert late["id"] == shown["id"]
        assert abs(seconds_left(late) - MINUTE) < MINUTE / 2
    written = (await lines_of(host))[kept:]
    assert [note for _, note, _ in written] == [""] * len(written)
    assert all(abs(at / 1000 - time.time()) < 60 for _, _, at in written), "written down at another time"


@pytest.mark.parametrize("off", OFF)
async def test_a_restart_under_another_clock_leaves_the_mover_the_time_they_had(
    host: Host, meet: Meet, off: float
) -> None:
    dmitri = await meet(cast.DMITRI)
    await keep_race(host)
    host.set_clock(off)
    async with host.running():
        before = seconds_left(await shown_to(dmitri, "Rolled 20"))
    host.set_clock(0)
    async with host.running():
        assert abs(seconds_left(await shown_to(dmitri, "Rolled 20")) - before) < 20
    assert len(await lines_of(host)) == len(BEGUN_BY_TWO) + 1


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("is_set_later", sized([True], [False, True]))
async def test_a_lively_game_keeps_its_board_whatever_the_clock_says(
    host: Host, meet: Meet, off: float, is_set_later: bool
) -> None:
    async with Archive.open(str(host.database)) as archive:
        await tables.keep(archive, tables.against_computer(cast.CHIARA), to_move(0))
    chiara = await meet(cast.CHIARA)
    host.set_clock(0 if is_set_later else off)
    async with host.running():
        shown = await chiara.wait_for(lambda m: f"<@{chiara.id}>: Red to place" in text_of(m))
        host.set_clock(off)
        for _ in range(4):
            offered = await chiara.autocomplete("move", "move", channel="games", move="")
            square = offered[0]["value"]
            before = len(await lines_of(host))
            await chiara.command("move", channel="games", move=square)
            await until_both_moved(host, chiara, before, square)
        await asyncio.sleep(0.2)
        assert [one["id"] for one in visible(chiara)] == [shown["id"]]


@pytest.mark.parametrize("off", OFF)
async def test_a_second_click_is_taken_for_one_and_an_old_button_for_old_whatever_the_clock_says(
    host: Host, discord: LocalDiscord, meet: Meet, off: float
) -> None:
    chiara = await meet(cast.CHIARA)
    async with Archive.open(str(host.database)) as archive:
        await tables.keep(archive, people(cast.CHIARA, cast.DMITRI), lambda table: table.turn.owes == {0})
    host.set_clock(off)
    async with host.running():
        shown = await chiara.wait_for(lambda m: "Heads or tails?" in text_of(m))
        heads = control_of(shown, label="Heads")["custom_id"]
        first = await chiara.press(shown, label="Heads")
        again = await tables.forge(discord, chiara, shown, heads)
        assert [await chiara.outcome(one) for one in (first, again)] == ["answered", "answered"]
        await chiara.wait_for(lambda m: m["id"] == shown["id"] and "to place" in text_of(m))
        assert len(visible(chiara)) == 1, "the second click was told something"
        await asyncio.sleep(1.2)
        assert await tables.told(chiara, await tables.forge(discord, chiara, shown, heads))
