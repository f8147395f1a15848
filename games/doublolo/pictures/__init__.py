"""The pictures of the board, drawn from a view alone."""

from games.doublolo.pictures import coin, draw, result
from games.doublolo.pictures.glimpse import glimpse
from games.doublolo.rules.view import View
from games.game import Drawings

DRAWINGS: Drawings[View] = Drawings(draw=draw.draw, icon=coin.icon, look=result.look, glimpse=glimpse)
