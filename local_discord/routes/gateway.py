"""Where the gateway is."""

from local_discord.api import Call, Reply, Route

SESSIONS_A_DAY = 1000


async def gateway(call: Call) -> Reply:
    return Reply({"url": call.discord.gateway_url})


async def gateway_for_bot(call: Call) -> Reply:
    limit = {
        "total": SESSIONS_A_DAY,
        "remaining": SESSIONS_A_DAY,
        "reset_after": 86_400_000,
        "max_concurrency": 1,
    }
    return Reply({"url": call.discord.gateway_url, "shards": 1, "session_start_limit": limit})


ROUTES = (
    Route("GET", "/gateway", gateway, open=True),
    Route("GET", "/gateway/bot", gateway_for_bot),
)
