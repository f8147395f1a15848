"""Checks that chance was fair in a finished game of Parlour, from its record alone.

    python verify.py foozle-17.txt        or - for standard input

It needs Python 3.11 or newer, and nothing else: no part of Parlour is used. It checks that

1. the seed in the record fits its commitment, the hash that everybody could see before the game;
2. as far as the record goes, chance drew exactly when the game asks for it, neither more often nor less;
3. each of its lines, marked `*`, is what the seed and the Join clicks give: every board, deal, card, roll,
   toss and tile.

If a line differs, it names the first one. Exit status: 0 if all of this is so, 1 if not, 2 if there's nothing
to check.

How to read this: "The record", "The proof" and "What games share" come first. After that, each game has a
part, and you only need the one for yours. In it the functions that take `rng` draw, and these are what you
have to trust: what they get is random numbers that follow from the seed, the Join clicks and how often
chance drew before, and from nothing else. The rest follows the game, to know when chance draws, and from
what. A mistake there could call an honest record wrong, but nobody could use it to choose what is drawn. Of
Fooblitzky, that's most, because the Chance Man takes from people's money and bags.

A game is a generator. It yields the function that makes chance's next line from random numbers, or nothing
while it's a player's turn, and is sent the line that came. So it reads like the game, from start to end.

What it doesn't prove: that the players' moves follow the rules, that Places and Scores are right, what the
computers chose, and that the commitment is the one you saw. Compare that one yourself. For the rest there's
`python -m bot replay`. Lines that were copied from another game (the tag Copied) aren't checked, since that
game's seed drew them. It doesn't notice if a player's line is changed and chance draws the same anyway.

verify.html does the same in a browser, with the same names in the same order.
"""

import hashlib
import hmac
import re
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

# ---- The record ----


class Differs(Exception):
    """Chance wasn't what the record says; the message is a sentence."""


class CannotRead(Exception):
    """This isn't a record that can be checked; the message is a sentence."""


class Line(NamedTuple):
    """A line of a game: who wrote it (`*` is chance), what it says, and what comes after it.

    `row` is its number in the file, and `number` in the game, as `/undo 12` counts. A line with a slash is a
    word to the table, and no move. `after` skips such words, except when they end the record, undo or stop.
    """

    row: int
    number: int
    who: str
    what: str
    verb: str
    words: list
    after: str = ""

    @property
    def is_word(self):
        return self.what.startswith("/")

    def __str__(self):
        return f"Line {self.row}, “{self.who} {self.what}”"


MOST_BYTES, MOST_LINES, MOST_CHARACTERS, MOST_TAGS = 2_000_000, 50_000, 1_000, 50
TAGS = r"Game|Edition|Seats|From|Copied|Commit|Joins|Seed|Places|Scores|Option\.[a-z0-9_]+"
TAG = rf'\[({TAGS}) "(.*)"\]'
LINE = r"([a-z*]) ([^\s#][^#]*)(#.*)?"
CHECK = rf"! {LINE}|> .*"
"""In a rule card: what has to be refused, and what the channel hears."""
NUMBERS = {"Seats": "2", "Copied": "0", "Places": "", "Scores": ""}
"""Tags with numbers, and what they say if they're left out."""


def read(text):
    """The header of a record, and its lines, by the grammar that the bot reads too."""
    if len(text.encode()) > MOST_BYTES:
        raise CannotRead(f"A record has at most {MOST_BYTES:,} bytes.")
    if text.count("\n") > MOST_LINES:
        raise CannotRead(f"A record has at most {MOST_LINES:,} lines.")
    tags, lines = {}, []
    for number, written in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if len(written) > MOST_CHARACTERS:
            raise CannotRead(f"Line {number} has more than {MOST_CHARACTERS:,} characters.")
        row = written.strip()
        if tag := re.fullmatch(TAG, row):
            if tag[1] in tags:
                raise CannotRead(f"Line {number}: the tag {tag[1]} appears twice.")
            if len(tags) == MOST_TAGS:
                raise CannotRead(f"Line {number}: a record has at most {MOST_TAGS} tags.")
            tags[tag[1]] = tag[2]
        elif line := re.fullmatch(LINE, row):
            verb, *words = line[2].split()
            lines.append(Line(number, len(lines) + 1, line[1], " ".join([verb, *words]), verb, words))
        elif row and row[0] != "#" and not re.fullmatch(CHECK, row):
            raise CannotRead(f"Line {number} isn't a line of a record.")
    return header(tags), with_what_comes_after(lines)


