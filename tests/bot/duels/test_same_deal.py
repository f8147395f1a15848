"""*Play this deal*: a finished game's deal once more, against computers, and how both went."""

from functools import partial
from random import Random

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.computers import Computers, Thought
from bot.table.session import Session
from games.core import CHANCE, Seat
from games.engine.table import AnyTable
from local_discord.codec import Json
from local_discord.person import Person, labels_of, pictures_of
from storage import Archive
from tests.bot.blank import blank as blank
from tests.bot.conftest import Meet, running
from tests.bot.tables import finishes, keep, mover, people, session_in, told, until, words_of

_choose = Computers.choose


async def _as_the_weakest(self: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
    return await _choose(self, table, seat, table.game.about.levels[0], key)


@pytest.fixture(autouse=True)
def _computers_move_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Computers, "choose_soon", _as_the_weakest)


def _waits(session: Session) -> bool:
    return session.table.over or bool(session.waits_for())


def _has_more(session: Session, lines: int) -> bool:
    return len(session.table.lines) > lines


async def play(person: Person, session: Session, channel: str) -> None:
    """The whole game, each move by command, always the one that a computer of the weakest level makes."""
    (seat, *_), game = session.seats.of(int(person.id)), session.game
    while True:
        await until(partial(_waits, session))
        if session.table.over:
            return
        view, lines = session.table.view(seat), len(session.table.lines)
        text = game.write(game.choose(view, game.about.levels[0], Random(7)))
        await person.command("move", channel=channel, move=text)
        await until(partial(_has_more, session, lines))


async def deal_again(bot: Parlour, person: Person, final: Json) -> tuple[str, Session]:
    """Press *Play this deal*; the channel of their direct messages, and the game there."""
    assert "in our direct messages" in await told(person, await person.press(final, label="Play this deal"))
    direct = (await person.open_dm())["id"]
    session = await bot.tables.session(bot.tables.channels.id_in(int(direct)) or 0)
    await until(partial(_waits, session))
    return direct, session


async def test_a_game_against_a_computer_is_played_again_with_the_same_deal_and_compared(
    bot: Parlour, chiara: Person
) -> None:
    await chiara.command("play", channel=cast.GAMES, game="fourside", form="quick", against="computer")
    board = await chiara.wait_for(lambda m: "Resign" in labels_of(m))
    before = session_in(bot)
    await play(chiara, before, cast.GAMES)
    final = await chiara.wait_for(lambda m: m["id"] == board["id"] and "Play this deal" in labels_of(m))
    direct, now = await deal_again(bot, chiara, final)
    assert (now.stored.seed, now.stored.options) == (before.stored.seed, before.stored.options)
    assert now.seats.of(int(chiara.id)) == before.seats.of(int(chiara.id))
    shown = await chiara.wait_for(lambda m: m["channel_id"] == direct and "Resign" in labels_of(m))
    assert f"the same deal as in game {before.id}" in words_of(shown)
    await play(chiara, now, direct)
    assert [line.text for line in now.table.lines] == [line.text for line in before.table.lines]
    last = await chiara.wait_for(lambda m: m["channel_id"] == direct and "Compare" in labels_of(m))
    assert "Play this deal" not in labels_of(last)
    compared = await chiara.reply_to(await chiara.press(last, label="Compare"))
    assert "Level" in words_of(compared)
    (picture,) = pictures_of(compared)
    assert "(then)" in picture["description"]
    assert "(now)" in picture["description"]
    assert await bot.archive.sessions.ended_in(int(direct), 1)
    results = await bot.archive.record.results()
    assert {one.session_id for one in results} == {before.id}


async def test_a_spectator_gets_the_winners_seat_and_the_same_chance_though_they_never_joined(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    async with Archive.open(settings.storage.url) as archive:
        await keep(archive, people(cast.CHIARA, cast.DMITRI), finishes)
    async with running(settings) as bot:
        before = await bot.tables.session(1)
        last = finishes(before.table)
        await mover(bot, chiara, dmitri).command("move", channel=cast.GAMES, move=last)
        final = await emi.wait_for(lambda m: "Play this deal" in labels_of(m))
        direct, now = await deal_again(bot, emi, final)
        assert now.table.header.interaction_ids == before.table.header.interaction_ids
        outcome = before.table.outcome
        assert outcome is not None
        own = now.seats.of(int(emi.id))
        assert outcome.places[own[0]] == 1
        assert [one.is_person for one in now.players].count(True) == len(own)
        drawn = [line.text for line in before.table.lines if line.who == CHANCE]
        again = [line.text for line in now.table.lines if line.who == CHANCE]
        assert again == drawn[: len(again)] != []
        refused = await told(emi, await emi.press(final, label="Play this deal"))
        assert "Finish it or use /stop" in refused
        question = await emi.reply_to(await emi.command("resign", channel=direct))
        await emi.press(question, label="Resign")
        ended = await emi.wait_for(lambda m: m["channel_id"] == direct and "Compare" in labels_of(m))
        compared = words_of(await emi.reply_to(await emi.press(ended, label="Compare")))
        assert "now: gave up" in compared
