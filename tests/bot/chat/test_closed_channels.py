"""Channels where the bot lacks a permission: it says which one, and nothing is lost."""

from unittest.mock import Mock

import discord as discord_py
import pytest

from bot.app.parlour import Parlour
from bot.chat.gate import lacking
from bot.host import play as cast
from local_discord.person import Person, labels_of
from local_discord.server import LocalDiscord
from tests.bot.tables import board, legal, lines, mover, sit_down, told, toss, type_moves, words_of


@pytest.mark.parametrize(
    ("forbidden", "named"),
    [
        (["SEND_MESSAGES"], "Send Messages"),
        (["ATTACH_FILES"], "Attach Files"),
        (["VIEW_CHANNEL"], "View Channel"),
        (["SEND_MESSAGES", "ATTACH_FILES"], "Send Messages and Attach Files"),
    ],
)
async def test_the_person_who_opens_a_table_is_told_which_permission_the_bot_needs(
    bot: Parlour, discord: LocalDiscord, chiara: Person, forbidden: list[str], named: str
) -> None:
    discord.faults.forbid({cast.GAMES: forbidden})
    sentence = await told(chiara, await chiara.command("play", channel="games", game="doublolo"))
    assert f"I need {named} here" in sentence
    assert bot.tables.channels.find(int(cast.GAMES)) is None


async def test_a_channel_where_the_bot_cannot_write_gets_the_missing_permissions(chiara: Person) -> None:
    sentence = await told(chiara, await chiara.command("play", channel="no-bots-here", game="doublolo"))
    assert "I need Send Messages" in sentence


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        (discord_py.VoiceChannel, ["Connect"]),
        (discord_py.StageChannel, ["Connect"]),
        (discord_py.TextChannel, []),
        (discord_py.Thread, ["Send Messages in Threads"]),
    ],
)
def test_the_chat_of_a_voice_channel_takes_the_right_to_connect_too(kind: type, missing: list[str]) -> None:
    has = discord_py.Permissions(view_channel=True, send_messages=True, attach_files=True)
    assert lacking(has, Mock(spec=kind)) == missing


async def test_in_a_channel_that_closes_in_the_midst_of_a_game_answers_are_the_board(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.forbid({cast.GAMES: ["SEND_MESSAGES"]})
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    await player.command("move", channel="games", move=square)
    for person in (chiara, dmitri):
        await person.wait_for(lambda m: m["id"] != shown["id"] and f"plays {square}" in words_of(m))
    assert lines(bot)[-1].endswith(f" {square}")
    await chiara.command("board", channel="games")
    newest = await dmitri.wait_for(lambda m: m["id"] not in (shown["id"],) and "Resign" in labels_of(m))
    loser = mover(bot, chiara, dmitri)
    question = await loser.reply_to(await loser.press(loser.sees.current(newest), label="Resign"))
    await loser.press(question, label="Resign")
    for person in (chiara, dmitri):
        await person.wait_for(lambda m: "wins" in words_of(m))


async def test_a_move_that_not_even_the_answer_can_show_counts_and_the_person_is_told_what_is_missing(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    discord.faults.forbid({cast.GAMES: ["VIEW_CHANNEL", "SEND_MESSAGES"]})
    player, square = mover(bot, chiara, dmitri), legal(bot)[0]
    refused = {"status": 403, "code": 50013, "path": "/callback$", "times": 2}
    discord.faults.fail_next([refused])
    sentence = await told(player, await player.command("move", channel="games", move=square))
    assert "Done, but nobody can see it. I can't show a board in this channel: I need" in sentence
    assert "Send Messages here. Ask someone who manages this channel to allow it." in sentence
    assert lines(bot)[-1].endswith(f" {square}")
    discord.faults.fail_next([refused])
    again = await told(chiara, await chiara.command("board", channel="games"))
    assert "Send Messages" in again
    discord.faults.forbid({})
    await chiara.command("board", channel="games")
    await chiara.wait_for(lambda m: m["id"] != shown["id"] and f"plays {square}" in words_of(m))


async def test_a_board_that_discord_forbids_without_notice_says_what_is_needed(
    discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    await sit_down(chiara, dmitri)
    discord.faults.fail_next([{"status": 403, "method": "POST", "path": "/messages$"}])
    sentence = await told(chiara, await chiara.command("board", channel="games"))
    assert "I need View Channel, Send Messages and Attach Files" in sentence


async def test_a_permission_taken_away_while_a_board_is_on_its_way_is_told_and_the_game_goes_on(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    """Discord said with the command that everything was allowed, and refuses the board with 50013."""
    shown = await toss(chiara, dmitri)
    posted = discord.faults.hold_next("POST", "/messages$")
    asked = await chiara.command("board", channel="games")
    await posted.arrived.wait()
    discord.faults.forbid({cast.GAMES: ["SEND_MESSAGES"]})
    posted.released.set()
    assert await told(chiara, asked) == (
        "Discord didn't let me do that in this channel. "
        "I need View Channel, Send Messages and Attach Files here."
    )
    discord.faults.forbid({})
    square = await type_moves(bot, chiara, dmitri)
    await board(chiara, shown, f"plays {square}")
