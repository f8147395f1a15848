"""Opening a lobby, and what people do there."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import discord
from discord import app_commands

from bot.app.dispatch import app_of, games_that_fit, in_lobby, on, table_here, typed
from bot.app.parlour import Parlour
from bot.chat import links, players
from bot.chat.answer import Answer
from bot.chat.custom_ids import id_in, number_in
from bot.chat.ephemerals import OPTIONS, QUESTION
from bot.chat.gate import (
    answers_alone,
    direct_channel,
    is_host_or_moderator,
    is_visiting,
    must_be_able_to_host,
    must_be_host_or_moderator,
)
from bot.chat.parts import Screen
from bot.chat.sending import has_left
from bot.refusal import Refusal, Unfit
from bot.table import hosting, server_log
from bot.table.hosting import Place
from bot.table.lobby import (
    Lobby,
    add_computer,
    either,
    free_seat,
    level_called,
    must_have_quick_form,
    must_have_room,
    next_level,
    quick_options,
    seat_computers,
    sit_down,
    stand_up,
)
from bot.table.options import TableOptions, offered_for
from bot.table.places import must_be_allowed
from bot.table.screens import confirm, routes
from bot.table.screens.games import GAMES, choice_screen
from bot.table.screens.lobby import (
    closed_screen,
    host_screen,
    more_screen,
    option_form,
    options_screen,
    remove_screen,
)
from bot.table.screens.lobby import fair_play as fair_play_words
from bot.table.session import Session
from bot.table.welcome import must_be_welcome
from games.engine import registry
from games.engine.seating import seating
from games.game import AnyGame, Level

EMPTY: Mapping[str, str] = MappingProxyType({})

ASKED_AGAIN_SECONDS = 0.5
"""How long after Discord doesn't know somebody as a member it's asked again: it may err."""

Guest: TypeAlias = discord.User | discord.Member


async def open_lobby(
    app: Parlour,
    answer: Answer,
    game: str,
    guests: Sequence[Guest] = (),
    *,
    is_quick: bool = False,
) -> Lobby:
    """Open a lobby here for the person who asks, let them join, and notify their guests.

    Where only they see the answer, it isn't shown; see `show_begun`. Raises Refusal or UnknownGame.
    """
    interaction, rules = answer.interaction, registry.find(game.casefold())
    game = rules.about.name
    if is_quick:
        must_have_quick_form(rules)
    place = await place_for(app, interaction)
    await must_be_allowed(app.tables.servers, interaction, game)
    if guests and interaction.guild_id is None and not is_visiting(interaction):
        raise Refusal("Here you play against computers. To play with people, use /play in a server.")
    invited = tuple(dict.fromkeys(one.id for one in guests))
    for guest in guests:
        _must_be_invitable(interaction, guest)
    _must_have_seats(game, len(invited))
    user = players.person(interaction.user.id, interaction.user.display_name, str(interaction.id))
    server = await app.tables.servers.of(interaction.guild_id)
    offered = offered_for(rules, is_direct=place.is_direct)
    table_options = server.at_first(TableOptions(invited=invited), offered)
    options = quick_options(rules) if is_quick else {}
    new = hosting.new_lobby(place, rules, interaction.user.id, options, table_options)
    lobby = await hosting.open_lobby(app.tables, new, (user,))
    if not answers_alone(interaction):
        await app.messages.open_lobby(answer, lobby, invited)
    return lobby


async def place_for(app: Parlour, interaction: discord.Interaction) -> Place:
    """Where a new table belongs: here, or to the person's direct messages if only they see the answer here.

    Raises Refusal if the bot couldn't show it.
    """
    if answers_alone(interaction):
        return Place(None, await direct_channel(interaction))
    await must_be_able_to_host(interaction)
    return Place(interaction.guild_id, interaction.channel_id or 0, is_visiting(interaction))


async def show_begun(app: Parlour, answer: Answer, session: Session) -> None:
    """Show a game that began at once: where only the person sees the answer, to them alone."""
    if answers_alone(answer.interaction):
        await (await app.messages.of(session)).board.show_alone(answer)
        return
    app.messages.show(session)
    app.messages.void(session)


async def play_alone(
    app: Parlour,
    answer: Answer,
    game: str,
    options: Mapping[str, str] = EMPTY,
    *,
    is_quick: bool = False,
    level: Level | None = None,
) -> None:
    """Begin at once, in the lobby that they wait in alone, against computers of this level.

    By default it's the next one that they haven't beaten.

    Without one it's opened here. Where only the person sees what the bot answers, only they see the game.
    Raises Refusal or UnknownGame.
    """
    user_id = answer.interaction.user.id
    lobby = _waiting_alone(app, answer, game)
    if lobby is None:
        lobby = await open_lobby(app, answer, game, is_quick=is_quick)
    else:
        await must_be_allowed(app.tables.servers, answer.interaction, lobby.stored.game)
        await lobby.must_admit(user_id)
    async with lobby.lock:
        if is_quick and not lobby.is_quick:
            await lobby.set_quick(user_id, True)
        for name, value in options.items():
            await lobby.set_option(user_id, name, value)
        level = level or await _next_level(app, lobby.game, user_id)
        await seat_computers(lobby, user_id, lobby.needed, level)
        session = await hosting.begin(app.tables, lobby, user_id)
    await show_begun(app, answer, session)


def can_begin(app: Parlour, answer: Answer, game: str) -> bool:
    """Whether this person could begin this game here against computers: nobody else plays or waits here."""
    here = table_here(app, answer)
    is_free = here is None or (isinstance(here, Session) and here.table.over)
    return is_free or _waiting_alone(app, answer, game) is not None


def _waiting_alone(app: Parlour, answer: Answer, game: str) -> Lobby | None:
    """The lobby of this game here in which this person waits, if nobody else plays or is invited there.

    None where the bot is a guest: only a press on its board could show how it goes on.
    """
    lobby, user_id = table_here(app, answer), answer.interaction.user.id
    if not isinstance(lobby, Lobby) or is_visiting(answer.interaction):
        return None
    is_own = lobby.host_id == user_id and lobby.stored.game == game.casefold()
    people = {one.user_id for one in lobby.players if one.is_person}
    return lobby if is_own and people == {user_id} and not lobby.table_options.invited else None


def _must_be_invitable(interaction: discord.Interaction, guest: Guest) -> None:
    """Raises Refusal unless this person could sit down here."""
    name = f"<@{guest.id}>"
    if guest.id == interaction.user.id:
        raise Refusal("You already have a seat here, so invite somebody else.")
    if guest.bot:
        raise Refusal(f"{name} is a bot and can't play. You can add computer players in the lobby.")
    if interaction.guild_id is None:
        return  # in a group message nobody knows who reads it
    if not isinstance(guest, discord.Member):
        raise Refusal(f"{name} isn't in this server, so they can't join.")
    seen = guest.resolved_permissions
    if seen is not None and not seen.view_channel:
        raise Refusal(f"{name} can't see this channel, so they can't join here.")


def _must_have_seats(game: str, invited: int) -> None:
    """Raises Refusal if the game can't have that many players, or UnknownGame."""
    rules = registry.find(game)
    numbers = seating(rules, rules.options())
    if invited >= max(numbers):
        free = max(numbers) - 1
        people = "1 person" if free == 1 else f"{free} people"
        raise Refusal(
            f"{rules.about.title} is for {either(numbers)} players, so you can invite at most {people}."
        )


