"""After you answer the first of two questions, an update from before your press doesn't undo that."""

from collections.abc import AsyncIterator

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot import hands
from tests.bot.clocks import pass_seconds, position, timed
from tests.bot.conftest import Meet, running
from tests.bot.tables import keep_lines, people, session_in
from tests.bot.time_limits import shown_to

FIRST, SECOND = "Lay cards, or pick one of the cards below to discard it.", "Which cards do you lay down?"
OWN, OTHERS = "4La 5La 6La 3Zu 2Ra 3Ra ∞To 3Bo 1Ma 2Ti Grue", "0La 1Pl 3Fr 9Zu 7To 6In 5Bu 4Sc 3Ea 0Hi Death"
DEALT = ("* dealer b", f"* deal {OWN} / {OTHERS} / 0Fa", "a draw", "* drawn 9Fa")


@pytest.fixture
async def chiara(meet: Meet) -> Person:
    """She has drawn a card at a table of Foozle."""
    await meet(cast.DMITRI)
    return await meet(cast.CHIARA)


@pytest.fixture
async def bot(chiara: Person, settings: Settings) -> AsyncIterator[Parlour]:
    """The bot, which has shown everything at that table."""
    async with Archive.open(settings.storage.url) as archive:
        seats = people(cast.CHIARA, cast.DMITRI)
        await keep_lines(archive, "foozle", seats, DEALT, channel=cast.CARD_ROOM)
    async with running(settings) as bot:
        await hands.direct(chiara, FIRST)
        await all_shown(bot)
        yield bot


async def all_shown(bot: Parlour) -> None:
    (session,) = bot.tables.in_memory.sessions()
    await (await bot.messages.of(session)).sent()


async def pick_cards_too_soon(
    bot: Parlour, person: Person, discord: LocalDiscord, hand: Json, path: str
) -> None:
    """The hand is drawn once more; its edit, a request to this path, arrives after the press is answered."""
    session = hands.session_of(bot)
    messages = await bot.messages.of(session)
    late = discord.faults.hold_next("PATCH", path)
    messages.hand(session.seats.at_hand(int(cast.CHIARA))).refresh()
    await late.arrived.wait()
    await person.press(hand, label="Pick cards yourself")
    await person.wait_for(lambda m: m["id"] == hand["id"] and SECOND in text_of(m))
    late.released.set()
    await all_shown(bot)


async def test_a_hand_drawn_before_the_press_and_arriving_after_its_answer(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    hand = await hands.direct(chiara, FIRST)
    await pick_cards_too_soon(bot, chiara, discord, hand, f"/messages/{hand['id']}$")
    assert SECOND in text_of(chiara.sees.current(hand))


async def test_an_opened_hand_drawn_before_the_press_and_arriving_after_its_answer(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    await hands.direct(chiara, FIRST)
    hand = await hands.my_hand(chiara, FIRST)
    await all_shown(bot)
    await pick_cards_too_soon(bot, chiara, discord, hand, "/webhooks/")
    assert SECOND in text_of(chiara.sees.current(hand))


async def test_a_board_drawn_before_the_press_and_arriving_after_its_answer(
    two: tuple[Person, Person], settings: Settings, discord: LocalDiscord
) -> None:
    chiara, _ = two
    async with timed(settings, position(plies=38).lines, move_time="1 hour") as bot:
        board = await shown_to(chiara, "Which square?")
        await all_shown(bot)
        late = discord.faults.hold_next("PATCH", f"/messages/{board['id']}$")
        pass_seconds(session_in(bot), -5)  # the board shows another end of the time
        bot.messages.show(session_in(bot))
        await late.arrived.wait()
        await chiara.press(board, label="Whole board")
        await chiara.wait_for(lambda m: m["id"] == board["id"] and "Choose again" in labels_of(m))
        late.released.set()
        await all_shown(bot)
        assert "Choose again" in labels_of(chiara.sees.current(board))
