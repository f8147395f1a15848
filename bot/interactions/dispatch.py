"""What each verb of a custom id means."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.app import Parlour
from bot.interactions import ending, guide, leaderboard, leaving, lesson, lobby, settings, table, time
from bot.interactions.reading import Pressed, read
from bot.rights import must_be_in_place
from bot.screens.answer import Answer
from bot.screens.claim import is_ours
from bot.tables.refusal import Expired
from bot.trace import Stage, current

Action: TypeAlias = Callable[[Parlour, Answer, Pressed], Awaitable[None]]

AT_A_TABLE: dict[str, Action] = {
    "pick": table.pick,
    "lend": table.auto_pick,
    "hint": table.hint,
    "hinted": table.play_hint,
    "tips": table.turn_off_tips,
    "hand": table.hand,
    "notes": table.notes,
    "mark": table.mark,
    "like": table.like,
    "news": table.news,
    "undo": table.undo,
    "agree": table.agree,
    "refuse": table.refuse,
    "resign": ending.resign,
    "resigned": ending.resigned,
    "away": leaving.ask,
    "keep": leaving.keep,
    "free": leaving.free,
    "back": leaving.come_back,
    "take": leaving.take,
    "admit": leaving.admit,
    "stop": ending.stop,
    "stopped": ending.stopped,
    "paused": time.pause,
    "resume": time.resume,
    "absent": time.absent,
    "rematch": ending.rematch,
    "record": ending.record,
    "fair": guide.fair_play,
    "join": lobby.join,
    "leave": lobby.leave,
    "computer": lobby.computer,
    "solo": lobby.play_computer,
    "fill": lobby.fill,
    "start": lobby.start,
    "options": lobby.options,
    "option": lobby.option,
    "form": lobby.form,
    "remove": lobby.remove,
    "removed": lobby.removed,
    "host": lobby.host,
    "hosted": lobby.hosted,
    "close": lobby.close,
    "closed": lobby.closed,
}
"""Those whose first argument is the number of a table; see `must_be_in_place`."""

ACTIONS: dict[str, Action] = AT_A_TABLE | {
    "rules": guide.rules,
    "rule": guide.rule,
    "show": guide.show,
    "shelf": guide.games,
    "learn": lesson.learn,
    "lesson": lesson.turn_page,
    "try": lesson.attempt,
    "demo": lesson.demonstrate,
    "pause": lesson.pause,
    "taught": lesson.play,
    "ranks": leaderboard.turn_page,
    "setting": settings.setting,
    "server": settings.server,
    "open": lobby.open_chosen,
}


"""The verbs stand in the custom ids of old messages, so they stay when a function gets a better name."""


async def answer_press(app: Parlour, interaction: discord.Interaction) -> None:
    """Answer a button, a menu or a form."""
    verb, pressed = read(interaction)
    if not _opens_form(verb, pressed) and not await is_ours(interaction):
        return
    async with app.answer(interaction) as answer:
        action = ACTIONS.get(verb)
        if action is None:
            raise Expired
        press = current()
        press.name = verb
        if verb in AT_A_TABLE:
            press.session = pressed.number(0)
            await must_be_in_place(app.tables, interaction, pressed.number(0))
        press.reached(Stage.READ)
        await action(app, answer, pressed)


def _opens_form(verb: str, pressed: Pressed) -> bool:
    """Whether the answer is a form, which must be the first answer, and is all that happens."""
    opens_zone = verb == "setting" and pressed.arguments == ("zone",) and not pressed.values
    return verb == "form" or opens_zone
