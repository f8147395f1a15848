"""Hints: what a legal move does for its player, and why it's good, in words; from their view alone."""

from games.core import mark
from games.fooblitzky.computers.appraisal import Appraisal
from games.fooblitzky.rules import chance_man
from games.fooblitzky.rules.city.board import locker, shelf
from games.fooblitzky.rules.city.destinations import UGH_FARE
from games.fooblitzky.rules.city.items import MOST_CARRIED, Item
from games.fooblitzky.rules.city.map import QUADRANT_NAMES, SQUARES, Site
from games.fooblitzky.rules.city.walking import Walk
from games.fooblitzky.rules.moves import (
    Approach,
    Bump,
    Buy,
    Call,
    Choose,
    Cross,
    Enter,
    Give,
    Going,
    Keep,
    Leave,
    Move,
    PickUp,
    Put,
    Sell,
    Stay,
    Take,
    WalkTo,
)
from games.fooblitzky.rules.phases import (
    AtCharity,
    AtKerb,
    AtLocker,
    Bumping,
    Indoors,
    Offered,
    Pawning,
    Phoning,
    Shopping,
    Walking,
)
from games.fooblitzky.rules.sites import pawn
from games.fooblitzky.rules.sites.hospital import BAIL, LUCKY, MOST_STAYS, RIDE, STAY
from games.fooblitzky.rules.sites.places import next_station
from games.fooblitzky.rules.view import View
from games.fooblitzky.words import reasons
from games.fooblitzky.words.ways import times, within_reach
from games.kit.prose import counted


def why(view: View, move: Move) -> str:
    """What this legal move of the viewer does, and the reasons for or against it."""
    return _pick(view, move.item) if isinstance(move, Choose) else _turn(Appraisal(view), move)


_PLAIN = {
    Cross: "crossing",
    Stay: "staying",
    Leave: "leaving",
    Take: "taking things out",
    Give: "giving everything away",
    Keep: "keeping everything",
}
_WITH = {
    Choose: "picking",
    Buy: "trying for",
    Sell: "selling",
    Put: "putting in",
    PickUp: "picking up",
}


def called(_: View, move: Move) -> str:
    """What people call a legal move, such as `bumping {b}`."""
    match move:
        case WalkTo(square):
            return f"walking to {SQUARES[square].name}"
        case Approach(kerb):
            return f"walking to the X at {SQUARES[kerb].name}"
        case Enter(site):
            return f"going into {site.the}"
        case Call(site):
            return f"calling {site.the}"
        case Bump(seat):
            return f"bumping {mark(seat)}"
        case Choose(item) | Buy(item) | Sell(item) | Put(item) | PickUp(item):
            return f"{_WITH[type(move)]} {f'the {item.name}' if item else 'nothing'}"
    return _PLAIN[type(move)]


def is_even(view: View) -> bool:
    """Whether it makes no difference what the player does: they're asked to give away nothing."""
    return isinstance(view.phase, AtCharity) and not view.carried


def _turn(found: Appraisal, move: Move) -> str:
    match found.view.phase, move:
        case Walking() as walking, _:
            return _walk(found, walking, move)
        case AtKerb() as kerb, _:
            return _kerb(found, kerb, move)
        case Indoors() as indoors, _:
            return _indoors(found, indoors, move)
        case ((Shopping() | Offered()), Buy(item)) if item:
            return _try(found, item)
        case Phoning(), Call(site):
            return _call(found, site)
        case Bumping(picked=picked, turn=turn), PickUp(item):
            return f"You pick up the {item.name}. {reasons.getting(found, item, picked[turn].count(item))}"
        case AtCharity(), _:
            return _charity(found, move)
        case Pawning(), _:
            return _pawn(found, move)
        case AtLocker(site=site), _:
            return _locker(found, site, move)
    raise AssertionError(f"Nobody has written a hint for {move}.")


def _pick(view: View, item: Item) -> str:
    where = "in the next player's locker" if view.options.for_another else "in one of your lockers"
    if view.options.open_choice:
        return f"Everyone will see that they need the {item.name}. There's a copy {where}."
    if view.options.for_another:
        return f"Everyone will need the {item.name}, and only you know that. There's a copy {where}."
    saved = f"There's a copy {where}, so you save {item.price} foobles."
    return f"Everyone will need the {item.name}, and only you know that. {saved}"


def _walk(found: Appraisal, walking: Walking, move: Move) -> str:
    view = found.view
    if isinstance(move, Approach):
        kerb, asked = reasons.square(move.kerb), f"choose whether to cross: a car comes {times(view)}"
        steps = move.steps or len(move.way)
        if not steps:
            return f"You're at the X at {kerb} and {asked}."
        return f"You walk {counted(steps, 'move')} to the X at {kerb} and {asked}."
    dangers = next((one.dangers for one in within_reach(view) if one.move == move), 0)
    return f"{_going(found, move)} {reasons.over(view, dangers)}".strip()


def _going(found: Appraisal, move: Move) -> str:
    match move:
        case WalkTo(square):
            return f"You stop on {reasons.square(square)}. {reasons.ahead(found, square)}"
        case Enter(site) if site.kind in ("clockwise", "counter"):
            there = next_station(site)
            rides = f"You pay {UGH_FARE} foobles and ride to {QUADRANT_NAMES[there.quadrant]} right away."
            return f"{rides} {reasons.ahead(found, there.door)}"
        case Enter(site):
            return reasons.place(found, site)
        case Bump(seat):
            return reasons.bumped(found, seat)
    raise AssertionError(f"{move} is not a walk.")


