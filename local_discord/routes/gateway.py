"""The address of the gateway."""

from local_discord.api import Call, Reply, Route


async def gateway(call: Call) -> Reply:
    return Reply({"url": call.discord.gateway_url})


async def gateway_for_bot(call: Call) -> Reply:
    starts = call.discord.session_starts
    return Reply(
        {
            "url": call.discord.gateway_url,
            "shards": starts.sharding.recommended,
            "session_start_limit": starts.limit(call.application.id),
        }
    )


ROUTES = (
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_for_bot),
)
