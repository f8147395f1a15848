"""Whole matches of Calabresella: lobby, deals, replay by consent, the end that shows all, rematch, demo."""

import asyncio
import sys
from pathlib import Path
from random import Random

from bot.app import Parlour
from bot.config import Settings
from bot.play import world as cast
from bot.tables.session import Session
from games import fair, record, registry
from games.calabresella.position import Between, Finished
from games.calabresella.view import Phase
from games.core import CHANCE
from games.replay import replay
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, pictures_of, text_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import Meet, running
from tests.bot.hands import (
    EXCHANGE,
    GAME,
    ROOM,
    SEATED,
    all_direct,
    at_rest,
    board_of,
    direct,
    keep_deal,
    my_hand,
    session_of,
)
from tests.bot.tables import board, commitment_of, computers, forge, join, people, told, until

PASSED_TWICE = tuple(f"{seat} pass" for seat in "abcabc")


async def open_table(host: Person) -> Json:
    """The lobby of a game of Calabresella."""
    return await host.reply_to(await host.command("play", channel=ROOM, game=GAME))


async def set_options(host: Person, lobby: Json, game_point: int) -> Json:
    """The lobby with this game point, and with the replay of the last deal."""
    options = await host.reply_to(await host.press(lobby, label="Options"))
    form = await host.modal_of(await host.press(options, label="Change"))
    await host.submit(form, value=str(game_point))
    options = await board(host, options, f"**Game point**: {game_point}")
    menus = [one["custom_id"] for one in components(options) if one["type"] == 3]
    await host.select(options, "true", custom_id=next(one for one in menus if one.endswith(":replays")))
    return await board(host, lobby, "Replay of the last deal: **yes**")


def components(message: Json) -> list[Json]:
    return [part for one in message["components"] for part in (one, *one.get("components", ()))]


def people_of(session: Session, persons: list[Person]) -> list[Person]:
    """These people by seat."""
    by_id = {int(one.id): one for one in persons}
    return [by_id[one.user_id] for one in session.players if one.user_id is not None]


async def play_on(session: Session, seats: list[Person], rng: Random, to: Phase = Finished) -> None:
    """Everyone types random moves as fast as they can until this phase or the end of the match."""
    while not session.table.over and session.table.view(None).phase is not to:
        seat = min(session.table.turn.owes - {CHANCE})
        moves = list(map(session.table.game.write, session.table.game.legal(session.table.view(seat))))
        usual = next((move for move in ("solo", "next") if move in moves), None)
        await say(session, seats[seat], usual or rng.choice(moves))


async def say(session: Session, person: Person, move: str) -> None:
    """Type a move and wait until it is written down."""
    count = len(session.table.lines)
    await person.command("move", channel=ROOM, move=move)
    await until(lambda: len(session.table.lines) > count)


async def record_of(person: Person, final: Json) -> str:
    answer = await person.reply_to(await person.press(final, label="Record"))
    assert is_ephemeral(answer)
    return (await person.fetch(answer["attachments"][0]["url"])).decode()


async def replay_command(text: str, folder: Path) -> str:
    """What `python -m bot replay` says about a record that it has to accept."""
    file = folder / "match.txt"
    file.write_text(text, encoding="utf-8")
    replaying = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "replay", str(file)), stdout=asyncio.subprocess.PIPE
    )
    said, _ = await replaying.communicate()
    assert replaying.returncode == 0
    return said.decode()


