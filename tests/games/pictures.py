"""What the tests of every game's pictures look at them with."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from io import BytesIO
from typing import TypeVar

from PIL import Image, ImageChops

from games.kit.brush.marks import WIDTH
from games.kit.brush.palette import Picture

PHONE = 400
"""How wide a telephone shows a picture, in px."""

V = TypeVar("V")


def opened(file: bytes) -> Picture:
    """The picture (RGB) in a PNG."""
    return Image.open(BytesIO(file)).convert("RGB")


def furthest(one: Picture, other: Picture) -> int:
    """The largest difference of any pixel in any channel."""
    return max(ImageChops.difference(one.convert("RGB"), other.convert("RGB")).tobytes())


def on_a_phone(part: Picture, resample: Image.Resampling = Image.Resampling.LANCZOS) -> Picture:
    """A part of a picture as small as a telephone shows it."""
    return part.resize((part.width * PHONE // WIDTH, part.height * PHONE // WIDTH), resample)


def hashed(file: bytes) -> str:
    """By which pictures can be compared across processes."""
    return sha256(file).hexdigest()


def hashed_elsewhere(imports: str, drawing: str) -> str:
    """The hash of a picture that a new process draws: `drawing` is evaluated after the lines of `imports`."""
    program = f"{imports}\nfrom tests.games.pictures import hashed\nprint(hashed({drawing}))"
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, check=True, text=True, cwd=sys.path[0] or None)
    return run.stdout.strip()


def are_drawn_in_threads_as_in_one(draw: Callable[[V], bytes], views: Sequence[V]) -> bool:
    """Whether four threads at once draw each of these views as one alone does."""
    alone = [draw(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(draw, [*views, *views])) == alone * 2
