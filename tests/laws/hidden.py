"""Laws about hidden things: nobody can find out, in any way, what they weren't told."""

from itertools import combinations, islice
from random import Random
from typing import Any

from games.core import CHANCE, Event, Highlight, IllegalMove, Seat, Viewer
from games.engine.record import Line
from tests.games.pictures import FACES
from tests.laws.play import Play, heard
from tests.laws.prompts import as_preferred, says_a_sentence, tree
from tests.laws.vary import listener, varied

TRIES = 4
"""How many other plays are looked for that a viewer can't tell apart."""

POSITIONS = 50
"""How many positions of such a play are compared with its own."""

SAID = 4
"""Of so many moves the reasons and the judgement are compared."""

SAMPLED = 50
"""How many questions of a prompt tree are compared."""


def nobody_is_shown_what_they_were_not_told(play: Play) -> None:
    """Two plays that sound alike to the end do so at every line, so all of their positions are compared."""
    if play.over and play.lines:
        play = play.before(len(play.lines) - 1)  # the end shows all (law 12) without telling it
    rng = play.rng
    for viewer in play.viewers:
        for other in varied(play, listener(play.game, viewer), rng, TRIES):
            apart = _apart(play, other)
            _keep_alike(play, other, viewer)
            for number in rng.sample(apart, min(len(apart), POSITIONS)):
                _look_alike(play.before(number), other.before(number), viewer)
            if apart:
                _are_shown_alike(play.before(apart[-1]), other.before(apart[-1]), viewer)
            if asked := [one for one in apart if viewer in play.game.turn(play.states[one]).owes]:
                _are_advised_alike(play.before(asked[-1]), other.before(asked[-1]), viewer)


def _apart(play: Play, other: Play) -> list[int]:
    """The numbers of lines after which the two plays' positions differ."""
    pairs = zip(play.states, other.states, strict=True)
    return [number for number, (one, another) in enumerate(pairs) if one != another]


def untold_differences(play: Play) -> int:
    """How many plays with other positions it found that some viewer can't tell from this one."""
    rng = play.rng
    listeners = [listener(play.game, viewer) for viewer in play.viewers]
    others = (other for by in listeners for other in varied(play, by, rng, TRIES))
    return sum(other.state != play.state for other in others)


def _look_alike(play: Play, other: Play, viewer: Viewer) -> None:
    """The viewer heard the same in both plays, so everything they can do and know must be the same too."""
    game, why = play.game, f"seat {viewer} can tell this play from {other}"
    mine, theirs = game.view(play.state, viewer), game.view(other.state, viewer)
    assert game.turn(play.state) == game.turn(other.state), f"By whose turn it is, {why}"
    assert game.outcome(play.state) == game.outcome(other.state), f"By the outcome, {why}"
    assert game.scores(play.state) == game.scores(other.state), f"By the scores, {why}"
    assert mine == theirs, f"By the view, {why}"
    assert hash(mine) == hash(theirs), f"By the view's hash, {why}"
    assert list(game.legal(mine)) == list(game.legal(theirs)), f"By the legal moves, {why}"
    if game.about.computers and viewer in game.turn(play.state).owes:
        chosen = [game.choose(view, game.about.levels[0], Random(0)) for view in (mine, theirs)]
        assert chosen[0] == chosen[1], f"By what a computer chooses, {why}"


def _keep_alike(play: Play, other: Play, viewer: Viewer) -> None:
    """So what stays in their pictures is the same, too."""
    for mine, theirs in zip(play.told, other.told, strict=True):
        kept = [_kept(told, viewer) for told in (mine, theirs)]
        assert kept[0] == kept[1], f"By what stays in pictures, seat {viewer} can tell this play from {other}"


def _kept(told: tuple[Event, ...], viewer: Viewer) -> list[Highlight | None]:
    return [event.highlight(viewer) for event in told if event.heard_by(viewer)]


def _are_shown_alike(play: Play, other: Play, viewer: Viewer) -> None:
    """So must everything they are asked and shown, with any preferences."""
    game, why = play.game, f"seat {viewer} can tell this play from {other}"
    views = (game.view(found.state, viewer) for found in (play, other))
    for one, another in zip(*(as_preferred(game, view, viewer) for view in views), strict=True):
        trees = [list(islice(tree(game, view, Random(0)), SAMPLED)) for view in (one, another)]
        assert trees[0] == trees[1], f"By the prompts, {why}"
        if game.describe is not None:
            assert game.describe(one) == game.describe(another), f"By the description, {why}"
        if game.notebook is not None:
            notes = game.notebook.notes
            assert notes(one) == notes(another), f"By the notes, {why}"
        if game.pictures is not None:
            for answers in {(), trees[0][-1][0] if trees[0] else ()}:
                pictures = [game.draw(view, answers).png(FACES) for view in (one, another)]
                assert pictures[0] == pictures[1], f"By the picture, {why}"


def _are_advised_alike(play: Play, other: Play, viewer: Viewer) -> None:
    """So must what computers of every level choose, hints with their reasons, and what a review says."""
    game, why = play.game, f"seat {viewer} can tell this play from {other}"
    views = [game.view(found.state, viewer) for found in (play, other)]
    if game.about.computers:
        for level in game.about.levels:
            mine, theirs = (game.choose(view, level, Random(0)) for view in views)
            assert mine == theirs, f"By what {level} chooses, {why}"
    for move in islice(game.legal(views[0]), SAID):
        for say in (game.called, *([game.judge.why] if game.judge else [])):
            said, said_there = (say(view, move) for view in views)
            assert said == said_there, f"By the reasons for a move or what it's called, {why}"
        if game.judge is not None:
            judge = game.judge
            found, found_there = (judge.weigh(view, move, 1, Random(0)) for view in views)
            assert found == found_there, f"By what a review says, {why}"


