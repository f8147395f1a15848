"""How tables come and go: opening, starting, closing, rematches, and ending with their channel."""

import asyncio
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from bot.chat.players import Player, computer, is_former, person
from bot.refusal import Refusal
from bot.table import requests
from bot.table.clock.clock import games_minutes
from bot.table.journal import milliseconds
from bot.table.lobby import Lobby, must_have_room, sit_down
from bot.table.occasion import occasion_of
from bot.table.open_tables import ENDED, Incompatible, LobbyOrSession, OpenTables, stop, unfolded
from bot.table.options import offered
from bot.table.seats import from_stored, to_stored
from bot.table.session import Session
from bot.table.welcome import must_be_welcome
from games import registry
from games.core import IllegalMove
from games.game import Level
from games.record import Record
from storage import ChannelTaken, LoggedAction, StoredSession, Unconfirmed

SEED_BYTES = 32


class Place(NamedTuple):
    """Where a table is: `answers_only` says that the bot isn't in the channel."""

    guild_id: int | None
    channel_id: int
    answers_only: bool = False


async def open_lobby(
    tables: OpenTables,
    place: Place,
    game: str,
    user: Player,
    invited: tuple[int, ...] = (),
    *,
    starts_at_once: bool = False,
) -> Lobby:
    """A new lobby, its first seat taken by its host. Raises Refusal if the channel has a table.

    `invited` are the user ids of people who can join even if only invited people can. A host with many open
    lobbies can't open another, unless its game `starts_at_once`.
    """
    assert user.user_id is not None
    opening = tables.opening.setdefault(user.user_id, asyncio.Lock())
    async with opening:
        await must_be_welcome(tables.archive, place.guild_id, user.user_id)
        if not starts_at_once:
            await must_have_room(tables.archive, place.guild_id, user.user_id)
        stored = await _create_where_free(tables, place, game, user.user_id)
    lobby = Lobby(stored, (), {}, tables.archive, share=tables.share)
    await sit_down(lobby, user.user_id, user.name, user.interaction_id)
    if invited:
        await lobby.set_table_options(lobby.table_options.model_copy(update={"invited": invited}))
    tables.keep(lobby)
    return lobby


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
    place = Place(stored.guild_id, stored.channel_id, stored.answers_only)
    lobby = await open_lobby(tables, place, stored.game, user, starts_at_once=alone)
    lobby.turned = (*participants[1:], participants[0])
    back = tuple(
        person(user.user_id, user.name, user.interaction_id) if one.user_id == user.user_id else one
        for one in participants
        if one.user_id == user.user_id or not one.is_person
    )
    places = lobby.in_order(back)
    lobby.must_be_open()
    await tables.archive.sessions.set_seats(lobby.id, to_stored(places))
    kept = offered(lobby.game.options)
    options = {name: value for name, value in json.loads(stored.options).items() if name in kept}
    lobby.must_be_open()
    await tables.archive.sessions.set_options(lobby.id, json.dumps(options))
    lobby.players = places
    lobby.options = options
    others = tuple(one.user_id for one in participants if one.user_id and not is_former(one.user_id))
    table_options = session.options.in_place_of(games_minutes(session.table))
    new = {
        "invited": others,
        "newcomer": None,
        "freed": (),
        "origin": "",
        "copied": 0,
        "deal_of": 0,
    }
    await lobby.set_table_options(table_options.model_copy(update=new))
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


async def _create_where_free(tables: OpenTables, at: Place, game: str, host_id: int) -> StoredSession:
    """Raises Refusal if the channel has a table."""
    try:
        return await _create(tables, at, game, host_id)
    except ChannelTaken as taken:
        await must_be_over(tables, taken.session_id)
        return await _create(tables, at, game, host_id)


async def _create(tables: OpenTables, at: Place, game: str, host_id: int) -> StoredSession:
    guild_id, channel_id, answers_only = at
    edition = registry.find(game).about.edition
    tables.share.must_have(guild_id)
    seed = secrets.token_bytes(SEED_BYTES)
    sessions, now = tables.archive.sessions, milliseconds()
    return await sessions.create(
        guild_id, channel_id, game, edition, "{}", seed, host_id, now, answers_only=answers_only
    )


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
