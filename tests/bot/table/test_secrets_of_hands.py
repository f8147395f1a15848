"""Viewers who can't know a card get the same messages whatever it is: number, order, words and bytes.

The real bot plays one line of play twice, with other hidden cards and words the second time, such as the
viewer cannot tell from the first. Everything they were sent is compared: messages, edits, what only they see,
alt texts, custom ids, choices of autocomplete, and pictures byte by byte.
"""

import re
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from bot.app.parlour import Parlour
from bot.host import play as cast
from games.calabresella.rules.position import Playing
from games.core import Seat, Viewer
from games.engine import registry
from games.engine.record import Line, write_line
from local_discord.person import labels_of
from local_discord.server import LocalDiscord
from storage import Archive
from tests.bot.conftest import PATIENT, running, settings_for
from tests.bot.hands import (
    DEAL,
    DEALER,
    EXCHANGE,
    GAME,
    ROOM,
    SEATED,
    at_rest,
    keep_deal,
    say_moves,
    session_of,
)
from tests.bot.tables import line_of, until
from tests.bot.witnesses import Notes, Witness
from tests.deep import sized
from tests.laws.play import Play, begin
from tests.laws.vary import listener, varied

CARD = re.compile(r"[2-7AKQJ][♠♥♦♣]")
THREES = frozenset({"3♠", "3♥", "3♦", "3♣"})
WATCHERS = (*SEATED, cast.FARID)
VIEWERS: tuple[Viewer, ...] = (Seat(0), Seat(1), Seat(2), None)

OPTIONS = {"replay": "true"}
CARDS = sized(3, 10)
"""How many are played of the deal in which things are compared: afterwards little is hidden."""

PASSES = ("a pass", "b pass", "c pass", "a pass", "b pass", "c pass")
WORDS = ("b either", "c next", "b replay", "c either")
PLAYS = {"exchange": EXCHANGE, "words": (*PASSES, *WORDS)}

Deal: TypeAlias = tuple[frozenset[str], ...]


@asynccontextmanager
async def watched(folder: Path, deal: str) -> AsyncIterator[tuple[Parlour, list[Witness]]]:
    """The bot at a table with this deal, the three who play, and a spectator."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(LocalDiscord(cast.WORLD, deadlines=PATIENT))
        settings = settings_for(discord, folder / "parlour.sqlite3")
        connections = [Witness.connect(discord.url, one) for one in WATCHERS]
        witnesses = [await stack.enter_async_context(one) for one in connections]
        async with Archive.open(settings.storage.url) as archive:
            await keep_deal(archive, options=OPTIONS, deal=deal)
        yield await stack.enter_async_context(running(settings)), witnesses


async def watch(folder: Path, play: Play) -> list[Notes]:
    """Play it with the real bot, look at everything after each move, and return what each was sent.

    Of the start only what is left at its end: a hand sent before the board gets its link a moment later.
    """
    deal, *moves = map(write_line, play.lines[1:])
    notes = [Notes() for _ in WATCHERS]
    async with watched(folder, deal) as (bot, witnesses):
        await rest(bot, witnesses)
        for witness in witnesses:
            witness.told = [one for messages in witness.sees.messages.values() for one in messages.values()]
        for number, move in enumerate(["", *moves]):
            await say_moves(bot, witnesses, [move] if move else [])
            await look_around(bot, witnesses, opens=number % 6 == 0)
            for one, witness in zip(notes, witnesses, strict=True):
                await one.take_down(witness)
    return notes


_WATCHED: dict[str, list[Notes]] = {}


async def watch_once(folder: Path, name: str) -> list[Notes]:
    """The same for the play of this name, which is played only once and compared with several others."""
    if name not in _WATCHED:
        _WATCHED[name] = await watch(folder, play_of(name))
    return _WATCHED[name]


async def look_around(bot: Parlour, witnesses: list[Witness], *, opens: bool) -> None:
    """Everyone types /move, and now and then opens their hand."""
    await rest(bot, witnesses)
    for witness in witnesses:
        await witness.autocomplete("move", "move", channel=ROOM, move="")
        if opens:
            shown = await witness.wait_for(lambda m: "My hand" in labels_of(m))
            await witness.outcome(await witness.press(shown, label="My hand"))
            await witness.outcome(await witness.command("hand", channel=ROOM))
            await rest(bot, witnesses)


async def rest(bot: Parlour, witnesses: list[Witness]) -> None:
    """Wait until there is nothing left to answer or send."""
    await until(lambda: not bot.answering)
    await at_rest(bot, session_of(bot), *witnesses)
    await until(lambda: not bot.answering)
    await at_rest(bot, session_of(bot), *witnesses)


@cache
def play_of(name: str) -> Play:
    """The play with the fixed deal."""
    play = begin(registry.find(GAME), 3, tuple(OPTIONS.items()))
    for text in (DEALER, DEAL, *PLAYS[name]):
        play = play.then(line_of(text))
    return played_on(play, CARDS)


def played_on(play: Play, cards: int) -> Play:
    """The play after this many more cards, or to the end of the deal."""
    rng = Random(0)
    for _ in range(cards):
        if play.game.view(play.state, None).phase is Playing:
            mover = min(play.game.turn(play.state).owes)
            play = play.then(Line(mover, play.game.write(rng.choice(play.legal(mover)))))
    return play


def sounds_alike(play: Play, viewer: Viewer) -> Play:
    """Another play that this viewer can't tell from it."""
    others = list(varied(play, listener(play.game, viewer), Random(f"{viewer}"), tries=60))
    assert others, "there is none"
    return others[-1]


