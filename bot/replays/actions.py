"""Looking at games that are over, move by move."""

import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.actions.lobby import place_for, show_begun
from bot.app.dispatch import app_of, on, table_here, typed
from bot.app.parlour import Parlour
from bot.chat import failures, links, players
from bot.chat.answer import Answer
from bot.chat.custom_ids import number_in
from bot.chat.ephemerals import Editable
from bot.chat.failures import NOT_SENT
from bot.chat.gate import answers_alone, must_be_able_to_host, must_be_able_to_post_files
from bot.chat.links import BEST
from bot.chat.names import SOMEBODY
from bot.chat.parts import OPTION_MOST, Screen, cut, notice
from bot.chat.players import Player
from bot.refusal import Refusal
from bot.replays import playing_on, reasons, routes
from bot.replays.reasons import REASONS, reasons_screen
from bot.replays.replays import Replayed, Replays
from bot.replays.review import REVIEW, Reviews, review_screen
from bot.replays.screens import EVERYBODY, REPLAY, jump_form, replay_screen
from bot.replays.share import share_screen, still_screen
from bot.table import hosting
from bot.table.places import must_be_allowed, must_have_seen
from bot.table.session import Session
from games.core import Seat, Viewer
from games.engine import registry
from games.engine.playback import Past
from games.engine.record import MOST_BYTES
from storage import DailyDeal

log = logging.getLogger(__name__)

SHARING = "sharing"
"""The purpose of the ephemeral message that says that an animation is being made."""

MOST_WAITING = 5
"""How many animations are asked for at most before the first of them is there."""


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


@typed("replay", "Replay a finished game, move by move")
@app_commands.describe(
    table="Which game? Leave empty for the last one in this channel",
    record="A record as a file, from the button Record or from anywhere else",
    move="At which move to begin",
    eyes="Whose eyes to see it with? Leave empty to see everything",
    public="Show it to everybody in this channel",
)
@app_commands.autocomplete(table=games_to_replay)
async def replay(
    app: Parlour,
    answer: Answer,
    table: str | None = None,
    record: discord.Attachment | None = None,
    move: int | None = None,
    eyes: discord.User | discord.Member | None = None,
    public: bool = False,
) -> None:
    """A game of this channel, by default the last; one that the person has played; or a record."""
    if record is not None:
        with app[Replays].reading.at_work(answer.interaction.user.id):
            shown = await _attached(app, record)
    else:
        shown = await _found(app, answer, table or await _last_here(app, answer))
    if public:
        await must_be_able_to_host(answer.interaction)
    seat = None if eyes is None else _seat_of(shown, eyes.id)
    screen = await replay_screen(app.pictures, app.faces, shown, move or 0, seat, is_posted=public)
    if public:
        await answer.publish(screen)
    else:
        await answer.send(screen, REPLAY)


def _seat_of(shown: Replayed, user_id: int) -> Seat:
    """The first seat that this person had. Raises Refusal."""
    found = [seat for seat in shown.playback.end.seats if shown.players[seat].user_id == user_id]
    if not found:
        raise Refusal(f"<@{user_id}> didn't play in that game.")
    return found[0]


async def _last_here(app: Parlour, answer: Answer) -> str:
    ended = await app.archive.sessions.ended_in(answer.interaction.channel_id or 0, 1)
    if not ended:
        raise Refusal("No game has ended in this channel yet. Give the number of one, or attach a record.")
    return str(ended[0].id)


async def _attached(app: Parlour, file: discord.Attachment) -> Replayed:
    if file.size > MOST_BYTES:
        raise Refusal(f"A record has at most {MOST_BYTES:,} bytes.")
    try:
        raw = await file.read()
    except NOT_SENT:
        raise Refusal("I couldn't read that file. Attach it again.") from None
    return await app[Replays].take_in(raw)


async def _found(app: Parlour, answer: Answer, of: str) -> Replayed:
    """The game that a button or a person means. Raises Refusal for one that this person couldn't watch."""
    if of.startswith(BEST):
        return await _best(app, answer, number_in(of.removeprefix(BEST)))
    number = number_in(of.strip().lstrip("#"))
    if not number:
        return app[Replays].of_file(of)
    stored = await app[Replays].stored(number)
    await must_have_seen(app.tables, answer.interaction, stored)
    return await app[Replays].of_table(stored)


