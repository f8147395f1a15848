"""The time from clicking a card to your new hand and the new board, compared with a bare bot.

    python -m bench.card_presses

Three people play Calabresella with Parlour, each from a hand in direct messages. After every card, one
of them presses the bare bot's buttons. One only acknowledges. Two reply with a ready-made PNG:
one as large as the current picture of a hand, one as large as the board's. A card
reaches its player's own hand and the board by two edits, each with a picture drawn for it. The other two
hands are edited too: we wait for them before the bare bot's turn, and their time doesn't count.
"""

import asyncio
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from bench.bystander import RESIZED_EVERY, Bystander, parlour_and_bare, size_of_picture, tell
from bench.trio import Trio
from bot.play import ADA, BRUNO, CHIARA

ROUNDS = 300
WARM_UP = 20

ACKNOWLEDGED, HAND, BOARD = "Parlour: card acknowledged", "Parlour: own hand seen", "Parlour: board seen"
BARE = "bare bot: acknowledgement"
REPLIED_HAND, REPLIED_BOARD = "bare bot: reply with PNG of a hand", "bare bot: reply with PNG of a board"
TO_ACKNOWLEDGED, TO_HAND, TO_BOARD = "card to acknowledged", "card to your own new hand", "card to new board"


async def _measure(rounds: int) -> dict[str, list[float]]:
    with tempfile.TemporaryDirectory() as folder:
        async with parlour_and_bare(Path(folder), ADA, BRUNO, CHIARA) as online:
            return await _in_turns(Trio(*online.people), rounds)


async def _in_turns(trio: Trio, rounds: int) -> dict[str, list[float]]:
    times: defaultdict[str, list[float]] = defaultdict(list)
    for_hand, for_board = (Bystander(trio.people[0]) for _ in range(2))
    await trio.sit_down()
    for number in range(-WARM_UP, rounds):
        player, played = await trio.play_card()
        if number % RESIZED_EVERY == 0 or not for_hand.message:
            await for_hand.ask_for(await size_of_picture(player, trio.hands[player]))
            await for_board.ask_for(await size_of_picture(player, trio.board))
        bare = await for_hand.acknowledge(), await for_hand.reply(), await for_board.reply()
        if number >= 0:
            names = ACKNOWLEDGED, HAND, BOARD, BARE, REPLIED_HAND, REPLIED_BOARD
            for name, wait in zip(names, (played.acknowledged, *played.seen, *bare), strict=True):
                times[name].append(wait)
    return times


def main(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, print a table, and return the three ratios of the medians."""
    middle = tell(asyncio.run(_measure(rounds)))
    ratios = {
        TO_ACKNOWLEDGED: middle[ACKNOWLEDGED] / middle[BARE],
        TO_HAND: middle[HAND] / middle[REPLIED_HAND],
        TO_BOARD: middle[BOARD] / middle[REPLIED_BOARD],
    }
    for name, ratio in ratios.items():
        sys.stdout.write(f"{f'ratio, {name}':40}{ratio:9.2f}\n")
    return ratios


if __name__ == "__main__":
    main()
