"""A board costs as much late in a long game as early on."""

from bot.app.parlour import Parlour
from bot.chat.drawing import Drawn
from bot.config import Settings
from bot.host import play as cast
from bot.table.messages.own_view import questions_had
from bot.table.screens.board import Pictured, board_screen
from games.core import Seat
from games.engine import record
from storage import Archive
from tests import long_records
from tests.bot.conftest import running
from tests.bot.tables import keep_lines, people
from tests.games.work import calls

EARLY, LATE = 100, 1_500
SLACK = 1.1


async def test_a_board_late_in_a_long_game_costs_what_it_costs_early_on(settings: Settings) -> None:
    async with Archive.open(settings.storage.url) as archive:
        for number, length in enumerate((EARLY, LATE)):
            made = record.read(long_records.undone(lines=length)).lines
            channel = (cast.GAMES, cast.CARD_ROOM)[number]
            players = people(cast.CHIARA, cast.DMITRI)
            await keep_lines(archive, "doublolo", players, made, options={"first": "red"}, channel=channel)
    async with running(settings) as bot:
        early, late = await cost(bot, 1), await cost(bot, 2)
    assert late <= SLACK * early


async def cost(bot: Parlour, number: int) -> int:
    """How many calls it takes to build this table's board, without its picture."""
    session = await bot.tables.session(number)

    def put_together() -> None:
        board_screen(session, Pictured(Drawn(b"")))
        questions_had(session, Seat(0))  # as the tip below it does

    put_together()  # what is asked and described is kept
    return calls(put_together)
