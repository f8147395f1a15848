"""The answer to an interaction."""

from local_discord.api import NOTHING, Call, Reply, Route


async def answer(call: Call) -> Reply:
    discord = call.discord
    interaction = discord.interactions.to_answer(call["interaction_id"], call["token"])
    discord.callbacks.take(interaction, call.fields(), call.uploads)
    if not call.asks_for("with_response"):
        return NOTHING
    return Reply(discord.callbacks.result(interaction))


ROUTES = (
    Route(
        "POST",
        "/interactions/{interaction_id}/{token}/callback",
        answer,
        open=True,
        limited=False,
    ),
)
