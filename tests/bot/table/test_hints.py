"""The bot's hints: what the adviser would do, shown only to the player who asks."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table import computers
from bot.table.screens import naming, routes
from bot.table.think import advise
from games.core import Seat
from games.engine import registry
from games.game import AnyGame
from games.kit.judge import Judge
from local_discord.codec import Json
from local_discord.person import AT_MOST, Person, control_of, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot import card_hints
from tests.bot.cities import set_option
from tests.bot.conftest import Meet, running
from tests.bot.dying import die
from tests.bot.hands import Three, board_of, direct, session_of
from tests.bot.tables import (
    alone,
    board,
    forge,
    join,
    legal,
    lines,
    mover,
    open_lobby,
    options_of,
    session_in,
    sit_down,
    square_button,
    told,
    until,
)


@pytest.fixture(autouse=True)
def _patient(settings: Settings) -> None:
    """A worker may take its time on a busy machine."""
    settings.play.patience = AT_MOST


async def begun(bot: Parlour, host: Person, guest: Person) -> tuple[Json, Person, Person]:
    """The board of a game of Doublolo after the toss, who is to move, and the other."""
    shown = await sit_down(host, guest)
    await host.press(shown, label="Heads")
    shown = await board(host, shown, "to place")
    asker = mover(bot, host, guest)
    return shown, asker, guest if asker is host else host


def alt_of(hint: Json) -> str:
    """The alt text of the picture on which the hint is drawn."""
    (picture,) = pictures_of(hint)
    return str(picture["description"])


async def hint_for(person: Person, shown: Json) -> Json:
    """What answers the Hint button."""
    return await person.reply_to(await person.press(shown, label="Hint"))


async def test_only_the_player_who_asked_sees_the_hint_and_one_press_plays_it(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown, asker, rival = await begun(bot, chiara, dmitri)
    session = session_in(bot)
    (seat,) = session.table.turn.owes
    move, why, way = advise("doublolo", session.table.view(seat))
    hint = await hint_for(asker, shown)
    assert is_ephemeral(hint)
    said = naming.with_mentions(session, why)
    assert text_of(hint) == f"{said}\n-# You have 2 hints left.", "the picture's caption says which move"
    assert way.labels[-1] == square_button(shown, move)
    assert alt_of(hint).startswith(f"Hint: {', '.join(way.labels)}. ")
    for person in (rival, emi):
        assert not alone(person)
        assert "Hint:" not in str(person.sees.messages)
        assert said not in str(person.sees.messages)
    await asker.press(hint, label="Play this")
    await board(rival, shown, f"plays {move}")
    await asker.wait_gone(hint)
    assert session.table.lines[-1].note == "", "in the record it is a move like any other"


async def test_a_hint_is_neither_offered_nor_costs_anything_where_there_is_nothing_to_know(
    discord: LocalDiscord, bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down(chiara, dmitri)
    assert "Hint" not in labels_of(shown)
    from_before = routes.Hint(session_in(bot).id, None).id
    hint = await chiara.reply_to(await forge(discord, chiara, shown, from_before))
    assert text_of(hint).startswith("Heads and tails are equally likely")
    assert text_of(hint).endswith("-# This one didn't count. You have 3 hints left.")
    await chiara.press(hint, label="Play this")
    shown = await board(chiara, shown, "to place")
    asker = mover(bot, chiara, dmitri)
    assert "You have 2 hints left." in text_of(await hint_for(asker, shown))


async def test_the_same_question_costs_one_hint_and_the_count_survives_a_restart(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri = await meet(cast.CHIARA), await meet(cast.DMITRI)
    async with running(settings) as bot:
        shown, asker, _ = await begun(bot, chiara, dmitri)
        first = text_of(await hint_for(asker, shown))
        assert text_of(await hint_for(asker, shown)) == first
    async with running(settings) as bot:
        assert text_of(await hint_for(asker, shown)) == first
        for left in ("1 hint", "no hints"):
            count = len(lines(bot))
            for player in (asker, chiara if asker is dmitri else dmitri):
                await player.command("move", channel="games", move=legal(bot)[0])
                await until(lambda count=count: len(lines(bot)) > count)  # type: ignore[misc]  # bound as it is now
                count = len(lines(bot))
            hint = await hint_for(asker, asker.sees.current(shown))
            assert f"You have {left} left." in text_of(hint)
        await asker.command("move", channel="games", move=legal(bot)[0])
        await until(lambda: mover(bot, chiara, dmitri) is not asker)
        other = mover(bot, chiara, dmitri)
        await other.command("move", channel="games", move=legal(bot)[0])
        await until(lambda: mover(bot, chiara, dmitri) is asker)
        refused = await told(asker, await asker.press(asker.sees.current(shown), label="Hint"))
        assert refused == "You've had all 3 of your hints in this game."


async def test_spectators_and_the_player_who_waits_get_a_sentence(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    shown, asker, rival = await begun(bot, chiara, dmitri)
    assert "not playing in this game" in await told(emi, await emi.press(shown, label="Hint"))
    refused = await told(rival, await rival.press(shown, label="Hint"))
    assert refused == f"It's not your turn. Waiting for <@{asker.id}>."
    assert await bot.archive.record.hints(1, 0) == await bot.archive.record.hints(1, 1)


async def test_a_hint_for_an_earlier_position_plays_nothing(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    shown, asker, rival = await begun(bot, chiara, dmitri)
    hint = await hint_for(asker, shown)
    for player in (asker, rival):
        count = len(lines(bot))
        await player.command("move", channel="games", move=legal(bot)[-1])
        await until(lambda count=count: len(lines(bot)) > count)  # type: ignore[misc]  # bound as it is now
        if player is asker:
            await asker.wait_gone(hint)
    count, late = len(lines(bot)), control_of(hint, label="Play this")["custom_id"]
    answer = await told(asker, await forge(discord, asker, asker.sees.current(shown), late))
    assert answer == "The game has moved on since this hint. Ask for a new one."
    assert len(lines(bot)) == count


@pytest.mark.real
async def test_a_worker_that_dies_costs_no_hint(
    bot: Parlour, chiara: Person, dmitri: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, asker, _ = await begun(bot, chiara, dmitri)
    with monkeypatch.context() as broken:
        broken.setattr(computers, "advise", die)
        refused = await told(asker, await asker.press(shown, label="Hint"))
    assert refused == "I couldn't think of a hint just now. It didn't count, so try again."
    assert "You have 2 hints left." in text_of(await hint_for(asker, shown))


async def test_the_host_decides_how_many_there_are(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    menus = await options_of(chiara, lobby)
    menus = await set_option(chiara, menus, "hints", "any number")
    await board(chiara, lobby, "Hints: **any number**")
    await chiara.press(await join(dmitri, lobby), label="Start")
    shown = await board(chiara, lobby, "Heads or tails?")
    await chiara.press(shown, label="Heads")
    shown = await board(chiara, shown, "to place")
    asker = mover(bot, chiara, dmitri)
    assert "as many hints as you like" in text_of(await hint_for(asker, shown))


async def test_without_hints_the_button_is_missing_and_cannot_be_forged(
    bot: Parlour, discord: LocalDiscord, chiara: Person, dmitri: Person
) -> None:
    lobby = await open_lobby(chiara)
    menus = await options_of(chiara, lobby)
    await set_option(chiara, menus, "hints", "off")
    await chiara.press(await join(dmitri, lobby), label="Start")
    shown = await board(chiara, lobby, "Heads or tails?")
    assert "Hint" not in labels_of(shown)
    forged = await forge(discord, chiara, shown, "hint:1:-")
    assert await told(chiara, forged) == "There are no hints at this table."


@pytest.fixture
def _cards_give_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calabresella with hints, here and in the workers."""
    cards = registry.find("calabresella")
    judge = Judge(why=card_hints.why, adviser=cards.about.levels[0])
    games: Mapping[str, AnyGame] = MappingProxyType(
        {**registry.all_games(), "calabresella": replace(cards, judge=judge)}
    )
    monkeypatch.setattr(registry, "all_games", lambda: games)
    monkeypatch.setattr(computers, "advise", card_hints.advise)


