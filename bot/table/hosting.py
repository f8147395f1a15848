"""How tables come and go: opening, starting, closing, rematches, and ending with their channel."""

import asyncio
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

from bot.chat.players import Player, computer, is_former, person
from bot.refusal import Refusal
from bot.table import requests
from bot.table.clock.clock import games_minutes
from bot.table.journal import milliseconds
from bot.table.lobby import Lobby, must_have_room, returned
from bot.table.occasion import occasion_of
from bot.table.open_tables import ENDED, Incompatible, LobbyOrSession, OpenTables, stop, unfolded
from bot.table.options import TableOptions, offered
from bot.table.seats import from_stored, to_stored
from bot.table.session import Session
from bot.table.welcome import must_be_welcome
from games.core import IllegalMove
from games.engine.record import Record
from games.game import AnyGame, Level
from storage import ChannelTaken, LoggedAction, StoredLine, StoredSession, Unconfirmed

SEED_BYTES = 32


class Place(NamedTuple):
    """Where a table is: `answers_only` says that the bot isn't in the channel."""

    guild_id: int | None
    channel_id: int
    answers_only: bool = False

    @property
    def is_direct(self) -> bool:
        """Whether it's in direct messages with the bot."""
        return self.guild_id is None and not self.answers_only


def new_lobby(
    place: Place, game: AnyGame, host_id: int, options: Mapping[str, str], table_options: TableOptions
) -> StoredSession:
    """A table for storage, which numbers it: this person hosts this game here, with all these options."""
    return StoredSession(
        id=0,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        game=game.about.name,
        edition=game.about.edition,
        options=json.dumps(dict(options)),
        seed=secrets.token_bytes(SEED_BYTES),
        host_id=host_id,
        phase="lobby",
        created_at=milliseconds(),
        table_options=table_options.write(),
        answers_only=place.answers_only,
    )


async def open_lobby(
    tables: OpenTables,
    new: StoredSession,
    players: tuple[Player, ...],
    lines: Sequence[StoredLine] = (),
    *,
    starts_at_once: bool = False,
) -> Lobby:
    """Save a new lobby with these players, and the `lines` its game begins with, all of it or nothing.

    Raises Refusal if the channel has a table. A host with many open lobbies can't open another, unless its
    game `starts_at_once`.
    """
    async with tables.opening.setdefault(new.host_id, asyncio.Lock()):
        await must_be_welcome(tables.archive, new.guild_id, new.host_id)
        if not starts_at_once:
            await must_have_room(tables.archive, new.guild_id, new.host_id)
        stored = await open_where_free(tables, new, players, lines)
    options, table_options = json.loads(stored.options), TableOptions.read(stored.table_options)
    lobby = Lobby(stored, players, options, tables.archive, table_options, tables.share)
    tables.keep(lobby)
    return lobby


async def open_where_free(
    tables: OpenTables, new: StoredSession, players: tuple[Player, ...], lines: Sequence[StoredLine] = ()
) -> StoredSession:
    """Save this new table. Raises Refusal if its channel has another one."""
    tables.share.must_have(new.guild_id)
    seats, sessions = to_stored(players), tables.archive.sessions
    try:
        return await sessions.open(new, seats, lines)
    except ChannelTaken as taken:
        await must_be_over(tables, taken.session_id)
        return await sessions.open(new, seats, lines)


async def begin(tables: OpenTables, lobby: Lobby, user_id: int) -> Session:
    """The host starts the game, and chance makes its first moves. Raises Refusal. Hold the lobby's lock."""
    lobby.must_be_ready(user_id)
    with _read_again_if_unconfirmed(tables, lobby):
        await tables.archive.sessions.start(lobby.id, milliseconds(), to_stored(lobby.seated))
    lobby.stored = await _stored(tables, lobby.id)
    session = await tables.load(lobby.stored)
    assert isinstance(session, Session)
    await session.settle()
    return session


async def close_lobby(tables: OpenTables, lobby: Lobby, action: LoggedAction | None = None) -> None:
    """Close a lobby, and note this with it. Raises Refusal if it isn't open. Hold its lock."""
    lobby.must_be_open()
    with _read_again_if_unconfirmed(tables, lobby):
        await tables.archive.sessions.end(lobby.id, "stopped", (), milliseconds(), action=action)
    lobby.stored = await _stored(tables, lobby.id)
    tables.forget(lobby)


def harder(session: Session) -> Level | None:
    """The next level, for one person who has beaten computers of the same level; else None."""
    outcome, about, named = session.table.outcome, session.game.about, session.seats.participants
    people = {one.user_id for one in named if one.is_person}
    levels = {about.level(one.level or "").name for one in named if not one.is_person}
    if outcome is None or session.table.stopped or len(people) != 1 or len(levels) != 1:
        return None
    winners = about.winners(outcome.places)
    if not winners or not all(session.seats.named[seat].is_person for seat in winners):
        return None
    known = dict(zip(about.levels, about.computers[1:], strict=False))
    return known.get(levels.pop())


