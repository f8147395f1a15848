"""Looking at games that are over, move by move."""

import discord
from discord import app_commands

from bot import routes
from bot.actions.dispatch import app_of, on, typed
from bot.app import Parlour
from bot.failures import NOT_SENT
from bot.press.answer import Answer
from bot.press.gate import must_be_able_to_host, must_have_seen
from bot.refusal import Refusal
from bot.routes import number_in
from bot.screens.parts import OPTION_MOST, cut
from bot.screens.replay import EVERYBODY, REPLAY, jump_form, replay_screen
from bot.tables.replays import Replayed
from games import registry
from games.core import Seat, Viewer
from games.record import MOST_BYTES


@typed("replay", "Replay a finished game, move by move")
@app_commands.describe(
    table="Which game? Leave empty for the last one in this channel",
    record="A record as a file, from the button Record or from anywhere else",
    move="At which move to begin",
    public="Show it to everybody in this channel",
)
async def replay(
    app: Parlour,
    answer: Answer,
    table: str | None = None,
    record: discord.Attachment | None = None,
    move: int | None = None,
    public: bool = False,
) -> None:
    """A game of this channel, by default the last; one that the person has played; or a record."""
    if record is not None:
        shown = await _attached(app, record)
    else:
        shown = await _found(app, answer, table or await _last_here(app, answer))
    if public:
        must_be_able_to_host(answer.interaction)
    screen = await replay_screen(app.pictures, app.faces, shown, move or 0, None, is_posted=public)
    if public:
        await answer.post(screen)
    else:
        await answer.send(screen, REPLAY)


@replay.autocomplete("table")
async def games_to_replay(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The last games of this channel, by number."""
    ended = await app_of(interaction).archive.sessions.ended_in(interaction.channel_id or 0)
    known = registry.all_games()
    names = {one.id: known[one.game].about.title if one.game in known else one.game for one in ended}
    return [
        app_commands.Choice(name=cut(f"{name}, game {number}", OPTION_MOST), value=str(number))
        for number, name in names.items()
        if typed.casefold() in f"{name} {number}".casefold()
    ]


async def _last_here(app: Parlour, answer: Answer) -> str:
    ended = await app.archive.sessions.ended_in(answer.interaction.channel_id or 0, 1)
    if not ended:
        raise Refusal(
            "No game has been finished in this channel yet. Give the number of one, or attach a record."
        )
    return str(ended[0].id)


async def _attached(app: Parlour, file: discord.Attachment) -> Replayed:
    if file.size > MOST_BYTES:
        raise Refusal(f"A record has at most {MOST_BYTES:,} bytes.")
    try:
        raw = await file.read()
    except NOT_SENT:
        raise Refusal("I couldn't read that file. Attach it again.") from None
    return await app.replays.take_in(raw)


async def _found(app: Parlour, answer: Answer, of: str) -> Replayed:
    """The game that a button or a person means. Raises Refusal for one that this person couldn't watch."""
    number = number_in(of.strip().lstrip("#"))
    if not number:
        return app.replays.of_file(of)
    stored = await app.replays.stored(number)
    await must_have_seen(app.tables, answer.interaction, stored)
    return await app.replays.of_table(stored)


async def _turn_to(app: Parlour, answer: Answer, of: str, at: int, eyes: Viewer) -> None:
    """Show this move in place of the pressed message, which is a replay."""
    answer.press.expects_picture()
    shown = await _found(app, answer, of)
    is_posted = answer.press.ephemeral is None
    screen = await replay_screen(app.pictures, app.faces, shown, at, eyes, is_posted=is_posted)
    await answer.replace(screen, "" if is_posted else REPLAY)


@on(routes.Replay)
async def step(app: Parlour, answer: Answer, pressed: routes.Replay) -> None:
    """*Replay* below a game opens one; the buttons below a replay turn it, for all who see it."""
    if pressed.button:
        await _turn_to(app, answer, pressed.record, pressed.at, pressed.eyes)
        return
    shown = await _found(app, answer, pressed.record)
    await answer.send(await replay_screen(app.pictures, app.faces, shown, pressed.at, pressed.eyes), REPLAY)


@on(routes.ReplayMoment)
async def moment(app: Parlour, answer: Answer, pressed: routes.ReplayMoment) -> None:
    """Turn to the moment that was chosen."""
    await _turn_to(app, answer, pressed.record, number_in(answer.choice()), pressed.eyes)


@on(routes.ReplayEyes)
async def eyes(app: Parlour, answer: Answer, pressed: routes.ReplayEyes) -> None:
    """See this move with other eyes."""
    chosen = answer.choice()
    seat = None if chosen == EVERYBODY else Seat(ord(chosen[:1] or "a") - ord("a"))
    await _turn_to(app, answer, pressed.record, pressed.at, seat)


@on(routes.JumpTo)
async def jump(app: Parlour, answer: Answer, pressed: routes.JumpTo) -> None:
    """Ask for a move's number, and then turn to it."""
    if not answer.chosen:
        await answer.ask(jump_form(await _found(app, answer, pressed.record), pressed.eyes))
        return
    typed = answer.choice().strip()
    if not typed.isdecimal():
        raise Refusal("Type the number of a move, such as 34.")
    await _turn_to(app, answer, pressed.record, min(int(typed[:9]), 999_999), pressed.eyes)


@on(routes.PostReplay)
async def post(app: Parlour, answer: Answer, pressed: routes.PostReplay) -> None:
    """Post this move of the game for everybody in the channel."""
    must_be_able_to_host(answer.interaction)
    shown = await _found(app, answer, pressed.record)
    await answer.post(
        await replay_screen(app.pictures, app.faces, shown, pressed.at, pressed.eyes, is_posted=True)
    )
