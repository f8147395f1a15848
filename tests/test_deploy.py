"""deploy/ and the Dockerfile work: we follow each step, since no test can build an image."""

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY

from bot.__main__ import main
from bot.chat.tasks import CANCELLING_SECONDS, PROCESS_SECONDS
from bot.config import HANDOVER_SECONDS, DiscordSettings, ServeSettings, Settings
from bot.host.play import WORLD
from bot.telemetry.logs import Stage
from bot.telemetry.metrics import OUTCOMES
from local_discord.server import LocalDiscord
from tests.bot.process import START_SECONDS
from tests.bot.tables import until

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
HOSTING = ROOT / "docs" / "hosting.md"
ONE_OF_SEVERAL = DEPLOY / "parlour@.service"
UNITS = [
    DEPLOY / "parlour.service",
    ONE_OF_SEVERAL,
    DEPLOY / "parlour-backup.service",
    DEPLOY / "parlour-backup.timer",
]
DEPLOYED = [
    ROOT / "Dockerfile",
    DEPLOY / "compose.yaml",
    DEPLOY / "compose.postgres.yaml",
    ONE_OF_SEVERAL,
]
PYTHON = "/venv/bin/python"


@dataclass
class Image:
    """The result of the Dockerfile's last stage, in a separate folder."""

    files: Path
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = ""
    entrypoint: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def path(self, inside: str) -> Path:
        """A path in the image as one on this machine."""
        return self.files / (Path(self.folder) / inside).relative_to("/")


def instructions() -> Iterator[tuple[str, str]]:
    """Each instruction of the Dockerfile, its lines joined."""
    text = re.sub(r"(?m)^#.*\n", "", (ROOT / "Dockerfile").read_text())
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        if line:
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def is_sent(path: Path) -> bool:
    """Whether .dockerignore lets the build have this file: the last matching line decides."""
    sent = True
    parts = path.relative_to(ROOT).parts
    names = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
    for line in (ROOT / ".dockerignore").read_text().split():
        pattern = line.removeprefix("!").removeprefix("**/")
        tried = parts if "**/" in line else names
        if any(fnmatch(name, pattern) for name in tried):
            sent = line.startswith("!")
    return sent


