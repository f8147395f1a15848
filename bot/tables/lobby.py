"""A table before the first move: who sits down, with which options, and who may decide."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from bot.tables.player import Player, computer, person, to_stored
from bot.tables.refusal import Refusal, Unfit
from games import fair, registry
from games.game import AnyGame
from games.kit.prose import quoted
from games.record import Header
from games.seating import Holders, seating
from storage import Archive, StoredSession


@dataclass
class Lobby:
    """People sitting down for a game. What changes is in storage before it is here; hold `lock` meanwhile.

    Everything that changes it raises Refusal once the game has begun or the lobby is closed.
    """

    stored: StoredSession
    players: tuple[Player, ...]
    options: dict[str, str]
    host_id: int
    archive: Archive
    turned: tuple[Player, ...] = ()
    """In a rematch: who sits where when everybody is back. Forgotten by a restart."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.players = self.in_order(self.players)

    @property
    def id(self) -> int:
        """The session's number, which stays when the game begins."""
        return self.stored.id

    @cached_property
    def game(self) -> AnyGame:
        """The game to be played."""
        return registry.find(self.stored.game)

    @property
    def seating(self) -> Mapping[int, Holders]:
        """How many may sit down with these options, and who holds which seat then."""
        return seating(self.game, self.chosen)

    @property
    def most(self) -> int:
        """How many may sit down."""
        return max(self.seating)

    @property
    def seated(self) -> tuple[Player, ...]:
        """Who would sit on which seat if the game began now; empty where these cannot begin."""
        held = self.seating.get(len(self.players), ())
        return tuple(self.players[one] for one in held)

    @property
    def chosen(self) -> BaseModel:
        """The options as the game reads them."""
        return self.game.options.model_validate(self.options)

    def header(self) -> Header:
        """The head of the record, as things stand."""
        return heading(self.stored, self.players, self.options)

    def is_seated(self, user_id: int) -> bool:
        """Whether this person sits here."""
        return any(one.user_id == user_id for one in self.players)

    def must_be_open(self) -> None:
        """Raises Refusal once the game has begun or the lobby is closed; certain only under the lock."""
        if self.stored.started_at is not None:
            raise Refusal("This game has begun already.")
        if self.stored.phase != "lobby":
            raise Refusal("This lobby was closed. /play opens another.")

    def must_be_host(self, user_id: int) -> None:
        """Raises Refusal for everybody but the host."""
        if user_id != self.host_id:
            raise Refusal(f"Only the host, <@{self.host_id}>, can do that.")

    async def join(self, user_id: int, name: str, interaction_id: str) -> None:
        """Sit down on the next free seat. Who sits down at an empty table is its host."""
        self.must_be_open()
        if self.is_seated(user_id):
            raise Refusal("You sit at this table already.")
        self._must_have_room()
        was_empty = not self.players
        await self._seat((*self.players, person(user_id, name, interaction_id)))
        if was_empty and self.host_id != user_id:
            await self.hand_over(self.host_id, user_id)

    async def leave(self, user_id: int) -> None:
        """Stand up. A host hands over to whoever sat down next; among computers alone he stays host."""
        self.must_be_open()
        if not self.is_seated(user_id):
            raise Refusal("You do not sit at this table.")
        await self._seat(tuple(one for one in self.players if one.user_id != user_id))
        heirs = [one.user_id for one in self.players if one.user_id is not None]
        if user_id == self.host_id and heirs:
            await self.hand_over(user_id, heirs[0])

    async def add_computer(self, user_id: int, level: str) -> None:
        """The host puts a computer on the next free seat."""
        self.must_be_open()
        self.must_be_host(user_id)
        self._must_have_room()
        if level not in self.game.about.levels:
            raise Refusal(f"{self.game.about.title} has no computer called {quoted(level)}.")
        await self._seat((*self.players, computer(level)))

    async def remove(self, user_id: int, seat: int, who: str) -> None:
        """The host frees a seat; `who` is whom he saw there, a user's id or a computer's level."""
        self.must_be_open()
        self.must_be_host(user_id)
        lobby_or_session = dict(enumerate(self.players)).get(seat)
        if lobby_or_session is None or who not in (str(lobby_or_session.user_id), lobby_or_session.level):
            raise Refusal("That seat has changed meanwhile: look again.")
        if lobby_or_session.user_id == self.host_id:
            raise Refusal("Hand the table over first, or press Leave to stand up yourself.")
        await self._seat((*self.players[:seat], *self.players[seat + 1 :]))

    async def set_option(self, user_id: int, name: str, value: str) -> None:
        """The host sets an option. Raises Unfit with a sentence if game or people cannot take it, Refusal."""
        self.must_be_open()
        self.must_be_host(user_id)
        if name not in offered(self.game.options):
            raise Refusal(f"{self.game.about.title} has no option {quoted(name)}.")
        title = self.game.options.model_fields[name].title or name
        options = {**self.options, name: value}
        try:
            chosen = self.game.options.model_validate(options)
        except ValidationError as wrong:
            raise Unfit(f"That will not do for “{title}”: {wrong.errors()[0]['msg']}.") from None
        wanted = seating(self.game, chosen)
        if len(self.players) > max(wanted):
            here = f"{len(self.players)} sit here. First somebody has to stand up."
            raise Unfit(f"“{title}”: then {self._played_by(wanted)}, and {here}")
        await self.archive.set_options(self.id, json.dumps(options))
        self.options = options

    async def hand_over(self, user_id: int, heir: int) -> None:
        """Make another seated person the host."""
        self.must_be_open()
        self.must_be_host(user_id)
        if not self.is_seated(heir):
            raise Refusal("Only somebody who sits at the table can be its host.")
        await self.archive.set_host(self.id, heir)
        self.host_id = heir
        await self._seat(self.players)

    def must_be_ready(self, user_id: int) -> None:
        """Raises Refusal unless this person may start and there are enough seats taken."""
        self.must_be_open()
        self.must_be_host(user_id)
        if why := self.why_not_to_start:
            raise Refusal(why)

    @property
    def why_not_to_start(self) -> str:
        """A sentence that says how many are missing or too many; empty when the game may begin."""
        wanted, here = self.seating, len(self.players)
        if here in wanted:
            return ""
        sit = "1 sits" if here == 1 else f"{here} sit"
        remedy = "Let somebody join, or add a computer" if here < max(wanted) else "Somebody has to stand up"
        return f"{self._played_by(wanted)}, and {sit} here. {remedy}."

    def _played_by(self, wanted: Mapping[int, Holders]) -> str:
        numbers = either(wanted)
        usual = set(wanted) == set(self.game.about.seats)
        return f"{self.game.about.title} is played by {numbers}{'' if usual else ' with these options'}"

    def _must_have_room(self) -> None:
        if len(self.players) >= self.most:
            raise Refusal("Every seat at this table is taken.")

    def in_order(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """Those of a rematch as their sides were turned, then everybody else in the order of joining.

        Where the first seat is the host's, the host comes before all that, and people before computers.
        """
        left, seated = list(players), []
        for place in self.turned:
            found = next(
                (one for one in left if (one.user_id, one.level) == (place.user_id, place.level)), None
            )
            if found is not None:
                left.remove(found)
                seated.append(found)
        seated += left
        if self.game.about.host_first:
            seated.sort(key=lambda one: (one.user_id != self.host_id, not one.is_person))
        return tuple(seated)

    async def _seat(self, players: tuple[Player, ...]) -> None:
        ordered = self.in_order(players)
        await self.archive.set_seats(self.id, to_stored(ordered))
        self.players = ordered


def either(numbers: Iterable[int]) -> str:
    """`2`, `2 or 3`, `2 to 4`, `2, 3 or 5`."""
    known = list(numbers)
    if len(known) > 2 and known == list(range(known[0], known[-1] + 1)):
        return f"{known[0]} to {known[-1]}"
    *firsts, last = map(str, known)
    return f"{', '.join(firsts)} or {last}" if firsts else last


def heading(stored: StoredSession, players: tuple[Player, ...], options: dict[str, str]) -> Header:
    """The head of a session's record, by seat; the clicks of all people who sat down are in it, each once."""
    return Header(
        game=stored.game,
        edition=stored.edition,
        seats=len(players),
        options=tuple(sorted(options.items())),
        commit=fair.commit(stored.seed),
        interaction_ids=tuple(dict.fromkeys(one.interaction_id for one in players if one.interaction_id)),
    )


def option_values(options: BaseModel) -> dict[str, Any]:
    """The options' values by name, in the order in which the game declares them.

    Those that the game marks as `retired` are left out: only tables that began with them have them.
    """
    return {name: getattr(options, name) for name in offered(type(options))}


def offered(options: type[BaseModel]) -> tuple[str, ...]:
    """The names of the options that a table may begin with now."""
    return tuple(name for name, field in options.model_fields.items() if not _is_retired(field))


def _is_retired(field: FieldInfo) -> bool:
    extra = field.json_schema_extra
    return isinstance(extra, dict) and extra.get("retired") is True
