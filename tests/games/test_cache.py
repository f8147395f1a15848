"""The cache of drawn pictures keeps the newest ones, up to a limit in bytes."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
import resvg_py
from PIL import Image

from games.core import CHANCE
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.table import Table
from games.kit.brush import cached as parts
from games.kit.brush import sprites
from games.kit.brush.cached import MOST_BYTES, PARTS, cached, size_of
from games.kit.brush.palette import Picture
from games.kit.cache import SizedCache
from tests.deep import sized


class TestSizedCache:
    def test_what_was_asked_for_longest_ago_makes_room(self) -> None:
        room: SizedCache[str] = SizedCache(10, len)
        for key, thing in (("a", "aaaa"), ("b", "bbbb")):
            room.put(key, thing)
        assert room.get("a") == "aaaa"
        room.put("c", "cccc")
        assert (room.get("a"), room.get("b"), room.get("c")) == ("aaaa", None, "cccc")
        assert (room.bytes, len(room)) == (8, 2)

    def test_many_small_things_or_few_large_ones_fit(self) -> None:
        room: SizedCache[bytes] = SizedCache(1000, len)
        for number in range(500):
            room.put(number, bytes(10))
        assert (room.bytes, len(room)) == (1000, 100)
        room.put("large", bytes(700))
        assert (room.bytes, len(room)) == (1000, 31)

    def test_a_thing_larger_than_the_whole_cache_is_not_stored(self) -> None:
        room: SizedCache[bytes] = SizedCache(10, len)
        room.put("a", bytes(4))
        room.put("b", bytes(11))
        assert (room.get("b"), room.bytes, len(room)) == (None, 4, 1)

    def test_the_same_key_takes_room_once(self) -> None:
        room: SizedCache[bytes] = SizedCache(10, len)
        for size in (4, 6, 5):
            room.put("a", bytes(size))
        assert (room.bytes, len(room)) == (5, 1)

    def test_threads_share_it(self) -> None:
        room: SizedCache[bytes] = SizedCache(5000, len)

        def use(seed: int) -> None:
            rng = Random(seed)
            for _ in range(3000):
                key = rng.randrange(60)
                if room.get(key) is None:
                    room.put(key, bytes(50 + key))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(use, range(4)))
        there = [found for key in range(60) if (found := room.get(key))]
        assert room.bytes == sum(map(len, there)) <= 5000
        assert len(room) == len(there)


class TestPartsOfPictures:
    def test_are_drawn_once_for_the_same_arguments(self) -> None:
        drawn: list[tuple[int, str]] = []

        @cached
        def part(side: int, mode: str = "RGB") -> Picture:
            drawn.append((side, mode))
            return Image.new(mode, (side, side))

        for _ in range(2):
            part(3)
            part(3, mode="L")
            part(4)
        assert drawn == [(3, "RGB"), (3, "L"), (4, "RGB")]

    def test_stay_within_the_limit_however_many_tables_are_drawn(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        room = SizedCache(3_000_000, size_of)  # not the shared one, which later tests expect to be full
        monkeypatch.setattr(parts, "PARTS", room)
        for name, game in registry.all_games().items():
            if game.pictures is None:
                continue
            table, rng = Table.new(game, _header(name)), Random(1)
            for _ in range(sized(2, 4)):
                while CHANCE in table.turn.owes:
                    table = table.play(table.chance(bytes(32)))
                seat = min(table.turn.owes)
                game.draw(table.view(seat), ()).png()
                assert room.bytes <= room.most
                moves = [*game.legal(table.view(seat))]
                table = table.play(Line(seat, game.write(rng.choice(moves))))
        assert room.bytes > room.most / 2

    def test_of_all_games_share_one_cache(self) -> None:
        assert PARTS.most == MOST_BYTES
        assert parts.PARTS is PARTS

    def test_count_with_the_bytes_that_pillow_needs(self) -> None:
        few, many = size_of(Image.new("P", (100, 10))), size_of(Image.new("RGB", (100, 10)))
        assert many - few == 3 * 100 * 10


class TestDrawings:
    SQUARE = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0H8V8H0Z" fill="red"/></svg>'
    )

    def test_are_rendered_once_in_each_size(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rendered, sizes = resvg_py.svg_to_bytes, list[tuple[int, int]]()

        def render(*, svg_string: str, width: int, height: int, skip_system_fonts: bool) -> bytes:
            sizes.append((width, height))
            return rendered(
                svg_string=svg_string, width=width, height=height, skip_system_fonts=skip_system_fonts
            )

        monkeypatch.setattr(resvg_py, "svg_to_bytes", render)
        markup = self.SQUARE.replace("red", "#123456")
        for side in (11, 12, 11, 12):
            assert sprites.svg(markup, (side, side)).getpixel((5, 5)) == (0x12, 0x34, 0x56, 255)
        assert sizes == [(11, 11), (12, 12)]

    def test_are_a_new_picture_every_time(self) -> None:
        sprites.svg(self.SQUARE, (8, 8)).paste((0, 0, 255), (0, 0, 8, 8))
        assert sprites.svg(self.SQUARE, (8, 8)).getpixel((4, 4)) == (255, 0, 0, 255)


def _header(name: str) -> Header:
    about = registry.find(name).about
    return Header(name, about.edition, max(about.seats), commit=f"sha256:{'0' * 64}")
