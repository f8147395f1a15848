"""What people do to learn a game: its lesson, its rules and its computers."""

from discord import app_commands

from bot.actions.lobby import can_begin, play_alone
from bot.app.dispatch import game_here, games_that_fit, on, typed
from bot.app.parlour import Parlour
from bot.chat import links
from bot.chat.answer import Answer
from bot.chat.custom_ids import number_in
from bot.learning import routes
from bot.learning.lesson import LESSON, STALE, left_screen, lessons_screen, step_screen, welcome_back
from bot.learning.levels import LevelsPage, ladder_of, levels_screen
from bot.learning.rules import RULES, example_screen, games_screen, page_of_rule, rules_screen
from bot.people.settings import change_settings, settings_of
from bot.refusal import Expired, Refusal
from games.core import Ready
from games.engine import lessons, registry
from games.engine.lesson import Lesson, Place, Stop, moved, turned
from games.engine.lessons import moment, shown_move
from games.kit.faces import Face


async def open_lesson(app: Parlour, answer: Answer, game: str) -> None:
    """Begin a lesson, or ask someone who has begun it whether to go on. Raises UnknownGame or Refusal."""
    lesson = lesson_of(game.casefold())
    place = await place_of(app, answer, lesson)
    if place.step:
        await answer.send(welcome_back(lesson, place), LESSON)
    else:
        await answer.send(
            await step_screen(app.pictures, app.faces, answer.interaction, lesson, place), LESSON
        )


def lesson_of(game: str) -> Lesson:
    """The game's lesson. Raises UnknownGame, and Refusal if it has none."""
    try:
        return lessons.find(game)
    except lessons.NoLesson as lacking:
        raise Refusal(str(lacking)) from None


async def place_of(app: Parlour, answer: Answer, lesson: Lesson) -> Place:
    """Where this person is in the lesson."""
    return (await settings_of(app.archive, answer.interaction.user.id)).place_in(lesson)


async def go_to(app: Parlour, answer: Answer, lesson: Lesson, place: Place) -> None:
    """Save this person's new place."""
    await change_settings(app.archive, answer.interaction.user.id, lambda had: had.at_place(lesson, place))


@on(links.Learn)
async def press_learn(app: Parlour, answer: Answer, pressed: links.Learn) -> None:
    """Open a game's lesson, from a lobby or a list of games."""
    await _learn(app, answer, answer.choice() if answer.chosen else pressed.game)


@on(routes.TurnLesson)
async def turn_page(app: Parlour, answer: Answer, pressed: routes.TurnLesson) -> None:
    """Turn to another step: the next, the one before, the one where somebody left, or the first."""
    lesson, step = lesson_of(pressed.game), pressed.step
    place = await place_of(app, answer, lesson)
    is_old = pressed.shown not in (None, place.step)
    there = None if is_old else turned(lesson, place, step)
    if there is None:
        # The second click of a double click: the first has done it, and nothing needs saying.
        await _show(app, answer, lesson, place, said="" if step == place.step else STALE)
        return
    await _go(app, answer, lesson, there)


@on(links.TryMove)
async def attempt(app: Parlour, answer: Answer, pressed: links.TryMove) -> None:
    """An answer to the question at a stop: the next question, or a move, which may be of the wrong kind."""
    found = await _at_stop(app, answer, pressed)
    if found is None:
        return
    lesson, place, stop = found
    answers = pressed.answers
    if answer.chosen:
        answers = (*answers, "+".join(answer.chosen))
    now = moment(lesson, place)
    answer.game = lesson.game
    asked = now.table.prompt(now.viewer, answers)
    if not isinstance(asked, Ready):
        await _show(app, answer, lesson, place, answers)
        return
    written = now.table.game.write(asked.move)
    if stop.fits(written):
        await _go(app, answer, lesson, moved(lesson, place, written))
    else:
        await _show(app, answer, lesson, place, refused=stop.reason(written))


