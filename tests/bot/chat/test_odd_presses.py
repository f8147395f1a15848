"""Presses that come twice, together or late, and presses of buttons that were never shown."""

import asyncio

from bot.app.parlour import Parlour
from bot.table.moves import DOUBLE_CLICK
from games.engine.vector import Vector
from local_discord.person import Person, control_of, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.tables import (
    alone,
    board,
    close_up,
    forge,
    legal,
    lines,
    mover,
    session_in,
    sit_down,
    square_button,
    told,
    toss,
    type_moves,
)


async def test_a_double_click_is_one_move(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown = await sit_down(chiara, dmitri)
    sent = [await chiara.press(shown, label="Heads") for _ in range(3)]
    ends = [await chiara.outcome(one) for one in sent]
    assert set(ends) == {"answered"}
    await board(chiara, shown, "to place")
    assert [one for one in lines(bot) if "call" in one] == ["a call heads"]
    assert not alone(chiara), "the board shows what the first click has done"


async def test_two_people_who_press_in_the_same_moment_make_one_move(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    square, player = legal(bot)[0], mover(bot, chiara, dmitri)
    shown = await close_up(player, shown, square)
    label = square_button(shown, square)
    await dmitri.wait_for(lambda m: m["id"] == shown["id"] and label in labels_of(m))
    count = len(lines(bot))
    sent = await asyncio.gather(chiara.press(shown, label=label), dmitri.press(shown, label=label))
    ends = await asyncio.gather(chiara.outcome(sent[0]), dmitri.outcome(sent[1]))
    assert set(ends) == {"answered"}
    await chiara.wait_until(lambda: len(lines(bot)) > count)
    assert len(lines(bot)) == count + 1


async def test_an_interaction_that_the_gateway_delivers_twice_is_one_move(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    sent = await chiara.press(shown, label="Heads")
    await board(chiara, shown, "to place")
    before = lines(bot)
    discord.interactions.deliver(discord.interactions.find(sent))
    player = mover(bot, chiara, dmitri)
    await player.command("move", channel="games", move=legal(bot)[0])
    await player.wait_until(lambda: len(lines(bot)) > len(before))
    assert lines(bot)[:-1] == before


async def test_a_command_that_the_gateway_delivers_twice_is_done_once(
    bot: Parlour, discord: LocalDiscord, chiara: Person
) -> None:
    sent = await chiara.command("duel", channel="games", game="fourside")
    await chiara.reply_to(sent)
    discord.interactions.deliver(discord.interactions.find(sent))
    await told(chiara, await chiara.command("help", channel="games"))
    assert len(await bot.archive.duels.open_of(int(chiara.id))) == 1


async def test_a_button_of_an_earlier_board_says_that_it_has_expired(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    old_button = control_of(shown, label=square_button(shown, legal(bot)[0]))["custom_id"]
    await type_moves(bot, chiara, dmitri, count=2)
    before = lines(bot)
    assert mover(bot, chiara, dmitri) is player
    journal = session_in(bot)
    journal.times = Vector.of(time - DOUBLE_CLICK for time in journal.times)  # no second click
    sentence = await told(player, await forge(discord, player, shown, old_button))
    assert "This button has expired" in sentence
    assert lines(bot) == before


FORGED = (
    "",
    "nonsense",
    "pick",
    "pick:x",
    "pick:#",
    "pick:#:-",
    "pick:#:-:0",
    "pick:#:-:zero:E5",
    "pick:#:zz:2:E5",
    "pick:#:b:2:heads",
    "pick:#:c:2:heads",
    "pick:#:-:2:" + "," * 80,
    "pick:#:-:2:heads,heads",
    "pick:#:-:2:💥",
    "pick:999999:-:2:heads",
    "pick:" + "9" * 90 + ":-:2:heads",
    "pick:-1:-:2:heads",
    "undo:",
    "undo:٣",
    "agree:#:2",
    "refuse:#",
    "resign:2",
    "resigned:7",
    "stopped:#",
    "rematch:#",
    "record:#",
    "rules:",
    "rules:whist:0",
    "rules:../../storage:0",
    "rules:doublolo",
    "join:#",
    "leave:#",
    "computer:#",
    "start:#",
    "options:#",
    "option:#:blocked",
    "form:#:blocked",
    "remove:#",
    "removed:#",
    "host:#",
    "hosted:#",
    "close:#",
    "closed:#",
    "closed",
)


async def test_an_invented_button_gets_a_sentence_and_changes_nothing(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    before, number = lines(bot), session_in(bot).id
    for pattern in FORGED:
        sent = await forge(discord, dmitri, shown, pattern.replace("#", str(number)))
        sentence = await told(dmitri, sent)
        assert sentence, pattern
        assert "went wrong" not in sentence, pattern
    assert lines(bot) == before
    assert "Heads or tails?" in text_of(dmitri.sees.current(shown))
