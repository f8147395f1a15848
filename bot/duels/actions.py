"""Duels: challenging somebody, accepting, playing, and looking at how it came out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import app_commands

from bot.actions.lobby import games_to_play
from bot.app.dispatch import at_game, on, typed
from bot.app.parlour import Parlour
from bot.chat import links
from bot.chat.answer import Answer
from bot.chat.failures import NOT_SENT
from bot.chat.gate import direct_channel, is_visiting, must_be_able_to_host
from bot.chat.parts import Screen
from bot.chat.players import person
from bot.chat.sending import has_left
from bot.daily.actions import lead_to
from bot.duels import routes
from bot.duels import standing as duels
from bot.duels.news import DuelMessages
from bot.duels.same_deal import COMPARISON, comparison, comparison_screen
from bot.duels.screens import DUELS, fair_play, offer_screen, own_screen
from bot.duels.standing import Standing
from bot.people.notifying import notifiable
from bot.refusal import Refusal
from bot.replays import playing_on
from bot.replays.replays import Replays
from bot.table.places import must_be_allowed, must_be_allowed_in
from bot.table.session import Session
from games.core import Seat
from games.engine import registry
from games.game import AnyGame
from games.kit.faces import Face
from storage import Duel

YOURSELF = "You can't challenge yourself. Choose a friend in **opponent**."


@typed("duel", "Challenge a friend to play the same deal: luck is out of it")
@app_commands.describe(
    opponent="Whom do you challenge? Leave empty for anybody in this channel",
    game="Which game? Leave everything empty to see your own duels",
)
@app_commands.autocomplete(game=games_to_play)
async def duel(
    app: Parlour,
    answer: Answer,
    opponent: discord.User | discord.Member | None = None,
    game: str | None = None,
) -> None:
    """Post a challenge, or ask for its game; without a game and an opponent, the person's own duels."""
    if opponent is not None:
        _must_be_a_place_for_duels(answer.interaction)
        _must_be_challengeable(answer.interaction, opponent)
    if game is not None:
        await _challenge(app, answer, None if opponent is None else opponent.id, game)
    elif opponent is not None:
        await answer.send(offer_screen(opponent.id, await _games(app, answer)), DUELS)
    else:
        await answer.send(await _own(app, answer), DUELS)


@on(routes.OfferDuel)
async def offer(app: Parlour, answer: Answer, pressed: routes.OfferDuel) -> None:
    """Post a challenge to the game that was chosen."""
    opponent_id, guild_id = pressed.opponent or None, answer.interaction.guild_id
    if opponent_id == answer.interaction.user.id:
        raise Refusal(YOURSELF)
    if opponent_id is not None:
        await _must_be_there(app, guild_id, opponent_id)
    await _challenge(app, answer, opponent_id, answer.choice())


async def _games(app: Parlour, answer: Answer) -> list[AnyGame]:
    """The games that can be played as a duel here."""
    server = await app.tables.servers.of(answer.interaction.guild_id)
    return [one for name, one in registry.all_games().items() if one.daily and server.allows_game(name)]


