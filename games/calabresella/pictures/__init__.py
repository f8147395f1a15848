"""The pictures of the card table, drawn from a view alone."""

from games.calabresella.pictures import draw, result, sprites
from games.calabresella.pictures.glimpse import glimpse
from games.calabresella.rules.view import View
from games.game import Drawings

DRAWINGS: Drawings[View] = Drawings(draw=draw.draw, icon=sprites.icon, look=result.look, glimpse=glimpse)