def header(tags):
    """These tags, with Seats and Copied as numbers, and Joins and Seed as they're used."""
    if tags.get("Game") not in GAMES:
        raise CannotRead("This isn't a record of one of Parlour's five games.")
    seats, copied, *_ = [whole_numbers(tags.get(tag, usual)) for tag, usual in NUMBERS.items()]
    if len(seats) != 1 or not 2 <= seats[0] <= 6:
        raise CannotRead("Seats is one number, from 2 to 6.")
    if len(copied) != 1 or not 0 <= copied[0] <= MOST_LINES:
        raise CannotRead(f"Copied is one number, and at most {MOST_LINES:,}.")
    joins, seed = tags.get("Joins", "").split(), tags.get("Seed", "")
    if not all(re.fullmatch("[0-9A-Za-z_-]+", join) for join in joins):
        raise CannotRead("Joins are numbers with spaces between.")
    if not re.fullmatch("([0-9A-Fa-f]{2})*", seed):
        raise CannotRead("The seed has to be hexadecimal.")
    return {**tags, "Seats": seats[0], "Copied": copied[0], "Joins": joins, "Seed": seed.lower()}


def whole_numbers(text):
    try:
        return [whole(word) for word in text.split()]
    except ValueError:
        raise CannotRead("Seats, Places and Scores are whole numbers.") from None


def whole(text):
    """A whole number, in the digits 0 to 9. Raises ValueError."""
    if not re.fullmatch("-?[0-9]+", text):
        raise ValueError
    return int(text)


def with_what_comes_after(lines):
    found, after = [], ""
    for line in reversed(lines):
        found.append(line._replace(after=after))
        if not line.is_word or not after or line.verb in ("/undo", "/stop"):
            after = line.what
    return found[::-1]


# ---- The proof ----


def committed_seed(tags):
    """The seed, if it is the one that was committed to."""
    seed, commit = tags["Seed"], tags.get("Commit", "")
    if not seed:
        raise CannotRead("This record has no seed. The seed is in it once the game is over.")
    if not commit:
        raise Differs("This record has no commitment, so the seed could have been chosen afterwards.")
    if commit != "sha256:" + hashlib.sha256(bytes.fromhex(seed)).hexdigest():
        raise Differs("The seed doesn't fit the commitment.")
    return bytes.fromhex(seed)


def generator(seed, drawn, joins):
    """The numbers for chance's next line, if it has drawn this many that weren't undone."""
    return Random(hmac.digest(seed, "/".join([str(drawn), *joins]).encode(), "sha256"))


def verify(text):
    """What was checked, in sentences. Raises CannotRead, or Differs with the first line that is wrong."""
    tags, lines = read(text)
    check = Check(tags)
    for line in lines:
        try:
            check.follow(line)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            raise Differs(f"{line}: this doesn't fit what came before.") from None
    if check.copied and not check.counts:
        raise CannotRead(f"The first {check.copied} lines come from another game, and no draws after them.")
    return check.summary()


