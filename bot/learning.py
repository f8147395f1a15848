"""Opening a lesson, by command or by button, and keeping the place in it."""

from bot.app import Parlour
from bot.screens import progress
from bot.screens.answer import Answer
from bot.screens.lesson import LESSON, step_screen, welcome_back
from bot.tables.refusal import Refusal
from games import lessons
from games.lesson import Lesson, Place


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
    person = await app.archive.person(answer.interaction.user.id)
    return progress.read(person.settings, lesson)


async def go_to(app: Parlour, answer: Answer, lesson: Lesson, place: Place) -> None:
    """Save this person's new place."""
    await app.archive.change_settings(
        answer.interaction.user.id, lambda had: progress.write(had, lesson, place)
    )
