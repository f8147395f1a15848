"""Helpers for the tests of every game's pictures."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from typing import TypeVar

import pytest
from PIL import Image, ImageChops

from games.kit.brush import cached, scene
from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture
from games.kit.cache import SizedCache
from games.kit.faces import Face

PHONE = 400
"""How wide a telephone shows a picture, in px."""

V = TypeVar("V")


def photograph(number: int, kind: str = "PNG") -> bytes:
    """An avatar's file with many colours, different for each number."""
    reds, blues = Image.linear_gradient("L"), Image.radial_gradient("L")
    image = Image.merge("RGB", (reds.rotate(60 * number), blues, Image.new("L", reds.size, 40 * number)))
    file = BytesIO()
    image.save(file, kind)
    return file.getvalue()


FACES = (
    Face("Ada", photograph(0)),
    Face("Grace Brewster Murray Hopper, Ph.D", photograph(1, "JPEG")),
    Face("Hard", computer="Hard"),
    Face("\u05e2\u05d3\u05d4"),
    Face("\N{GAME DIE}\N{GAME DIE}", photograph(2, "WEBP")),
    Face("\u674e\u5c0f\u9f99", b"not an image"),
)
"""Names of all kinds, by seat: long, right-to-left, emoji, Chinese; photographs, none, and a broken one."""


def opened(file: bytes) -> Picture:
    """The picture (RGB) in a PNG."""
    return Image.open(BytesIO(file)).convert("RGB")


def furthest(one: Picture, other: Picture) -> int:
    """The largest difference of any pixel in any channel."""
    return max(ImageChops.difference(one.convert("RGB"), other.convert("RGB")).tobytes())


def on_a_phone(part: Picture, resample: Image.Resampling = Image.Resampling.LANCZOS) -> Picture:
    """A part of a picture, as small as a phone shows it."""
    return part.resize((part.width * PHONE // WIDTH, part.height * PHONE // WIDTH), resample)


def forget_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty all caches, as if nothing had been drawn before."""
    monkeypatch.setattr(cached, "PARTS", SizedCache(cached.MOST_BYTES, cached.size_of))
    scene.above.cache_clear()


def hashed(file: bytes) -> str:
    """A hash by which pictures can be compared across processes."""
    return sha256(file).hexdigest()


def hashed_elsewhere(imports: str, drawing: str) -> str:
    """The hash of a picture drawn in a new process by evaluating `drawing` after the lines of `imports`."""
    program = f"{imports}\nfrom tests.games.pictures import hashed\nprint(hashed({drawing}))"
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, check=True, text=True, cwd=sys.path[0] or None)
    return run.stdout.strip()


def are_drawn_in_threads_as_in_one(draw: Callable[[V], bytes], views: Sequence[V]) -> bool:
    """Whether four threads at once draw each of these views just as one thread does."""
    alone = [draw(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(draw, [*views, *views])) == alone * 2
