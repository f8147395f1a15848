"""`python -m local_discord`: an address is printed, and it stops when told to."""

import asyncio
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

import local_discord
from local_discord import users
from local_discord.applications import Application, id_in_token, mint_token
from local_discord.person import Person


async def started(*arguments: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "local_discord",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_serves_until_it_is_told_to_stop(number: signal.Signals) -> None:
    token = mint_token(42)
    process = await started("--port", "0", "--application", f"Test Bot:{token}", "--shards", "3")
    assert process.stdout
    assert process.stderr
    line = (await process.stdout.readline()).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found
    async with aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bot {token}"}
        async with http.get(f"{found[0]}/api/v10/users/@me", headers=headers) as response:
            assert (await response.json())["id"] == "42"
        async with http.get(f"{found[0]}/api/v10/gateway/bot", headers=headers) as response:
            assert (await response.json())["shards"] == 3
    process.send_signal(number)
    rest, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert token.encode() not in rest


async def test_a_token_is_printed_where_it_was_made() -> None:
    process = await started("--port", "0", "--application", "My Bot")
    assert process.stdout
    lines = [(await process.stdout.readline()).decode() for _ in range(5)]
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    name, _, token = lines[-1].removeprefix("Application: ").strip().partition(", token ")
    assert name == "My Bot"
    assert id_in_token(token)


async def test_a_port_that_is_taken_is_a_sentence() -> None:
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    process = await started("--port", str(port))
    _, errors = await process.communicate()
    server.close()
    assert process.returncode == 1
    assert errors.decode().startswith(f"Can't use port {port} on 127.0.0.1: ")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (("--application", "Test Bot:nonsense"), "A token has three parts"),
        (("--shards", "0"), "'0' isn't a whole number of at least 1."),
    ],
)
async def test_what_cannot_be_is_refused_with_a_sentence(wrong: tuple[str, str], sentence: str) -> None:
    process = await started(*wrong)
    _, errors = await process.communicate()
    assert process.returncode == 2
    assert sentence in errors.decode()


def test_a_minted_token_carries_its_application() -> None:
    assert id_in_token(mint_token(42)) == "42"
    application = Application("Test Bot")
    assert id_in_token(application.token) == application.id == application.user.id
    for wrong in ("", "x.y", "????.x.y", "abc.x.y"):
        with pytest.raises(ValueError, match="three parts"):
            id_in_token(wrong)


async def test_the_world_is_read_from_a_file(tmp_path: Path) -> None:
    readme = Path(local_discord.__file__).with_name("README.md").read_text(encoding="utf-8")
    file = tmp_path / "world.json"
    file.write_text(readme.split("```json\n")[1].split("```")[0], encoding="utf-8")
    (tmp_path / "ann.png").write_bytes(users.disc(0x334455))
    process = await started("--port", "0", "--world", str(file))
    assert process.stdout
    found = re.search(r"http://127\.0\.0\.1:\d+", (await process.stdout.readline()).decode())
    assert found
    async with Person.connect(found[0], "100000000000000001") as ann:
        assert ann.sees.guild["name"] == "North"
        assert ann.sees.me["avatar"]
        assert [one["name"] for one in ann.sees.applications.values()] == ["My Bot"]
    process.send_signal(signal.SIGTERM)
    await process.communicate()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(None, "Can't read"), ("{}", "people: Field required"), ("nonsense", "Invalid JSON")],
)
async def test_a_world_that_cannot_be_read_is_a_sentence(
    tmp_path: Path, text: str | None, sentence: str
) -> None:
    file = tmp_path / "world.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    process = await started("--world", str(file))
    _, errors = await process.communicate()
    assert process.returncode == 2
    assert sentence in errors.decode()
    assert "Traceback" not in errors.decode()
