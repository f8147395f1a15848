"""What a seat has done, in a few words, for captions and for the events' captions."""

from games.calabresella.rules.position import MADE, Laid, Trick, Wish
from games.calabresella.rules.tricks import cards_of, taker, worth
from games.core import Seat, mark
from games.kit.cards import Card
from games.kit.prose import counted

ALL_PASSED = "All three passed: now you can call a three"
NOBODY_SCORES = "All passed twice: nobody scores"

WISHED: dict[Wish, str] = {
    "again": "the same cards again",
    "open": "open hands",
    "closed": "closed hands",
    "replays": "replays",
    "no replays": "no more replays",
}


def deals(dealer: Seat) -> str:
    return f"{mark(dealer)} deals"


def passed(seat: Seat) -> str:
    return f"{mark(seat)} passed"


def goes_solo(seat: Seat) -> str:
    return f"{mark(seat)} goes solo"


def called_in_vain(soloist: Seat, three: Card) -> str:
    return f"{mark(soloist)} called {three}: nobody has it"


def gave_three(giver: Seat, soloist: Seat, three: Card) -> str:
    return f"{mark(giver)} gave {mark(soloist)} {three}"


def gave_back(soloist: Seat, giver: Seat, three: Card) -> str:
    """Only these two players know which card it was."""
    return f"{mark(soloist)} gave {mark(giver)} a card for {three}"


def rejected(soloist: Seat, count: int) -> str:
    return f"{mark(soloist)} rejected {counted(count, 'card')}"


def took(soloist: Seat, cards: str) -> str:
    return f"{mark(soloist)} took {cards} from the widow"


def played(seat: Seat, card: Card) -> str:
    return f"{mark(seat)} played {card}"


def led(seat: Seat, card: Card) -> str:
    return f"{mark(seat)} led {card}"


def won_and_led(seat: Seat, won: Card, card: Card) -> str:
    return f"{mark(seat)} won with {won} and led {card}"


def won(trick: Trick) -> str:
    seat, card = winning(trick)
    return f"{mark(seat)} won {counted(worth(cards_of(trick)), 'point')} with {card}"


def won_last(trick: Trick) -> str:
    return f"{mark(taker(trick))} won the last trick"


def solo_ended(soloist: Seat, took: int) -> str:
    """How many points the soloist took, and what that's worth."""
    lacks = f"{MADE - took} short of {MADE}"
    above = f"{took - MADE} above {MADE}" if took > MADE else "just enough"
    return f"{mark(soloist)} took {counted(took, 'point')}, {lacks if took < MADE else above}"


def winning(trick: Trick) -> Laid:
    """Who won the trick, with which card."""
    winner = taker(trick)
    return next(laid for laid in trick if laid.seat == winner)


def wished(wish: Wish) -> str:
    return f"a match to {wish}" if isinstance(wish, int) else WISHED[wish]


def names_a_point(seat: Seat) -> str:
    return f"{mark(seat)} suggests a game point"


def asks_for(askers: tuple[Seat, ...], wish: Wish) -> str:
    who = " and ".join(map(mark, askers))
    return f"{who} {'asks' if len(askers) == 1 else 'ask'} for {wished(wish)}"
