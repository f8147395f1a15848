"""An interaction's token as a webhook: its first answer and the messages after it."""

from bot.local.api import NOTHING, Call, Reply, Route
from bot.local.channels import Message
from bot.local.interactions import Interaction
from bot.local.refusal import unknown_message

ORIGINAL = "@original"


async def follow_up(call: Call) -> Reply:
    interaction = _interaction(call)
    posted = call.discord.answers.follow_up(interaction, call.fields(), call.uploads)
    return Reply(posted.raw)


async def message(call: Call) -> Reply:
    return Reply(_message(call, _interaction(call)).raw)


async def edit_message(call: Call) -> Reply:
    interaction = _interaction(call)
    edited = _message(call, interaction)
    call.discord.answers.amend(interaction, edited, call.fields(), call.uploads)
    return Reply(edited.raw)


async def delete_message(call: Call) -> Reply:
    call.discord.hub.delete(_message(call, _interaction(call)))
    return NOTHING


def _interaction(call: Call) -> Interaction:
    return call.discord.interactions.by_webhook(call["application_id"], call["token"])


def _message(call: Call, interaction: Interaction) -> Message:
    """A message of this application in the interaction's channel; `@original` is the first answer."""
    wanted = call["message_id"]
    if wanted == ORIGINAL:
        found = interaction.original
        there = found is not None and found.id in found.channel.messages
    else:
        found = interaction.channel.messages.get(wanted)
        there = found is not None and found.application_id == interaction.application.id
    if found is None or not there:
        raise unknown_message()
    return found


_MESSAGE = "/webhooks/{application_id}/{token}/messages/{message_id}"
ROUTES = (
    Route("POST", "/webhooks/{application_id}/{token}", follow_up, open=True),
    Route("GET", _MESSAGE, message, open=True),
    Route("PATCH", _MESSAGE, edit_message, open=True),
    Route("DELETE", _MESSAGE, delete_message, open=True),
)
