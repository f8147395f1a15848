"""Nobody is refused when they press a button or use a menu that they were offered.

Somebody types a command, presses a button, then one that this shows, and so on, until they have tried
everything. Each try starts again from the command, so they only press what they can see.
"""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from prometheus_client import REGISTRY

from bot.app.parlour import Parlour
from bot.host import play as cast
from local_discord.codec import Json
from local_discord.person import Person, Refused, every_component, labels_of, text_of
from local_discord.pytest_plugin import LocalDiscordOptions
from local_discord.ratelimit import Limits
from tests.bot.conftest import PATIENT, Meet

_BUTTON = 2

TYPED: tuple[tuple[str, dict[str, str]], ...] = (
    ("play", {}),
    ("play", {"game": "calabresella"}),
    ("play", {"game": "fooblitzky", "form": "quick"}),
    *(("play", {"game": game, "against": "computer"}) for game in ("doublolo", "foozle", "fourside")),
    ("learn", {}),
    ("learn", {"game": "fourside"}),
    ("rules", {}),
    ("rules", {"game": "doublolo"}),
    *((name, {}) for name in ("help", "about", "daily", "duel", "leaderboard", "profile")),
    *((name, {}) for name in ("tables", "watch", "privacy", "board", "hand", "history", "settings")),
)

KNOWN = {"join", "accept_duel"}
"""What can be refused: everybody sees a lobby or a challenge, so those in it are offered a place, too."""


@pytest.fixture
def local_discord_options() -> LocalDiscordOptions:
    return LocalDiscordOptions(cast.PLAYGROUND, limits=Limits(), deadlines=PATIENT)


class Control(NamedTuple):
    """A button or a menu: the verb of its custom id, and the letters of what it says."""

    verb: str
    said: str


def controls(message: Json) -> Iterator[tuple[Control, Json]]:
    for one in every_component(message["components"]):
        if one.get("custom_id") and not one.get("disabled"):
            said = one.get("label") or one.get("placeholder") or (one.get("emoji") or {}).get("name") or ""
            yield Control(one["custom_id"].partition(":")[0], "".join(filter(str.isalpha, said))), one


def refused() -> set[tuple[str, float]]:
    """What was refused or has failed, and how often, by the verbs."""
    samples = (one for metric in REGISTRY.collect() for one in metric.samples)
    return {
        (one.labels["name"], one.value)
        for one in samples
        if one.name == "parlour_presses_total" and one.labels["outcome"] not in ("answered", "skipped")
    }


def said(message: Json | None) -> str:
    return "" if message is None else text_of(message)[:200]


class Visitor:
    """Somebody who types and presses in a channel."""

    def __init__(self, bot: Parlour, person: Person, channel: str) -> None:
        self._bot, self._person, self._channel = bot, person, channel

    async def typed(self, name: str, options: dict[str, str]) -> Json | None:
        """What the command shows, where nothing is played by then; None where there's no such command."""
        await self._clear()
        try:
            return await self._shown(await self._person.command(name, channel=self._channel, **options))
        except Refused:
            return None

    async def press(self, message: Json, control: Control) -> Json | None:
        """What this button shows, or the first choice of this menu; None if it's nothing to press."""
        one = next((one for found, one in controls(message) if found == control), None)
        if one is None:
            return None
        values = [option["value"] for option in one.get("options", ())][: one.get("min_values") or 1]
        try:
            if one["type"] == _BUTTON:
                return await self._shown(await self._person.press(message, one["custom_id"]), message)
            chosen = await self._person.select(message, *values, custom_id=one["custom_id"])
            return await self._shown(chosen, message)
        except Refused:  # by the client: a computer has moved meanwhile, or nobody can be chosen
            return None

    async def _shown(self, interaction: str, pressed: Json | None = None) -> Json | None:
        """The newest message by this interaction, or else the pressed one, once nothing changes any more."""
        await self._person.outcome(interaction)
        before: dict[str, Json] = {}
        now = await self._everything()
        while before != now:
            before, now = now, await self._everything()
        own = [
            one for one in now.values() if (one.get("interaction_metadata") or {}).get("id") == interaction
        ]
        if own or pressed is None:
            return own[-1] if own else None
        return now.get(pressed["id"])

    async def _everything(self) -> dict[str, Json]:
        """All messages, once all tables are shown, and what was told before has arrived."""
        for one in tuple(self._bot.tables.in_memory.sessions()):
            await (await self._bot.messages.of(one)).sent()
        await self._person.do("history", channel_id=self._person.sees.channel(self._channel)["id"])
        return {key: one for messages in self._person.sees.messages.values() for key, one in messages.items()}

    async def _clear(self) -> None:
        if not any(one.is_open for one in self._bot.tables.in_memory.values()):
            return
        question = await self._shown(await self._person.command("stop", channel=self._channel))
        if question is not None and labels_of(question):
            await self.press(question, next(controls(question))[0])


@pytest.mark.timeout(600)  # the longest ways take a minute of processor time
@pytest.mark.parametrize(
    ("channel", "longest"),
    [
        ("general", 1),
        *(
            pytest.param(channel, longest, marks=pytest.mark.thorough)
            for channel, longest in (("general", 2), (cast.GROUP, 2), (cast.LOUNGE, 2), (cast.LIBRARY, 2))
        ),
        pytest.param("general", 3, marks=pytest.mark.deep),
    ],
)
async def test_every_button_leads_on_for_so_many_presses(
    bot: Parlour, meet: Meet, channel: str, longest: int
) -> None:
    visitor = Visitor(bot, await meet(cast.ADA), channel)
    seen: set[tuple[object, ...]] = set()
    wrong: list[str] = []
    for name, options in TYPED:
        ways: list[tuple[Control, ...]] = [()]
        while ways:
            way = ways.pop()
            shown, before = await visitor.typed(name, options), refused()
            for control in way:
                before = refused()
                shown = await visitor.press(shown, control) if shown is not None else None
            pressed = way[-1].verb if way else name
            if pressed in {verb for verb, _ in refused() - before} - KNOWN:
                wrong.append(f"/{name} {options}, then {[one.said for one in way]}: {said(shown)}")
            for control, _ in controls(shown) if shown is not None and len(way) < longest else ():
                if (name, *options, control) not in seen:
                    seen.add((name, *options, control))
                    ways.append((*way, control))
    assert len(seen) > 40
    assert wrong == [], "\n".join(wrong)
