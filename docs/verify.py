"""Checks that chance was fair in a finished game of Parlour, from its record alone.

    python verify.py foozle-17.txt        or - for standard input

It needs Python 3.11 or newer, and nothing else: no part of Parlour is used. It checks that

1. the seed in the record fits its commitment, the hash that everybody could see in the lobby;
2. chance drew exactly when the game asks for it, neither more often nor less;
3. each of its lines, marked `*`, is what the seed and the Join clicks give: every board, deal, card, roll,
   toss and tile. HMAC-SHA-256 of how many lines chance has drawn, and of the clicks, keyed with the seed,
   makes the numbers.

If a line differs, it names the first one. Exit status: 0 if all of this is so, 1 if not, 2 if there's nothing
to check.

What it doesn't prove: that the players' moves follow the rules, that Places and Scores are right, what the
computers chose, and that the commitment is the one you saw. Compare that one yourself. For the rest there's
`python -m bot replay`. Lines that were copied from another game (the tag Copied) aren't checked, since that
game's seed drew them. It doesn't notice if a player's line is changed and chance draws the same anyway.

First comes what all games share, then what chance draws in each of them. verify.html does the same in a
browser, with the same names in the same order.
"""

import copy
import hashlib
import hmac
import re
import sys
from pathlib import Path
from random import Random

# ---- The record ----


class CannotRead(Exception):
    """This isn't a record that can be checked; the message is a sentence."""


class Differs(Exception):
    """Chance wasn't what the record says; the message is a sentence."""


def read(text):
    """The tags of a record, and its lines: (number in the file, who, what)."""
    tags, lines = {}, []
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        row = written.strip()
        if not row or row[0] in "#!>":
            continue
        if tag := re.fullmatch(r'\[([A-Za-z]+(?:\.[a-z0-9_]+)?) "(.*)"\]', row):
            if tag[1] in tags:
                raise CannotRead(f"Line {number}: the tag {tag[1]} appears twice.")
            tags[tag[1]] = tag[2]
        elif line := re.fullmatch(r"([a-z*]) ([^#]+)(#.*)?", row):
            lines.append((number, line[1], " ".join(line[2].split())))
        else:
            raise CannotRead(f"Line {number} isn't a line of a record.")
    if tags.get("Game") not in GAMES:
        raise CannotRead("This isn't a record of one of Parlour's five games.")
    if not re.fullmatch("[2-6]", tags.get("Seats", "2")) or not re.fullmatch(
        "[0-9]{1,6}", tags.get("Copied", "0")
    ):
        raise CannotRead("Seats and Copied have to be numbers.")
    return tags, lines


def committed_seed(tags):
    """The seed, if it is the one that was committed to."""
    seed, commit = tags.get("Seed", ""), tags.get("Commit", "")
    if not seed:
        raise CannotRead("This record has no seed. The seed is in it once the game is over.")
    if not re.fullmatch("([0-9a-f]{2})+", seed):
        raise Differs("The seed has to be hexadecimal.")
    if not commit:
        raise Differs("This record has no commitment, so the seed could have been chosen afterwards.")
    if commit != "sha256:" + hashlib.sha256(bytes.fromhex(seed)).hexdigest():
        raise Differs("The seed doesn't fit the commitment.")
    return bytes.fromhex(seed)


# ---- Chance ----


def generator(seed, drawn, joins):
    """The numbers for chance's next line, if it has drawn this many that weren't undone."""
    return Random(hmac.digest(seed, "/".join([str(drawn), *joins]).encode(), "sha256"))


def below(rng, count):
    """A whole number from 0 up to, not including, `count`."""
    return int(rng.random() * count)


