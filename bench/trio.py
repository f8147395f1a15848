"""Three people at one table of Calabresella, who play from the hands in their direct messages."""

from collections.abc import Callable
from random import Random

from bench.lobby import sit_down
from bench.question import Choice, Waited, choices, timed
from local_discord.codec import Json
from local_discord.person import Person, every_component, labels_of, text_of

CHANNEL = "card-room"
_DIRECT = 1
_MENU = 3
_PLAYS = "Which card do you "
_SAID = "You said"
"""What a hand says once its player has chosen how to go on; they could still change it."""
_NEXT = "next"
"""Only the question for a card to a trick ends like this; the one for a card to give begins like it."""


class Trio:
    """Host and guests; `board` is the message of their table, `hands` are their direct messages by person."""

    def __init__(self, *people: Person, channel: str = CHANNEL) -> None:
        self.people = people
        self.board: Json = {}
        self.hands: dict[Person, Json] = {}
        self._channel = channel
        self._rng = Random(1)

    async def sit_down(self) -> None:
        """Open a table, sit down, start, and wait for the hands."""
        self.board = await sit_down("calabresella", self._channel, *self.people)
        self.hands = {person: await self._dealt(person) for person in self.people}

    async def play_card(self) -> tuple[Person, Waited]:
        """One of them plays a card to the trick: who, and when they saw their new hand and the new board.

        Earlier questions are answered without being timed: the player asked plays alone, without a three, and
        lets the computer choose the discards. Opens a new table if the match is over.
        """
        while True:
            if "Rematch" in labels_of(self.people[0].sees.current(self.board)):
                await self.sit_down()
            asked = (one for one in self.people if choices(self._hand(one)))
            person = next(one for one in asked if _SAID not in text_of(self._hand(one)))
            plays = _PLAYS in text_of(self._hand(person))
            waited = await self._chosen(person, self._choice(person, plays=plays))
            if plays:
                return person, waited

    def _hand(self, person: Person) -> Json:
        return person.sees.current(self.hands[person])

    async def _dealt(self, person: Person) -> Json:
        """The player's hand at this table; it was posted after the table's message."""

        def is_hand(message: Json) -> bool:
            is_direct = person.sees.channels[message["channel_id"]].get("type") == _DIRECT
            return is_direct and int(message["id"]) > int(self.board["id"])

        return await person.wait_for(is_hand)

    def _choice(self, person: Person, *, plays: bool) -> Choice:
        hand = self._hand(person)
        if plays:
            return self._rng.choice(choices(hand))
        asked = [one for one in every_component(hand["components"]) if "custom_id" in one]
        if any(one["type"] == _MENU for one in asked):
            lent = next(one for one in asked if one["custom_id"].startswith("autopick:"))
            return Choice(lent["custom_id"], "", in_menu=False)
        left = choices(hand)
        return next((one for one in left if one.answer == _NEXT), left[-1])

    async def _chosen(self, person: Person, choice: Choice) -> Waited:
        """Choose in the player's hand, and wait until everyone sees the new board and hand."""
        newer = {one: (_is_new(one, self.hands[one]), _is_new(one, self.board)) for one in self.people}
        waited = await timed(person, lambda: choice.chosen(person, self.hands[person]), *newer[person])
        for one in self.people:
            for is_new in newer[one]:
                await one.wait_until(is_new)
        return waited


def _is_new(person: Person, message: Json) -> Callable[[], bool]:
    """A check whether the person sees a new picture on the message; every edit attaches one."""
    before = _attached(person, message)
    return lambda: _attached(person, message) != before


def _attached(person: Person, message: Json) -> list[str]:
    return [str(one["id"]) for one in person.sees.current(message)["attachments"]]
