"""Games that are over, looked at again move by move: *Replay*, /replay, and records from files."""

import asyncio
import time
from itertools import cycle, islice

import pytest

from bot.app.parlour import Parlour
from bot.chat import first_answer
from bot.host import play as cast
from bot.refusal import Refusal
from bot.replays import replays
from bot.replays.replays import Replays
from games.core import letter
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, pictures_of, text_of
from local_discord.server import LocalDiscord
from tests.bot import replaying
from tests.bot.chat.test_the_board_is_the_answer import sent
from tests.bot.conftest import Meet
from tests.bot.replaying import RECORDS, attached, keep_ended, menu_of, open_replay, playback_of, turned
from tests.bot.tables import board, forge, told, toss, until
from tests.long_records import UNMOVED, undone
from tests.openapi import Recording

GONE = "740000000000000009"
"""A channel that nobody can read."""

GAMES = sorted(RECORDS)


def plain(text: str) -> str:
    """The text without emphasis."""
    return text.replace("*", "")


def alt(message: Json) -> str:
    """The alt text of its picture."""
    return str(pictures_of(message)[0]["description"])


@pytest.mark.parametrize("game", GAMES)
async def test_a_finished_game_is_turned_forwards_back_and_to_its_end(
    bot: Parlour, chiara: Person, game: str
) -> None:
    number, last = await keep_ended(bot.archive, game), playback_of(game).last
    shown = await open_replay(chiara)
    assert is_ephemeral(shown)
    assert f"**{playback_of(game).game.about.title} · " in text_of(shown)
    assert alt(shown).startswith(f"Move 0 of {last}: ")
    shown = await turned(chiara, shown, "Next", f"Move 1 of {last}: ")
    shown = await turned(chiara, shown, "Last", f"Move {last} of {last}: ")
    shown = await turned(chiara, shown, "Back", f"Move {last - 1} of {last}: ")
    shown = await turned(chiara, shown, "First", f"Move 0 of {last}: ")
    moment = menu_of(shown, "Moments")
    await chiara.select(shown, moment["options"][-1]["value"], custom_id=moment["custom_id"])
    shown = await board(chiara, shown, f"Move {last} of {last}: ")
    form = await chiara.modal_of(await chiara.press(shown, label="Jump to …"))
    await chiara.submit(form, value="3")
    shown = await board(chiara, shown, f"Move 3 of {last}: ")
    again = await open_replay(chiara, table=str(number), move=3)
    assert alt(again) == alt(shown)


@pytest.mark.parametrize("game", ["calabresella", "fooblitzky", "foozle"])
async def test_a_replay_is_open_or_seen_with_one_players_eyes(
    bot: Parlour, chiara: Person, game: str
) -> None:
    await keep_ended(bot.archive, game)
    shown, playback = await open_replay(chiara, move=7), playback_of(game)
    eyes = menu_of(shown, "Whose eyes?")
    named = [one["label"] for one in eyes["options"]]
    assert named[:3] == ["Everything open", "As Chiara saw it", "As Dmitri saw it"]
    (seat,) = (one for one in playback.end.seats if letter(one) == "b")
    await chiara.select(shown, "b", custom_id=eyes["custom_id"])
    seen = await chiara.wait_for(
        lambda m: m["id"] == shown["id"] and menu_of(m, "Whose eyes?")["options"][2].get("default")
    )
    assert alt(seen) != alt(shown)
    shown = await turned(chiara, seen, "Next", "Move 8 of")
    assert menu_of(shown, "Whose eyes?")["options"][2]["default"]
    assert playback.view(8, seat) == playback.at(8).view(seat)
    assert alt(await open_replay(chiara, move=8, eyes=cast.DMITRI)) == alt(shown)
    stranger = await chiara.command("replay", channel="games", eyes=cast.BRUNO)
    assert "didn't play" in await told(chiara, stranger)


