"""The game of the day: looking at it, playing it, and sharing how it went."""

import discord
from discord import ButtonStyle, ui

from bot import routes
from bot.actions.dispatch import on, typed
from bot.actions.standings import faces_of
from bot.app import Parlour
from bot.discord_time import DISCORD_TIME
from bot.press.answer import Answer
from bot.press.gate import must_be_able_to_post_files
from bot.refusal import Refusal
from bot.screens.daily import DAILY, Day, card_of, daily_screen, result_of, shared_screen
from bot.screens.parts import Screen, notice
from bot.tables import daily as tries
from bot.tables import days
from bot.tables.daily import Ranking
from games import fair
from storage import Try

_SHOWN = 11
"""How many people of a ranking have their faces shown."""


@typed("daily", "Play the game of the day: the same for everyone")
async def daily(app: Parlour, answer: Answer) -> None:
    """Today's card, or how the person did; only for them."""
    await answer.send(await _today(app, answer), DAILY)


@on(routes.Daily)
async def show(app: Parlour, answer: Answer, pressed: routes.Daily) -> None:
    """The same by a button, also below what others have shared; or how the person did on an earlier day."""
    own = await app.archive.dailies.of(pressed.day, answer.interaction.user.id)
    number = days.today() if own is None or own.score is None else pressed.day
    await answer.turn_to(await _shown(app, answer, number), DAILY)


@on(routes.PlayDaily)
async def play(app: Parlour, answer: Answer, pressed: routes.PlayDaily) -> None:
    """Begin the person's try in their direct messages, or say where it is."""
    user, guild_id, day = answer.interaction.user, answer.interaction.guild_id, pressed.day
    if await app.archive.dailies.of(day, user.id) is None and day != days.today():
        raise Refusal("That day is over. Use /daily to see today's game.")
    if not app.share.has(None):
        raise Refusal("Send me a direct message with /daily, and press Play there.")
    channel = await app.client.create_dm(discord.Object(user.id))
    if guild_id is not None:
        await app.archive.dailies.show(day, guild_id, user.id)
    session = await tries.begin(app.tables, day, user.id, user.display_name, channel.id)
    if session.table.over:
        await answer.turn_to(await _today(app, answer), DAILY)
        return
    board = (await app.messages.of(session)).board
    if board.ref is None:
        app.messages.show(session)
        await board.shown()
    if board.ref is None:
        raise Refusal(
            "I can't send you a direct message, and that's where you play. Allow direct messages in this "
            "server's privacy settings, then press Play again: your try waits."
        )
    way = board.table_link.link
    link: ui.Button[ui.LayoutView] = ui.Button(label="Go to game", url=way, style=ButtonStyle.link)
    told = "Your game of the day is in our direct messages. You can stop and go on there whenever you like."
    await answer.send(Screen(notice(told, ui.ActionRow(link))), "daily game")


@on(routes.ShareDaily)
async def share(app: Parlour, answer: Answer, pressed: routes.ShareDaily) -> None:
    """Post how the person did, for everybody in the channel."""
    must_be_able_to_post_files(answer.interaction)
    user, guild_id = answer.interaction.user, answer.interaction.guild_id
    own = await app.archive.dailies.of(pressed.day, user.id)
    if own is None or own.score is None:
        raise Refusal("You have no score on that day to share.")
    if guild_id is not None:
        await app.archive.dailies.show(pressed.day, guild_id, user.id)
    day = await _day(app, answer, pressed.day)
    await answer.post(shared_screen(day, own.score, await app.pictures.daily(result_of(day, own.score))))


async def _today(app: Parlour, answer: Answer) -> Screen:
    return await _shown(app, answer, days.today())


async def _shown(app: Parlour, answer: Answer, number: int) -> Screen:
    day = await _day(app, answer, number)
    if day.par is None:
        app.background.start(app.pars.work_out(day.day))
    own = day.own
    shown = card_of(day) if own is None or own.score is None else result_of(day, own.score)
    return daily_screen(day, await app.pictures.daily(shown))


async def _day(app: Parlour, answer: Answer, number: int) -> Day:
    """What there is to say of this day to the person."""
    dailies, user, guild = app.archive.dailies, answer.interaction.user, answer.interaction.guild
    guild_id = answer.interaction.guild_id
    game, secret = days.game_of(number), await dailies.secret()
    own, before = await dailies.of(number, user.id), await dailies.of(number - 1, user.id)
    everywhere = Ranking(await dailies.scored(number))
    here = None if guild_id is None else Ranking(await dailies.scored(number, guild_id))
    ranking = everywhere if here is None else here
    # Outside a server nobody's name or face is shown but the person's own.
    ids = [one.user_id for one in ranking.tries[:_SHOWN]] if here is not None else []
    closed = days.last_closed()
    published = None
    if closed > 0:
        published = closed, days.seed_of(secret, closed, days.game_of(closed)).hex()
    return Day(
        day=number,
        at=DISCORD_TIME.now(),
        game=game,
        reader_id=user.id,
        commit=fair.commit(days.seed_of(secret, number, game)),
        par=await dailies.par(number, game.about.name),
        everywhere=everywhere,
        here=here,
        server=guild.name if guild else "this server",
        faces=await faces_of(app, {*ids, user.id}, guild_id),
        own=own,
        gave_up=own is not None and own.score is None and await _is_over(app, own),
        streak=days.streak_of(await dailies.days_of(user.id), number),
        is_before_open=before is not None
        and before.score is None
        and not days.is_closed(number - 1)
        and not await _is_over(app, before),
        published=published,
    )


async def _is_over(app: Parlour, one: Try) -> bool:
    stored = await app.archive.sessions.find(one.session_id)
    return stored is None or stored.phase in ("finished", "stopped")
