"""What is chosen, carried, locked away or stolen in Fooblitzky stays hidden from everyone else.

The real bot takes up the same table twice, the second time with one secret changed, and goes on with it. All
that everybody was ever sent is compared, pictures byte by byte. Then a bag is reached for by made-up ids.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from games.core import Seat
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from local_discord.shards import NO_WAITING
from storage import Archive
from tests.bot.cities import keep_city, rest, type_move
from tests.bot.conftest import PATIENT, Meet, running, settings_for
from tests.bot.hands import all_direct
from tests.bot.tables import forge, people, session_in, told, until
from tests.bot.witnesses import Notes, Witness
from tests.deep import sized
from tests.games.fooblitzky.untold import CITY, IDLE, PAIRS, TWO, Pair

SEATED = (cast.CHIARA, cast.DMITRI)
WATCHERS = (*SEATED, cast.FARID)
VIEWERS = (0, 1, None)

At: TypeAlias = tuple[Parlour, Person, Person, Person]
"""The bot, a who may know nothing, b whose bag it is, and a spectator."""

AT_LOCKER = f"{CITY}{TWO}{IDLE}* roll 24\nb enter LR locker"
IN_PAWN_SHOP = f"{CITY}{TWO}{IDLE}* roll 24\nb enter UR pawn"
"""b carries a tennis ball and a basketball; what to do with them is asked of b alone."""

WATCHED = [
    pytest.param(pair, id=name, marks=[pytest.mark.thorough] if at % 10 else [])
    for at, (name, pair) in list(enumerate(PAIRS.items()))[:: sized(5, 1)]
]
"""Some, or all in a deep run: `tests/games/fooblitzky/test_secrets.py` holds the game to all."""

CARRIED = ("tennis ball", "tennis-ball", "basketball", "Put in", "Sell ")


@asynccontextmanager
async def table_at(
    discord: LocalDiscord, database: Path, lines: str, options: tuple[str, ...] = ()
) -> AsyncIterator[Parlour]:
    """The bot, which takes up a table of two people at which these lines were written."""
    settings = settings_for(discord, database)
    async with Archive.open(settings.storage.url) as archive:
        chosen, written = dict.fromkeys(options, "true"), lines.strip().splitlines()
        # Not a moment ago, when an old press would be the second click of a move and get no answer.
        await keep_city(archive, *written, options=chosen, seats=people(*SEATED), ago=10)
    async with running(settings) as bot:
        yield bot


async def watch(folder: Path, lines: str, options: tuple[str, ...]) -> list[Notes]:
    """What everybody is sent while a bot loads a table, plays on, and loads it again."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(
            LocalDiscord(cast.WORLD, deadlines=PATIENT, sharding=NO_WAITING)
        )
        witnesses = [await stack.enter_async_context(Witness.connect(discord.url, one)) for one in WATCHERS]
        notes = [Notes() for _ in WATCHERS]
        database = folder / "parlour.sqlite3"
        async with table_at(discord, database, lines, options) as bot:
            await look_around(bot, witnesses)
            await take_down(notes, witnesses, all_that_stands=True)
            await go_on(bot, witnesses)
            await take_down(notes, witnesses)
        async with running(settings_for(discord, database)) as bot:
            await look_around(bot, witnesses)
            await take_down(notes, witnesses, all_that_stands=True)
        return notes


async def take_down(notes: list[Notes], witnesses: list[Witness], *, all_that_stands: bool = False) -> None:
    """What each was sent since we last looked, or of a start only what is left at its end.

    A hand that is sent before the board links to it a moment later.
    """
    for one, witness in zip(notes, witnesses, strict=True):
        if all_that_stands:
            witness.told = [message for some in witness.sees.messages.values() for message in some.values()]
        await one.take_down(witness)


async def look_around(bot: Parlour, witnesses: list[Witness]) -> None:
    """Everyone types /move and opens their hand and notebook, or tries to."""
    await rest(bot, *witnesses)
    for witness in witnesses:
        shown = await board_of(witness)
        await witness.autocomplete("move", "move", channel="games", move="")
        await witness.outcome(await witness.press(shown, label="My bag"))
        await witness.outcome(await witness.press(shown, label="Notebook"))
        await until(lambda: not bot.answering)
    await rest(bot, *witnesses)


async def board_of(person: Person) -> Json:
    room = person.sees.channel("games")["id"]
    return await person.wait_for(lambda m: "Resign" in labels_of(m) and m["channel_id"] == room)


async def go_on(bot: Parlour, witnesses: list[Witness]) -> None:
    """The player to move makes the first move that everyone knows they can make, if there is one."""
    session = session_in(bot)
    table = session.table
    moves = list(table.game.legal(table.view(None)))
    if moves:
        (seat,) = table.turn.owes
        await type_move(witnesses[seat], table.game.write(moves[0]))
        await until(lambda: session.table is not table)
        await look_around(bot, witnesses)


@pytest.mark.parametrize("pair", WATCHED)
async def test_nobody_is_sent_anything_that_gives_away_a_secret(pair: Pair, tmp_path: Path) -> None:
    """Neither when the bot loads the table, nor as it plays on, nor after a restart."""
    first = await watch(tmp_path / "one", pair.one, pair.options)
    second = await watch(tmp_path / "other", pair.other, pair.options)
    for viewer, one, other in zip(VIEWERS, first, second, strict=True):
        assert len(one.steps) == 3
        for number, (step, another) in enumerate(zip(one.steps, other.steps, strict=True)):
            if viewer in pair.blind:
                assert step == another, f"{viewer} can tell at step {number}"
    if 1 not in pair.blind:
        assert first[1].steps != second[1].steps, "b saw no difference, so nothing was tried"