def shuffle(rng, items):
    """The items in random order (Fisher and Yates, from the back)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(rng, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def verify(text):
    """What was checked, in a sentence. Raises CannotRead, or Differs with the first line that is wrong."""
    tags, lines = read(text)
    seed, joins = committed_seed(tags), tags.get("Joins", "").split()
    if not all(re.fullmatch("[0-9A-Za-z_-]+", join) for join in joins):
        raise Differs("The Join clicks have to be numbers with spaces between.")
    options = {key[7:]: value for key, value in tags.items() if key.startswith("Option.")}
    copied = int(tags.get("Copied", "0"))
    try:
        game = GAMES[tags["Game"]](int(tags.get("Seats", "2")), options)
    except ValueError:
        raise CannotRead("The options have to be those of the game.") from None
    drawn, before, stands, counts, stopped = 0, [], [], {}, False
    undoes = any(what.startswith("/undo") for _, _, what in lines)
    for index, (number, who, what) in enumerate(lines):
        before.append((drawn, copy.deepcopy(game) if undoes else game))
        place = f"Line {number}, “{who} {what}”"
        if stopped:
            raise Differs(f"{place}: the game was stopped before this.")
        if what.startswith("/"):
            owes_none(game, seed, drawn, joins, place)
            stopped = what == "/stop"
            if undo := re.fullmatch("/undo(?: ([1-9][0-9]{0,8}))?", what):
                back = undone(undo[1], who, stands, place)
                # Older records don't name the move: there chance counted on.
                drawn, game = before[back][0] if undo[1] else drawn, copy.deepcopy(before[back][1])
                stands = [one for one in stands if one[1] < back]
            continue
        try:
            was_owed = game.owed
            game.begin(who, what)
            if who != "*" or (was_owed is None and said_before(lines, index)):
                owes_none(game, seed, drawn, joins, place)
            if who == "*":
                check(game, generator(seed, drawn, joins), what, place, index >= copied)
                kind = what.split()[0]
                counts[kind] = counts.get(kind, 0) + (index >= copied)
                drawn += 1
            else:
                stands.append((who, index))
            game.play(who, what)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            raise Differs(f"{place}: this doesn't fit what came before.") from None
    if lines and not lines[-1][2].startswith("/"):
        try:
            game.begin("*", "")
        except (LookupError, ValueError):
            raise Differs("The last line doesn't fit what came before.") from None
    if game.owed is not None and not game.may_be_over:
        raise Differs("The last line is missing: chance still has to draw.")
    if copied and not any(counts.values()):
        raise CannotRead(f"The first {copied} lines come from another game, and chance drew none after.")
    kinds = ", ".join(f"{count} × {kind}" for kind, count in counts.items() if count) or "none"
    clicks = f"{len(joins)} Join click{'' if len(joins) == 1 else 's'}"
    since = f" since line {copied} of the game" if copied else ""
    skipped = f" The first {copied} lines come from another game and weren't checked." if copied else ""
    return (
        f"Chance was fair{since}. The seed fits the commitment, and every line of chance follows from "
        f"the seed and {clicks}: {kinds}.{skipped} The commitment: {tags['Commit']}"
    )


def said_before(lines, index):
    """Whether the line before is a word to the table, such as a request, and not an undo."""
    return index > 0 and lines[index - 1][2].startswith("/") and not lines[index - 1][2].startswith("/undo")


def owes_none(game, seed, drawn, joins, place):
    """Raises Differs if chance has to draw before this line: it does so as soon as it's owed."""
    if game.owed is not None:
        fair = game.draw(generator(seed, drawn, joins))
        raise Differs(f"{place}: before this, chance drew “{fair}”, and that line is missing.")


def check(game, rng, what, place, is_own):
    """Raises Differs if chance drew something else here, or nothing; `is_own` unless another game drew it."""
    if game.owed is None:
        raise Differs(f"{place}: chance has nothing to draw here.")
    if is_own and (fair := game.draw(rng)) != what:
        raise Differs(f"{place}: chance drew “{fair}” from this seed and these Join clicks.")


def undone(number, who, stands, place):
    """The index of the line that is undone; `stands` are the moves that can be."""
    found = [index for seat, index in stands if seat == who and number in (None, str(index + 1))]
    if not found:
        raise Differs(f"{place}: there's no such move to undo.")
    return found[-1]


