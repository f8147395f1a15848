"""People press whatever they see, the bot restarts and loses its connection, and three laws hold meanwhile.

Every press is answered. What is shown is what was saved. Nobody sees what only another player knows.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from random import Random

import pytest

from bot.app.parlour import Parlour
from bot.config import Settings
from bot.host import play as cast
from bot.table.screens.naming import with_names
from bot.table.session import Session
from games.core import Seat, Viewer
from games.engine import registry
from local_discord.codec import Json
from local_discord.person import Person, Refused, every_component, pictures_of
from local_discord.pytest_plugin import Meet
from local_discord.server import LocalDiscord
from tests.bot.conftest import running
from tests.bot.hands import at_rest
from tests.bot.tables import until
from tests.deep import examples, sized

PRESSES = sized(40, 150)
RESTARTED_EVERY, CUT_OFF_EVERY = 15, 9

COMMANDS = (
    "board",
    "hand",
    "undo",
    "leave",
    "pause",
    "resume",
    "tables",
    "settings",
    "help",
    "resign",
    "stop",
)
"""Those that need nothing but their name."""

LESS_LIKELY = re.compile("Stop|Resign|Close|Free my seat")
"""Labels that end what could be pressed next."""

MENU, FIELD = 3, 4


def controls(person: Person, rng: Random) -> Iterator[tuple[Json, Json, list[str]]]:
    """What this person can press, with the message and a menu's chosen values; mostly the newest messages."""
    for messages in person.sees.messages.values():
        for message in sorted(messages.values(), key=lambda one: int(one["id"]))[-4:]:
            for one in every_component(message["components"]):
                if one.get("disabled") or "custom_id" not in one:
                    continue
                if one["type"] == MENU:
                    values = [option["value"] for option in one["options"]]
                    least, most = one.get("min_values", 1), one.get("max_values", 1)
                    yield message, one, rng.sample(values, rng.randint(least, most))
                elif not LESS_LIKELY.search(one.get("label") or "") or rng.random() < 0.1:
                    yield message, one, []


def _waits(session: Session) -> bool:
    """Whether nothing happens until a person does something."""
    return session.table.over or session.is_paused or bool(session.waits_for())


def seen_by(session: Session, viewer: Viewer) -> set[str]:
    """What this viewer knows of the game, in sentences."""
    assert session.game.describe is not None
    known = session.game.describe(session.table.view(viewer))
    return sentences(with_names(session, known))


def sentences(text: str) -> set[str]:
    """The sentences that say more than a word."""
    return {one for one in re.split(r"(?<=[.;]) ", text) if len(one) > 12}


def games_seen_by(person: Person) -> list[Json]:
    """Every message that this person sees, except lessons and examples: these have lockers and cards, too."""
    all_of_them = (one for messages in person.sees.messages.values() for one in messages.values())
    taught = {"lesson.png", "example.png"}
    return [one for one in all_of_them if taught.isdisjoint(file["filename"] for file in one["attachments"])]


def told(message: Json) -> set[str]:
    """The sentences of a message's alt text: what there is to see in its picture."""
    return sentences(" ".join(one["description"] or "" for one in pictures_of(message)))


