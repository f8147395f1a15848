"""The strip above the town: sun or moon, the clock, the day, rush hour, and what the correct items cost."""

from typing import NamedTuple

from games.fooblitzky.pictures.colours import CYAN, DEEP, LILAC, PINK, RUSH, Hour
from games.fooblitzky.pictures.looks import BREEDS, drawn
from games.fooblitzky.pictures.plan import TOP
from games.fooblitzky.pictures.street import car
from games.fooblitzky.pictures.words import LEAST
from games.kit.brush.easel import Easel
from games.kit.brush.lettering import mask, write
from games.kit.brush.marks import ACCENT, WIDTH
from games.kit.brush.palette import Picture, colour

_RULE = 5
_SIGNS = {"day": "sun", "dusk": "dusk", "night": "moon"}
_CAR = colour("#FF5252")
_BARS = {
    "0": "abcdef", "1": "bc", "2": "abged", "3": "abgcd", "4": "fgbc", "5": "afgcd", "6": "afgedc",
    "7": "abc", "8": "abcdefg", "9": "abfgcd",
}  # fmt: skip
"""Which of seven bars are lit, from the top clockwise; the last one is in the middle."""


class Status(NamedTuple):
    """What the strip shows; `time` is like `8:15 AM`."""

    time: str
    day: int
    is_rush: bool
    prices: tuple[int, ...]


def clock(hour: Hour, status: Status) -> Picture:
    """The strip (RGB), whose lowest rows are a pink line."""
    easel = Easel((WIDTH, TOP), DEEP)
    middle, digits = (TOP - _RULE) / 2 + 6, status.time.split()[0]
    left = _digits(easel, digits, 122, middle)
    image = easel.finish()
    image.paste(PINK, (0, TOP - _RULE, WIDTH, TOP))
    sign = drawn(f"town/{_SIGNS[hour]}", 72)
    image.paste(sign, (30, round(middle) - 36), sign)
    left = _say(image, status.time.split()[1], left + 8, middle, CYAN)
    left = _say(image, f"day {status.day}", left + 26, middle, LILAC)
    if status.is_rush:
        auto = car("indoors", 74, _CAR, 0)
        image.paste(auto, (left + 24, round(middle) - auto.height // 2))
        _say(image, "rush hour", left + 108, middle, RUSH)
    _prices(image, status.prices, middle)
    return image


def heading(text: str, seats: int) -> Picture:
    """A strip with a title instead, and the players' dogs looking over its line."""
    image = Easel((WIDTH, TOP), DEEP).finish()
    for seat in range(seats):
        dog = drawn(f"dogs/{BREEDS[seat]}", 108)
        image.paste(dog, (WIDTH - 130 - 122 * (seats - 1 - seat), 18), dog)
    image.paste(PINK, (0, TOP - _RULE, WIDTH, TOP))
    write(image, text, (30, (TOP - _RULE) / 2 + 6), 42, ACCENT, "left")
    return image


def _say(image: Picture, text: str, left: float, middle: float, ink: tuple[int, int, int]) -> int:
    """Returns where the words end."""
    write(image, text, (left, middle), LEAST, ink, "left")
    return round(left) + mask(text, LEAST).width


def _prices(image: Picture, prices: tuple[int, ...], middle: float) -> None:
    if not prices:
        return
    text = " ".join(map(str, prices))
    write(image, text, (WIDTH - 28, middle), 35, ACCENT, "right")
    coin = drawn("marks/coin", 46)
    image.paste(coin, (WIDTH - 28 - mask(text, 35).width - 58, round(middle) - 23), coin)


def _digits(easel: Easel, text: str, left: float, middle: float) -> float:
    """Seven-segment digits; returns where they end."""
    high, thick = 50.0, 8.0
    wide, top = high * 0.52, middle - 25
    for sign in text:
        if sign == ":":
            for y in (0.28, 0.64):
                easel.plate((left, top + high * y, left + thick, top + high * y + thick), 1, CYAN)
            left += thick + 10
            continue
        half = high / 2
        bars = {
            "a": (0, 0, wide, thick), "b": (wide - thick, 0, wide, half),
            "c": (wide - thick, half, wide, high), "d": (0, high - thick, wide, high),
            "e": (0, half, thick, high), "f": (0, 0, thick, half),
            "g": (0, half - thick / 2, wide, half + thick / 2),
        }  # fmt: skip
        for name in _BARS[sign]:
            x, y, right, bottom = bars[name]
            easel.plate((left + x + 1, top + y + 1, left + right - 1, top + bottom - 1), 2, CYAN)
        left += wide + 10
    return left
