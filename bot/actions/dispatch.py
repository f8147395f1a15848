"""What each verb of a custom id does, and every slash command."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.actions import guide, learn, leaving, lists, lobby, settings, table
from bot.actions.leaving import (
    absent,
    press_pause,
    press_resume,
    record,
    rematch,
    resign,
    resigned,
    stop,
    stopped,
)
from bot.actions.table import add_hand
from bot.actions.tree import Commands
from bot.app import Parlour
from bot.logs import Stage, current
from bot.press.answer import Answer, is_ours
from bot.press.gate import must_be_in_place
from bot.refusal import Expired
from bot.routes import Pressed, read_press

Action: TypeAlias = Callable[[Parlour, Answer, Pressed], Awaitable[None]]

AT_A_TABLE: dict[str, Action] = {
    "pick": table.pick,
    "lend": table.auto_pick,
    "hint": table.hint,
    "hinted": table.play_hint,
    "tips": table.turn_off_tips,
    "hand": table.press_hand,
    "notes": table.notes,
    "mark": table.mark,
    "like": table.like,
    "news": table.news,
    "undo": table.press_undo,
    "agree": table.agree,
    "refuse": table.refuse,
    "resign": resign,
    "resigned": resigned,
    "away": leaving.ask,
    "keep": leaving.keep,
    "free": leaving.free,
    "back": leaving.come_back,
    "take": leaving.take,
    "admit": leaving.admit,
    "stop": stop,
    "stopped": stopped,
    "paused": press_pause,
    "resume": press_resume,
    "absent": absent,
    "rematch": rematch,
    "record": record,
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
    "rules": guide.press_rules,
    "rule": guide.rule,
    "show": guide.show,
    "shelf": guide.games,
    "learn": learn.press_learn,
    "lesson": learn.turn_page,
    "try": learn.attempt,
    "demo": learn.demonstrate,
    "pause": learn.pause,
    "taught": learn.play,
    "ranks": lists.turn_page,
    "setting": settings.setting,
    "server": settings.server,
    "open": lobby.open_chosen,
}


"""The verbs stand in the custom ids of old messages, so they stay when a function gets a better name."""


async def answer_press(app: Parlour, interaction: discord.Interaction) -> None:
    """Answer a button, a menu or a form."""
    verb, pressed = read_press(interaction)
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


def make_commands(client: discord.Client, app: Parlour) -> Commands:
    """The tree of all commands, for this application."""
    commands = Commands(client, app)
    lobby.add_to(commands)
    learn.add_to(commands)
    table.add_to(commands)
    leaving.add_to(commands)
    add_hand(commands)
    lists.add_own_tables(commands)
    settings.add_to(commands)
    lists.add_to(commands)
    guide.add_to(commands)
    return commands
