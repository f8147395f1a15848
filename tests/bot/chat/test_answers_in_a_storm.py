"""Answers come late, get lost, are refused or asked for twice, and still nothing stale is left.

People press moves at a board, in hands and at a lobby, several at once. Whatever becomes of the answers, each
press is one move at most, there is one board, and a short calm later everything shows what there is now.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bench.people import Choice, choices, sit_down
from bot.app.parlour import Parlour
from bot.chat import first_answer, links
from bot.chat.custom_ids import Answers, read
from bot.chat.failures import ALREADY_ANSWERED, UNKNOWN_INTERACTION
from bot.chat.first_answer import INTERACTION_SECONDS, QUICK_SECONDS
from bot.chat.parts import Screen
from bot.host import play as cast
from bot.table.screens.hand import HAND_PICTURE
from bot.table.session import Session
from games.core import IllegalMove
from local_discord.codec import Json
from local_discord.failures import Failure
from local_discord.faults import Hold
from local_discord.interactions import Interaction
from local_discord.person import AT_MOST, Person, Refused, every_component, is_ephemeral, labels_of, text_of
from local_discord.server import LocalDiscord
from tests.bot.conftest import PATIENT
from tests.bot.hands import at_rest
from tests.bot.tables import until
from tests.deep import sized

PRESSES = sized(60, 1000)
IN_A_ROW = 3
"""How often each person presses between two calms."""

LATE_SECONDS = INTERACTION_SECONDS - 0.1
"""How late an answer is at worst."""

LOST: Json = {"status": 500, "after": True}
TRIED_AGAIN: tuple[Json, ...] = (LOST, {"status": 500}, {"status": 429, "retry_after": 0.01})
"""What discord.py tries again, with success."""
REFUSED: tuple[Json, ...] = (
    {"status": 500, "times": 5},
    {"status": 429, "retry_after": 0.01, "times": 5},
    {"status": 404, "code": UNKNOWN_INTERACTION},
    {"status": 400, "code": ALREADY_ANSWERED, "after": True},
)


@pytest.fixture(autouse=True)
def _no_answer_is_put_off() -> None:
    """Here many are, after the bot's real patience."""


