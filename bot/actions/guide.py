"""The rules, the computer players and help."""

from discord import app_commands

from bot import __version__, routes
from bot.actions.lobby import games_that_fit, play_alone
from bot.actions.standings import faces_of
from bot.app import Parlour
from bot.custom_ids import number_in
from bot.dispatch import commands_of, game_here, in_lobby, on, table_here, typed
from bot.press.answer import Answer
from bot.refusal import Expired, Refusal
from bot.screens.guide import RULES, example_screen, games_screen, page_of_rule, rules_screen
from bot.screens.levels import LevelsPage, ladder_of, levels_screen
from bot.screens.lobby import fair_play as fair_play_notice
from bot.tables.lobby import Lobby
from bot.tables.session import AWAY, Session
from games import registry
from games.faces import Face


@typed("rules", "Read the rules of a game")
@app_commands.describe(game="Which game? Leave empty for the one in this channel")
@app_commands.autocomplete(game=games_that_fit)
async def rules(app: Parlour, answer: Answer, game: str | None = None) -> None:
    """The game's rules, to browse; a list of all games if none is named and none is played here."""
    name = game or game_here(app, answer)
    if name:
        screen = rules_screen(registry.find(name.casefold()).about.name, 0)
    else:
        screen = await games_screen(app.pictures)
    await answer.send(screen, RULES)


@typed("help", "See what you can do here")
async def guide(app: Parlour, answer: Answer) -> None:
    """What this channel's game is waiting for, then the commands."""
    commands = commands_of(answer.interaction).get_commands()
    known = (one for one in commands if isinstance(one, (app_commands.Command, app_commands.Group)))
    listed = [f"**/{one.name}** · {one.description}" for one in known]
    await answer.notice("\n".join([f"{_here(app, answer)}\n", *listed]), "help")


@typed("about", "About Parlour and its games")
async def about(app: Parlour, answer: Answer) -> None:
    """The version and the edition of each game's rules."""
    abouts = (game.about for game in registry.all_games().values())
    editions = ", ".join(f"{one.title} {one.edition}" for one in abouts)
    await answer.notice(
        f"## Parlour {__version__}\n"
        "Lost tabletop games, played again: **/play** starts one, **/learn** teaches one.\n"
        f"-# Editions of the rules: {editions}.",
        "about",
    )


def _here(app: Parlour, answer: Answer) -> str:
    match table_here(app, answer):
        case Lobby() as lobby:
            use = "Use" if lobby.is_direct else "Press Join, or use"
            return f"There's an open lobby for **{lobby.game.about.title}** here. {use} **/board** to see it."
        case Session() as session:
            running = f"**{session.game.about.title}** is running here."
            return f"{running} {_own(session, answer.interaction.user.id)}"
    return "No game is running here. Use **/play** to start one."


def _own(session: Session, user_id: int) -> str:
    if session.seats.is_away(user_id):
        return AWAY
    try:
        seats = session.seats.of(user_id)
    except Refusal:
        return "You're watching. Use **/board** to see the board."
    if set(seats) & {*session.table.turn.owes, *session.waits_for()}:
        return "It's your turn. Use the buttons under the board or your hand, or type a move with **/move**."
    waiting = " and ".join(session.seats.called_all(session.table.turn.owes))
    return f"Waiting for {waiting}."


@on(routes.Rules)
async def press_rules(app: Parlour, answer: Answer, pressed: routes.Rules) -> None:
    """Browse the rules: the first click opens them, later ones turn the pages."""
    page = number_in(answer.choice()) if answer.chosen else pressed.page
    await answer.turn_to(rules_screen(pressed.game, page), RULES)


@on(routes.Rule)
async def rule(app: Parlour, answer: Answer, pressed: routes.Rule) -> None:
    """The page with a numbered rule, for someone whose move it forbids."""
    await answer.send(rules_screen(pressed.game, page_of_rule(pressed.game, pressed.number)), RULES)


@on(routes.Example)
async def show(app: Parlour, answer: Answer, pressed: routes.Example) -> None:
    """An example of a rule, one moment at a time."""
    rule, step = (number_in(answer.choice()), 0) if answer.chosen else (pressed.rule, pressed.step)
    await answer.turn_to(await example_screen(app.pictures, pressed.game, rule, step), RULES)


@on(routes.Levels)
async def levels(app: Parlour, answer: Answer, pressed: routes.Levels) -> None:
    """Who the computers are, in place of the rules."""
    about, user_id = registry.find(pressed.game).about, answer.interaction.user.id
    page = LevelsPage(
        about,
        (await faces_of(app, [user_id], answer.interaction.guild_id))[user_id] or Face(),
        await app.archive.standings.against_levels(user_id, about.name),
    )
    await answer.turn_to(levels_screen(page, await app.pictures.levels(ladder_of(page))), RULES)


@on(routes.PlayLevel)
async def play_level(app: Parlour, answer: Answer, pressed: routes.PlayLevel) -> None:
    """Begin at once against computers of the chosen level. Raises Refusal if no game can begin here."""
    about = registry.find(pressed.game).about
    level = about.level(answer.choice())
    if level not in about.computers:
        raise Expired
    await play_alone(app, answer, about.name, level=level)


@on(routes.ListGames)
async def games(app: Parlour, answer: Answer, pressed: routes.ListGames) -> None:
    """The list of games, or the first page of the game chosen there."""
    screen = rules_screen(answer.choice(), 0) if answer.chosen else await games_screen(app.pictures)
    await answer.turn_to(screen, RULES)


@in_lobby(routes.FairPlay)
async def fair_play(app: Parlour, answer: Answer, lobby: Lobby, pressed: routes.FairPlay) -> None:
    """Tell the person how chance is kept fair in this lobby's game."""
    await answer.notice(fair_play_notice(lobby), "fair play")
