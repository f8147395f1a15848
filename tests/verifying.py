"""Records of all games with everything that chance can depend on, and altered copies of them."""

from collections.abc import Iterator
from random import Random

from games.core import CHANCE, IllegalMove, Seat
from games.engine import fair, record, registry
from games.engine.record import Header, Line
from games.engine.seating import seating
from games.engine.table import AnyTable, Table

OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "calabresella": ({"game_point": "60", "replays": "true"}, {"solos": "3"}, {"replay": "true"}),
    "doublolo": ({}, {"length": "short"}, {"length": "quick"}, {"blocked": "31", "first": "red"}),
    "fooblitzky": (
        {"days": "1", "man_frequency": "high", "man_mood": "unfriendly", "crossing_risk": "high"},
        {"days": "1", "for_another": "true", "pawn_shop": "upper-right", "start_foobles": "high"},
        {"days": "1", "two_tokens": "true", "man_mood": "friendly", "man_frequency": "high"},
        {"days": "1", "first_locker": "upper-left", "start_foobles": "low", "crossing_risk": "low"},
    ),
    "foozle": ({"colours": "3"}, {"colours": "4"}, {"turns": "7"}),
    "fourside": ({}, {"level": "beginner", "length": "quick"}, {"level": "expert"}),
}
MOST_LINES = 1500
UNDONE = 0.04
"""How often somebody undoes a move instead of making one."""


def played(name: str, number: int) -> str:
    """A whole game at random or by computers, with undo and Join clicks; the same for the same number."""
    lots, game = Random(f"{name} {number}"), registry.find(name)
    options = OPTIONS[name][number % len(OPTIONS[name])]
    seats = lots.choice([len(held) for held in seating(game, game.options.model_validate(options)).values()])
    seed = lots.randbytes(32)
    joins = tuple(str(lots.randrange(10**18, 10**19)) for _ in range(lots.randint(0, seats)))
    header = Header(
        name,
        game.about.edition,
        seats,
        tuple(options.items()),
        commit=fair.commit(seed),
        interaction_ids=joins,
    )
    table: AnyTable = Table.new(game, header).unasked()
    is_random, names_undone = lots.random() < 0.5, lots.random() < 0.8
    while not table.over:
        line = _next(table, seed, lots, is_random, names_undone)
        table = table.play(Line(CHANCE, "/stop") if len(table.lines) >= MOST_LINES else line)
    return record.write(table.record(seed))


def _next(table: AnyTable, seed: bytes, lots: Random, is_random: bool, names_undone: bool) -> Line:
    if CHANCE in table.turn.owes:
        return table.chance(seed)
    if lots.random() < UNDONE:
        seat = Seat(lots.randrange(table.header.seats))
        try:
            number = table.plies[table.takeback(seat)].number
            return Line(seat, f"/undo {number}" if names_undone else "/undo")
        except IllegalMove:
            pass
    game, seat = table.game, lots.choice(sorted(table.turn.owes))
    view = table.view(seat)
    if not is_random:
        key = table.computer_key(seed, seat)
        return Line(seat, game.write(game.choose(view, game.about.levels[0], fair.computer_rng(key))))
    moves = [game.write(move) for move in game.legal(view)]
    onward = [move for move in moves if move in ("next", "agree", "replay")]
    return Line(seat, lots.choice(onward if onward and lots.random() < 0.7 else moves))


def altered(text: str, lots: Random) -> Iterator[tuple[str, str]]:
    """Each way to alter what chance drew, or what it was drawn from, and the record altered like that."""
    rows = text.rstrip("\n").split("\n")
    drawn = [at for at, row in enumerate(rows) if row.startswith("* ") and row[2] != "/"]
    for tag in ("Commit", "Joins", "Seed"):
        for at, row in enumerate(rows):
            if row.startswith(f"[{tag} "):
                digits = [place for place, sign in enumerate(row) if sign.isdigit() and place > 14]
                place = lots.choice(digits)
                digit = str((int(row[place]) + lots.randint(1, 9)) % 10)
                yield tag, _with(rows, at, row[:place] + digit + row[place + 1 :])
    at = lots.choice(drawn)
    for name, other in _other_lines(rows, at, drawn, lots):
        if other != rows[at]:
            yield name, _with(rows, at, other)
    yield "left out", _text(rows[:at] + rows[at + 1 :])
    yield "twice", _text(rows[:at] + rows[at:][:1] + rows[at:])
    for two in (at - 1, at):
        if rows[two] and two + 1 < len(rows) and rows[two] != rows[two + 1]:
            swapped = [rows[two + 1], rows[two]]
            yield "order", _text(rows[:two] + swapped + rows[two + 2 :])


def _other_lines(rows: list[str], at: int, drawn: list[int], lots: Random) -> Iterator[tuple[str, str]]:
    """Other lines for this one of chance's: one card, die or square altered, or two exchanged."""
    words = rows[at].split(" ")
    alike = [rows[one].split(" ") for one in drawn if rows[one].split(" ")[1] == words[1]]
    place = lots.randrange(min(2, len(words) - 1), len(words))
    another = lots.choice([word for row in alike for word in row[2:]] or ["safe", "hit", "nobody"])
    yield "one thing", " ".join([*words[:place], another, *words[place + 1 :]])
    two = lots.randrange(min(2, len(words) - 1), len(words))
    exchanged = words[:]
    exchanged[place], exchanged[two] = exchanged[two], exchanged[place]
    yield "exchanged", " ".join(exchanged)
    yield "another line", rows[lots.choice(drawn)]
    yield "a player's", "a" + rows[at][1:]


def _with(rows: list[str], at: int, row: str) -> str:
    return _text([*rows[:at], row, *rows[at + 1 :]])


def _text(rows: list[str]) -> str:
    return "\n".join(rows) + "\n"
