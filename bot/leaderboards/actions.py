"""What finished games add up to: leaderboards, profiles and histories."""

from dataclasses import replace

import discord
from discord import app_commands

from bot.app.dispatch import games_that_fit, in_servers, on, typed
from bot.app.parlour import Parlour
from bot.chat.answer import Answer
from bot.chat.custom_ids import CHOSEN, id_in
from bot.chat.gate import readable_channels, server_name
from bot.chat.names import SOMEBODY
from bot.chat.parts import Screen
from bot.chat.players import is_former, mention
from bot.leaderboards import routes
from bot.leaderboards.history import GAMES, HERE, HISTORY, HistoryPage, history_screen
from bot.leaderboards.leaderboard import (
    AS_TEXT,
    BOARDS,
    CHANGED_FOR,
    COMPUTER_BOARDS,
    EVER,
    FOR_ALL,
    HOW_IT_COUNTS,
    LEADERBOARD,
    PERIODS,
    ROWS,
    WIDE_BOARDS,
    LeaderboardPage,
    board_of,
    last_page,
    leaderboard_screen,
)
from bot.leaderboards.profile import (
    ProfilePage,
    Rival,
    best_game,
    profile_of,
    profile_purpose,
    profile_screen,
)
from bot.leaderboards.titles import EARNED_BY, titles
from bot.people.settings import change_settings, settings_of
from bot.refusal import Expired, Refusal
from bot.table.journal import milliseconds
from games.engine import registry
from games.kit.faces import Face
from storage import ALL_GAMES, COMPUTERS, EVERYWHERE, PEOPLE, Known, OpenTo, periods_of

_ELSEWHERE = "Every server has its own leaderboard. Use /leaderboard in a server."


@in_servers
@typed("leaderboard", "See who leads in this server, or in all of them")
@app_commands.describe(game="Which game? Leave empty for all of them")
@app_commands.autocomplete(game=games_that_fit)
async def leaderboard(app: Parlour, answer: Answer, game: str | None = None) -> None:
    """The first page, only for the person who asks: of games with computers while there are only those."""
    asked = routes.Ranks(ALL_GAMES if game is None else registry.find(game.casefold()).about.name, 0)
    page = await _page(app, answer, asked)
    if not page.people:
        with_computers = await _page(app, answer, replace(asked, board=COMPUTERS))
        page = with_computers if with_computers.people else page
    await answer.send(await _leaderboard(app, answer, page), LEADERBOARD)


@on(routes.Ranks)
async def turn_leaderboard(app: Parlour, answer: Answer, pressed: routes.Ranks) -> None:
    """Another page or another leaderboard; or the same for all to see.

    Raises Refusal outside a server, since each has its own, and UnknownGame.
    """
    if answer.interaction.guild_id is None:
        raise Refusal(_ELSEWHERE)
    asked = _chosen(pressed, answer)
    if asked.show == FOR_ALL:
        _must_be_able_to_post(answer.interaction)
        await answer.publish(await _leaderboard(app, answer, await _page(app, answer, asked), FOR_ALL))
        return
    page = await _page(app, answer, asked)
    await answer.turn_to(await _leaderboard(app, answer, page, asked.show), LEADERBOARD)


@on(routes.HowItCounts)
async def how_it_counts(app: Parlour, answer: Answer, _: routes.HowItCounts) -> None:
    """The rules, and the titles."""
    await answer.notice(f"{HOW_IT_COUNTS}\n{EARNED_BY}", "counting")


def _chosen(pressed: routes.Ranks, answer: Answer) -> routes.Ranks:
    """The leaderboard that was pressed or chosen. Raises UnknownGame, and Expired for a made-up one."""
    if pressed.game == CHOSEN:
        pressed = replace(pressed, game=answer.choice())
    elif pressed.period == CHOSEN:
        pressed = replace(pressed, period=answer.choice())
    elif pressed.board == CHOSEN:
        pressed = replace(pressed, board=answer.choice())
    if pressed.game != ALL_GAMES:
        registry.find(pressed.game)
    if pressed.period not in (*PERIODS, EVER) or pressed.board not in ("", *BOARDS):
        raise Expired
    return replace(pressed, period=pressed.period.removeprefix(EVER))