@pytest.mark.usefixtures("_cards_give_hints")
async def test_a_hand_gives_its_hint_to_its_player_where_they_asked(
    bidding: Parlour, discord: LocalDiscord, seats: Three
) -> None:
    chiara, dmitri, emi = seats
    session = session_of(bidding)
    hand = await direct(chiara, "do you pass")
    hint = await hint_for(chiara, hand)
    assert (hint["channel_id"], is_ephemeral(hint)) == (hand["channel_id"], True)
    move = session.game.write(next(iter(session.game.legal(session.table.view(Seat(0))))))
    assert alt_of(hint).startswith("Hint: Pass. ")
    assert f"<@{dmitri.id}> has to follow.\n-# You have 2 hints left." in text_of(hint)
    assert "Hint" not in labels_of(await board_of(emi, "")), "hints stand where the question does"
    before = len(session.table.lines)
    stolen = await forge(discord, dmitri, await board_of(dmitri, ""), f"hinted:{session.id}:a:2:{move}")
    assert await told(dmitri, stolen) == "That isn't your hand. Use /hand to see yours."
    assert len(session.table.lines) == before
    await chiara.press(hint, label="Play this")
    await until(lambda: len(session.table.lines) > before)
    assert session.table.lines[-1].text == move
    await chiara.wait_gone(hint)


async def test_a_hint_goes_when_its_question_does(bot: Parlour, chiara: Person, dmitri: Person) -> None:
    shown, asker, _ = await begun(bot, chiara, dmitri)
    hint = await hint_for(asker, shown)
    question = await asker.reply_to(await asker.press(shown, label="Resign"))
    await asker.press(question, label="Resign")
    await asker.wait_gone(hint)