def copy_from_context(source: str, target: Path) -> None:
    """`COPY source target`: files alone, by .dockerignore."""
    origin = ROOT / source
    found = [origin] if origin.is_file() else [one for one in origin.rglob("*") if one.is_file()]
    kept = [one for one in found if is_sent(one)]
    assert kept, f"the build isn't sent {source}"
    for one in kept:
        place = target / one.relative_to(origin if origin.is_dir() else ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(one, place)


class Build:
    """Follows the Dockerfile. It only notes RUN commands: they make the environment, and tests have one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stages: dict[str, Image] = {}
        self.image = Image(folder)
        self.runs: list[str] = []
        for name, rest in instructions():
            if name not in ("VOLUME", "STOPSIGNAL"):
                getattr(self, f"_{name.lower()}")(rest)

    def _from(self, rest: str) -> None:
        self.image = Image(self._folder / str(len(self._stages)))
        self._stages[rest.split()[-1]] = self.image

    def _copy(self, rest: str) -> None:
        *options, source, target = rest.split()
        if not options:
            copy_from_context(source, self.image.path(target))
        elif source != "/venv":
            stage = self._stages[options[0].removeprefix("--from=")]
            shutil.copytree(stage.path(source), self.image.path(target), dirs_exist_ok=True)

    def _run(self, rest: str) -> None:
        self.runs.append(rest)
        for deleted in re.findall(r"&& rm (\S+)$", rest):
            self.image.path(deleted).unlink()

    def _workdir(self, rest: str) -> None:
        self.image.folder = rest

    def _env(self, rest: str) -> None:
        self.image.environment |= dict(one.split("=", 1) for one in shlex.split(rest))

    def _user(self, rest: str) -> None:
        self.image.user = rest

    def _entrypoint(self, rest: str) -> None:
        self.image.entrypoint = json.loads(rest)

    def _cmd(self, rest: str) -> None:
        self.image.command = json.loads(rest)

    def _healthcheck(self, rest: str) -> None:
        self.image.health = json.loads(rest.partition("CMD ")[2])


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def image() -> Iterator[Image]:
    """The image, in a folder that any user can read."""
    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        Path(folder).chmod(0o755)
        yield Build(Path(folder) / "image").image


def test_containers_whose_image_lacks_the_health_check_have_it_too(image: Image) -> None:
    (test,) = re.findall(r"\n  bot:\n(?:    .*\n)*? +test: (.+)\n", (DEPLOY / "compose.yaml").read_text())
    assert json.loads(test) == ["CMD", *image.health]
    assert " ".join(image.health) in (ROOT / "docs" / "hosting.md").read_text()


@dataclass(frozen=True)
class Runner:
    """A Python that runs what is in the image, and the user who does."""

    python: str
    user: dict[str, Any]
    """As a process is started; empty for the user of the tests."""

    @classmethod
    def of(cls, image: Image) -> "Runner":
        """The user whom the image names, if the tests may become that user and can find a Python for it."""
        uid, gid = map(int, image.user.split(":"))
        user: dict[str, Any] = {"user": uid, "group": gid, "extra_groups": []}
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        for python in filter(None, (sys.executable, shutil.which(version, path=os.defpath))):
            with suppress(OSError):
                if subprocess.run([python, "-c", ""], check=False, cwd="/", **user).returncode == 0:
                    return cls(python, user)
        return cls(sys.executable, {})

    def own(self, folder: Path) -> None:
        """Make a folder of this user, as the Dockerfile does."""
        folder.mkdir(mode=0o700)
        if self.user:
            os.chown(folder, self.user["user"], self.user["group"])

    async def run(
        self, image: Image, command: list[str], environment: dict[str, str]
    ) -> asyncio.subprocess.Process:
        """Run this as the container would, with the packages of the tests."""
        assert command[0] == PYTHON
        return await asyncio.create_subprocess_exec(
            self.python,
            *command[1:],
            cwd=image.path(""),
            env=environment | {"PYTHONPATH": sysconfig.get_path("purelib")},
            stderr=asyncio.subprocess.PIPE,
            **self.user,
        )


async def test_the_container_runs_the_bot_is_healthy_and_writes_only_to_its_volume(image: Image) -> None:
    before = sorted(image.files.rglob("*"))
    games, runner = image.files.parent / "games", Runner.of(image)
    runner.own(games)
    async with LocalDiscord(WORLD) as discord:
        own = {"PATH": os.environ["PATH"], **image.environment}
        own["PARLOUR_STORAGE__URL"] = own["PARLOUR_STORAGE__URL"].replace("////games", f"///{games}")
        own |= {
            "PARLOUR_SERVE__PORT": str(free_port()),
            "PARLOUR_DISCORD__TOKEN": discord.applications[0].token,
            "PARLOUR_DISCORD__API_URL": discord.api_url,
            "PARLOUR_DISCORD__GATEWAY_URL": discord.gateway_url,
            "PARLOUR_DISCORD__CDN_URL": discord.cdn_url,
            "PARLOUR_PLAY__ICONS": "false",
        }
        bot = await runner.run(image, image.entrypoint + image.command, own)
        try:
            await until(lambda: discord.gateway.online(discord.applications[0]), START_SECONDS)
            for _ in range(50):  # it is still resuming its games
                if await (await runner.run(image, image.health, own)).wait() == 0:
                    break
            else:
                pytest.fail("it isn't healthy")
        finally:
            bot.send_signal(signal.SIGTERM)
            _, said = await bot.communicate()
        assert bot.returncode == 0, said
        assert await (await runner.run(image, image.health, own)).wait() != 0, "it has stopped"
    assert sorted(image.files.rglob("*")) == before
    assert (games / "parlour.sqlite3").stat().st_uid == runner.user.get("user", os.getuid())


async def test_play_says_in_the_container_what_is_missing(image: Image) -> None:
    bot = await Runner.of(image).run(image, [*image.entrypoint, "play"], {"PATH": os.environ["PATH"]})
    _, said = await bot.communicate()
    assert bot.returncode == 1
    assert said.decode().startswith("The local Discord isn't installed here.")
    assert "Traceback" not in said.decode()


def test_the_image_has_what_the_bot_needs_and_nothing_else(image: Image) -> None:
    assert sorted(one.name for one in image.path("").iterdir()) == ["bot", "docs", "games", "storage"]
    assert {one.name for one in image.path("docs").iterdir()} == {"verify.html", "verify.py"}
    assert not list(image.files.rglob("__pycache__"))
    assert image.user.partition(":")[0] not in ("", "0", "root")


def test_the_image_installs_everything_with_hashes(tmp_path: Path) -> None:
    runs = Build(tmp_path).runs
    assert any("pip" in one and one.endswith("--require-hashes -r requirements.lock") for one in runs)
    pinned = re.findall(r"(?m)^([\w.-]+)(?:\[.*\])?==", (ROOT / "requirements.lock").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [re.split(r"[<>=\[]", one)[0].replace(".", "-") for one in project["dependencies"]]
    assert set(wanted) <= set(pinned)


@pytest.mark.parametrize("file", DEPLOYED, ids=lambda file: file.name)
def test_every_setting_in_it_is_one(file: Path) -> None:
    named = set(re.findall(r"PARLOUR_(\w+?)(?=[^\w])", file.read_text()))
    assert named
    for name in named:
        section, _, setting = name.lower().partition("__")
        model = Settings.model_fields[section].annotation
        assert model is not None
        assert setting in getattr(model, "model_fields", {}), name


@pytest.mark.parametrize("unit", UNITS[:3], ids=lambda unit: unit.name)
def test_a_service_runs_a_command_that_there_is(unit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (started,) = re.findall(r"(?m)^ExecStart=.*python (-m .*?)'?$", unit.read_text())
    module, package, *arguments = shlex.split(re.sub(r"\$\$\(.*?\)", "day", started))
    assert (module, package) == ("-m", "bot")
    config = arguments.index("/etc/parlour/config.toml")
    arguments[config] = "/no/such/file"
    assert main(arguments) == 1
    assert "/no/such/file doesn't exist" in capsys.readouterr().err


def test_one_of_several_services_may_no_more_than_the_only_one() -> None:
    def rights(unit: Path) -> str:
        return unit.read_text().partition("# It can write its games")[2]

    assert rights(ONE_OF_SEVERAL) == rights(UNITS[0]) != ""


def test_each_of_several_services_has_its_own_port() -> None:
    port = re.findall(r"(?m)^Environment=PARLOUR_SERVE__PORT=(.*)$", ONE_OF_SEVERAL.read_text())[0]
    ports = [ServeSettings(port=port.replace("%i", str(number))).port for number in range(1, 10)]
    assert len(set(ports)) == 9


@pytest.mark.parametrize("file", [*DEPLOYED[1:], UNITS[0]], ids=lambda file: file.name)
def test_what_stops_a_bot_waits_10_seconds_longer_than_the_bot_waits_for_others(file: Path) -> None:
    (limit,) = re.findall(
        r"(?:TimeoutStopSec=|  bot:\n(?:    .*\n)*    stop_grace_period: )(\d+)s", file.read_text()
    )
    handover = re.findall(r"PARLOUR_DISCORD__HANDOVER(?:=|: )(\d+)", file.read_text())
    given = DiscordSettings(shards=2, handover=float(handover[0]) if handover else HANDOVER_SECONDS)
    assert float(limit) >= given.handover + 10
    assert float(limit) > PROCESS_SECONDS + CANCELLING_SECONDS + given.more_time


def test_the_database_of_the_containers_has_no_more_rights_than_the_bot() -> None:
    bot = (DEPLOY / "compose.yaml").read_text()
    (database,) = re.findall(
        r"(?m)^  database:\n((?:    .*\n)+)", (DEPLOY / "compose.postgres.yaml").read_text()
    )
    for right in (
        "    read_only: true\n",
        "    cap_drop:\n      - ALL\n",
        "    security_opt:\n      - no-new-privileges:true\n",
        "    pids_limit: 200\n",
        "    restart: unless-stopped\n",
        '      options:\n        max-size: 10m\n        max-file: "5"\n',
    ):
        assert right in bot
        assert right in database
    assert "    user: postgres\n" in database
    assert "ports:" not in database


ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="systemd isn't here")
def test_systemd_knows_every_directive_of_the_units(tmp_path: Path) -> None:
    units = [tmp_path / unit.name for unit in UNITS]
    for unit, copy in zip(UNITS, units, strict=True):
        copy.write_text(
            unit.read_text().replace("ExecStart=/opt/parlour/.venv/bin/python", "ExecStart=/bin/sh")
        )
    found = subprocess.run([str(ANALYZE), "verify", *units], capture_output=True, text=True, check=False)
    assert "parlour" not in found.stderr


def test_an_alert_says_which_of_several_processes_it_is_about() -> None:
    alerts = re.split(r"\n +- alert: ", (DEPLOY / "alerts.yaml").read_text())[1:]
    of_each = [one for one in alerts if "up{" in one or "parlour_connected" in one]
    assert len(of_each) == 2
    assert all("$labels.instance" in one for one in of_each)
    assert all("sum" in one for one in alerts if one not in of_each)


def test_alerts_look_at_what_the_bot_measures() -> None:
    text = (DEPLOY / "alerts.yaml").read_text()
    there = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    source = (ROOT / "bot" / "host" / "serve.py").read_text()
    named = set(re.findall(r"\bparlour_\w+", text))
    assert named
    assert [one for one in named if one not in there and f'"{one}"' not in source] == []
    assert set(re.findall(r'outcome="(\w+)"', text)) <= set(OUTCOMES)
    assert set(re.findall(r'stage="(\w+)"', text)) <= set(Stage)


SERVICES = """\
case $1 in
sudo) if [ $4 = "$BROKEN" ]; then exit 1; fi ;;
curl) n=${3#localhost:946} n=${n%/healthz}; if [ parlour@$n = "$UNWELL" ]; then exit 22; fi
    asked=$(grep -c "^curl.*:946$n/" said); if [ $asked -lt 3 ]; then exit 22; fi ;;
timeout) shift 2; exec $TIMEOUT $PATIENCE "$@" ;;
esac"""
"""Three services that are well once somebody has asked three times, except for one that is never."""

CONTAINERS = """\
case $*/ in
*" ps "*) echo one two three ;;
*" $BROKEN"*) exit 1 ;;
esac"""
"""An engine with three containers, in which one thing doesn't work."""