class Storm:
    """While it rages, something happens to most presses: to their answers, or to the edits that follow."""

    def __init__(self, discord: LocalDiscord, rng: Random) -> None:
        self._faults = discord.faults
        self._interactions = discord.interactions
        self._rng = rng
        self._held: list[tuple[Hold, asyncio.Task[None]]] = []

    @contextmanager
    def raging(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(first_answer, "QUICK_SECONDS", self._rng.choice((QUICK_SECONDS, AT_MOST)))
            patch.setattr(self._interactions, "deadlines", replace(PATIENT, answer=INTERACTION_SECONDS))
            patch.setattr(self._interactions, "deliver", partial(self._deliver, self._interactions.deliver))
            yield
        self._faults.failures.clear()
        for hold, releasing in self._held:
            if not hold.arrived.is_set():
                releasing.cancel()
        self._held.clear()

    def _deliver(self, deliver: Callable[[Interaction], None], interaction: Interaction) -> None:
        rng, answered = self._rng, ("POST", f"/interactions/{interaction.id}/")
        deliver(interaction)
        match rng.choice(("in time", "in time", "twice", "late", "failed")):
            case "twice":
                deliver(interaction)
            case "late":
                self._hold(*answered)
            case "failed":
                self._fail(*answered, rng.choice(TRIED_AGAIN + REFUSED))
        edited = "PATCH", f"{interaction.token}/messages/"
        match rng.choice(("in time", "late", "failed", "refused", "refused")):
            case "late":
                self._hold("PATCH", "/messages/")
            case "failed":
                self._fail(*edited, rng.choice(TRIED_AGAIN))
            case "refused" if is_choice_for_all(interaction):
                self._fail(*edited, rng.choice(REFUSED))

    def _fail(self, method: str, path: str, failure: Json) -> None:
        self._faults.failures.append(Failure(method=method, path=path, **failure))

    def _hold(self, method: str, path: str) -> None:
        hold = self._faults.hold_next(method, path)
        self._held.append((hold, asyncio.create_task(self._release(hold))))

    @staticmethod
    async def _release(hold: Hold) -> None:
        try:
            await hold.arrived.wait()
            await asyncio.sleep(LATE_SECONDS)
        finally:
            hold.released.set()


def is_choice_for_all(interaction: Interaction) -> bool:
    """Whether the message with the choice can also be edited without this interaction's token."""
    message = interaction.message
    is_choice = str(interaction.details.get("custom_id")).startswith("pick:")
    return is_choice and message is not None and message.seen_by is None


class House:
    """A board, hands and a lobby, and the people who press there."""

    def __init__(self, bot: Parlour, discord: LocalDiscord, people: list[Person], rng: Random) -> None:
        self._bot = bot
        self._people = people
        self._rng = rng
        self._storm = Storm(discord, rng)

    async def prepare(self) -> None:
        """Sit down where no game is under way."""
        host, *guests = self._people
        for channel, game, others in (
            (cast.GAMES, "doublolo", guests[:1]),
            (cast.CARD_ROOM, "calabresella", guests),
        ):
            if self._bot.tables.channels.find(int(channel)) is None:
                await sit_down(game, channel, host, *others)
        if self._bot.tables.channels.find(int(cast.GENERAL)) is None:
            await host.reply_to(await host.command("play", channel=cast.GENERAL, game="foozle"))
        await self.calm()

    async def press(self) -> None:
        """Everybody presses something, and again once they have their answer."""
        with self._storm.raging():
            await asyncio.gather(*map(self._press_on, self._people))

    async def _press_on(self, person: Person) -> None:
        for _ in range(IN_A_ROW):
            offered = list(self._moves(person))
            if not offered or self._rng.random() < 0.2:
                offered = list(self._others(person))
            message, choice = self._rng.choice(offered)
            with suppress(Refused):  # something else took its place just then
                await person.outcome(await choice.chosen(person, message))

    def _moves(self, person: Person) -> Iterator[tuple[Json, Choice]]:
        """A choice on each message that asks this person."""
        for message in self._seen_by(person):
            turn, found = re.search(r"### <@(\d+)>", text_of(message)), choices(message)
            if found and (turn is None or turn[1] == person.id):
                yield message, self._rng.choice(found)

    def _others(self, person: Person) -> Iterator[tuple[Json, Choice]]:
        """Choices on boards where it's somebody else's turn, and buttons for anyone."""
        for message in self._seen_by(person):
            yield from ((message, one) for one in choices(message)[:1])
            for one in every_component(message["components"]):
                if one.get("label") in ("Join", "My hand", *self._ways_out(person)):
                    yield message, Choice(one["custom_id"], "", in_menu=False)

    def _ways_out(self, person: Person) -> tuple[str, ...]:
        """A host who leaves may close the lobby."""
        return () if person is self._people[0] else ("Leave",)

    @staticmethod
    def _seen_by(person: Person) -> list[Json]:
        return [one for messages in person.sees.messages.values() for one in messages.values()]

    async def calm(self) -> None:
        """Wait until the bot has nothing more to do, and everybody has seen it."""
        await until(lambda: not self._bot.answering)
        lobby = self._bot.tables.channels.find(int(cast.GENERAL))
        if lobby is not None:
            await (await self._bot.messages.of(lobby)).sent()
        for session in self._sessions():
            await at_rest(self._bot, session, *self._people)
        for person in self._people:
            await person.do("history", channel_id=cast.GENERAL)

    async def check(self) -> None:
        """Nothing stale is shown, nothing stands twice, and no press was two moves."""
        for session in self._sessions():
            saved = await self._bot.archive.record.lines(session.id)
            assert [(one.who, one.text) for one in saved] == [
                (one.who, one.text) for one in session.table.lines
            ]
            moved = Counter(one.interaction_id for one in saved if one.interaction_id is not None)
            assert set(moved.values()) <= {1}
            await self._check_shown(session)
        await self._check_lobby()
        self._check_questions()

    def _sessions(self) -> list[Session]:
        return self._bot.tables.in_memory.sessions()

    async def _check_shown(self, session: Session) -> None:
        messages = await self._bot.messages.of(session)
        board = self._people[0].sees.messages[str(session.stored.channel_id)][str(messages.board.message_id)]
        assert await self._is_now(board, messages.board.screen), text_of(board)
        if not session.game.about.hands:
            return
        for person in self._people:
            (seat,) = session.seats.of(int(person.id))
            hands = [
                one
                for one in self._seen_by(person)
                if HAND_PICTURE in [file["filename"] for file in one["attachments"]]
                and int(one["id"]) > int(board["id"])
            ]
            for hand in hands:
                assert await self._is_now(hand, messages.hand(seat).screen), text_of(hand)

    async def _is_now(self, message: Json, make: Callable[[Answers], Awaitable[Screen]]) -> bool:
        """Whether a message has the controls and the pictures that there are now, after some answers."""
        there = controls(message), [await self._people[0].fetch(one["url"]) for one in message["attachments"]]
        for answers in begun(message):
            with suppress(IllegalMove):
                now = await make(answers)
                if there == (controls(as_message(now)), [one.fp.read() for one in now.files]):
                    return True
        return False

    async def _check_lobby(self) -> None:
        lobby = self._bot.tables.channels.find(int(cast.GENERAL))
        assert lobby is not None
        shown = self._people[0].sees.messages[cast.GENERAL]
        messages = await self._bot.messages.of(lobby)
        message = shown[str(messages.board.message_id)]
        assert text_of(message) == text_of(as_message(await messages.board.screen()))
        assert [one["id"] for one in shown.values() if "Join" in labels_of(one)] == [message["id"]]

    def _check_questions(self) -> None:
        """Every question that can be answered is asked now, and each board once."""
        for person in self._people:
            asked = Counter[tuple[int, object]]()
            for message in self._seen_by(person):
                found = {(one.table, one.viewer, one.version) for one in picks(message)}
                for number, viewer, version in found:
                    session = self._bot.tables.in_memory.get(number)
                    assert isinstance(session, Session), text_of(message)
                    assert session.table.prompt_version(viewer) == version, text_of(message)
                    asked[number, viewer] += not is_ephemeral(message)
            assert set(asked.values()) <= {0, 1}


def as_message(screen: Screen) -> Json:
    """A message with a screen's layout."""
    components = screen.layout.to_components()  # type: ignore[no-untyped-call]  # discord.py gave it no types
    return {"content": "", "embeds": [], "components": components}


def controls(message: Json) -> list[str]:
    """The custom ids in a message."""
    return [one["custom_id"] for one in every_component(message["components"]) if "custom_id" in one]


def picks(message: Json) -> list[links.Pick]:
    """What can be chosen in answer to a message's question."""
    found = map(read, controls(message))
    return [one for one in found if isinstance(one, links.Pick)]


def begun(message: Json) -> list[Answers]:
    """The answers after which a message may ask its question: a button's own is the last of its answers."""
    found = [one.answers for one in picks(message)]
    return list(dict.fromkeys([(), *(one[:-1] for one in found), *found]))


@pytest.fixture
async def people(bot: Parlour, discord: LocalDiscord) -> AsyncIterator[list[Person]]:
    """Three people, who may be told that an interaction failed."""
    async with AsyncExitStack() as stack:
        connected = (Person.connect(discord.url, one) for one in (cast.CHIARA, cast.DMITRI, cast.EMI))
        yield [await stack.enter_async_context(one) for one in connected]


@pytest.mark.usefixtures("tries_at_once")
async def test_whatever_becomes_of_answers_nothing_stale_is_left_and_no_press_is_two_moves(
    bot: Parlour, discord: LocalDiscord, people: list[Person]
) -> None:
    house = House(bot, discord, people, Random("storm"))
    for _ in range(0, PRESSES, len(people) * IN_A_ROW):
        await house.prepare()
        await house.press()
        await house.calm()
        await house.check()
