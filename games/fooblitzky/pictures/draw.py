"""Fooblitzky's pictures: the header, the strip with the clock, a board, and a caption.

During the secret pick the board is six shelves of items. After that, the channel sees the whole city, or the
quarter that the answers lead to. A seat that has to move sees the same, or the place it's in, with its bag
below; any other seat sees its notebook. Choices have the same labels as their buttons, and goals on the map
have their numbers.
"""

from collections import Counter

from games.fooblitzky.pictures import bag, goals, highlights, looks, secrets
from games.fooblitzky.pictures.asked import Asked, asked
from games.fooblitzky.pictures.captions import caption
from games.fooblitzky.pictures.cells import cells
from games.fooblitzky.pictures.clock import Status, clock
from games.fooblitzky.pictures.colours import GROUND, Hour, hour
from games.fooblitzky.pictures.ending import ending, spots
from games.fooblitzky.pictures.inside import inside
from games.fooblitzky.pictures.shelves import shelves
from games.fooblitzky.pictures.streets import Streets
from games.fooblitzky.rules.city.map import BLOCKS, QUADRANTS, SIDE, SQUARES, Quadrant
from games.fooblitzky.rules.phases import Choosing, Phoning, Walking
from games.fooblitzky.rules.view import View
from games.kit.brush.marks import WIDTH
from games.kit.brush.scene import Scene
from games.kit.brush.sheet import Sheet


def draw(view: View, answers: tuple[str, ...] | None = ()) -> Scene:
    """What the viewer knows, with labels on what can be chosen after `answers`.

    Equal views and answers give equal pixels.
    """
    question = asked(view, answers or ())
    board, at = _board(view, question, answers)
    above = board.height
    if secrets.high(view):
        board = _with(board, secrets.panel(view, at))
    return Scene(
        board,
        looks.palette(at),
        GROUND,
        cells(view, at),
        caption(view, question, answers or ()),
        spots(view) if view.over else tuple(secrets.spots(view, above)),
        highlights.icon,
    )


def notes(view: View) -> Scene:
    """The notebook of the viewer, who is a player, with their bag and lockers."""
    return Scene(shelves(view), looks.palette("indoors"), GROUND, cells(view, "indoors"))


def _board(view: View, question: Asked, answers: tuple[str, ...] | None) -> tuple[Sheet, Hour]:
    if view.over:
        return ending(view), "indoors"
    waits = view.viewer is not None and not view.is_mine
    if isinstance(view.phase, Choosing) or waits:
        return shelves(view, question.chosen), "indoors"
    room = inside(view, question)
    if room is not None:
        return (_with(room, bag.panel(view, "indoors")) if view.is_mine else room), "indoors"
    if answers is None:  # things inside a place are there to be seen, but labels in the streets are choices
        return _streets(view, Asked(view.mover), ())
    return _streets(view, question, answers)


def _streets(view: View, question: Asked, answers: tuple[str, ...]) -> tuple[Sheet, Hour]:
    at, quadrant = hour(view.round), _quadrant(view, question, answers)
    streets = Streets(view, question, quadrant)
    sheet = streets.paint()
    status = Status(view.time, view.day, view.is_rush, view.prices)
    looks.put(sheet, at, (0, 0), clock, at, status)
    if quadrant is None and view.whole is None:  # also without goals: the next picture has some
        sheet = _with(sheet, goals.row(at, streets.goals))
    if view.is_mine:
        sheet = _with(sheet, bag.panel(view, at))
    return sheet, at


def _with(sheet: Sheet, below: Sheet) -> Sheet:
    """One sheet above another of the same palette."""
    longer = Sheet.of(sheet.palette, (WIDTH, sheet.height + below.height), GROUND)
    longer.paste(sheet, (0, 0))
    longer.paste(below, (0, sheet.height))
    return longer


def _quadrant(view: View, question: Asked, answers: tuple[str, ...]) -> Quadrant | None:
    """The quarter to show: the mover's, unless all choices are somewhere else; None for the whole city."""
    blocks = {SQUARES[BLOCKS.index(name) * SIDE].quadrant for name in BLOCKS if name in question.offers}
    at_first = view.viewer is None or isinstance(view.phase, Walking)
    is_goal = len(answers) == 1 and question.chosen is not None and view.whole is None
    is_first = at_first and (not answers or is_goal)
    spread = len({*question.here, *blocks}) > 1 and not question.path
    if view.mover is None or is_first or spread:
        return None
    at = question.path[-1] if question.path else view.people[view.mover].square
    own = SQUARES[at].quadrant
    if answers[:1] and answers[0] in QUADRANTS and not isinstance(view.phase, Phoning):
        return next(one for one in QUADRANTS if one == answers[0])
    found: list[Quadrant] = [*question.here, *blocks]
    return own if not found or own in found else Counter(found).most_common(1)[0][0]