async def rematch(tables: OpenTables, session: Session, user: Player, level: str = "") -> Lobby:
    """A lobby like the one this game came from: same options and computers, with the sides rotated by
    one unless the first side is the host's.

    With a `level`, the computers are of that level. The other people join on their own. Raises Refusal if
    the channel has a table.
    """
    assert user.user_id is not None
    if not session.table.over:
        raise Refusal("This game is still going. You can play again when it's over.")
    await session.must_admit(user.user_id)
    stored, about = session.stored, session.game.about
    levels = [(one, about.level(level or one.level or "")) for one in session.seats.returning]
    participants = tuple(one if one.is_person else computer(rival.name, rival.title) for one, rival in levels)
    if user.user_id not in (stored.host_id, *(one.user_id for one in participants)):
        session.seats.of(user.user_id)
    alone = not any(one.is_person and one.user_id != user.user_id for one in participants)
    turned = (*participants[1:], participants[0])
    back = (
        person(user.user_id, user.name, user.interaction_id) if one.user_id == user.user_id else one
        for one in participants
        if one.user_id == user.user_id or not one.is_person
    )
    kept = offered(session.game.options)
    options = {name: value for name, value in json.loads(stored.options).items() if name in kept}
    others = tuple(one.user_id for one in participants if one.user_id and not is_former(one.user_id))
    table_options = session.options.in_place_of(games_minutes(session.table)).model_copy(
        update={
            "invited": others,
            "newcomer": None,
            "freed": (),
            "origin": "",
            "copied": 0,
            "deal_of": 0,
        }
    )
    place = Place(stored.guild_id, stored.channel_id, stored.answers_only)
    new = new_lobby(place, session.game, user.user_id, options, table_options)
    lobby = await open_lobby(tables, new, tuple(returned(turned, back)), starts_at_once=alone)
    lobby.turned = turned
    return lobby


async def end_in_channel(tables: OpenTables, channel_id: int) -> LobbyOrSession | None:
    """The channel is gone: end its table. Returns the table if it was still open."""
    match tables.channels.find(channel_id):
        case Session() as session:
            with suppress(IllegalMove):  # it's already over: we hear of a channel's end from several places
                await requests.stop(session, None)
                return session
        case Lobby() as lobby:
            with suppress(Refusal):  # it's closed already
                async with lobby.lock:
                    await close_lobby(tables, lobby)
                return lobby
    return None


async def record(tables: OpenTables, session_id: int) -> tuple[StoredSession, Record]:
    """A table that is over and its whole record, even if the current rules can't replay it.

    Raises Refusal while the game goes on, since the record gives everything away.
    """
    try:
        session = await tables.session(session_id)
    except Incompatible as incompatible:
        stored = incompatible.stored
        if stored.phase not in ENDED:
            raise
        await occasion_of(stored).must_be_open_to_all(tables.archive, "the record")
        players = from_stored(await tables.archive.sessions.seats(session_id))
        return stored, unfolded(stored, players, await tables.archive.record.lines(session_id))
    if not session.table.over:
        raise Refusal("The record shows everything, so you can only have it when the game is over.")
    await occasion_of(session.stored).must_be_open_to_all(tables.archive, "the record")
    return session.stored, session.table.record(session.seed)


async def must_be_over(tables: OpenTables, session_id: int) -> None:
    """Raises Refusal unless this table is over or incompatible and storage doesn't say so; then save that."""
    try:
        lobby_or_session = await tables.lobby_or_session(session_id)
    except Incompatible as incompatible:
        await stop(tables.archive, incompatible)
        return
    if isinstance(lobby_or_session, Lobby) or not lobby_or_session.table.over:
        elsewhere = "Start another in a thread or in another channel."
        if lobby_or_session.is_direct:
            elsewhere = "Finish it or use /stop before you start another."
        raise Refusal(f"A game is already running here: /board shows it. {elsewhere}")
    await lobby_or_session.end()


@contextmanager
def _read_again_if_unconfirmed(tables: OpenTables, lobby: Lobby) -> Iterator[None]:
    """If it turns out to be unknown whether the lobby is one still, the next press asks storage."""
    try:
        yield
    except Unconfirmed:
        tables.in_memory.take_out(lobby)
        raise


async def _stored(tables: OpenTables, session_id: int) -> StoredSession:
    stored = await tables.archive.sessions.find(session_id)
    assert stored is not None
    return stored
