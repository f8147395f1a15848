"""The laws of computer players: they see only a view, always choose alike for it, and can't be predicted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from games.core import CHANCE, Seat, name_seats
from games.engine import fair
from games.engine.table import AnyTable, Table
from games.engine.vector import Vector
from games.game import AnyGame
from tests.laws.hidden import choosing_at_once, owed_by_a_person
from tests.laws.play import Play, draw, heard

SEEDS = 60
"""With this many seeds no choice that is drawn from the seed comes out the same every time."""


def a_computer_makes_the_same_legal_move(play: Play) -> None:
    found = owed_by_a_person(play)
    if not play.game.about.computers or found is None:
        return
    here, seat = found
    for level in play.game.about.levels:
        seed = play.rng.random()
        chosen = [play.game.choose(play.game.view(here.state, seat), level, Random(seed)) for _ in range(2)]
        assert chosen[0] in here.legal(seat), f"{level} plays {chosen[0]}, which is not legal."
        assert chosen[0] == chosen[1], f"{level} plays {chosen} from the same view and seed."


LONGEST_GAME = 10_000
"""A game between computers has fewer lines: a fifth of what a record can hold."""


def computers_come_to_an_end(play: Play) -> None:
    """From here on, by a level for each seat that is drawn by lot."""
    levels = play.game.about.levels
    if play.game.about.computers:
        computers_end_it(play, [play.rng.choice(levels) for _ in play.seats])


def computers_end_it(play: Play, levels: Sequence[str]) -> None:
    """The game comes to its end if these levels play it on from here."""
    game, state, rng = play.game, play.state, Random(play.seed)
    for _ in range(LONGEST_GAME):
        owes = game.turn(state).owes
        if not owes:
            return
        seat = min(owes)
        if seat == CHANCE:
            move = draw(game, state, rng)
        else:
            move = game.choose(game.view(state, seat), levels[seat], rng)
        state = game.apply(state, seat, move).state
    raise AssertionError(f"{', '.join(levels)} haven't come to an end after {LONGEST_GAME:,} lines.")


LONGEST_HINT = 200
MOST_HINTS = 40
"""So many legal moves of a position are explained."""


def a_hint_is_a_sentence(play: Play) -> None:
    """For any legal move, good or bad; the adviser is one of the game's levels."""
    judge, found = play.game.judge, owed_by_a_person(play)
    if judge is None or found is None:
        return
    assert judge.adviser in ("", *play.game.about.levels)
    here, seat = found
    for move in here.legal(seat)[:MOST_HINTS]:
        hint = judge.why(play.game.view(here.state, seat), move)
        is_sentence = hint[:1] not in ("", hint[:1].lower()) or hint.startswith("{")
        assert is_sentence, f"“{hint}” is not a sentence."
        assert hint[-1] in ".!", f"“{hint}” doesn't end like a sentence."
        assert len(name_seats(hint, lambda _: "n" * 32)) <= LONGEST_HINT + 32, f"“{hint}” is too long."
        assert "{" not in name_seats(hint, lambda _: ""), f"“{hint}” has an unknown mark."


STATED = {"calabresella": {"next", "either", "agree"}}
"""What a game's rules page says its computers always answer: everybody knows it, so it's no secret."""


def a_secret_choice_of_a_computer_cannot_be_foreseen(play: Play) -> None:
    """With the same public past, different seeds choose differently; the published hash changes nothing."""
    if not play.game.about.computers:
        return
    rng = play.rng
    for here, seat in secret_choices(play):
        table = _table(here, "sha256:00")
        for level in play.game.about.levels:
            seeds = [rng.randbytes(32) for _ in range(SEEDS)]
            first = _chosen(table, seat, level, seeds[0])
            others = (_chosen(table, seat, level, seed) for seed in seeds[1:])
            if first in STATED.get(play.header.game, ()):
                continue
            assert any(one != first for one in others), f"All can work out that {level} chooses {first}."
            published = _chosen(_table(here, "sha256:11"), seat, level, seeds[0])
            assert published == first, f"What is published of the seed changes what {level} chooses."


def secret_choices(play: Play) -> Iterator[tuple[Play, Seat]]:
    """Where several choose at once: those with a choice who know only what everybody knows.

    A player with a hand may choose by it alone; nobody else knows it.
    """
    for here, owes in choosing_at_once(play):
        for seat in owes:
            knows_no_more = all(heard(told, seat) == heard(told, None) for told in here.told)
            if knows_no_more and len(here.legal(seat)) > 1:
                yield here, seat


def _table(play: Play, commitment: str) -> AnyTable:
    return replace(
        Table.new(play.game, replace(play.header, commit=commitment)),
        state=play.state,
        lines=Vector.of(play.lines),
    )


def _chosen(table: AnyTable, seat: Seat, level: str, seed: bytes) -> str:
    rng = fair.computer_rng(table.computer_key(seed, seat))
    return table.game.write(table.game.choose(table.view(seat), level, rng))


def every_level_plays(game: AnyGame) -> None:
    for level in game.about.computers:
        assert level.plays is not None, f"Nobody says how {level.name} plays: Level has `plays` for that."