async def test_a_step_is_answered_by_its_picture(bot: Parlour, chiara: Person, recording: Recording) -> None:
    await keep_ended(bot.archive, "fourside")
    shown = await open_replay(chiara)
    await until(lambda: not bot.answering)
    recording.exchanges.clear()
    await turned(chiara, shown, "Next", "Move 1 of")
    assert sent(recording) == ["picture"]


async def test_a_game_that_is_still_played_is_not_replayed(
    bot: Parlour, chiara: Person, dmitri: Person, discord: LocalDiscord
) -> None:
    shown = await toss(chiara, dmitri)
    assert "still going" in await told(chiara, await chiara.command("replay", channel="games", table="1"))
    assert "No game has ended" in await told(chiara, await chiara.command("replay", channel="games"))
    for made_up in ("replay:1", "replay:1:3:b:next", "jump:1", "post_replay:1", "eyes:1:2"):
        press = await forge(discord, chiara, shown, made_up, *(["b"] if made_up.startswith("eyes") else []))
        assert "still going" in await told(chiara, press)


async def test_the_last_board_has_the_replay_and_others_can_be_shown_one(
    bot: Parlour, chiara: Person, dmitri: Person
) -> None:
    shown = await toss(chiara, dmitri)
    question = await chiara.reply_to(await chiara.press(shown, label="Resign"))
    await chiara.press(question, label="Resign")
    shown = await board(dmitri, shown, "wins")
    replay = await dmitri.reply_to(await dmitri.press(shown, label="Replay"))
    assert is_ephemeral(replay)
    replay = await turned(dmitri, replay, "Last", "Chiara resigns.")
    posted = await dmitri.reply_to(await dmitri.press(replay, label="Post for all"))
    assert not is_ephemeral(posted)
    seen = await chiara.wait_for(lambda m: m["id"] == posted["id"])
    assert alt(seen) == alt(replay)
    await turned(chiara, seen, "First", "Move 0 of")
    await board(dmitri, posted, "Move 0 of")


async def test_a_replay_that_takes_long_to_make_is_posted_all_the_same(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep_ended(bot.archive, "fourside")
    monkeypatch.setattr(first_answer, "PATIENCE", 0.0)
    await chiara.command("replay", channel="games", public=True)
    posted = await chiara.wait_for(lambda m: bool(pictures_of(m)))
    assert not is_ephemeral(posted)
    private = await open_replay(chiara)
    await chiara.press(private, label="Post for all")
    await chiara.wait_for(lambda m: bool(pictures_of(m)) and m["id"] not in (posted["id"], private["id"]))


async def test_a_game_of_older_rules_replays_as_far_as_it_does_and_says_so(
    bot: Parlour, chiara: Person
) -> None:
    await keep_ended(bot.archive, "doublolo", edition="0")
    shown = await open_replay(chiara, move=2)
    assert "older edition of the rules" in text_of(shown)
    await keep_ended(bot.archive, "foozle", edition="0", lines=9)
    await bot.archive.record.append(2, 9, 0, "b E12", "", None, 1)
    shown = await open_replay(chiara)
    assert "The rules have changed since then, so only its first" in text_of(shown)


async def test_a_game_of_a_channel_that_a_person_cannot_read_is_not_theirs_to_replay(
    bot: Parlour, grim: Person
) -> None:
    number = await keep_ended(bot.archive, "doublolo", channel=cast.GENERAL)
    await keep_ended(bot.archive, "fourside", channel=GONE)
    shown = await open_replay(grim, table=str(number))
    assert "Move 0 of" in alt(shown)
    refused = await told(grim, await grim.command("replay", channel="games", table=str(number + 1)))
    assert refused == "You can only replay games that you've played, or of channels that you can read."


async def test_a_record_from_a_file_is_replayed_until_the_bot_forgets_it(
    bot: Parlour, chiara: Person
) -> None:
    shown = await open_replay(chiara, record=attached(replaying.text_of("foozle").encode()))
    assert "a record from a file" in text_of(shown)
    shown = await turned(chiara, shown, "Next", "Move 1 of")
    bot[Replays].forget()
    assert "Attach it to /replay again" in plain(await told(chiara, await chiara.press(shown, label="First")))


async def test_long_files_do_not_make_the_bot_forget_a_short_one(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MOST_LINES", 400)
    shown = await open_replay(chiara, record=attached(replaying.text_of("foozle").encode()))
    for lines in (300, 301):
        await bot[Replays].take_in(undone(lines).encode())
    await turned(chiara, shown, "Next", "Move 1 of")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe\x00", "it isn't text"),
        (b"hello", "isn't a record I can read"),
        (b'[Game "whist"]\n', "I don't know the game “whist”"),
        (b'[Game "doublolo"]\n[Seats "5"]\n', "Doublolo is for 2 players, not 5."),
        (b'[Game "doublolo"]\n[Option.size "@everyone"]\n', "has no option"),
        (b"\n" * 50_001, "at most 50,000 lines"),
    ],
)
async def test_a_strange_file_is_answered_with_a_sentence(
    bot: Parlour, chiara: Person, content: bytes, sentence: str
) -> None:
    assert sentence in await told(
        chiara, await chiara.command("replay", channel="games", record=attached(content))
    )