def rolled(
    folder: Path, begins: str, ends: str, programs: Sequence[str], does: str, **fate: str
) -> list[str]:
    """What the update in the guide, which `begins` and `ends` like this, had these programs do, in order."""
    (script,) = re.findall(f"^    {begins}.*?^    {ends}$", HOSTING.read_text("utf-8"), re.M | re.S)
    for name in programs:
        program = folder / name
        program.write_text(f'#!/bin/sh\nset -- {name} "$@"\necho "$@" >> said\n{does}\n', encoding="utf-8")
        program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "TIMEOUT": shutil.which("timeout") or "",
    }
    done = subprocess.run(
        ["/bin/sh", "-c", script], cwd=folder, env=environment | fate, capture_output=True, check=False
    )
    return [*(folder / "said").read_text(encoding="utf-8").splitlines(), *done.stdout.decode().splitlines()]


def of_services(folder: Path, **fate: str) -> list[str]:
    """What the rolling update of services did, without how it waits."""
    programs = ("sudo", "curl", "sleep", "timeout")
    fate = {"BROKEN": "", "UNWELL": "", "PATIENCE": "60", **fate}
    said = rolled(folder, "for n in 1 2 3; do$", "done", programs, SERVICES, **fate)
    return [one for one in said if not one.startswith(("timeout", "sleep 2"))]


