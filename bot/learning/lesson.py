"""A lesson as one person sees it: the coach's words, their own picture, and the game's own question."""

import re
from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ButtonStyle, ui

from bot.chat import links
from bot.chat.parts import (
    Layout,
    Screen,
    alt_text,
    button,
    choices,
    named,
    paragraph,
    picture,
    plainly,
    rows,
    screen,
    whole_sums,
)
from bot.chat.pictures import Faces, Pictures
from bot.chat.players import Player, computer, mention, name_at
from bot.learning import routes
from bot.people.settings import PersonSettings
from bot.table.screens.games import titles
from bot.table.screens.story import Heard, below, described, shortened, told_by, with_lines
from games.core import Question, Seat, letter, name_seats
from games.engine import lessons, registry
from games.engine.lesson import Lesson, Place
from games.engine.lessons import has_lesson, moment
from games.engine.table import Moment
from games.game import AnyGame
from games.kit.faces import Face

LESSON = "lesson"
"""The purpose of this ephemeral message."""

PICTURE = "lesson.png"
_ALONE = "Computer"
"""The name of a single opponent, in pictures too. Its level doesn't matter in a lesson."""

_OPPONENT = "the computer"
_BEGINS = re.compile(rf"(^|[.!?] ){_OPPONENT}\b")
STALE = "That button is from an earlier step. Here's where you are now."


async def step_screen(
    pictures: Pictures,
    faces: Faces,
    interaction: discord.Interaction,
    lesson: Lesson,
    place: Place,
    answers: tuple[str, ...] = (),
    said: str = "",
    refused: str = "",
) -> Screen:
    """A step of the lesson, with the question that follows `answers`. Raises IllegalMove.

    `said` comes before the coach's words, and `refused`, why a move won't do, after them.
    """
    game, now, step = registry.find(lesson.game), moment(lesson, place), lesson.steps[place.step]
    players = _players(game, now, interaction.user)
    asked = now.table.prompt(now.viewer, answers) if step.stop is not None else None
    shown = _seated(faces, game, players, interaction.guild_id or 0)
    drawn = await pictures.draw(game, now.view(), answers, shown, now.told())
    told = drawn.said if drawn is not None else ()
    new = [Heard(text, event) for event in reversed(now.events) if (text := event.heard_by(now.viewer))]
    lines = [
        shortened(one, now.viewer, lambda text: plainly(players, text))
        for one in below(game, new, now.viewer, () if now.viewer is None else (now.viewer,), told)
    ]
    is_plain = drawn is not None and not pictures.shows_players(game)
    question: list[ui.Item[Layout]] = []
    if isinstance(asked, Question):
        tried = links.TryMove(lesson.game, place.step, answers)
        question = [
            *paragraph(f"### {called(asked.text, players)}"),
            *choices(named(players, asked), tried, pictures.icons.of(game)),
        ]
    return screen(
        picture(PICTURE, drawn, _described(now, players, told_by(new, now.viewer, told))),
        _seating(players) if is_plain else "",
        paragraph(
            f"-# {game.about.title} · {step.scene.title} · Step {place.step + 1} of {len(lesson.steps)}",
            *(f"> {called(line, players)}" for line in lines),
            said and f"*{called(said, players)}*",
            called(step.words, players),
            refused and f"**{called(refused, players)}**",
        ),
        question,
        rows(_buttons(game, lesson, place, is_answering=bool(answers))),
    )


def welcome_back(lesson: Lesson, place: Place) -> Screen:
    """For someone who has begun this lesson before: go on, or start over."""
    game, step, last = registry.find(lesson.game), place.step, lesson.last
    there = routes.TurnLesson(lesson.game, step)
    again = button("Start over", routes.TurnLesson(lesson.game, 0))
    if step == last:
        text = f"You've finished the **{game.about.title}** lesson."
        return screen(text, rows([*_play(game), button("Show the last step", there), again]))
    text = f"You're at step {step + 1} of {last + 1} in the **{game.about.title}** lesson."
    go_on = button(f"Go on at step {step + 1}", there, ButtonStyle.success)
    return screen(text, rows([go_on, again]))