async def test_a_wrong_record_is_shown_up_to_its_first_mistake(bot: Parlour, chiara: Person) -> None:
    rows = replaying.text_of("fourside").splitlines()
    spoilt = "\n".join([*rows[:-20], "a `@everyone` **Z99**", *rows[-20:]])
    shown = await open_replay(chiara, record=attached(spoilt.encode()))
    assert "only right up to here" in text_of(shown)
    assert "Z99" in text_of(shown)


@pytest.mark.real
async def test_large_files_keep_neither_tables_games_nor_small_files_waiting(
    bot: Parlour, meet: Meet
) -> None:
    await keep_ended(bot.archive, "doublolo")
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)

    async def attach(person: Person, text: str) -> str:
        return await person.command("replay", channel="games", record=attached(text.encode()))

    answered: list[str] = []

    async def noted(name: str, person: Person, press: str) -> None:
        await person.reply_to(press)
        answered.append(name)

    async with asyncio.TaskGroup() as waiting:

        def wait(name: str, person: Person, press: str) -> None:
            waiting.create_task(noted(name, person, press))

        wait("first", chiara, await attach(chiara, undone(9_000)))
        refused = await told(chiara, await attach(chiara, undone(8_000)))
        assert "still reading your other file" in refused
        await noted("table", dmitri, await dmitri.command("replay", channel="games"))
        wait("large", emi, await attach(emi, undone(3_000)))
        wait("small", dmitri, await attach(dmitri, replaying.text_of("fourside")))
    assert answered == ["table", "small", "first", "large"]


async def test_a_file_with_too_many_lines_is_refused_in_a_sentence(
    bot: Parlour, chiara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MOST_OF_FILE", 101)
    for moves, sentence in ((100, "a record from a file"), (101, "too long to replay here")):
        content = "\n".join((*UNMOVED.splitlines(), *islice(cycle(("a I5", "a /undo")), moves))).encode()
        asked = await chiara.command("replay", channel="games", record=attached(content))
        assert sentence in text_of(await chiara.reply_to(asked))


@pytest.mark.real
async def test_a_file_is_read_while_the_bot_does_other_things_and_a_refused_one_only_once(
    bot: Parlour,
) -> None:
    crafted = b"a a move that nobody makes # a note\n" * 49_000 + b"neither"
    turns, spent = [0, 0], [0.0, 0.0]
    for again in range(2):
        began = time.process_time()
        reading = asyncio.create_task(bot[Replays].take_in(crafted))
        while not reading.done():
            turns[again] += 1
            await asyncio.sleep(0.001)
        with pytest.raises(Refusal, match="isn't a record"):
            await reading
        spent[again] = time.process_time() - began
    assert turns[0] > 5
    assert spent[1] < spent[0] / 2
