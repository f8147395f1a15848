"""Laws about what players see: words and pictures."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeAlias

from games.core import CHANCE, Caption, Event, Question, Ready, Seat, Step, Viewer, mark
from games.engine.record import Line
from games.game import AnyGame
from games.kit.faces import Kept, PlainDrawing, Told
from tests.games.pictures import FACES
from tests.laws.play import Play, draw, heard, random_move
from tests.laws.prompts import Answers, as_preferred, named, tree

Words: TypeAlias = tuple[tuple[str, ...], str, Question | Ready[Any] | None]
"""What a viewer hears of a line, and the description and the first question after it."""


PAIRS = 4
"""How many pairs of lines that may come next are compared."""

ALT_TEXT, NOTES = 1_000, 3_500
TITLE, LINE = 26, 44
TOLD = Caption("the event in short")
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


def words_fit_in_alt_text(play: Play) -> None:
    if play.game.describe is not None:
        for viewer in play.viewers:
            for view in as_preferred(play.game, play.game.view(play.state, viewer), viewer):
                with noted(CHANCE in play.game.turn(play.state).owes):
                    words = play.game.describe(view)
                    fits = 0 < len(words.strip()) <= ALT_TEXT
                    assert fits, f"{len(words)} characters describe the position."


def notes_fit_in_a_message(play: Play) -> None:
    if play.game.notebook is not None:
        for viewer in play.viewers:
            notes = play.game.notebook.notes(play.game.view(play.state, viewer))
            assert all(note.strip() and "\n" not in note for note in notes), f"Not a sentence: {notes}"
            assert sum(len(named(note)) + 1 for note in notes) <= NOTES, f"Too many notes: {notes}"


def pictures_are_the_same_at_every_drawing(play: Play) -> None:
    """For any viewer, and for a player who owes a move after any answers."""
    if play.game.pictures is None:
        return
    rng = play.rng
    with noted(CHANCE in play.game.turn(play.state).owes):
        _is_the_same_picture(play.game, play.game.view(play.state, rng.choice(play.viewers)))
    for seat in play.game.turn(play.state).owes & set(play.seats):
        view = rng.choice([*as_preferred(play.game, play.game.view(play.state, seat), seat)])
        asked = [
            answers for answers, node in islice(tree(play.game, view, rng), 20) if isinstance(node, Question)
        ]
        assert asked, f"Seat {seat} owes a move, and `prompt` asks it nothing."
        _is_the_same_picture(play.game, view, rng.choice(asked))


def _is_the_same_picture(game: AnyGame, view: Any, answers: Answers = ()) -> None:
    picture = game.draw(view, answers).png(FACES)
    assert picture.startswith(PNG), "The picture isn't a PNG."
    assert picture == game.draw(view, answers).png(FACES), "The picture changes."


def what_is_seen_otherwise_is_told_otherwise(play: Play) -> None:
    """The words leave out nothing that a picture shows of the next line.

    Two lines that may come next are tried. If some viewer's pictures differ after them, so do the words:
    what was heard of the line, the description, or the questions.
    """
    game, rng = play.game, play.rng
    if game.pictures is None or play.over:
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


def who_did_it_is_known(play: Play) -> None:
    """A seat's move is first told as this seat's doing, and a sentence about a player as theirs.

    What chance or another player's move made a player do is told with their name. Nobody did the rest.
    """
    for line, events in zip(play.lines, play.told, strict=True):
        assert not events or line.by in (None, events[0].by), f"“{line.text}” isn't told as {line.by}'s."
        for event in events:
            assert event.by in _doers(line, event), f"{event.by} can't have done this: {event}"


def _doers(line: Line, event: Event) -> set[Seat | None]:
    """Who may have done what this event of a line tells."""
    if not event.text:
        return {line.by, *event.secret}
    named = [Seat(ord(found[1]) - ord("a")) for found in _MARK.findall(event.text)[:1]]
    if any(event.text.startswith(mark(seat)) for seat in named):
        return {*named}
    return {None} if line.by is None else {None, line.by, *named}


def what_stays_in_a_picture_is_told_and_fits(play: Play) -> None:
    """Everybody who sees a highlight has heard of it, and the band has room for it."""
    seen = [
        (event, viewer, shown)
        for told in play.told
        for event in told
        for viewer in play.viewers
        if (shown := event.highlight(viewer)) is not None
    ]
    for event, viewer, shown in seen:
        assert event.heard_by(viewer), f"Seat {viewer} sees {shown} and hears nothing."
        assert 0 < len(shown.title) <= TITLE, f"“{shown.title}” is {len(shown.title)} characters long."
        assert len(shown.line) <= LINE, f"“{shown.line}” is {len(shown.line)} characters long."
        assert not any(words.endswith(".") for words in (shown.title, shown.line)), f"A full stop: {shown}"
        players = set(_MARK.findall(shown.words))
        assert players <= {mark(seat) for seat in play.seats}, f"Nobody at this table: {shown}"
    if play.game.pictures is not None and seen:
        _, viewer, shown = play.rng.choice(seen)
        with noted(CHANCE in play.game.turn(play.state).owes):
            told = Told(kept=Kept(shown, TOLD))
            drawing = play.game.draw(play.game.view(play.state, viewer)).telling(told)
            fits = isinstance(drawing, PlainDrawing) or TOLD in drawing.said(FACES)
            assert fits, f"The picture cuts {shown}."
            assert drawing.png(FACES).startswith(PNG), f"A picture with {shown} isn't a PNG."


def a_caption_is_about_who_did_it(play: Play) -> None:
    """The short form of an event, which is the caption of the next picture, names the player who did it.

    What pictures show is told to all alike, and to single seats with more.
    """
    for event in [event for told in play.told for event in told]:
        assert not event.is_shown or all(text.startswith(event.text) for text in event.secret.values())
        for viewer in play.viewers:
            caption = event.caption(viewer)
            named = caption.by in (None, viewer) or mark(caption.by) in caption.text
            assert named or not event.heard_by(viewer), f"“{caption.text}” isn't about {caption.by}: {event}"


_MARK = re.compile(r"\{[a-z]\}")


def _words(play: Play, step: Step[Any], viewer: Viewer) -> Words:
    view = play.game.view(step.state, viewer)
    described = "" if play.game.describe is None else play.game.describe(view)
    return heard(step.events, viewer), described, play.game.prompt(view, ())