async def _leaderboard(app: Parlour, answer: Answer, page: LeaderboardPage, show: str = "") -> Screen:
    if not page.people or await is_as_text(app, answer, show):
        return leaderboard_screen(page, None)
    return leaderboard_screen(page, await app.pictures.card(board_of(page)))


async def _page(app: Parlour, answer: Answer, asked: routes.Ranks) -> LeaderboardPage:
    """A page of a leaderboard; one beyond the last is the last one."""
    interaction, standings, now = answer.interaction, app.archive.standings, milliseconds()
    game = None if asked.game == ALL_GAMES else asked.game
    guild_id = None if asked.board in WIDE_BOARDS else interaction.guild_id
    ladder = COMPUTERS if asked.board in COMPUTER_BOARDS else PEOPLE
    period = periods_of(now)[PERIODS.index(asked.period)]
    people = await standings.count(game, guild_id, ladder=ladder, period=period)
    page = min(max(asked.page, 0), last_page(people))
    shown = await standings.top(game, guild_id, ladder=ladder, period=period, offset=page * ROWS, limit=ROWS)
    is_for_all = asked.show == FOR_ALL
    own = None
    if not is_for_all:
        own = await standings.of(interaction.user.id, game, guild_id, ladder=ladder, period=period)
    leaders = (
        shown[:3] if page == 0 else await standings.top(game, guild_id, ladder=ladder, period=period, limit=3)
    )
    ids = {one.user_id for one in shown} | {own.user_id for own in [own] if own}
    changed_at = await standings.changed_at()
    return LeaderboardPage(
        asked=replace(asked, page=page, show=""),
        people=people,
        shown=shown,
        faces=await app.faces_of(ids, guild_id),
        server=server_name(interaction) or "this server",
        at=now,
        leaders=leaders,
        own=own,
        reader_id=None if is_for_all else interaction.user.id,
        is_changed=changed_at is not None and now < changed_at + CHANGED_FOR,
        is_counting=await standings.is_counting(),
    )


def _must_be_able_to_post(interaction: discord.Interaction) -> None:
    """Raises Refusal if this person couldn't write here themselves."""
    allowed, is_thread = interaction.permissions, isinstance(interaction.channel, discord.Thread)
    if not (allowed.send_messages_in_threads if is_thread else allowed.send_messages):
        raise Refusal("You can't write in this channel, so I can't post that for you.")


async def is_as_text(app: Parlour, answer: Answer, show: str) -> bool:
    """Whether this person gets text: what they choose now is remembered for the next time."""
    if show == FOR_ALL:
        return False
    user_id = answer.interaction.user.id
    if show:
        as_text = show == AS_TEXT
        await change_settings(app.archive, user_id, lambda had: had.having(as_text=as_text))
        return as_text
    return (await settings_of(app.archive, user_id)).as_text


@in_servers
@typed("profile", "See how someone is doing in this server")
@app_commands.describe(person="Who? Leave empty for yourself")
async def profile(app: Parlour, answer: Answer, person: discord.User | discord.Member | None = None) -> None:
    """The profile of this person, only for who asks. Raises Refusal if it's hidden."""
    whose = person or answer.interaction.user
    app.faces.seen(whose)
    await answer.send(await _profile(app, answer, routes.Profile(whose.id)), profile_purpose(whose.id))


@on(routes.Profile)
async def turn_profile(app: Parlour, answer: Answer, pressed: routes.Profile) -> None:
    """The other ladder, or text. Raises Refusal outside a server, and for a hidden profile."""
    if answer.interaction.guild_id is None:
        raise Refusal("Every server has its own profiles. Use /profile in a server.")
    if pressed.ladder not in ("", PEOPLE, COMPUTERS):
        raise Expired
    await answer.turn_to(await _profile(app, answer, pressed), profile_purpose(pressed.user))


