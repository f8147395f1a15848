"""What is worked out only once per position: until a line is written or a seat changes hands."""

from bot.app.parlour import Parlour
from local_discord.person import Person
from tests.bot.tables import legal, mover, session_in, toss, type_moves, until


async def test_what_is_found_out_is_forgotten_with_the_next_move_and_when_a_seat_changes_hands(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    session = session_in(bot)
    found = iter(range(10))
    assert [session.once("what", lambda: next(found)) for _ in range(2)] == [0, 0]
    await type_moves(bot, chiara, dmitri)
    assert [session.once("what", lambda: next(found)) for _ in range(2)] == [1, 1]
    before = session.players
    await session.hand_to_computer(int(mover(bot, chiara, dmitri).id))
    await until(lambda: session.players is not before)
    assert session.once("what", lambda: next(found)) == 2
    assert legal(bot)