class Check:
    """A record as far as it has been checked; `draw` makes the line that chance owes, if it owes one."""

    def __init__(self, tags):
        self.tags, self.seed, self.joins = tags, committed_seed(tags), tags["Joins"]
        self.copied, self.counts, self.is_stopped = tags["Copied"], Counter(), False
        try:
            self.go_back_to([], 0)
        except ValueError:
            raise CannotRead("The options have to be those of the game.") from None

    def go_back_to(self, stands, drawn):
        """Play these lines from the start; chance's next draw is the one after this many.

        `stands` has the lines that weren't undone, each with the number of draws before it.
        """
        self.stands, self.drawn, self.game = stands, drawn, started(self.tags)
        self.draw = next(self.game)
        for line, _ in stands:
            self.draw = self.game.send(line)

    def follow(self, line):
        """Check a line, and go on after it."""
        if self.is_stopped:
            raise Differs(f"{line}: the game was stopped before this.")
        is_drawn = line.who == "*" and not line.is_word
        if is_drawn and not self.draw:
            raise Differs(f"{line}: chance has nothing to draw here.")
        if is_drawn and line.number > self.copied:
            if line.what != (fair := self.fair()):
                raise Differs(f"{line}: chance drew “{fair}” from this seed and these Join clicks.")
            self.counts[SAID[line.verb]] += 1
        if self.draw and not is_drawn and not line.is_word:
            raise Differs(f"{line}: before this, chance drew “{self.fair()}”, and that line is missing.")
        if line.verb == "/undo":
            self.undo(line)
        elif not line.is_word:
            self.stands.append((line, self.drawn))
            self.drawn += is_drawn
            self.draw = self.game.send(line)
        self.is_stopped = line.what == "/stop"

    def fair(self):
        """The line that chance has to draw now."""
        return self.draw(generator(self.seed, self.drawn, self.joins))

    def undo(self, line):
        """Go back to before a move of the same player: the one that's named, in older records the last."""
        for at, (move, drawn) in reversed([*enumerate(self.stands)]):
            if move.who == line.who != "*" and line.words in ([], [str(move.number)]):
                # Where it isn't named, chance counted on.
                return self.go_back_to(self.stands[:at], drawn if line.words else self.drawn)
        raise Differs(f"{line}: there's no such move to undo.")

    def summary(self):
        """What was checked, in sentences."""
        parts = [words[count > 1].format(count=count) for words, count in self.counts.items()]
        checked = " and ".join([*filter(None, [", ".join(parts[:-1])]), *parts[-1:]]) or "nothing"
        clicks = "click" if len(self.joins) == 1 else f"{len(self.joins)} clicks"
        since = f" since line {self.copied} of the game" if self.copied else ""
        ends = " The record ends where chance still has to draw." if self.draw else ""
        return (
            f"Chance was fair{since}. I checked {checked}. All of that follows from the secret seed and "
            f"the {clicks} with which people sat down.{ends} The seed fits the fingerprint that everybody "
            f"could see before the game: {self.tags['Commit']}"
        )


def started(tags):
    """The game that's played, from its start; once it's over, chance draws no more."""
    options = {key[7:]: value for key, value in tags.items() if key.startswith("Option.")}
    yield from GAMES[tags["Game"]](tags["Seats"], options)
    while True:
        yield


# ---- What games share ----


def below(rng, count):
    """A whole number from 0 up to, not including, `count`."""
    return int(rng.random() * count)


def one_of(rng, items):
    return items[below(rng, len(items))]