def _must_be_a_place_for_duels(interaction: discord.Interaction) -> None:
    """Raises Refusal where nobody could accept, or be told how it ends."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refusal("Here is nobody to challenge. Use /duel in a server.")
    if is_visiting(interaction):
        raise Refusal(
            "I'm only a guest here and couldn't tell you how it ends. Use /duel in a server that has me."
        )


async def _challenge(app: Parlour, answer: Answer, opponent_id: int | None, name: str) -> None:
    interaction, game = answer.interaction, registry.find(name.casefold())
    _must_be_a_place_for_duels(interaction)
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    if game.daily is None:
        raise Refusal(f"{game.about.title} can't be played as a duel.")
    await must_be_able_to_host(interaction)
    await must_be_allowed(app.tables.servers, interaction, game.about.name)
    made = await duels.challenge(
        app.archive, game, interaction.user.id, opponent_id, interaction.guild_id, interaction.channel_id
    )
    screen = await app[DuelMessages].screen(Standing(made, {}))
    posted = await answer.post(screen, await _called(app, made))
    if posted is None:  # it was too late to answer that way
        await _post(app, made, screen)
    else:
        await app[DuelMessages].posted(made.id, posted.message_id)


async def _called(app: Parlour, made: Duel) -> list[int]:
    """Whom the challenge notifies."""
    challenged = [] if made.opponent_id is None else [made.opponent_id]
    return await notifiable(app.archive, made.challenger_id, challenged)


async def _post(app: Parlour, made: Duel, screen: Screen) -> None:
    """Post this challenge in its channel. Raises Refusal if that can't be done, and then there's none."""
    message_id = await app[DuelMessages].post(made, screen, "challenge", await _called(app, made))
    if message_id is None:
        await duels.take_back(app.archive, made.id, made.challenger_id)
        app[DuelMessages].take_away(made, screen, "challenge")
        raise Refusal("I couldn't post your challenge. Try again in a moment.")
    await app[DuelMessages].posted(made.id, message_id)


@on(routes.Revenge)
async def revenge(app: Parlour, answer: Answer, pressed: routes.Revenge) -> None:
    """Challenge the other one of a duel that's over to the same game, where that duel was."""
    shown, user_id = await duels.standing(app.archive, pressed.duel), answer.interaction.user.id
    before = shown.duel
    if user_id not in before.people or not shown.is_told:
        raise Refusal("You aren't in this duel. Use /duel to challenge somebody yourself.")
    opponent_id = next(one for one in before.people if one != user_id)
    guild_id, channel_id = before.guild_id, before.channel_id
    # It can be pressed in direct messages, also by somebody who has left since.
    if await has_left(app.client, guild_id, user_id):
        raise Refusal("You've left the server of this duel. Use /duel in one that you're in.")
    await _must_be_there(app, guild_id, opponent_id)
    channel = app.client.get_channel(channel_id)
    await must_be_allowed_in(app.tables.servers, guild_id, channel_id, channel, before.game)
    async with app.tables.opening.setdefault(user_id, asyncio.Lock()):  # two clicks make one challenge
        open_now = await app.archive.duels.open_of(user_id)
        if any({user_id, opponent_id} == {*one.people} and one.game == before.game for one in open_now):
            raise Refusal("You have an open duel in this game with them already. Use /duel to see it.")
        made = await duels.challenge(app.archive, shown.game, user_id, opponent_id, guild_id, channel_id)
    await _post(app, made, await app[DuelMessages].screen(Standing(made, {})))
    if answer.interaction.channel_id != before.channel_id:
        await answer.notice(f"Your challenge is in <#{before.channel_id}>.")


async def _must_be_there(app: Parlour, guild_id: int | None, opponent_id: int) -> None:
    """Raises Refusal if this person has left the server."""
    if await has_left(app.client, guild_id, opponent_id):
        raise Refusal(f"<@{opponent_id}> isn't in this server, so they can't accept here.")


def _must_be_challengeable(interaction: discord.Interaction, opponent: discord.User | discord.Member) -> None:
    """Raises Refusal unless this person could accept here."""
    name = f"<@{opponent.id}>"
    if opponent.id == interaction.user.id:
        raise Refusal(YOURSELF)
    if opponent.bot:
        raise Refusal(f"{name} is a bot and can't play. Choose a person in **opponent**.")
    if not isinstance(opponent, discord.Member):
        raise Refusal(f"{name} isn't in this server, so they can't accept here.")
    seen = opponent.resolved_permissions
    if seen is not None and not seen.view_channel:
        raise Refusal(f"{name} can't see this channel, so they can't accept here.")


@on(routes.AcceptDuel)
async def accept(app: Parlour, answer: Answer, pressed: routes.AcceptDuel) -> None:
    """Accept a challenge, and begin: the challenger can play from then on, too."""
    was = await duels.standing(app.archive, pressed.duel)
    async with _closing(app, answer, pressed.duel):
        shown = await duels.accept(app.archive, pressed.duel, answer.interaction.user.id)
    await _show(app, answer, shown)
    if was.duel.state == "asked":
        app[DuelMessages].accepted(shown)
    await _play(app, answer, pressed.duel)


@on(routes.DeclineDuel)
async def decline(app: Parlour, answer: Answer, pressed: routes.DeclineDuel) -> None:
    """Decline a challenge."""
    async with _closing(app, answer, pressed.duel):
        shown = await duels.decline(app.archive, pressed.duel, answer.interaction.user.id)
    await _show(app, answer, shown)


@on(routes.TakeBackDuel)
async def take_back(app: Parlour, answer: Answer, pressed: routes.TakeBackDuel) -> None:
    """Take one's own challenge back."""
    async with _closing(app, answer, pressed.duel):
        shown = await duels.take_back(app.archive, pressed.duel, answer.interaction.user.id)
    await _show(app, answer, shown)


@on(links.PlayDuel)
async def play(app: Parlour, answer: Answer, pressed: links.PlayDuel) -> None:
    """Begin the person's table in their direct messages, or say where it is."""
    if answer.interaction.user.id not in (await duels.standing(app.archive, pressed.duel)).duel.people:
        raise Refusal("You aren't in this duel. Use /duel to challenge somebody yourself.")
    await _play(app, answer, pressed.duel)


