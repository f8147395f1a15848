"""The command line: `python -m bot run`, `play`, `doctor`, `backup` and so on."""

import argparse
import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from datetime import date
from pathlib import Path
from typing import Any

from bot import __version__
from bot.host import tools
from bot.host.tools import Do, complain, hush, printable, show, tell
from bot.refusal import CannotRun
from games.kit.prose import counted

MOST_PORT = 65_535

TELLING_SECONDS = 2.0
"""How often a long command says how far it has come."""

STOPPED = 130
"""The exit status of a command that Ctrl-C has stopped, as shells have it."""


def main(argv: list[str] | None = None) -> int:
    """Run a command. The exit status is 0 on success, and 1 if nobody reads its output to the end."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it's closed, as by `>&-`
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - until the end
    try:
        return _done(argv)
    except CannotRun as wrong:
        complain(*str(wrong).splitlines())
        return wrong.status
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # `head`, for example, has read enough. Python would complain when it writes out the rest at its end.
        hush(sys.stdout)
        return 1


def _done(argv: list[str] | None) -> int:
    try:
        chosen = _parser().parse_args(argv)
        return chosen.do(chosen) or 0
    finally:
        show("")  # what the parser has printed goes out here, too


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Parlour plays lost tabletop games on Discord."
    )
    parser.add_argument("--version", action="version", version=f"Parlour {__version__}")
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    def add(name: str, do: Do, about: str) -> Callable[..., object]:
        verb = verbs.add_parser(name, help=about)
        verb.set_defaults(do=do)
        return verb.add_argument

    run = add("run", _run, "run the bot on Discord")
    again = add("rebuild", _rebuild, "recompute all results and ratings from the records")
    pack = add("pack", _pack, "keep games small that are over, while no bot runs, and print what it saves")
    move = add("move-storage", _move_storage, "copy all games to another, empty database and compare")
    move("source", metavar="FROM", help="a file or a URL, as in storage.url")
    move("target", metavar="TO", help="a file or a URL; set storage.url to it afterwards")
    play = add("play", _play, "try it in your browser, on a local Discord")
    play("--port", type=_port, default=8765, help="0 picks a free port")
    play("--folder", type=Path, default=Path("play"), help="where games are saved")
    doctor = add("doctor", _doctor, "check that everything the bot needs works")
    doctor(
        "--listing",
        nargs="?",
        type=Path,
        const=Path(__file__).parents[1] / "docs",
        metavar="FOLDER",
        help="check what Discord's directory asks for; unpublished pages are in FOLDER",
    )
    invite = add("invite", _invite, "print the link that invites the bot to a server")
    backup = add("backup", _backup, "save a copy of all games, also while the bot runs")
    backup("--replace", action="store_true", help="replace FILE if it's there already")
    backup("--keep", type=_number, metavar="N", help="FILE is a folder: keep the N newest copies in it")
    restore = add("restore", _restore, "put a copy back in place, while no bot runs")
    restore("--replace", action="store_true", help="even if there are games already; they're saved as a file")
    export = add("export", _export, "save all games of a server that are over as a file")
    take_in = add("import", _import, "take in such a file, while no bot runs; every game is judged")
    for file in (export, take_in):
        file("server", type=_server, metavar="SERVER", help="the server's id")
        file("file", type=Path, metavar="FILE", help="the file")
        file("--config", type=Path, metavar="FILE", help="read this file instead of config.toml")
    daily = add("daily", _daily, "show a day's game to its host: the deal, par and a computer's try")
    daily("--date", type=_date, metavar="YYYY-MM-DD", help="which day (default: today by UTC)")
    daily("--game", metavar="GAME", help="as if it were this game's turn (default: the day's game)")
    daily("--public", action="store_true", help="with a deal that nobody plays, to try out the form")
    for copies in (backup, restore):
        copies("file", type=Path, metavar="FILE", help="the copy; compressed if its name ends in .gz")
    for host in (run, again, pack, doctor, invite, backup, restore, daily):
        host("--config", type=Path, metavar="FILE", help="read this file instead of config.toml")
    tools.add_verbs(add)
    return parser


def _host(do: Callable[[argparse.Namespace], Coroutine[Any, Any, int | None]]) -> Do:
    """A verb for hosts. Each imports what it needs: that takes a second, and a replay needs little."""

    def run(chosen: argparse.Namespace) -> int | None:
        from storage import StorageFailed

        try:
            return asyncio.run(do(chosen))
        except StorageFailed as failed:
            raise CannotRun(str(failed)) from None

    return run


@_host
async def _run(chosen: argparse.Namespace) -> None:
    from bot import config
    from bot.host import running
    from bot.telemetry import logs

    settings = config.load(chosen.config)
    if not settings.discord.token.get_secret_value():
        raise CannotRun(config.HOW_TO_LOG_IN)
    logs.set_up(settings.log_level, settings.log.format)
    if (exposed := config.readable_by_all(chosen.config)) is not None:
        logs.log.warning(exposed)
    try:
        await running.run(settings)
    except Exception as failed:
        raise CannotRun(running.why_it_stopped(failed)) from failed


@_host
async def _rebuild(chosen: argparse.Namespace) -> None:
    """Say from time to time how far it is, on standard error."""
    from bot import config
    from bot.table.rebuild import rebuild

    try:
        made, kept = await rebuild(config.load(chosen.config), _progress())
    except asyncio.CancelledError:
        complain("Stopped. No game is lost: type it again, or let the bot's next start count the games.")
        raise
    tell(f"Recomputed the results of {made} finished games.")
    if kept:
        tell(f"{kept} kept their old results: the current rules can't replay their records to the end.")


@_host
async def _pack(chosen: argparse.Namespace) -> None:
    """Say from time to time how far it is, on standard error."""
    from bot import config
    from bot.table.packing import pack_all

    done = await pack_all(config.load(chosen.config), _progress())
    tell(f"Packed {done.games:,} games that are over.")
    tell(f"The database had {done.before / 1e6:,.1f} MB, and has {done.after / 1e6:,.1f} MB now.")


def _progress() -> Callable[[str], None]:
    """Says how far it is, but not too often."""
    told = 0.0

    def told_now(progress: str) -> None:
        nonlocal told
        if time.monotonic() - told > TELLING_SECONDS:
            complain(progress)
            told = time.monotonic()

    return told_now


@_host
async def _move_storage(chosen: argparse.Namespace) -> None:
    from storage import move_storage

    rows = await move_storage(chosen.source, chosen.target)
    tell(f"Moved {rows['sessions']} games with {rows['lines']} lines, and the two databases match.")


def _play(chosen: argparse.Namespace) -> None:
    try:
        from bot.host.play import play
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "local_discord":
            raise
        raise CannotRun(
            "The local Discord isn't installed here. Containers leave it out, since `run` doesn't need it. "
            "To try the bot, type `make play` in a clone of the project."
        ) from None
    try:
        asyncio.run(play(chosen.port, chosen.folder))
    except OSError as failed:
        raise CannotRun(
            f"Can't use port {chosen.port} ({failed.strerror}). `make play PORT=0` picks a free one, and so "
            "does --port 0."
        ) from None


@_host
async def _doctor(chosen: argparse.Namespace) -> int:
    """Print the findings; 1 if something doesn't work."""
    from bot import config
    from bot.host.doctor import Finding, Verdict, broken, looking, own_machine, with_progress

    settings = config.load(chosen.config)

    async def examine() -> AsyncIterator[Finding]:
        """One finding after the other. Nothing is changed, and a bot that is running isn't disturbed."""
        if chosen.listing is None:
            async for finding in own_machine(settings, chosen.config):
                yield finding
        if not settings.discord.token.get_secret_value():
            yield broken("Token", config.HOW_TO_LOG_IN)
            return
        try:
            from bot.host.application import at_discord
            from bot.host.listing import for_directory
        except ImportError as failed:
            yield broken("Program", f"It can't be loaded ({failed}). Install the requirements again.")
            return
        yield looking("Discord", "I'm asking it")
        listing, where = chosen.listing, settings.discord
        async for finding in at_discord(where) if listing is None else for_directory(where, listing):
            yield finding

    wrong = 0
    async for finding in with_progress(examine(), complain):
        show(f"{printable(str(finding))}\n")
        wrong += finding.verdict is Verdict.BROKEN
    if chosen.listing is None:
        things = "1 thing doesn't work" if wrong == 1 else f"{wrong} things don't work"
        show(f"\n{things}.\n" if wrong else "\nEverything the bot needs works.\n")
    else:
        things = "1 thing is missing" if wrong == 1 else f"{wrong} things are missing"
        show(f"\n{things if wrong else 'Nothing that I can see is missing'} for Discord's directory.\n")
    return 1 if wrong else 0


