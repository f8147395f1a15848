"""Whatever anyone clicks, only a hand's player sees it, and always the current one."""

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.person import control_of, labels_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    EXCHANGE,
    HANDS,
    ROOM,
    Three,
    all_direct,
    at_rest,
    board_of,
    direct,
    keep_deal,
    my_hand,
    play_card,
    say_moves,
    session_of,
)
from tests.bot.tables import forge, told, words_of
from tests.deep import sized


async def test_a_spectator_has_no_hand(leading: Parlour, seats: Three, meet: Meet) -> None:
    farid = await meet(cast.FARID)
    shown = await board_of(farid, "to move")
    assert "not playing" in await told(farid, await farid.press(shown, label="My hand"))
    assert "no cards" in await told(farid, await farid.command("hand", channel=ROOM))
    assert not all_direct(farid)


async def test_a_stale_press_on_a_hand_shows_the_hand_as_it_stands(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    hand = await direct(seats[0], "You lead")
    old = control_of(hand)["custom_id"] if "K♣" not in labels_of(hand) else "pick:1:a:7:K♣"
    auto_pick = control_of(hand, label="Pick for me")["custom_id"]
    opened = await my_hand(seats[0])
    await say_moves(leading, seats, ["a K♣"])
    await at_rest(leading, session_of(leading), *seats)
    for shown in (opened, hand):
        for custom_id, values in ((old, ["2♣"]), (auto_pick, [])):
            pressed = await forge(discord, seats[0], shown, custom_id, *values)
            assert await seats[0].outcome(pressed) == "answered"
            await at_rest(leading, session_of(leading), *seats)
            assert seats[0].sees.newest(lambda m: "button has expired" in text_of(m)) is None, (
                "a word, not the hand"
            )
            now = seats[0].sees.current(shown)
            assert "You lead" not in text_of(now)
            assert "Chiara K♣" in words_of(now) or "Your hand is open in" in words_of(now)
    assert session_of(leading).table.lines[-1].text == "K♣", "nothing was played by it"


@pytest.mark.parametrize("seat", sized(["a", "c", "", "aa"], ["a", "c", "z", "A", "-1", "", "aa", "d"]))
async def test_no_made_up_id_shows_or_plays_another_hand(
    leading: Parlour, seats: Three, discord: LocalDiscord, seat: str
) -> None:
    hand, opened = await direct(seats[1]), await my_hand(seats[1])
    table = session_of(leading).table
    newest = len(table.lines)
    for shown in (hand, opened, await board_of(seats[1], "to move")):
        for number in sized((0, newest - 1, newest), range(newest + 1)):
            for verb in (f"pick:1:{seat}:{number}:", f"pick:1:{seat}:{number}:K♣", f"lend:1:{seat}:{number}"):
                pressed = await forge(discord, seats[1], shown, verb)
                sentence = await told(seats[1], pressed)
                assert "isn't your hand" in sentence or "expired" in sentence
                if number == 0:
                    assert not any(card in sentence for card in HANDS[0].split())
    assert session_of(leading).table is table


async def test_a_hands_id_on_the_public_board_shows_nothing(
    leading: Parlour, seats: Three, discord: LocalDiscord
) -> None:
    shown = await board_of(seats[0], "to move")
    before = seats[1].sees.current(shown)["components"]
    prompt_version = session_of(leading).table.prompt_version(Seat(0))
    for number in (prompt_version, prompt_version - 1):
        for custom_id in (f"pick:1:a:{number}:", f"lend:1:a:{number}"):
            assert "expired" in await told(seats[0], await forge(discord, seats[0], shown, custom_id))
    for custom_id in ("pick:1:-:7:", "pick:1:-:0:", f"pick:1:-:{prompt_version}:"):
        await seats[0].outcome(await forge(discord, seats[0], shown, custom_id))
    await at_rest(leading, session_of(leading), *seats)
    now = seats[1].sees.current(shown)
    assert "A♥" not in str(now["components"])
    assert labels_of(now) == labels_of({**now, "components": before})


async def test_a_player_who_resigned_cannot_play_from_their_hand(
    settings: Settings, seats: Three, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    settings.play.pace = 60
    async with running(settings) as bot:
        hand = await direct(seats[1])
        question = await seats[1].reply_to(
            await seats[1].press(await board_of(seats[1], "to move"), label="Resign")
        )
        await seats[1].press(question, label="Resign")
        await board_of(seats[0], "Dmitri resigns")
        await at_rest(bot, session_of(bot), *seats)
        await play_card(seats[0], await direct(seats[0], "You lead"), "K♣")
        hand = await direct(seats[1], "Chiara K♣")
        assert f"A computer is playing for <@{seats[1].id}> …" in text_of(hand)
        await board_of(seats[0], f"A computer is playing for <@{seats[1].id}> …")
        assert labels_of(hand) == ["Go to table"], "a computer is to play there"
        session = session_of(bot)
        number = session.table.prompt_version(Seat(1))
        for made_up in (f"pick:1:b:{number}:7♣", f"pick:1:b:{number}:", f"lend:1:b:{number}"):
            assert "You resigned" in await told(seats[1], await forge(discord, seats[1], hand, made_up))
        assert session.table.lines[-1].text == "K♣"
