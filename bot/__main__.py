"""The command line: `python -m bot run`, `play`, `doctor`, `backup` and so on."""

import argparse
import asyncio
import logging
import os
import sys
from pathlib import Path

from bot import __version__, host, tools

TOO_MUCH = (
    "Discord doesn't let this application receive the server and message events that the bot needs. "
    "Check the Bot page in the developer portal."
)


def main(argv: list[str] | None = None) -> int:
    """Run a command. The exit status is 0 on success, and 1 if nobody reads its output to the end."""
    try:
        try:
            chosen = _parser().parse_args(argv)
            done: int = chosen.do(chosen)
            return done
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except BrokenPipeError:
        # `head`, for example, has read enough. Python would complain when it writes out the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Parlour plays lost tabletop games on Discord."
    )
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    run = verbs.add_parser("run", help="run the bot on Discord")
    run.add_argument("--config", type=Path, metavar="FILE", help="read this file instead of config.toml")
    run.set_defaults(do=_run)
    again = verbs.add_parser("rebuild", help="recompute all results from the records")
    again.add_argument("--config", type=Path, metavar="FILE", help="read this file instead of config.toml")
    again.set_defaults(do=_rebuild)
    move = verbs.add_parser("move-storage", help="copy all games to another, empty database and compare")
    move.add_argument("source", metavar="FROM", help="a file or a URL, as in storage.url")
    move.add_argument("target", metavar="TO", help="a file or a URL; set storage.url to it afterwards")
    move.set_defaults(do=_move_storage)
    play = verbs.add_parser("play", help="try it in your browser, on a local Discord")
    play.add_argument("--port", type=int, default=8765, help="0 picks a free port")
    play.add_argument("--folder", type=Path, default=Path("play"), help="where games are saved")
    play.set_defaults(do=_play)
    host.add_parsers(verbs)
    tools.add_parsers(verbs)
    return parser


def _run(chosen: argparse.Namespace) -> int:
    # discord.py takes a third of a second to import, and a replay doesn't need it.
    import discord

    from bot import config, logs
    from bot.running import run
    from bot.serve import CannotServe
    from storage import StorageFailed

    try:
        settings = config.load(chosen.config)
    except config.CannotRead as wrong:
        return _complain(str(wrong))
    if not settings.discord.token.get_secret_value():
        return _complain(config.HOW_TO_LOG_IN)
    logs.set_up(settings.log_level, settings.log.format)
    try:
        asyncio.run(run(settings))
    except discord.LoginFailure:
        return _complain(config.NOT_ACCEPTED)
    except discord.PrivilegedIntentsRequired:
        return _complain(TOO_MUCH)
    except discord.ConnectionClosed as closed:
        code = closed.code
        unknown = f"Discord closed the connection with code {code}. Start the bot again in a moment."
        known = {4004: config.NOT_ACCEPTED, 4013: TOO_MUCH}  # reconnecting is pointless
        return _complain(known.get(code, unknown))
    except (StorageFailed, CannotServe) as failed:
        return _complain(str(failed))
    except discord.DiscordException as failed:
        return _complain(f"Discord refused: {failed}. Check discord.api_url.")
    except OSError as failed:
        return _complain(f"Can't reach Discord: {failed}. Check the network.")
    except Exception:
        logging.getLogger(__name__).exception("the bot can't go on")
        return _complain("The bot stopped because of a bug. The log says what happened.")
    return 0


def _rebuild(chosen: argparse.Namespace) -> int:
    from bot import config
    from bot.leaderboard import rebuild
    from storage import StorageFailed

    try:
        made, kept = asyncio.run(rebuild(config.load(chosen.config)))
    except (config.CannotRead, StorageFailed) as failed:
        return _complain(str(failed))
    print(f"Recomputed the results of {made} finished games.")
    if kept:
        print(f"{kept} kept their old results: the current rules can't replay their records to the end.")
    return 0


def _move_storage(chosen: argparse.Namespace) -> int:
    from storage import StorageFailed, move_storage

    try:
        rows = asyncio.run(move_storage(chosen.source, chosen.target))
    except StorageFailed as failed:
        return _complain(str(failed))
    print(f"Moved {rows['sessions']} games with {rows['lines']} lines, and the two databases match.")
    return 0


def _play(chosen: argparse.Namespace) -> int:
    try:
        from bot.play import play
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "local_discord":
            raise
        return _complain(
            "The local Discord isn't installed here. Containers leave it out, since `run` doesn't need it. "
            "To try the bot, type `make play` in a clone of the project."
        )

    try:
        asyncio.run(play(chosen.port, chosen.folder))
    except OSError as failed:
        return _complain(f"Can't use port {chosen.port} ({failed.strerror}). Try --port 0.")
    return 0


def _complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
