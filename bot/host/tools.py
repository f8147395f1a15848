"""Command-line tools: let computers play a whole game, replay records, and check lessons."""

import argparse
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TextIO, TypeAlias

from bot.refusal import CannotRun
from bot.table.verdict import verdict
from games.core import Outcome, Seat, Viewer, letter, name_seats
from games.engine import lessons, record, registry
from games.engine.lesson_text import BadLesson
from games.engine.record import MOST_BYTES, BadRecord, Header, Record, shortened
from games.engine.replay import BadHeader, Replay, begin, replay
from games.engine.selfplay import CannotPlay, Endless, selfplay
from games.kit.prose import counted, quoted

MOST_FAULTS = 20
"""The most problems listed for one record; the rest are counted."""

MOST_SEED = 64
"""The most bytes in a given seed; a secret one has 32."""


REFUSALS = (BadHeader, BadRecord, CannotPlay, Endless, registry.UnknownGame)
"""Why a game can't be played or replayed; the message is a sentence."""

Do: TypeAlias = Callable[[argparse.Namespace], int | None]
"""What a verb does with its arguments. Returns the exit status; None is 0."""

AddVerb: TypeAlias = Callable[[str, Do, str], Callable[..., object]]
"""Adds a verb by its name, what it does and its help. Returns `add_argument` of its parser."""


class CannotRead(CannotRun):
    """The record can't be read at all."""

    status = 2


def add_verbs(add: AddVerb) -> None:
    """Add `selfplay`, `replay`, `verify` and `lessons`."""
    play = add("selfplay", _selfplay, "let computers play a game and print its record")
    play("game", metavar="GAME", help=f"one of {', '.join(registry.all_games())}")
    play("--seats", type=int, help="how many players (default: the fewest)")
    play("--level", help="how well they play (default: the weakest)")
    play("--seed", metavar="HEX", help="decides every roll and deal (default: a secret one)")
    play("--option", metavar="KEY=VALUE", action="append", default=[], help="can be repeated")
    again = add("replay", _replay, "replay a record and check it")
    again("file", metavar="FILE", help="the record; - reads it from standard input")
    again("--as", dest="viewer", metavar="SEAT", help="show what this seat heard, such as b")
    fair = add("verify", _verify, "check that chance was fair in a finished game, from its record alone")
    fair("file", metavar="FILE", help="the record; - reads it from standard input")
    add("lessons", _lessons, "follow every lesson and check it")


