"""The pictures of the board and both hands, drawn from a view alone."""

from games.fourside.pictures import draw, pieces, result
from games.fourside.pictures.glimpse import glimpse
from games.fourside.rules.view import View
from games.game import Drawings

DRAWINGS: Drawings[View] = Drawings(draw=draw.draw, icon=pieces.icon, look=result.look, glimpse=glimpse)
