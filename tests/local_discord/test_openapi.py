"""The local Discord's requests and answers, checked against Discord's own description of its HTTP API."""

import copy
import dataclasses
from collections.abc import Callable

import pytest

from local_discord import sample
from local_discord.person import Person
from tests.local_discord.bodies import LARGEST, REFUSED
from tests.local_discord.raw_bot import Json, RawBot
from tests.openapi import WHY_SKIPPED, Description, Exchange, Recording


@pytest.fixture
def description() -> Description:
    found = Description.load()
    if found is None:
        pytest.skip(WHY_SKIPPED)
    return found


GUILD, GAMES = f"/guilds/{sample.GUILD_ID}", f"/channels/{sample.GAMES}"

READ = (
    "/users/@me",
    "/users/@me/guilds",
    "/users/@me/guilds?with_counts=true",
    f"/users/{sample.ADA}",
    "/applications/@me",
    "/oauth2/applications/@me",
    "/gateway",
    "/gateway/bot",
    GUILD,
    f"{GUILD}?with_counts=true",
    f"{GUILD}/channels",
    f"{GUILD}/roles",
    f"{GUILD}/members?limit=100",
    f"{GUILD}/members/{sample.EMI}",
    f"{GUILD}/threads/active",
    GAMES,
    f"{GAMES}/messages",
    f"{GAMES}/messages?limit=1&before=999999999999999999",
    f"{GAMES}/messages/pins",
    f"{GAMES}/pins",
)


async def test_everything_that_can_be_read_is_as_described(
    description: Description, recording: Recording, ada: Person, bot: RawBot
) -> None:
    await ada.say("games", f"<@{sample.EMI}> hello")
    for path in (*READ, f"/applications/{bot.application.id}/commands"):
        status, _ = await bot.call("GET", path)
        assert status == 200, path
    assert description.all_objections(recording) == []


async def test_everything_that_can_be_done_is_as_described(
    description: Description, recording: Recording, ada: Person, bot: RawBot
) -> None:
    for body in LARGEST.values():
        await bot.post(sample.GAMES, body)
    _, message = await bot.post(sample.GAMES, {"content": "x"}, files=[("a.txt", b"text")])
    reference = {"message_id": message["id"]}
    await bot.post(sample.GAMES, {"content": "a reply", "message_reference": reference, "nonce": "1"})
    path = f"{GAMES}/messages/{message['id']}"
    await bot.call("PATCH", path, {"content": "y"})
    _, thread = await bot.call("POST", f"{path}/threads", {"name": "a thread"})
    await bot.call("GET", f"/channels/{thread['id']}")
    await bot.call("PATCH", f"/channels/{thread['id']}", {"name": "another"})
    await bot.call("PUT", f"/channels/{thread['id']}/thread-members/{sample.EMI}")
    await bot.call("GET", f"/channels/{thread['id']}/thread-members/{sample.EMI}")
    await bot.call("GET", f"/channels/{thread['id']}/thread-members")
    await bot.call("DELETE", f"/channels/{thread['id']}/thread-members/@me")
    _, private = await bot.call("POST", f"{GAMES}/threads", {"name": "between us"})
    await bot.call("PUT", f"/channels/{private['id']}/thread-members/{sample.EMI}")
    await bot.call("DELETE", f"/channels/{private['id']}/thread-members/{sample.EMI}")
    _, direct = await bot.call("POST", "/users/@me/channels", {"recipient_id": sample.ADA})
    await bot.post(direct["id"], {"content": "between us"})
    await bot.call("GET", f"/channels/{direct['id']}")
    image = "data:image/png;base64,iVBORw0KGgo="
    emojis = f"/applications/{bot.application.id}/emojis"
    _, emoji = await bot.call("POST", emojis, {"name": "spade", "image": image})
    await bot.call("GET", emojis)
    await bot.call("PATCH", f"{emojis}/{emoji['id']}", {"name": "heart"})
    await bot.call("DELETE", f"{emojis}/{emoji['id']}")
    await bot.call("POST", f"{GAMES}/typing")
    await react_and_pin(bot, path, message["id"])
    await bot.call("DELETE", path)
    assert {one.status // 100 for one in recording.exchanges} == {2}
    assert description.all_objections(recording) == []


async def react_and_pin(bot: RawBot, path: str, message_id: str) -> None:
    bot.discord.world.guilds[sample.GUILD_ID].members[bot.application.id].roles.append(
        sample.MODERATOR_ROLE_ID
    )
    for emoji in ("%F0%9F%91%8D", "%E2%9C%85"):
        await bot.call("PUT", f"{path}/reactions/{emoji}/@me")
        await bot.call("GET", f"{path}/reactions/{emoji}")
        await bot.call("GET", path)
    for end in ("/%F0%9F%91%8D/@me", f"/%E2%9C%85/{bot.application.id}", "/%E2%9C%85", ""):
        await bot.call("DELETE", f"{path}/reactions{end}")
    for pins in (f"{GAMES}/messages/pins", f"{GAMES}/pins"):
        await bot.call("PUT", f"{pins}/{message_id}")
        await bot.call("GET", pins)
        await bot.call("DELETE", f"{pins}/{message_id}")


async def test_every_refusal_has_the_shape_described(
    description: Description, recording: Recording, bot: RawBot
) -> None:
    for body, _, _ in REFUSED.values():
        await bot.post(sample.GAMES, body)
    await bot.call("GET", "/channels/1")
    assert len([one for one in recording.exchanges if one.status >= 400]) == len(REFUSED) + 1
    assert description.all_objections(recording) == []


POSTED = Exchange(
    "POST",
    f"/api/v10{GAMES}/messages",
    {},
    {"content": "x", "components": [{"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "x"}]}]},
    400,
    {"code": 0, "message": "x"},
)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda body: body.update(content=5),
        lambda body: body.update(embeds=[{"title": "x" * 257}]),
        lambda body: body["components"][0]["components"][0].update(custom_id="x" * 101),
        lambda body: body["components"][0]["components"][0].update(label="x" * 81),
        lambda body: body["components"][0].update(components=[{"type": 99}]),
        lambda body: body["components"][0]["components"].extend([{"type": 2, "style": 1}] * 5),
    ],
)
def test_the_description_has_teeth(description: Description, spoil: Callable[[Json], None]) -> None:
    body = copy.deepcopy(POSTED.body)
    assert isinstance(body, dict)
    taken = dataclasses.replace(POSTED, body=body, status=200, answer={})
    assert not any(" request: " in one for one in description.objections(taken))
    spoil(body)
    assert any(" request: " in one for one in description.objections(taken))


def test_an_answer_or_a_route_nobody_described_is_objected_to(description: Description) -> None:
    nowhere = dataclasses.replace(POSTED, path="/api/v10/nowhere")
    assert "not in the description" in description.objections(nowhere)[0]
    teapot = dataclasses.replace(POSTED, status=302)
    assert "not described" in description.objections(teapot)[0]
    hollow = dataclasses.replace(POSTED, body=None, status=200, answer={})
    assert "is a required property" in description.objections(hollow)[0]