class Game:
    """What chance needs to know of a game. `owed` is what chance has to draw now; None if it's not its turn.

    `draw` makes that line from random numbers; `play` goes on after a line. `begin` is told of each line
    before anything else. With `may_be_over`, the game may have ended where chance would draw next.
    """

    owed = None
    may_be_over = False

    def begin(self, who, what):
        pass


def square(column, row):
    """`A1` for the square in the corner."""
    return f"{chr(ord('A') + column)}{row + 1}"


# ---- FourSide: a board, ten tiles, and a new tile after each one that is placed ----


class FourSide(Game):
    def __init__(self, seats, options):
        self.width, self.height, self.areas = (7, 5, 3) if options.get("length") == "quick" else (9, 7, 6)
        self.largest = {"beginner": 3, "expert": 9}.get(options.get("level"), 6)
        self.owed, self.missing, self.free = "board", 10, self.width * self.height - 1

    def draw(self, rng):
        if self.owed == "tiles":
            return " ".join(["tiles", *(self.tile(rng) for _ in range(self.missing))])
        first, primer = "ab"[below(rng, 2)], self.tile(rng)
        centre = self.width // 2, self.height // 2
        squares = [(column, row) for row in range(self.height) for column in range(self.width)]
        order = shuffle(rng, [one for one in squares if one != centre])
        bonus, minus = sorted(order[: self.areas]), sorted(order[self.areas : 2 * self.areas])
        marked = [" ".join(square(*one) for one in some) for some in (bonus, minus)]
        return f"board {first} / {primer} / {marked[0]} / {marked[1]}"

    def tile(self, rng):
        return "".join(str(1 + below(rng, self.largest)) for _ in range(4))

    def play(self, who, what):
        if who == "*":
            self.owed = "tiles" if self.owed == "board" else None
        elif what != "hint":
            self.missing, self.free = 1, self.free - 1
            self.owed = "tiles" if self.free else None


# ---- Doublolo: a board, in a short game its first stones, and a toss ----

STEPS = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]


class Doublolo(Game):
    def __init__(self, seats, options):
        self.quick, self.short = options.get("length") == "quick", options.get("length") == "short"
        self.width, self.height = (12, 8) if self.quick else (23, 14)
        self.blocked = options.get("blocked", "random")
        self.owed, self.board = "board", {}

    def draw(self, rng):
        if self.owed == "toss":
            return "toss " + ("heads", "tails")[below(rng, 2)]
        return self.stones(rng) if self.owed == "stones" else self.squares(rng)

    def squares(self, rng):
        share = 4 if self.quick else 1
        if self.blocked == "random":
            count = 24 // share + below(rng, 40 // share - 24 // share + 1)
        else:
            count = int(self.blocked) // share
        right, bottom = self.width - 5, self.height - 5
        first = self.group(rng)
        while not any(
            apart(first, other)
            for other in ((1, first[1]), (right, first[1]), (first[0], 1), (first[0], bottom))
        ):
            first = self.group(rng)
        second = self.group(rng)
        while not apart(first, second):
            second = self.group(rng)
        free = [
            (column, row)
            for row in range(self.height)
            for column in range(self.width)
            if not any(-1 <= column - one[0] <= 4 and -1 <= row - one[1] <= 4 for one in (first, second))
        ]
        blocked = sorted(shuffle(rng, free)[:count])
        groups = " / ".join(f"{square(column, row)} {colour}" for column, row, colour in (first, second))
        self.board = dict.fromkeys(blocked, "#")
        for left, top, colour in (first, second):
            for across in range(4):
                for down in range(4):
                    is_red = ((across + down) % 2 == 0) == (colour == "red")
                    self.board[left + across, top + down] = "r" if is_red else "w"
        return f"board {' '.join(square(*one) for one in blocked)} / {groups}"

    def group(self, rng):
        column, row = 1 + below(rng, self.width - 5), 1 + below(rng, self.height - 5)
        return column, row, "red" if rng.random() < 0.5 else "white"

    def stones(self, rng):
        """Of at most eight games at random, the first that's even enough, or else the one most so."""
        best, tries = None, 0
        while best is None or (lead(best) > 20 and tries < 8):
            late, tries = self.late(rng), tries + 1
            if late is not None and (best is None or lead(late) < lead(best)):
                best = late
        rows = ["".join(self.sign(best, column, row) for column in range(23)) for row in range(14)]
        return " ".join(["stones", *rows])

    def sign(self, board, column, row):
        sign = board.get((column, row), ".")
        return "." if sign == "#" else sign

    def late(self, rng):
        """The board after moves at random until 40 squares are left; None if the game ended before."""
        board, mover = dict(self.board), "r"
        for _ in range(23 * 14 - len(board) - 40):
            found = self.moves(board, mover)
            if not found:
                mover = other(mover)
                found = self.moves(board, mover)
            if not found:
                return None
            placed = found[below(rng, len(found))]
            for one in flipped(board, mover, placed):
                board[one] = mover
            board[placed] = mover
            mover = other(mover)
        return board if self.moves(board, "r") or self.moves(board, "w") else None

    def moves(self, board, mover):
        empty = [(column, row) for row in range(14) for column in range(23) if (column, row) not in board]
        return [one for one in empty if flipped(board, mover, one)]

    def play(self, who, what):
        if self.owed == "board" and self.short:
            self.owed = "stones"
        else:
            self.owed = "toss" if what.startswith("call ") else None


