"""The game of the day: dealt the same to everybody, played once, resumed anywhere, compared and shared."""

import asyncio
from typing import Any

import pytest

from bot.app.parlour import Parlour
from bot.chat.ephemerals import TOKEN_SECONDS
from bot.config import Settings
from bot.daily import days
from bot.host import play as cast
from bot.table.computers import Computers, NoReview, Thought
from bot.table.deal import PLAYER, rules_of, scored
from bot.table.session import Session
from games.core import Seat
from games.engine import fair, registry
from games.engine.squares import squares
from games.engine.table import AnyTable
from games.kit.story import Grade
from local_discord.codec import Json
from local_discord.person import Person, every_component, is_ephemeral, labels_of
from local_discord.server import LocalDiscord
from storage import COMPUTERS, Archive, StorageFailed
from storage.messages import Messages
from tests.bot.blank import blank as blank
from tests.bot.blank import drawn_cards as drawn_cards
from tests.bot.conftest import Meet, running
from tests.bot.daily.test_daily_together import keep_try
from tests.bot.daily_clock import CHOOSE, TELL, Clock, as_the_weakest
from tests.bot.daily_clock import clock as clock
from tests.bot.daily_tries import begin, finish, look, play
from tests.bot.matches import record_of
from tests.bot.pressing import picks, press_on
from tests.bot.resting import all_current, nothing_is_owed
from tests.bot.tables import told, until, words_of

GAMES = list(registry.all_games())
SIGNS = {Grade.BEST: "⭐", Grade.GOOD: "🟩", Grade.FAIR: "🟦", Grade.MISSED: "⬛"}


@pytest.mark.usefixtures("drawn_cards")
@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_played_from_the_card_to_the_result(
    bot: Parlour, chiara: Person, clock: Clock, game: str
) -> None:
    day = clock.turn_to(game)
    session = await finish(bot, chiara)
    assert session.game.about.name == game
    own = await bot.archive.dailies.of(days.deal_of(day), int(chiara.id))
    assert own is not None
    assert own.score is not None
    shown = words_of(await look(chiara))
    assert f"You scored {scored(session.table)} ".replace("-", "−") in shown.replace("**", "")
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