async def _play(app: Parlour, answer: Answer, number: int) -> None:
    user, guild_id = answer.interaction.user, answer.interaction.guild_id
    channel_id = await direct_channel(answer.interaction)
    session = await duels.begin(app.tables, number, user.id, user.display_name, channel_id, guild_id)
    if session.table.over:
        await answer.send(await _result(app, number), DUELS)
        return
    app[DuelMessages].changed(number)
    await lead_to(app, answer, session, "Your game of this duel is in our direct messages.")


@on(links.Duel)
async def result(app: Parlour, answer: Answer, pressed: links.Duel) -> None:
    """How a duel came out, or what it waits for; only to the person who asks."""
    shown = await duels.standing(app.archive, pressed.duel)
    if answer.interaction.user.id not in shown.duel.people:
        raise Refusal("You aren't in this duel. Use /duel to challenge somebody yourself.")
    await answer.send(await _result(app, pressed.duel), DUELS)


@on(routes.FairDuel)
async def fair(app: Parlour, answer: Answer, pressed: routes.FairDuel) -> None:
    """The fingerprint of a duel's deal, for anybody who asks, and its seed once the duel is over."""
    await answer.notice(fair_play(await duels.standing(app.archive, pressed.duel)), "fair play")


@on(links.PlayDeal)
async def play_deal(app: Parlour, answer: Answer, pressed: links.PlayDeal) -> None:
    """Begin a game with the same deal in the person's direct messages, against computers."""
    user = answer.interaction.user
    shown = await app[Replays].of_table(await app[Replays].stored(pressed.table))
    channel_id = await direct_channel(answer.interaction)
    player = person(user.id, user.display_name, "")
    session = await playing_on.play_deal(app.tables, channel_id, shown, player)
    await lead_to(app, answer, session, "The same deal is in our direct messages.")


@at_game(links.Compare)
async def compare(app: Parlour, answer: Answer, session: Session, _: links.Compare) -> None:
    """How this game went beside the one whose deal it was; only to the person who asks."""
    now = await app[Replays].of_table(await app[Replays].stored(session.id))
    before = await app[Replays].of_table(await app[Replays].stored(session.options.deal_of))
    seat = next(seat for seat, one in enumerate(now.players) if one.is_person)
    players = [shown.players[seat] for shown in (before, now)]
    guilds = [shown.stored.guild_id if shown.stored else None for shown in (before, now)]
    faces = [
        Face(one.name, computer=one.name)
        if one.user_id is None
        else await app[DuelMessages].face(one.user_id, guild_id)
        for one, guild_id in zip(players, guilds, strict=True)
    ]
    found = await asyncio.to_thread(comparison, before, now, Seat(seat), faces)
    await answer.send(comparison_screen(before, found, await app.pictures.card(found)), COMPARISON)


@asynccontextmanager
async def _closing(app: Parlour, answer: Answer, number: int) -> AsyncIterator[None]:
    """If the challenge isn't open any more, say so, and take its buttons away."""
    try:
        yield
    except Refusal:
        shown, pressed = await duels.standing(app.archive, number), answer.interaction.message
        is_public = pressed is not None and not pressed.flags.ephemeral
        if is_public and shown.duel.state not in ("asked", "playing"):
            await answer.replace(await app[DuelMessages].screen(shown))
        raise


async def _result(app: Parlour, number: int) -> Screen:
    return await app[DuelMessages].screen(await duels.standing(app.archive, number))


async def _show(app: Parlour, answer: Answer, shown: Standing) -> None:
    """The challenge as it is now: in place of the pressed message, or of the list that only they see."""
    message, duel = answer.interaction.message, shown.duel
    is_noted = duel.message_id is not None
    if message and not is_noted and message.channel.id == duel.channel_id and not message.flags.ephemeral:
        # It was pressed before we had noted where it stands, or that couldn't be saved.
        await app.archive.duels.posted(duel.id, message.id)
    elif message is None or message.id != duel.message_id:
        app[DuelMessages].changed(duel.id)
        await answer.turn_to(await _own(app, answer), DUELS)
        return
    try:
        await answer.replace(await app[DuelMessages].screen(shown))
    except NOT_SENT:
        app[DuelMessages].changed(duel.id)
        raise


async def _own(app: Parlour, answer: Answer) -> Screen:
    """The person's open duels."""
    user_id = answer.interaction.user.id
    those = [await duels.standing(app.archive, one.id) for one in await app.archive.duels.open_of(user_id)]
    links = {
        one.duel.id: f"[Challenge](https://discord.com/channels/{one.duel.guild_id}/{one.duel.channel_id}/"
        f"{one.duel.message_id})"
        for one in those
        if one.duel.message_id is not None
    }
    is_here = answer.interaction.guild_id is not None and not is_visiting(answer.interaction)
    return own_screen(user_id, those, links, await _games(app, answer) if is_here else [])