def a_default_tells_nothing(play: Play) -> None:
    """A default is legal, and if everyone is asked, it is the same in plays that sound alike."""
    game = play.game
    if game.default is None or play.over:
        return
    for seat in set(play.seats) & game.turn(play.state).owes:
        default = _default(game, play, seat)
        if default is None or game.prompt(game.view(play.state, None), ()) is None:
            continue
        for viewer in set(play.viewers) - {seat}:
            for other in varied(play, listener(play.game, viewer), play.rng, TRIES):
                there = _default(game, other, seat)
                assert default == there, f"By the default, seat {viewer} can tell this play from {other}"


def _default(game: Any, play: Play, seat: Seat) -> Any:
    view = game.view(play.state, seat)
    try:
        default = game.default(view)
    except IllegalMove as refused:
        says_a_sentence(refused)
        assert game.prompt(game.view(play.state, None), ()) is None, "An open choice has no default."
        return None
    assert default in game.legal(view), f"The default {default} is not legal."
    return default


def choices_made_at_once_commute(play: Play) -> None:
    rng = play.rng
    for here, owes in choosing_at_once(play):
        for first, second in combinations(owes, 2):
            lines = [_line(here, seat, rng) for seat in (first, second)]
            one, other = here, here
            for line in lines:
                one = one.then(line)
            for line in reversed(lines):
                other = other.then(line)
            assert one.state == other.state, f"{lines} lead elsewhere in the other order."


def choices_made_at_once_sound_alike_until_all_are_in(play: Play) -> None:
    rng = play.rng
    for here, owes in choosing_at_once(play):
        seat = rng.choice(owes)
        chosen = [here.then(_line(here, seat, rng)) for _ in range(2)]
        for viewer in set(play.viewers) - {seat}:
            told = [heard(after.told[-1], viewer) for after in chosen]
            assert told[0] == told[1], f"{viewer} hears what seat {seat} chose: {told}"
            _look_alike(chosen[0], chosen[1], viewer)
            if chosen[0].state != chosen[1].state:
                _are_shown_alike(chosen[0], chosen[1], viewer)


def a_revised_choice_leaves_no_trace(play: Play) -> None:
    rng = play.rng
    for here, owes in choosing_at_once(play):
        seat = rng.choice(owes)
        once = here.then(_line(here, seat, rng))
        if seat not in play.game.turn(once.state).may:
            continue
        first, revised = once.lines[-1], _line(once, seat, rng)
        open_before, open_after = set(here.legal(seat)), set(once.legal(seat))
        assert open_after | {play.game.read(first.text)} == open_before, "Other choices are open now."
        twice = once.then(revised)
        assert twice.state == here.then(revised).state, "The position knows that a choice was revised."
        for viewer in set(play.viewers) - {seat}:
            told = heard(twice.told[-1], viewer)
            assert not told, f"{viewer} hears that seat {seat} revised a choice: {told}"


def choosing_at_once(play: Play) -> list[tuple[Play, list[Seat]]]:
    """The positions of the play in which several seats owe a move, with those seats."""
    turns = [sorted(play.game.turn(state).owes) for state in play.states]
    return [(play.before(at), owes) for at, owes in enumerate(turns) if len(owes) > 1]


def _line(play: Play, seat: Seat, rng: Random) -> Line:
    legal, turn = play.legal(seat), play.game.turn(play.state)
    why = "has no other move: leave it out of Turn.may" if seat in turn.may else "owes a move and has none"
    assert legal, f"Seat {seat} {why}: {play.state}"
    return Line(seat, play.game.write(rng.choice(legal)))


def a_plain_move_tells_nothing_but_itself(play: Play) -> None:
    """In another position that a viewer can't tell from this one, the move tells and shows them the same."""
    game = play.game
    for number, line in enumerate(play.lines):
        if game.plain is None or line.who == CHANCE or not game.plain(game.read(line.text)):
            continue
        here = play.before(number)
        for viewer in play.viewers:
            for other in varied(here, listener(game, viewer), play.rng, TRIES):
                one, another = here.then(line), other.then(line)
                told = [heard(after.told[-1], viewer) for after in (one, another)]
                assert told[0] == told[1], f"“{line.text}” tells seat {viewer} more than itself: {told}"
                _look_alike(one, another, viewer)


def the_view_after_breaking_off_shows_all(play: Play) -> None:
    """The same for games that were stopped."""
    stopped = play.game.stop(play.state)
    for other in varied(play, None, play.rng, 2):
        _differ_to_all(play, stopped, play.game.stop(other.state))


def the_view_after_the_end_shows_all(play: Play) -> None:
    """Two finished positions that differ look different to everybody."""
    if not play.over:
        return
    for other in varied(play, None, play.rng, 2):
        if other.over:
            _differ_to_all(play, play.state, other.state)


def _differ_to_all(play: Play, one: Any, other: Any) -> None:
    for viewer in play.viewers:
        views = [play.game.view(state, viewer) for state in (one, other)]
        assert one == other or views[0] != views[1], f"After the end {viewer} is not shown all: {other}"


def owed_by_a_person(play: Play) -> tuple[Play, Seat] | None:
    """The last position of the play in which a seat owes a move."""
    rng = play.rng
    for at in range(len(play.lines), -1, -1):
        seats: list[Any] = sorted(play.game.turn(play.states[at]).owes - {CHANCE})
        if seats:
            return play.before(at), rng.choice(seats)
    return None