async def test_the_others_pick_the_same_whether_somebody_is_quicker_than_they_are_or_not(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_think = asyncio.Event()

    async def later(self: Computers, table: AnyTable, seat: Seat, level: str, key: bytes) -> Thought:
        await may_think.wait()
        return await as_the_weakest(self, table, seat, level, key)

    monkeypatch.setattr(Computers, "choose", later)
    clock.turn_to("fooblitzky")
    direct, quick = await begin(bot, chiara)
    await chiara.command("move", channel=direct, move="choose pig")
    await until(lambda: len(quick.table.lines) == 1)
    may_think.set()
    direct, slow = await begin(bot, dmitri, cast.CARD_ROOM)
    await until(lambda: len(slow.table.lines) == 3)
    await dmitri.command("move", channel=direct, move="choose pig")
    await until(lambda: min(len(one.table.lines) for one in (quick, slow)) >= 8)
    picks = [sorted((line.who, line.text) for line in one.table.lines[:4]) for one in (quick, slow)]
    assert picks[0] == picks[1]
    assert [line.text for line in quick.table.lines[4:8]] == [line.text for line in slow.table.lines[4:8]]


async def test_it_can_be_played_once_without_undo_and_nobody_gets_the_deal_before_it_is_over(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock
) -> None:
    day = clock.turn_to("doublolo")
    fingerprint = fair.commit(days.seed_of(await bot.archive.dailies.secret(), days.deal_of(day)))
    assert fingerprint in await fair_play(dmitri), "anybody can see it before anybody plays"
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
    for label in ("Replay", "Record", "Check"):
        assert "when the day is over everywhere" in await told(chiara, await chiara.press(last, label=label))
    assert "Play" not in labels_of(await look(chiara))
    clock.go(day + 1, 12.1)
    seed = days.seed_of(await bot.archive.dailies.secret(), days.deal_of(day))
    assert seed.hex() in await record_of(chiara, last)
    await finish(bot, chiara)
    said = await fair_play(dmitri)
    assert seed.hex() in said
    assert fair.commit(seed) == session.table.header.commit == fingerprint
    assert fingerprint in said
    assert seed.hex() not in words_of(await look(chiara)), "only those who ask are told"


async def test_no_computer_picks_a_move_in_the_game_of_the_day(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("calabresella")
    direct, session = await begin(bot, chiara)
    before = session.table.lines
    refused = await told(chiara, await chiara.command("move", channel=direct, move="."))
    assert refused == "In Calabresella you have to choose for yourself."
    assert session.table.lines == before


async def fair_play(person: Person) -> str:
    """What *Fair play* below the card tells them; the card itself says nothing of it."""
    card = await look(person)
    assert "sha256" not in words_of(card)
    return await told(person, await person.press(card, label="Fair play"))


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


async def test_computers_at_the_game_of_the_day_are_never_in_a_hurry(
    bot: Parlour, chiara: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Computers, "choose", CHOOSE)
    bot.computers.waiting += 100
    clock.turn_to("fourside")
    session = await finish(bot, chiara)
    notes = {line.note for line in session.table.lines if line.who == 1}
    assert notes == {rules_of(session.game).rival}


async def test_two_devices_at_once_begin_one_try(bot: Parlour, chiara: Person, clock: Clock) -> None:
    clock.turn_to("fourside")
    cards = [await look(chiara), await look(chiara, cast.CARD_ROOM)]
    await asyncio.gather(*(chiara.press(card, label="Play") for card in cards))
    direct = (await chiara.open_dm())["id"]
    await until(lambda: bot.tables.channels.find(int(direct)) is not None)
    assert len(await bot.archive.sessions.open_ids_of(int(chiara.id))) == 1


async def test_par_is_what_the_strongest_computers_make_and_stays(
    settings: Settings, meet: Meet, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Computers, "choose", CHOOSE)
    day, chiara = clock.turn_to("fourside"), await meet(cast.CHIARA)
    async with running(settings) as bot:
        await look(chiara)
        async with asyncio.timeout(60):
            while (par := await bot.archive.dailies.par(days.deal_of(day))) is None:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.05)
        assert f"Par is {par}" in words_of(await look(chiara)).replace("**", "")
    async with Archive.open(settings.storage.url) as archive:
        assert await archive.dailies.par(days.deal_of(day)) == par


async def test_a_day_that_has_begun_keeps_its_par_and_a_score_may_be_below_zero(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    deal = days.deal_of(clock.turn_to("fooblitzky"))
    await bot.archive.dailies.set_par(deal, -70)
    assert "Par is −70, the score of Expert" in words_of(await look(chiara)).replace("**", "")
    await keep_try(bot, deal, chiara.id, -76, cast.GUILD_ID)
    await bot.archive.dailies.set_squares(deal, int(chiara.id), "")
    shown = words_of(await look(chiara))
    assert "You scored **−76** points, 6 below par" in shown
    assert await bot.archive.dailies.par(deal) == -70


async def squares_of(bot: Parlour, person: Person, day: int) -> str | None:
    own = await bot.archive.dailies.of(days.deal_of(day), int(person.id))
    return None if own is None else own.squares


async def told_in_squares(bot: Parlour, person: Person, day: int) -> str:
    """The line of squares in what can be copied, once they are known."""
    async with asyncio.timeout(90):
        while await squares_of(bot, person, day) is None:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.05)
    return next(line for line in words_of(await look(person)).splitlines() if has_squares(line))


def has_squares(words: str) -> bool:
    return any(sign in words for sign in SIGNS.values())


@pytest.mark.usefixtures("drawn_cards")
async def test_a_result_is_shared_with_the_channel_as_picture_and_text(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Computers, "tell", TELL)
    day = clock.turn_to("fourside")
    session = await finish(bot, chiara)
    grades = squares(session.game, session.table.record(), PLAYER)
    line = await told_in_squares(bot, chiara, day)
    assert line == "".join(SIGNS[grade] for grade in grades)
    assert f"Moves: {', '.join(grade.name.lower() for grade in grades)}." in words_of(await look(chiara))
    assert not has_squares(words_of(await look(dmitri))), "nobody else sees them before that"
    await chiara.press(await look(chiara), label="Share")
    shared = await dmitri.wait_for(lambda m: f"Parlour {day} · FourSide" in words_of(m))
    assert not is_ephemeral(shared)
    assert "🔥 1" in words_of(shared)
    assert line in words_of(shared)
    card = await dmitri.reply_to(await dmitri.press(shared, label="Game of the day"))
    assert "1 has played in The Parlour" in words_of(card)
    assert not has_squares(words_of(card))
    assert "Play" in labels_of(card)


def channels_in(shown: Json) -> dict[str, str]:
    """The channels that a menu offers by name."""
    menus = (one for one in every_component(shown["components"]) if "options" in one)
    return {one["label"]: one["value"] for menu in menus for one in menu["options"]}


async def test_from_direct_messages_a_result_is_shared_in_a_channel_that_is_chosen(
    bot: Parlour, chiara: Person, dmitri: Person, clock: Clock, discord: LocalDiscord
) -> None:
    day = clock.turn_to("fourside")
    await finish(bot, chiara)
    direct = (await chiara.open_dm())["id"]
    own = await chiara.reply_to(await chiara.command("daily", channel=direct))
    asked = await chiara.reply_to(await chiara.press(own, label="Share"))
    assert is_ephemeral(asked)
    assert "Where would you like to share it?" in words_of(asked)
    offered = channels_in(asked)
    assert "#games" in offered
    assert "#no-bots-here" not in offered
    await chiara.select(asked, offered["#games"])
    shared = await dmitri.wait_for(lambda m: f"Parlour {day} · FourSide" in words_of(m))
    assert shared["channel_id"] == dmitri.sees.channel("games")["id"]
    done = await chiara.wait_for(lambda m: m["id"] == asked["id"] and "It's in" in words_of(m))
    assert not channels_in(done)


async def test_somebody_who_has_looked_at_no_day_in_a_server_is_told_where_to_share_it(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    direct = (await chiara.open_dm())["id"]
    card = await chiara.reply_to(await chiara.command("daily", channel=direct))
    await chiara.press(card, label="Play")
    await until(lambda: bot.tables.channels.find(int(direct)) is not None)
    await play(bot, chiara, direct)
    own = await chiara.reply_to(await chiara.command("daily", channel=direct))
    assert "Use /daily in the server" in await told(chiara, await chiara.press(own, label="Share"))


async def test_a_result_is_shown_without_squares_until_they_are_known(
    bot: Parlour, chiara: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = clock.turn_to("fourside")
    with monkeypatch.context() as failing:
        failing.setattr(Computers, "tell", _in_vain)
        await finish(bot, chiara)
        shown = await look(chiara)
        assert "You scored" in words_of(shown)
        assert not has_squares(words_of(shown))
    monkeypatch.setattr(Computers, "tell", TELL)
    await look(chiara)
    assert await told_in_squares(bot, chiara, day), "looking at it has them worked out"


async def _in_vain(*_: object) -> str:
    raise NoReview


async def test_somebody_with_closed_direct_messages_plays_where_only_they_see_it_until_they_open_them(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    card = await look(chiara)
    await chiara.do("close_dms", closed=True)
    shown = await chiara.reply_to(await chiara.press(card, label="Play"))
    assert is_ephemeral(shown)
    (session,) = bot.tables.in_memory.sessions_of(int(chiara.id))
    await press_on(session, shown, chiara, presses=3)
    again = await chiara.reply_to(await chiara.command("board", channel=cast.GAMES))
    assert is_ephemeral(again)
    await chiara.wait_gone(shown)
    await press_on(session, again, chiara, presses=1)
    later = await chiara.reply_to(await chiara.press(await look(chiara), label="Go on"))
    assert picks(later), "they are still closed"
    await chiara.do("close_dms", closed=False)
    assert "in our direct messages" in await told(
        chiara, await chiara.press(await look(chiara), label="Go on")
    )
    await chiara.wait_gone(later)


async def test_of_two_games_that_only_their_player_sees_in_a_channel_each_stays_when_the_other_is_played(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("foozle")
    await chiara.do("close_dms", closed=True)
    cards = (await look(chiara, practice=one) for one in ("", "calabresella"))
    boards = [await chiara.reply_to(await chiara.press(card, label="Play")) async for card in cards]
    sessions = bot.tables.in_memory.sessions_of(int(chiara.id))
    for _ in range(2):
        for session, board in zip(sessions, boards, strict=True):
            await press_on(session, board, chiara, presses=1)
            await until(lambda: not bot.answering)
    there = chiara.sees.in_channel(cast.GAMES)
    assert [one["id"] for one in there if picks(one)] == [one["id"] for one in boards]


async def test_a_game_that_only_its_player_sees_is_found_after_a_restart_though_its_place_was_saved_late(
    settings: Settings, meet: Meet, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.turn_to("fourside")
    chiara, refused = await meet(cast.CHIARA), list[object]()
    put = Messages.put

    async def put_later(self: Messages, *what: Any) -> None:
        if len(refused) < 2:
            refused.append(what)
            raise StorageFailed("The disk is full.")
        await put(self, *what)

    monkeypatch.setattr(Messages, "put", put_later)
    await chiara.do("close_dms", closed=True)
    async with running(settings) as bot:
        await chiara.press(await look(chiara), label="Play")
        await chiara.wait_for(lambda m: is_ephemeral(m) and picks(m))
        await all_current(bot)
    async with running(settings):
        assert picks(await chiara.reply_to(await chiara.command("board", channel=cast.GAMES)))
    assert len(refused) == 2


async def begun_where_nobody_can_write_it_any_more(bot: Parlour, person: Person) -> tuple[Session, str]:
    """Their try, whose board is in the server with too old a token, and their direct messages, open again."""
    card = await look(person)
    await person.do("close_dms", closed=True)
    await person.reply_to(await person.press(card, label="Play"))
    (session,) = bot.tables.in_memory.sessions_of(int(person.id))
    await asyncio.sleep(TOKEN_SECONDS)
    await person.do("close_dms", closed=False)
    return session, (await person.open_dm())["id"]


async def test_board_brings_home_an_end_that_nobody_could_write_where_the_game_was_shown(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    session, home = await begun_where_nobody_can_write_it_any_more(bot, chiara)
    question = await chiara.reply_to(await chiara.command("resign", channel=home))
    await chiara.press(question, label="Resign")
    await until(lambda: session.table.over)
    assert await bot.archive.sessions.owing_ends(0)
    final = await chiara.reply_to(await chiara.command("board", channel=home))
    assert "Replay" in labels_of(final)
    await asyncio.sleep(TOKEN_SECONDS)
    assert not await bot.archive.sessions.owing_ends(0)


async def test_an_end_that_only_its_player_sees_is_shown_soon_though_the_connection_breaks(
    bot: Parlour, chiara: Person, clock: Clock, discord: LocalDiscord
) -> None:
    clock.turn_to("fourside")
    card = await look(chiara)
    await chiara.do("close_dms", closed=True)
    await chiara.press(card, label="Play")
    shown = await chiara.wait_for(lambda m: is_ephemeral(m) and picks(m))
    question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
    discord.faults.fail_next([{"reset": True, "method": "PATCH", "path": "@original$", "seconds": 5}])
    await chiara.press(question, label="Resign")
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Replay" in labels_of(m))
    await nothing_is_owed(bot)


async def test_a_press_on_a_board_that_nobody_could_write_shows_the_end(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    session, _ = await begun_where_nobody_can_write_it_any_more(bot, chiara)
    shown = await chiara.wait_for(lambda m: is_ephemeral(m) and picks(m))
    question = await chiara.reply_to(await chiara.command("resign", channel=cast.GAMES))
    await chiara.press(question, label="Resign")
    await until(lambda: session.table.over)
    assert picks(chiara.sees.current(shown))
    await chiara.press(shown, picks(shown)[0])
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and "Replay" in labels_of(m))
    await nothing_is_owed(bot)


async def test_a_move_that_is_typed_at_home_brings_the_board_home_from_where_nobody_could_write_it(
    bot: Parlour, chiara: Person, clock: Clock
) -> None:
    clock.turn_to("fourside")
    session, home = await begun_where_nobody_can_write_it_any_more(bot, chiara)
    move = session.table.game.write(next(iter(session.table.game.legal(session.table.view(Seat(0))))))
    shown = await chiara.reply_to(await chiara.command("move", channel=home, move=move))
    assert not is_ephemeral(shown)
    await chiara.wait_for(lambda m: m["id"] == shown["id"] and picks(m))


def test_a_streak_counts_days_in_a_row_and_begins_anew_after_a_missed_one() -> None:
    assert days.streak_of((9, 8, 7, 5), 9) == days.Streak(3)
    assert days.streak_of((9, 8, 7, 5), 10) == days.Streak(3), "today is still to come"
    assert days.streak_of((9, 8, 7, 5), 11) == days.Streak(is_new=True)
    assert days.streak_of((9, 8, 7, 5), 7) == days.Streak(1, is_new=True), "that day it began anew"
    assert days.streak_of((), 1) == days.Streak()


def test_every_seventh_day_earns_a_freeze_that_a_missed_day_uses() -> None:
    week = range(1, 8)
    assert days.streak_of(week, 7) == days.Streak(7, freezes=1)
    assert days.streak_of((*week, 9), 9) == days.Streak(8, saved=1), "day 8 was missed"
    assert days.streak_of((*week, 9, 10), 10) == days.Streak(9), "that's told once"
    assert days.streak_of((*week, 9), 11) == days.Streak(is_new=True), "and nothing saves day 10"
    assert days.streak_of(range(1, 30), 29) == days.Streak(29, freezes=2), "nobody has more than two"
