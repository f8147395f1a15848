"""Two seats of one person may know about each other; the other person learns nothing about either.

The real bot plays one game twice, the second time with what two seats of one person chose exchanged. All that
the other person and a spectator were ever sent is compared, pictures byte by byte.
"""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.person import labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import cities
from tests.bot.cities import BEGUN, keep_city, rest, type_move
from tests.bot.conftest import PATIENT, running, settings_for
from tests.bot.tables import session_in, until
from tests.bot.witnesses import Notes, Witness
from tests.deep import sized

OPTIONS = {"two_tokens": "true", "time_limit": "10"}
PEOPLE = (cast.CHIARA, cast.DMITRI, cast.FARID)
CHIARA, DMITRI, FARID = range(3)

CHOOSING = ("a choose {0}", "c choose {0}", "c choose {1}", "b choose hot-dog", "d choose yo-yo")
"""c changes its mind; then everybody walks as chance will have it."""

CARRYING = ("a choose {0}", "b choose hot-dog", "c choose {1}", "d choose yo-yo", *BEGUN[4:], "* roll 14")
FETCHING = ("a enter UL locker",)
"""a takes out of its locker what it chose, since its bag is empty; all hear that something was there."""

ABSENT = (*CARRYING, "a enter UL locker")
"""When a's time is up, it takes what is in its locker by default: that question is secret."""

FINISHED = ((*CARRYING[:-1], "* roll 20"), ("b enter UL phone", "b call UL drug"))
"""When a's time is up, b, who is Dmitri, finishes its move."""

TURNS = sized(1, 3)


async def watch(folder: Path, written: tuple[str, ...], said: tuple[str, ...], ago: float) -> list[Notes]:
    """What each was sent while a table with these lines, `ago` seconds old, went on with these moves."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LocalDiscord(cast.WORLD, deadlines=PATIENT))
        settings = settings_for(discord, folder / "parlour.sqlite3")
        witnesses = [await stack.enter_async_context(Witness.connect(discord.url, one)) for one in PEOPLE]
        async with Archive.open(settings.storage.url) as archive:
            await keep_city(archive, *written, options=OPTIONS, ago=ago)
        bot = await stack.enter_async_context(running(settings))
        cities.here_all_along(bot)
        notes = [Notes() for _ in PEOPLE]
        await until(lambda: session_in(bot).autoplay.due() is None)
        await look_around(bot, witnesses)
        for witness in witnesses:  # a hand that is sent before the board links to it a moment later
            witness.told = [one for messages in witness.sees.messages.values() for one in messages.values()]
        for number in range(len(said) + TURNS):
            await say(bot, witnesses, said[number] if number < len(said) else first_move(bot))
            await look_around(bot, witnesses)
            for one, witness in zip(notes, witnesses, strict=True):
                await one.take_down(witness)
        return notes


def first_move(bot: Parlour) -> str:
    """The player to move makes the first move that everyone knows they can make."""
    table = session_in(bot).table
    (seat,) = table.turn.owes
    move = next(iter(table.game.legal(table.view(None))))
    return f"{'abcd'[seat]} {table.game.write(move)}"


async def say(bot: Parlour, witnesses: list[Witness], line: str) -> None:
    """A choice in the hand of that seat, wherever it is open, anything else by typing it."""
    letter, _, move = line.partition(" ")
    session = session_in(bot)
    count, witness = len(session.table.lines), witnesses["abcd".index(letter) % 2]
    if move.startswith("choose"):
        hand = await witness.wait_for(
            lambda m: f"Your seat {letter.upper()}" in text_of(m) and f":{letter}:" in str(m["components"])
        )
        await witness.press(hand, label=session.game.read(move).item.name)
    else:
        await type_move(witness, move)
    await until(lambda: len(session.table.lines) > count and session.autoplay.due() is None)


async def look_around(bot: Parlour, witnesses: list[Witness]) -> None:
    """Everyone types /move and opens their hand, or tries to."""
    await rest(bot, *witnesses)
    shown = await witnesses[FARID].wait_for(lambda m: "My bag" in labels_of(m))
    for witness in witnesses:
        await witness.autocomplete("move", "move", channel="games", move="")
        await witness.outcome(await witness.press(shown, label="My bag"))
    await until(lambda: not bot.answering)
    await rest(bot, *witnesses)


@pytest.mark.parametrize(
    ("written", "said", "ago"),
    [
        pytest.param((), CHOOSING, 0, id="choosing"),
        pytest.param(CARRYING, FETCHING, 0, id="fetching", marks=pytest.mark.thorough),
        pytest.param(ABSENT, (), 610, id="absent"),
        pytest.param(*FINISHED, 610, id="finished", marks=pytest.mark.thorough),
    ],
)
async def test_the_other_person_is_told_the_same_whichever_seat_has_what(
    written: tuple[str, ...], said: tuple[str, ...], ago: float, tmp_path: Path
) -> None:
    runs = []
    for items in (("pig", "fish"), ("fish", "pig")):
        begun, going_on = (tuple(line.format(*items) for line in part) for part in (written, said))
        runs.append(await watch(tmp_path / items[0], begun, going_on, ago))
    first, second = runs
    for place in (DMITRI, FARID):
        assert len(first[place].steps) == len(said) + TURNS
        for one, two in zip(first[place].steps, second[place].steps, strict=True):
            assert one == two
    assert first[CHIARA].steps != second[CHIARA].steps, "nobody saw a difference, so nothing was tried"
