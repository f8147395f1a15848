"""The end: the players, the winner with a crown, what each has, and the final board."""

from collections.abc import Iterator, Sequence
from math import cos, sin

from games.core import Seat
from games.doublolo.pictures.tiles import AXIS, LACQUER, PACKAGE, PAGE, RAY, STONES, Tile, palette
from games.doublolo.pictures.whole import lay_squares, lay_tiles
from games.doublolo.rules.position import RED, WHITE
from games.doublolo.rules.view import View
from games.kit.brush.cached import cached
from games.kit.brush.easel import Box, Easel, Point
from games.kit.brush.festive import crown, rays
from games.kit.brush.lettering import width, write
from games.kit.brush.marks import ACCENT, CREAM, WIDTH
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.scene import Spot
from games.kit.brush.sheet import Sheet
from games.kit.brush.sprites import sprite
from games.kit.grid import Grid

_WIDE, _HIGH = 1012, 616
"""How wide and high the board may be, in px."""
_HERO = 284
"""The height of the band with the players, in px."""
_MIDDLE = 160
_FACES, _CAPITALS, _STONES = (148, 196), (60, 84), (66, 92)
"""The sizes of a face, a score and a stone: a loser's and the winner's."""
_FACE_AT, _SCORE_AT = 150, 290
"""Where a face and a score are in a player's half."""
_CONFETTI = 90


def winner_of(view: View) -> Seat | None:
    """Who has more stones; None for a draw."""
    red, white = view.board.scores
    return None if red == white else RED if red > white else WHITE


def ending(view: View) -> tuple[Sheet, Sequence[Spot]]:
    """The picture of the end, and the places for the faces."""
    board, grid = view.board, view.board.grid
    winner = winner_of(view)
    sheet = Sheet.on(palette(), _ground(grid, board.blocked))
    sheet.paste(_hero(winner, board.scores), (0, 0))
    for seat in (RED, WHITE):
        lay_tiles(sheet, grid, board.stones[seat], Tile(stone=seat), _origin(grid), _cell(grid))
    spots = [Spot(seat, _face(seat), _FACES[seat == winner], _rim(seat == winner)) for seat in (RED, WHITE)]
    return sheet, spots


@cached
def _ground(grid: Grid, blocked: int) -> Picture:
    sheet = Sheet.of(palette(), (WIDTH, _HERO + grid.height * _cell(grid) + 22), PAGE)
    lay_squares(sheet, grid, blocked, _origin(grid), _cell(grid))
    return sheet.finish()


def _cell(grid: Grid) -> int:
    return min(_WIDE // grid.width, _HIGH // grid.height)


def _origin(grid: Grid) -> tuple[int, int]:
    return (WIDTH - grid.width * _cell(grid)) // 2, _HERO


def _face(seat: Seat) -> tuple[int, int]:
    return WIDTH // 2 * seat + _FACE_AT, _MIDDLE


def _rim(won: bool) -> Colour:
    return ACCENT if won else PAGE


@cached
def _hero(winner: Seat | None, scores: tuple[int, int]) -> Picture:
    easel = Easel((WIDTH, _HERO), PAGE)
    behind = (WIDTH / 2, _MIDDLE) if winner is None else _face(winner)
    for ray in rays(behind, 2 * WIDTH, 0.45):
        easel.polygon(ray, RAY)
    taken = [_text(seat, seat == winner, scores[seat]) for seat in (RED, WHITE)]
    _draw_confetti(easel, [*taken, *(_around(seat, seat == winner) for seat in (RED, WHITE))])
    for seat in (RED, WHITE):
        easel.disc(_face(seat), _FACES[seat == winner] / 2 + 14, _rim(seat == winner))
    image = easel.finish()
    for seat in (RED, WHITE):
        _write_score(image, seat, seat == winner, scores[seat])
    if winner is not None:
        x, y = _face(winner)
        gold = crown(126)
        image.paste(gold, (x - gold.width // 2, y - _FACES[True] // 2 - 14 - gold.height + 40), gold)
    return palette().fit(image)


def _text(seat: Seat, won: bool, score: int) -> Box:
    """The box of the score and its stone, which confetti keeps clear of."""
    left, high = WIDTH // 2 * seat + _SCORE_AT, _CAPITALS[won]
    right = left + width(str(score), high) + 18 + _STONES[won]
    return left, _MIDDLE - high / 2, right, _MIDDLE + high / 2


def _around(seat: Seat, won: bool) -> Box:
    """The square around a face and its rim."""
    (x, y), reach = _face(seat), _FACES[won] / 2 + 2
    return x - reach, y - reach, x + reach, y + reach


def _draw_confetti(easel: Easel, kept_free: Sequence[Box]) -> None:
    for number, (x, y) in enumerate(_scattered()):
        if any(
            left - 30 < x < right + 30 and top - 30 < y < bottom + 30
            for left, top, right, bottom in kept_free
        ):
            continue
        ink = (ACCENT, LACQUER[RED], LACQUER[WHITE], AXIS)[number % 4]
        turn = number * 0.7
        if number % 3 == 0:
            easel.disc((x, y), 6.5, ink)
        elif number % 3 == 1:
            easel.polygon(_turned((x, y), ((-9, -5), (9, -5), (9, 5), (-9, 5)), turn), ink)
        else:
            easel.polygon(_turned((x, y), ((0, -10), (9, 6), (-9, 6)), turn), ink)


def _scattered() -> Iterator[Point]:
    """Places all over the band, the same ones each time."""
    for number in range(1, _CONFETTI + 1):
        yield number * 0.754877 % 1 * WIDTH, number * 0.569840 % 1 * _HERO


def _turned(centre: Point, corners: Sequence[Point], angle: float) -> list[Point]:
    (x, y), along, up = centre, cos(angle), sin(angle)
    return [(x + right * along - down * up, y + right * up + down * along) for right, down in corners]


def _write_score(image: Picture, seat: Seat, won: bool, score: int) -> None:
    left, capitals, stone = WIDTH // 2 * seat + _SCORE_AT, _CAPITALS[won], _STONES[won]
    write(image, str(score), (left, _MIDDLE), capitals, ACCENT if won else CREAM, "left")
    drawn = sprite(PACKAGE, STONES[seat], (stone, stone))
    image.paste(drawn, (left + width(str(score), capitals) + 18, _MIDDLE - stone // 2), drawn)