def restarted(number: int) -> list[str]:
    asked = [f"curl -fs localhost:946{number}/healthz"] * 3
    return [f"sudo systemctl restart parlour@{number}", *asked, "sleep 30"]


def test_the_rolling_update_of_services_waits_until_each_process_is_well(tmp_path: Path) -> None:
    assert of_services(tmp_path) == [*restarted(1), *restarted(2), *restarted(3)]


def test_the_rolling_update_of_services_stops_at_the_first_process_that_is_not_well(tmp_path: Path) -> None:
    said = of_services(tmp_path, UNWELL="parlour@2", PATIENCE="0.5")
    assert said[:6] == [*restarted(1), "sudo systemctl restart parlour@2"]
    assert set(said[6:]) == {"curl -fs localhost:9462/healthz", "parlour@2 isn't well."}


def test_the_rolling_update_of_services_stops_at_the_first_process_that_cannot_be_restarted(
    tmp_path: Path,
) -> None:
    assert of_services(tmp_path, BROKEN="parlour@2") == [*restarted(1), "sudo systemctl restart parlour@2"]


@pytest.mark.parametrize(
    ("broken", "done"),
    [
        pytest.param(
            "nothing", "ps build up stop:one rm:one stop:two rm:two stop:three rm:three", id="nothing"
        ),
        pytest.param("build ", "ps build", id="the new version can't be built"),
        pytest.param("up ", "ps build up", id="the new processes aren't well in time"),
        pytest.param("40 two", "ps build up stop:one rm:one stop:two", id="an old one doesn't stop"),
    ],
)
def test_the_rolling_update_of_containers_stops_old_processes_only_once_the_new_ones_are_well(
    tmp_path: Path, broken: str, done: str
) -> None:
    said = rolled(tmp_path, 'compose="docker', "for one in .*? done", ["docker"], CONTAINERS, BROKEN=broken)
    files = "docker compose -f deploy/compose.yaml -f deploy/compose.postgres.yaml"
    waits = "up --detach --wait --wait-timeout 300 --no-deps --no-recreate --scale bot=6 bot"
    commands = {"ps": f"{files} ps --quiet bot", "build": f"{files} build bot", "up": f"{files} {waits}"}
    for one in ("one", "two", "three"):
        commands |= {f"stop:{one}": f"docker stop -t 40 {one}", f"rm:{one}": f"docker rm {one}"}
    its = [one for one in said if one.startswith("docker")]
    assert its == [commands[one] for one in done.split()]
