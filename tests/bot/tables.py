"""Tables that people set up, and tables that were played before the bot started."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from discord import app_commands

from bench.tables import in_lobby
from bot.app.client import Client
from bot.app.parlour import Parlour
from bot.chat.players import Player, computer, person
from bot.host import play as cast
from bot.table import moves
from bot.table.journal import milliseconds
from bot.table.seats import to_stored
from bot.table.session import Session
from games.core import letter
from games.doublolo.rules.parts import part_of
from games.doublolo.rules.position import GRID
from games.engine import fair, registry
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from local_discord.codec import Json
from local_discord.interactions import Interaction, Kind
from local_discord.person import (
    AT_MOST,
    Person,
    every_component,
    is_ephemeral,
    labels_of,
    pictures_of,
    text_of,
)
from local_discord.server import LocalDiscord
from storage import Archive, StoredLine
from tests.bot.positions import SEED as SEED
from tests.bot.positions import choices as choices
from tests.bot.positions import finishes as finishes
from tests.bot.positions import legal_at as legal_at
from tests.bot.positions import line_of as line_of
from tests.bot.positions import made_again as made_again
from tests.bot.positions import played as played
from tests.bot.positions import random_line as random_line
from tests.bot.positions import skips_turn as skips_turn
from tests.bot.positions import to_move as to_move

GAME = "doublolo"

NAMES = {one.id: one.name or one.username for one in cast.PEOPLE}


async def open_lobby(host: Person, channel: str = "games") -> Json:
    """The message of a lobby that this person opened."""
    sent = await host.command("play", channel=channel, game=GAME)
    # A process that has just started may answer so late that it posts the lobby as a message of its own.
    return await host.wait_for(lambda m: int(m["id"]) > int(sent) and "Join" in labels_of(m))


async def more(person: Person, lobby: Json) -> Json:
    """What else this person can do in the lobby, as they alone see it."""
    return await person.reply_to(await person.press(lobby, label="More"))


async def press_more(person: Person, lobby: Json, label: str) -> str:
    """Press what stands behind *More* in the lobby; the interaction's id."""
    return await person.press(await more(person, lobby), label=label)


async def options_of(host: Person, lobby: Json) -> Json:
    """The menus with the options of the host's lobby."""
    shown = await more(host, lobby)
    await host.outcome(await host.press(shown, label="Options"))
    return host.sees.current(shown)


async def commitment_of(person: Person, lobby: Json) -> str:
    """The commitment to the seed that the lobby's Fair play button tells this person."""
    sentence = await told(person, await press_more(person, lobby, "Fair play"))
    (commitment,) = re.findall(r"sha256:[0-9a-f]{64}", sentence)
    return str(commitment)


def full_game(lobby: Json) -> str:
    """The label of the button by which the only person in a lobby plays the full game against computers."""
    return next(label for label in labels_of(lobby) if label.startswith("Full game"))


async def play_computer(host: Person, lobby: Json) -> str:
    """Begin the full game against computers; the interaction's id."""
    return await host.press(lobby, label=full_game(lobby))


async def join(guest: Person, lobby: Json) -> Json:
    """The lobby with this person in it."""
    seen = await guest.wait_for(lambda m: m["id"] == lobby["id"])
    await guest.press(seen, label="Join")
    seated = re.compile(rf"· \u2068?<@{guest.id}>")
    return await guest.wait_for(lambda m: m["id"] == lobby["id"] and seated.search(text_of(m)) is not None)


async def sit_down(host: Person, guest: Person, channel: str = "games") -> Json:
    """The board of a game of two people that asks the host to call the toss."""
    lobby = await join(guest, await open_lobby(host, channel))
    await host.press(lobby, label="Start")
    return await board(host, lobby, "Heads or tails?")


async def sit_down_alone(host: Person, level: str = "greedy", channel: str = "games") -> Json:
    """The board of a game against a computer that asks the host to call the toss."""
    lobby = await open_lobby(host, channel)
    await host.select(await more(host, lobby), level)
    title = registry.find(GAME).about.level(level).title
    lobby = await host.wait_for(lambda m: m["id"] == lobby["id"] and f"· {title}" in text_of(m))
    await host.press(lobby, label="Start")
    return await board(host, lobby, "Heads or tails?")


async def toss(host: Person, guest: Person, channel: str = "games") -> Json:
    """The board of a game of two people after the toss, which asks for the first stone."""
    shown = await sit_down(host, guest, channel)
    await host.press(shown, label="Heads")
    return await board(host, shown, "to place")


