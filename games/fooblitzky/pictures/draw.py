"""Fooblitzky's pictures, 1180 px wide; by view and answers alone, and without names.

The channel sees the whole city, and after answers the quadrant they lead to. A seat that must move sees its
own quadrant close up with its bag below; any other seat sees its bag and its notebook large. What can be
chosen has the label of the prompt's choice.
"""

from collections import Counter
from functools import lru_cache

from games.core import Seat
from games.fooblitzky.city import clock
from games.fooblitzky.city.board import shelf
from games.fooblitzky.city.items import STORES, Item
from games.fooblitzky.city.map import BLOCKS, QUADRANTS, SIDE, SQUARES, Quadrant
from games.fooblitzky.moves import Buy, Call, PickUp, Put, Sell, Take
from games.fooblitzky.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Choosing,
    Finished,
    Indoors,
    ManOwed,
    Offered,
    Pawning,
    Phoning,
    Shopping,
    TrafficOwed,
    Walking,
    WheelOwed,
)
from games.fooblitzky.pictures import home
from games.fooblitzky.pictures.asked import Asked, asked
from games.fooblitzky.pictures.ending import ending
from games.fooblitzky.pictures.panels import Status, Thing, counter, status_line
from games.fooblitzky.pictures.plan import BAND, TOP, plan
from games.fooblitzky.pictures.scenery import PAGE
from games.fooblitzky.pictures.streets import Streets
from games.fooblitzky.view import BrokenOff, View
from games.kit.brush.marks import ACCENT, NIGHT, PAPER, SEATS, WIDTH
from games.kit.brush.palette import Palette, Picture
from games.kit.brush.png import encode
from games.kit.brush.strip import HEIGHT, Notice, Standing, edges, marks, strip


def draw(view: View, answers: tuple[str, ...] = ()) -> bytes:
    """A PNG of what the viewer knows; what can be chosen after `answers` is labelled.

    Equal views and answers give equal bytes on one machine, and equal pixels on all.
    """
    question = asked(view, answers)
    quadrant = _quadrant(view, question, answers)
    if _is_at_home(view):
        sheet = home.notes(view, question)
    else:
        sheet = Streets(view, question, quadrant).paint()
        _lay_counter(sheet, view, question, quadrant)
        if view.is_mine:
            sheet = home.with_bag(sheet, view)
    _head(sheet, view, question, quadrant)
    return encode(sheet)


def _is_at_home(view: View) -> bool:
    """A seat that only waits, or picks in secret, sees its own things rather than the streets."""
    return view.viewer is not None and not view.is_mine and not view.over


def _quadrant(view: View, question: Asked, answers: tuple[str, ...]) -> Quadrant | None:
    """The mover's, unless all choices are somewhere else; None for the whole city."""
    blocks = {SQUARES[BLOCKS.index(name) * SIDE].quadrant for name in BLOCKS if name in question.offers}
    if view.mover is None or (view.viewer is None and not answers) or len(blocks) > 1:
        return None
    at = question.path[-1] if question.path else view.people[view.mover].square
    own = SQUARES[at].quadrant
    if answers[:1] and answers[0] in QUADRANTS:
        return next(one for one in QUADRANTS if one == answers[0])
    found: list[Quadrant] = [*question.here, *blocks]
    return own if not found or own in found else Counter(found).most_common(1)[0][0]


