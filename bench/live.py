"""How much memory the bot uses as many tables of computers play on without a pause.

    python -m bench.live [--tables 20] [--seconds 240] [--every 15] [--game NAME]

The real bot on a local Discord, each in its own process. The tables take the games in turn, with the weakest
level on all seats, and each game is followed by its rematch. It prints a row every few seconds, in MB: see
`bench.held`. The exit status is 0 if memory has levelled off, that is, if the last third of the time used
hardly more than the second third.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from bench.loopback import loopback
from bot.play import ADA
from games import registry
from local_discord.codec import Json
from local_discord.person import Person, labels_of

LEVEL = 1.1
"""How many times as much memory the last third may take: what is kept varies with the games."""

_PATIENCE = 60
_NO_END = 1e6


async def _hall(person: Person, number: int) -> str:
    """A new channel; its name."""
    name = f"hall-{number}"
    await person.do("create_channel", name=name)
    await person.wait_until(lambda: any(one.get("name") == name for one in person.sees.channels.values()))
    return name


async def seat_computers(person: Person, name: str, game: str) -> Json:
    """A lobby in this channel, with computers of the weakest level on all seats."""
    channel = person.sees.channel(name)["id"]
    while await person.outcome(await person.command("play", channel=name, game=game)) == "failed":
        pass  # the bot has just started, and a busy machine keeps it from answering in time
    lobby = await person.wait_for(lambda m: m["channel_id"] == channel and "Leave" in labels_of(m), _PATIENCE)
    await person.outcome(await person.press(lobby, label="Leave"))
    about = registry.find(game).about
    for _ in range(max(about.seats)):
        await person.outcome(await person.select(person.sees.current(lobby), about.levels[0]))
    return lobby


async def rematch(person: Person, channel: str, ended: list[str]) -> None:
    """Start the rematch of every game that ends here; `ended` holds their boards."""

    def is_over(message: Json) -> bool:
        here = message["channel_id"] == channel and message["id"] not in ended
        return here and "Rematch" in labels_of(message)

    while True:
        over = await person.wait_for(is_over, _NO_END)
        ended.append(over["id"])
        await person.outcome(await person.press(over, label="Rematch"), _PATIENCE)


async def _measure(args: argparse.Namespace) -> list[float]:
    """The memory of the bot, row by row."""
    found: list[float] = []
    games = [args.game] if args.game else list(registry.all_games())
    with tempfile.TemporaryDirectory() as folder:
        async with (
            loopback(Path(folder), "Parlour") as local,
            local.bot(
                *("Parlour", "bench.held", str(args.every)),
                play__pace=0,
                play__computers=2,
                play__patience=_PATIENCE,
            ) as bot,
            Person.connect(local.url, ADA) as ada,
        ):
            assert bot.stdout is not None
            await local.is_online(ada, "Parlour", "play")
            ended: list[str] = []
            tables = enumerate(islice(cycle(games), args.tables))
            boards = []
            for number, game in tables:
                boards.append(await seat_computers(ada, await _hall(ada, number), game))
                # At once: a person can have only a few lobbies at a time.
                await ada.outcome(await ada.press(ada.sees.current(boards[-1]), label="Start"), _PATIENCE)
            more = [asyncio.create_task(rematch(ada, board["channel_id"], ended)) for board in boards]
            began = time.monotonic()
            while time.monotonic() - began < args.seconds and (row := await bot.stdout.readline()):
                held = json.loads(row)
                if not found:
                    print(" ".join(f"{name:>9}" for name in ("seconds", "ended", *held)))
                cells = (round(time.monotonic() - began), len(ended), *held.values())
                print(" ".join(f"{cell:>9}" for cell in cells), flush=True)
                found.append(held["resident"])
            for task in more:
                task.cancel()
    return found


def main(argv: list[str] | None = None) -> int:
    """Let them play, print the rows, and say whether memory has levelled off."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description="Many tables without a pause.")
    parser.add_argument("--tables", type=int, default=20, help="tables at once (20)")
    parser.add_argument("--seconds", type=float, default=240, help="how long (240)")
    parser.add_argument("--every", type=float, default=15, help="seconds between rows (15)")
    parser.add_argument("--game", choices=list(registry.all_games()), help="only this game")
    found = asyncio.run(_measure(parser.parse_args(argv)))
    third = len(found) // 3
    if not third:
        return 0
    second, last = max(found[third:-third]), max(found[-third:])
    is_level = last <= LEVEL * second
    says = "level" if is_level else "rising"
    print(f"{second:.0f} MB in the second third, {last:.0f} MB in the last: {says}.")
    return 0 if is_level else 1


if __name__ == "__main__":
    sys.exit(main())
