"""How a duel came out: who was better and by how much, in words and as a picture."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from discord import ButtonStyle

from bot.chat.drawing import Drawn
from bot.chat.names import amid
from bot.chat.parts import Gallery, Screen, alt_text, button, face_name, picture, rows, screen
from bot.chat.players import mention
from bot.daily.screens import number
from bot.duels import routes
from bot.duels.card import MOST_HANDS, MOST_ROWS, DuelResult, DuelSide
from bot.duels.standing import DAYS, Standing
from bot.table.deal import rules_of
from bot.table.trail import Trail
from games.game import AnyGame
from games.kit.faces import Face
from games.kit.results import Look

PICTURE = "duel.png"


class Seen(NamedTuple):
    """One of the two as the picture shows them: with the name of the server in which they played."""

    face: Face
    where: str


def verdict(shown: Standing, names: Sequence[str] = ("", "")) -> str:
    """Who was better and by how much, with both scores; `names` are those of the two, if they're known."""
    one, other = shown.duel.people
    called = {user_id: mention(user_id, name) for user_id, name in zip(shown.duel.people, names, strict=True)}
    ahead, winner = shown.ahead, shown.winner
    unit = rules_of(shown.game).unit
    if ahead is not None:
        first, second = number(shown.score(one) or 0), number(shown.score(other) or 0)
        if winner is None:
            return f"Level: {called[one]} and {called[other]} scored **{first}** each."
        scores = f"{called[one]} scored {first}, {called[other]} {second}."
        return f"**{called[winner]} by {ahead}** {unit[ahead != 1]}. {scores}"
    if winner is not None:
        loser = other if winner == one else one
        score = shown.score(winner) or 0
        won, lost = called[winner], called[loser]
        return f"**{won} wins** with {number(score)} {unit[score != 1]}: {lost} {_why(shown, loser)}."
    if shown.duel.state == "expired":
        return f"Duel expired: nobody has a score after {DAYS} days."
    return f"{called[one]} and {called[other]} both gave up, so nobody wins."


def _why(shown: Standing, loser: int) -> str:
    return "gave up" if shown.is_through(loser) else f"wasn't through after {DAYS} days"


def rivals(shown: Standing) -> str:
    """Against whom each plays: `Medium`, or `2 computers, Medium`."""
    titles = [shown.game.about.level(one).title for one in shown.duel.rivals.split()]
    return titles[0] if len(titles) == 1 else f"{len(titles)} computers, {titles[0]}"


def result_screen(shown: Standing, result: DuelResult | None, drawn: Drawn | None) -> Screen:
    """How a duel came out, for both and for the channel; it has to be over."""
    names = ("", "") if result is None else [one.face.name for one in result.sides]
    told = f"### Duel: {shown.game.about.title}\n{verdict(shown, names)}"
    again = button("Revenge", routes.Revenge(shown.duel.id), ButtonStyle.primary)
    fair_play = button("Fair play", routes.FairDuel(shown.duel.id))
    return screen(shown_picture(shown.game, result, drawn), told, rows([again, fair_play]))


def shown_picture(game: AnyGame, result: DuelResult | None, drawn: Drawn | None) -> list[Gallery]:
    """The picture with its alt text, if there is one."""
    return [] if result is None else picture(PICTURE, drawn, alt_text(_alt(game, result)))


def duel_result(shown: Standing, trails: Sequence[Trail], seen: Sequence[Seen]) -> DuelResult:
    """What the picture of a duel shows. `trails` are their ways, in the order of the duel's people."""
    unit = rules_of(shown.game).unit
    first, second = (
        Way(one, score, _why(shown, user_id) if score is None else counted(score, unit), trail)
        for user_id, one, trail in zip(shown.duel.people, seen, trails, strict=True)
        for score in [shown.score(user_id)]
    )
    deals = max(sum(map(bool, one.dealt)) for one in trails)
    under = f"Same deal{'s' if deals > 1 else ''}, alone against {rivals(shown)}"
    return compared(shown.game, first, second, under, shown.form.goal)


class Way(NamedTuple):
    """How one of two people came to a score, or to none; `ended` says it in words."""

    seen: Seen
    score: int | None
    ended: str
    trail: Trail


