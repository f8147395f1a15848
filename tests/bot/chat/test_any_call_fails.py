"""Any Discord call may fail in any way: the move counts once, and the table goes on."""

import pytest

from bot.app.parlour import Parlour
from local_discord.person import Person, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.hands import CALLS, ROOM, Three, at_rest, my_hand, session_of
from tests.bot.tables import line_of, until
from tests.deep import sized

ANSWERING = "answering a press"
EVERY_CALL = {
    ANSWERING: ("POST", "/callback$"),
    "editing an answer": ("PATCH", "/webhooks/.+/messages/"),
    "following up": ("POST", r"/webhooks/\d+/[^/]+$"),
    "deleting an answer": ("DELETE", "/webhooks/.+/messages/"),
    "posting a message": ("POST", "/channels/.+/messages$"),
    "editing a message": ("PATCH", "/channels/.+/messages/"),
    "deleting a message": ("DELETE", "/channels/.+/messages/"),
    "opening direct messages": ("POST", "/users/@me/channels$"),
}
FAILURES = [
    (call, status)
    for call in EVERY_CALL
    for status in (403, 404, 429, 500)
    # An answer that Discord refuses is none: nobody can see anything of that press.
    if call != ANSWERING or status >= 429
]
TRIED, TIMES = sized((FAILURES[::3], (1,)), (FAILURES, (1, 2, 3, 6)))
"""Every third of them, failing once; in a deep run all, however often."""


@pytest.fixture
def faults_logged() -> set[str]:
    """An answer that fails for an unexpected reason is logged as an error."""
    return {"bot.chat.answer"}


async def type_until_it_is_made(bot: Parlour, person: Person, move: str) -> None:
    """Type a move as somebody does who sees whether it was made, and types it again if it wasn't."""
    session = session_of(bot)
    count = len(session.table.lines)
    for _ in range(3):
        await person.outcome(await person.command("move", channel=ROOM, move=move))
        await until(lambda: not bot.answering)
        if len(session.table.lines) > count:
            return
    raise AssertionError(f"{move} can't be made")


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize(("call", "status"), TRIED)
async def test_a_move_counts_once_and_the_table_goes_on(
    bidding: Parlour, discord: LocalDiscord, seats: Three, call: str, status: int, times: int
) -> None:
    method, path = EVERY_CALL[call]
    session = session_of(bidding)
    before = len(session.table.lines)
    for move in CALLS:
        line = line_of(move)
        failure = {"status": status, "method": method, "path": path, "times": times, "retry_after": 0.05}
        discord.faults.fail_next([failure])
        await type_until_it_is_made(bidding, seats[line.who], line.text)
        shown = await seats[line.who].wait_for(lambda m: "My hand" in labels_of(m))
        await seats[line.who].outcome(await seats[line.who].press(shown, label="My hand"))
    discord.faults.fail_next([])
    made = [f"{'abc'[one.who]} {one.text}" for one in session.table.lines[before:]]
    assert made == list(CALLS)
    await seats[0].outcome(await seats[0].command("board", channel=ROOM))
    await type_until_it_is_made(bidding, seats[0], "give 4♠")
    await at_rest(bidding, session, *seats)
    assert "reject" in text_of(await my_hand(seats[0], "to move"))
