"""A position for each kind of question that a game asks, with the screen on which somebody reads it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from bot.chat.drawing import Drawn, draw
from bot.chat.parts import Screen
from bot.chat.players import computer, name_at, person
from bot.table.clock.own_time import StoppedTime
from bot.table.computers import Computers
from bot.table.screens.board import Pictured, board_screen
from bot.table.screens.hand import TableLink, private_screen
from bot.table.screens.story import told_to
from bot.table.seats import SeatHistory
from bot.table.session import Pace, Session, TableContext
from games.core import CHANCE, IllegalMove, Question, Seat, Viewer
from games.engine import registry
from games.engine.record import Header
from games.engine.selfplay import next_line
from games.engine.table import AnyTable, Table
from games.kit.faces import Face
from storage import Archive, StoredSession
from tests.bot.positions import SEED

ASKED = 501
"""The user id of the person who is asked; all others are computers of one level."""

DEEPEST = 4
"""How many answers to a question before it are followed."""

_NAMES = re.compile(r"\{[a-z]\}|[\d♠♥♦♣]+|\b[A-Z]\w*\b")
"""What differs between questions of one kind: seats, numbers, cards, and names of places and things."""


@dataclass(frozen=True)
class Asked:
    """A question that a table asks this seat, on its hand or on the board, after these answers."""

    table: AnyTable
    seat: Seat
    viewer: Viewer
    answers: tuple[str, ...]

    def session(self, archive: Archive) -> Session:
        """The table's session: a person in the seat that is asked, and computers in all others."""
        header, game = self.table.header, self.table.game
        level = game.about.computers[0]
        seats = (
            person(ASKED, "Ada", "1") if seat == self.seat else computer(level.name, level.title)
            for seat in self.table.seats
        )
        stored = StoredSession(1, 7, 8, header.game, header.edition, "{}", SEED, ASKED, "playing", 1, 2)
        context = TableContext(archive, Computers(0, 1), lambda _: None, Pace(0, 60), StoppedTime(archive))
        return Session(context, stored, SeatHistory(tuple(seats)), self.table)

    def drawn(self, session: Session) -> Drawn:
        """The picture above the question."""
        players = session.players
        faces = tuple(
            Face(name_at(players, seat), computer="" if players[seat].is_person else players[seat].name)
            for seat in session.table.seats
        )
        told = told_to(session, self.viewer)
        return draw(session.game, session.table.view(self.viewer), self.answers, faces, told)

    def screen(self, session: Session, drawn: Drawn) -> Screen:
        """The whole message."""
        shown = Pictured(drawn, shows_players=True)
        if self.viewer is None:
            return board_screen(session, shown, self.answers)
        likes = {one.name: one.values[0].key for one in session.game.preferences}
        link = TableLink("The Parlour · <#8>", "https://discord.com/channels/7/8")
        return private_screen(session, self.viewer, shown, link, self.answers, likes)


@lru_cache
def kinds(name: str, seats: int, lines: int) -> list[Asked]:
    """The last question of each kind in the first lines of a game that computers play."""
    game = registry.find(name)
    found: dict[str, Asked] = {}
    table: AnyTable = Table.new(game, Header(name, game.about.edition, seats, (), commit="x"))
    levels = [game.about.levels[0]] * seats
    for _ in range(lines):
        if table.over:
            break
        if CHANCE not in table.turn.owes:
            for asked, text in _asked(table):
                found[_NAMES.sub("…", text)] = asked
        table = table.play(next_line(table, SEED, levels))
    return list(found.values())


def _asked(table: AnyTable) -> Iterator[tuple[Asked, str]]:
    """What the players to move are asked, and what follows the first answer, and so on."""
    for seat in sorted(table.turn.owes):
        viewer = None if isinstance(table.prompt(None), Question) else seat
        answers: tuple[str, ...] = ()
        for _ in range(DEEPEST):
            try:
                question = table.prompt(viewer, answers)
            except IllegalMove:  # the first answers don't go together
                break
            if not isinstance(question, Question):
                break
            yield Asked(table, seat, viewer, answers), f"{viewer is None} {question.text}"
            chosen = islice(question.choices, max(question.least, 1))
            answers = (*answers, "+".join(one.key for one in chosen))
