"""What a move was for: *Why?* in a replay, and /why after a game and at a table of one person."""

from dataclasses import replace

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.replays.reasons import NOT_YET
from bot.replays.routes import Why
from bot.table.session import Session
from bot.table.think import explain
from games.core import Seat
from games.engine import record
from games.engine.playback import Past, play_back
from local_discord.codec import Json
from local_discord.person import AT_MOST, Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot import daily_tries
from tests.bot.daily_clock import Clock
from tests.bot.daily_clock import clock as clock
from tests.bot.replaying import RECORDS, keep_ended, open_replay, playback_of, record_of
from tests.bot.tables import (
    forge,
    legal,
    lines,
    play_computer,
    resign,
    session_in,
    sit_down_alone,
    told,
    toss,
    until,
)

PLAYED = {game: playback_of(game) for game in sorted(RECORDS)}


async def refused(person: Person, **what: object) -> str:
    """What /why tells this person in one sentence."""
    return await told(person, await person.command("why", channel="games", **what))


def moves_with_a_choice(game: str) -> list[tuple[int, Past]]:
    """The moves of that record whose player had another one that isn't just as good, with their numbers."""
    playback = PLAYED[game]
    moves = [(at, playback.past(at)) for at in range(playback.last + 1)]
    return [(at, past) for at, past in moves if past is not None and playback.game.has_to_know(past.view)]


@pytest.fixture(autouse=True)
def _patient(settings: Settings) -> None:
    """A worker may take its time on a busy machine."""
    settings.play.patience = AT_MOST


async def why(person: Person, **what: object) -> Json:
    """What answers /why."""
    return await person.reply_to(await person.command("why", channel="games", **what))


