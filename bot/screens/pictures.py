"""Pictures, drawn in threads and cached by what they show."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from bot.screens.icons import Icons
from games import registry
from games.faces import Face, PlainDrawing
from games.game import AnyGame
from games.kit.brush import cached
from games.kit.brush.lobby import lobby_picture, titles_picture
from games.kit.cache import SizedCache

MOST_BYTES = 10_000_000
"""How many bytes of pictures are cached: a hundred or so, of 20 to 250 KB each."""

TRIES = 2
"""How often a picture is redrawn at most to match the text below it."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as a PNG, and the sentence that stands in it below the board, seats as marks."""

    png: bytes
    caption: str = ""

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
        return Drawn(drawing.png(faces), drawing.caption_for(faces))