@on(routes.ShowMove)
async def demonstrate(app: Parlour, answer: Answer, pressed: routes.ShowMove) -> None:
    """Make the move at a stop for somebody, and say why."""
    found = await _at_stop(app, answer, pressed)
    if found is not None:
        lesson, place, stop = found
        shown = shown_move(lesson.steps[place.step], moment(lesson, place))
        await _go(app, answer, lesson, moved(lesson, place, shown), said=stop.why)


@on(routes.LeaveLesson)
async def pause(app: Parlour, answer: Answer, pressed: routes.LeaveLesson) -> None:
    """Leave the lesson; the place in it is saved already."""
    lesson = lesson_of(pressed.game)
    await answer.turn_to(left_screen(lesson, await place_of(app, answer, lesson)), LESSON)


@on(routes.PlayAfterLesson)
async def play(app: Parlour, answer: Answer, pressed: routes.PlayAfterLesson) -> None:
    """Start a short first game against easy computers here: as the lesson says, in its Quick form if any.

    Raises Refusal if a game is running here.
    """
    lesson = lesson_of(pressed.game)
    quick = registry.find(lesson.game).quick
    options = {name: value for name, value in lesson.options if name not in quick}
    await play_alone(app, answer, lesson.game, options, is_quick=bool(quick))


async def _at_stop(
    app: Parlour, answer: Answer, pressed: links.TryMove | routes.ShowMove
) -> tuple[Lesson, Place, Stop] | None:
    """The stop whose button was pressed, and the place there.

    If the person isn't at that stop any more, they are shown where they are, and it's None.
    """
    lesson = lesson_of(pressed.game)
    place, at = await place_of(app, answer, lesson), pressed.step
    stop = lesson.steps[place.step].stop
    if at == place.step and stop is not None:
        return lesson, place, stop
    # The second click of a double click comes from the step before; nothing needs saying.
    await _show(app, answer, lesson, place, said="" if at == place.step - 1 else STALE)
    return None


async def _go(app: Parlour, answer: Answer, lesson: Lesson, place: Place, said: str = "") -> None:
    await go_to(app, answer, lesson, place)
    await _show(app, answer, lesson, place, said=said)


async def _show(
    app: Parlour,
    answer: Answer,
    lesson: Lesson,
    place: Place,
    answers: tuple[str, ...] = (),
    said: str = "",
    refused: str = "",
) -> None:
    pressed = answer.interaction
    screen = await step_screen(app.pictures, app.faces, pressed, lesson, place, answers, said, refused)
    await answer.turn_to(screen, LESSON)


@typed("learn", "Learn a game in five minutes, on your own")
@app_commands.describe(game="Which game? Leave empty for the one in this channel")
@app_commands.autocomplete(game=games_that_fit)
async def learn(app: Parlour, answer: Answer, game: str | None = None) -> None:
    """The game's lesson; a list of all lessons if no game is named and none is played here."""
    await _learn(app, answer, game or game_here(app, answer))


async def _learn(app: Parlour, answer: Answer, game: str) -> None:
    """The lesson of this game; without one, a list of all lessons."""
    if game:
        await open_lesson(app, answer, game)
    else:
        settings = await settings_of(app.archive, answer.interaction.user.id)
        await answer.turn_to(await lessons_screen(app.pictures, settings), LESSON)


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


@on(links.Rules)
async def press_rules(app: Parlour, answer: Answer, pressed: links.Rules) -> None:
    """Browse the rules: the first click opens them, later ones turn the pages."""
    page = number_in(answer.choice()) if answer.chosen else pressed.page
    await answer.turn_to(rules_screen(pressed.game, page), RULES)


@on(links.Rule)
async def rule(app: Parlour, answer: Answer, pressed: links.Rule) -> None:
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
        (await app.faces_of([user_id], answer.interaction.guild_id))[user_id] or Face(),
        await app.archive.standings.against_levels(user_id, about.name),
        can_begin(app, answer, about.name),
    )
    await answer.turn_to(levels_screen(page, await app.pictures.card(ladder_of(page))), RULES)


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
