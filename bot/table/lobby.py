"""A table before the first move: its players, its options and its host.

Hold the lobby's lock. Everything here raises Refusal if nothing may change at the lobby; see `Lobby`.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence

from pydantic import BaseModel, ValidationError

from bot.chat.players import Player, computer, person
from bot.refusal import Refusal, Unfit
from bot.table.options import Option, TableOptions, choices, written
from bot.table.seats import to_stored
from bot.table.table import ALONE, HostedTable, Ownership
from games.engine import fair, registry
from games.engine.record import Header
from games.engine.seating import Holders, seating
from games.game import About, AnyGame, Level
from games.kit.prose import quoted
from storage import Archive, LoggedAction, OpenLobby, StoredSession


class Lobby(HostedTable):
    """The players and options of a game that hasn't started. Changes go to storage first; hold `lock`.

    People take and leave seats with the functions in `joining`. Every change raises Refusal
    once the game has started, the lobby is closed, or it is outside `share`.
    """

    def __init__(
        self,
        stored: StoredSession,
        players: tuple[Player, ...],
        options: dict[str, str],
        archive: Archive,
        table_options: TableOptions = TableOptions(),  # noqa: B008 - it never changes
        share: Ownership = ALONE,
    ) -> None:
        super().__init__(stored, registry.find(stored.game), players, archive, share)
        self.options = options
        """What the host has chosen of the game's own options."""
        self.table_options = table_options
        self.turned: tuple[Player, ...] = ()
        """In a rematch: who sits where when everyone is back. A restart forgets it."""
        self.players = self.in_order(players)

    @property
    def removed(self) -> tuple[int, ...]:
        """See `HostedTable`."""
        return self.table_options.removed

    @property
    def is_open(self) -> bool:
        """Whether people can still join and the host can start."""
        return self.stored.phase == "lobby"

    @property
    def seating(self) -> Mapping[int, Holders]:
        """By how many people can play with these options: who holds which seat."""
        return seating(self.game, self.chosen)

    @property
    def most(self) -> int:
        """The most people who can play with these options."""
        return max(self.seating)

    @property
    def seated(self) -> tuple[Player, ...]:
        """Who would hold each seat if the game started now; empty if it can't."""
        held = self.seating.get(len(self.players), ())
        return tuple(self.players[one] for one in held)

    @property
    def chosen(self) -> BaseModel:
        """The options as the game reads them."""
        return self.game.options.model_validate(self.options)

    @property
    def choices(self) -> tuple[Option, ...]:
        """Everything the host can choose: the game's options in its order, then the table's."""
        return choices(self.game, self.chosen, self.table_options, is_direct=self.is_direct)

    @property
    def is_quick(self) -> bool:
        """Whether the game would be played in its Quick form; False if it has none."""
        return is_quick(self.game, self.chosen)

    @property
    def minutes(self) -> int:
        """How many minutes a game with these options lasts, for those who are here or as few as can play."""
        return self._minutes(self.options)

    @property
    def other_minutes(self) -> int:
        """The same for the full game if the Quick form was chosen, or else for the Quick form."""
        return self._minutes(self._with_form(is_quick=not self.is_quick))

    def _minutes(self, options: Mapping[str, str]) -> int:
        return minutes_of(self.game, len(self.players), self.game.options.model_validate(options))

    def _with_form(self, *, is_quick: bool) -> dict[str, str]:
        """The options chosen, with those of the Quick form or in their place the defaults."""
        others = {name: value for name, value in self.options.items() if name not in self.game.quick}
        return {**others, **(quick_options(self.game) if is_quick else {})}

    def option(self, name: str) -> Option:
        """The option of this name. Raises Refusal if there is none."""
        found = next((one for one in self.choices if one.name == name), None)
        if found is None:
            raise Refusal(f"{self.game.about.title} has no option {quoted(name)}.")
        return found

    def header(self) -> Header:
        """The record's header, with the current players and options."""
        return heading(self.stored, self.players, self.options)

    def is_seated(self, user_id: int) -> bool:
        """Whether this person is one of the players."""
        return any(one.user_id == user_id for one in self.players)

    def must_be_open(self) -> None:
        """Raises Refusal if nothing may change here now; reliable only under the lock."""
        self.share.must_have(self.stored.guild_id)
        if self.stored.started_at is not None:
            raise Refusal("This game has already started.")
        if self.stored.phase != "lobby":
            raise Refusal("This lobby was closed. Use /play to open a new one.")

    def must_be_host(self, user_id: int) -> None:
        """Raises Refusal for everybody but the host."""
        if user_id != self.host_id:
            raise Refusal(f"Only the host, <@{self.host_id}>, can do that.")

    async def seat(self, players: tuple[Player, ...]) -> None:
        """Seat these players, in the order that `in_order` gives them."""
        self.must_be_open()
        ordered = self.in_order(players)
        await self._archive.sessions.set_seats(self.id, to_stored(ordered))
        self.players = ordered

    async def set_option(self, user_id: int, name: str, value: str) -> None:
        """The host sets an option of the game or the table.

        Raises Unfit if the value doesn't fit, else Refusal.
        """
        self.must_be_open()
        self.must_be_host(user_id)
        option = self.option(name)
        title = option.field.title or name
        try:
            if option.is_tables:
                await self.set_table_options(self.table_options.with_value(name, value))
            else:
                await self._set_game_options({**self.options, name: value}, title)
        except ValidationError as wrong:
            why = wrong.errors()[0]["msg"]
            raise Unfit(f"“{title}” can't be set to that: {why}. Choose another value.") from None

    async def set_quick(self, user_id: int, is_quick: bool) -> None:
        """The host chooses the Quick form, or the full game. Raises Refusal if the game has no Quick form."""
        self.must_be_open()
        self.must_be_host(user_id)
        must_have_quick_form(self.game)
        await self._set_game_options(self._with_form(is_quick=is_quick), "Quick")

    async def set_table_options(self, options: TableOptions, action: LoggedAction | None = None) -> None:
        """Replace the table's options, and note this with it."""
        self.must_be_open()
        await self._archive.sessions.set_table_options(self.id, options.write(), action)
        self.table_options = options

    async def _set_game_options(self, options: dict[str, str], title: str) -> None:
        """Raises ValidationError if a value doesn't fit at all, Unfit if it doesn't fit the players."""
        wanted = seating(self.game, self.game.options.model_validate(options))
        here = len(self.players)
        if here > max(wanted):
            raise Unfit(
                f"That choice of “{title}” is for {either(wanted)} players, and {here} are here. "
                "Someone has to leave first."
            )
        await self._archive.sessions.set_options(self.id, json.dumps(options))
        self.options = options

    async def hand_over(self, user_id: int, heir: int) -> None:
        """Make another player the host."""
        self.must_be_open()
        self.must_be_host(user_id)
        if not self.is_seated(heir):
            raise Refusal("Only a player at this table can be its host.")
        await self.set_host(heir)
        await self.seat(self.players)

    def must_be_ready(self, user_id: int) -> None:
        """Raises Refusal unless this person is the host and the number of players is right."""
        self.must_be_open()
        self.must_be_host(user_id)
        if why := self.why_not_to_start:
            raise Refusal(why)

    @property
    def needed(self) -> int:
        """The smallest number of players that the game can start with, given those who are here."""
        here = len(self.players)
        return min((number for number in self.seating if number >= here), default=self.most)

    @property
    def why_not_to_start(self) -> str:
        """A sentence that says how many players are missing, or that there are too many; empty when ready."""
        wanted, here = self.seating, len(self.players)
        if here in wanted:
            return ""
        if here > max(wanted):
            return f"These options are for {either(wanted)} players. Someone has to leave."
        missing = min(number for number in wanted if number > here) - here
        return "Waiting for 1 more player." if missing == 1 else f"Waiting for {missing} more players."

    def in_order(self, players: tuple[Player, ...]) -> tuple[Player, ...]:
        """In a rematch the returning players on their new sides; then everyone else as they joined.

        If the game gives the host the first seat, the host comes first, and people before computers. In a
        rematch that is the first table's host, since people are invited to it in the order of their seats.
        """
        seated = returned(self.turned, players)
        if self.game.about.host_first:
            invited = self.table_options.invited
            first = invited[0] if self.host_id in invited else self.host_id
            seated.sort(key=lambda one: (one.user_id != first, not one.is_person))
        return tuple(seated)