class House:
    """A server in which people press at random, and the bot that can be restarted."""

    def __init__(self, settings: Settings, discord: LocalDiscord, people: list[Person], rng: Random) -> None:
        self.people = people
        self.rng = rng
        self._settings = settings
        self._discord = discord
        self._stack = AsyncExitStack()
        self._own: defaultdict[str, set[str]] = defaultdict(set)
        self._public: set[str] = set()
        self._seeds: set[str] = set()

    async def start(self) -> None:
        self.bot: Parlour = await self._stack.enter_async_context(running(self._settings))

    async def end(self) -> None:
        await self._stack.aclose()

    async def restart(self) -> None:
        """What a fresh board says is what the last one said, unless a computer moved meanwhile."""
        for session in self.bot.tables.in_memory.sessions():
            with suppress(TimeoutError):  # at some tables nobody moves while everybody is away
                await until(partial(_waits, session), 2)
        await self.quiet()
        before, lines = self.board_now(), self.lines()
        await self.end()
        await self.start()
        if before is not None:
            await self.answered(self.people[0], await self.people[0].command("board", channel=cast.GAMES))
            await self.quiet()
            again = await self.people[0].wait_until(self.board_now)
            (session,) = self.bot.tables.in_memory.sessions()
            position = seen_by(session, None)  # besides, a board says what was told last
            assert told(again) & position == told(before) & position or self.lines() != lines

    def lines(self) -> list[int]:
        """How many lines each table has."""
        return [len(one.table.lines) for one in self.bot.tables.in_memory.sessions()]

    def cut_off(self) -> None:
        """The gateway's connection is gone for a moment."""
        self._discord.gateway.drop(4000)

    def board_now(self) -> Json | None:
        """The board of the game under way, as everybody sees it."""
        here = self.bot.messages.in_channel(int(cast.GAMES))
        if here is None or not self.bot.tables.in_memory.sessions():
            return None
        return self.people[0].sees.messages[cast.GAMES].get(str(here.board.message_id))

    async def act(self, game: str) -> None:
        """One person does one thing, unless a computer changes the message just then."""
        person = self.rng.choice(self.people)
        with suppress(Refused):
            await self.answered(person, await self._does(person, game))

    async def _does(self, person: Person, game: str) -> str:
        """The interaction's id."""
        rng, found = self.rng, list(controls(person, self.rng))
        if self.bot.tables.channels.id_in(int(cast.GAMES)) is None:
            return await person.command("play", channel=cast.GAMES, game=game)
        if not found or rng.random() < 0.15:
            return await person.command(rng.choice(COMMANDS), channel=cast.GAMES)
        message, control, values = rng.choice(found)
        if control["type"] == MENU:
            return await person.select(message, *values, custom_id=control["custom_id"])
        return await person.press(message, control["custom_id"])

    async def answered(self, person: Person, pressed: str) -> None:
        """No interaction fails; a form that a press opened is filled in with nonsense."""
        state = await person.wait_until(lambda: self._state(person, pressed))
        assert state != "failed"
        if form := person.sees.modals.get(pressed):
            fields = (one["custom_id"] for one in every_component(form["components"]) if one["type"] == FIELD)
            await self.answered(person, await person.submit(form, dict.fromkeys(fields, "nonsense")))

    @staticmethod
    def _state(person: Person, pressed: str) -> str | None:
        state = person.sees.interactions.get(pressed)
        return None if state in (None, "waiting", "thinking") else state

    async def quiet(self) -> None:
        """Wait until everything known now is shown, and everybody has seen it."""
        for session in self.bot.tables.in_memory.sessions():
            await at_rest(self.bot, session, *self.people)

    async def check(self) -> None:
        """What is in memory is what was saved, and nobody sees what only another player knows."""
        await self.quiet()
        for session in self.bot.tables.in_memory.sessions():
            async with session.lock:
                saved = await self.bot.archive.record.lines(session.id)
            known = session.table.lines
            assert [(one.who, one.text) for one in saved] == [(one.who, one.text) for one in known]
            if session.table.over:
                continue
            self._seeds.add(session.stored.seed.hex())
            self._public |= seen_by(session, None)
            for person in self.people:
                secret = set[str]()
                for seat, player in enumerate(session.players):
                    found = seen_by(session, Seat(seat))
                    secret |= found
                    if player.reader_id == int(person.id):
                        self._own[person.id] |= found
                secret -= self._public | self._own[person.id]
                shown = json.dumps(games_seen_by(person), ensure_ascii=False)
                told_too_much = [said for said in (*secret, *self._seeds) if said in shown]
                assert not told_too_much


@pytest.fixture
async def people(meet: Meet) -> list[Person]:
    return [await meet(one) for one in (cast.CHIARA, cast.DMITRI, cast.EMI)]


@pytest.mark.parametrize("seed", range(examples(1)))
@pytest.mark.parametrize("game", sorted(registry.all_games()))
async def test_every_press_is_answered_what_is_saved_is_shown_and_secrets_stay_secret(
    settings: Settings, discord: LocalDiscord, people: list[Person], game: str, seed: int
) -> None:
    house = House(settings, discord, people, Random(f"{game} {seed}"))
    await house.start()
    try:
        for at in range(1, PRESSES + 1):
            await house.act(game)
            await house.check()
            if at % CUT_OFF_EVERY == 0:
                house.cut_off()
            if at % RESTARTED_EVERY == 0:
                await house.restart()
    finally:
        await house.end()