def _lay_counter(sheet: Picture, view: View, question: Asked, quadrant: Quadrant | None) -> None:
    """What can be bought, called, picked up or put away, but not over the mover; or the end."""
    things, ink = tuple(_things(view, question)), ACCENT
    if question.mover is not None:
        ink = SEATS[question.mover].colour
    if view.whole is not None and view.whole.correct:
        plate = ending(view.whole)
    elif things:
        plate = counter(question.title, things, ink, sheet.height - TOP - 8)
    else:
        return
    sheet.paste(plate, ((WIDTH - plate.width) // 2, _beside_the_mover(sheet, view, quadrant, plate.height)))


def _beside_the_mover(sheet: Picture, view: View, quadrant: Quadrant | None, high: int) -> int:
    """Below a mover in the upper half, otherwise above; in the middle if the mover is not in the picture."""
    spare = sheet.height - TOP - high
    cell = None if view.mover is None else SQUARES[view.people[view.mover].square].cell
    if cell is None or not plan(quadrant).shows(cell):
        return TOP + spare // 2
    is_above = plan(quadrant).frame(cell)[1] < (TOP + sheet.height) // 2
    return TOP + (spare - 4 if is_above else 4)


def _things(view: View, question: Asked) -> list[Thing]:
    found = []
    for aim, offer in question.offers.items():
        match aim:
            case Buy(item) | Sell(item) | Put(item) | PickUp(item) if item:
                mark = "no" if _is_out(view, item) else ""
                found.append(Thing(item, label=offer.label, mark=mark, lit=ACCENT))
            case Take():
                found.append(Thing(kind="locker", label=offer.label, lit=ACCENT))
            case Call(site):
                found.append(Thing(kind=site.kind, label=offer.label, lit=ACCENT))
            case str() if aim in STORES:
                kind = next(store for store in STORES if store == aim)
                found.append(Thing(kind=kind, label=offer.label, lit=ACCENT))
    return found


def _is_out(view: View, item: Item) -> bool:
    match view.phase:
        case Shopping(site=site):
            place = shelf(item, site.quadrant)
            return view.stock.most[place] <= view.sold[place]
    return False


def _head(sheet: Picture, view: View, question: Asked, quadrant: Quadrant | None) -> None:
    """The strip of all games, and below it the status line."""
    standings = [Standing(Seat(seat), str(person.foobles)) for seat, person in enumerate(view.people)]
    strip(sheet, _palette(), PAGE, standings, _notice(view))
    at = view.mover
    here = quadrant or (None if at is None else SQUARES[view.people[at].square].quadrant)
    now, left = clock.minutes(view.round), view.moves_left
    if left is not None and question.path:
        left -= len(question.path) - 1
    status = Status(left, here, view.time, now, view.day, view.is_rush, view.prices)
    sheet.paste(status_line((WIDTH, BAND), status), (0, HEIGHT))


@lru_cache(1)
def _palette() -> Palette:
    """The strip's own; the streets have more colours than a palette holds."""
    notices = [Notice("", mark.ink, mark.colour) for mark in SEATS[:4]]
    pairs = edges(PAGE, [*notices, Notice(""), Notice("", PAPER, PAGE)])
    return Palette((PAGE, PAPER, NIGHT, ACCENT), pairs, marks(PAGE, 4))


def _notice(view: View) -> Notice:
    match view.phase:
        case Finished(places=places):
            return _winners(
                [SEATS[seat].letter for seat, place in enumerate(places) if place == 1], len(places)
            )
        case BrokenOff():
            return Notice("Stopped", PAPER, PAGE)
        case Choosing():
            return Notice("Secret picks")
    seat = view.mover if view.mover is not None else _whose(view)
    if seat is None:
        return Notice("Traffic", PAPER, PAGE)
    mark = SEATS[seat]
    return Notice(f"{mark.letter} {_doing(view)}", mark.ink, mark.colour)


def _winners(letters: list[str], seats: int) -> Notice:
    if len(letters) == seats:
        return Notice("A draw")
    return Notice(f"{' and '.join(letters)} {'wins' if len(letters) == 1 else 'win'}", crown=True)


def _whose(view: View) -> Seat | None:
    """For whom chance moves."""
    match view.phase:
        case WheelOwed(seat=seat) | TrafficOwed(seat=seat) | ManOwed(seat=seat):
            return seat
    return None


def _doing(view: View) -> str:
    match view.phase:
        case Walking(walk=walk):
            return f"walks {walk.left}"
        case TrafficOwed() | AtKerb():
            return "at an X"
        case Indoors(site=site):
            return "in hospital" if site.kind == "hospital" else "indoors"
        case Pawning():
            return "pawns"
        case AtLocker():
            return "at a locker"
        case AtCharity():
            return "at charity"
    words: dict[type, str] = {
        WheelOwed: "spins", Shopping: "shops", Phoning: "phones", ManOwed: "waits",
        Offered: "decides", Bumping: "picks up",
    }  # fmt: skip
    return words.get(type(view.phase), "moves")