async def test_three_people_play_a_whole_match_and_its_record_stands(
    bot: Parlour, chiara: Person, dmitri: Person, emi: Person, tmp_path: Path
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
    assert labels_of(final) == ["Rematch", "Record", "Rules"]
    assert f"<@{seats[outcome.places.index(1)].id}> wins" in text_of(final)
    for person in seats:
        assert labels_of(await direct(person, "wins: ")) == ["Go to table"]
        assert len(all_direct(person)) == 1
    await seats[1].wait_for(lambda m: m["id"] == opened["id"] and "wins: " in text_of(m))
    text = await record_of(emi, final)
    read = record.read(text)
    assert replay(registry.find(GAME), read).stands
    assert fair.commit(bytes.fromhex(read.header.seed)) == read.header.commit == commitment
    assert read.header.scores == outcome.scores
    assert "Game over (" in await replay_command(text, tmp_path)
    results = await bot.archive.results(GAME)
    assert [one.place for one in results] == list(outcome.places)
    assert all(one.rated for one in results)


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
        hand = await direct(seats[0], "What next?")
        await seats[0].press(hand, label="Same cards again")
        await direct(seats[0], "You said: Same cards again. You can still change that.")
        await say(session, seats[1], "next")
        other = await direct(seats[2], "is ready")
        assert "same cards" not in text_of(other), "a request is announced once everybody is ready"
        await seats[2].press(await direct(seats[2], "What next?"), label="Next deal")
        asked = f"<@{seats[0].id}> would like to play the same cards again. Do you agree?"
        await seats[2].press(await direct(seats[2], asked), label="Agree")
        await say(session, seats[1], "agree")
        await board_of(seats[1], "Everybody agrees")
        assert session.table.view(None).totals == totals
        assert "7♠" in pictures_of(await direct(seats[0], "Everybody agrees"))[0]["description"]
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
        table = (*people(cast.CHIARA), *computers("rules", "rules"))
        await keep_deal(archive, *PASSED_TWICE, options={"game_point": "9999"}, seats=table)
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        session = session_of(bot)
        await chiara.press(await direct(chiara, "What next?"), label="Open hands")
        opened = "Everybody agrees: hands are open from the next deal on."
        await chiara.wait_until(lambda: opened in session.table.heard(None))
        await chiara.command("move", channel=ROOM, move="next")
        await chiara.wait_until(lambda: any("The hands:" in one for one in session.table.heard(None)))
        assert session.table.view(None).hands[1][0], "everybody sees every hand"


async def test_the_end_shows_what_was_hidden(settings: Settings, meet: Meet) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        seats, farid = [await meet(one) for one in SEATED], await meet(cast.FARID)
        session = session_of(bot)
        await at_rest(bot, session, *seats, farid)
        before = pictures_of(await board_of(farid, "to move"))[0]
        first = await farid.fetch(before["url"])
        assert "A♥" not in before["description"]
        question = await seats[0].reply_to(await seats[0].command("stop", channel=ROOM))
        await seats[0].press(question, label="Stop the game")
        final = await board_of(farid, "The game was stopped.")
        shown = pictures_of(final)[0]
        for card in ("A♥", "A♠", "3♥", "6♥"):
            assert card in shown["description"], "hands and rejects lie open"
        assert await farid.fetch(shown["url"]) != first
        assert "Seed" in await record_of(farid, final)
        for person in seats:
            assert "A♠" in pictures_of(await direct(person, "The game was stopped."))[0]["description"]


async def test_the_record_is_kept_back_while_cards_are_hidden(
    settings: Settings, meet: Meet, discord: LocalDiscord
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        shown = await board_of(chiara, "to move")
        assert "Record" not in labels_of(shown)
        assert "when the game is over" in await told(chiara, await forge(discord, chiara, shown, "record:1"))
        assert session_of(bot).seed is None


async def test_three_computers_play_while_their_host_watches_and_play_again(
    bot: Parlour, chiara: Person, meet: Meet
) -> None:
    farid = await meet(cast.FARID)
    lobby = await set_options(chiara, await open_table(chiara), 1)
    await chiara.press(lobby, label="Leave")
    for seat in "ABC":
        free = await board(chiara, lobby, f"**{seat}")
        await chiara.select(free, "rules")
        await chiara.wait_for(
            lambda m, seat=seat: m["id"] == lobby["id"] and f"**{seat}** · Computer" in text_of(m)  # type: ignore[misc]  # bound as it is now
        )
    assert f"<@{chiara.id}> is hosting and watching" in text_of(chiara.current(lobby))
    assert "Only the host" in await told(farid, await farid.press(lobby, label="Start"))
    await chiara.press(chiara.current(lobby), label="Start")
    final = await chiara.wait_for(lambda m: m["id"] == lobby["id"] and "Rematch" in labels_of(m), timeout=60)
    assert "wins: " in text_of(final)
    assert not all_direct(chiara)
    results = await bot.archive.results(GAME)
    assert [one.user_id for one in results] == [None] * 3
    assert not any(one.rated for one in results)
    assert replay(registry.find(GAME), record.read(await record_of(farid, final))).stands
    await chiara.press(final, label="Rematch")
    again = await chiara.wait_for(lambda m: m["id"] != lobby["id"] and "Rematch" in labels_of(m), timeout=60)
    assert "wins: " in text_of(again)


async def test_a_rematch_of_three_people_has_the_options_again_and_seats_them_as_they_join(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, options={"replay": "true", "game_point": "77"})
    async with running(settings) as bot:
        seats = [await meet(one) for one in SEATED]
        for loser in seats[1:]:
            question = await loser.reply_to(await loser.command("resign", channel=ROOM))
            await loser.press(question, label="Resign")
        final = await board_of(seats[0], "wins: ")
        lobby = await seats[1].reply_to(await seats[1].press(final, label="Rematch"))
        assert "Game point: **77**" in text_of(lobby)
        assert "Replay unless somebody is against it" not in text_of(lobby), "it is retired"
        await seats[0].wait_for(lambda m: f"<@{seats[0].id}>" in text_of(m) and "a rematch?" in text_of(m))
        await join(seats[2], lobby)
        await seats[1].press(await join(seats[0], lobby), label="Start")
        shown = await board_of(seats[0], "do you pass")
        session = session_of(bot)
        bidder = session.seats.called(session.waits_for()[0])
        assert f"### {bidder}, do you pass" in text_of(shown), "named once"
        assert [one.id for one in people_of(session, seats)] == [seats[1].id, seats[2].id, seats[0].id]
        for person in seats:
            await person.wait_until(lambda own=person: len(all_direct(own)) == 2 or None)  # type: ignore[misc]  # bound as it is now


async def test_a_rematch_with_computers_begins_at_once_with_the_seats_turned(
    settings: Settings, meet: Meet
) -> None:
    seated = (*people(cast.CHIARA), *computers("rules", "keen"))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, seats=seated)
    settings.play.pace = 60
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        question = await chiara.reply_to(await chiara.command("stop", channel=ROOM))
        await chiara.press(question, label="Stop the game")
        final = await board_of(chiara, "The game was stopped.")
        await chiara.press(final, label="Rematch")
        await direct(chiara, "deals. Your hand:")
        await chiara.wait_until(lambda: len(all_direct(chiara)) == 2 or None)
        levels = [one.level for one in session_of(bot).players]
        assert levels == ["rules", "keen", None]
        shown = await chiara.wait_for(lambda m: m["id"] != final["id"] and "My hand" in labels_of(m))
        assert shown["channel_id"] == cast.CARD_ROOM


async def test_the_last_person_who_resigns_ends_the_match_and_computers_do_not_play_on_alone(
    settings: Settings, meet: Meet
) -> None:
    seated = (*people(cast.CHIARA), *computers("rules", "keen"))
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, seats=seated)
    settings.play.pace = 60
    async with running(settings) as bot:
        chiara = await meet(cast.CHIARA)
        shown = await board_of(chiara, "to move")
        question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
        await chiara.press(question, label="Resign")
        over = f"<@{chiara.id}> resigned, so the game is over."
        final = await board_of(chiara, over)
        assert "Rematch" in labels_of(final)
        for shown in (final, await direct(chiara, over)):
            assert text_of(shown).count("resigns") == 1, "of the computers it goes without saying"
        assert [one.place for one in await bot.archive.results(GAME) if one.user_id] == [3]
        assert "a /resign\nb /resign  # nobody is left to play against" in await record_of(chiara, final)