def _play(game: AnyGame) -> list[ui.Button[Layout]]:
    """What leads on to a first game; nothing in a game without computers."""
    play = button("Play the computer", routes.PlayAfterLesson(game.about.name), ButtonStyle.success)
    return [play] if game.about.computers else []


def left_screen(lesson: Lesson, place: Place) -> Screen:
    """What a lesson's message becomes when somebody leaves it."""
    title = registry.find(lesson.game).about.title
    text = f"You've left the **{title}** lesson. Your place is saved: **/learn** goes on from here."
    go_on = button("Go on", routes.TurnLesson(lesson.game, place.step))
    return screen(text, rows([go_on]))


def _buttons(
    game: AnyGame,
    lesson: Lesson,
    place: Place,
    *,
    is_answering: bool,
) -> Sequence[ui.Button[Layout]]:
    """The buttons below a step; at the end those that lead on to a game.

    Somebody who is answering a question has a Back button of that question already.
    """
    name, step = lesson.game, place.step
    back = button("Back", routes.TurnLesson(name, step - 1, step), disabled=step == 0)
    if step == lesson.last:
        start_over = button("Start over", routes.TurnLesson(name, 0))
        rules = button("Rules", links.Rules(name, 0))
        return [*_play(game), back, rules, start_over]
    leave = button("Leave the lesson", routes.LeaveLesson(name))
    if lesson.steps[step].stop is not None:
        return [*([] if is_answering else [back]), button("Show me", routes.ShowMove(name, step)), leave]
    return [back, button("Next", routes.TurnLesson(name, step + 1, step), ButtonStyle.success), leave]


def _players(game: AnyGame, now: Moment, user: discord.User | discord.Member) -> tuple[Player, ...]:
    """The learner on their seat, and computers on the others."""
    easy = game.about.easy
    other = computer(easy.name, easy.title) if easy else computer("easy")
    learner = Player(user.display_name, user_id=user.id)
    if len(now.table.seats) == 2:
        other = replace(other, name=_ALONE)
    return tuple(learner if seat == now.viewer else other for seat in now.table.seats)


def _seated(faces: Faces, game: AnyGame, players: tuple[Player, ...], guild_id: int) -> tuple[Face, ...]:
    """The players as pictures show them, a single opponent without its level."""
    shown = faces.seated(game, players, guild_id)
    if len(players) > 2:
        return shown
    return tuple(replace(face, name=_ALONE) if face.computer else face for face in shown)


def called(text: str, players: tuple[Player, ...]) -> str:
    """The text with the learner as a mention, which pings nobody, and a single opponent as “the computer”."""

    def name(seat: Seat) -> str:
        one = players[seat]
        if one.is_person:
            return mention(one.user_id, one.name)
        return _OPPONENT if len(players) == 2 else name_at(players, seat)

    return whole_sums(_BEGINS.sub(r"\1The computer", name_seats(text, name)))


def _seating(players: tuple[Player, ...]) -> str:
    """A small line that says who has which letter."""
    names = [
        f"**{letter(Seat(n)).upper()}** {called(f'{{{letter(Seat(n))}}}', players)}"
        for n in range(len(players))
    ]
    return f"-# {' · '.join(names)}"


def _described(now: Moment, players: tuple[Player, ...], told: Sequence[Heard]) -> str:
    """The picture in words, with the lines that its caption tells."""
    text = with_lines(described(now.table.game, now.view()), told)
    return alt_text(plainly(players, text))


async def lessons_screen(pictures: Pictures, settings: PersonSettings) -> Screen:
    """All games that can be learned, with a button each; which lessons this person has begun or finished."""
    abouts = [game.about for name, game in registry.all_games().items() if has_lesson(name)]
    buttons, begun = [], []
    for one in abouts:
        lesson = lessons.find(one.name)
        step = settings.place_in(lesson).step
        label, style = one.title, ButtonStyle.primary
        if step == lesson.last:
            label, style = f"{one.title} ✓", ButtonStyle.secondary
        elif step:
            begun.append(f"-# **{one.title}**: you're at step {step + 1} of {lesson.last + 1}.")
        buttons.append(button(label, links.Learn(one.name), style))
    return screen(
        await titles(pictures, abouts),
        "\n".join(["### Which game would you like to learn?", "Five minutes, on your own.", *begun]),
        rows(buttons),
    )
