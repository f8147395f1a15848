"""Foozle's pictures: the court's cards and tokens, the table, a hand, and the end."""

from games.foozle.pictures import buttons, draw, result
from games.foozle.rules.view import View
from games.game import Drawings

DRAWINGS: Drawings[View] = Drawings(draw=draw.draw, icon=buttons.icon, look=result.look)
