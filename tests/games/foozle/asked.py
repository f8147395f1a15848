"""A player with these cards, and what they are asked."""

from games.core import Question, Seat
from games.foozle.position import Laying
from games.foozle.prompts import prompt
from games.foozle.view import View, look
from tests.games.foozle.naive import table_with

A, B = Seat(0), Seat(1)


def laying(hand: str, groups: tuple[str, ...] = ()) -> View:
    return look(Laying(table_with((hand, "Grue"), "0Fa", groups), A), A)


def pick(view: View, *answers: str) -> Question:
    asked = prompt(view, answers)
    assert isinstance(asked, Question)
    return asked
