"""The players' tokens: four dogs, each with its seat's collar and mark."""

from games.core import Seat
from games.fooblitzky.pictures.colours import GROUND
from games.fooblitzky.pictures.looks import BREEDS, drawn
from games.fooblitzky.pictures.words import write
from games.kit.brush.cached import cached
from games.kit.brush.marks import ACCENT, NIGHT, seat_mark, seat_outline
from games.kit.brush.palette import Colour, Picture
from games.kit.brush.sprites import svg


def dog(seat: Seat, size: int) -> Picture:
    """The dog of a seat (RGBA), `size` px square."""
    return _tagged(drawn(f"dogs/{BREEDS[seat]}", size).copy(), seat, size, (0, 0))


def mover(seat: Seat, size: int, roll: int | None, hangs: bool = False) -> Picture:
    """The dog whose turn it is (RGBA), in a yellow ring that says how many moves are left.

    The number is at the upper right, or if it `hangs` at the lower right.
    """
    wide = round(size * 1.24)
    image = disc(wide, ACCENT, GROUND, 7).copy()
    corner = (wide - size) // 2, round((wide - size) / 2 - size * 0.07)
    image.alpha_composite(drawn(f"dogs/{BREEDS[seat]}", size), corner)
    image = _tagged(image, seat, size, corner)
    return image if roll is None else _with_roll(image, roll, hangs)


def _tagged(image: Picture, seat: Seat, size: int, corner: tuple[int, int]) -> Picture:
    side = round(size * 0.5)
    at = corner[0] + (size - side) // 2, min(corner[1] + round(size * 0.63), image.height - side)
    image.paste(seat_mark(seat, side, NIGHT).convert("RGBA"), at, seat_outline(seat, side))
    return image


def _with_roll(image: Picture, roll: int, hangs: bool) -> Picture:
    """A yellow number that stands over the ring."""
    side = 58
    wider = image.crop((-20, -20, image.width + 20, image.height + 20))
    lettered = _numbered(disc(side, NIGHT, ACCENT, 4), roll, NIGHT)
    wider.alpha_composite(lettered, (wider.width - side, wider.height - side if hangs else 0))
    return wider


def _numbered(plate: Picture, number: int, ink: Colour) -> Picture:
    flat = plate.convert("RGB")
    write(flat, str(number), (plate.width / 2, plate.height / 2), ink, plate.width - 10, 33)
    lettered = flat.convert("RGBA")
    lettered.putalpha(plate.getchannel("A"))
    return lettered


@cached
def disc(wide: int, rim: Colour, fill: Colour, thick: int) -> Picture:
    """A disc (RGBA) with a rim `thick` px wide; cached, so don't change it."""
    middle = wide / 2
    discs = "".join(
        f'<circle cx="{middle}" cy="{middle}" r="{radius:.1f}" fill="rgb{ink}"/>'
        for radius, ink in ((middle, rim), (middle - thick, fill))
    )
    markup = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {wide}">{discs}</svg>'
    return svg(markup, (wide, wide))
