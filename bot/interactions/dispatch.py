"""What each verb of a custom id means."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.interactions import guide, leaderboard, lobby, table
from bot.interactions.reading import OLD, Pressed, read
from bot.screens.answer import Answer
from bot.tables.refusal import Refusal

if TYPE_CHECKING:
    from bot.client import Parlour

Action: TypeAlias = Callable[["Parlour", Answer, Pressed], Awaitable[None]]

ACTIONS: dict[str, Action] = {
    "pick": table.pick,
    "lend": table.auto_pick,
    "hand": table.hand,
    "notes": table.notes,
    "like": table.like,
    "undo": table.undo,
    "agree": table.agree,
    "refuse": table.refuse,
    "resign": table.resign,
    "resigned": table.resigned,
    "stop": table.stop,
    "stopped": table.stopped,
    "rematch": table.rematch,
    "record": table.record,
    "rules": guide.rules,
    "shelf": guide.registry,
    "ranks": leaderboard.turn,
    "join": lobby.join,
    "leave": lobby.leave,
    "computer": lobby.computer,
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


async def answer_press(bot: "Parlour", interaction: discord.Interaction["Parlour"]) -> None:
    """Answer a button, a menu or a form."""
    verb, pressed = read(interaction)
    async with Answer(interaction) as answer:
        action = ACTIONS.get(verb)
        if action is None:
            raise Refusal(OLD)
        await action(bot, answer, pressed)