def _kerb(found: Appraisal, kerb: AtKerb, move: Move) -> str:
    if isinstance(move, Stay):
        back = counted(kerb.back.left, "move")
        return f"You take no risk. You get {back} back and can go elsewhere, but not over this X this turn."
    often = times(found.view)
    car = f"A car comes {often}, and then your turn ends in the hospital and costs you {RIDE} foobles."
    return f"{car} {_beyond(kerb.going, kerb.ahead)}"


def _beyond(going: Going | None, ahead: Walk) -> str:
    match going:
        case WalkTo(square):
            return f"Otherwise you walk on to {reasons.square(square)}."
        case Enter(site):
            return f"Otherwise you walk on into {site.the}."
        case Bump(seat):
            return f"Otherwise you walk on and bump {mark(seat)}."
    return f"Otherwise you have {counted(ahead.left, 'move')} left over there."


def _indoors(found: Appraisal, indoors: Indoors, move: Move) -> str:
    site, view = indoors.site, found.view
    stays = isinstance(move, Stay)
    if not stays:
        walking = Walking(indoors.seat, Walk(site.door, indoors.roll))
        leaves = f"You pay {BAIL} foobles and leave" if site.kind == "hospital" else "You leave"
        return f"{leaves} with {counted(indoors.roll, 'move')}. {reasons.outside(found, walking)}"
    match site.kind:
        case "hospital" if view.people[indoors.seat].stays + 1 >= MOST_STAYS:
            return f"You pay {STAY} foobles and lose this turn. After this third stay you're let out."
        case "hospital":
            lucky = f"If you spin a multiple of {LUCKY} next time, you're out for free."
            return f"You pay {STAY} foobles and lose this turn, but you save the {BAIL} for leaving. {lucky}"
        case "restaurant":
            return f"You wash dishes for another {view.options.wage} foobles. {reasons.money(found)}"
    there = next_station(site)
    rides = f"You ride on to {QUADRANT_NAMES[there.quadrant]} for free."
    return f"{rides} {reasons.ahead(found, there.door)}"


def _try(found: Appraisal, item: Item) -> str:
    view = found.view
    half = isinstance(view.phase, Offered)
    price = chance_man.costs(item) if half else item.price
    if isinstance(view.phase, Shopping):
        place = shelf(item, view.phase.site.quadrant)
        if view.stock.most[place] <= view.sold[place]:
            return "It's out of stock, so you buy nothing and keep your foobles."
    if price > found.foobles:
        return f"You don't have the {price} foobles for it, so you buy nothing."
    if view.carried >= MOST_CARRIED:
        return "Your bag is full, so you buy nothing and keep your foobles."
    paid = f"You get the {item.name} for {price} foobles."
    if _may_be_full(view):
        paid = f"If your bag isn't full, you get the {item.name} for {price} foobles."
    return f"{paid} {reasons.getting(found, item, found.bag.count(item))}"


def _may_be_full(view: View) -> bool:
    """Whether something the player hasn't seen may have filled the bag."""
    seen = (view.me.bag if view.me else None) or ()
    return len(seen) + any(bool(world.unseen) for world in view.worlds) >= MOST_CARRIED


def _call(found: Appraisal, site: Site) -> str:
    heard = f"You hear what {site.the} has in stock, for free."
    if not found.belief.told_by(site) > 0:
        return f"{heard} It can't tell you anything new about the correct items."
    return f"{heard} {reasons.EMPTY_SHELF}"


def _charity(found: Appraisal, move: Move) -> str:
    if not found.view.carried:
        return "You carry nothing, so nothing changes."
    done = "You give everything away." if isinstance(move, Give) else "You keep everything."
    return f"{done} {reasons.carried(found)}"


def _pawn(found: Appraisal, move: Move) -> str:
    match move:
        case Buy(None):
            return "There's nothing here that you can buy, so you leave with what you have."
        case Sell(None):
            return "You have nothing to sell, so nothing changes."
        case Buy(item) if item:
            reason = reasons.getting(found, item, found.bag.count(item))
            return f"You buy the {item.name} for {pawn.costs(item)} foobles. {reason}"
        case Sell(item) if item:
            return f"You get {pawn.pays(item)} foobles for the {item.name}. {reasons.losing(found, item)}"
    raise AssertionError(f"{move} is not a deal.")


def _locker(found: Appraisal, site: Site, move: Move) -> str:
    view = found.view
    is_empty = all(guess[locker(site.quadrant)] is None for guess in view.guesses)
    if isinstance(move, Take):
        if view.carried >= MOST_CARRIED:
            return "Your bag is full, so it's thumbs down and nothing changes."
        if is_empty:
            return "Your locker is empty, so it's thumbs down and nothing changes."
        return f"You take out what's in your locker. {reasons.inside(found, site)}"
    assert isinstance(move, Put)
    if move.item is None:
        return "You have nothing to put in, so nothing changes."
    out = "" if is_empty else ", and what's in it comes out"
    return f"You leave the {move.item.name} in your locker{out}. {reasons.losing(found, move.item)}"