@pytest.mark.parametrize("game", sorted(PLAYED))
async def test_a_replay_tells_what_the_shown_move_was_for(bot: Parlour, chiara: Person, game: str) -> None:
    await keep_ended(bot.archive, game)
    found = moves_with_a_choice(game)
    at, past = found[len(found) // 2]
    shown = await open_replay(chiara, move=at)
    answer = await chiara.reply_to(await chiara.press(shown, label="Why?"))
    assert is_ephemeral(answer)
    said = text_of(answer).replace("\\", "")
    assert said.startswith(f"**Move {at}**\n> ")
    assert explain(game, past.view, past.text).why.split("{")[0] in said
    assert " would have " in said
    assert ("'s place: " in said) == (past.seat != Seat(0)), "Chiara is told about her own moves as “you”"
    assert "{" not in said
    assert text_of(await why(chiara, move=at)) == text_of(answer)


async def test_what_nobody_chose_is_not_given_a_reason(
    bot: Parlour, chiara: Person, discord: LocalDiscord
) -> None:
    number = await keep_ended(bot.archive, "calabresella")
    shown = await open_replay(chiara)
    assert "Why?" not in labels_of(shown)
    press = await forge(discord, chiara, shown, Why(str(number), 0).id)
    assert "That was chance." in await told(chiara, press)
    playback = PLAYED["calabresella"]
    choices = [at for at, _ in moves_with_a_choice("calabresella")]
    forced = next(at for at in range(1, playback.last + 1) if playback.is_move(at) and at not in choices)
    assert "There was nothing else to do." in text_of(await why(chiara, move=forced))
    assert f"**Move {choices[-1]}**" in text_of(await why(chiara)), "not the last card, which nobody chose"


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_a_reason_follows_from_what_its_player_saw_before_the_move(game: str) -> None:
    """What came later isn't in the record then, and only the player's own view goes to the worker."""
    whole = record_of(game)
    found = moves_with_a_choice(game)
    for at, past in (found[0], found[len(found) // 2], found[-1]):
        before = PLAYED[game].frames[at].begins
        header = replace(whole.header, places=None, scores=None)
        cut = play_back(PLAYED[game].game, record.Record(header, whole.lines[:before])).end
        assert not cut.over
        assert past.view == cut.view(past.seat)
        assert explain(game, past.view, past.text) == explain(game, cut.view(past.seat), past.text)


@pytest.mark.parametrize("game", ["doublolo", "fourside"])
async def test_a_reason_for_another_move_is_given_only_if_that_makes_a_difference(
    bot: Parlour, chiara: Person, game: str
) -> None:
    await keep_ended(bot.archive, game)
    await open_replay(chiara)
    found = ((at, explain(game, past.view, past.text)) for at, past in reversed(moves_with_a_choice(game)))
    told: dict[bool, int] = {}
    while len(told) < 2:
        at, one = next(found)
        if one.advised:
            told.setdefault(bool(one.because), at)
    close, better = told[False], told[True]
    assert "but it makes little difference." in text_of(await why(chiara, move=close))
    assert "little difference" not in text_of(await why(chiara, move=better))


async def test_what_every_strong_computer_would_have_done_is_told_with_what_else_was_weighed(
    bot: Parlour, chiara: Person
) -> None:
    await keep_ended(bot.archive, "doublolo")
    await open_replay(chiara)
    moves = reversed(moves_with_a_choice("doublolo"))  # the last ones are looked at soonest
    found = ((at, explain("doublolo", past.view, past.text)) for at, past in moves)
    at, one = next((at, one) for at, one in found if one.other)
    told = f"Hard would have advised the same. {one.level} would have preferred **{one.other}**."
    assert told in text_of(await why(chiara, move=at))


async def test_a_game_between_people_keeps_its_reasons_until_it_is_over(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person, discord: LocalDiscord
) -> None:
    shown = await toss(chiara, dmitri)
    for person in (chiara, dmitri, emi):
        assert NOT_YET in await told(person, await person.command("why", channel="games"))
        assert NOT_YET in await told(person, await person.command("why", channel="games", move=1))
    number = session_in(bot).id
    press = await forge(discord, chiara, shown, Why(str(number), 1).id)
    assert "still going" in await told(chiara, press)
    assert "still going" in await told(
        chiara, await chiara.command("why", channel="games", table=str(number))
    )


async def test_somebody_alone_can_ask_about_the_computers_last_move(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await sit_down_alone(chiara)
    assert "No computer has made a move yet." in await refused(chiara)
    session = session_in(bot)

    async def until_their_turn(count: int) -> None:
        await until(lambda: len(lines(bot)) > count and session.waits_for() == (0,))

    count = len(lines(bot))
    await chiara.press(shown, label="Heads")
    await until_their_turn(count)
    count = len(lines(bot))
    await chiara.command("move", channel="games", move=legal(bot)[0])
    await until_their_turn(count + 1)
    text = [one.text for one in session.table.lines if one.who == Seat(1)][-1]
    answer = await why(chiara)
    assert is_ephemeral(answer)
    assert f"'s place: {text} flips " in text_of(answer)
    assert NOT_YET in await refused(chiara, move=1)
    assert NOT_YET in await refused(dmitri)
    await resign(chiara, shown)
    assert f"'s place: {text} flips " in text_of(await why(chiara))
    assert "**Move 1**" in text_of(await why(dmitri, move=1))


@pytest.mark.parametrize("game", ["calabresella", "foozle", "fooblitzky"])
async def test_a_computer_does_not_tell_its_reasons_while_hands_are_hidden(
    bot: Parlour, chiara: Person, game: str
) -> None:
    lobby = await chiara.reply_to(await chiara.command("play", channel="games", game=game))
    await play_computer(chiara, lobby)
    await until(lambda: isinstance(bot.tables.channels.find(int(cast.GAMES)), Session))
    assert await refused(chiara) == NOT_YET


async def test_a_game_of_the_day_keeps_its_reasons_until_the_day_is_over(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("doublolo")
    direct, session = await daily_tries.begin(bot, chiara)
    assert NOT_YET in await told(chiara, await chiara.command("why", channel=direct))
    question = await chiara.reply_to(await chiara.command("resign", channel=direct))
    await chiara.press(question, label="Resign")
    await until(lambda: bot.tables.channels.find(int(direct)) is None)
    assert "when the day is over everywhere" in await told(
        chiara, await chiara.command("why", channel=direct, table=str(session.id))
    )
