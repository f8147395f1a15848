"""The game of the day: looking at it, playing it, and sharing how it went."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

import discord
from discord import ButtonStyle, ui

from bot.app.dispatch import on, typed
from bot.app.parlour import Parlour
from bot.chat import links
from bot.chat.answer import Answer
from bot.chat.custom_ids import CHOSEN
from bot.chat.discord_time import DISCORD_TIME
from bot.chat.failures import NOT_SENT
from bot.chat.gate import direct_channel, is_visiting, lacking, must_be_able_to_post_files, server_name
from bot.chat.parts import Screen, notice
from bot.chat.sending import member_of, once
from bot.daily import days, routes, tries
from bot.daily.news import DailyNews
from bot.daily.screens import (
    DAILY,
    SHARING,
    Day,
    card_of,
    daily_screen,
    fair_play,
    result_of,
    shared_screen,
    where_screen,
)
from bot.daily.table import DailyTable, board_of, daily_table_screen
from bot.daily.tries import Pars, Ranking, Stories
from bot.leaderboards.actions import is_as_text
from bot.people.settings import PersonSettings, change_settings, settings_of
from bot.refusal import Expired, Refusal
from bot.table.messages.board import OWN_BOARD, Board
from bot.table.session import Session
from bot.table.welcome import must_be_welcome
from games.engine import registry
from storage import DailyDeal, Try

_OFFERED_AFTER = 3
"""After how many days people are asked whether they'd like to be reminded."""

_SQUARES_SECONDS = 5
"""How long a result that is shared waits for its squares."""

_SERVERS = 5
"""From how many servers a channel can be chosen to share something in."""

_SHOWN = 11
"""How many people of a ranking have their faces shown."""


@typed("daily", "Play the game of the day: the same for everyone")
async def daily(app: Parlour, answer: Answer) -> None:
    """Today's card, or how the person did; only for them."""
    await answer.send(await _shown(app, answer, days.deal_of(days.today())), DAILY)


@on(links.Daily)
async def show(app: Parlour, answer: Answer, pressed: links.Daily) -> None:
    """The same by a button, also below what others have shared; or how the person did on an earlier day.

    A game chosen in the menu is shown for practice.
    """
    game = answer.choice() if pressed.game == CHOSEN else pressed.game
    deal = _deal(pressed.day, game)
    own = await app.archive.dailies.of(deal, answer.interaction.user.id)
    if own is None or own.score is None:
        deal = _deal(days.today(), game)
    await answer.turn_to(await _shown(app, answer, deal), DAILY)


@on(links.PlayDaily)
async def play(app: Parlour, answer: Answer, pressed: links.PlayDaily) -> None:
    """Begin the person's try in their direct messages, or say where it is."""
    user, guild_id = answer.interaction.user, answer.interaction.guild_id
    deal = _deal(pressed.day, pressed.game)
    if await app.archive.dailies.of(deal, user.id) is None and deal.day != days.today():
        raise Refusal("That day is over. Use /daily to see today's game.")
    channel_id = await direct_channel(answer.interaction)
    await _show_here(app, deal, guild_id, user.id)
    session = await tries.begin(app.tables, deal, user.id, user.display_name, channel_id)
    if session.table.over:
        await answer.turn_to(await _shown(app, answer, deal), DAILY)
        return
    await lead_to(app, answer, session, "Your game of the day is in our direct messages.")


async def lead_to(app: Parlour, answer: Answer, session: Session, told: str) -> None:
    """Show a table in the person's direct messages, and `told` with the way there.

    Where the bot is only a guest, or if it can't write to them, they play right there, and only they see it.
    """
    board = (await app.messages.of(session)).board
    if board.ref is None and not is_visiting(answer.interaction):
        app.messages.show(session)
        await board.shown()
    if board.ref is None and answer.interaction.channel_id == session.stored.channel_id:
        await board.bring(answer)
        return
    if not (board.ref is not None and board.is_reached) and not await _moves_home(answer, board):
        await board.show_alone(answer)
        return
    way = board.table_link.link
    link: ui.Button[ui.LayoutView] = ui.Button(label="Go to game", url=way, style=ButtonStyle.link)
    more = "You can stop and go on there whenever you like."
    await answer.send(Screen(notice(f"{told} {more}", ui.ActionRow(link))), OWN_BOARD)


async def _moves_home(answer: Answer, board: Board) -> bool:
    """Whether a table that the person had to play elsewhere can be in their direct messages now."""
    if board.ref is None or is_visiting(answer.interaction):
        return False
    with suppress(*NOT_SENT):
        await board.post()
    return board.is_reached


