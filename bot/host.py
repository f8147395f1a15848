"""Commands for the host: `doctor`, `invite`, `backup` and `restore`."""

import argparse
import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bot.printing import complain, printable, show

if TYPE_CHECKING:
    from bot.config import Settings


def add_parsers(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add these verbs. Each sets `do`: from arguments to an exit status."""
    doctor = subparsers.add_parser("doctor", help="check that everything the bot needs works")
    _finish(doctor, _doctor)
    invite = subparsers.add_parser("invite", help="print the link that invites the bot to a server")
    _finish(invite, _invite)
    backup = subparsers.add_parser("backup", help="save a copy of all games, also while the bot runs")
    backup.add_argument("file", type=Path, metavar="FILE", help="the copy")
    backup.add_argument("--replace", action="store_true", help="replace FILE if it's there already")
    _finish(backup, _backup)
    again = subparsers.add_parser("restore", help="put a copy back in place, while no bot runs")
    again.add_argument("file", type=Path, metavar="FILE", help="the copy")
    again.add_argument(
        "--replace", action="store_true", help="even if there are games already; they're saved as a file"
    )
    _finish(again, _restore)


def _finish(parser: argparse.ArgumentParser, do: Callable[[argparse.Namespace, "Settings"], int]) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="read this file instead of config.toml")

    def with_settings(chosen: argparse.Namespace) -> int:
        # The settings take a while to import, and a replay doesn't need them.
        from bot import config

        try:
            return do(chosen, config.load(chosen.config))
        except config.CannotRead as wrong:
            return max(map(complain, str(wrong).splitlines()))

    parser.set_defaults(do=with_settings)


def _doctor(_chosen: argparse.Namespace, settings: "Settings") -> int:
    """Print the findings; 1 if something doesn't work."""
    from bot.doctor import examine
    from bot.printing import Verdict

    async def tell() -> int:
        broken = 0
        async for finding in examine(settings):
            show(f"{printable(str(finding))}\n")
            broken += finding.verdict is Verdict.BROKEN
        return broken

    broken = asyncio.run(tell())
    things = "1 thing doesn't" if broken == 1 else f"{broken} things don't"
    show(f"\n{things} work.\n" if broken else "\nEverything the bot needs works.\n")
    return 1 if broken else 0


def _invite(_chosen: argparse.Namespace, settings: "Settings") -> int:
    """Print the invitation; Discord says for which application."""
    from bot.application import OutOfReach, letter, logged_in

    async def ask() -> str:
        async with logged_in(settings.discord) as client:
            assert client.application_id is not None
            return letter(client.application_id)

    if not settings.discord.token.get_secret_value():
        from bot.config import HOW_TO_LOG_IN

        return complain(HOW_TO_LOG_IN)
    try:
        print(asyncio.run(ask()))
    except OutOfReach as failed:
        return complain(str(failed))
    return 0


def _backup(chosen: argparse.Namespace, settings: "Settings") -> int:
    """Copy the database into a file."""
    from storage import StorageFailed
    from storage.copies import back_up

    try:
        saved = asyncio.run(back_up(settings.storage.url, chosen.file, replaces=chosen.replace))
    except StorageFailed as failed:
        return complain(str(failed))
    print(f"Saved {saved} as {chosen.file}.")
    return 0


def _restore(chosen: argparse.Namespace, settings: "Settings") -> int:
    """Put a copy in the place of the database."""
    from storage import StorageFailed
    from storage.copies import restore

    try:
        place, replaced = asyncio.run(restore(chosen.file, settings.storage.url, replaces=chosen.replace))
    except StorageFailed as failed:
        return complain(str(failed))
    print(f"Restored {place} from {chosen.file}.")
    if replaced is not None:
        print(f"Your old database is now {replaced}. You can delete it once you no longer need it.")
    return 0
