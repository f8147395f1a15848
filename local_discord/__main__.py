"""`python -m local_discord`: a Discord on loopback until it is interrupted."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from pydantic import ValidationError

from local_discord.applications import Application
from local_discord.fixtures import WorldFixture
from local_discord.sample import SAMPLE
from local_discord.server import LocalDiscord
from local_discord.shards import Sharding


def application(text: str) -> Application:
    """`NAME:TOKEN`, or just a name, which gets a new token."""
    name, _, token = text.partition(":")
    try:
        return Application(name, token)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def world(path: str) -> WorldFixture:
    """The world in the file."""
    try:
        return WorldFixture.read(Path(path))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"Can't read {path}: {error.strerror}.") from None
    except ValidationError as error:
        wrong = [f"{'.'.join(map(str, one['loc'])) or 'the world'}: {one['msg']}" for one in error.errors()]
        raise argparse.ArgumentTypeError("; ".join(wrong)) from None


def count(text: str) -> int:
    """A whole number of at least 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number of at least 1.")
    return int(text)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m local_discord", description="Discord on loopback.")
    parser.add_argument("--port", type=int, default=8800, help="0 picks a free port")
    parser.add_argument(
        "--application",
        action="append",
        type=application,
        metavar="NAME:TOKEN",
        help="a bot that may log in; may be given several times",
    )
    parser.add_argument(
        "--world", type=world, default=SAMPLE, metavar="FILE", help="JSON: servers, people, channels, bots"
    )
    sharding = Sharding()
    parser.add_argument(
        "--shards", type=count, default=sharding.recommended, metavar="N", help="how many a bot should open"
    )
    parser.add_argument(
        "--identify-seconds",
        type=float,
        default=sharding.identify_seconds,
        metavar="SECONDS",
        help="how long a bot waits before it identifies again; 0 for not at all",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing")
    return parser.parse_args()


async def serve(chosen: argparse.Namespace) -> None:
    """Serves until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    sharding = Sharding(recommended=chosen.shards, identify_seconds=chosen.identify_seconds)
    async with LocalDiscord(
        chosen.world, port=chosen.port, applications=chosen.application, sharding=sharding
    ) as discord:
        if not chosen.quiet:
            announce(discord)
        await stop.wait()


def announce(discord: LocalDiscord) -> None:
    """Prints the addresses and any new tokens, but never a token that was passed in."""
    print(f"The page:    {discord.url}")
    print(f"HTTP API:    {discord.api_url}")
    print(f"Gateway:     {discord.gateway_url}")
    print(f"CDN:         {discord.cdn_url}")
    for one in discord.applications:
        print(f"Application: {one.name}" + (f", token {one.token}" if one.has_new_token else ""))
    sys.stdout.flush()


def main() -> int:
    chosen = arguments()
    try:
        asyncio.run(serve(chosen))
    except OSError as error:
        print(f"Can't use port {chosen.port} on 127.0.0.1: {error.strerror}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