@_host
async def _invite(chosen: argparse.Namespace) -> None:
    """Print the invitation; Discord says for which application."""
    from bot import config
    from bot.host.application import letter, logged_in

    where = config.load(chosen.config).discord
    if not where.token.get_secret_value():
        raise CannotRun(config.HOW_TO_LOG_IN)
    async with logged_in(where) as client:
        assert client.application_id is not None
        show(f"{letter(client.application_id)}\n")


@_host
async def _backup(chosen: argparse.Namespace) -> None:
    from bot import config
    from storage.copies import back_up, back_up_into

    url, done = config.load(chosen.config).storage.url, None
    if chosen.keep is None:
        saved, copy = await back_up(url, chosen.file, replaces=chosen.replace), chosen.file
    else:
        saved, done = await back_up_into(url, chosen.file, chosen.keep)
        copy = done.copy
    tell(f"Saved {saved.name} as {copy}. Games in it: {saved.games:,} ({copy.stat().st_size / 1e6:,.1f} MB).")
    if done is not None:
        tell(f"Copies there: {done.kept} ({done.size / 1e6:,.1f} MB). Older ones deleted: {done.deleted}.")


@_host
async def _restore(chosen: argparse.Namespace) -> None:
    from bot import config
    from storage.copies import restore

    url = config.load(chosen.config).storage.url
    place, replaced = await restore(chosen.file, url, replaces=chosen.replace)
    tell(f"Restored {place} from {chosen.file}.")
    if replaced is not None:
        tell(f"Your old database is now {replaced}. You can delete it once you no longer need it.")