async def board(viewer: Person, message: Json, saying: str) -> Json:
    """The message once it says this, below its picture or in the picture's caption."""
    return await viewer.wait_for(lambda m: m["id"] == message["id"] and saying in words_of(m))


def words_of(message: Json) -> str:
    """All words of a message: its text, and its alt text, which includes the picture's caption."""
    return "\n".join([text_of(message), *(one["description"] or "" for one in pictures_of(message))])


def part_button(square: str) -> str:
    """The button for the part of Doublolo's board in which this square lies."""
    return part_of(GRID.read(square)).name


def square_button(shown: Json, square: str) -> str:
    """The label of the button that places a stone on this square of Doublolo's board."""
    for one in every_component(shown["components"]):
        if one.get("label") and re.search(rf"[:,]{square}$", one["custom_id"]):
            return str(one["label"])
    raise LookupError(f"No button places a stone on {square}; there are {labels_of(shown)}.")


async def close_up(person: Person, shown: Json, square: str) -> Json:
    """The board of Doublolo that has a button for this square, after its part if it isn't offered at once."""
    now = person.sees.current(shown)
    if has_button(now, square):
        return now
    if "Which part" not in text_of(now):
        await person.press(now, label="Whole board")
        now = await person.wait_for(lambda m: m["id"] == shown["id"] and "Which part" in text_of(m))
    await person.press(now, label=part_button(square))
    return await person.wait_for(lambda m: m["id"] == shown["id"] and square in labels_of(m))


def has_button(shown: Json, square: str) -> bool:
    """Whether a button places a stone on this square of Doublolo's board."""
    ids = (str(one["custom_id"]) for one in every_component(shown["components"]) if one.get("label"))
    return any(one.endswith((f":{square}", f",{square}")) for one in ids)


async def choose(person: Person, shown: Json, square: str) -> str:
    """Place a stone by the buttons of Doublolo's board; returns the last press's interaction id."""
    asked = await close_up(person, shown, square)
    return await person.press(asked, label=square_button(asked, square))


async def type_moves(bot: Parlour, *people: Person, count: int = 1) -> str:
    """The player to move types the first legal move, `count` times; returns the last move."""
    square = ""
    for _ in range(count):
        done, square, player = len(lines(bot)) + 1, legal(bot)[0], mover(bot, *people)
        await player.command("move", channel="games", move=square)
        await until(lambda done=done: len(lines(bot)) >= done)  # type: ignore[misc]  # bound as it is now
    return square


async def play(bot: Parlour, session: Session, user_id: int, move: str, interaction_id: int) -> None:
    """Make a move and show it, as `/move` does."""
    await moves.type_move(session, user_id, move, interaction_id)
    bot.messages.show(session)


async def until(check: Callable[[], object], timeout: float = AT_MOST) -> None:  # noqa: ASYNC109 - as in Person
    """Wait for something that the bot does without showing it."""
    async with asyncio.timeout(timeout):
        while not check():  # noqa: ASYNC110 - what the bot holds has no event
            await asyncio.sleep(0.005)


async def told(viewer: Person, interaction_id: str) -> str:
    """The ephemeral sentence that answered a click or a command."""
    answer = await viewer.reply_to(interaction_id)
    assert answer["flags"] & 1 << 6, "it was told to everybody"
    return text_of(answer)


def alone(viewer: Person, channel: str = "games") -> list[Json]:
    """The ephemeral messages this person sees in a channel, the newest last; without a newcomer's tip."""
    return [one for one in all_alone(viewer, channel) if not is_tip(one)]


def visible(viewer: Person, channel: str = "games") -> list[Json]:
    """All that this person sees in a channel, oldest first, without a newcomer's tip."""
    return [one for one in viewer.sees.in_channel(channel) if not is_tip(one)]


def is_tip(message: Json) -> bool:
    """Whether this is a newcomer's tip: not a hand that has one."""
    return "Turn off tips" in labels_of(message) and text_of(message).startswith("Tip: ")


def all_alone(viewer: Person, channel: str = "games") -> list[Json]:
    """Those ephemeral messages, including the tip."""
    there = viewer.sees.messages.get(viewer.sees.channel(channel)["id"], {}).values()
    return sorted(filter(is_ephemeral, there), key=lambda message: int(message["id"]))


async def forge(discord: LocalDiscord, person: Person, message: Json, custom_id: str, *values: str) -> str:
    """Click a control that the message doesn't have, as Discord's own client never would; returns the id."""
    channel = discord.world.channels[message["channel_id"]]
    details: Json = {"component_type": 3 if values else 2, "custom_id": custom_id, "id": 1}
    if values:
        details["values"] = list(values)
    whose = discord.applications[0], discord.world.users[person.id], channel
    forged = Interaction(Kind.COMPONENT, *whose, details, channel.messages[message["id"]])
    return discord.interactions.start(forged).id


