"""What a player who was away reads: everything since their own last move, in a few lines."""

from bot.app.parlour import Parlour
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from tests.bot.hands import ROOM, Three, direct, directs, my_hand, say_moves
from tests.bot.tables import board, legal, lines, mover, toss, type_moves, until


def quoted(text: str) -> list[str]:
    """The lines that say what happened."""
    return [line.removeprefix("> ") for line in text.splitlines() if line.startswith("> ")]


async def test_a_hand_tells_in_a_line_what_each_opponent_did_last_unless_the_caption_says_so(
    leading: Parlour, seats: Three
) -> None:
    emi = f"<@{seats[2].id}>"
    told = quoted(text_of(await direct(seats[1], "leads.")))
    assert told == [f"{emi} passed."], "the caption says what Chiara does"
    assert quoted(text_of(await direct(seats[0], "You lead"))) == [], "nothing happened after their own move"


async def test_what_happened_tells_the_rest_with_a_picture_of_each_step_as_that_player_saw_it(
    leading: Parlour, seats: Three
) -> None:
    chiara, _, emi = (f"<@{one.id}>" for one in seats)
    assert "What happened" not in labels_of(await direct(seats[0], "You lead"))
    await say_moves(leading, seats, ["a 7♠"])
    shown = await seats[1].wait_for(lambda m: "What happened" in labels_of(m))
    told = await seats[1].reply_to(await seats[1].press(shown, label="What happened"))
    assert is_ephemeral(told) or told["channel_id"] in directs(seats[1])
    lines = quoted(text_of(told))
    assert lines[0] == f"{emi} passes. Everybody passed. In the second round, a soloist can call for a three."
    assert lines[1].startswith(f"{chiara} goes solo. {chiara} calls for 3♣ and gets it from {emi}.")
    assert lines[1].endswith(f"{chiara} plays 7♠.")
    *steps, last = pictures_of(told)
    assert steps
    assert "On the table: Chiara 7♠." in last["description"]
    assert all("On the table" not in one["description"] for one in steps)
    assert all("Your hand:" in one["description"] for one in (*steps, last))
    assert all("Dmitri" in one["description"] for one in (*steps, last))


async def test_a_hand_that_is_opened_later_tells_the_same(leading: Parlour, seats: Three) -> None:
    await say_moves(leading, seats, ["a 7♠"])
    opened = await my_hand(seats[1])
    assert quoted(text_of(opened)) == [f"<@{seats[2].id}> passed."], "the picture shows the card"
    assert f"Calabresella in The Parlour · <#{seats[0].sees.channel(ROOM)['id']}>" in text_of(opened)


async def test_what_the_board_cannot_say_in_three_lines_is_told_to_each_player_alone(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown = await toss(chiara, dmitri)
    away = mover(bot, chiara, dmitri)
    await type_moves(bot, chiara, dmitri)
    busy = mover(bot, chiara, dmitri)
    squares = legal(bot)[:3]
    for said in ("move", "undo", "move", "undo", "move"):
        count = len(lines(bot))
        await busy.command(said, channel="games", **({"move": squares.pop()} if said == "move" else {}))
        await until(lambda count=count: len(lines(bot)) > count)  # type: ignore[misc]  # bound as it is now
    number = shown["id"]
    shown = await away.wait_for(  # the caption says the newest
        lambda m: m["id"] == number and "What happened" in labels_of(m) and not quoted(text_of(m))
    )
    told = await away.reply_to(await away.press(shown, label="What happened"))
    assert is_ephemeral(told)
    assert "Since your last move" in text_of(told)
    name = f"<@{busy.id}>"
    wanted = [f"{name} plays", f"{name} undoes", f"{name} plays", f"{name} undoes", f"{name} plays"]
    for line, start in zip(quoted(text_of(told)), wanted, strict=True):
        assert line.startswith(start)
    assert [one["filename"] for one in told["attachments"]] == ["board.png"], "nothing else still stands"
    watched = await emi.reply_to(await emi.press(shown, label="What happened"))
    assert "The last moves" in text_of(watched)
    assert len(quoted(text_of(watched))) == 6
    again = await away.reply_to(await away.command("board", channel="games"))
    assert is_ephemeral(again)
    assert quoted(text_of(again)) == quoted(text_of(told))
    await busy.command("board", channel="games")
    await board(busy, await busy.wait_for(lambda m: "What happened" in labels_of(m)), "plays")