@_host
async def _export(chosen: argparse.Namespace) -> None:
    import bot.features  # noqa: F401 - they say for what tables are played
    from bot import config
    from bot.host.doctor import size
    from bot.table.transfer import count, export
    from storage import Archive
    from storage.opening import must_be_there

    url = config.load(chosen.config).storage.url
    must_be_there(url, "export")
    async with Archive.open(url) as archive:
        over = len(await archive.transfer.over_in(chosen.server))
        if not over:
            raise CannotRun(
                f"No game of server {chosen.server} is over here, so nothing was saved. Is that its id? "
                "In Discord's developer mode, a server's menu has Copy Server ID."
            )
        packed = await export(archive, chosen.server)
    _save(chosen.file, packed)
    saved = count(packed)
    tell(f"Saved {counted(saved, 'game')} of server {chosen.server} as {chosen.file} ({size(len(packed))}).")
    if saved < over:
        tell(f"{counted(over - saved, 'game')} can't be shown yet, such as today's game of the day.")


def _save(file: Path, content: bytes) -> None:
    """A new file that only its owner can read, whole or not at all. Raises CannotRun."""
    try:
        opened = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as failed:
        raise CannotRun(f"Can't write {file}: {failed.strerror}.") from None
    try:
        with os.fdopen(opened, "wb") as new:
            new.write(content)
            new.flush()
            os.fsync(opened)
    except OSError as failed:
        file.unlink(missing_ok=True)
        raise CannotRun(f"Can't write {file}: {failed.strerror}.") from None


@_host
async def _import(chosen: argparse.Namespace) -> int:
    """Say what was taken in, and why the rest wasn't; 1 if something was refused."""
    from bot import config
    from bot.table.transfer import take_in
    from storage import Archive, only_bot

    url = config.load(chosen.config).storage.url
    async with only_bot(url, patience=0), Archive.open(url) as archive:
        taken = await take_in(archive, chosen.server, chosen.file)
    tell(f"Took in {taken.new} games for server {chosen.server}; {taken.known} were there already.")
    complain(*taken.refused[: tools.MOST_FAULTS])
    return 1 if taken.refused else 0


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {MOST_PORT}")
    return int(text)


def _server(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 2**63):
        raise argparse.ArgumentTypeError("a server's id is a number; Discord's developer mode copies it")
    return int(text)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a number of copies is 1 or more")
    return int(text)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("a date is written like 2026-12-24") from None


@_host
async def _daily(chosen: argparse.Namespace) -> None:
    """Print the day's game on standard output, and what its host should know on standard error."""
    from bot import config
    from bot.daily import days
    from bot.daily.preview import shown, warnings
    from games.engine import registry
    from storage import Archive
    from storage.opening import look_at

    day = days.today() if chosen.date is None else days.day_on(chosen.date)
    if day < 1:
        raise CannotRun(f"The first game of the day was on {days.date_of(1)}.")
    game = days.game_of(day)
    if chosen.game is not None:
        try:
            game = registry.find(chosen.game)
        except registry.UnknownGame as unknown:
            raise CannotRun(str(unknown)) from None
    if game.daily is None:
        raise CannotRun(f"{game.about.title} isn't played as the game of the day.")
    url = config.load(chosen.config).storage.url
    secret = days.PUBLIC_SECRET
    if not chosen.public:
        found = await look_at(url)
        if found.exists and not found.is_newest:
            raise CannotRun(f"{found.name} gets the newest schema at the next start. Start the bot first.")
        if found.exists:
            async with Archive.open(url) as archive:
                secret = await archive.dailies.secret()
    complain(*warnings(day, game, secret))
    show(await shown(day, game, secret))


if __name__ == "__main__":
    sys.exit(main())