async def _best(app: Parlour, answer: Answer, number: int) -> Replayed:
    """The best try of a day that's over: in this server, or in direct messages everywhere.

    A server's table names its members. Outside one, only the reader is named, and people who want to be on
    the leaderboards over all servers.
    """
    stored, reader_id = await app[Replays].stored(number), answer.interaction.user.id
    user_id, guild_id = stored.host_id, answer.interaction.guild_id
    best = None
    if stored.day is not None:
        best = await app.archive.dailies.best(DailyDeal(stored.day, stored.game), guild_id)
    if best is None or best.session_id != number:
        raise Refusal("That isn't the best try of the day here. Use /daily to see who played best.")
    shown = replace(await app[Replays].of_table(stored), key=f"{BEST}{number}")
    if guild_id is not None:
        is_named = (await app.faces_of([user_id], guild_id))[user_id] is not None
    else:
        is_named = user_id == reader_id or (await app.archive.people.person(user_id)).shown_everywhere
    nameless = players.person(0, SOMEBODY.capitalize(), "")
    named = [nameless if one.user_id == user_id and not is_named else one for one in shown.players]
    return replace(shown, players=tuple(named))


async def _turn_to(app: Parlour, answer: Answer, of: str, at: int, eyes: Viewer) -> None:
    """Show this move in place of the pressed message, which is a replay."""
    answer.press.expects_picture()
    shown = await _found(app, answer, of)
    is_posted = answer.press.ephemeral is None
    screen = await replay_screen(app.pictures, app.faces, shown, at, eyes, is_posted=is_posted)
    await answer.replace(screen, "" if is_posted else REPLAY)


@on(links.Replay)
async def step(app: Parlour, answer: Answer, pressed: links.Replay) -> None:
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
    await must_be_able_to_host(answer.interaction)
    shown = await _found(app, answer, pressed.record)
    at, eyes = pressed.at, pressed.eyes
    await answer.publish(await replay_screen(app.pictures, app.faces, shown, at, eyes, is_posted=True))


@on(routes.PlayOn)
async def play_on(app: Parlour, answer: Answer, pressed: routes.PlayOn) -> None:
    """Sit down at this move of the game, against computers. It counts for nothing."""
    interaction, user = answer.interaction, answer.interaction.user
    place = await place_for(app, interaction)
    shown = await _found(app, answer, pressed.record)
    await must_be_allowed(app.tables.servers, interaction, shown.playback.game.about.name)
    at, eyes = shown.playback.nearest(pressed.at), pressed.eyes
    lobby = await playing_on.play_on(
        app.tables,
        place,
        shown,
        at,
        eyes if eyes in shown.playback.end.seats else None,
        players.person(user.id, user.display_name, str(interaction.id)),
    )
    if not answers_alone(interaction):
        await app.messages.open_lobby(answer, lobby)
    async with lobby.lock:
        session = await hosting.begin(app.tables, lobby, user.id)
    await show_begun(app, answer, session)


@typed("why", "Ask what a computer's last move was for, or any move of a finished game")
@app_commands.describe(
    move="The number of a move, as in the replay. Leave empty for a computer's last one",
    table="Which finished game? Leave empty for the game here, or the last one in this channel",
)
@app_commands.autocomplete(table=games_to_replay)
async def why(app: Parlour, answer: Answer, move: int | None = None, table: str | None = None) -> None:
    """The same as *Why?*; where one person plays alone and nothing is hidden, also while the game goes on."""
    here = None if table else table_here(app, answer)
    if isinstance(here, Session) and not here.table.over:
        if move is not None:
            raise Refusal(reasons.NOT_YET)
        past = reasons.of_running(here, answer.interaction.user.id)
        await _explain(app, answer, here.seats.named, past)
        return
    shown = await _found(app, answer, table or await _last_here(app, answer))
    at = reasons.last_of_computer(shown) if move is None else shown.playback.nearest(move)
    await _explain(app, answer, shown.players, reasons.of_replay(shown, at), f"Move {at}")


