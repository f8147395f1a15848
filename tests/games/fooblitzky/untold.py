"""Pairs of games that differ in one secret, and who must not be able to tell them apart.

These are the secrets that someone at the table would try to find out. Two play: a, who mostly chose the pig,
and b, who chose the hot dog.
"""

from dataclasses import dataclass

from games.core import Seat, Viewer

A, B = Seat(0), Seat(1)
ALL: tuple[Viewer, ...] = (A, B, None)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games as lines. `blind` are the viewers who are told the same in both."""

    one: str
    other: str
    blind: tuple[Viewer, ...] = (A, None)
    options: tuple[str, ...] = ()

    def then(self, *lines: str) -> "Pair":
        """Both games with the same lines, or one each, after them."""
        first, last = lines[0], lines[-1]
        return Pair(self.one + first, self.other + last, self.blind, self.options)


BEGUN = """
a choose pig
b choose hot-dog
* missing fish yo-yo
* stock UL UR LL LR
* lockers UL {}
* crosswalks none
"""
CITY = BEGUN.format("UL")
IDLE = "* roll 20\na walk A7\n* nobody\n"
BUYS = f"{IDLE}* roll 2\nb enter LR sports\nb buy tennis-ball\n* flip none\n"
TWO = f"{BUYS}{IDLE}* roll 1\nb enter LR sports\nb buy basketball\n* flip none\n"
PUTS = f"{IDLE}* roll 24\nb enter LR locker\nb put tennis-ball\n* flip none\n"
GIVES = f"{IDLE}* roll 24\nb enter UR charity\nb give\n"
_ROBBED = f"{CITY}{TWO}{IDLE}* roll 1\nb walk H15\n* man steals "
_CHECKED = f"{IDLE}* roll 24\nb enter LR locker\nb take\n* flip none\n{IDLE}* roll 24\nb enter LR check"
_SHOWN = (
    f"{IDLE}* roll 24\nb enter LR pets\nb buy snake\n* flip none\n{IDLE}* roll 24\nb enter LR sports\n"
    f"b buy basketball\n* flip none\n{IDLE}* roll 24\nb enter LR check"
)
_BEFORE = " yo-yo\n* stock UL UR LL LR\n* lockers UL LR\n* crosswalks none\n* roll 3"
_GIVEN = f"{CITY}{BUYS}{GIVES}* shops "
_ENTERS = f"\n* flip none\n{IDLE}* roll 24\nb enter UR pawn"
_CALLS = f"{IDLE}* roll 24\nb enter LR phone\nb call UL grocery"
_CHOSE = Pair(
    f"a choose saw\nb choose hot-dog\n* missing pig{_BEFORE}",
    f"a choose saw\nb choose pig\n* missing hot-dog{_BEFORE}",
)

SWAP = Pair(BEGUN.format("LR") + BUYS + PUTS, CITY + BUYS + PUTS)
"""In one game b carries the hot dog after it, in the other nothing; nobody can know, not even b.

If lockers tell, b is told at once, otherwise when they next see their whole bag.
"""

_TOLD = ("lockers_tell",)
_FOR_B = "a choose {}\nb choose saw\n* missing {}\n* stock UL UR LL LR\n* lockers UL LR\n* crosswalks none\n"
_OUT = f"{IDLE}* roll 24\nb enter LR locker\nb take\n* flip none\n{IDLE}"
STRANGE = Pair(
    _FOR_B.format("pig", "hot-dog fish") + _OUT,
    _FOR_B.format("hot-dog", "pig fish") + _OUT,
    (B, None),
    ("for_another",),
)
"""b has taken what a chose out of the locker: the pig, or the hot dog. Only a knows what it is."""


def _but_b_is_told(pair: Pair) -> Pair:
    return Pair(pair.one, pair.other, (A, None), _TOLD)


def _to_none(pair: Pair) -> Pair:
    return Pair(pair.one, pair.other, ALL, pair.options)


PAIRS = {
    "who chose what": _CHOSE,
    "what is being chosen": Pair("b choose fish\n", "b choose saw\n"),
    "in which locker the first item is": Pair(CITY, BEGUN.format("LR"), ALL),
    "where stock is missing": Pair(CITY + BUYS, CITY.replace("UL UR LL LR", "LR LL UR UL") + BUYS, ALL),
    "which set is correct": Pair(
        CITY + IDLE,
        CITY.replace("fish yo-yo", "banana tennis-ball").replace("UL UR LL LR", "UL UR LR LL") + IDLE,
        ALL,
    ),
    "a swap, when another rolls": _to_none(SWAP.then("* roll 3")),
    "a swap, when another rolls and lockers tell": _but_b_is_told(SWAP.then("* roll 3")),
    "a swap, when the next roll is walked": _to_none(SWAP.then(f"{IDLE}* roll 9")),
    "a swap, in a store": _to_none(SWAP.then(f"{IDLE}* roll 24\nb enter LR sports\nb buy basketball")),
    "a swap, at charity": _to_none(SWAP.then(f"{IDLE}* roll 24\nb enter UR charity")),
    "what was taken out of a locker": STRANGE.then("* roll 9"),
    "what was taken out, in a store": STRANGE.then("* roll 24\nb enter LR sports\nb buy basketball"),
    "what was taken out, at charity": STRANGE.then("* roll 24\nb enter UR charity\nb give"),
    "what was taken out and stolen": STRANGE.then(
        "* roll 1\nb walk G13\n* man steals pig UR", "* roll 1\nb walk G13\n* man steals hot-dog UR"
    ),
    "a swap, in a pawn shop": SWAP.then(f"{IDLE}* roll 24\nb enter UR pawn"),
    "a swap, at the locker again": SWAP.then(f"{IDLE}* roll 1\nb enter LR locker"),
    "whether anything is given away": _to_none(SWAP.then(GIVES)),
    "whether anything was given away": _to_none(
        SWAP.then(GIVES).then(
            f"* shops UR\n* flip none\n{IDLE}* roll 3", f"* shops none\n* flip none\n{IDLE}* roll 3"
        )
    ),
    "to which shop a gift went": Pair(f"{_GIVEN}UR", f"{_GIVEN}LL", ALL),
    "what was stolen": Pair(f"{_ROBBED}basketball UR", f"{_ROBBED}tennis-ball LL"),
    "to which shop the stolen went": Pair(f"{_ROBBED}basketball UR", f"{_ROBBED}basketball LL", ALL),
    "which item made the check mark": Pair(
        BEGUN.replace("hot-dog", "saw").replace("fish", "hot-dog").format("LR") + _CHECKED,
        BEGUN.replace("fish", "saw").format("LR") + _CHECKED,
        options=("quiet_city",),
    ),
    "which item that everyone saw made the check mark": Pair(
        CITY.replace("fish", "snake").replace("UL UR LL LR", "UL LL UR UR") + _SHOWN,
        CITY.replace("fish", "basketball").replace("UL UR LL LR", "UL UR LL UR") + _SHOWN,
        ALL,
    ),
    "what the phone says in a quiet city": Pair(
        CITY + _CALLS, CITY.replace("UL UR LL LR", "UR UR LL LR") + _CALLS, options=("quiet_city",)
    ),
    "what is in a pawn shop in a quiet city": Pair(
        f"{_GIVEN}UR{_ENTERS}", f"{_GIVEN}LL{_ENTERS}", options=("quiet_city",)
    ),
    "what another player chose for your locker": Pair(_CHOSE.one, _CHOSE.other, options=("for_another",)),
}
"""By the secret that the two games differ in."""