def commands(bot: Parlour) -> list[app_commands.Command[Any, ..., Any]]:
    """All slash commands."""
    assert isinstance(bot.client, Client)
    found = bot.client.tree.get_commands()
    return [command for command in found if isinstance(command, app_commands.Command)]


def session_in(bot: Parlour, channel: str = cast.GAMES) -> Session:
    """The game that the bot has in this channel."""
    return bot.tables.channels.session_in(int(channel))


def lines(bot: Parlour, channel: str = cast.GAMES) -> list[str]:
    """The record's lines so far, as they are written in it."""
    return [f"{letter(line.who)} {line.text}" for line in session_in(bot, channel).table.lines]


def mover(bot: Parlour, *people: Person) -> Person:
    """Whose turn it is at the table in #games."""
    session = session_in(bot)
    (seat,) = session.table.turn.owes
    return next(one for one in people if int(one.id) == session.players[seat].user_id)


def legal(bot: Parlour) -> list[str]:
    """The legal moves at the table in #games."""
    return legal_at(session_in(bot).table)


async def keep(
    archive: Archive,
    players: Sequence[Player],
    until: Callable[[AnyTable], object],
    channel: str = cast.GAMES,
    seed: int = 0,
    ago: float = 0,
) -> AnyTable:
    """Store a game at random moves up to the first position that fits, as an earlier run of the bot would.

    All of it happened `ago` seconds ago.
    """
    rules = registry.find(GAME)
    interaction_ids = tuple(one.interaction_id for one in players if one.interaction_id)
    header = Header(
        GAME, rules.about.edition, len(players), commit=fair.commit(SEED), interaction_ids=interaction_ids
    )
    table = played(Table.new(rules, header), until, seed)
    await keep_lines(archive, GAME, players, table.lines, channel=channel, host=cast.ADA, ago=ago)
    return table


async def keep_lines(
    archive: Archive,
    game: str,
    players: Sequence[Player],
    lines: Iterable[Line | str],
    *,
    options: Mapping[str, str] | None = None,
    guild: str = cast.GUILD_ID,
    channel: str = cast.GAMES,
    host: str = cast.CHIARA,
    ago: float = 0,
) -> int:
    """Store a table of any game as an earlier run of the bot would; its number.

    Its lines are as in a record (`a E12`); all of it happened `ago` seconds ago. The first person is its
    host, or `host` among computers. Every other way to have a table from before goes through here.
    """
    host_id = next((one.user_id for one in players if one.user_id), int(host))
    at = milliseconds() - round(ago * 1000)
    edition = registry.find(game).about.edition
    chosen = json.dumps(dict(options or {}))
    stored = await archive.sessions.open(
        in_lobby(int(guild), int(channel), game, edition, chosen, SEED, host_id, at)
    )
    await archive.sessions.start(stored.id, at, to_stored(tuple(players)))
    written = [line_of(line) if isinstance(line, str) else line for line in lines]
    await archive.record.append_together(
        stored.id,
        [StoredLine(index, one.who, one.text, one.note, at=at) for index, one in enumerate(written)],
    )
    return stored.id


def people(*ids: str) -> tuple[Player, ...]:
    """These people on the seats, in order."""
    return tuple(person(int(one), NAMES[one], f"10{n}") for n, one in enumerate(ids))


def against_computer(user_id: str, level: str = "greedy") -> tuple[Player, ...]:
    """This person in Red, a computer in White."""
    return (*people(user_id), computer(level))


async def resign(loser: Person, shown: Json) -> Json:
    """The final board, after this person has resigned and confirmed it."""
    question = await loser.reply_to(await loser.press(shown, label="Resign"))
    await loser.press(question, label="Resign")
    return await board(loser, shown, "wins")


def computers(*levels: str) -> tuple[Player, ...]:
    """Only computers."""
    return tuple(map(computer, levels))


async def start_fourside(bot: Parlour, host: Person, guest: Person) -> tuple[Json, Person, Person]:
    """The board of a game of FourSide, who is to move, and the other."""
    lobby = await host.reply_to(await host.command("play", channel="games", game="fourside"))
    await host.press(await join(guest, lobby), label="Start")
    await board(host, lobby, "Which square?")
    asker = mover(bot, host, guest)
    shown = await board(asker, lobby, "Which square?")  # they may see it later than the host
    return shown, asker, guest if asker is host else host
