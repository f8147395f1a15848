"""The command line beside Discord: computers that play a whole game, and records that are played again."""

import argparse
import secrets
import sys
from pathlib import Path

from games import record, shelf
from games.core import Outcome, Seat, Viewer, letter, say
from games.game import AnyGame
from games.record import BadRecord, Header, Record
from games.replay import BadHeader, Replay, begin, replay
from games.selfplay import CannotPlay, selfplay


class Refused(Exception):
    """What was asked for cannot be done; the message is a sentence for whoever typed it."""


def add_parsers(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verbs `selfplay` and `replay`; each sets `do`, which takes the arguments to an exit status."""
    play = subparsers.add_parser("selfplay", help="let computers play a game and print its record")
    play.add_argument("game", metavar="GAME", help=f"one of {', '.join(shelf.all_games())}")
    play.add_argument("--seats", type=int, help="how many play; the fewest possible if not given")
    play.add_argument("--level", help="how well they play; the weakest if not given")
    play.add_argument("--seed", metavar="HEX", help="settles all chance; a secret one if not given")
    play.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help="may be repeated")
    play.set_defaults(do=selfplay_command)
    again = subparsers.add_parser("replay", help="play a record again and say whether it stands")
    again.add_argument("file", metavar="FILE", help="the record; - reads it from standard input")
    again.add_argument("--as", dest="viewer", metavar="SEAT", help="what this seat heard, such as b")
    again.set_defaults(do=replay_command)


def selfplay_command(args: argparse.Namespace) -> int:
    """Print the record of a game by computers; 0, or 1 with a sentence on standard error."""
    try:
        game = _game(args.game)
        seats = min(game.about.seats) if args.seats is None else args.seats
        options = dict(map(_option, args.option))
        begin(game, Header(game.about.name, game.about.edition, seats, tuple(options.items())))
        level = args.level or (game.about.levels or ("",))[0]
        played = selfplay(game, seats, options, _seed(args.seed), (level,) * seats)
    except (Refused, BadHeader, CannotPlay) as refused:
        return _complain(refused)
    _print(record.write(played))
    return 0


def replay_command(args: argparse.Namespace) -> int:
    """Print what a viewer heard of a record and how it ended; 0 only if the record stands."""
    try:
        played = record.read(_text(args.file))
        game = _game(played.header.game)
        viewer = _viewer(args.viewer, played)
        replayed = replay(game, played)
    except (Refused, BadRecord, BadHeader) as refused:
        return _complain(refused)
    _print("\n".join(_told(replayed, viewer)) + "\n")
    if played.header.edition != game.about.edition:
        _complain(
            f"It is of edition {played.header.edition}; the rules here are edition {game.about.edition}."
        )
    for fault in replayed.faults:
        _complain(fault)
    return 0 if replayed.stands else 1


def _told(replayed: Replay, viewer: Viewer) -> list[str]:
    table = replayed.table
    rows = [say(text, letter) for text in table.heard(viewer)]
    return [*rows, "", _ending(table.outcome, stopped=table.stopped)]


def _ending(outcome: Outcome | None, *, stopped: bool) -> str:
    if outcome is None:
        return "It was stopped." if stopped else "It is not finished."
    ranked = sorted(zip(outcome.places, range(len(outcome.places)), outcome.scores, strict=True))
    ranks = ", ".join(f"{place}. {letter(Seat(seat))} with {score}" for place, seat, score in ranked)
    return f"It is over, {say(outcome.reason, letter)}: {ranks}."


def _game(name: str) -> AnyGame:
    try:
        return shelf.find(name)
    except shelf.UnknownGame as unknown:
        raise Refused(str(unknown)) from None


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise Refused(f"An option is written KEY=VALUE, not “{text}”.")
    return key, value


def _seed(text: str | None) -> bytes:
    try:
        return secrets.token_bytes(32) if text is None else bytes.fromhex(text)
    except ValueError:
        raise Refused(f"A seed is written in hexadecimal, and “{text}” is not.") from None


def _text(file: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as failed:
        raise Refused(f"{file} cannot be read: {failed.strerror}.") from None
    except UnicodeDecodeError:
        raise Refused(f"{file} is not text in UTF-8.") from None


def _viewer(text: str | None, played: Record) -> Viewer:
    seats = [Seat(number) for number in range(played.header.seats)]
    for seat in seats:
        if text == letter(seat):
            return seat
    if text is None:
        return None
    raise Refused(f"There is no seat “{text}”. There are: {', '.join(map(letter, seats))}.")


def _print(text: str) -> None:
    """A record is UTF-8 wherever it is printed."""
    sys.stdout.buffer.write(text.encode())
    sys.stdout.flush()


def _complain(why: object) -> int:
    sys.stderr.write(f"{why}\n")
    return 1