def shuffle(rng, items):
    """The items in random order (Fisher and Yates, from the back)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(rng, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def in_order(items, order):
    return sorted(items, key=order.index)


def grid(width, height):
    return [(column, row) for row in range(height) for column in range(width)]


def named(squares):
    """`A1 C2` for squares, column by column."""
    return " ".join(f"{chr(ord('A') + column)}{row + 1}" for column, row in sorted(squares))


# ---- FourSide ----


def fourside(seats, options):
    """A board, ten tiles, and a new tile after each one that is placed, as long as a square is free."""
    width, height, areas = (7, 5, 3) if options.get("length") == "quick" else (9, 7, 6)
    numbers = {"beginner": "123", "expert": "123456789"}.get(options.get("level"), "123456")

    def tiles(rng, count):
        return " ".join("".join(one_of(rng, numbers) for _ in range(4)) for _ in range(count))

    def board(rng):
        first, primer = one_of(rng, "ab"), tiles(rng, 1)
        centre = width // 2, height // 2
        order = shuffle(rng, [square for square in grid(width, height) if square != centre])
        bonus, minus = order[:areas], order[areas : 2 * areas]
        return f"board {first} / {primer} / {named(bonus)} / {named(minus)}"

    yield board
    yield lambda rng: f"tiles {tiles(rng, 10)}"
    for _ in range(width * height - 2):
        while (yield).what == "hint":
            pass
        yield lambda rng: f"tiles {tiles(rng, 1)}"


# ---- Doublolo ----


def doublolo(seats, options):
    """A board, in a short game also its first stones, and a toss for each call."""
    board = yield lambda rng: doublolo_board(rng, options)
    if options.get("length") == "short":
        yield partial(stones, laid_out(board.what))
    while True:
        if (yield).what.startswith("call "):
            yield lambda rng: f"toss {one_of(rng, ('heads', 'tails'))}"


def doublolo_board(rng, options):
    """Blocked squares, and the corner and colour of two groups of stones; a quick game is smaller."""
    is_quick, blocked = options.get("length") == "quick", options.get("blocked", "random")
    (width, height), share = ((12, 8), 4) if is_quick else ((23, 14), 1)
    number = 24 // share + below(rng, 16 // share + 1) if blocked == "random" else whole(blocked) // share
    right, bottom = width - 5, height - 5

    def group():
        column, row = 1 + below(rng, right), 1 + below(rng, bottom)
        return column, row, "red" if rng.random() < 0.5 else "white"

    column, row, _ = first = group()
    while max(column - 1, right - column, row - 1, bottom - row) <= 4:
        column, row, _ = first = group()
    second = group()
    while abs(second[0] - column) <= 4 and abs(second[1] - row) <= 4:
        second = group()
    free = grid(width, height)
    for left, top, _ in (first, second):
        free = [one for one in free if not (-1 <= one[0] - left <= 4 and -1 <= one[1] - top <= 4)]
    groups = " / ".join(f"{named([(left, top)])} {colour}" for left, top, colour in (first, second))
    return f"board {named(shuffle(rng, free)[:number])} / {groups}"


def laid_out(what):
    """What the squares of this board hold: `#` is blocked, and `r` and `w` are stones."""
    blocked, *groups = what.split(" / ")
    board = {square_of(name): "#" for name in blocked.split()[1:]}
    for name, colour in map(str.split, groups):
        left, top = square_of(name)
        for across, down in grid(4, 4):
            is_red = ((across + down) % 2 == 0) == (colour == "red")
            board[left + across, top + down] = "r" if is_red else "w"
    return board


def square_of(name):
    return ord(name[0]) - ord("A"), whole(name[1:]) - 1


def stones(board, rng):
    """Of at most eight games at random, the first that's even enough, or else the one most so."""
    best, tries = None, 0
    while best is None or (lead(best) > 20 and tries < 8):
        late, tries = played_at_random(board, rng), tries + 1
        best = min(filter(None, [best, late]), key=lead, default=None)
    signs = "".join(best.get(square, ".") for square in grid(23, 14)).replace("#", ".")
    return " ".join(["stones", *(signs[at : at + 23] for at in range(0, len(signs), 23))])


def played_at_random(board, rng):
    """The board after moves at random until 40 squares are left; None if the game ended before."""
    board, mover = dict(board), "r"
    for _ in range(23 * 14 - len(board) - 40):
        found = moves(board, mover) or moves(board, mover := OTHER[mover])
        if not found:
            return None
        placed = one_of(rng, found)
        board |= dict.fromkeys([placed, *flipped(board, mover, placed)], mover)
        mover = OTHER[mover]
    return board if moves(board, "r") or moves(board, "w") else None


OTHER = {"r": "w", "w": "r"}
STEPS = [(column - 1, row - 1) for column, row in grid(3, 3)]


def lead(board):
    return abs(sum({"r": 1, "w": -1}.get(sign, 0) for sign in board.values()))


def moves(board, mover):
    return [square for square in grid(23, 14) if square not in board and flipped(board, mover, square)]


def flipped(board, mover, placed):
    """The squares that a stone of this colour flips."""
    found = []
    for across, down in STEPS:
        line, column, row = [], placed[0] + across, placed[1] + down
        while board.get((column, row)) == OTHER[mover]:
            line.append((column, row))
            column, row = column + across, row + down
        if board.get((column, row)) == mover:
            found += line
    return found


# ---- Calabresella ----


def calabresella(seats, options):
    """The first dealer, and a deal whenever the players go on from the one before."""
    solos = whole(options.get("solos", "0"))
    dealer = "abc".index((yield lambda rng: f"dealer {one_of(rng, 'abc')}").words[0])
    while True:
        yield partial(calabresella_deal, dealer, solos > 0)
        said = {"ask"}
        while "ask" in said or ("replay" in said and "next" not in said):
            said = yield from said_by_all()
        dealer, solos = (dealer + 1) % 3, solos - 1