def apart(one, two):
    return max(abs(one[0] - two[0]), abs(one[1] - two[1])) > 4


def other(colour):
    return "w" if colour == "r" else "r"


def lead(board):
    stones = list(board.values())
    return abs(stones.count("r") - stones.count("w"))


def flipped(board, mover, at):
    """The squares that a stone of this colour flips."""
    found = []
    for across, down in STEPS:
        run, one = [], (at[0] + across, at[1] + down)
        while board.get(one) == other(mover):
            run.append(one)
            one = one[0] + across, one[1] + down
        if board.get(one) == mover:
            found += run
    return found


# ---- Calabresella: the first dealer, and the deals ----


class Calabresella(Game):
    deck = tuple(rank + suit for suit in "♠♥♦♣" for rank in "4567JQKA23")

    def __init__(self, seats, options):
        self.owed, self.dealer, self.solos = "dealer", 0, int(options.get("solos", "0"))
        self.said = {}

    def draw(self, rng):
        if self.owed == "dealer":
            return "dealer " + "abc"[below(rng, 3)]
        order = shuffle(rng, self.deck)
        seats = [(self.dealer + 2) % 3, self.dealer, (self.dealer + 1) % 3] * 3
        batches = [order[at : at + 4] for at in range(0, 40, 4)]
        widow, hands = batches.pop(3), [[], [], []]
        for seat, batch in zip(seats, batches, strict=True):
            hands[seat] += batch
        if self.solos:  # the first player has the hand with the best high cards
            best = max(range(3), key=lambda seat: (sum(map(high, hands[seat])), -seat))
            hands[0], hands[best] = hands[best], hands[0]
        piles = [" ".join(sorted(pile, key=shown_at)) for pile in (*hands, widow)]
        return f"deal {' / '.join(piles)}"

    def play(self, who, what):
        if self.owed == "dealer":
            self.dealer, self.owed = "abc".index(what[-1]), "deal"
        elif self.owed == "deal":
            self.owed = None
        elif what in ("next", "replay", "either") or what.startswith("ask "):
            self.said[who] = what
            if len(self.said) == 3:
                words, self.said = set(self.said.values()), {}
                asks = any(word.startswith("ask ") for word in words)
                # Votes end with the same cards, or everybody says again what comes next.
                if not asks and not ("replay" in words and "next" not in words):
                    self.dealer, self.solos, self.owed = (self.dealer + 1) % 3, max(0, self.solos - 1), "deal"


def shown_at(card):
    """Suit by suit, each from the highest card."""
    place = Calabresella.deck.index(card)
    return place // 10, -place


def high(card):
    return {"3": 3, "2": 2, "A": 2}.get(card[0], 0)


