"""What Parlour keeps of a person, in plain words, and the question before it's deleted."""

import io

import discord
from discord import ButtonStyle, ui

from bot.chat.parts import Screen, button, notice, paragraph, rows, screen, sealed
from bot.privacy import routes

PRIVACY = "privacy"
"""The purpose of this ephemeral message."""

_KEPT = (
    "## What I keep of you",
    (
        "- **Your games**: your Discord id, what you were called, every move and when you made it. The "
        "record is the game: without it nobody could go on, replay it, or check that chance was fair."
    ),
    "- **Results, ratings and titles** in each game and server: leaderboards and profiles show them.",
    "- **Games of the day and duels**: what you scored, and in which servers you're in the tables.",
    (
        "- **Your settings**: reminders, quiet hours, time zone, how you like your hands, how far you are in "
        "lessons, when others last notified you, and whose invitations you leave out."
    ),
    "- **Order in servers**: what you did to keep it, and if you were removed or kept away, by whom and why.",
    "- **Marks in your notebook**, and which of my messages show your hand, so that I can change them.",
    (
        "I read none of your messages, and I share this with nobody. Your moves are seen at the table, and "
        "your results in the servers where you play."
    ),
)
_BACKUPS = (
    "-# If I'm removed from a server, I forget it after 30 days: its leaderboards, tables and settings. "
    "Your games stay yours. What I've posted in channels stays there until somebody deletes it.\n"
    "-# The people who run me keep copies of everything in case a disk fails, usually for a week. "
    "What you delete is in the older ones until they are replaced."
)


def privacy_screen() -> Screen:
    """What's kept and why, with the buttons to have it and to delete it."""
    return screen(
        paragraph(*_KEPT, _BACKUPS),
        rows(
            [
                button("Download", routes.Privacy("download")),
                button("Delete …", routes.Privacy("delete"), ButtonStyle.danger),
            ]
        ),
    )


def download_screen(packed: bytes) -> Screen:
    """Everything as a file, only for this person."""
    told = (
        "Here's all I keep of you: data.json, and the records of your games that are over. The record of a "
        "deal that others still play comes once they're through."
    )
    file = discord.File(io.BytesIO(packed), filename="parlour-my-data.zip")
    return Screen(sealed([ui.TextDisplay(told), ui.File(f"attachment://{file.filename}")]), (file,))


def deleting(tables: int) -> tuple[str, ui.ActionRow[ui.LayoutView]]:
    """What deleting means, and the button that does it; `tables` is how many open ones they are at."""
    told = [
        "**Delete everything of yours?** Nobody can bring it back.",
        (
            "Your ratings, settings, marks and scores of games of the day are gone at once. In games that "
            "others played with you, you become “a former player”: they keep their games, results "
            "and ratings."
        ),
    ]
    if tables:
        told.append(f"{_still(tables)} To be forgotten there sooner, use **/leave** there first or later.")
    told.append(
        "If you come back, you start as somebody new. If a server keeps you away from its tables, that lasts "
        "until its time is up."
    )
    delete = button("Delete everything", routes.Privacy("really"), ButtonStyle.danger)
    return "\n".join(told), ui.ActionRow(delete)


def deleted_screen(tables: int) -> Screen:
    """It's done."""
    done = "Everything of yours is deleted."
    return Screen(notice(f"{done} {_still(tables)}".strip()))


def _still(tables: int) -> str:
    if not tables:
        return ""
    where = "1 open table" if tables == 1 else f"{tables} open tables"
    return f"You're still at {where}: your name stays there until the game ends or you leave it."
