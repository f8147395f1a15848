"""`python -m bot invite`: the link that invites the bot, and what each permission is for."""

from discord.utils import oauth_url

from bot.rights import INVITED_WITH, REASONS

SCOPES = ("bot", "applications.commands")


def invitation(application_id: int | str) -> str:
    """The link with which people who manage a server invite this application."""
    return oauth_url(application_id, permissions=INVITED_WITH, scopes=SCOPES)


def letter(application_id: int) -> str:
    """The link, and a line on each permission."""
    reasons = "\n".join(f"  {name}: {reason}" for name, reason in REASONS.items())
    return f"{invitation(application_id)}\n\nIt asks for these permissions:\n\n{reasons}"