def returned(turned: Sequence[Player], players: Iterable[Player]) -> list[Player]:
    """Of those who are `turned` to new sides in a rematch the ones who are back, then the other players."""
    left, back = list(players), []
    for place in turned:
        found = next((one for one in left if (one.user_id, one.level) == (place.user_id, place.level)), None)
        if found is not None:
            left.remove(found)
            back.append(found)
    return back + left


def must_have_quick_form(game: AnyGame) -> None:
    """Raises Refusal for a game that can only be played in full."""
    if not game.quick:
        raise Refusal(f"{game.about.title} has no Quick form.")


def quick_options(game: AnyGame) -> dict[str, str]:
    """The options that make the Quick form; empty for a game without one."""
    return {name: written(value) for name, value in game.quick.items()}


QUICK_MINUTES = 10
"""How long a game in its Quick form lasts, unless the game knows better."""


def minutes_of(game: AnyGame, players: int, options: BaseModel) -> int:
    """How many minutes a game with these options lasts, for so many players or as few as can play it."""
    if game.lasts is not None:
        return game.lasts(max(players, min(seating(game, options))), options)
    return QUICK_MINUTES if is_quick(game, options) else game.about.minutes


def is_quick(game: AnyGame, options: BaseModel) -> bool:
    """Whether these options are the game's Quick form; False if it has none."""
    return bool(game.quick) and all(getattr(options, name) == value for name, value in game.quick.items())


