"""The pictures: streets, bags, notebook and icons."""

from games.fooblitzky.pictures import buttons, draw, result
from games.fooblitzky.rules.view import View
from games.game import Drawings

DRAWINGS: Drawings[View] = Drawings(draw=draw.draw, icon=buttons.icon, look=result.look, notes=draw.notes)
