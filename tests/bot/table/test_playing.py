"""Making moves by buttons, by menus and by typing, and everything that isn't a move."""

from collections.abc import Awaitable, Callable

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from local_discord.person import Person, labels_of, pictures_of, text_of
from storage import Archive
from tests.bot import tables
from tests.bot.conftest import Meet, running
from tests.bot.tables import (
    board,
    choices,
    choose,
    close_up,
    has_button,
    legal,
    lines,
    mover,
    part_button,
    session_in,
    sit_down,
    skips_turn,
    square_button,
    told,
    toss,
    type_moves,
    visible,
    words_of,
)


async def test_the_call_is_made_by_a_button_and_the_board_tells_what_came_of_it(
    chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    assert labels_of(shown)[:2] == ["Heads", "Tails"]
    await chiara.press(shown, label="Tails")
    shown = await board(dmitri, shown, "to place")
    assert "The coin shows" in words_of(shown), "the alt text says what the picture shows"
    has_won = f"<@{chiara.id}>: Red to place" in text_of(shown)
    assert (f"> <@{chiara.id}> called tails." in text_of(shown)) is not has_won


async def kept_with(settings: Settings, least: int, most: int) -> None:
    """A table of Chiara and Dmitri with this many squares to choose from, and a move to undo."""
    async with Archive.open(settings.storage.url) as archive:
        people = tables.people(cast.CHIARA, cast.DMITRI)
        await tables.keep(
            archive, people, lambda table: least <= choices(table) <= most and len(table.plies) > 4
        )


@pytest.mark.parametrize(("least", "most"), [(3, 10), (25, 25)], ids=["few", "as many as fit"])
async def test_squares_that_fit_on_buttons_are_one_press(
    settings: Settings, meet: Meet, least: int, most: int
) -> None:
    await kept_with(settings, least, most)
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        player, square = mover(bot, chiara, dmitri), legal(bot)[1]
        shown = await player.wait_for(lambda m: "Which square" in text_of(m))
        count = len(legal(bot))
        assert least <= count <= most
        whole = ["Whole board"] if count < 25 else []  # no room for one more
        expected = [*(str(n + 1) for n in range(count)), *whole, "Undo"]
        assert labels_of(shown)[: len(expected)] == expected
        count = len(lines(bot))
        await choose(player, shown, square)
        await player.wait_until(lambda: len(lines(bot)) > count)
        assert lines(bot)[-1].endswith(f" {square}")


async def test_a_square_that_is_not_near_is_reached_by_the_whole_board_and_its_part(
    settings: Settings, meet: Meet
) -> None:
    await kept_with(settings, 26, 60)
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        player = mover(bot, chiara, dmitri)
        shown = await player.wait_for(lambda m: "Whole board" in labels_of(m))
        square = next(one for one in legal(bot) if not has_button(shown, one))
        before = shown["attachments"][0]["url"]
        shown = await close_up(player, shown, square)
        assert "Which square" in text_of(shown)
        assert shown["attachments"][0]["url"] != before, "the picture shows the part that was chosen"
        inside = [one for one in legal(bot) if part_button(one) == part_button(square)]
        assert labels_of(shown)[: len(inside) + 1] == [*inside, "Back"]
        assert not any(f"**{one}**" in text_of(shown) for one in inside), "the picture says what they flip"
        await player.press(shown, label="Back")
        shown = await board(player, shown, "Which part")
        count = len(lines(bot))
        await choose(player, shown, square)
        await player.wait_until(lambda: len(lines(bot)) > count)
        assert lines(bot)[-1].endswith(f" {square}")
        await board(player, shown, f"plays {square}")


async def test_a_move_is_typed_and_the_list_offers_your_own_legal_squares(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    other = dmitri if player is chiara else chiara
    offered = await player.autocomplete("move", "move", channel="games", move="")
    assert {one["value"] for one in offered} <= set(legal(bot))
    assert len(offered) == min(25, len(legal(bot)))
    wanted = legal(bot)[-1]
    offered = await player.autocomplete("move", "move", channel="games", move=wanted.lower())
    assert offered[0]["value"] == wanted
    assert await other.autocomplete("move", "move", channel="games", move="") == []
    await player.command("move", channel="games", move=wanted)
    await player.wait_until(lambda: lines(bot)[-1].endswith(f" {wanted}"))


async def test_the_board_leaves_out_what_the_picture_says_and_all_that_is_older(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    await type_moves(bot, chiara, dmitri, count=3)
    square = await type_moves(bot, chiara, dmitri)
    red, white = session_in(bot).game.scores(session_in(bot).table.state)
    newest = f"plays {square} and flips"
    shown = await chiara.wait_for(
        lambda m: m["id"] == shown["id"] and any(newest in one["description"] for one in pictures_of(m))
    )
    told_lines = [one for one in text_of(shown).splitlines() if one.startswith("> ")]
    assert told_lines == [], "the picture's caption says the newest, and older ones would read as stale"
    (picture,) = pictures_of(shown)
    assert f"Red {red}, White {white}" in picture["description"]
    assert "The board is ready" not in words_of(shown)


async def test_a_line_that_the_close_up_says_is_not_told_again_below_it(
    settings: Settings, meet: Meet
) -> None:
    await kept_with(settings, 26, 60)
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        player = mover(bot, chiara, dmitri)
        shown = await player.wait_for(lambda m: "Whole board" in labels_of(m))
        square = next(one for one in legal(bot) if not has_button(shown, one))
        last = lines(bot)[-1].split()[-1]
        assert f"plays {last} and" not in text_of(shown).splitlines()[0]
        shown = await close_up(player, shown, square)
        assert f"plays {last} and" in words_of(shown), "the caption says it"
        assert f"placed {last}" not in text_of(shown)


async def test_a_lost_turn_is_announced_and_the_same_player_moves_again(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        table = await tables.keep(archive, tables.people(cast.CHIARA, cast.DMITRI), skips_turn)
    async with running(settings) as bot:
        chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
        player = mover(bot, chiara, dmitri)
        other = dmitri if player is chiara else chiara
        await player.command("move", channel="games", move=skips_turn(table))
        name = other.sees.me["global_name"] or other.sees.me["username"]
        shown = await player.wait_for(lambda m: f"{name} can't flip anything and loses a turn" in words_of(m))
        assert f"### <@{player.id}>: " in text_of(shown)
        assert mover(bot, chiara, dmitri) is player


async def test_a_typed_move_leaves_no_message_behind_but_the_board(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    wanted = legal(bot)[0]
    await player.command("move", channel="games", move=wanted)
    await board(player, shown, wanted)
    await player.wait_until(lambda: len(visible(player)) == 1)


async def test_nonsense_in_move_is_answered_with_a_sentence(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    before = lines(bot)
    for nonsense in ("E99", "💥", "a1; drop table lines", "* toss heads", "/resign", "/undo", "x" * 3000):
        sentence = await told(player, await player.command("move", channel="games", move=nonsense))
        assert sentence.endswith((".", "?")), sentence
        assert "went wrong" not in sentence, nonsense
        assert await player.autocomplete("move", "move", channel="games", move=nonsense) == []
    assert lines(bot) == before


async def test_an_illegal_move_is_answered_with_the_rule_it_breaks(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    blocked = next(iter(lines(bot)[0].split()[2:]))
    sentence = await told(player, await player.command("move", channel="games", move=blocked))
    assert "rule" in sentence
    empty = next(
        square
        for square in (f"{column}{row}" for column in "ABCDEFGHIJKLMNOPQRSTUVW" for row in range(1, 15))
        if square not in legal(bot) and square not in lines(bot)[0].split()
    )
    sentence = await told(player, await player.command("move", channel="games", move=empty))
    assert "rule" in sentence


async def test_a_player_out_of_turn_is_told_who_is_to_move(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    player = mover(bot, chiara, dmitri)
    other = dmitri if player is chiara else chiara
    seen = await board(other, shown, "to place")
    expected = f"It's not your turn. Waiting for <@{player.id}>."
    square = legal(bot)[0]
    assert await told(other, await other.press(seen, label=square_button(seen, square))) == expected
    assert await told(other, await other.command("move", channel="games", move=square)) == expected


async def test_a_spectator_cannot_play_undo_or_resign(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown = await toss(chiara, dmitri)
    first = legal(bot)[0]
    await choose(mover(bot, chiara, dmitri), shown, first)
    seen = await emi.wait_for(lambda m: m["id"] == shown["id"] and "Undo" in labels_of(m))
    square, before = legal(bot)[0], lines(bot)
    tried: tuple[Callable[[], Awaitable[str]], ...] = (
        lambda: emi.press(seen, label=square_button(seen, square)),
        lambda: emi.command("move", channel="games", move=square),
        lambda: emi.press(seen, label="Undo"),
        lambda: emi.command("undo", channel="games"),
        lambda: emi.press(seen, label="Resign"),
        lambda: emi.command("resign", channel="games"),
    )
    for attempt in tried:
        assert "not playing in this game" in await told(emi, await attempt())
    assert lines(bot) == before
    assert await emi.autocomplete("move", "move", channel="games", move="") == []
