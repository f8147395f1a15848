"""Pictures are drawn once, however many people wait for them."""

import asyncio
import threading
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from PIL import Image

from bot.chat.drawing import Drawn
from bot.chat.pictures import MOST_BYTES, Pictures
from bot.config import Settings
from bot.host import play as cast
from games.core import CHANCE
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.table import Table
from games.game import AnyGame, Drawings
from games.kit.brush import cached
from games.kit.faces import Drawing, PlainDrawing
from tests.bot.conftest import Meet, running
from tests.bot.tables import toss


class Draughtsman:
    """Draws when it is told to, and counts."""

    def __init__(self) -> None:
        self.drawn = 0
        self.fails = False
        self.may_draw = threading.Event()

    def __call__(self, view: object, answers: tuple[str, ...] = ()) -> Drawing:
        self.drawn += 1
        self.may_draw.wait(10)
        if self.fails:
            raise RuntimeError("the pencil broke")
        return PlainDrawing(f"{view} {answers}".encode())


@pytest.fixture
def draughtsman() -> Draughtsman:
    return Draughtsman()


@pytest.fixture
def game(draughtsman: Draughtsman) -> AnyGame:
    return replace(registry.find("doublolo"), pictures=lambda: Drawings(draw=draughtsman))


async def test_a_host_chooses_how_much_is_kept_of_pictures(settings: Settings, meet: Meet) -> None:
    chosen = settings.model_copy(update={"play": settings.play.model_copy(update={"cache_mb": 16})})
    cached.PARTS.put("many boards", Image.new("RGB", (3_000, 2_000)))
    assert cached.PARTS.bytes > 16_000_000
    async with running(chosen):
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        await toss(chiara, dmitri)
        cached.PARTS.put("one more", Image.new("RGB", (30, 20)))
        assert 0 < cached.PARTS.bytes <= 16_000_000


@pytest.fixture
async def pictures() -> AsyncIterator[Pictures]:
    made = Pictures(4)
    yield made
    made.close()


@pytest.mark.real
async def test_equal_pictures_asked_for_at_once_are_drawn_once(
    pictures: Pictures, game: AnyGame, draughtsman: Draughtsman
) -> None:
    asked = [asyncio.create_task(pictures.draw(game, "a view")) for _ in range(5)]
    other = asyncio.create_task(pictures.draw(game, "a view", ("answer",)))
    await asyncio.sleep(0.05)
    draughtsman.may_draw.set()
    assert set(await asyncio.gather(*asked)) == {Drawn(b"a view ()")}
    assert await other == Drawn(b"a view ('answer',)")
    assert draughtsman.drawn == 2


@pytest.mark.real
async def test_a_picture_is_still_drawn_for_the_others_when_one_gives_up(
    pictures: Pictures, game: AnyGame, draughtsman: Draughtsman
) -> None:
    first, second = (asyncio.create_task(pictures.draw(game, "a view")) for _ in range(2))
    await asyncio.sleep(0.05)
    first.cancel()
    draughtsman.may_draw.set()
    assert await second == Drawn(b"a view ()")
    assert first.cancelled()


async def test_a_picture_that_could_not_be_drawn_is_tried_again(
    pictures: Pictures, game: AnyGame, draughtsman: Draughtsman
) -> None:
    draughtsman.may_draw.set()
    draughtsman.fails = True
    with pytest.raises(RuntimeError, match="pencil"):
        await pictures.draw(game, "a view")
    draughtsman.fails = False
    assert await pictures.draw(game, "a view") == Drawn(b"a view ()")


async def test_pictures_are_kept_as_long_as_they_have_room() -> None:
    pictures, game = Pictures(1), registry.find("doublolo")
    about, drawn = game.about, []
    assert pictures.kept.most == MOST_BYTES
    pictures.kept.most = 200_000
    table = Table.new(game, Header("doublolo", about.edition, 2, commit=f"sha256:{'0' * 64}"))
    try:
        for _ in range(12):
            while CHANCE in table.turn.owes:
                table = table.play(table.chance(bytes(32)))
            seat = min(table.turn.owes)
            drawn.append(await pictures.draw(game, table.view(None)))
            assert await pictures.draw(game, table.view(None)) is drawn[-1]
            assert 0 < pictures.kept.bytes <= 200_000
            table = table.play(Line(seat, game.write(next(iter(game.legal(table.view(seat)))))))
    finally:
        pictures.close()
    assert sum(len(one or b"") for one in drawn) > 200_000
