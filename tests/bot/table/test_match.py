"""Whole matches of Calabresella: lobby, deals, replay by consent, computers among themselves."""

from random import Random

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from games.calabresella.rules.position import Between
from games.engine import fair, record, registry
from games.engine.replay import replay
from local_discord.person import Person, labels_of, pictures_of, text_of
from storage import Archive
from tests.bot.blank import blank as blank
from tests.bot.blank import drawn as drawn
from tests.bot.blank import drawn_cards as drawn_cards
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    EXCHANGE,
    GAME,
    ROOM,
    SEATED,
    all_direct,
    board_of,
    direct,
    keep_deal,
    my_hand,
    session_of,
)
from tests.bot.matches import open_table, people_of, play_on, record_of, say, set_options
from tests.bot.tables import board, commitment_of, computers, join, more, people, told
from tests.test_tools import parlour

PASSED_TWICE = tuple(f"{seat} pass" for seat in "abcabc")


async def test_three_people_play_a_whole_match_and_its_record_stands(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person
) -> None:
    lobby = await set_options(chiara, await open_table(chiara), 20)
    commitment = await commitment_of(chiara, lobby)
    await join(dmitri, lobby)
    await chiara.press(await join(emi, lobby), label="Start")
    await board_of(emi, "do you pass, or go solo")
    session = session_of(bot)
    seats = people_of(session, [chiara, dmitri, emi])
    opened = await my_hand(seats[1])
    await play_on(session, seats, Random(1))
    outcome = session.table.outcome
    assert outcome is not None
    assert max(outcome.scores) >= 20
    final = await board_of(emi, "wins: ")
    assert labels_of(final) == ["Rematch", "Replay", "Share", "Record", "Play this deal", "Check"]
    assert f"<@{seats[outcome.places.index(1)].id}> wins" in text_of(final)
    for person in seats:
        assert labels_of(await direct(person, "wins: ")) == ["Go to table"]
        assert len(all_direct(person)) == 1
    await seats[1].wait_for(lambda m: m["id"] == opened["id"] and "wins: " in text_of(m))
    text = await record_of(emi, final)
    read = record.read(text)
    assert not replay(registry.find(GAME), read).faults
    assert fair.commit(bytes.fromhex(read.header.seed)) == read.header.commit == commitment
    assert read.header.scores == outcome.scores
    replayed = parlour("replay", "-", stdin=text.encode())
    assert replayed.returncode == 0
    assert "Game over (" in replayed.stdout
    results = await bot.archive.record.results(GAME)
    assert [one.place for one in results] == list(outcome.places)
    assert all(one.rated for one in results)


@pytest.mark.usefixtures("drawn")
async def test_the_last_deal_is_played_again_if_all_agree_and_not_if_one_refuses(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, options={"replays": "true", "game_point": "9999"})
    async with running(settings) as bot:
        seats = [await meet(one) for one in SEATED]
        session = session_of(bot)
        await play_on(session, seats, Random(2), to=Between)
        totals = session.table.view(None).totals
        hand = await direct(seats[0], "Ready for the next deal?")
        await seats[0].select(hand, "again")
        await direct(seats[0], "You said: Same cards again. You can still change that.")
        await say(session, seats[1], "next")
        other = await direct(seats[2], "is ready")
        assert "same cards" not in text_of(other), "a request is announced once everybody is ready"
        await seats[2].press(await direct(seats[2], "Ready for the next deal?"), label="Next deal")
        asked = f"<@{seats[0].id}> would like to play the same cards again. Do you agree?"
        await seats[2].press(await direct(seats[2], asked), label="Agree")
        await say(session, seats[1], "agree")
        agreed = "Everybody agrees"
        await seats[1].wait_until(lambda: any(agreed in one for one in session.table.heard(None)))
        assert session.table.view(None).totals == totals
        assert "7♠" in pictures_of(await direct(seats[0], "do you pass"))[0]["description"]
        await play_on(session, seats, Random(3), to=Between)
        assert session.table.view(None).totals != totals, "the second playing counts too"
        for seat, word in enumerate(("ask again", "next", "next")):
            await say(session, seats[seat], word)
        await say(session, seats[1], "agree")
        await say(session, seats[2], "refuse")
        await board_of(seats[0], "Not everybody agrees, so nothing changes.")
        for seat in range(3):
            await say(session, seats[seat], "next")
        await board_of(seats[0], "deals.")


async def test_one_person_among_computers_opens_the_hands_between_deals(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        table = (*people(cast.CHIARA), *computers("measured", "measured"))
        await keep_deal(archive, *PASSED_TWICE, options={"game_point": "9999"}, seats=table)
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        session = session_of(bot)
        await chiara.select(await direct(chiara, "Ready for the next deal?"), "open")
        opened = "Everybody agrees: hands are open from the next deal on."
        await chiara.wait_until(lambda: opened in session.table.heard(None))
        await chiara.command("move", channel=ROOM, move="next")
        await chiara.wait_until(lambda: any("The hands:" in one for one in session.table.heard(None)))
        assert session.table.view(None).hands[1][0], "everybody sees every hand"


async def test_three_computers_play_while_their_host_watches_and_play_again(
    bot: Parlour, chiara: Person, meet: Meet
) -> None:
    farid = await meet(cast.FARID)
    lobby = await set_options(chiara, await open_table(chiara), 1)
    menus = await more(chiara, lobby)
    await chiara.press(menus, label="Leave")
    for seat in "ABC":
        await board(chiara, lobby, f"**{seat}")
        await chiara.select(menus, "measured")
        await chiara.wait_for(
            lambda m, seat=seat: m["id"] == lobby["id"] and f"**{seat}** · Medium" in text_of(m)  # type: ignore[misc]  # bound as it is now
        )
    assert f"<@{chiara.id}> is hosting and watching" in text_of(chiara.sees.current(lobby))
    seen = await farid.wait_for(lambda m: m["id"] == lobby["id"] and "Start" in labels_of(m))
    assert "Only the host" in await told(farid, await farid.press(seen, label="Start"))
    await chiara.press(chiara.sees.current(lobby), label="Start")
    final = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Rematch" in labels_of(m), timeout=60)
    assert "wins: " in text_of(final)
    assert not all_direct(chiara)
    results = await bot.archive.record.results(GAME)
    assert [one.user_id for one in results] == [None] * 3
    assert not any(one.rated for one in results)
    assert not replay(registry.find(GAME), record.read(await record_of(farid, final))).faults
    await chiara.press(final, label="Rematch")
    again = await chiara.wait_for(lambda m: m["id"] != lobby["id"] and "Rematch" in labels_of(m), timeout=60)
    assert "wins: " in text_of(again)