def said_by_all():
    """What the three players say after a deal; each can change it until all have said something.

    If they ask for something, they all say again what comes next. A replay has the same cards.
    """
    said = {}
    while len(said) < 3:
        line = yield
        if line.verb in ("next", "replay", "either", "ask"):
            said[line.who] = line.verb
    return set(said.values())


def calabresella_deal(dealer, is_solo, rng):
    """Four cards at a time: once around, four for the widow, and twice more around."""
    order = shuffle(rng, [rank + suit for suit in "♠♥♦♣" for rank in "4567JQKA23"])
    batches = [order[at : at + 4] for at in range(0, 40, 4)]
    widow, hands = batches.pop(3), [[], [], []]
    for turn, batch in enumerate(batches):
        hands[(dealer + 2 - 2 * turn) % 3] += batch
    if is_solo:  # the first player has the hand with the best high cards
        values = [sum({"3": 3, "2": 2, "A": 2}.get(card[0], 0) for card in hand) for hand in hands]
        best = values.index(max(values))
        hands[0], hands[best] = hands[best], hands[0]
    shown = [rank + suit for suit in "♠♥♦♣" for rank in "32AKQJ7654"]
    return f"deal {' / '.join(' '.join(in_order(pile, shown)) for pile in (*hands, widow))}"


# ---- Foozle ----

TRUMPS = "Granola Lobster Snail Jester Time Light Beauty Death Grue".split()
SUITS = "La Pl Fr Zu Ra To In Bu Sc Bo Ma Ea Hi Fa Ti".split()
DECK = [rank + suit for suit in SUITS for rank in "0123456789∞"] + TRUMPS


def foozle(seats, options):
    """The first dealer, the deals, and each card that is drawn."""
    pile, dump = DECK, []

    def deal(rng):
        order = shuffle(rng, pile)
        hands = [" ".join(in_order(order[11 * seat : 11 * seat + 11], DECK)) for seat in range(seats)]
        return f"deal {' / '.join([*hands, order[11 * seats]])}"

    yield lambda rng: f"dealer {one_of(rng, 'abcdef'[:seats])}"
    while True:
        dealt = (yield deal).words
        pile = [card for card in pile if card not in dealt]
        tableau, held, is_over = dealt[-1:], dict.fromkeys("abcdef"[:seats], 11), False
        while not is_over:
            line = yield
            if line.verb == "draw":
                held[line.who] += 1
                if not pile and dump:
                    pile, dump = dump, []
                elif not pile:  # all cards of the tableau but the last
                    pile, tableau = [card for card in DECK if card in tableau[:-1]], tableau[-1:]
                drawn = yield partial(card_from, pile)
                pile = [card for card in pile if card not in drawn.words]
            else:
                is_over = foozle_move(line, tableau, held)
        if not line.after:
            return  # this hand may have been the last
        dump = [card for card in DECK if card not in pile]
        if len(dump) > len(pile):
            pile, dump = DECK, []


def card_from(pile, rng):
    return f"drawn {one_of(rng, pile)}"


def foozle_move(line, tableau, held):
    """Whether the hand is over: with three trumps laid down at once, or without a card left."""
    cards = [word for word in line.what.split() if word in DECK]
    if line.verb == "take":
        held[line.who] += 1
        tableau.remove(cards[0])
        if len(line.words) == 1:
            return False
    elif line.verb == "discard":
        tableau += cards
    held[line.who] -= len(cards)
    return sum(card in TRUMPS for card in cards) >= 3 or held[line.who] == 0


# ---- Fooblitzky: what is drawn ----

ITEMS = (
    "hair-spray toothpaste eyedropper banana sardines hot-dog screwdriver light-bulb saw fish snake pig "
    "tennis-ball basketball bowling-ball yo-yo teddy-bear train-set"
).split()
QUADRANTS = ("UL", "UR", "LL", "LR")
PURSES = (2, 4, 6, 8, 10)
USUAL = {
    "start_foobles": "standard",
    "crossing_risk": "standard",
    "man_frequency": "standard",
    "man_mood": "standard",
    "first_locker": "random",
    "pawn_shop": "random",
    "wage": "4",
    "days": "5",
    "for_another": "no",
    "three_of_four": "no",
}
"""The options, if the record doesn't say otherwise."""


