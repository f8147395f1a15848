"""Pictures, drawn in threads and cached by what they show; the icons on buttons, and players' faces.

Words come first: until an emoji is uploaded, or if Discord refuses it, a button has only its label.

Nobody waits for an avatar. A picture is drawn with those that are here, and again once the others arrive.
A new avatar takes the place of the one before when its file is here.
"""

import asyncio
import hashlib
import logging
import math
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, TypeVar

import discord

from bot.chat.drawing import Card, Drawn, ResultPicture, draw
from bot.chat.failures import NOT_SENT, reason_of
from bot.chat.names import likeness, plain_name
from bot.chat.players import Player, is_former, is_shared, name_at
from bot.chat.tasks import Backoff
from bot.telemetry.logs import tell_failure
from games.core import Seat
from games.game import AnyGame
from games.kit.brush import cached
from games.kit.brush.header import writes
from games.kit.cache import SizedCache
from games.kit.faces import NOTHING, Face, Told
from storage import StoredSession

log = logging.getLogger(__name__)

T = TypeVar("T")

Emojis: TypeAlias = Callable[[str], discord.PartialEmoji | None]
"""An icon's emoji by its name; None if there is none."""
Paint: TypeAlias = Callable[[AnyGame, str], Awaitable[bytes]]
"""Draws one of a game's icons."""


def wordy(_icon: str) -> None:
    """No emojis: every choice has only its label."""
    return


FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 5.0, 1800.0
"""The pauses between tries to find or upload the icons that are missing."""


REFUSED_SECONDS = 5.0
"""Within this time, Discord refuses an emoji twice only if something is wrong with it."""


class Icons:
    """The emojis of all games, found or uploaded after login. Nobody waits for them."""

    def __init__(self) -> None:
        self._emojis: defaultdict[str, dict[str, discord.PartialEmoji]] = defaultdict(dict)
        self._refused_at = -math.inf
        self._is_refused = asyncio.Event()

    def of(self, game: AnyGame) -> Emojis:
        """The emojis for this game's choices."""
        return self._emojis[game.about.name].get

    def refused(self) -> None:
        """Discord has refused an emoji. If it does so again at once, the emoji may have been deleted.

        Then buttons have only words until the emojis are looked for again soon, and uploaded where they are
        missing.
        """
        before, self._refused_at = self._refused_at, time.monotonic()
        if self._refused_at - before > REFUSED_SECONDS:
            return
        for known in self._emojis.values():
            known.clear()
        self._is_refused.set()

    async def keep(
        self, client: discord.Client, paint: Paint, games: Iterable[AnyGame], uploads: Callable[[], bool]
    ) -> None:
        """Find every icon among the application's emojis, or upload it, now and again when they're refused.

        An emoji's name contains a hash of its drawing, so a new drawing becomes a new emoji and old messages
        keep theirs. What Discord refuses is tried again less and less often. If `uploads` says no, another
        process uploads them, and this one finds them.
        """
        drawn = [(game, icon) for game in games for icon in game.icons]
        backoff = Backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
        while True:
            self._is_refused.clear()
            try:
                are_there = await self._settle(client, paint, drawn, uploads)
            except NOT_SENT as failed:
                are_there = False
                log.warning("buttons have no icons: Discord refused an upload (%s)", reason_of(failed))
            if are_there:
                known_at = time.monotonic()
                await self._is_refused.wait()
                if time.monotonic() - known_at > LONGEST_PAUSE_SECONDS:
                    backoff.worked()
            await asyncio.sleep(backoff.pause())

    async def _settle(
        self,
        client: discord.Client,
        paint: Paint,
        drawn: Iterable[tuple[AnyGame, str]],
        uploads: Callable[[], bool],
    ) -> bool:
        """Whether all of them are there now. Raises what NOT_SENT names."""
        there = {one.name: one for one in await client.fetch_application_emojis()}
        are_there = True
        for game, icon in drawn:
            png = await paint(game, icon)
            name = f"{icon}_{hashlib.sha256(png).hexdigest()[:8]}"
            if name not in there and uploads():
                there[name] = await client.create_application_emoji(name=name, image=png)
            if name in there:
                self._emojis[game.about.name][icon] = discord.PartialEmoji(name=name, id=there[name].id)
            else:
                are_there = False
        return are_there


MOST_BYTES = 10_000_000
"""How many bytes of pictures are cached: a hundred or so, of 20 to 250 KB each."""


class _Key(tuple[Any, ...]):
    """What a picture shows. It is looked up several times, and the hash of a position takes a while."""

    _hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash


class Pictures:
    """Draws each view once for as long as it is cached; equal views have equal pictures."""

    def __init__(self, threads: int, most_parts: int = cached.MOST_BYTES) -> None:
        """`most_parts` is how many bytes of parts are cached; all pictures of this process share them."""
        cached.PARTS.most = most_parts
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="draw")
        self.kept: SizedCache[Drawn] = SizedCache(MOST_BYTES, len)
        self._drawing: dict[tuple[Any, ...], asyncio.Future[Drawn]] = {}
        self._plain: set[str] = set()
        self.icons = Icons()

    @property
    def drawing(self) -> int:
        """How many pictures are being drawn or waiting to be drawn."""
        return len(self._drawing)

    async def draw(
        self,
        game: AnyGame,
        view: Any,
        answers: tuple[str, ...] = (),
        faces: tuple[Face, ...] = (),
        told: Told = NOTHING,
    ) -> Drawn | None:
        """The picture of a view with the players' faces by seat, or None for a game without pictures.

        `told` is what it tells besides. Equal pictures that are requested at the same time are drawn once.
        """
        if game.pictures is None:
            return None
        key = _Key((game.about.name, view, answers, faces, told))
        return await self._once(
            key, lambda: self._in_thread(self._drawn_now, game, view, answers, faces, told)
        )

    async def draw_once(self, game: AnyGame, view: Any, faces: tuple[Face, ...], told: Told) -> Drawn | None:
        """A picture that nobody wants again, so it isn't cached; or None for a game without pictures."""
        if game.pictures is None:
            return None
        return await self._in_thread(self._drawn_now, game, view, (), faces, told)

    async def result(
        self, game: AnyGame, key: Hashable, card: ResultPicture, faces: tuple[Face, ...]
    ) -> Drawn:
        """A result card with the players' faces by seat, cached by this key."""
        return await self._once(("result", key, faces), lambda: self._in_thread(card.drawn, game, faces))

    async def notes(self, game: AnyGame, view: Any, faces: tuple[Face, ...]) -> Drawn | None:
        """The picture of a view's notebook, or None for a game that draws none."""
        draw = None if game.pictures is None else game.pictures().notes
        if draw is None:
            return None
        key = _Key(("notes", game.about.name, view, faces))
        return await self._once(key, lambda: self._in_thread(lambda: Drawn(draw(view).png(faces))))

    def _in_thread(self, draw: Callable[..., T], *what: Any) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._threads, draw, *what)

    async def _once(self, key: tuple[Any, ...], draw: Callable[[], asyncio.Future[Drawn]]) -> Drawn:
        """What is cached by this key, or else what `draw` makes of the rest."""
        if (picture := self.kept.get(key)) is not None:
            return picture
        drawing = self._drawing.get(key)
        if drawing is None:
            drawing = self._drawing[key] = draw()
            drawing.add_done_callback(lambda done: self._drawn(key, done))
        # One of the tasks that wait may be cancelled: the others still need the picture.
        return await asyncio.shield(drawing)

    def _drawn(self, key: tuple[Any, ...], done: asyncio.Future[Drawn]) -> None:
        del self._drawing[key]
        if not done.cancelled() and done.exception() is None:
            self.kept.put(key, done.result())

    async def card(self, card: Card) -> Drawn:
        """The picture of a card, cached: equal cards have equal pictures."""
        return await self._once(_Key((type(card), card)), lambda: self._in_thread(lambda: Drawn(card.png())))

    def shows_players(self, game: AnyGame) -> bool:
        """Whether the pictures of this game say who has which seat. One must have been drawn before."""
        return game.about.name not in self._plain

    async def icon(self, game: AnyGame, name: str) -> bytes:
        """The PNG of an icon."""
        return await self._in_thread(game.icon, name)

    def close(self) -> None:
        """Stop drawing. Nobody waits for what is being drawn."""
        for drawing in self._drawing.values():
            drawing.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _drawn_now(self, game: AnyGame, *what: Any) -> Drawn:
        drawn = draw(game, *what)
        if not drawn.shows_players:
            self._plain.add(game.about.name)
        return drawn


MOST_AVATAR_BYTES = 16_000_000
"""How many bytes of avatars are cached; at the size we ask for, one has 10 to 60 KB."""

LARGEST = 256 * 1024
"""The largest file that is shown, in bytes."""

SIDE = 128
"""The size we ask for, in px: somewhat more than the largest face in a picture."""

FETCH_SECONDS = 5.0
"""How long an avatar may take to arrive."""

AGAIN_SECONDS = 300.0
"""How long to wait before asking again for something that could not be fetched."""

_ASKED_AT_ONCE = 2
_BESIDE = 500
"""What an avatar takes in memory besides its file, in bytes."""