async def why_not_to_play(app: Parlour, interaction: discord.Interaction) -> str:
    """Why this person can't begin a game here, as far as anybody can tell before; empty if they can."""
    server, names = await app.tables.servers.of(interaction.guild_id), [*registry.all_games()]
    is_alone, user_id = answers_alone(interaction), interaction.user.id
    guild_id = None if is_alone else interaction.guild_id
    try:
        if not is_alone:
            await must_be_able_to_host(interaction)
        game = next(filter(server.allows_game, names), names[0])
        await must_be_allowed(app.tables.servers, interaction, game)
        await must_be_welcome(app.archive, guild_id, user_id)
        await must_have_room(app.archive, guild_id, user_id)
    except Refusal as why:
        return str(why)
    return ""


@on(links.ChooseGame)
async def choose_game(app: Parlour, answer: Answer, _: links.ChooseGame) -> None:
    """All games to choose from."""
    await answer.turn_to(await _games(app, answer.interaction), GAMES)


async def _games(app: Parlour, interaction: discord.Interaction) -> Screen:
    server = await app.tables.servers.of(interaction.guild_id)
    return await choice_screen(app.pictures, server.allows_game)


@on(routes.OpenLobby)
async def open_chosen(app: Parlour, answer: Answer, pressed: routes.OpenLobby) -> None:
    """Open a lobby of the game that was chosen from all there are."""
    if answers_alone(answer.interaction):
        await play_alone(app, answer, pressed.game)
    else:
        await open_lobby(app, answer, pressed.game)


