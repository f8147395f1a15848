"""How long a step of a replay, the animation of a game and its review take: each rule book's longest record.

    python -m bench.replays [FOLDER]

With a folder, the animations are written there. A step is measured as the bot makes it: the position, the
picture and the words, each move once, in random order; p50 and p95 in milliseconds. The time of an animation
is that of its drawing and of its making, in seconds of this process, and that of a review of its judging.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import quantiles

from bot.chat.pictures import Faces, Pictures
from bot.chat.players import Player
from bot.replays.replays import Replayed
from bot.replays.screens import replay_screen
from bot.replays.share import PICTURE, share_screen
from games.engine import record, registry
from games.engine.playback import play_back
from games.engine.record import BadRecord
from games.engine.replay import BadHeader
from games.engine.review import can_review, review
from games.game import AnyGame
from games.kit.faces import Face

STEPS = 60


class _Unknown(Faces):
    """Nobody's avatar is known."""

    def __init__(self) -> None:
        """There's nobody to ask."""

    def seated(self, game: AnyGame, players: tuple[Player, ...], guild_id: int) -> tuple[Face, ...]:
        """Names only."""
        return tuple(Face(one.name) for one in players)


def longest(game: AnyGame) -> tuple[str, Replayed]:
    """The finished record with the most moves in this game's folder, and its name."""
    found = []
    for file in sorted((Path("games") / game.about.name / "records").glob("*.txt")):
        try:
            playback = play_back(game, record.read(file.read_text("utf-8")))
        except (BadRecord, BadHeader):
            continue
        if playback.end.over:
            found.append((playback.last, file.stem, playback))
    _, name, playback = max(found, key=lambda one: one[0])
    players = tuple(Player(word) for word in ("Ada", "Bruno", "Chiara", "Dmitri", "Emi", "Farid"))
    return name, Replayed(name, playback, players[: len(playback.end.seats)])


async def measure(game: AnyGame, folder: str) -> str:
    """A line with the figures of one game."""
    name, shown = longest(game)
    pictures, faces = Pictures(1), _Unknown()
    await replay_screen(pictures, faces, shown, 1, None)
    took = []
    for at in Random(1).choices(range(shown.playback.last), k=STEPS):
        begun = time.perf_counter()
        await replay_screen(pictures, faces, shown, at, None)
        took.append(1000 * (time.perf_counter() - begun))
    *_, p95 = quantiles(took, n=20)
    begun, used = time.perf_counter(), time.process_time()
    (file,) = (await share_screen(pictures, faces, shown)).files
    wall, used = time.perf_counter() - begun, time.process_time() - used
    made = file.fp.read()
    if folder:
        await asyncio.to_thread(Path(folder, f"{game.about.name}-{PICTURE}").write_bytes, made)
    pictures.close()
    step = f"step {quantiles(took, n=2)[0]:4.1f} / {p95:5.1f} ms"
    animation = f"animation {wall:5.2f} s, {used:.2f} s of CPU, {len(made) / 1e6:.2f} MB"
    review_took = ""
    if can_review(shown.playback):
        begun = time.perf_counter()
        await asyncio.to_thread(review, shown.playback)
        review_took = f"  review {time.perf_counter() - begun:.1f} s"
    return f"{name:24} {shown.playback.last:4} moves  {step}  {animation}{review_took}"


def main(arguments: Sequence[str]) -> None:
    """Measure all games."""
    for name, game in registry.all_games().items():
        print(f"{name:14}{asyncio.run(measure(game, arguments[0] if arguments else ''))}")


if __name__ == "__main__":
    main(sys.argv[1:])
