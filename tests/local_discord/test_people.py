"""The people's socket: what a person receives, and what happens to nonsense."""

import asyncio
import re
from pathlib import Path

import aiohttp
import pytest
import yarl

import local_discord
from local_discord import sample
from local_discord.actions import ACTIONS
from local_discord.person import ClientState, Person, Refused
from local_discord.server import LocalDiscord
from local_discord.world import find_mentions
from tests.local_discord.raw_bot import RawBot


async def test_the_same_people_and_channels_are_there_after_a_restart() -> None:
    seen = []
    for _ in range(2):
        async with LocalDiscord() as discord, Person.connect(discord.url, sample.ADA) as ada:
            seen.append(
                (
                    ada.sees.guild["id"],
                    [one["user"]["id"] for one in ada.sees.guild["members"][:-1]],
                    list(ada.sees.channels),
                )
            )
    assert seen[0] == seen[1]


async def test_a_person_is_told_of_everybody_and_everything(ada: Person, bot: RawBot) -> None:
    names = [one["user"]["username"] for one in ada.sees.guild["members"] if not one["user"].get("bot")]
    assert len(names) >= 6
    assert ada.sees.guild["owner_id"] == sample.ADA
    assert [one["name"] for one in ada.sees.applications.values()] == ["Test Bot", "Other"]
    assert {one["name"] for one in ada.sees.channels.values()} >= {
        "general",
        "games",
        "music",
        "no-bots-here",
    }


async def test_two_tabs_of_one_person_see_the_same(ada: Person, bot: RawBot) -> None:
    async with Person.connect(bot.discord.url, sample.ADA) as tab:
        said = await tab.say("general", "hello")
        await ada.wait_for(lambda one: one["id"] == said["id"])
        interaction_id = await tab.command("greet", channel="general")
        await ada.wait_until(lambda: ada.sees.interactions.get(interaction_id) == "waiting")


async def test_what_was_said_before_is_read_on_arrival(ada: Person, discord: LocalDiscord) -> None:
    said = await ada.say("general", "hello")
    async with Person.connect(discord.url, sample.EMI) as emi:
        assert [one["id"] for one in emi.sees.in_channel("general")] == [said["id"]]


async def test_unread_marks_count_messages_and_mentions_until_read(ada: Person, emi: Person) -> None:
    await ada.say("general", "hello")
    await ada.say("general", f"<@{sample.EMI}> hello")
    await ada.say("general", "@everyone hello")
    await emi.wait_until(lambda: emi.sees.unread.get(sample.GENERAL, {}).get("count") == 3)
    assert emi.sees.unread[sample.GENERAL]["mentions"] == 2
    await emi.do("read", channel_id=sample.GENERAL)
    await emi.wait_until(lambda: emi.sees.unread[sample.GENERAL]["count"] == 0)
    assert sample.GENERAL not in ada.sees.unread


async def test_only_those_who_may_ring_for_everyone(emi: Person, ada: Person) -> None:
    said = await emi.say("general", "@everyone <@&1> hello")
    assert not said["mention_everyone"]
    assert said["mention_roles"] == []


async def test_bots_ring_only_for_whom_they_mean_to(ada: Person, bot: RawBot) -> None:
    text = f"<@{sample.ADA}> <@{sample.EMI}>"
    for allowed, mentioned in (
        (None, [sample.ADA, sample.EMI]),
        ({"parse": []}, []),
        ({"parse": [], "users": [sample.EMI]}, [sample.EMI]),
        ({"parse": ["users"]}, [sample.ADA, sample.EMI]),
    ):
        _, message = await bot.post(sample.GAMES, {"content": text, "allowed_mentions": allowed})
        assert [one["id"] for one in message["mentions"]] == mentioned
    shown = {"flags": 1 << 15, "components": [{"type": 10, "content": text}]}
    _, message = await bot.post(sample.GAMES, shown)
    assert len(message["mentions"]) == 2


def test_everyone_is_rung_for_only_when_that_is_allowed(discord: LocalDiscord) -> None:
    world = discord.world
    channel = world.channels[sample.GENERAL]
    for allowed, rings in ((None, True), ({"parse": ["users"]}, False), ({"parse": ["everyone"]}, True)):
        found = find_mentions(world, channel, sample.ADA, "@everyone", allowed)
        assert found["mention_everyone"] is rings


