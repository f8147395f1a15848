"""Laws about questions: they lead to every legal move and to nothing else, in a form that Discord accepts."""

import unicodedata
from collections.abc import Iterator
from itertools import chain, combinations, cycle, islice, product
from random import Random
from typing import Any, TypeAlias

from games.core import CHANCE, MARKS, IllegalMove, Preferences, Question, Ready, Viewer, name_seats
from games.game import AnyGame
from tests.laws.play import Play

Answers: TypeAlias = tuple[str, ...]


QUESTIONS = 2_000
"""How many questions and moves of one prompt tree are looked at; larger trees are sampled."""

EARLIER = 40
"""In how many earlier positions of a play prompts are looked at."""

PLACEHOLDER, LABEL, NOTE, OPTIONS = 150, 80, 100, 25
KEY, ANSWERS = 12, 70


def tree(game: AnyGame, view: Any, rng: Random) -> Iterator[tuple[Answers, Question | Ready[Any]]]:
    """Every question and move that a view's prompt leads to; of a large tree an endless random part."""
    waiting: list[Answers] = [()]
    while waiting:
        answers = waiting.pop()
        node = game.prompt(view, answers)
        if node is None:
            assert not answers, f"After {answers} there is neither a question nor a move."
            return
        yield answers, node
        if isinstance(node, Question):
            following = [(*answers, answer) for answer in islice(_answers(node), QUESTIONS)]
            rng.shuffle(following)
            waiting += following


def _answers(pick: Question) -> Iterator[str]:
    keys = [choice.key for choice in pick.choices]
    sizes = range(pick.least, pick.most + 1)
    return map("+".join, chain.from_iterable(combinations(keys, size) for size in sizes))


def every_preference(game: AnyGame) -> Iterator[Preferences]:
    """Every combination of preferences, with everything marked that can be; empty if there are none."""
    if game.preferred is not None:
        names = [preference.name for preference in game.preferences]
        marks = dict(zip((one.key for one in game.markable), cycle(mark.key for mark in MARKS), strict=False))
        for chosen in product(*(preference.values for preference in game.preferences)):
            yield {name: value.key for name, value in zip(names, chosen, strict=True)} | marks


def as_preferred(game: AnyGame, view: Any, viewer: Viewer) -> Iterator[Any]:
    """The view, and then with every choice of preferences."""
    yield view
    if viewer is not None and game.preferred is not None:
        yield from (game.preferred(view, preferences) for preferences in every_preference(game))


def prompts_lead_to_the_legal_moves(play: Play) -> None:
    for seat in play.seats:
        view = play.game.view(play.state, seat)
        legal = list(play.game.legal(view))
        assert len(set(legal)) == len(legal), f"A legal move is named twice: {legal}"
        nodes = list(islice(tree(play.game, view, play.rng), QUESTIONS))
        spelt = {node.move for _, node in nodes if isinstance(node, Ready)}
        assert spelt <= set(legal), f"The prompt leads to illegal moves: {spelt - set(legal)}"
        if len(nodes) < QUESTIONS:
            assert spelt == set(legal), f"The prompt does not lead to {set(legal) - spelt}"


def answers_that_lead_nowhere_are_refused(play: Play) -> None:
    for viewer in play.viewers:
        view = play.game.view(play.state, viewer)
        for answers, node in islice(tree(play.game, view, play.rng), 40):
            if isinstance(node, Ready):
                _is_refused(play.game, view, (*answers, "more"))
            else:
                _is_refused(play.game, view, (*answers, "nonsense"))
                _is_refused(play.game, view, (*answers, ""))
                _is_refused(play.game, view, (*answers, "no\u202e\nsense" * 400))


def _is_refused(game: AnyGame, view: Any, answers: Answers) -> None:
    try:
        node = game.prompt(view, answers)
    except IllegalMove as refused:
        says_a_sentence(refused)
    else:
        raise AssertionError(f"{answers} were answered with {node}")


def says_a_sentence(refused: Exception) -> None:
    """A refusal is a proper sentence: it begins and ends like one, and fits in a message."""
    text = str(refused)
    whole = bool(text) and not text[0].islower() and text[-1] in ".!?" and " " in text and len(text) <= 500
    assert whole, f"This is refused without a sentence: “{text[:600]}”"
    unseen = [one for one in text if unicodedata.category(one).startswith("C")]
    assert not unseen, f"A refusal repeats what can't be seen, {unseen}: “{text}”"