def quickly(game: AnyGame, options: BaseModel) -> BaseModel:
    """These options with those of the Quick form in their place."""
    return options.model_copy(update=dict(game.quick))


def either(numbers: Iterable[int]) -> str:
    """`2`, `2 or 3`, `2 to 4`, `2, 3 or 5`."""
    known = list(numbers)
    if len(known) > 2 and known == list(range(known[0], known[-1] + 1)):
        return f"{known[0]} to {known[-1]}"
    *firsts, last = map(str, known)
    return f"{', '.join(firsts)} or {last}" if firsts else last


def heading(stored: StoredSession, players: tuple[Player, ...], options: dict[str, str]) -> Header:
    """The header of a session's record. It lists every player's Join click once."""
    chosen = TableOptions.read(stored.table_options)
    return Header(
        game=stored.game,
        edition=stored.edition,
        seats=len(players),
        options=tuple(sorted(options.items())),
        commit=fair.commit(stored.seed),
        interaction_ids=tuple(dict.fromkeys(one.interaction_id for one in players if one.interaction_id)),
        origin=chosen.origin,
        copied=chosen.copied,
    )


async def must_be_able_to_join(lobby: Lobby, user_id: int) -> None:
    """Raises Refusal unless this person can sit down in the lobby."""
    lobby.must_be_open()
    if lobby.is_seated(user_id):
        raise Refusal("You're already at this table.")
    await lobby.must_admit(user_id)
    if lobby.is_direct and user_id != lobby.host_id:
        raise Refusal("This table is in somebody's direct messages, so nobody else can join.")
    if user_id != lobby.host_id and not lobby.table_options.admits(user_id):
        raise Refusal(f"Only people <@{lobby.host_id}> invited can join this table.")
    _must_have_room(lobby)


async def sit_down(lobby: Lobby, user_id: int, name: str, interaction_id: str) -> None:
    """Take the next free seat. The first person at an empty table becomes its host."""
    await must_be_able_to_join(lobby, user_id)
    was_empty = not lobby.players
    await lobby.seat((*lobby.players, person(user_id, name, interaction_id)))
    if was_empty and lobby.host_id != user_id:
        await lobby.hand_over(lobby.host_id, user_id)


