"""What people see who find their way: what can be done here, all commands, and what the bot is."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from discord import ButtonStyle, ui

from bot import __version__
from bot.app.parlour import Command
from bot.chat import links
from bot.chat.drawing import Drawn
from bot.chat.parts import Screen, alt_text, button, listed, picture, rows, screen
from bot.guide import routes
from bot.guide.about_card import AboutCard, GameRow
from bot.guide.help_card import HelpCard, Room
from bot.refusal import Refusal
from bot.table.lobby import Lobby, either
from bot.table.screens import routes as table_routes
from bot.table.screens.games import size_of
from bot.table.session import AWAY, Session
from games.engine import registry
from games.engine.lessons import has_lesson
from games.kit.faces import LEVELS, Face

HELP, ABOUT = "help", "about"
"""The purposes of these ephemeral messages."""

HELP_PICTURE, ABOUT_PICTURE = "help.png", "about.png"

HOUSE = (
    Room("play", "Play", ("play", "watch", "tables")),
    Room("turn", "Your turn", ("hand", "move", "undo")),
    Room("learn", "Learn", ("learn", "rules", "why")),
    Room("back", "Look back", ("replay", "review", "share")),
    Room("compete", "Compete", ("daily", "duel", "leaderboard")),
    Room("you", "You", ("profile", "settings", "privacy")),
)
"""The rooms of the picture, with the names of the commands in them."""


class Here(NamedTuple):
    """What there is to do where somebody asked: a sentence or two, and buttons that do it."""

    told: str
    buttons: Sequence[ui.Button[Any]]


def without_table(why_not: str) -> Here:
    """Where nothing is played; `why_not` says why the person can't begin a game, and is empty if they can."""
    others = [button("Learn", links.Learn()), button("Game of the day", links.Daily())]
    if why_not:
        return Here(f"No game is running here. {why_not}", others)
    play = button("Play a game", links.ChooseGame(), ButtonStyle.success)
    told = "No game is running here. Start one, learn one, or play the game of the day."
    return Here(told, [play, *others])


def in_lobby(lobby: Lobby, *, can_join: bool) -> Here:
    """In a lobby, for somebody who can join it or not."""
    told = f"There's an open lobby for **{lobby.game.about.title}** here."
    if not can_join:
        return Here(f"{told} Use **/board** to see it.", _about_game(lobby.stored.game))
    join = button("Join", table_routes.Join(lobby.id), ButtonStyle.success)
    return Here(f"{told} Press Join, or use **/board** to see it.", [join, *_about_game(lobby.stored.game)])


def at_game(session: Session, user_id: int) -> Here:
    """At a game under way, for somebody who plays there, has left it or watches it."""
    about, seats = session.game.about, session.seats
    others = _about_game(about.name)
    running = f"**{about.title}** is running here."
    if seats.is_away(user_id):
        back = button("Come back", table_routes.ComeBack(session.id), ButtonStyle.success)
        return Here(f"{running} {AWAY}", [back, *others])
    try:
        own = seats.of(user_id)
    except Refusal:
        return Here(f"{running} You're watching. Use **/board** to see the board.", others)
    if about.hands and not session.is_direct:
        others.insert(0, button(f"My {about.hand}", table_routes.Hand(session.id), ButtonStyle.success))
    if set(own) & {*session.table.turn.owes, *session.waits_for()}:
        yours = "It's your turn. Use the buttons under the board or your hand, or type a move with **/move**."
        return Here(f"{running} {yours}", others)
    return Here(f"{running} Waiting for {' and '.join(seats.called_all(session.table.turn.owes))}.", others)


def _about_game(name: str) -> list[ui.Button[Any]]:
    """What helps with a game that is played here."""
    learn = [button("Learn", links.Learn(name))] if has_lesson(name) else []
    return [button("Rules", links.Rules(name, 0)), *learn]


def help_card(commands: Sequence[Command], reader: Face) -> HelpCard:
    """The picture for a place where these commands can be used."""
    names = {one.name for one in commands}
    rooms = (
        Room(one.scene, one.name, tuple(f"/{name}" for name in one.commands if name in names))
        for one in HOUSE
    )
    return HelpCard("What you can do here", tuple(rooms), reader)


def help_screen(card: HelpCard, drawn: Drawn, here: Here) -> Screen:
    """The picture, what there is to do here, and the way to all commands."""
    rooms = " ".join(f"{one.name}: {listed([*one.commands])}." for one in card.rooms)
    alt = f"{card.title}: a house with {len(card.rooms)} rooms. {rooms}"
    return screen(
        picture(HELP_PICTURE, drawn, alt_text(alt)),
        here.told,
        rows([*here.buttons, button("All commands", routes.AllCommands())]),
    )


def commands_screen(commands: Sequence[Command]) -> Screen:
    """What each of these commands does."""
    return screen(
        "\n".join(f"**/{one.name}** · {one.description}" for one in commands),
        rows([button("Back", routes.Help())]),
    )


def about_card() -> AboutCard:
    """The picture of the bot with all its games."""
    games = registry.all_games().values()
    titles = {level.title for game in games for level in game.about.computers}
    computers = tuple(one for one in LEVELS if one in titles)
    return AboutCard(
        name="Parlour",
        under=f"{len(games)} lost tabletop games, played again",
        games=tuple(
            GameRow(
                game.about.title,
                registry.banner_picture(game.about.name),
                game.about.line,
                size_of(game).players,
                f"{either(size_of(game).minutes)} min",
            )
            for game in games
        ),
        against=f"With friends, or against {len(computers)} computers",
        computers=computers,
    )


def about_screen(card: AboutCard, drawn: Drawn, *, can_play: bool) -> Screen:
    """The picture, the version and the edition of each game's rules, and what to do next."""
    abouts = (game.about for game in registry.all_games().values())
    editions = ", ".join(f"{one.title} {one.edition}" for one in abouts)
    play = [button("Play a game", links.ChooseGame(), ButtonStyle.success)] if can_play else []
    return screen(
        picture(ABOUT_PICTURE, drawn, alt_text(_described(card))),
        f"**Parlour {__version__}**\n-# Editions of the rules: {editions}.",
        rows([*play, button("Learn", links.Learn()), button("Help", routes.Help())]),
    )


def _described(card: AboutCard) -> str:
    games = (
        f"{one.title}, {either(one.seats)} players, {one.length.replace('min', 'minutes')}: {one.line}"
        for one in card.games
    )
    return " ".join([f"{card.name}. {card.under}.", *games, f"{card.against}: {listed([*card.computers])}."])