@pytest.fixture(params=sized(["locker"], ["locker", "pawn shop"]))
async def at(
    request: pytest.FixtureRequest, discord: LocalDiscord, settings: Settings, meet: Meet, tmp_path: Path
) -> AsyncIterator[At]:
    """b is asked in secret what to do with what it carries."""
    chiara, dmitri, emi = await meet(cast.CHIARA), await meet(cast.DMITRI), await meet(cast.EMI)
    lines = AT_LOCKER if request.param == "locker" else IN_PAWN_SHOP
    async with table_at(discord, tmp_path / "city.sqlite3", lines) as bot:
        await rest(bot, chiara, dmitri, emi)
        yield bot, chiara, dmitri, emi


def made_up(prompt_version: int) -> list[tuple[str, tuple[str, ...]]]:
    """Ids of controls that are only in b's hand, or nowhere now, with the values of menus."""
    answers = ("", "take", "put13", "put12", "sell13", "buy18", "UL", "pad", "squares,A")
    picks = [
        f"pick:1:{seat}:{number}:{answer}"
        for seat in "bc-"
        for number in (prompt_version, prompt_version - 1, 0)
        for answer in answers
    ]
    others = ("hand:1:b", "notes:1:b", "notes:1:b:again", "like:1:b:1:x:", "lend:1:b:1", "record:1", "stop:1")
    return [*((one, ()) for one in (*picks, *others)), (f"pick:1:b:{prompt_version}:", ("take",))]


async def test_no_made_up_id_shows_what_another_carries_or_does_it_for_them(
    at: At, discord: LocalDiscord
) -> None:
    bot, chiara, _, emi = at
    table = session_in(bot).table
    hand = await chiara.wait_for(lambda m: m in all_direct(chiara))
    for person, shown in ((chiara, await board_of(chiara)), (emi, await board_of(emi)), (chiara, hand)):
        before = person.sees.current(shown)["components"]
        for custom_id, values in made_up(table.prompt_version(Seat(1))):
            if custom_id == "stop:1" and person is chiara:
                continue  # the host may stop the game, and then all is shown
            sentence = await told(person, await forge(discord, person, shown, custom_id, *values))
            assert sentence, custom_id
            assert not [word for word in CARRIED if word in sentence], (custom_id, sentence)
        assert person.sees.current(shown)["components"] == before
    assert session_in(bot).table is table


async def test_ones_own_secret_question_is_not_answered_before_all(at: At, discord: LocalDiscord) -> None:
    bot, chiara, dmitri, _ = at
    table = session_in(bot).table
    shown = await board_of(dmitri)
    for custom_id, values in made_up(table.prompt_version(Seat(1))):
        if custom_id.startswith(("pick", "prefer", "autopick")):
            await dmitri.outcome(await forge(discord, dmitri, shown, custom_id, *values))
    await rest(bot, chiara, dmitri)
    assert session_in(bot).table is table
    public = [
        one
        for one in chiara.sees.messages[chiara.sees.channel("games")["id"]].values()
        if not is_ephemeral(one)
    ]
    for message in public:
        assert not [word for word in CARRIED if word in "".join(labels_of(message))]


async def test_a_player_who_isnt_asked_is_offered_nothing_and_always_refused_in_the_same_words(
    at: At,
) -> None:
    bot, chiara, dmitri, emi = at
    assert await dmitri.autocomplete("move", "move", channel="games", move="")
    table = session_in(bot).table
    for person in (chiara, emi):
        for typed in ("", "put", "sell", "t"):
            assert await person.autocomplete("move", "move", channel="games", move=typed) == []
        moves = ("take", "put tennis-ball", "put saw", "sell tennis-ball", "sell saw", "buy nothing")
        sentences = {await told(person, await type_move(person, move)) for move in moves}
        assert len(sentences) == 1, "a refusal depends on what b carries"
    assert session_in(bot).table is table


async def test_the_record_is_kept_until_the_end_and_a_hand_from_those_who_have_none(
    at: At, discord: LocalDiscord
) -> None:
    _, chiara, _, emi = at
    for person in (chiara, emi):
        shown = await board_of(person)
        assert "over" in await told(person, await forge(discord, person, shown, "record:1"))
    assert "have no cards" in await told(emi, await emi.command("hand", channel="games"))
    assert "You carry nothing" in str(await chiara.reply_to(await chiara.command("hand", channel="games")))


async def test_a_player_who_resigns_learns_nothing_before_the_others_do(at: At) -> None:
    """With two players the other one has won, and then everything is shown to everyone."""
    _, chiara, _, emi = at
    question = await chiara.reply_to(await chiara.press(await board_of(chiara), label="Resign"))
    assert not [word for word in CARRIED if word in text_of(question)]
    await chiara.press(question, label="Resign")
    for person in (chiara, emi):
        ended = await person.wait_for(lambda m: "Rematch" in labels_of(m))
        assert "The correct items were hot dog, fish, pig and yo-yo." in str(ended)


async def test_a_board_that_is_posted_again_does_not_tell_that_a_secret_choice_was_revised(
    settings: Settings, meet: Meet
) -> None:
    chiara, dmitri, farid = [await meet(one) for one in WATCHERS]
    async with Archive.open(settings.storage.url) as archive:
        await keep_city(archive, "b choose hot-dog", seats=people(*SEATED, cast.EMI, cast.ADA), ago=10)
    async with running(settings) as bot:
        shown = await farid.wait_for(lambda m: "has chosen" in text_of(m))
        await type_move(dmitri, "choose fish")
        await until(lambda: len(session_in(bot).table.lines) == 2)
        await rest(bot, farid)
        await chiara.command("board", channel="games")
        again = await farid.wait_for(lambda m: m["id"] != shown["id"] and "My bag" in labels_of(m))
        assert "has chosen" in text_of(again)
