"""Matches of Calabresella by people who type their moves."""

from random import Random

from bot.table.session import Session
from games.calabresella.rules.position import Finished
from games.calabresella.rules.view import Phase
from games.core import CHANCE
from local_discord.codec import Json
from local_discord.person import Person, is_ephemeral
from tests.bot.cities import open_option, set_option
from tests.bot.hands import GAME, ROOM
from tests.bot.tables import board, options_of, until


async def open_table(host: Person) -> Json:
    """The lobby of a game of Calabresella."""
    return await host.reply_to(await host.command("play", channel=ROOM, game=GAME))


async def set_options(host: Person, lobby: Json, game_point: int) -> Json:
    """The lobby with this game point, and with the replay of the last deal."""
    options = await open_option(host, await options_of(host, lobby), "game_point")
    form = await host.modal_of(await host.press(options, label="Change"))
    await host.submit(form, value=str(game_point))
    options = await board(host, options, f"**Game point**: {game_point}")
    await set_option(host, options, "replays", "true")
    return await board(host, lobby, "Replay of the last deal: **yes**")


def people_of(session: Session, persons: list[Person]) -> list[Person]:
    """These people by seat."""
    by_id = {int(one.id): one for one in persons}
    return [by_id[one.user_id] for one in session.players if one.user_id is not None]


async def play_on(session: Session, seats: list[Person], rng: Random, to: Phase = Finished) -> None:
    """Everyone types random moves as fast as they can until this phase or the end of the match."""
    while not session.table.over and session.table.view(None).phase is not to:
        seat = min(session.table.turn.owes - {CHANCE})
        moves = list(map(session.game.write, session.game.legal(session.table.view(seat))))
        usual = next((move for move in ("solo", "next") if move in moves), None)
        await say(session, seats[seat], usual or rng.choice(moves))


async def say(session: Session, person: Person, move: str) -> None:
    """Type a move and wait until it is saved."""
    count = len(session.table.lines)
    await person.command("move", channel=ROOM, move=move)
    await until(lambda: len(session.table.lines) > count)


async def record_of(person: Person, final: Json) -> str:
    answer = await person.reply_to(await person.press(final, label="Record"))
    assert is_ephemeral(answer)
    return (await person.fetch(answer["attachments"][0]["url"])).decode()