# ---- Foozle: the first dealer, the deals, and each card that is drawn ----


class Foozle(Game):
    trumps = "Granola Lobster Snail Jester Time Light Beauty Death Grue".split()
    deck = [
        rank + suit
        for suit in "La Pl Fr Zu Ra To In Bu Sc Bo Ma Ea Hi Fa Ti".split()
        for rank in "0123456789∞"
    ] + trumps

    def __init__(self, seats, options):
        self.owed, self.seats = "dealer", seats
        self.pile, self.dump, self.tableau, self.hands = set(self.deck), set(), [], {}

    def draw(self, rng):
        pile = self.in_order(self.pile)
        if self.owed == "dealer":
            return "dealer " + "abcdef"[below(rng, self.seats)]
        if self.owed == "drawn":
            return "drawn " + pile[below(rng, len(pile))]
        order = shuffle(rng, pile)
        hands = [self.in_order(order[11 * seat : 11 * seat + 11]) for seat in range(self.seats)]
        return "deal " + " / ".join([*map(" ".join, hands), order[11 * self.seats]])

    def in_order(self, cards):
        return sorted(cards, key=self.deck.index)

    def play(self, who, what):
        verb, *words = what.split()
        if self.owed == "dealer":
            self.owed = "deal"
        elif self.owed == "deal":
            self.owed, self.may_be_over = None, False
            self.tableau, self.hands = words[-1:], dict.fromkeys("abcdef"[: self.seats], 11)
            self.pile -= set(words)
        elif self.owed == "drawn":
            self.owed = None
            self.pile -= set(words)
        elif verb == "draw":
            self.owed = "drawn"
            self.hands[who] += 1
            if not self.pile:
                self.new_pile()
        else:
            self.moved(who, verb, words)

    def new_pile(self):
        if self.dump:
            self.pile, self.dump = self.dump, set()
        else:
            self.pile, self.tableau = set(self.tableau[:-1]), self.tableau[-1:]

    def moved(self, who, verb, words):
        """Cards taken, laid down, laid off or discarded; without a card left, the hand is over."""
        laid = []
        if verb == "take":
            card, *use = words
            if card in self.tableau:
                self.tableau.remove(card)
            self.hands[who] += 1
            if use[:1] == ["lay"]:
                laid = [card, *cards_before_on(use[1:])]
            elif use:
                laid = [card]
        elif verb == "lay":
            laid = cards_before_on(words)
        elif verb == "discard":
            laid, self.tableau = words, self.tableau + words
        else:
            laid = [verb]
        self.hands[who] -= len(laid)
        is_big = verb != "discard" and sum(card in self.trumps for card in laid) >= 3
        if is_big or self.hands[who] == 0:
            self.owed, self.may_be_over = "deal", True
            self.dump = set(self.deck) - self.pile
            if len(self.dump) > len(self.pile):
                self.pile, self.dump = set(self.deck), set()


def cards_before_on(words):
    return words[: words.index("on")] if "on" in words else words


# ---- Fooblitzky: items, shelves, lockers, crosswalks, rolls, cars, the Chance Man ----

ITEMS = (
    "hair-spray toothpaste eyedropper banana sardines hot-dog screwdriver light-bulb saw fish snake pig "
    "tennis-ball basketball bowling-ball yo-yo teddy-bear train-set"
).split()
QUADRANTS = ("UL", "UR", "LL", "LR")
PERIODS = (1, 2, 3, 2, 3, 1, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 1, 3, 3)
"""After how many rounds each crosswalk may change."""
PURSES = (2, 4, 6, 8, 10)


def price(item):
    return (4, 8, 16)[ITEMS.index(item) % 3]


def sorted_items(items):
    return sorted(items, key=ITEMS.index)


