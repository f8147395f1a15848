"""Who a game counts for if players left, came back, took seats or resigned: the same answer everywhere."""

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.chat.players import Player, computer, person
from bot.config import Settings
from bot.table.clock.own_time import StoppedTime
from bot.table.computers import Computers
from bot.table.rebuild import rebuild
from bot.table.requests import LEFT_ALONE
from bot.table.screens.board import headline, shares
from bot.table.seats import SeatHistory, results_of, to_stored
from bot.table.session import Pace, Session, TableContext
from bot.table.standings import counted
from games.core import CHANCE, Seat
from games.engine import registry
from games.engine.record import Header, Line
from games.engine.seating import holders
from games.engine.table import AnyTable, Table
from storage import Archive, StoredSession
from tests.bot.tables import SEED, keep_lines, line_of, random_line
from tests.laws.pebbles import PEBBLES

MOST = 100
"""How many lines people play before they resign one after the other."""

TABLES = [
    *((name, game.about.seats[-1], {}) for name, game in registry.all_games().items()),
    ("fooblitzky", 4, {"teams": "true", "days": "1"}),
    ("fooblitzky", 4, {"two_tokens": "true", "days": "1"}),
]
ADA, BEA, CARO, DORA = (person(number, name, str(number)) for number, name in enumerate("ABCD", 501))
A, B, C, D = map(Seat, range(4))


@pytest.fixture
async def archive(settings: Settings) -> AsyncIterator[Archive]:
    async with Archive.open(settings.storage.url) as archive:
        yield archive


def session_of(table: AnyTable, stays: SeatHistory, archive: Archive) -> Session:
    """The session in which this was played, as a board would show it."""
    header = table.header
    stored = StoredSession(1, 7, 8, header.game, header.edition, "{}", SEED, 501, "playing", 1, 2)
    context = TableContext(archive, Computers(1, 1), lambda _: None, Pace(0, 60), StoppedTime(archive))
    return Session(context, stored, stays, table)


def change_hands(table: AnyTable, stays: SeatHistory, rng: Random, strangers: list[Player]) -> SeatHistory:
    """Someone leaves, frees their seat, comes back or takes another's seat."""
    one = stays.players[rng.randrange(len(stays.players))]
    if one.reader_id is None:
        return stays
    now = stays.left_by(one.reader_id, table, is_open=rng.random() < 0.5)
    if not now and one.owner is not None:
        back = strangers.pop() if one.is_open and strangers else one.owner
        now = {seat: back for seat in table.seats if stays.players[seat].reader_id == one.reader_id}
        now = {seat: who for seat, who in now.items() if seat not in table.resigned}
    return stays.with_players(now, len(table.lines))


def resignation(table: AnyTable, stays: SeatHistory, rng: Random) -> Line:
    """A person resigns; once there is none left, a computer gives up."""
    staying = [seat for seat in table.seats if seat not in table.resigned]
    people = [seat for seat in staying if stays.players[seat].is_person]
    return Line(rng.choice(people or staying), "/resign", "" if people else LEFT_ALONE)


def all_back(table: AnyTable, stays: SeatHistory) -> SeatHistory:
    """Everybody who is away comes back."""
    now = {seat: stays.players[seat].owner for seat in table.seats if seat not in table.resigned}
    back = {seat: owner for seat, owner in now.items() if owner is not None}
    return stays.with_players(back, len(table.lines))


