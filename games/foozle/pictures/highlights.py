"""The icons of a highlight: a token, or the trumps of a Big Foozle."""

from games.foozle.pictures.artwork import LARGE, large
from games.foozle.pictures.court import document
from games.foozle.pictures.signs import placed
from games.foozle.pictures.tokens import gem
from games.foozle.rules.cards import read
from games.kit.brush.cached import cached
from games.kit.brush.highlight import row
from games.kit.brush.palette import Picture
from games.kit.brush.sprites import svg

_TOKEN, _CARD = 104, (68, 106)
_MOST = 5
"""How many trumps of a Big Foozle are shown."""


@cached
def icon(name: str) -> Picture:
    """`token 2`, or cards by their codes (RGBA)."""
    kind, _, number = name.partition(" ")
    if kind == "token":
        return svg(document((110, 110), placed(gem(int(number)), 55, 55, 1)), (_TOKEN, _TOKEN))
    return row([svg(document(LARGE, large(card)), _CARD) for card in map(read, name.split()[:_MOST])])
