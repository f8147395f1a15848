"""Two people at one board of Doublolo or FourSide, who click anything the board lets them."""

import re
from random import Random

from bench.lobby import sit_down
from bench.question import Choice, Waited, choices, timed
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of, text_of

CHANNEL = "games"
_HINT = "hint"
"""FourSide's own hint, which isn't a move."""
_TO_MOVE = re.compile(r"### <@(\d+)>:")


class Couple:
    """Host and guest; `board` is the message of their table."""

    def __init__(self, host: Person, guest: Person, game: str = "doublolo", channel: str = CHANNEL) -> None:
        self.host = host
        self.guest = guest
        self.board: Json = {}
        self._game = game
        self._channel = channel
        self._rng = Random(1)

    async def sit_down(self) -> None:
        """Open a table, sit down, start, and in Doublolo call the coin."""
        self.board = await sit_down(self._game, self._channel, self.host, self.guest)
        await self.host.wait_until(lambda: choices(self.host.sees.current(self.board)))
        if "Heads" in labels_of(self.host.sees.current(self.board)):
            await self._chosen(self.host, choices(self.host.sees.current(self.board))[0])

    async def move(self) -> tuple[Waited, list[Waited]]:
        """Make one legal move; times the press that makes it, and those before it that only lead to it.

        Opens a new table if the game is over.
        """
        before: list[Waited] = []
        while True:
            waited, has_moved = await self.press()
            if has_moved:
                return waited, before
            before.append(waited)

    async def press(self) -> tuple[Waited, bool]:
        """Choose something; times the press, and says whether it made a move. Opens tables as `move` does."""
        await self.host.wait_until(self._is_asked_or_over)  # the table makes an only move by itself
        if "Rematch" in labels_of(self.host.sees.current(self.board)):
            await self.sit_down()
        mover = self._mover()
        asked = await mover.wait_until(lambda: self._moves_on(mover))
        choice = self._rng.choice(asked)
        waited = await self._chosen(mover, choice)
        return waited, not self._has_begun()

    def _is_asked_or_over(self) -> bool:
        shown = self.host.sees.current(self.board)
        return bool(choices(shown)) or "Rematch" in labels_of(shown)

    def _moves_on(self, mover: Person) -> list[Choice]:
        """What the mover can choose on their own copy of the board, which comes a moment after the host's."""
        return [one for one in choices(mover.sees.current(self.board)) if one.answer != _HINT]

    def _has_begun(self) -> bool:
        """Whether the question on the board follows an answer."""
        asked = choices(self.host.sees.current(self.board))
        return any(
            "," in choice.custom_id or (choice.in_menu and choice.custom_id[-1] != ":") for choice in asked
        )

    def _mover(self) -> Person:
        found = _TO_MOVE.search(text_of(self.host.sees.current(self.board)))
        assert found is not None
        return self.host if found[1] == self.host.id else self.guest

    async def _chosen(self, person: Person, choice: Choice) -> Waited:
        before = _ids_of(person.sees.current(self.board))
        waited = await timed(
            person,
            lambda: choice.chosen(person, self.board),
            lambda: _ids_of(person.sees.current(self.board)) != before,
        )
        other = self.guest if person is self.host else self.host
        await other.wait_until(lambda: _ids_of(other.sees.current(self.board)) != before)
        return waited


def _ids_of(message: Json) -> list[str]:
    """The custom ids on a message: on a board they change with every move and every answer."""
    return [str(one["custom_id"]) for one in every_component(message["components"]) if "custom_id" in one]