def several(rng, items, count):
    """So many of these, each of which can be drawn again."""
    return " ".join(one_of(rng, items) for _ in range(count)) or "none"


def stocked(correct, rng):
    """The shelves that lack a copy: for each correct item, one of the copies that are left."""
    words = ["stock"]
    for item in dict.fromkeys(correct):
        copies = [at for at in QUADRANTS for _ in range(correct.count(item))]
        words += [copies.pop(below(rng, len(copies))) for _ in range(correct.count(item))]
    return " ".join(words)


def changed(verb, crosswalks, rng):
    """Each of these crosswalks with even chances."""
    return f"{verb} {' '.join(str(number) for number in crosswalks if rng.random() < 0.5) or 'none'}"


def traffic(risk, is_rush_hour, rng):
    """Whether a car hits somebody who crosses at an X."""
    risks = {"low": (1 / 8, 1 / 4), "standard": (1 / 4, 1 / 2), "high": (1 / 2, 3 / 4)}
    return "hit" if rng.random() < risks[risk][is_rush_hour] else "safe"


def man(options, correct, player, rng):
    """Whether the Chance Man comes, in which mood, and what happens then."""
    if rng.random() >= {"low": 0.1, "standard": 0.2, "high": 0.4}[options["man_frequency"]]:
        return "nobody"
    mood = {"unfriendly": 0.25, "standard": 0.5, "friendly": 0.75}[options["man_mood"]]
    bad = ["piano"] + ["takes"] * (player.foobles > 0) + ["steals"] * bool(player.bag)
    deed = one_of(rng, ["again", "gives", "offers"] if rng.random() < mood else bad)
    if deed == "gives":
        return f"man gives {one_of(rng, PURSES)}"
    if deed == "takes":
        return f"man takes {min(player.foobles, one_of(rng, PURSES))}"
    if deed == "steals":
        shops = ("UR",) if options["pawn_shop"] == "upper-right" else ("UR", "LL")
        return f"man steals {one_of(rng, player.bag)} {one_of(rng, shops)}"
    if deed == "offers":
        right = list(dict.fromkeys(correct))
        wrong = shuffle(rng, [item for item in ITEMS if item not in right])
        return " ".join(["man offers", *in_order([one_of(rng, right), *wrong[:2]], ITEMS)])
    return f"man {deed}"


# ---- Fooblitzky: when, and from what ----

PRICES = dict(zip(ITEMS, (4, 8, 16) * 6, strict=True))
PERIODS = (1, 2, 3, 2, 3, 1, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 1, 3, 3)
"""After how many rounds each crosswalk may change."""
GOING = ("walk", "enter", "bump", "kerb")


def fooblitzky(seats, options):
    """The start, the wheel, the crosswalks, and what happens to players in the streets."""
    return City(seats, USUAL | options).play()


class Player:
    """Somebody in the city; `inside` is the place where their next turn begins, if it's in one."""

    def __init__(self, seat):
        self.seat, self.foobles, self.bag, self.lockers = seat, 0, [], {}
        self.inside, self.nights = "", 0

    def get(self, *items):
        self.bag = in_order([*self.bag, *items], ITEMS)

    def go_into(self, place, foobles):
        self.inside, self.foobles = place, self.foobles + foobles

    def swap(self, quadrant, items):
        """Put these into a locker, and take out what's there."""
        there, self.lockers[quadrant] = self.lockers[quadrant], items
        self.get(*there)

    def line(self, *verbs):
        """The next line, which has to be this player's, with one of these verbs."""
        line = yield
        if line.who == self.seat and line.verb in verbs:
            return line
        raise ValueError


