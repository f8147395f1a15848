"""Pictures, drawn in threads and cached by what they show; and the icons on buttons and in menus.

Words come first: until an emoji is uploaded, or if Discord refuses it, a button has only its label.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from bot.failures import NOT_SENT, code_of
from games import registry
from games.faces import Face, PlainDrawing
from games.game import AnyGame
from games.kit.brush import cached
from games.kit.brush.lobby import lobby_picture, titles_picture
from games.kit.cache import SizedCache

log = logging.getLogger(__name__)


Emojis: TypeAlias = Callable[[str], discord.PartialEmoji | None]
"""An icon's emoji by its name; None if there is none."""
Paint: TypeAlias = Callable[[AnyGame, str], Awaitable[bytes]]
"""Draws one of a game's icons."""


def wordy(_icon: str) -> None:
    """No emojis: every choice has only its label."""
    return


class Icons:
    """The emojis of all games, found or uploaded once after login."""

    def __init__(self) -> None:
        self._emojis: dict[tuple[str, str], discord.PartialEmoji] = {}

    def of(self, game: AnyGame) -> Emojis:
        """The emojis for this game's choices."""
        return lambda icon: self._emojis.get((game.about.name, icon))

    async def settle(self, client: discord.Client, paint: Paint, games: Iterable[AnyGame]) -> None:
        """Find every icon among the application's emojis, and upload the missing ones.

        An emoji's name contains a hash of its drawing, so a new drawing becomes a new emoji and old messages
        keep theirs. If Discord refuses one, that is logged, and the rest are tried at the next start.
        """
        try:
            there = {one.name: one for one in await client.fetch_application_emojis()}
            for game in games:
                if game.icon is not None:
                    await self._settle(client, paint, game, there)
        except NOT_SENT as failed:
            log.warning(
                "buttons have no icons: Discord refused an upload (%s); trying again at the next start",
                code_of(failed),
            )

    async def _settle(
        self, client: discord.Client, paint: Paint, game: AnyGame, there: dict[str, discord.Emoji]
    ) -> None:
        for icon in game.icons:
            png = await paint(game, icon)
            name = f"{icon}_{hashlib.sha256(png).hexdigest()[:8]}"
            found = there.get(name) or await client.create_application_emoji(name=name, image=png)
            there[name] = found
            self._emojis[game.about.name, icon] = discord.PartialEmoji(name=name, id=found.id)


MOST_BYTES = 10_000_000
"""How many bytes of pictures are cached: a hundred or so, of 20 to 250 KB each."""

TRIES = 2
"""How often a picture is redrawn at most to match the text below it."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as a PNG, and what the sentence below the board says: see `Drawing.said`."""

    png: bytes
    said: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.png)


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
        """How many boards and hands are being drawn or waiting to be drawn."""
        return len(self._drawing)

    async def draw(
        self,
        game: AnyGame,
        view: Any,
        answers: tuple[str, ...] = (),
        faces: tuple[Face, ...] = (),
        saying: str = "",
    ) -> Drawn | None:
        """The picture of a view with the players' faces by seat, or None for a game without pictures.

        `saying` is the sentence below it, by default the game's own. Equal pictures that are requested at the
        same time are drawn once.
        """
        if game.draw is None:
            return None
        key = _Key((game.about.name, view, answers, faces, saying))
        if (picture := self.kept.get(key)) is not None:
            return picture
        drawing = self._drawing.get(key)
        if drawing is None:
            loop = asyncio.get_running_loop()
            drawing = loop.run_in_executor(self._threads, self._drawn_now, game, view, answers, faces, saying)
            self._drawing[key] = drawing
            drawing.add_done_callback(lambda done: self._drawn(key, done))
        # One of the tasks that wait may be cancelled: the others still need the picture.
        return await asyncio.shield(drawing)

    def _drawn(self, key: tuple[Any, ...], done: asyncio.Future[Drawn]) -> None:
        del self._drawing[key]
        if not done.cancelled() and done.exception() is None:
            self.kept.put(key, done.result())

    async def draw_newest(
        self,
        game: AnyGame,
        look: Callable[[], Any],
        answers: tuple[str, ...] = (),
        faces: tuple[Face, ...] = (),
        saying: str = "",
    ) -> Drawn | None:
        """The picture of what `look` sees when the picture is ready, so that the words under it match.

        If moves come faster than pictures, it shows the table a moment ago, and the next one follows at once.
        """
        picture = None
        for _ in range(TRIES):
            view = look()
            picture = await self.draw(game, view, answers, faces, saying)
            if look() == view:
                break
        return picture

    async def lobby(
        self, game: AnyGame, seats: int, faces: tuple[Face, ...], host: int | None, line: str
    ) -> bytes | None:
        """The PNG of a lobby: the game's title and its seats, taken by `faces`; None without a title."""
        title = registry.title_picture(game.about.name)
        if not title:
            return None
        key = ("lobby", game.about.name, seats, faces, host, line)
        if (picture := self.kept.get(key)) is None:
            loop = asyncio.get_running_loop()
            png = await loop.run_in_executor(self._threads, lobby_picture, title, seats, faces, host, line)
            picture = Drawn(png)
            self.kept.put(key, picture)
        return picture.png

    async def titles(self, names: Sequence[str]) -> bytes | None:
        """The PNG of these games' titles together; None if there are none."""
        titles = [title for name in names if (title := registry.title_picture(name))]
        if not titles:
            return None
        key = ("titles", tuple(names))
        if (picture := self.kept.get(key)) is None:
            loop = asyncio.get_running_loop()
            picture = Drawn(await loop.run_in_executor(self._threads, titles_picture, titles))
            self.kept.put(key, picture)
        return picture.png

    def shows_players(self, game: AnyGame) -> bool:
        """Whether the pictures of this game say who has which seat. One must have been drawn before."""
        return game.about.name not in self._plain

    async def icon(self, game: AnyGame, name: str) -> bytes:
        """The PNG of an icon."""
        assert game.icon is not None
        return await asyncio.get_running_loop().run_in_executor(self._threads, game.icon, name)

    def close(self) -> None:
        """Stop drawing. Nobody waits for what is being drawn."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _drawn_now(
        self, game: AnyGame, view: Any, answers: tuple[str, ...], faces: tuple[Face, ...], saying: str
    ) -> Drawn:
        assert game.draw is not None
        drawing = game.draw(view, answers)
        if saying:
            drawing = drawing.saying(saying)
        if isinstance(drawing, PlainDrawing):
            self._plain.add(game.about.name)
        return Drawn(drawing.png(faces), drawing.said(faces))