async def stand_up(lobby: Lobby, user_id: int) -> None:
    """Leave the seat. The next person becomes host; with only computers left, the host stays host."""
    lobby.must_be_open()
    if not lobby.is_seated(user_id):
        raise Refusal("You're not at this table.")
    await lobby.seat(tuple(one for one in lobby.players if one.user_id != user_id))
    heirs = [one.user_id for one in lobby.players if one.user_id is not None]
    if user_id == lobby.host_id and heirs:
        await lobby.hand_over(user_id, heirs[0])


async def add_computer(lobby: Lobby, user_id: int, level: str) -> None:
    """The host puts a computer on the next free seat."""
    lobby.must_be_open()
    lobby.must_be_host(user_id)
    _must_have_room(lobby)
    found = level_called(lobby.game.about, level)
    await lobby.seat((*lobby.players, computer(found.name, found.title)))


def level_called(about: About, name: str) -> Level:
    """The computer player of this name. Raises Refusal if there's none."""
    found = about.level(name)
    if found not in about.computers:
        raise Refusal(f"There's no computer player called {quoted(name)} in {about.title}.")
    return found


def next_level(about: About, beaten: Collection[str]) -> Level | None:
    """The computer for somebody who just wants to play: the next from Easy on that they haven't `beaten`."""
    easy = about.easy
    if easy is None:
        return None
    from_easy = about.computers[about.computers.index(easy) :]
    return next((one for one in from_easy if one.name not in beaten), from_easy[-1])


async def seat_computers(lobby: Lobby, user_id: int, players: int, level: Level | None = None) -> None:
    """The host has computers, easy ones by default, take seats until there are this many players."""
    lobby.must_be_open()
    lobby.must_be_host(user_id)
    level = level or lobby.game.about.easy
    if level is None:
        raise Refusal(f"{lobby.game.about.title} has no computer players.")
    missing = players - len(lobby.players)
    if missing > 0:
        await lobby.seat((*lobby.players, *[computer(level.name, level.title)] * missing))


async def free_seat(lobby: Lobby, user_id: int, seat: int, who: str) -> None:
    """The host frees a seat; `who` is the user id or computer level that the host saw there."""
    lobby.must_be_open()
    lobby.must_be_host(user_id)
    player = dict(enumerate(lobby.players)).get(seat)
    if player is None or who not in (str(player.user_id), player.level):
        raise Refusal("That seat just changed. Check the lobby and try again.")
    if player.user_id == lobby.host_id:
        raise Refusal("You can't remove yourself. Choose a new host first, or press Leave.")
    await lobby.seat((*lobby.players[:seat], *lobby.players[seat + 1 :]))


def _must_have_room(lobby: Lobby) -> None:
    if len(lobby.players) >= lobby.most:
        raise Refusal("This table is full.")


MOST_HERE = 3
"""Lobbies that one person can host in a server at a time."""

MOST = 10
"""Lobbies that one person can host at a time, wherever they are."""


_THEN = "Start or close one of them first."


async def must_have_room(archive: Archive, guild_id: int | None, user_id: int) -> None:
    """Raises Refusal if this person has to start or close a lobby before they open another here."""
    hosted = await archive.sessions.lobbies_of(user_id)
    here = [one for one in hosted if one.guild_id == guild_id is not None]
    if len(here) >= MOST_HERE:
        raise Refusal(f"You already have {len(here)} open lobbies in this server: {_places(here)}. {_THEN}")
    if len(hosted) >= MOST:
        raise Refusal(f"You already have {len(hosted)} open lobbies: {_places(hosted)}. {_THEN}")


def _places(lobbies: Sequence[OpenLobby]) -> str:
    """Where these lobbies are. There may be more than the limit, since a lobby's host can change."""
    return ", ".join(
        "your direct messages" if one.guild_id is None else f"<#{one.channel_id}>" for one in lobbies[:MOST]
    )