class Fooblitzky(Game):
    """Walks aren't followed: the next line says whether one ended at an X, by “cross” or “stay”."""

    def __init__(self, seats, options):
        self.options, self.seats = options, "abcd"[:seats]
        self.chosen, self.correct, self.stock = {}, [], {}
        self.foobles, self.bags = {}, {seat: [] for seat in self.seats}
        self.lockers, self.inside = {}, dict.fromkeys(self.seats)
        self.stays, self.round, self.seat, self.days = dict.fromkeys(self.seats, 0), 0, "a", 0
        self.going, self.at, self.picking, self.turn = None, None, None, 0

    def option(self, key, usual="standard"):
        return self.options.get(key, usual)

    def is_on(self, key):
        return self.options.get(key, "").lower() in ("true", "1", "yes", "on", "t", "y")

    # What chance draws

    def draw(self, rng):
        match self.owed:
            case "missing":
                words = [ITEMS[below(rng, 18)] for _ in range(4 - len(self.seats))]
            case "stock":
                words = self.draw_stock(rng)
            case "lockers":
                words = [("UL", "LR")[below(rng, 2)] for _ in self.seats]
            case "crosswalks":
                words = [str(number) for number in range(1, 21) if rng.random() < 0.5] or ["none"]
            case "flip":
                due = [number for number in range(1, 21) if (self.round + 1) % PERIODS[number - 1] == 0]
                words = [str(number) for number in due if rng.random() < 0.5] or ["none"]
            case "roll":
                words = [str(1 + below(rng, 24))]
            case "shops":
                words = [("UR", "LL")[below(rng, 2)] for _ in self.bags[self.seat]] or ["none"]
            case "traffic":
                rush = self.round % 40 % 16 < 4  # at 8, at 12 and at 4 o'clock
                risk = {"low": 1 / 8, "standard": 1 / 4, "high": 1 / 2}[self.option("crossing_risk")]
                if rush:
                    risk = {1 / 8: 1 / 4, 1 / 4: 1 / 2, 1 / 2: 3 / 4}[risk]
                return "hit" if rng.random() < risk else "safe"
            case _:
                return self.draw_man(rng)
        return " ".join([self.owed, *words])

    def draw_stock(self, rng):
        """For each correct item, one of the copies that are left."""
        found = []
        for at, item in enumerate(self.correct):
            taken = found[self.correct.index(item) : at]
            copies = [one for one in QUADRANTS for _ in range(self.correct.count(item) - taken.count(one))]
            found.append(copies[below(rng, len(copies))])
        return found

    def draw_man(self, rng):
        """The Chance Man."""
        bag, foobles = self.bags[self.seat], self.foobles[self.seat]
        if rng.random() >= {"low": 0.1, "standard": 0.2, "high": 0.4}[self.option("man_frequency")]:
            return "nobody"
        mood = {"unfriendly": 0.25, "standard": 0.5, "friendly": 0.75}[self.option("man_mood")]
        if rng.random() < mood:
            deeds = ["again", "gives", "offers"]
        else:
            deeds = ["piano"] + ["takes"] * (foobles > 0) + ["steals"] * bool(bag)
        deed, words = deeds[below(rng, len(deeds))], []
        match deed:
            case "gives":
                words = [str(PURSES[below(rng, 5)])]
            case "takes":
                words = [str(min(foobles, PURSES[below(rng, 5)]))]
            case "offers":
                right = list(dict.fromkeys(self.correct))
                wrong = shuffle(rng, [item for item in ITEMS if item not in self.correct])
                words = sorted_items([right[below(rng, len(right))], *wrong[:2]])
            case "steals":
                item = bag[below(rng, len(bag))]
                shops = ("UR",) if self.option("pawn_shop", "random") == "upper-right" else ("UR", "LL")
                words = [item, shops[below(rng, len(shops))]]
        return " ".join(["man", deed, *words])

    # What happens in the city, as far as chance depends on it

    def begin(self, who, what):
        """A walk ended where it led, unless the player crosses an X now or stays there."""
        if self.going and self.owed is None and what not in ("cross", "stay"):
            going, self.going = self.going, None
            if going[0] != "kerb":
                self.arrive(going)
            elif who == "*":  # they went step by step, and have no step left
                self.owed = "man"

    def play(self, who, what):
        verb, *words = what.split()
        owed, self.owed = self.owed, None
        if who == "*":
            getattr(self, f"after_{owed}")(words, verb)
        elif verb == "choose":
            self.chosen[who] = words[0]
            if len(self.chosen) == len(self.seats):
                self.owed = "missing"
                if len(self.seats) == 4:
                    self.after_missing([], "")
        elif verb in ("walk", "enter", "bump", "kerb"):
            self.going = words if verb == "enter" else [verb, *words]
        elif verb == "cross":
            self.owed = "traffic"
        elif verb == "stay" and self.going:
            self.going = None
        elif verb == "pick":
            self.pick(words[0])
        else:
            self.in_place(who, verb, words)

    def after_missing(self, words, _):
        self.correct = sorted_items([*self.chosen.values(), *words])
        for item in ITEMS:
            for one in QUADRANTS:
                self.stock[item, one] = max(1, self.correct.count(item))
        total = sum(map(price, self.correct))
        start = {"low": total, "standard": 2 * total, "high": 128}[self.option("start_foobles")]
        self.foobles = dict.fromkeys(self.seats, start)
        self.owed = "stock"

    def after_stock(self, words, _):
        for item, one in zip(self.correct, words, strict=True):
            self.stock[item, one] -= 1
        self.owed = "lockers"
        if self.option("first_locker", "random") != "random":
            self.after_lockers(["UL"] * len(self.seats), "")

    def after_lockers(self, words, _):
        for number, one in enumerate(words):
            owner = self.seats[number - 1 if self.is_on("for_another") else number]
            self.lockers[self.seats[number]] = {"UL": None, "LR": None, one: self.chosen[owner]}
        self.owed = "crosswalks"

    def after_crosswalks(self, words, _):
        self.owed = "roll"

    def after_flip(self, words, _):
        self.round, self.seat = self.round + 1, "a"
        self.owed = None if self.round >= 40 * int(self.option("days", "5")) else "roll"

    def after_roll(self, words, _):
        if self.inside[self.seat] == "hospital":
            if int(words[0]) % 3 == 0:
                self.walks()
            elif self.foobles[self.seat] < 10:
                self.in_bed()
        elif self.inside[self.seat] is None:
            self.walks()

    def after_traffic(self, words, verb):
        if verb == "hit":
            self.going = None
            self.to_hospital()

    def after_shops(self, words, _):
        self.bags[self.seat] = []
        self.end()

    def after_man(self, words, verb):
        deed, *rest = words or [verb]
        match deed:
            case "again":
                self.owed = "roll"
                return
            case "offers":
                self.at = ["", "offer"]
                return
            case "piano":
                self.to_hospital()
                return
            case "gives":
                self.foobles[self.seat] += int(rest[0])
            case "takes":
                self.foobles[self.seat] -= int(rest[0])
            case "steals":
                self.bags[self.seat].remove(rest[0])
        self.end()

    def end(self):
        """The turn is over: the next player rolls, or the round ends."""
        self.at = None
        number = self.seats.index(self.seat) + 1
        if number == len(self.seats):
            self.owed = "flip"
        else:
            self.seat, self.owed = self.seats[number], "roll"

    def walks(self):
        self.inside[self.seat], self.stays[self.seat] = None, 0

    def to_hospital(self):
        self.inside[self.seat] = "hospital"
        self.foobles[self.seat] -= 3
        self.end()

    def in_bed(self):
        self.foobles[self.seat] -= 3
        self.stays[self.seat] += 1
        if self.stays[self.seat] == 3:
            self.walks()
        self.end()

    def arrive(self, going):
        """The player is where they wanted to be."""
        if going[0] == "walk":
            self.owed = "man"
        elif going[0] == "bump":
            self.bump(going[1])
        else:
            self.at, kind = going, going[1]
            if kind == "restaurant":
                self.washes()
            elif kind.startswith("ugh"):
                self.inside[self.seat] = "ugh"
                self.foobles[self.seat] -= 6
                self.end()
            elif kind == "check" and not self.has_won():
                self.end()

    def has_won(self):
        """Whether the correct items were brought to a Check Point, which ends the game."""
        bag = self.bags[self.seat]
        ticks = sum(min(bag.count(item), self.correct.count(item)) for item in set(bag))
        return self.foobles[self.seat] > 0 and ticks >= (3 if self.is_on("three_of_four") else 4)

    def washes(self):
        self.inside[self.seat] = "restaurant"
        self.foobles[self.seat] += int(self.option("wage", "4"))
        self.end()

    def in_place(self, who, verb, words):
        """What a player does in a building."""
        bag, inside = self.bags[who], self.inside[who]
        if verb == "stay":
            if inside == "hospital":
                self.in_bed()
            elif inside == "restaurant":
                self.washes()
            else:
                self.end()
        elif verb == "leave":
            self.foobles[who] -= 10 * (inside == "hospital")
            self.walks()
        elif verb == "give" and self.option("pawn_shop", "random") == "random":
            self.owed = "shops"
        else:
            self.deal(who, verb, words[0] if words else "", bag)
            self.end()

    def deal(self, who, verb, item, bag):
        """Buying, selling, giving everything away, and what goes in and out of a locker."""
        quadrant, kind = self.at[:2]
        if verb == "buy" and item != "nothing":
            costs = {"pawn": price(item) * 3 // 4, "offer": price(item) // 2}.get(kind, price(item))
            is_there = kind in ("pawn", "offer") or self.stock[item, quadrant] > 0
            if is_there and costs <= self.foobles[who] and len(bag) < 4:
                self.foobles[who] -= costs
                self.bags[who] = sorted_items([*bag, item])
                if kind not in ("pawn", "offer"):
                    self.stock[item, quadrant] -= 1
        elif verb == "sell" and item != "nothing":
            bag.remove(item)
            self.foobles[who] += price(item) // 2
        elif verb == "give":
            self.bags[who] = []
        elif verb == "put" and item != "nothing":
            bag.remove(item)
            self.bags[who] = sorted_items([*bag, *filter(None, [self.lockers[who][quadrant]])])
            self.lockers[who][quadrant] = item
        elif verb == "take" and len(bag) < 4 and self.lockers[who][quadrant]:
            self.bags[who] = sorted_items([*bag, self.lockers[who][quadrant]])
            self.lockers[who][quadrant] = None

    def bump(self, bumped):
        """Both drop everything, and take turns picking up as many things as they had."""
        pair = (self.seat, bumped)
        owed = [len(self.bags[one]) for one in pair]
        self.picking = (pair, sorted_items(self.bags[pair[0]] + self.bags[pair[1]]), owed, [[], []])
        self.go_on_picking(0)

    def pick(self, item):
        _, pile, owed, picked = self.picking
        turn = self.turn
        pile.remove(item)
        picked[turn].append(item)
        owed[turn] -= 1
        self.go_on_picking(1 - turn if owed[1 - turn] else turn)

    def go_on_picking(self, turn):
        pair, pile, owed, picked = self.picking
        self.turn = turn
        if len(set(pile)) > 1 and all(owed):
            return
        for one in (0, 1):
            picked[one] += pile[: owed[one]]
            del pile[: owed[one]]
            self.bags[pair[one]] = sorted_items(picked[one])
        self.end()


GAMES = {
    "calabresella": Calabresella,
    "doublolo": Doublolo,
    "fooblitzky": Fooblitzky,
    "foozle": Foozle,
    "fourside": FourSide,
}


def main(arguments):
    """Check the file that was named. Returns the exit status."""
    if len(arguments) != 1:
        print("Name the file with the record: python verify.py foozle-17.txt", file=sys.stderr)
        return 2
    try:
        raw = sys.stdin.buffer.read() if arguments[0] == "-" else Path(arguments[0]).read_bytes()
        print(verify(raw.decode()))
    except (OSError, UnicodeDecodeError):
        print("This file can't be read as text.", file=sys.stderr)
        return 2
    except CannotRead as problem:
        print(problem, file=sys.stderr)
        return 2
    except Differs as difference:
        print(difference, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