def compared(game: AnyGame, first: Way, second: Way, under: str, goal: int = 0) -> DuelResult:
    """What the picture shows of two who played the same, of whom one has a score at least.

    `goal` is what's worth reaching in each part of the game, 0 for nothing.
    """
    look = game.look()
    ways = first, second
    scores = [one.score for one in ways if one.score is not None]
    best = [one for one in ways if one.score is not None and one.score == max(scores)]
    won = best[0] if len(best) == 1 else None
    rows = _rows(ways, look)
    turning, caption = None, ""
    if won is not None and len(scores) == 2:
        turning = _turning(*(rows.had if won is first else rows.had[::-1]))
    if turning is not None:
        caption = "{name} was ahead all the way."
    if turning:
        caption = f"{{name}} went ahead for good with {rows.unit} {rows.labels[turning]}."
    rest = "wins" if len(scores) == 1 else f"by {max(scores) - min(scores)}"
    left, right = (
        DuelSide(
            one.seen.face,
            one.seen.where,
            "–" if one.score is None else number(one.score),
            one.ended,
            those,
            is_winner=one is won,
            is_through=one.score is not None,
        )
        for one, those in zip(ways, rows.values, strict=True)
    )
    return DuelResult(
        name="" if won is None else won.seen.face.name or "Somebody",
        headline="Level" if won is None else rest,
        under=under,
        sides=(left, right),
        unit=rows.unit,
        labels=rows.labels,
        turning=turning,
        caption=caption,
        look=look,
        goal=goal if rows.are_parts else 0,
        are_parts=rows.are_parts,
        dealt=rows.dealt,
    )


class _Rows(NamedTuple):
    """The rows of a picture: what each `had` after them, and by side the `values` of their bars."""

    unit: str
    labels: tuple[str, ...]
    had: Sequence[tuple[int, ...]]
    values: Sequence[tuple[int, ...]]
    are_parts: bool = False
    dealt: tuple[tuple[str, ...], ...] = ()


def _rows(ways: Sequence[Way], look: Look) -> _Rows:
    """One for each part if the score is known only at their ends, else for some moves of each of the two."""
    parts = [_whole_parts(one) for one in ways]
    most = max(map(len, parts))
    if 1 < most <= MOST_ROWS and not any(_changes_within_parts(one.trail) for one in ways):
        gained = [tuple(now - before for before, now in pairwise((0, *one))) for one in parts]
        longest = max((one.trail for one in ways), key=lambda one: len(one.parts))
        dealt = longest.dealt[:most] if most <= MOST_HANDS and all(longest.dealt) else ()
        labels = tuple(str(row + 1) for row in range(most))
        return _Rows(look.part, labels, [_up_to(most, one) for one in parts], gained, True, dealt)
    moves = [one.trail.moves for one in ways]
    marks = _marks(moves)
    had = [
        tuple(
            one.trail.moves[min(at, len(one.trail.moves) - 1)]
            for at in marks
            # Somebody without a score had nothing more after their last move.
            if one.trail.moves and (one.score is not None or at < len(one.trail.moves))
        )
        for one in ways
    ]
    return _Rows("move", tuple(map(str, marks)), had, had)


def _changes_within_parts(trail: Trail) -> bool:
    return sum(now != before for before, now in pairwise(trail.moves)) > len(trail.parts)


def _whole_parts(way: Way) -> tuple[int, ...]:
    """What they had after each part, without the last one if they gave up in it."""
    parts = way.trail.parts
    is_broken_off = way.score is None and parts and parts[-1] == (0, *parts)[-2]
    return parts[:-1] if is_broken_off else parts


def _up_to(rows: int, had: tuple[int, ...]) -> tuple[int, ...]:
    """With what they had at the end in all further rows."""
    return had + had[-1:] * (rows - len(had))


def counted(score: int, unit: tuple[str, str]) -> str:
    """A score with its unit: `1 point`, `−2 tokens ahead`."""
    return f"{number(score)} {unit[score != 1]}"


def _marks(trails: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The numbers of the moves after which both are compared; none if there's nothing to see but the end."""
    most = max(len(one) for one in trails) - 1
    if not any(any(one[:-1]) for one in trails):
        return ()
    rows = min(most, MOST_ROWS)
    return tuple(round((row + 1) * most / rows) for row in range(rows))


def _turning(own: Sequence[int], other: Sequence[int]) -> int | None:
    """The row from which the winner was ahead for good; None if nothing is known of the way there."""
    if not own or not other or own[-1] <= other[-1]:
        return None
    behind = [row for row, (mine, theirs) in enumerate(zip(own, other, strict=True)) if mine <= theirs]
    return behind[-1] + 1 if behind else 0


def _alt(game: AnyGame, result: DuelResult) -> str:
    said = [f"{game.about.title}. {result.under}."]
    names = [face_name(one.face) for one in result.sides]
    for name, side in zip(names, result.sides, strict=True):
        where = f" ({side.where})" if side.where else ""
        said.append(f"{name}{where}: {side.ended}.")
    name = amid(result.name)
    said += [f"{name} {result.headline}.".lstrip(), result.caption.replace("{name}", name)]
    for name, side in zip(names, result.sides, strict=True):
        steps, labels = ", ".join(map(number, side.values)), ", ".join(result.labels[: len(side.values)])
        rows = f"{result.unit}{'s' if len(side.values) > 1 else ''} {labels}"
        if steps:
            said.append(f"{name} {f'made {steps} in' if result.are_parts else f'had {steps} after'} {rows}.")
    for label, cards in zip(result.labels, result.dealt, strict=False):
        said.append(f"The cards of {result.unit} {label}: {' '.join(cards)}.")
    return " ".join(filter(None, said))
