"""FourSide's hint: a move that tells only one player something in a game without hands."""

import asyncio
import re
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.chat import first_answer
from bot.config import Settings
from bot.table.moves import suggestions
from games.fourside.rules.fitting import score
from games.fourside.words.telling import suggested
from local_discord.person import Person, control_of, labels_of, pictures_of, text_of
from tests.bot.conftest import running
from tests.bot.tables import (
    alone,
    board,
    legal,
    lines,
    mover,
    session_in,
    start_fourside,
    told,
    until,
    words_of,
)

GREY = 2
"""The style of a secondary button."""


def hint_in(bot: Parlour) -> tuple[str, str]:
    """What the player who asked may know: the move that the hint names, and its words."""
    table = session_in(bot).table
    (seat,) = table.turn.owes
    view = table.view(seat)
    hint = view.position.hint
    return table.game.write(hint), suggested(hint, score(view.board, hint.square))


async def test_only_the_player_who_asked_sees_a_hint(
    bot: Parlour, two: tuple[Person, Person], emi: Person
) -> None:
    shown, asker, rival = await start_fourside(bot, *two)
    answer = await told(asker, await asker.press(shown, label="Hint (3 left)"))
    move, named = hint_in(bot)
    assert re.fullmatch(r"(place|turn) tile \d .*on [A-I]\d.* for −?\d+ points?", named)
    assert answer.endswith(f"Only you can see this hint: {named}. You have 2 hints left.")
    await rival.wait_for(lambda m: m["id"] == shown["id"] and "Hint (2 left)" in labels_of(m))
    for person in (rival, emi):
        assert named not in str(person.sees.messages)
        words = "".join(map(words_of, person.sees.messages[shown["channel_id"]].values()))
        assert move not in words, "only the square's button has it, as every square's has"
        assert not alone(person)
    assert named not in str(rival.sees.current(shown))


async def test_a_hint_is_drawn_on_its_players_picture_and_one_press_plays_it(
    bot: Parlour, two: tuple[Person, Person]
) -> None:
    shown, asker, rival = await start_fourside(bot, *two)
    button = control_of(shown, label="Hint (3 left)")
    assert button["style"] == GREY, "it isn't a move"
    hint = await asker.reply_to(await asker.press(shown, button["custom_id"]))
    move, _ = hint_in(bot)
    (picture,) = pictures_of(hint)
    assert "Your hint: " in picture["description"]
    await asker.press(hint, label="Play this")
    await board(rival, shown, f" on {move[-2:]} for ")
    await asker.wait_gone(hint)
    assert any(line.endswith(move) for line in lines(bot))


async def test_a_hint_stays_while_its_player_chooses_and_goes_with_the_move(
    bot: Parlour, two: tuple[Person, Person]
) -> None:
    shown, asker, rival = await start_fourside(bot, *two)
    await told(asker, await asker.press(shown, label="Hint (3 left)"))
    shown = await asker.wait_for(lambda m: m["id"] == shown["id"] and "Hint (2 left)" in labels_of(m))
    move, named = hint_in(bot)
    await asker.press(shown, label=f"Tile {move[0]}")
    await asker.wait_for(lambda m: m["id"] == shown["id"] and "Which square?" not in text_of(m))
    (still,) = alone(asker)
    assert named in text_of(still)
    await asker.command("move", channel="games", move=move)
    await board(rival, shown, f" on {move[-2:]} for ")
    await asker.wait_until(lambda: not alone(asker) or None)


async def test_a_hint_can_be_typed_and_is_told_again_by_hand_after_a_restart(
    settings: Settings, two: tuple[Person, Person]
) -> None:
    async with running(settings) as bot:
        _, asker, rival = await start_fourside(bot, *two)
        first = await told(asker, await asker.command("move", channel="games", move="hint"))
        assert hint_in(bot)[1] in first
    async with running(settings) as bot:
        assert await told(asker, await asker.command("hand", channel="games")) == first
        assert "Nothing is hidden" in await told(rival, await rival.command("hand", channel="games"))
        assert lines(bot)[-1].endswith(" hint"), "Being told again costs no hint."
        await asker.command("move", channel="games", move=hint_in(bot)[0])
        await until(lambda: lines(bot)[-1].startswith("* tiles"))
        assert "Nothing is hidden" in await told(asker, await asker.command("hand", channel="games"))


async def test_neither_buttons_nor_the_list_of_moves_rank_what_fits(
    bot: Parlour, two: tuple[Person, Person]
) -> None:
    await start_fourside(bot, *two)
    for _ in range(4):
        player, count = mover(bot, *two), len(lines(bot))
        await player.command("move", channel="games", move=legal(bot)[0])
        await until(lambda count=count: len(lines(bot)) >= count + 2)  # type: ignore[misc]  # bound as it is now
    table = session_in(bot).table
    places = table.view(None).placements
    where = [(one.number, one.quarters, one.square.row, one.square.column) for one in places]
    assert where == sorted(where)
    offered = [one.move for one in suggestions(session_in(bot), int(mover(bot, *two).id), "")]
    assert offered == [table.game.write(one) for one in [*places, table.game.read("hint")]][:25]


async def test_a_press_that_is_only_acknowledged_promises_no_hint_until_its_line_is_saved(
    bot: Parlour, two: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, asker, _ = await start_fourside(bot, *two)
    save, goes_on = bot.archive.record.append_together, asyncio.Event()

    async def save_slowly(*what: Any, **named: Any) -> None:
        await goes_on.wait()
        await save(*what, **named)

    monkeypatch.setattr(bot.archive.record, "append_together", save_slowly)
    for name in ("PATIENCE", "PICTURE_PATIENCE"):
        monkeypatch.setattr(first_answer, name, 0.0)
    before = lines(bot)
    press = await asker.press(shown, label="Hint (3 left)")
    assert await asker.outcome(press) == "answered", "it is acknowledged in time"
    assert lines(bot) == before, "a bot that dies now has nothing, and has shown nothing"
    assert not alone(asker)
    assert "Hint (3 left)" in labels_of(asker.sees.current(shown))
    goes_on.set()
    assert "Only you can see this hint" in await told(asker, press)
    assert lines(bot)[-1].endswith("hint")