@in_lobby(routes.Join)
async def join(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.Join) -> None:
    """Sit down."""
    user = answer.interaction.user
    await _change(
        app, answer, lobby, lambda: sit_down(lobby, user.id, user.display_name, str(answer.interaction.id))
    )


@in_lobby(routes.StandUp)
async def leave(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.StandUp) -> None:
    """Stand up."""
    await _change(app, answer, lobby, lambda: stand_up(lobby, answer.interaction.user.id))


@in_lobby(routes.AddComputer)
async def computer(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.AddComputer) -> None:
    """Put a computer on a seat."""
    level = answer.choice()
    await _change(app, answer, lobby, lambda: add_computer(lobby, answer.interaction.user.id, level))


@in_lobby(routes.Fill)
async def fill(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.Fill) -> None:
    """Put computers on all seats that are free."""
    await _change(app, answer, lobby, lambda: seat_computers(lobby, answer.interaction.user.id, lobby.most))


async def _change(app: Parlour, answer: Answer, lobby: Lobby, change: Callable[[], Awaitable[None]]) -> None:
    """Change the lobby, and show it in place of the pressed message, or there what else can be done."""
    async with lobby.lock:
        await change()
    messages = await app.messages.of(lobby)
    if answer.press.ephemeral is not None:
        await _show_more(answer, lobby)
        messages.changed()
        return
    with messages.board.writing():
        await answer.replace(await messages.board.screen())
    messages.await_faces()


@in_lobby(routes.SetForm)
async def form(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.SetForm) -> None:
    """Play the Quick form, or the full game."""
    user_id = answer.interaction.user.id
    await _change(app, answer, lobby, lambda: lobby.set_quick(user_id, pressed.is_quick))


@in_lobby(routes.More)
async def more(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.More) -> None:
    """Everything else that this person can do here."""
    await _show_more(answer, lobby)


async def _show_more(answer: Answer, lobby: Lobby) -> None:
    """To them alone, in place of the pressed message if only they see that."""
    user_id = answer.interaction.user.id
    may_close = is_host_or_moderator(answer.interaction, lobby.host_id)
    shown = more_screen(lobby, user_id, may_close=may_close)
    await answer.turn_to(shown, OPTIONS)


@in_lobby(routes.PlayComputer)
async def play_computer(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.PlayComputer) -> None:
    """Put computers on as many seats as a game needs, and start it."""
    level = await _next_level(app, lobby.game, answer.interaction.user.id)
    await _start(app, answer, lobby.id, pressed.form, level)


async def _next_level(app: Parlour, game: AnyGame, user_id: int) -> Level | None:
    return next_level(game.about, await app.archive.standings.beaten_levels(user_id, game.about.name))


