"""Everything a person can do, one module for each subject. `ACTIONS` has each by the name the page uses."""

from local_discord.actions import channels, developer, interactions, marks, messages, servers
from local_discord.page_request import Action

ACTIONS: dict[str, Action] = {
    **messages.ACTIONS,
    **interactions.ACTIONS,
    **marks.ACTIONS,
    **channels.ACTIONS,
    **servers.ACTIONS,
    **developer.ACTIONS,
}
