"""The game of the day: dealt the same to everybody, played once, resumed anywhere, compared and shared."""

import asyncio
from functools import partial
from random import Random

import pytest

from bot import play as cast
from bot.actions import daily as actions
from bot.app import Parlour
from bot.config import Settings
from bot.discord_time import DISCORD_TIME
from bot.tables import daily, days
from bot.tables.computers import Computers, Thought
from bot.tables.session import Session
from games import fair, registry
from games.core import Seat
from games.table import AnyTable
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of
from storage import COMPUTERS, Archive
from tests.bot.conftest import Meet, running
from tests.bot.tables import told, until, words_of

GAMES = list(registry.all_games())


_choose = Computers.choose


async def _as_the_weakest(self: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
    """The others move at once. Par isn't known then: it takes the strongest."""
    return await _choose(self, table, seat, table.game.about.levels[0], key)


class Clock:
    """Moves the time that the bot's days are counted by."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return DISCORD_TIME.now() + self.ahead

    def turn_to(self, game: str, hour: float = 1) -> int:
        """Some day of this game, so many hours after it began; its number."""
        day = next(one for one in range(10, 20) if days.game_of(one).about.name == game)
        self.go(day, hour)
        return day

    def go(self, day: int, hour: float) -> None:
        """So many hours after this day began."""
        self.ahead = days.ends_at(day - 1) + hour * 3600 - DISCORD_TIME.now()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moved = Clock()
    monkeypatch.setattr(days, "DISCORD_TIME", moved)
    monkeypatch.setattr(actions, "DISCORD_TIME", moved)
    monkeypatch.setattr(daily, "TRIES", 1)
    monkeypatch.setattr(Computers, "choose", _as_the_weakest)
    return moved


async def look(person: Person, channel: str = cast.GAMES) -> Json:
    """The card of the day, or the result."""
    shown = await person.reply_to(await person.command("daily", channel=channel))
    assert is_ephemeral(shown)
    return shown


async def begin(bot: Parlour, person: Person, channel: str = cast.GAMES) -> tuple[str, Session]:
    """Press *Play*; the channel of their direct messages, and the game once it is their turn."""
    direct = (await person.open_dm())["id"]
    card = await look(person, channel)
    assert "in our direct messages" in await told(person, await person.press(card, label="Play"))
    session = bot.tables.channels.session_in(int(direct))
    await until(lambda: session.waits_for() == (0,))
    return direct, session


async def play(bot: Parlour, person: Person, direct: str, most: int = 1_000, level: str = "") -> list[str]:
    """Make so many moves at most, each by command, as a computer would; the moves."""
    made: list[str] = []
    while len(made) < most:
        found = bot.tables.channels.find(int(direct))
        if not isinstance(found, Session):
            break
        session, game = found, found.game
        await until(partial(_is_theirs, session))
        if session.table.over:
            break
        assert game.choose is not None
        chosen = level or game.about.levels[0]
        lines = len(session.table.lines)
        text = game.write(game.choose(session.table.view(Seat(0)), chosen, Random(7)))
        await person.command("move", channel=direct, move=text)
        await until(partial(_has_more, session, lines))
        made.append(text)
    return made


def _is_theirs(session: Session) -> bool:
    return session.table.over or session.waits_for() == (0,)


def _has_more(session: Session, lines: int) -> bool:
    return len(session.table.lines) > lines


async def finish(bot: Parlour, person: Person, channel: str = cast.GAMES, level: str = "") -> Session:
    """The whole of it, from the card to the end."""
    direct, session = await begin(bot, person, channel)
    await play(bot, person, direct, level=level)
    await until(lambda: bot.tables.channels.find(int(direct)) is None)
    return session


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_played_from_the_card_to_the_result(
    bot: Parlour, chiara: Person, clock: Clock, game: str
) -> None:
    day = clock.turn_to(game)
    session = await finish(bot, chiara)
    assert session.game.about.name == game
    own = await bot.archive.dailies.of(day, int(chiara.id))
    assert own is not None
    assert own.score is not None
    shown = words_of(await look(chiara))
    assert f"You scored {days.scored(session.table)} ".replace("-", "−") in shown.replace("**", "")
    assert "1st of 1 in The Parlour" in shown
    assert "Streak: 1 day" in shown
    standings, user_id = bot.archive.standings, int(chiara.id)
    assert await standings.of(user_id, game, None, ladder=COMPUTERS) is None
    assert await standings.games_of(user_id=user_id, channel_id=None, guild_id=None, offset=0, limit=1) == ()


async def test_it_is_the_same_for_two_people_whoever_presses_when(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    one = await finish(bot, chiara)
    clock.ahead += 3600
    other = await finish(bot, dmitri, cast.CARD_ROOM)
    assert [line.text for line in one.table.lines] == [line.text for line in other.table.lines]
    shown = words_of(await look(dmitri))
    assert "shared 1st of 2 in The Parlour" in shown


async def test_it_can_be_played_once_without_undo_and_nobody_gets_the_deal_before_it_is_over(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    day = clock.turn_to("doublolo")
    direct, session = await begin(bot, chiara)
    await play(bot, chiara, direct, 1)
    await until(lambda: session.waits_for() == (0,))
    assert "no undo in the game of the day" in await told(
        chiara, await chiara.command("undo", channel=direct)
    )
    shown = await chiara.wait_for(lambda m: m["channel_id"] == direct and "Resign" in labels_of(m))
    assert not {"Undo", "Hint"} & set(labels_of(shown))
    await play(bot, chiara, direct)
    last = await chiara.wait_for(lambda m: m["channel_id"] == direct and "Result of the day" in labels_of(m))
    for label in ("Replay", "Record"):
        assert "when the day is over everywhere" in await told(chiara, await chiara.press(last, label=label))
    assert "Play" not in labels_of(await look(chiara))
    clock.go(day + 1, 12.1)
    record = await chiara.reply_to(await chiara.press(last, label="Record"))
    assert record["attachments"]
    seed = days.seed_of(await bot.archive.dailies.secret(), day, session.game)
    card = words_of(await look(chiara))
    assert seed.hex() in card
    assert fair.commit(seed) == session.table.header.commit


async def test_a_try_goes_on_after_a_restart_and_from_anywhere_besides_another_table_there(
    settings: Settings, meet: Meet, clock: Clock
) -> None:
    clock.turn_to("calabresella", hour=23)
    chiara = await meet(cast.CHIARA)
    async with running(settings) as bot:
        direct = (await chiara.open_dm())["id"]
        await chiara.reply_to(await chiara.command("play", channel=direct, game="foozle"))
        direct, session = await begin(bot, chiara)
        await play(bot, chiara, direct, 2)
        lines = list(session.table.lines)[:3]
    clock.ahead += 4 * 3600
    async with running(settings) as bot:
        await until(lambda: len(bot.tables.channels) == 2)
        answer = await chiara.press(await look(chiara, cast.CARD_ROOM), label="Finish yesterday's")
        assert "in our direct messages" in await told(chiara, answer)
        found = bot.tables.channels.session_in(int(direct))
        assert list(found.table.lines)[:3] == lines
        await play(bot, chiara, direct)
        await until(lambda: found.table.over)
        assert await bot.archive.dailies.days_of(int(chiara.id)) == (found.stored.day,)
        last = await chiara.wait_for(lambda m: "Result of the day" in labels_of(m))
        shown = await chiara.reply_to(await chiara.press(last, label="Result of the day"))
        assert f"Game of the day {found.stored.day}: Calabresella" in words_of(shown)


async def test_two_devices_at_once_begin_one_try(bot: Parlour, chiara: Person, clock: Clock) -> None:
    clock.turn_to("fourside")
    cards = [await look(chiara), await look(chiara, cast.CARD_ROOM)]
    await asyncio.gather(*(chiara.press(card, label="Play") for card in cards))
    direct = (await chiara.open_dm())["id"]
    await until(lambda: bot.tables.channels.find(int(direct)) is not None)
    assert len(await bot.archive.sessions.open_ids_of(int(chiara.id))) == 1


async def test_par_is_what_the_strongest_computer_makes_and_stays(
    settings: Settings, meet: Meet, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Computers, "choose", _choose)
    day, chiara = clock.turn_to("fourside"), await meet(cast.CHIARA)
    async with running(settings) as bot:
        await look(chiara)
        async with asyncio.timeout(60):
            while (par := await bot.archive.dailies.par(day, "fourside")) is None:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.05)
        assert f"Par is {par}" in words_of(await look(chiara)).replace("**", "")
    async with Archive.open(settings.storage.url) as archive:
        assert await archive.dailies.par(day, "fourside") == par


async def test_a_result_is_shared_with_the_channel_as_picture_and_text(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("fourside")
    await finish(bot, chiara)
    await chiara.press(await look(chiara), label="Share")
    shared = await dmitri.wait_for(lambda m: f"Parlour {day} · FourSide" in words_of(m))
    assert not is_ephemeral(shared)
    assert "🔥 1" in words_of(shared)
    card = await dmitri.reply_to(await dmitri.press(shared, label="Game of the day"))
    assert "1 has played in The Parlour" in words_of(card)
    assert "Play" in labels_of(card)


async def test_somebody_with_closed_direct_messages_is_told_what_to_do(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    card = await look(chiara)
    await chiara.do("close_dms", closed=True)
    assert "Allow direct messages" in await told(chiara, await chiara.press(card, label="Play"))
    await chiara.do("close_dms", closed=False)
    assert "in our direct messages" in await told(
        chiara, await chiara.press(await look(chiara), label="Go on")
    )


def test_a_streak_counts_days_in_a_row_and_begins_anew_after_a_missed_one() -> None:
    assert days.streak_of((9, 8, 7, 5), 9) == (3, 0)
    assert days.streak_of((9, 8, 7, 5), 10) == (3, 0), "today is still to come"
    assert days.streak_of((9, 8, 7, 5), 11) == (0, 0)
    assert days.streak_of((), 1) == (0, 0)


def test_every_seventh_day_earns_a_freeze_that_a_missed_day_uses() -> None:
    week = range(1, 8)
    assert days.streak_of(week, 7) == (7, 1)
    assert days.streak_of((*week, 9), 9) == (8, 0), "day 8 was missed"
    assert days.streak_of((*week, 9), 11) == (0, 0), "and nothing saves day 10"
    assert days.streak_of(range(1, 30), 29) == (29, 2), "nobody has more than two"