@on(routes.ShareDaily)
async def share(app: Parlour, answer: Answer, pressed: routes.ShareDaily) -> None:
    """Post how the person did, for everybody in the channel; from direct messages they choose where."""
    deal, user_id = _deal(pressed.day, pressed.game), answer.interaction.user.id
    if answer.interaction.guild_id is None and not is_visiting(answer.interaction):
        await _score_of(app, deal, user_id)
        channels = [one async for one in _channels_of(app, user_id)]
        await answer.send(where_screen(deal.day, pressed.game, channels), SHARING)
        return
    await must_be_able_to_post_files(answer.interaction)
    await answer.publish(await _shared(app, deal, user_id, answer.interaction.guild_id, _guild(answer)))


@on(routes.ShareDailyIn)
async def share_in(app: Parlour, answer: Answer, pressed: routes.ShareDailyIn) -> None:
    """Post it in the channel that was chosen, if the person can still write there."""
    user_id, chosen = answer.interaction.user.id, answer.choice()
    async for channel in _channels_of(app, user_id):
        if str(channel.id) == chosen:
            break
    else:
        raise Refusal("You or I can't post pictures in that channel any more. Choose another one.")
    deal, guild = _deal(pressed.day, pressed.game), channel.guild
    shared, nonce = (
        await _shared(app, deal, user_id, guild.id, guild),
        once("daily", deal, user_id, channel.id),
    )
    await app.context.deliveries.send_once(channel, shared, nonce)
    await answer.turn_to(Screen(notice(f"It's in <#{channel.id}>.")), SHARING)


async def _score_of(app: Parlour, deal: DailyDeal, user_id: int) -> Try:
    """The person's try at this deal. Raises Refusal unless it has a score."""
    own = await app.archive.dailies.of(deal, user_id)
    if own is None or own.score is None:
        raise Refusal("You have no score on that day to share.")
    return own


async def _shared(
    app: Parlour, deal: DailyDeal, user_id: int, guild_id: int | None, guild: discord.Guild | None
) -> Screen:
    """How the person did, for everybody in a server. Raises Refusal."""
    own = await _score_of(app, deal, user_id)
    await _show_here(app, deal, guild_id, user_id)
    if own.squares is None:
        await asyncio.wait([app[Stories].work_out(own.deal, own.user_id)], timeout=_SQUARES_SECONDS)
    day = await _day(app, user_id, guild, deal)
    assert own.score is not None
    return shared_screen(day, own.score, await app.pictures.card(result_of(day, own.score)))


async def _channels_of(app: Parlour, user_id: int) -> AsyncIterator[discord.TextChannel]:
    """Where somebody can share their day: channels of the servers in which they have looked at a day."""
    for guild_id in await app.archive.dailies.servers_of(user_id, _SERVERS):
        guild = app.client.get_guild(guild_id)
        if guild is None or (member := await member_of(guild, user_id)) is None:
            continue
        settings = await app.tables.servers.of(guild_id)
        for channel in guild.text_channels:
            both = channel.permissions_for(guild.me) & channel.permissions_for(member)
            if settings.allows_channel(channel.id) and not lacking(both, channel):
                yield channel


@on(routes.FairDaily)
async def fair(app: Parlour, answer: Answer, pressed: routes.FairDaily) -> None:
    """The fingerprint of a deal, for anybody who asks, and the seed of the last one that's over."""
    deal, closed = _deal(pressed.day, pressed.game), days.last_closed()
    if deal.day > days.today():
        raise Expired
    shown = [deal]
    if 0 < closed < deal.day:
        shown.append(replace(deal, day=closed) if pressed.game else days.deal_of(closed))
    secret = await app.archive.dailies.secret()
    await answer.notice(fair_play({one: days.seed_of(secret, one) for one in shown}), "fair play")


@on(links.DailyTable)
async def turn_table(app: Parlour, answer: Answer, pressed: links.DailyTable) -> None:
    """This server's table of a week or a month.

    At first it's this week's, or until a day of it is over the last one's. Raises Refusal outside a server.
    """
    guild, reader_id, closed = answer.interaction.guild, answer.interaction.user.id, days.last_closed()
    if guild is None:
        raise Refusal("Every server has its own table. Use /daily in a server.")
    begins = "week" if closed in days.days_in("week") else "last-week"
    period = answer.choice() if pressed.period == CHOSEN else pressed.period or begins
    if period not in days.PERIODS:
        raise Expired
    asked, wanted = links.DailyTable(period), days.days_in(period)
    over = range(wanted.start, min(wanted.stop, closed + 1))
    people = await app.archive.dailies.summed(over, guild.id, days.POINTS)
    server = server_name(answer.interaction) or "this server"
    table = DailyTable(asked, wanted, closed, people, {}, server, reader_id)
    ids = {one.user_id for one in table.listed}
    table = replace(table, faces=await app.faces_of(ids, guild.id))
    drawn = None
    if people and not await is_as_text(app, answer, pressed.show):
        drawn = await app.pictures.card(board_of(table))
    await answer.turn_to(daily_table_screen(table, drawn), DAILY)


