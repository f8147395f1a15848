"""Closing a question that only one person saw, once they have answered it."""

from bot.rights import unseen
from bot.screens.answer import Answer


async def close_question(answer: Answer) -> None:
    """The board shows the result; if it can't be shown here, the person is told why."""
    if told := unseen(answer.interaction):
        await answer.notice(told)
    await answer.close()