class City:
    """The city of Fooblitzky, as far as chance depends on it.

    Walks aren't followed: the line after says whether one has come to an X, by “cross” or “stay”.
    """

    def __init__(self, seats, options):
        self.options, self.players = options, [Player(seat) for seat in "abcd"[:seats]]
        self.correct, self.stock, self.round, self.is_won = [], {}, 0, False

    def is_on(self, option):
        return self.options[option].lower() in ("true", "1", "yes", "on", "t", "y")

    def play(self):
        """The game, from the secret choices to its end."""
        yield from self.set_up()
        while True:
            for player in self.players:
                while (yield from self.turn(player)):
                    pass
                if self.is_won:
                    return
            due = [number for number, period in enumerate(PERIODS, 1) if (self.round + 1) % period == 0]
            yield partial(changed, "flip", due)
            self.round += 1
            if self.round >= 40 * whole(self.options["days"]):
                return

    def set_up(self):
        """The choices and the other correct items, the shelves, the lockers and the crosswalks."""
        chosen = {}
        while len(chosen) < len(self.players):
            line = yield
            if line.verb != "choose":
                raise ValueError
            chosen[line.who] = line.words[0]
        items = [*chosen.values()]
        if len(items) < 4:
            items += (yield lambda rng: f"missing {several(rng, ITEMS, 4 - len(chosen))}").words
        self.correct = in_order(items, ITEMS)
        self.stock = {(item, at): max(1, self.correct.count(item)) for item in ITEMS for at in QUADRANTS}
        total = sum(PRICES[item] for item in self.correct)
        foobles = {"low": total, "standard": 2 * total, "high": 128}[self.options["start_foobles"]]
        for item, at in zip(self.correct, (yield partial(stocked, self.correct)).words, strict=True):
            self.stock[item, at] -= 1
        lockers = ["UL"] * len(chosen)
        if self.options["first_locker"] == "random":
            lockers = (yield lambda rng: f"lockers {several(rng, ('UL', 'LR'), len(chosen))}").words
        for number, (player, at) in enumerate(zip(self.players, lockers, strict=True)):
            owner = self.players[number - self.is_on("for_another")].seat
            player.foobles, player.lockers = foobles, {"UL": [], "LR": [], at: [chosen[owner]]}
        yield partial(changed, "crosswalks", range(1, 21))

    def turn(self, player):
        """A turn. Returns whether the player has another one."""
        roll = yield lambda rng: f"roll {1 + below(rng, 24)}"
        if player.inside and (yield from self.stays_inside(player, whole(roll.words[0]))):
            return False
        player.inside, player.nights = "", 0
        line = yield from self.walk(player)
        if line.what == "hit":
            player.go_into("hospital", -3)
        elif line.verb == "bump":
            yield from self.bump(player, line.words[0])
        elif line.verb == "enter":
            yield from self.enter(player, *line.words[:2])
        else:
            return (yield from self.meets_man(player))
        return False

    def stays_inside(self, player, number):
        """Whether the turn ends where it began."""
        is_ill = player.inside == "hospital"
        if is_ill and number % 3 == 0:
            return False
        if not is_ill or player.foobles >= 10:
            line = yield from player.line("stay", "leave")
            if line.verb == "leave":
                player.foobles -= 10 * is_ill
                return False
        if is_ill:
            player.nights += 1
            player.go_into("hospital" if player.nights < 3 else "", -3)
        elif player.inside == "restaurant":
            player.foobles += whole(self.options["wage"])
        return True

    def walk(self, player):
        """The line that says where a walk ended: the player's, or “hit”."""
        line = now = yield from player.line(*GOING)
        while now.after.startswith(("cross", "stay", "/")):
            choice = yield from player.line("cross", "stay")
            if choice.verb == "cross":
                is_rush_hour = self.round % 40 % 16 < 4  # at 8, at 12 and at 4 o'clock
                now = yield partial(traffic, self.options["crossing_risk"], is_rush_hour)
                if now.what == "hit":
                    return now
                if line.verb != "kerb" or not now.after.startswith(GOING):
                    continue
            line = now = yield from player.line(*GOING)
        return line

    def enter(self, player, quadrant, kind):
        """What happens in a place; the correct items at a Check Point win the game."""
        if kind == "check":
            ticks = (Counter(player.bag) & Counter(self.correct)).total()
            self.is_won = player.foobles > 0 and ticks >= (3 if self.is_on("three_of_four") else 4)
        elif kind == "restaurant":
            player.go_into(kind, whole(self.options["wage"]))
        elif kind.startswith("ugh"):
            player.go_into(kind, -6)
        else:
            yield from self.visit(player, quadrant, kind)

    def visit(self, player, quadrant, kind):
        """What a player does in a store, a phone booth or a pawn shop, at a charity or a locker."""
        line = yield from player.line("buy", "sell", "call", "put", "take", "give", "keep")
        bag, item = player.bag, " ".join(line.words)
        if line.verb == "buy" and item != "nothing":
            self.buy(player, item, quadrant, kind)
        elif line.verb == "sell" and item != "nothing":
            bag.remove(item)
            player.foobles += PRICES[item] // 2
        elif line.verb == "put" and item != "nothing":
            bag.remove(item)
            player.swap(quadrant, [item])
        elif line.verb == "take" and len(bag) < 4:
            player.swap(quadrant, [])
        elif line.verb == "give":
            if self.options["pawn_shop"] == "random":
                yield lambda rng: f"shops {several(rng, ('UR', 'LL'), len(bag))}"
            bag.clear()

    def buy(self, player, item, quadrant, kind):
        """A try to buy; a pawn shop and the Chance Man always have what they offer."""
        costs = {"pawn": PRICES[item] * 3 // 4, "offer": PRICES[item] // 2}.get(kind, PRICES[item])
        is_store = kind not in ("pawn", "offer")
        is_there = not is_store or self.stock[item, quadrant] > 0
        if is_there and costs <= player.foobles and len(player.bag) < 4:
            player.foobles -= costs
            player.get(item)
            if is_store:
                self.stock[item, quadrant] -= 1

    def bump(self, player, seat):
        """Both drop everything, and take turns picking up as many things as they had."""
        other = {one.seat: one for one in self.players}[seat]
        pile, owed = in_order(player.bag + other.bag, ITEMS), [len(player.bag), len(other.bag)]
        player.bag, other.bag, turn = [], [], 0
        while len(set(pile)) > 1 and all(owed):
            picker = (player, other)[turn]
            line = yield from picker.line("pick")
            pile.remove(line.words[0])
            picker.get(line.words[0])
            owed[turn] -= 1
            turn = 1 - turn
        player.get(*pile[: owed[0]])
        other.get(*pile[owed[0] :])

    def meets_man(self, player):
        """Returns whether the Chance Man gives the player another turn."""
        match (yield partial(man, self.options, self.correct, player)).what.split():
            case ["man", "again"]:
                return True
            case ["man", "piano"]:
                player.go_into("hospital", -3)
            case ["man", "gives", foobles]:
                player.foobles += whole(foobles)
            case ["man", "takes", foobles]:
                player.foobles -= whole(foobles)
            case ["man", "steals", item, _]:
                player.bag.remove(item)
            case ["man", "offers", *_]:
                yield from self.visit(player, "", "offer")
        return False


# ---- All games ----

GAMES = {game.__name__: game for game in (calabresella, doublolo, fooblitzky, foozle, fourside)}
SETUP = ("the start of the game",) * 2
CARS = ("1 crossing of a street", "{count} crossings of a street")
MAN = ("1 chance to meet the Chance Man", "{count} chances to meet the Chance Man")
SAID = {
    **dict.fromkeys(["board", "stones", "missing", "stock", "lockers", "crosswalks"], SETUP),
    "tiles": ("1 draw of tiles", "{count} draws of tiles"),
    "toss": ("1 toss", "{count} tosses"),
    "dealer": ("the first dealer",) * 2,
    "deal": ("1 deal", "{count} deals"),
    "drawn": ("1 card drawn", "{count} cards drawn"),
    "flip": ("1 change of the crosswalks", "{count} changes of the crosswalks"),
    "roll": ("1 roll", "{count} rolls"),
    "shops": ("1 gift to charity", "{count} gifts to charity"),
    **dict.fromkeys(["safe", "hit"], CARS),
    **dict.fromkeys(["nobody", "man"], MAN),
}
"""What a line of chance is called, if there's one of it and if there are more."""


def main(arguments):
    """Check the file that was named. Returns the exit status."""
    try:
        if len(arguments) != 1:
            raise CannotRead("Name the file with the record: python verify.py foozle-17.txt")
        raw = sys.stdin.buffer.read() if arguments[0] == "-" else Path(arguments[0]).read_bytes()
        print(verify(raw.decode()))
    except (OSError, UnicodeDecodeError):
        print("This file can't be read as text.", file=sys.stderr)
        return 2
    except (CannotRead, Differs) as problem:
        print(problem, file=sys.stderr)
        return 1 if isinstance(problem, Differs) else 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