@on(routes.Why)
async def press_why(app: Parlour, answer: Answer, pressed: routes.Why) -> None:
    """Say what the shown move was for, to the person who asks."""
    shown = await _found(app, answer, pressed.record)
    at = shown.playback.nearest(pressed.at)
    await _explain(app, answer, shown.players, reasons.of_replay(shown, at), f"Move {at}")


async def _explain(
    app: Parlour, answer: Answer, players: tuple[Player, ...], past: Past, place: str = ""
) -> None:
    found = await reasons.found(app.computers, past)
    await answer.send(reasons_screen(players, past, found, answer.interaction.user.id, place), REASONS)


@typed("review", "See what a strong computer thinks of a finished game")
@app_commands.describe(table="Which game? Leave empty for the last one in this channel")
@app_commands.autocomplete(table=games_to_replay)
async def review(app: Parlour, answer: Answer, table: str | None = None) -> None:
    """The same as *Review*, for a game of this channel or one that the person has played."""
    await _begin_review(app, answer, table or await _last_here(app, answer))


@on(routes.Review)
async def press_review(app: Parlour, answer: Answer, pressed: routes.Review) -> None:
    """Show what a strong computer thinks of the game."""
    await _begin_review(app, answer, pressed.record)


async def _begin_review(app: Parlour, answer: Answer, of: str) -> None:
    """Show it at once, or as soon as a computer has looked at the game."""
    shown = await _found(app, answer, of)
    user_id = answer.interaction.user.id
    found = app[Reviews].known(shown, user_id)
    if found is not None:
        await answer.send(await review_screen(app.pictures, app.faces, shown, found), REVIEW)
        return
    told = await answer.send(Screen(notice("Looking at the game …")), REVIEW)
    if told is not None:
        app.background.start(_review(app, shown, user_id, told))


async def _review(app: Parlour, shown: Replayed, user_id: int, told: Editable) -> None:
    """Show the review in place of this message, or why there is none."""
    try:
        screen = await review_screen(app.pictures, app.faces, shown, await app[Reviews].of(shown, user_id))
    except Refusal as refused:
        screen = Screen(notice(str(refused)))
    except Exception as error:
        screen = Screen(notice(failures.sentence_for(error, log)))
    await told.show(screen)


@typed("share", "Post a finished game as an animation")
@app_commands.describe(table="Which game? Leave empty for the last one in this channel")
@app_commands.autocomplete(table=games_to_replay)
async def share(app: Parlour, answer: Answer, table: str | None = None) -> None:
    """The same as *Share*, for a game of this channel or one that the person has played."""
    await _begin_to_share(app, answer, table or await _last_here(app, answer))


@on(links.Share)
async def press_share(app: Parlour, answer: Answer, pressed: links.Share) -> None:
    """Make an animation of the whole game in the background, and post it for everybody in the channel."""
    await _begin_to_share(app, answer, pressed.record)


async def _begin_to_share(app: Parlour, answer: Answer, record: str) -> None:
    await must_be_able_to_post_files(answer.interaction)
    shown, user_id = await _found(app, answer, record), answer.interaction.user.id
    if shown.key in app[Replays].being_shared:
        raise Refusal("I'm already making an animation of this game.")
    if user_id in app[Replays].being_shared.values():
        raise Refusal("I'm still making an animation of another game for you. Ask again when you see it.")
    if len(app[Replays].being_shared) >= MOST_WAITING:
        raise Refusal("I'm making several animations already. Try again in a minute.")
    app[Replays].being_shared[shown.key] = user_id
    told = await answer.send(Screen(notice("Making an animation of the whole game …")), SHARING)
    app.background.start(_share(app, answer.interaction, shown, told))


async def _share(
    app: Parlour, interaction: discord.Interaction, shown: Replayed, told: Editable | None
) -> None:
    """Post how it ended, and the animation in its place; tell the person who asked only if that fails."""
    try:
        still = await still_screen(app.pictures, app.faces, shown)
        posted = await interaction.followup.send(**still.to_send(), wait=True)
        async with app[Replays].sharing:
            screen = await share_screen(app.pictures, app.faces, shown)
        await posted.edit(**screen.to_edit())
    except Exception as error:
        if told is not None:
            await told.show(Screen(notice(failures.sentence_for(error, log))))
    else:
        if told is not None:
            await told.delete()
    finally:
        app[Replays].being_shared.pop(shown.key, None)