async def _profile(app: Parlour, answer: Answer, asked: routes.Profile) -> Screen:
    await _must_be_open(app, answer, asked.user)
    reader_id, guild_id, standings = (
        answer.interaction.user.id,
        answer.interaction.guild_id,
        app.archive.standings,
    )
    every = await standings.all_of(asked.user, guild_id)
    total = {key.ladder: one.games for key, one in every.items() if key.game == ALL_GAMES}
    ladder = asked.ladder or (COMPUTERS if PEOPLE not in total and total else PEOPLE)
    here = {key.game: one for key, one in every.items() if key.ladder == ladder}
    best = best_game(here)
    page = ProfilePage(
        asked=replace(asked, ladder=ladder, show=""),
        reader_id=reader_id,
        face=(await app.faces_of([asked.user], guild_id))[asked.user] or Face(),
        standings=here,
        total=sum(total.values()),
        at=milliseconds(),
        best=best,
        course=await standings.course(asked.user, best, guild_id, ladder=ladder) if best else (),
        rival=await _rival(app, reader_id, asked.user, guild_id),
        titles=await _titles(app, asked.user, guild_id, every),
        is_counting=await standings.is_counting(),
    )
    if not page.total or await is_as_text(app, answer, asked.show):
        return profile_screen(page, None)
    return profile_screen(page, await app.pictures.card(profile_of(page)))


async def _rival(app: Parlour, reader_id: int, user_id: int, guild_id: int | None) -> Rival | None:
    """The reader and their games with this person; on one's own profile, the person met most often."""
    standings = app.archive.standings
    other = await standings.most_met(user_id, guild_id) if user_id == reader_id else reader_id
    if other is None:
        return None
    games = await standings.against(user_id, other, guild_id)
    if not games.ahead + games.behind + games.level:
        return None
    face = (await app.faces_of([other], guild_id))[other]
    return Rival(other, face or Face(SOMEBODY), games)


async def _titles(app: Parlour, user_id: int, guild_id: int | None, every: Known) -> tuple[str, ...]:
    standings, (_, season, _) = app.archive.standings, periods_of(milliseconds())
    firsts = await standings.firsts_of(user_id, guild_id, period=season)
    return titles(every, firsts, await standings.beaten(user_id, guild_id))


async def _must_be_open(app: Parlour, answer: Answer, user_id: int) -> None:
    """Raises Refusal if this person has hidden their profile from the reader."""
    if user_id != answer.interaction.user.id and (await app.archive.people.person(user_id)).profile_hidden:
        raise Refusal(f"<@{user_id}> has hidden their profile.")


@typed("history", "See the last games of this channel, or of somebody")
@app_commands.describe(person="Whose games? Leave empty for those of this channel")
async def history(app: Parlour, answer: Answer, person: discord.User | discord.Member | None = None) -> None:
    """The first page, only for the person who asks. Raises Refusal if the person is hidden."""
    asked = routes.History(HERE if person is None else str(person.id))
    await answer.send(await _history(app, answer, asked), HISTORY)


@on(routes.History)
async def turn_history(app: Parlour, answer: Answer, pressed: routes.History) -> None:
    """Another page, or other games. Raises Refusal if the person is hidden."""
    await answer.turn_to(await _history(app, answer, pressed), HISTORY)


async def _history(app: Parlour, answer: Answer, asked: routes.History) -> Screen:
    interaction = answer.interaction
    guild_id, reader_id = interaction.guild_id, interaction.user.id
    user_id = channel_id = None
    if asked.whose == HERE:
        channel_id = interaction.channel_id
    elif user_id := id_in(asked.whose):
        await _must_be_open(app, answer, user_id)
        if guild_id is None and user_id != reader_id:
            raise Refusal("Use /history in a server to see somebody else's games.")
    else:
        raise Expired
    games = await app.archive.standings.games_of(
        user_id=user_id,
        channel_id=channel_id,
        guild_id=guild_id,
        open_to=None if user_id in (None, reader_id) else OpenTo(reader_id, readable_channels(interaction)),
        offset=max(asked.page, 0) * GAMES,
        limit=GAMES + 1,
    )

    def called(one: int) -> str:
        is_here = app.faces.met(one, guild_id or EVERYWHERE) is not None
        return mention(one) if is_here or is_former(one) else SOMEBODY

    return history_screen(HistoryPage(asked, reader_id, games[:GAMES], len(games) > GAMES, called))
