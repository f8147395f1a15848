"""Positions of Fooblitzky to draw, and parts of their pictures to look at."""

from dataclasses import replace
from functools import cache

from PIL import ImageChops

from games.fooblitzky.pictures.draw import draw as scene
from games.fooblitzky.pictures.plan import Frame
from games.fooblitzky.rules.city.board import Board
from games.fooblitzky.rules.options import Options
from games.fooblitzky.rules.phases import Position, Walking
from games.fooblitzky.rules.view import View, see
from games.kit.brush.palette import Picture
from tests.games.fooblitzky.played import Played, after, random_game
from tests.games.pictures import FACES


def draw(found: View, answers: tuple[str, ...] = ()) -> bytes:
    """The picture with a face of every kind."""
    return scene(found, answers).png(FACES)


def board(found: View, answers: tuple[str, ...] | None = ()) -> Picture:
    """The part of the picture between header and caption (RGB), which `plan` measures."""
    return scene(found, answers).board.copy().finish().convert("RGB")


def is_same(one: Picture, other: Picture) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


@cache
def game() -> tuple[Played, ...]:
    return tuple(random_game(5, 4, Options(man_frequency="high"), 300))


@cache
def phases() -> tuple[Position, ...]:
    """A position of every phase that this game went through; several for Walking."""
    found: dict[str, Position] = {}
    for played in game():
        found.setdefault(type(played.after.phase).__name__, played.after)
    walking = [one.after for one in game() if isinstance(one.after.phase, Walking)]
    return (*found.values(), *walking[1:6])


def walking(roll: int = 9) -> Position:
    """The first of two seats has rolled."""
    return after(f"* roll {roll}")


def mine(position: Position) -> View:
    """The view of the seat that must move."""
    seat = see(position, None).mover
    assert seat is not None
    return see(position, seat)


def city(board: Board) -> Picture:
    """The whole city while a turn begins."""
    return scene(see(replace(after(""), board=board), None)).board.copy().finish().convert("RGB")


def cut(image: Picture, frame: Frame) -> Picture:
    return image.crop(frame)
