"""The colours of the Flathead court: plum, gold and vellum, and two inks for each colour of the suits."""

from typing import NamedTuple

from games.kit.brush.palette import Colour, colour

PLUM = colour("#4A1C33")
RAIL = colour("#371226")
"""The header, the caption, and the rail under a hand."""
RAY = colour("#5A2744")
"""The rays of light behind a winner."""
LIT = colour("#6B3350")
"""Behind the newest group."""
GOLD = colour("#F2C14E")
VELLUM = colour("#FFF8E7")
PARCHMENT = colour("#E4CFA4")
RIM = colour("#4A2A1E")
SOFT = colour("#D3B4C3")
"""Less important words."""
HOLLOW = colour("#9A6A82")
"""The outline of a token that is missing."""
COURT_NIGHT = colour("#1B1630")
"""The ground of trumps."""
SEAL, SEAL_RIM = colour("#C62F33"), colour("#8A151B")
GOLD_RIM = colour("#A3741A")
BACK, BACK_FIELD = colour("#6A2C6E"), colour("#4A1C5A")
CROWN, BUD = colour("#57263F"), colour("#532340")
"""The wallpaper."""


class Inks(NamedTuple):
    """A suit colour's inks: the main one, a light second tone, and a dark one for letters."""

    ink: Colour
    light: Colour
    dark: Colour


INKS = tuple(
    Inks(*map(colour, codes))
    for codes in (
        ("#AE1F23", "#F08A7A", "#7C1116"),
        ("#1B559F", "#8FC0F0", "#103A70"),
        ("#2A2433", "#9A90A8", "#15111B"),
        ("#7B4619", "#D39C60", "#55300F"),
        ("#B27600", "#FFDF7A", "#7A5200"),
    )
)
"""In the order of COLOURS."""
PEARL = Inks(colour("#F5F0E4"), colour("#FFFFFF"), colour("#6F6480"))
"""White tokens."""


def code(ink: Colour) -> str:
    """The colour as SVG writes it."""
    return "#" + bytes(ink).hex().upper()


def document(size: tuple[float, float], *shapes: str) -> str:
    """A whole SVG document of this size with these shapes."""
    wide, high = size
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">{"".join(shapes)}</svg>'