async def _show_here(app: Parlour, deal: DailyDeal, guild_id: int | None, user_id: int) -> None:
    """Let a server's tables of the day have this person. Raises Refusal if they're kept from its tables."""
    await must_be_welcome(app.archive, guild_id, user_id)
    if guild_id is not None:
        await app.archive.dailies.show(deal, guild_id, user_id)


def _deal(day: int, game: str) -> DailyDeal:
    """The deal of this game, or the one that counts on this day. Raises Expired if there's no such game."""
    counts = days.deal_of(day)
    deal = replace(counts, game=game or counts.game)
    if deal not in (counts, *days.to_practice(day)):
        raise Expired
    return deal


async def _shown(app: Parlour, answer: Answer, deal: DailyDeal) -> Screen:
    user_id = answer.interaction.user.id
    day = await _day(app, user_id, _guild(answer), deal)
    if day.par is None:
        app[Pars].work_out(deal)
    own = day.own
    if own is None or own.score is None:
        return daily_screen(day, await app.pictures.card(card_of(day)))
    if own.squares is None:
        app[Stories].work_out(own.deal, own.user_id)
    drawn = await app.pictures.card(result_of(day, own.score))
    return daily_screen(day, drawn, offers=await _offers_to_remind(app, user_id))


async def _offers_to_remind(app: Parlour, user_id: int) -> bool:
    """Whether to ask this person if they'd like to be reminded: once, after a few days."""
    settings = await settings_of(app.archive, user_id)
    if settings.daily_offered or settings.daily_hour is not None:
        return False
    if len(await app.archive.dailies.days_of(user_id)) < _OFFERED_AFTER:
        return False
    await change_settings(app.archive, user_id, lambda had: had.having(daily_offered=True))
    return True


@on(routes.RemindDaily)
async def remind(app: Parlour, answer: Answer, pressed: routes.RemindDaily) -> None:
    """Remind the person from tomorrow on, or don't."""
    if pressed.answer != "yes":
        await answer.notice("All right, I won't. If you change your mind, use /settings.")
        return

    def at_this_hour(had: PersonSettings) -> PersonSettings:
        return had.having(daily_hour=datetime.fromtimestamp(days.now(), had.reminders.own_zone).hour)

    user_id = answer.interaction.user.id
    await change_settings(app.archive, user_id, at_this_hour)
    due_at = await app[DailyNews].settings_changed(user_id)
    when = f"every day at <t:{round(due_at or 0)}:t>"
    await answer.notice(
        f"I'll remind you {when} by direct message, unless you've begun. You can change that in /settings."
    )


def _guild(answer: Answer) -> discord.Guild | None:
    """Where it was asked. What is played in a server that doesn't have the bot isn't that server's."""
    return None if is_visiting(answer.interaction) else answer.interaction.guild


async def _day(app: Parlour, user_id: int, guild: discord.Guild | None, deal: DailyDeal) -> Day:
    """What there is to say of this deal to the person in this server, or outside one."""
    dailies, number = app.archive.dailies, deal.day
    guild_id = None if guild is None else guild.id
    own, before = await dailies.of(deal, user_id), await dailies.of(days.before(deal), user_id)
    everywhere = Ranking(await dailies.scored(deal))
    here = None if guild_id is None else Ranking(await dailies.scored(deal, guild_id))
    ranking = everywhere if here is None else here
    # Outside a server nobody's name or face is shown but the person's own.
    ids = [one.user_id for one in ranking.tries[:_SHOWN]] if here is not None else []
    closed = days.last_closed()
    best = await dailies.best(days.deal_of(closed), guild_id) if closed > 0 else None
    return Day(
        day=number,
        at=DISCORD_TIME.now(),
        game=registry.find(deal.game),
        reader_id=user_id,
        par=await dailies.par(deal),
        everywhere=everywhere,
        here=here,
        server=guild.name if guild else "this server",
        faces=await app.faces_of({*ids, user_id}, guild_id),
        own=own,
        gave_up=own is not None and own.score is None and await _is_over(app, own),
        streak=await tries.streak_on(app.archive, user_id, number),
        is_before_open=before is not None
        and before.score is None
        and not days.is_closed(number - 1)
        and not await _is_over(app, before),
        best=best,
    )


async def _is_over(app: Parlour, one: Try) -> bool:
    stored = await app.archive.sessions.find(one.session_id)
    return stored is None or stored.phase in ("finished", "stopped")