def play(name: str, seats: int, options: Mapping[str, str], seed: int) -> tuple[AnyTable, SeatHistory]:
    """A random game to its end, in which people come and go."""
    rng, game = Random(seed), registry.find(name)
    header = Header(name, game.about.edition, seats, tuple(options.items()))
    table = Table.new(game, header).unasked()
    places = [person(900 + held, f"P{held}", str(held)) for held in range(seats)]
    places[rng.randrange(seats)] = rng.choice([*places[:1], computer(game.about.levels[0])])
    held = holders(game, game.options.model_validate(dict(options)), seats)
    if len({places[one].user_id for one in held}) < len(set(held)):
        places = [person(900 + one, f"P{one}", str(one)) for one in range(seats)]
    stays = SeatHistory(tuple(places[one] for one in held))
    strangers = [person(950 + number, f"S{number}", "") for number in range(3)]
    while not table.over:
        if rng.random() < 0.08:
            stays = change_hands(table, stays, rng, strangers)
        if not any(one.is_person for one in stays.players) and not table.resigned:
            stays = all_back(table, stays)
        resigns = CHANCE not in table.turn.owes and (len(table.lines) > MOST or rng.random() < 0.01)
        table = table.play(resignation(table, stays, rng) if resigns else random_line(table, rng))
    return table, stays


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_the_announcement_the_result_and_the_leaderboard_name_the_same_winners(
    name: str, seats: int, options: Mapping[str, str], archive: Archive
) -> None:
    changed = 0
    for seed in range(3):
        table, stays = play(name, seats, options, seed)
        session = session_of(table, stays, archive)
        results = results_of(session.stored, stays, table, 1)
        won = {key.user_id for key, one in counted(results, {}, {}).standings.items() if one.wins}
        announced = headline(session)
        winners = announced.partition(" wins" if " wins" in announced else " win:")[0]
        if "so the game is over and" in winners:
            winners = winners.partition("so the game is over and")[2]
        is_draw = "It's a draw" in announced or "so the game is over." in announced
        named = set() if is_draw else {int(one) for one in re.findall(r"<@(\d+)>", winners)}
        assert named == won, (seed, announced)
        changed += bool(shares(session))
        seen = {one.user_id for one in results if one.user_id} | {one.user_id for one in session.players}
        told = {int(one) for line in shares(session) for one in re.findall(r"<@(\d+)>", line)}
        assert told <= seen | {stay.player.user_id for stay in stays.past}
    assert changed, "no seat changed hands"


# Who played how much


def pebbles(*written: str, seats: int = 2) -> AnyTable:
    """A game of pebbles so far."""
    header = Header(PEBBLES.about.name, PEBBLES.about.edition, seats)
    table: AnyTable = Table.new(PEBBLES, header)
    for line in ("* start a", *written):
        table = table.play(line_of(line))
    return table


def away(one: Player) -> Player:
    """A computer that plays for this person, and whose seat others can take."""
    level = PEBBLES.about.computers[-1]
    return replace(computer(level.name, level.title), owner=one, is_open=True)


def test_a_move_counts_for_who_had_the_seat_then_and_not_if_it_was_undone() -> None:
    table = pebbles("a 1 left", "b 1 left", "a 1 right", "a /undo", "a 1 left", "b 1 right", "a 1 right")
    stays = SeatHistory((ADA, BEA)).with_players({A: away(ADA)}, 3).with_players({A: ADA}, 6)
    (share,) = stays.shares(table)
    assert [(one.user_id, moves) for one, moves in share.parts] == [(501, 2), (None, 1)]
    assert share.counts_for == ADA
    assert not share.is_whole


def test_a_player_who_resigned_has_lost_however_few_moves_they_made() -> None:
    table = pebbles("a 1 left", "b 1 left", "a 1 right", "b 1 right", "a /resign")
    stays = SeatHistory((ADA, BEA)).with_players({A: away(ADA)}, 4).with_players({A: CARO}, 4)
    assert [one.name for one in stays.counted(table)] == ["C", "B"]


def test_with_as_many_moves_a_person_comes_before_a_computer_and_the_last_person_first() -> None:
    table = pebbles("a 1 left", "b 1 left", "a 1 right", "b 1 right")
    stays = SeatHistory((ADA, BEA)).with_players({A: away(ADA)}, 3)
    assert stays.counted(table)[A] == ADA
    assert stays.with_players({A: CARO}, 3).counted(table)[A] == CARO


def test_leaving_without_a_move_of_anybody_else_changes_nothing(archive: Archive) -> None:
    moves = ["a 1 left", "b 1 left", "a 1 right", "b 1 right", "a 1 left"]
    table = pebbles(*moves, "b /resign")
    stays = SeatHistory((ADA, BEA)).with_players({A: away(ADA)}, 2).with_players({A: ADA}, 2)
    session = session_of(table, stays, archive)
    assert shares(session) == []
    assert all(one.rated for one in results_of(session.stored, stays, table, 1))


async def test_a_rebuild_counts_the_same_as_the_end_of_the_game(settings: Settings, archive: Archive) -> None:
    written = ["* board C3", "* toss heads", "a call heads"]
    number = await keep_lines(archive, "doublolo", (ADA, BEA), written[:0])
    stays = SeatHistory((ADA, BEA)).with_players({A: away(ADA)}, 0).with_players({A: CARO}, 0)
    await archive.sessions.change_hands(number, to_stored(stays.players), 0, stays.stored())
    await archive.record.append(number, 0, 1, "/resign", "", None, 0)
    await archive.sessions.end(number, "finished", (), 5)
    assert await rebuild(settings) == (1, 0)
    assert [(one.user_id, one.place, one.rated) for one in await archive.record.results()] == [
        (503, 1, False),
        (502, 2, False),
    ]
