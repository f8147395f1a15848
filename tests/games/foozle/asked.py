"""A player with these cards, and what they are asked."""

from games.core import Question, Seat
from games.foozle.rules.position import Laying
from games.foozle.rules.view import View, see
from games.foozle.words.prompts import prompt
from tests.games.foozle.naive import table_with

A, B = Seat(0), Seat(1)


def laying(hand: str, groups: tuple[str, ...] = ()) -> View:
    return see(Laying(table_with((hand, "Grue"), "0Fa", groups), A), A)


def pick(view: View, *answers: str) -> Question:
    asked = prompt(view, answers)
    assert isinstance(asked, Question)
    return asked
