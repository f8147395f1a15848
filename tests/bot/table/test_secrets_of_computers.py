"""Secret choices of computers: nobody can work them out beforehand, and everybody can after the game."""

import hashlib
import hmac
from collections.abc import Callable
from random import Random

from bot.app.parlour import Parlour
from bot.host import play as cast
from bot.table.session import Session
from games.engine import fair, registry
from games.engine.record import Header, Line
from games.engine.table import AnyTable, Table
from local_discord.codec import Json
from local_discord.person import Person, text_of
from tests.bot.cities import GAME
from tests.bot.tables import commitment_of, made_again, more, session_in, until

CITY = registry.find(GAME)
CHANNELS = {"games": cast.GAMES, "card-room": cast.CARD_ROOM}
LEVELS = ("tourist", "shopper", "sleuth")

Guess = Callable[[str, int, int], Random]


def _by_the_commitment(commitment: str, ply: int, seat: int) -> Random:
    """An old way to draw, in which everything was public."""
    return Random(hashlib.sha256(f"{commitment}/{ply}/{seat}".encode()).digest())


def _by_a_key_of(made: Callable[[str], bytes]) -> Guess:
    """As in the source, but with something public instead of the seed."""
    return lambda commitment, ply, seat: fair.computer_rng(fair.computer_key(made(commitment), ply, seat, ()))


GUESSES: dict[str, Guess] = {
    "the commitment": _by_the_commitment,
    "a key of the commitment's text": _by_a_key_of(str.encode),
    "a key of the commitment's hash": _by_a_key_of(lambda text: bytes.fromhex(text.removeprefix("sha256:"))),
    "a key of nothing": _by_a_key_of(lambda _: b""),
    "the commitment as a key": lambda commitment, ply, seat: Random(
        hmac.digest(commitment.encode(), bytes([ply, seat]), "sha256")
    ),
}


async def against_computers(host: Person, channel: str) -> Json:
    """The lobby of a city in which the host meets a computer of each level."""
    lobby = await host.reply_to(await host.command("play", channel=channel, game=GAME))
    menus = await more(host, lobby)
    for level in LEVELS:
        await host.select(menus, level)
        title = CITY.about.level(level).title
        await host.wait_for(lambda m, title=title: m["id"] == lobby["id"] and f"· {title}" in text_of(m))  # type: ignore[misc]  # bound as it is now
    return host.sees.current(lobby)


def foreseen(commitment: str, guess: Guess) -> list[str]:
    """What the computers will choose, guessed from the commitment that the lobby shows everyone."""
    table: AnyTable = Table.new(CITY, Header(GAME, CITY.about.edition, 4, commit=commitment))
    chosen = []
    for ply, (seat, level) in enumerate(zip(table.seats[1:], LEVELS, strict=True)):
        chosen.append(CITY.write(CITY.choose(table.view(seat), level, guess(commitment, ply, seat))))
        table = table.play(Line(seat, chosen[-1]))
    return chosen


async def test_nobody_foresees_what_computers_choose_in_secret(bot: Parlour, chiara: Person) -> None:
    guessed: dict[str, list[str]] = {way: [] for way in GUESSES}
    chosen: list[str] = []
    for name, channel in CHANNELS.items():
        lobby = await against_computers(chiara, name)
        commitment = await commitment_of(chiara, lobby)
        for way, guess in GUESSES.items():
            guessed[way] += foreseen(commitment, guess)
        await chiara.press(lobby, label="Start")
        chosen += await _picks(bot, channel)
    assert len(chosen) == len(CHANNELS) * len(LEVELS)
    for way, guesses in guessed.items():
        assert guesses != chosen, f"Before Start, {way} told all secret choices."


async def _picks(bot: Parlour, channel: str) -> list[str]:
    def begun() -> bool:
        lobby_or_session = bot.tables.channels.find(int(channel))
        return isinstance(lobby_or_session, Session) and len(lobby_or_session.table.lines) == len(LEVELS)

    await until(begun)
    return [line.text for line in session_in(bot, channel).table.lines]


async def test_what_computers_have_chosen_is_made_again_from_the_seed(bot: Parlour, chiara: Person) -> None:
    """The record of a finished game holds everything needed: the seed, the lines and the levels."""
    lobby = await against_computers(chiara, "games")
    await chiara.press(lobby, label="Start")
    await _picks(bot, cast.GAMES)
    session = session_in(bot)
    for number, line in enumerate(session.table.lines):
        assert line.text == made_again(session.table, number, line.note, session.stored.seed)
