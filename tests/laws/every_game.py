"""Running a law over every game in the registry, with any number of seats and any options."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, cast

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.engine.seating import seating
from games.game import AnyGame
from tests.deep import examples, sized
from tests.laws.folders import WITH_FOLDERS, together
from tests.laws.moments import moments
from tests.laws.pebbles import PEBBLES, QUARREL
from tests.laws.play import Play, begin, play_on
from tests.laws.sealed import SEALED

Law: TypeAlias = Callable[[Play], None]
OptionTexts: TypeAlias = tuple[tuple[str, str], ...]

GAMES: dict[str, AnyGame] = together(WITH_FOLDERS, {"pebbles": PEBBLES, "quarrel": QUARREL, "sealed": SEALED})

EXAMPLES = int(os.environ.get("LAW_EXAMPLES") or examples(4))
"""Random plays per law and game; run more after changing rules."""

LONG = 400
"""Lines of a long play that is stopped before its end."""

AS_FOUND = (Phase.explicit, Phase.reuse, Phase.generate)
"""Where one play is tried because each takes long, making one that fails shorter would take minutes."""

ON = 3
"""At most this many random lines after a moment of a record."""


@st.composite
def option_texts(draw: st.DrawFn, game: AnyGame, *, short: bool = False) -> OptionTexts:
    """Any options the game allows, as a record writes them; often none.

    With `short`, no number is above its default: a match to 9,999 points only repeats itself.
    """
    fields: dict[str, Any] = game.options.model_json_schema().get("properties", {})
    chosen = draw(st.sets(st.sampled_from(sorted(fields)))) if fields else set()
    texts = tuple((name, draw(_option_text(fields[name], short))) for name in sorted(chosen))
    try:
        game.options.model_validate(dict(texts))
    except ValidationError:
        return ()
    return texts


def _option_text(field: dict[str, Any], short: bool) -> st.SearchStrategy[str]:
    if "enum" in field or "const" in field:
        return st.sampled_from([str(value) for value in field.get("enum", [field.get("const")])])
    match field.get("type"):
        case "boolean":
            return st.sampled_from(["true", "false"])
        case "integer":
            lowest = field.get("minimum", field.get("exclusiveMinimum", -1) + 1)
            highest = field.get("maximum", field.get("exclusiveMaximum", field["default"] + 1) - 1)
            most = min(highest, field.get("default", highest)) if short else highest
            return st.integers(lowest, most).map(str)
    return st.just(str(field["default"]))


@st.composite
def _moment(draw: st.DrawFn, game: AnyGame) -> Play:
    """Every kind of move comes next equally often, and every kind of moment before it."""
    kinds = draw(st.sampled_from(list(moments(game.about.name).values())))
    return draw(st.sampled_from(draw(st.sampled_from(list(kinds.values())))))


@st.composite
def plays(draw: st.DrawFn, game: AnyGame, length: int | None = None, *, whole: bool = False) -> Play:
    """A random play of that many lines or to its end; of any length when none is named.

    A `whole` play has short options, so that it comes to its end.

    Every other one of those begins at a moment of the game's records, because random play seldom reaches
    the rare ones.
    """
    seed = draw(st.integers(0, 2**16))
    if length is None and moments(game.about.name) and draw(st.booleans()):
        return play_on(replace(draw(_moment(game)), seed=seed), draw(st.integers(0, ON)))
    options = draw(option_texts(game, short=whole))
    known = seating(game, game.options.model_validate(dict(options)))
    seats = draw(st.sampled_from([len(held) for held in known.values()]))
    lines = draw(st.integers(0, 12) | st.integers(0, sized(LONG // 3, LONG))) if length is None else length
    return play_on(begin(game, seats, options, seed), lines)


def every_game(
    examples: int = EXAMPLES,
    length: int | None = None,
    *,
    whole: bool = False,
    only: Callable[[AnyGame], bool] = lambda _: True,
) -> Callable[[Law], Callable[..., None]]:
    """Turn a law into a test over every game, or `only` those it applies to; this many plays each."""

    def over_all(law: Law) -> Callable[..., None]:
        def test(game: AnyGame, data: st.DataObject) -> None:
            law(data.draw(plays(game, length, whole=whole)))

        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(test, name, getattr(law, name))
        phases = AS_FOUND if examples == 1 else tuple(Phase)
        random_plays = settings(max_examples=examples, phases=phases)(given(data=st.data())(test))
        held = {name: game for name, game in GAMES.items() if only(game)}
        over_games = pytest.mark.parametrize("game", held.values(), ids=held.keys())
        return cast("Callable[..., None]", over_games(random_plays))

    return over_all
