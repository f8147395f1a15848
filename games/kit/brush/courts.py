"""Jack, Queen and King: sprites with half a figure at each end, in the colour of a suit."""

from importlib.resources import files

from games.kit.brush.cached import cached
from games.kit.brush.palette import Colour, Picture, colour
from games.kit.brush.sprites import svg

GOLD = colour("#E3A92B")
COURTS = {"J": "jack", "Q": "queen", "K": "king"}


@cached
def court(rank: str, robe: Colour, wide: int) -> Picture:
    """The figure (RGBA) in a robe of this colour, twice as high as wide. Raises KeyError for other ranks."""
    drawing = files("games.kit.brush").joinpath(f"art/{COURTS[rank]}.svg").read_text("utf-8")
    red, green, blue = robe
    dressed = drawing.replace("<svg ", f'<svg color="rgb({red},{green},{blue})" ', 1)
    return svg(dressed, (wide, 2 * wide))