def prompts_fit_in_discord(play: Play) -> None:
    """All questions of the last position, and of each earlier one those on one way to a move."""
    rng = play.rng
    for state in rng.sample(play.states, min(len(play.states), EARLIER)):
        for seat in play.game.turn(state).owes & set(play.seats):
            for view in as_preferred(play.game, play.game.view(state, seat), seat):
                _one_way_fits(play.game, view, rng)
    for viewer in play.viewers:
        view = play.game.view(play.state, viewer)
        for answers, node in islice(tree(play.game, view, play.rng), QUESTIONS):
            assert len(",".join(answers)) <= ANSWERS, f"{answers} pass {ANSWERS} characters."
            if isinstance(node, Question):
                _fits(play.game, node)


def _one_way_fits(game: AnyGame, view: Any, rng: Random) -> None:
    answers: Answers = ()
    while isinstance(node := game.prompt(view, answers), Question):
        _fits(game, node)
        picked = rng.sample(range(len(node.choices)), node.least)
        answers = (*answers, "+".join(node.choices[at].key for at in sorted(picked)))


def _fits(game: AnyGame, pick: Question) -> None:
    assert 1 <= len(pick.choices) <= OPTIONS, f"{len(pick.choices)} choices in {pick}"
    assert 1 <= pick.least <= pick.most <= len(pick.choices), f"{pick.least} to {pick.most} of {pick}"
    assert 0 < len(named(pick.text).strip()) <= PLACEHOLDER, f"The question is too long or empty: {pick}"
    keys = [choice.key for choice in pick.choices]
    assert len(set(keys)) == len(keys), f"A key appears twice in {pick}"
    shown = {(choice.label, choice.note) for choice in pick.choices}
    assert len(shown) == len(keys), f"Two choices look alike in {pick}"
    for choice in pick.choices:
        assert 1 <= len(choice.key) <= KEY, f"The key of {choice} doesn't have 1 to {KEY} characters."
        assert not set(choice.key) & set(":,+"), f"A key can't contain “:”, “,” or “+”: {choice}"
        assert 0 < len(named(choice.label).strip()) <= LABEL, f"The label of {choice} is too long or empty."
        assert len(named(choice.note)) <= NOTE, f"The note of {choice} is too long."
        assert not choice.icon or choice.icon in game.icons, f"The icon of {choice} is not drawn."


def named(text: str) -> str:
    """The text with the longest names that people can have."""
    return name_seats(text, lambda _: "W" * 32)


def the_channel_is_asked_what_the_mover_is_asked(play: Play) -> None:
    channel = play.game.view(play.state, None)
    owes = play.game.turn(play.state).owes
    legal = set(play.game.legal(channel))
    owed = {move for seat in owes if seat in play.seats for move in play.legal(seat)}
    assert legal <= owed, f"The channel knows moves that nobody owes: {legal - owed}"
    if play.game.prompt(channel, ()) is None:
        is_asked_in_a_hand = play.game.about.hands or not owes & set(play.seats)
        assert is_asked_in_a_hand, "The channel isn't asked, and without `About.hands` nobody else can be."
        return
    assert len(owes) == 1, f"The channel is asked while {len(owes)} seats owe a move."
    mover = play.game.view(play.state, *owes)
    for answers, node in islice(tree(play.game, channel, play.rng), QUESTIONS):
        assert node == play.game.prompt(mover, answers), f"After {answers} the channel is asked {node}"
    for answers, node in islice(tree(play.game, mover, play.rng), QUESTIONS):
        assert node == play.game.prompt(channel, answers), f"After {answers} the mover is asked {node}"


def only_who_may_move_is_asked(play: Play) -> None:
    _nobody_is_asked_while_no_player_owes_a_move(play)
    turn = play.game.turn(play.state)
    for seat in set(play.seats) - turn.owes - turn.may:
        view = play.game.view(play.state, seat)
        assert play.game.prompt(view, ()) is None, f"Seat {seat} is asked, but can't move."
        assert not list(play.game.legal(view)), f"Seat {seat} has legal moves, but can't move."


def _nobody_is_asked_while_no_player_owes_a_move(play: Play) -> None:
    """In any position of the play where chance moves, and after the end."""
    for state in play.states:
        turn = play.game.turn(state)
        for viewer in play.viewers if turn.owes <= {CHANCE} else ():
            view = play.game.view(state, viewer)
            if viewer is None or viewer not in turn.may:
                assert play.game.prompt(view, ()) is None, f"{viewer} is asked, but nobody owes a move."
                assert not list(play.game.legal(view)), f"{viewer} has legal moves, but nobody owes one."