_KNOWN_SECONDS = 3600.0
"""For how long it's assumed that somebody is still in a server, or still out of it."""

_MOST_KNOWN = 20_000
"""How many people's names are cached."""

_EVERYWHERE = 0
_Place: TypeAlias = tuple[int, int]
"""A server's id and a user's: a person can have another avatar in a server. `_EVERYWHERE` is their own."""


@dataclass(frozen=True, slots=True)
class _Worn:
    """The address of an avatar and its file, both empty if there is none; asked for again at `until`."""

    address: str
    file: bytes
    until: float = math.inf


@dataclass(frozen=True, slots=True)
class _Known:
    """What somebody is called in a server, and whether they're in it; asked again at `until`."""

    name: str
    is_here: bool
    until: float
    username: str = ""


class Seated(Protocol):
    """A table with the players whose faces are shown there."""

    @property
    def game(self) -> AnyGame: ...
    @property
    def named(self) -> tuple[Player, ...]: ...
    @property
    def stored(self) -> StoredSession: ...


class Faces:
    """Each player's avatar and name: known from what they press, and fetched if they aren't."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._worn: SizedCache[_Worn] = SizedCache(MOST_AVATAR_BYTES, lambda worn: len(worn.file) + _BESIDE)
        self._known: SizedCache[_Known] = SizedCache(_MOST_KNOWN, lambda _: 1)
        self._learning: dict[int, asyncio.Task[None]] = {}
        self._asking = asyncio.Semaphore(_ASKED_AT_ONCE)
        self._is_closed = False

    def of(self, table: Seated) -> tuple[Face, ...]:
        """The players' faces as far as they have arrived, by seat; none for a game without pictures."""
        game = table.game
        if game.pictures is None:
            return ()
        return self.seated(game, table.named, table.stored.guild_id or _EVERYWHERE)

    def seated(self, game: AnyGame, players: tuple[Player, ...], guild_id: int) -> tuple[Face, ...]:
        """The same for players who sit at no table; `guild_id` is 0 in a direct message."""
        if game.pictures is None:
            return ()
        return tuple(self._face(players, seat, guild_id) for seat in range(len(players)))

    async def meet(self, user_ids: Iterable[int], guild_id: int, seconds: float) -> None:
        """Get to know these people of a server (0: of no server), or as many as answer in so many seconds."""
        people = set(user_ids)
        for user_id in people:
            place = guild_id, user_id
            if not (self._is_known((_EVERYWHERE, user_id)) and self._is_known(place) and self._knows(place)):
                self._learn(user_id, guild_id)
        if learning := [task for user_id, task in self._learning.items() if user_id in people]:
            await asyncio.wait(learning, timeout=seconds)

    def met(self, user_id: int, guild_id: int) -> Face | None:
        """Their face with what they're called in that server; without a name if nobody has met them.

        None if they're known to have left it. Everybody is everywhere: there, the server is 0.
        """
        known = self._known.get((guild_id, user_id))
        if known is not None and not known.is_here:
            return None
        return Face(plain_name(known.name) if known else "", self._avatar(user_id, guild_id))

    def told_apart(self, faces: Mapping[int, Face | None]) -> dict[int, Face | None]:
        """These faces by user id; where names look the same, there's the user name if it's known: `@ada`."""
        same = Counter(likeness(face.name) for face in faces.values() if face is not None)
        return {
            user_id: replace(face, name=self._username(user_id) or face.name)
            if face is not None and same[likeness(face.name)] > 1
            else face
            for user_id, face in faces.items()
        }

    def _username(self, user_id: int) -> str:
        known = self._known.get((_EVERYWHERE, user_id))
        return f"@{known.username}" if known is not None and known.username else ""

    def seen(self, user: discord.User | discord.Member) -> None:
        """This person has pressed something, which tells what avatar and name they have now."""
        self._know(user)
        if any(self._is_new(place, _address(asset)) for place, asset in _avatars(user)):
            self._learn(user.id, _EVERYWHERE, user)

    def arriving(self, table: Seated) -> list[asyncio.Task[None]]:
        """The fetches under way for the faces at this table; starts those for faces that aren't known."""
        guild_id = table.stored.guild_id or _EVERYWHERE
        people = {one.user_id for one in table.named if one.user_id is not None}
        if table.game.pictures is None:
            return []
        for user_id in people:
            if not (self._is_known((_EVERYWHERE, user_id)) and self._is_known((guild_id, user_id))):
                self._learn(user_id, guild_id)
        return [task for user_id, task in self._learning.items() if user_id in people]

    def close(self) -> None:
        """Fetch nothing more."""
        self._is_closed = True
        for task in self._learning.values():
            task.cancel()

    def _face(self, players: tuple[Player, ...], seat: int, guild_id: int) -> Face:
        player = players[seat]
        if player.user_id is None:
            return Face(name_at(players, Seat(seat)), computer=player.name)
        is_told_apart = writes(player.name) and is_shared(players, Seat(seat))
        name = name_at(players, Seat(seat)) if is_told_apart else plain_name(player.name)
        return Face(name, self._avatar(player.user_id, guild_id))

    def _avatar(self, user_id: int, guild_id: int) -> bytes:
        here, own = self._worn.get((guild_id, user_id)), self._worn.get((_EVERYWHERE, user_id))
        return (here and here.file) or (own and own.file) or b""

    def _knows(self, place: _Place) -> bool:
        known = self._known.get(place)
        return known is not None and time.monotonic() < known.until

    def _know(self, user: discord.User | discord.Member) -> None:
        until = time.monotonic() + _KNOWN_SECONDS
        name = user.global_name or user.name
        self._known.put((_EVERYWHERE, user.id), _Known(name, is_here=True, until=until, username=user.name))
        if isinstance(user, discord.Member):
            self._known.put((user.guild.id, user.id), _Known(user.display_name, is_here=True, until=until))

    def _is_known(self, place: _Place) -> bool:
        worn = self._worn.get(place)
        return worn is not None and time.monotonic() < worn.until

    def _is_new(self, place: _Place, address: str) -> bool:
        worn = self._worn.get(place)
        return worn is None or worn.address != address or time.monotonic() >= worn.until

    def _learn(self, user_id: int, guild_id: int, user: discord.User | discord.Member | None = None) -> None:
        if user_id in self._learning or self._is_closed or is_former(user_id):
            return
        task = asyncio.create_task(self._fetch(user_id, guild_id, user))
        self._learning[user_id] = task
        task.add_done_callback(lambda _: self._learning.pop(user_id))
        task.add_done_callback(tell_failure)

    async def _fetch(self, user_id: int, guild_id: int, user: discord.User | discord.Member | None) -> None:
        try:
            user = user or await self._ask(user_id, guild_id)
        except NOT_SENT as failed:
            _tell("a player's avatar is unknown", failed)
            for place in ((_EVERYWHERE, user_id), (guild_id, user_id)):
                self._put_off(place, "")
            return
        self._know(user)
        for place, asset in _avatars(user):
            if self._is_new(place, _address(asset)):
                await self._fetch_file(place, asset)
        if not self._is_known((guild_id, user_id)):  # they aren't in the server any more
            self._put_off((guild_id, user_id), "")

    async def _ask(self, user_id: int, guild_id: int) -> discord.User | discord.Member:
        """Raises what NOT_SENT names."""
        async with self._asking:
            if (guild := self._client.get_guild(guild_id)) is not None:
                try:
                    return await guild.fetch_member(user_id)
                except discord.NotFound:
                    left = _Known("", is_here=False, until=time.monotonic() + _KNOWN_SECONDS)
                    self._known.put((guild_id, user_id), left)
            return await self._client.fetch_user(user_id)

    async def _fetch_file(self, place: _Place, asset: discord.Asset | None) -> None:
        if asset is None:
            self._worn.put(place, _Worn("", b""))
            return
        address = _address(asset)
        try:
            async with asyncio.timeout(FETCH_SECONDS):
                file = await asset.replace(size=SIDE, format="png").read()
        except NOT_SENT as failed:
            _tell("an avatar could not be fetched", failed)
            self._put_off(place, address)
            return
        if len(file) > LARGEST:
            log.info("an avatar is too large to be shown: %d bytes", len(file))
            self._put_off(place, address)
            return
        self._worn.put(place, _Worn(address, file))

    def _put_off(self, place: _Place, address: str) -> None:
        """Ask for this again only after a while; what was worn before stays until then."""
        worn = self._worn.get(place)
        self._worn.put(place, _Worn(address, worn.file if worn else b"", time.monotonic() + AGAIN_SECONDS))


def _avatars(user: discord.User | discord.Member) -> list[tuple[_Place, discord.Asset | None]]:
    """The avatars that come with this user: their own, and for a member the one in that server."""
    own = (_EVERYWHERE, user.id), user.avatar
    return [own, ((user.guild.id, user.id), user.guild_avatar)] if isinstance(user, discord.Member) else [own]


def _address(asset: discord.Asset | None) -> str:
    """It contains the hash, so that another avatar has another address."""
    return "" if asset is None else asset.url


def _tell(what: str, failed: Exception) -> None:
    status = failed.status if isinstance(failed, discord.HTTPException) else type(failed).__name__
    log.info("%s (%s)", what, status)