async def test_resigning_hands_go_to_computers_and_the_last_who_stays_has_won(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE)
    async with running(settings) as bot:
        seats = [await meet(one) for one in SEATED]
        for loser in seats[:2]:
            question = await loser.reply_to(await loser.command("resign", channel=ROOM))
            await loser.press(question, label="Resign")
            await board_of(seats[2], f"<@{loser.id}> resigns")
        await board_of(seats[2], f"<@{seats[2].id}> wins: ")
        assert [one.place for one in await bot.archive.results(GAME)][:3] == [3, 2, 1]


async def test_a_spectator_of_computers_is_offered_no_hand_and_the_host_can_stop_them(
    settings: Settings, meet: Meet
) -> None:
    async with Archive.open(settings.storage.url) as archive:
        await keep_deal(archive, *EXCHANGE, seats=computers("rules", "rules", "rules"))
    settings.play.pace = 60
    async with running(settings):
        chiara, farid = await meet(cast.CHIARA), await meet(cast.FARID)
        shown = await board_of(farid, "is thinking")
        assert labels_of(shown) == ["Rules", "Stop"]
        assert "Only the host" in await told(farid, await farid.press(shown, label="Stop"))
        question = await chiara.reply_to(await chiara.press(shown, label="Stop"))
        await chiara.press(question, label="Stop the game")
        await board(farid, shown, "The game was stopped.")
