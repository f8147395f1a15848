"""Laws of the game of the day: everybody gets the same, it comes to an end, and it has a score."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from random import Random

from bot.daily.tries import choose_here, new_table, tried
from bot.table.deal import PLAYER, computer_key, moves_of, rules_of, scored
from games.core import CHANCE, Seat
from games.engine import fair, record
from games.engine.record import Line
from games.engine.replay import replay
from games.engine.table import AnyTable
from games.game import AnyGame, Form
from tests.deep import sized

MOST_MOVES = 150
"""Of the person, however badly they play."""


def the_same_moves_make_the_same_day(game: AnyGame, seed: bytes) -> None:
    """In whatever order they come that are made at once; other moves at least begin with the same deal."""
    for form in _forms(game):
        one = _by_person(game, form, seed, Random(1), min)
        later = _by_person(game, form, seed, Random(1), max)
        assert _by_seat(one) == _by_seat(later), "The others or chance depend on who is asked first."
        other = _by_person(game, form, seed, Random(2), min)
        assert _before_the_person(one) == _before_the_person(other), "The deal isn't the same for everybody."


def a_try_ends_with_a_score(game: AnyGame, seed: bytes) -> None:
    """Of somebody who plays badly; and its record stands by itself."""
    rules = rules_of(game)
    assert rules.seats in game.about.seats, f"{game.about.title} has no {rules.seats} seats."
    assert rules.rival in game.about.levels, f"{game.about.title} has no computer {rules.rival}."
    for form in _forms(game):
        for number in range(sized(2, 3)):
            _has_ended(_by_person(game, form, seed, Random(number), min), seed)


def a_computers_try_ends_with_a_score(game: AnyGame, seed: bytes, level: str) -> None:
    """It's the same each time, and so is par."""
    end, *more = (_by_computer(game, form, seed, level) for form in _forms(game))
    for one in (end, *more):
        _has_ended(one, seed)
    again = _by_computer(game, rules_of(game), seed, level)
    assert again.lines == end.lines, "A computer's try isn't the same each time."


def _has_ended(table: AnyTable, seed: bytes) -> None:
    moves = moves_of(table, PLAYER)
    assert table.outcome is not None, f"No end after {moves} moves of the person."
    assert moves <= MOST_MOVES, f"The end comes only after {moves} moves of the person."
    assert isinstance(scored(table), int), f"The score is {scored(table)!r}."
    told = record.read(record.write(table.record(seed)))
    assert replay(table.game, told).faults == ()


def its_words_are_sentences(game: AnyGame) -> None:
    """They tell nothing of the deal, since they are the same each time."""
    rules = rules_of(game)
    for sentence in (words for form in _forms(game) for words in (form.line, form.counts)):
        assert sentence.endswith("."), f"{sentence!r} isn't a sentence."
        assert 0 < len(sentence) <= 110, f"{sentence!r} has {len(sentence)} characters; 110 fit."
    assert all(rules.unit), "The score has no words for one and for several."


def _forms(game: AnyGame) -> list[Form]:
    """What is played as the game of the day, and in duels if that's something else."""
    rules = rules_of(game)
    return [rules] if rules.duel is None else [rules, rules.duel]


def _by_computer(game: AnyGame, form: Form, seed: bytes, level: str) -> AnyTable:
    end = asyncio.run(tried(choose_here, game, seed, level, form=form))
    assert end is not None
    return end


def _by_person(
    game: AnyGame, form: Form, seed: bytes, person: Random, first: Callable[[Collection[Seat]], Seat]
) -> AnyTable:
    """A try of somebody who moves at random; of those who owe a move at once, `first` says who is quicker."""
    table = new_table(game, seed, form)
    while not table.over and moves_of(table, PLAYER) < MOST_MOVES:
        if CHANCE in table.turn.owes:
            table = table.play(table.chance(seed))
            continue
        seat = first(table.turn.owes)
        view, rng = table.view(seat), fair.computer_rng(computer_key(table, seed, seat))
        move = (
            person.choice(list(game.legal(view)))
            if seat == PLAYER
            else game.choose(view, rules_of(game).rival, rng)
        )
        table = table.play(Line(seat, game.write(move)))
    return table


def _by_seat(table: AnyTable) -> dict[Seat, list[str]]:
    found = defaultdict[Seat, list[str]](list)
    for line in table.lines:
        found[line.who].append(line.text)
    return dict(found)


def _before_the_person(table: AnyTable) -> list[Line]:
    lines = list(table.lines)
    return lines[: next(number for number, line in enumerate(lines) if line.who == PLAYER)]
