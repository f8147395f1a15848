"""Laws of what a player is asked and shown: prompts, their limits, words and pictures."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, combinations, cycle, islice, product
from random import Random
from typing import Any, TypeAlias

from games.core import (
    CHANCE,
    MARKS,
    Event,
    IllegalMove,
    Preferences,
    Question,
    Ready,
    Step,
    Viewer,
    mark,
    name_seats,
)
from games.game import AnyGame
from tests.games.pictures import FACES
from tests.laws.play import Play, draw, heard, random_move

Answers: TypeAlias = tuple[str, ...]
Words: TypeAlias = tuple[tuple[str, ...], str, Question | Ready[Any] | None]
"""What a viewer hears of a line, and the description and the first question after it."""

QUESTIONS = 2_000
"""How many questions and moves of one prompt tree are looked at; larger trees are sampled."""

EARLIER = 40
"""In how many earlier positions of a play prompts are looked at."""

NEWEST = 3
"""How many lines a board tells at most."""

PAIRS = 4
"""How many pairs of lines that may come next are compared."""

PLACEHOLDER, LABEL, NOTE, OPTIONS, ALT_TEXT, NOTES = 150, 80, 100, 25, 1_000, 3_500
KEY, ANSWERS = 12, 70
PNG = b"\x89PNG\r\n\x1a\n"


NEVER_SHOWN = (
    "Chance owes here, so the bot never shows this position: it draws at once. "
    "What everybody should see before that needs a phase in which somebody owes a move."
)


@contextmanager
def noted(chance_owes: bool) -> Iterator[None]:
    """A failure inside says so if the position is one that nobody is shown."""
    try:
        yield
    except Exception as failed:
        if chance_owes:
            failed.add_note(NEVER_SHOWN)
        raise


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
    """Every choice of preferences, with marks on everything that can be marked; none where nothing is."""
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
    """A refusal is something you can say to a person: it begins, ends, and fits in a message."""
    text = str(refused)
    whole = bool(text) and not text[0].islower() and text[-1] in ".!?" and " " in text and len(text) <= 500
    assert whole, f"This is refused without a sentence: “{text[:600]}”"
    unseen = [one for one in text if unicodedata.category(one).startswith("C")]
    assert not unseen, f"A refusal repeats what can't be seen, {unseen}: “{text}”"


def prompts_fit_in_discord(play: Play) -> None:
    """All questions of the last position, and of earlier ones those on one way to a move."""
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
    icons = game.icons if game.icon is not None else ()
    assert 1 <= len(pick.choices) <= OPTIONS, f"{len(pick.choices)} choices in {pick}"
    assert 1 <= pick.least <= pick.most <= len(pick.choices), f"{pick.least} to {pick.most} of {pick}"
    assert 0 < len(_named(pick.text).strip()) <= PLACEHOLDER, f"The question is too long or empty: {pick}"
    keys = [choice.key for choice in pick.choices]
    assert len(set(keys)) == len(keys), f"A key appears twice in {pick}"
    shown = {(choice.label, choice.note) for choice in pick.choices}
    assert len(shown) == len(keys), f"Two choices look alike in {pick}"
    for choice in pick.choices:
        assert 1 <= len(choice.key) <= KEY, f"The key of {choice} doesn't have 1 to {KEY} characters."
        assert not set(choice.key) & set(":,+"), f"A key can't contain “:”, “,” or “+”: {choice}"
        assert 0 < len(_named(choice.label).strip()) <= LABEL, f"The label of {choice} is too long or empty."
        assert len(_named(choice.note)) <= NOTE, f"The note of {choice} is too long."
        assert not choice.icon or choice.icon in icons, f"The icon of {choice} is not drawn."


def _named(text: str) -> str:
    """The text with the longest names that people can have."""
    return name_seats(text, lambda _: "W" * 32)


def the_channel_is_asked_what_the_mover_is_asked(play: Play) -> None:
    channel = play.game.view(play.state, None)
    owes = play.game.turn(play.state).owes
    legal = set(play.game.legal(channel))
    owed = {move for seat in owes if seat in play.seats for move in play.legal(seat)}
    assert legal <= owed, f"The channel knows moves that nobody owes: {legal - owed}"
    if play.game.prompt(channel, ()) is None:
        return
    assert len(owes) == 1, f"The channel is asked while {len(owes)} seats owe a move."
    mover = play.game.view(play.state, *owes)
    for answers, node in islice(tree(play.game, channel, play.rng), QUESTIONS):
        assert node == play.game.prompt(mover, answers), f"After {answers} the channel is asked {node}"
    for answers, node in islice(tree(play.game, mover, play.rng), QUESTIONS):
        assert node == play.game.prompt(channel, answers), f"After {answers} the mover is asked {node}"


def only_who_may_move_is_asked(play: Play) -> None:
    turn = play.game.turn(play.state)
    for seat in set(play.seats) - turn.owes - turn.may:
        view = play.game.view(play.state, seat)
        assert play.game.prompt(view, ()) is None, f"Seat {seat} is asked, but may not move."
        assert not list(play.game.legal(view)), f"Seat {seat} has legal moves, but may not move."


def words_fit_in_alt_text(play: Play) -> None:
    if play.game.describe is not None:
        for viewer in play.viewers:
            for view in as_preferred(play.game, play.game.view(play.state, viewer), viewer):
                with noted(CHANCE in play.game.turn(play.state).owes):
                    words = play.game.describe(view)
                    fits = 0 < len(words.strip()) <= ALT_TEXT
                    assert fits, f"{len(words)} characters describe the position."


def notes_fit_in_a_message(play: Play) -> None:
    if play.game.notes is not None:
        for viewer in play.viewers:
            notes = play.game.notes(play.game.view(play.state, viewer))
            assert all(note.strip() and "\n" not in note for note in notes), f"Not a sentence: {notes}"
            assert sum(len(_named(note)) + 1 for note in notes) <= NOTES, f"Too many notes: {notes}"


def pictures_are_the_same_at_every_drawing(play: Play) -> None:
    """For any viewer, and for a player who owes a move after any answers."""
    if play.game.draw is None:
        return
    rng = play.rng
    with noted(CHANCE in play.game.turn(play.state).owes):
        _is_the_same_picture(play.game, play.game.view(play.state, rng.choice(play.viewers)))
    for seat in play.game.turn(play.state).owes & set(play.seats):
        view = rng.choice([*as_preferred(play.game, play.game.view(play.state, seat), seat)])
        asked = [
            answers for answers, node in islice(tree(play.game, view, rng), 20) if isinstance(node, Question)
        ]
        _is_the_same_picture(play.game, view, rng.choice(asked))


def _is_the_same_picture(game: AnyGame, view: Any, answers: Answers = ()) -> None:
    assert game.draw is not None
    picture = game.draw(view, answers).png(FACES)
    assert picture.startswith(PNG), "The picture is no PNG."
    assert picture == game.draw(view, answers).png(FACES), "The picture changes."


def what_is_seen_otherwise_is_told_otherwise(play: Play) -> None:
    """The words alone leave out nothing that a picture shows of the next line.

    Two lines that may come next are tried. If some viewer's pictures differ after them, so do the words:
    what was heard of the line, the description, or the questions.
    """
    game, rng = play.game, play.rng
    if game.draw is None or play.over:
        return
    for _ in range(PAIRS):
        who, move = random_move(game, play.state, rng)
        moves = [move, draw(game, play.state, rng) if who == CHANCE else rng.choice(play.legal(who))]
        steps = [game.apply(play.state, who, move) for move in moves]
        for viewer in play.viewers:
            views = [game.view(step.state, viewer) for step in steps]
            words = [_words(play, step, viewer) for step in steps]
            if views[0] == views[1] or words[0] != words[1]:
                continue
            texts = [game.write(move) for move in moves]
            pictures = [game.draw(view).png(FACES) for view in views]
            assert pictures[0] == pictures[1], f"Seat {viewer} sees {texts} alone: {words[0]}"


def a_line_that_the_caption_tells_is_known(play: Play) -> None:
    """A board leaves out the lines that its picture's caption tells, so it has to know them.

    A caption repeats a line if it has its numbers, cards or squares, one of its words, and the same players.
    A caption that is said to tell a line has to be about the same player.
    """
    if play.game.draw is None:
        return
    with noted(CHANCE in play.game.turn(play.state).owes):
        for viewer in play.viewers:
            caption = play.game.draw(play.game.view(play.state, viewer)).caption_for(FACES)
            for event in [event for told in play.told for event in told][-NEWEST:]:
                _is_known(event, caption, viewer)


def _is_known(event: Event, caption: str, viewer: Viewer) -> None:
    assert not event.is_hand or all(text.startswith(event.text) for text in event.secret.values())
    line = event.heard_by(viewer)
    if event.is_told_by(caption, viewer):
        about = _MARK.findall(line)[:1]
        is_own = viewer is not None and mark(viewer) in about
        assert is_own or set(about) <= set(_MARK.findall(caption)), f"“{caption}” doesn't tell “{line}”"
        return
    facts, players = set(_FACT.findall(line)), set(_MARK.findall(line))
    # What another player did with the same cards is other news.
    is_same = players == set(_MARK.findall(caption))
    repeats = is_same and facts and facts <= set(_FACT.findall(caption))
    assert not (repeats and _stems(line) & _stems(caption)), f"“{caption}” repeats “{line}”"


_MARK = re.compile(r"\{[a-z]\}")
_FACT = re.compile(r"[^\s.,:;()]*[\d♠♥♦♣][^\s.,:;()]*")


def _stems(text: str) -> set[str]:
    """The beginnings of the longer words: `play` of `plays` and `played`."""
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text)}


def _words(play: Play, step: Step[Any], viewer: Viewer) -> Words:
    view = play.game.view(step.state, viewer)
    described = "" if play.game.describe is None else play.game.describe(view)
    return heard(step.events, viewer), described, play.game.prompt(view, ())