ALL = tuple((name, viewer) for name in PLAYS for viewer in VIEWERS)
SOME: tuple[tuple[str, Viewer], ...] = (("exchange", Seat(1)), ("exchange", None), ("words", Seat(0)))
"""One of those who play against the soloist, one who only watches, and one who answers questions."""


@pytest.mark.parametrize(("name", "viewer"), sized(SOME, ALL))
async def test_other_hidden_cards_and_words_change_nothing_that_a_viewer_is_sent(
    name: str, viewer: Viewer, tmp_path: Path
) -> None:
    play = play_of(name)
    other = sounds_alike(play, viewer)
    place = 3 if viewer is None else int(viewer)
    first, second = await watch_once(tmp_path / "one", name), await watch(tmp_path / "other", other)
    assert len(first[place].steps) == len(play.lines) - 1
    for number, (one, two) in enumerate(zip(first[place].steps, second[place].steps, strict=True)):
        assert one == two, f"after {play.lines[number + 1]}, or with it {other.lines[number + 1]}"
    differ = [at for at in range(3) if at != place and first[at].steps != second[at].steps]
    assert differ, "nobody saw a difference, so nothing was tried"


async def test_a_word_that_is_changed_is_noticed_by_nobody_else(tmp_path: Path) -> None:
    said = play_of("words")
    unchanged = Play(said.game, said.header, 0, said.states[:-2], said.lines[:-2], said.told[:-2])
    first, second = await watch_once(tmp_path / "one", "words"), await watch(tmp_path / "other", unchanged)
    for place in (0, 3):
        steps = [list(filter(_is_not_asked_for, step)) for step in first[place].steps]
        assert steps[: len(unchanged.lines) - 1] == [
            list(filter(_is_not_asked_for, step)) for step in second[place].steps
        ]
        for step in steps[len(unchanged.lines) - 1 :]:
            assert not [one for one in step if "MESSAGE" in one], "an edit told that something was changed"


def _is_not_asked_for(told: str) -> bool:
    return '"t": "DONE"' not in told and '"choices"' not in told


async def test_no_card_of_others_is_named_to_anybody(tmp_path: Path) -> None:
    name_none_but_the_known(play_of("exchange"), await watch_once(tmp_path / "one", "exchange"))


@pytest.mark.deep
async def test_no_card_of_others_is_named_to_anybody_in_a_whole_deal(tmp_path: Path) -> None:
    play = played_on(play_of("exchange"), 36)
    name_none_but_the_known(play, await watch(tmp_path / "one", play))


def name_none_but_the_known(play: Play, notes: list[Notes]) -> None:
    lines = [write_line(line) for line in play.lines[1:]]
    for place, viewer in enumerate(VIEWERS):
        for number, step in enumerate(notes[place].steps):
            allowed = known(viewer, lines[: number + 1])
            named = {card for told in step for card in CARD.findall(told)}
            assert named <= allowed, f"{viewer} was told of {named - allowed} after {lines[number]}"
    texts = "".join(told for step in notes[1].steps for told in step)
    assert "A♠" in texts, "a player's own cards are named to them"


def known(viewer: Viewer, lines: Iterable[str]) -> set[str]:
    """The cards that this viewer can know of: their own, and those laid, turned up or named."""
    deal, *moves = lines
    *hands, widow = [set(CARD.findall(part)) for part in deal.split("/")]
    own = set() if viewer is None else set(hands[viewer])
    soloist = giver = ""
    seat = "" if viewer is None else "abc"[viewer]
    for who, _, move in (one.partition(" ") for one in moves):
        cards = set(CARD.findall(move))
        if move == "solo":
            soloist = who
            own |= THREES if who == seat else set()
        elif move.startswith("call"):
            giver = next(("abc"[at] for at, hand in enumerate(hands) if cards & hand), "")
            own |= cards
        elif move.startswith("reject"):
            own |= widow
        if not move.startswith(("give", "reject")) or seat in (
            (soloist, giver) if "give" in move else (who,)
        ):
            own |= cards
    return own | out_of_play(deal, moves)


def out_of_play(deal: str, moves: Iterable[str]) -> set[str]:
    """What is shown when the last trick is scored."""
    played = [card for move in moves for card in CARD.findall(move) if re.fullmatch(r"[abc] ..", move)]
    return set(CARD.findall(deal)) if len(played) == 36 else set()