@in_lobby(routes.PlayAgainst)
async def play_against(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.PlayAgainst) -> None:
    """The same with computers of a level that the host chose."""
    await _start(app, answer, lobby.id, pressed.form, level_called(lobby.game.about, answer.choice()))


@on(routes.Start)
async def start(app: Parlour, answer: Answer, pressed: routes.Start) -> None:
    """Begin the game; the lobby's message becomes the board."""
    await _start(app, answer, pressed.table, pressed.form)


async def _start(
    app: Parlour, answer: Answer, number: int, form: routes.Form = "", level: Level | None = None
) -> None:
    """With a `level`, such computers take the seats that are missing."""
    user_id = answer.interaction.user.id
    try:
        lobby = await app.tables.lobby(number)
        lobby.must_be_host(user_id)
        await must_be_allowed(app.tables.servers, answer.interaction, lobby.stored.game)
        await _begin(app, answer, lobby, form, level)
    except Refusal:
        begun = app.tables.in_memory.get(number)
        if not isinstance(begun, Session) or begun.host_id != user_id:
            raise
        await begun.settle()
        app.messages.show(begun)
        await answer.acknowledge()  # the second click of two, or one after a start that wasn't confirmed


async def _begin(app: Parlour, answer: Answer, lobby: Lobby, form: routes.Form, level: Level | None) -> None:
    messages, user_id = await app.messages.of(lobby), answer.interaction.user.id
    async with lobby.lock:
        await lobby.must_admit(user_id)
        try:
            await _send_away(app, lobby)
            if form and lobby.is_quick != (form == "quick"):
                await lobby.set_quick(user_id, form == "quick")
            if level is not None:
                await seat_computers(lobby, user_id, lobby.needed, level)
            session = await hosting.begin(app.tables, lobby, user_id)
        except Exception:
            messages.changed()  # seats and options may be others by now
            raise
    app.messages.show(session, answer.press)
    app.messages.void(session)
    await answer.acknowledge()


async def _send_away(app: Parlour, lobby: Lobby) -> None:
    """Free the seats of people who can't play here anymore. Hold the lobby's lock."""
    people = [one.user_id for one in lobby.players if one.user_id is not None]
    can_stay = await asyncio.gather(*(_can_stay(app, lobby, one) for one in people))
    for user_id, stays in zip(people, can_stay, strict=True):
        if not stays:
            await stand_up(lobby, user_id)


async def _can_stay(app: Parlour, lobby: Lobby, user_id: int) -> bool:
    """Whether this person is still in the server, and not kept from its tables since they sat down."""
    try:
        await lobby.must_admit(user_id)
    except Refusal:
        return False
    if not await has_left(app.client, lobby.stored.guild_id, user_id):
        return True
    await asyncio.sleep(ASKED_AGAIN_SECONDS)
    return not await has_left(app.client, lobby.stored.guild_id, user_id)


@in_lobby(routes.Options, for_host=True)
async def options(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.Options) -> None:
    """The options that aren't as usual, for the host to change, and the one that they chose from all."""
    await answer.turn_to(options_screen(lobby, "".join(answer.chosen)), OPTIONS)


@in_lobby(routes.SetOption)
async def option(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.SetOption) -> None:
    """Another value for an option."""
    name, refused = pressed.name, ""
    try:
        async with lobby.lock:
            await lobby.set_option(answer.interaction.user.id, name, answer.choice())
    except Unfit as why:
        refused = str(why)  # shown with the menus, which show the current values again
    await answer.replace(options_screen(lobby, name, refused), OPTIONS)
    (await app.messages.of(lobby)).changed()


@in_lobby(routes.TypeOption, for_host=True)
async def type_option(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.TypeOption) -> None:
    """A form for an option with many values."""
    await answer.ask(option_form(lobby.id, lobby.option(pressed.name)))