async def test_an_edit_rings_for_nobody(ada: Person, bot: RawBot) -> None:
    _, message = await bot.post(sample.GAMES, {"content": "x"})
    await ada.wait_until(lambda: ada.sees.unread.get(sample.GAMES, {}).get("count") == 1)
    await bot.call(
        "PATCH", f"/channels/{sample.GAMES}/messages/{message['id']}", {"content": f"<@{sample.ADA}>"}
    )
    await ada.wait_for(lambda one: one["mentions"])
    assert ada.sees.unread[sample.GAMES] == {"channel_id": sample.GAMES, "count": 1, "mentions": 0}


@pytest.mark.parametrize(
    ("act", "fields"),
    [
        ("nonsense", {}),
        ("history", {}),
        ("history", {"channel_id": "1"}),
        ("say", {"channel_id": sample.GENERAL, "content": ""}),
        ("say", {"channel_id": sample.GENERAL, "content": "x" * 2001}),
        ("say", {"channel_id": sample.GENERAL}),
        ("press", {"channel_id": sample.GENERAL, "message_id": "1", "custom_id": "x"}),
        ("submit", {"interaction_id": "1", "values": {}}),
        ("dismiss", {"message_id": "1"}),
        ("open_dm", {"user_id": sample.EMI}),
        ("create_thread", {"channel_id": sample.GENERAL, "name": ""}),
        ("command", {"channel_id": sample.GENERAL, "name": ""}),
        ("command", {"channel_id": sample.GENERAL, "name": "greet", "options": 5}),
        ("faults", {"delay": "x"}),
    ],
)
async def test_nonsense_is_refused_with_a_sentence(
    ada: Person, bot: RawBot, act: str, fields: dict[str, object]
) -> None:
    with pytest.raises(Refused, match=r"^[A-Z].+\.$"):
        await ada.do(act, **fields)


async def test_frames_that_are_not_json_are_refused_and_the_socket_goes_on(discord: LocalDiscord) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{discord.url}/page/socket?person={sample.ADA}", max_msg_size=0) as socket,
    ):
        assert (await socket.receive_json())["t"] == "HELLO"
        for text in ("{", "[]", '"x"', "5"):
            await socket.send_str(text)
            assert (await socket.receive_json())["t"] == "REFUSED"


async def test_a_stranger_has_no_page(discord: LocalDiscord) -> None:
    address = f"{discord.url}/page/socket?person=1"
    async with aiohttp.ClientSession() as http, http.get(address) as response:
        assert response.status == 404


async def test_a_wait_that_fails_says_what_was_seen(ada: Person) -> None:
    await ada.say("general", "something else")
    with pytest.raises(TimeoutError, match="something else"):
        await ada.wait_for(lambda one: one["content"] == "x", timeout=0.05)


async def test_a_wrong_label_says_which_there_are(ada: Person, bot: RawBot) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    _, message = await bot.post(sample.GAMES, {"components": [{"type": 1, "components": [button]}]})
    with pytest.raises(LookupError, match="Go"):
        await ada.press(message, label="Stop")


async def test_files_that_are_not_there_are_not_found(discord: LocalDiscord, ada: Person) -> None:
    for path in ("/attachments/1/2/x.png", "/page/none.js", "/page/../server.py", "/emojis/1.png"):
        with pytest.raises(aiohttp.ClientResponseError, match="404"):
            await ada.fetch(discord.url + path)


@pytest.mark.parametrize(
    "odd", ["%00", "%ff", "a" * 300, "a/" * 1000, "..%2fserver.py", "..%2f..%2fetc", "."]
)
async def test_odd_paths_are_not_found(odd: str) -> None:
    async with LocalDiscord() as discord, aiohttp.ClientSession() as http:
        for place in ("/page/", "/attachments/", "/avatars/1/", "/emojis/", "/", "/api/v10/channels/"):
            address = yarl.URL(discord.url + place + odd, encoded=True)
            headers = {"Authorization": f"Bot {discord.applications[0].token}"}
            async with http.get(address, headers=headers) as response:
                assert response.status == 404, address


def test_the_readme_names_every_act_and_every_event() -> None:
    readme = (Path(local_discord.__file__).parent / "README.md").read_text(encoding="utf-8")
    contract = readme[readme.index("### From the page") : readme.index("## Faults")]
    named = set(re.findall(r"`([A-Za-z_]+)`", " ".join(re.findall(r"^\|(.+?)\|", contract, re.MULTILINE))))
    assert named - {"DONE", "REFUSED"} == set(ACTIONS) | ClientState().events()


async def test_hundreds_of_acts_at_once_are_all_answered(ada: Person, bot: RawBot) -> None:
    said = await asyncio.gather(*(ada.say("general", str(one)) for one in range(300)))
    assert len({one["id"] for one in said}) == 300
    assert len(ada.sees.in_channel("general")) == 300