def show(text: str) -> None:
    """Print the text as UTF-8, as it is. Raises BrokenPipeError, and CannotRun if it can't be written."""
    try:
        sys.stdout.buffer.write(text.encode(errors="backslashreplace"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as failed:
        hush(sys.stdout)
        raise CannotRun(f"Can't write the output: {failed.strerror}.") from None


def tell(text: str) -> None:
    """Print what has been done, in a line. It has been done, even if nobody can be told."""
    try:
        show(f"{text}\n")
    except (CannotRun, BrokenPipeError):
        hush(sys.stdout)


def hush(stream: TextIO) -> None:
    """Print nothing any more, nor what is left of it when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def printable(text: str) -> str:
    """The text without control characters, because strangers wrote some of it."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def complain(*faults: object) -> int:
    """Print what's wrong on standard error, each on a line. Returns how many things are."""
    try:
        for fault in faults:
            sys.stderr.write(f"{printable(str(fault))}\n")
        sys.stderr.flush()
    except OSError:  # the exit status says it, too
        hush(sys.stderr)
    return len(faults)


def _selfplay(args: argparse.Namespace) -> None:
    """Print the record of a game by computers."""
    try:
        game = registry.find(args.game)
        seats = min(game.about.seats) if args.seats is None else args.seats
        options = _options(args.option)
        begin(game, Header(game.about.name, game.about.edition, seats, tuple(options.items())))
        level = (game.about.levels or ("",))[0] if args.level is None else args.level
        played = selfplay(game, seats, options, _seed(args.seed), (level,) * seats)
    except REFUSALS as refused:
        raise CannotRun(str(refused)) from None
    show(record.write(played))


def _replay(args: argparse.Namespace) -> bool:
    """Print what a viewer heard in a recorded game and how it ended.

    Returns whether the record isn't valid under the current rules. Raises CannotRead.
    """
    try:
        played = record.read(_text(args.file))
        game = registry.find(played.header.game)
        replayed = replay(game, played)
        viewer = _viewer(args.viewer, played)
    except REFUSALS as refused:
        raise CannotRun(str(refused)) from None
    show("\n".join(map(printable, _told(replayed, viewer))) + "\n")
    faults = [*replayed.faults]
    if played.header.edition != game.about.edition:  # it could replay and still mean something else
        theirs, ours = shortened(played.header.edition), game.about.edition
        faults.insert(
            0, f"This record follows edition {theirs} of the rules; this version has edition {ours}."
        )
    complain(*faults[:MOST_FAULTS])
    if len(faults) > MOST_FAULTS:
        complain(f"And {len(faults) - MOST_FAULTS:,} more problems like these.")
    return bool(faults)


def _verify(args: argparse.Namespace) -> int:
    """Print what docs/verify.py says of a record. Returns its exit status. Raises CannotRead."""
    try:
        status, said = verdict(_text(args.file))
    except BadRecord as refused:
        raise CannotRead(str(refused)) from None
    if status:
        complain(said)
    else:
        show(f"{printable(said)}\n")
    return status


def _lessons(_: argparse.Namespace) -> bool:
    """Print a line for each lesson. Returns whether anything is wrong, after sentences that say what."""
    wrong: list[str] = []
    for name in filter(lessons.has_lesson, registry.all_games()):
        try:
            lesson = lessons.find(name)
        except BadLesson as bad:
            wrong.append(str(bad))
            continue
        found = [f"{name}/{lessons.FILE}: {fault}" for fault in lessons.faults(lesson)]
        stops = sum(step.stop is not None for step in lesson.steps)
        show(f"{name}: {len(lesson.steps)} steps, {stops} moves{', wrong' if found else ''}\n")
        wrong += found
    return complain(*wrong) > 0


def _told(replayed: Replay, viewer: Viewer) -> list[str]:
    table = replayed.table
    rows = [name_seats(text, letter) for text in table.heard(viewer)]
    if copied := min(table.header.copied, len(table.lines)):
        origin = shortened(table.header.origin) or "another game"
        rows.insert(0, f"The first {counted(copied, 'line')} come from {origin}, with their chance.")
    return [*rows, "", _ending(table.outcome, stopped=table.stopped)]


def _ending(outcome: Outcome | None, *, stopped: bool) -> str:
    if outcome is None:
        return "The game was stopped." if stopped else "The game isn't finished."
    ranked = sorted(zip(outcome.places, range(len(outcome.places)), outcome.scores, strict=True))
    ranks = ", ".join(f"{place}. {letter(Seat(seat))} with {score}" for place, seat, score in ranked)
    over = "Game over, and nobody wins" if outcome.is_defeat else "Game over"
    return f"{over} ({name_seats(outcome.reason, letter)}): {ranks}."


def _options(texts: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals:
            raise CannotRun(f"An option is written KEY=VALUE, not {quoted(text)}.")
        if key in options:
            raise CannotRun(f"The option {quoted(key)} is given twice.")
        options[key] = value
    return options


def _seed(text: str | None) -> bytes:
    if text is None:
        return secrets.token_bytes(32)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise CannotRun(f"A seed has to be hexadecimal, and {quoted(text)} isn't.") from None
    if not 1 <= len(seed) <= MOST_SEED:
        raise CannotRun(f"A seed has 1 to {MOST_SEED} bytes of two digits each, not {len(seed):,}.")
    return seed


def _text(file: str) -> str:
    """The text of a file or of standard input. Raises CannotRead, and BadRecord if it is too long."""
    if file == "-" and not sys.stdin:
        raise CannotRead("There's no standard input to read.")
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except OSError as failed:
        raise CannotRead(f"Can't read {file}: {failed.strerror}.") from None
    if len(raw) > MOST_BYTES:
        raise BadRecord(f"A record has at most {MOST_BYTES:,} bytes.")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        name = "The input" if file == "-" else file
        raise CannotRead(f"{name} isn't UTF-8 text.") from None


def _viewer(text: str | None, played: Record) -> Viewer:
    if text is None:
        return None
    seats = {letter(Seat(number)): Seat(number) for number in range(played.header.seats)}
    if text not in seats:
        raise CannotRun(f"There's no seat {quoted(text)}. The seats are {', '.join(seats)}.")
    return seats[text]