@in_lobby(routes.RemovePlayer, for_host=True)
async def remove(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.RemovePlayer) -> None:
    """Ask the host whose seat to free."""
    await answer.send(remove_screen(lobby), QUESTION)


@in_lobby(routes.ReallyRemove)
async def removed(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.ReallyRemove) -> None:
    """Free that seat."""
    seat, _, who = answer.choice().partition(":")
    async with lobby.lock:
        await free_seat(lobby, answer.interaction.user.id, number_in(seat), who)
    await _done(app, answer, lobby)


@in_lobby(routes.ChangeHost, for_host=True)
async def host(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.ChangeHost) -> None:
    """Ask the host who the new host is."""
    await answer.send(host_screen(lobby), QUESTION)


@in_lobby(routes.ReallyChangeHost)
async def hosted(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.ReallyChangeHost) -> None:
    """Hand the table over."""
    async with lobby.lock:
        await lobby.hand_over(answer.interaction.user.id, id_in(answer.choice()))
    await _done(app, answer, lobby)


@in_lobby(routes.CloseLobby)
async def close(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.CloseLobby) -> None:
    """Ask whether to close the table."""
    must_be_host_or_moderator(answer.interaction, lobby.host_id)
    await answer.question(*confirm.closing(lobby))


@in_lobby(routes.ReallyClose)
async def closed(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.ReallyClose) -> None:
    """Close the table."""
    must_be_host_or_moderator(answer.interaction, lobby.host_id)
    line = server_log.by_moderator(lobby, answer.interaction.user.id, "ended")
    await app.messages.close_lobby(lobby, closed_screen(lobby), line)
    await answer.close_question()


async def _done(app: Parlour, answer: Answer, lobby: Lobby) -> None:
    await answer.close_question()
    (await app.messages.of(lobby)).changed()


@typed("play", "Start a game here")
@app_commands.describe(
    game="Which game? Leave empty to see them all",
    first="A friend to play with: they get an invitation",
    second="Another friend",
    third="And one more",
    form="The quick game is over in about ten minutes",
    against="Start at once, alone against the computer",
)
@app_commands.rename(first="with", second="and", third="also")
@app_commands.choices(
    form=[
        app_commands.Choice(name="Quick game", value="quick"),
        app_commands.Choice(name="Full game", value="full"),
    ],
    against=[app_commands.Choice(name="The computer", value="computer")],
)
async def play(
    app: Parlour,
    answer: Answer,
    game: str | None = None,
    first: discord.User | discord.Member | None = None,
    second: discord.User | discord.Member | None = None,
    third: discord.User | discord.Member | None = None,
    form: str = "full",
    against: str = "",
) -> None:
    """Open a lobby, join it and invite people, or begin against computers; without a name, show the games."""
    guests, is_quick = [guest for guest in (first, second, third) if guest is not None], form == "quick"
    is_alone = answers_alone(answer.interaction)
    if is_alone and guests:
        raise Refusal(
            "This server lets me answer only you, so nobody could join. Here you play against computers."
        )
    if game is not None and (against or is_alone) and not guests:
        await play_alone(app, answer, game, is_quick=is_quick)
    elif game is not None:
        await open_lobby(app, answer, game, guests, is_quick=is_quick)
    elif guests or is_quick or against:
        raise Refusal("Which game? Choose one in **game** when you say how or with whom you play.")
    else:
        await answer.send(await _games(app, answer.interaction), GAMES)


@play.autocomplete("game")
async def games_to_play(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Those that fit and that people can start in this server."""
    server = await app_of(interaction).tables.servers.of(interaction.guild_id)
    return [one for one in await games_that_fit(interaction, typed) if server.allows_game(one.value)]


@in_lobby(routes.FairPlay)
async def fair_play(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.FairPlay) -> None:
    """Tell the person how chance is kept fair in this lobby's game."""
    await answer.notice(fair_play_words(lobby), "fair play")
