"""Settings: `config.toml`, overridden by the environment (`PARLOUR_DISCORD__TOKEN` and the like)."""

import os
import re
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from bot.refusal import CannotRun
from storage.pasted import is_quoted, trimmed

DEFAULT_FILE = Path("config.toml")

MOST_BYTES = 1_000_000
"""The most that is read of a configuration: nobody writes one that long, but a device never ends."""

HANDOVER_SECONDS = 2.5
"""What fits into the 10 seconds a stopped container has until it is killed."""


HOW_TO_LOG_IN = (
    "There's no bot token. Put it in config.toml (see config.example.toml) or in PARLOUR_DISCORD__TOKEN. "
    "`make play` doesn't need one."
)


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_one = bool(parts.hostname) and parts.port != 0 and all("!" <= sign <= "~" for sign in url)
    except ValueError:  # such as a port that isn't a number
        is_one = False
    if url and not is_one:
        raise PydanticCustomError("address", "isn't an address like https://example.org/api")
    return url


Address: TypeAlias = Annotated[str, AfterValidator(_address)]


def _host(name: str) -> str:
    try:
        name.encode("idna")
        is_one = name.isprintable() and " " not in name
    except UnicodeError:
        is_one = False
    if not is_one:
        raise PydanticCustomError("host", "isn't the name or the address of a machine")
    return name


HostName: TypeAlias = Annotated[str, AfterValidator(_host)]


def _token(given: SecretStr) -> SecretStr:
    """The token, if it can be one. The errors never quote it."""
    token = given.get_secret_value()
    if token.casefold().startswith("bot "):
        raise PydanticCustomError("token", "starts with “Bot”: remove that word")
    if not all("!" <= sign <= "~" for sign in token):
        raise PydanticCustomError(
            "token", "contains a space, a line break or another character that no token has: copy it again"
        )
    return given


Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]


def _as_meant(value: object, about: ValidationInfo) -> object:
    """A text without what was pasted along with it, such as the line break of a secrets file."""
    if not isinstance(value, str):
        return value
    if is_quoted(meant := trimmed(value)):
        raise PydanticCustomError("quotes", f"has quotes around the {about.field_name}: remove them")
    return meant


class Section(BaseModel):
    """A section of the file. Unknown settings are refused, because they are probably misspelt."""

    model_config = ConfigDict(extra="forbid")

    as_meant = field_validator("*", mode="before")(_as_meant)


class DiscordSettings(Section):
    """How to reach Discord."""

    token: Token = SecretStr("")
    shards: int = Field(default=1, ge=1)
    """Parts into which servers are divided, so that several processes can share them."""
    handover: float = Field(default=HANDOVER_SECONDS, ge=0, le=600)
    """Seconds that a stopping process waits for others to take its shards."""
    api_url: Address = ""
    """Another base URL for the HTTP API. Empty: Discord's own."""
    gateway_url: Address = ""
    """Another gateway. Empty: Discord's own."""
    cdn_url: Address = ""
    """Another base URL for avatars. Empty: Discord's own."""

    @property
    def more_time(self) -> float:
        """How many more seconds a shutdown may take because of `handover`."""
        return max(self.handover - HANDOVER_SECONDS, 0) if self.shards > 1 else 0


class StorageSettings(Section):
    """Where games are saved."""

    url: str = "sqlite:///parlour.sqlite3"
    """The database: a file, or a PostgreSQL server."""
    shared: bool = False
    """Whether several bots may run with this database."""


class PlaySettings(Section):
    """How the bot behaves at the table."""

    pace: float = Field(default=1.2, ge=0, le=30)
    """Seconds between two computer moves."""
    minute: float = Field(default=60, gt=0, le=600)
    """Seconds that count as a minute in games with a time limit."""
    remind_after: float = Field(default=300, ge=0, le=86_400)
    """Seconds before a player who is due to move gets a reminder."""
    bury_after: int = Field(default=6, ge=1, le=100)
    """Messages below a board before it moves to the bottom again."""
    presses: int = Field(default=10, ge=5)
    """Presses and commands that one person can make in 2 seconds. Any more are skipped."""
    icons: bool = True
    """Small pictures on buttons, stored as the application's emojis."""
    draw_threads: int = Field(default=1, ge=1, le=16)
    """Threads that draw pictures."""
    cache_mb: int = Field(default=96, ge=16, le=100_000)
    """Megabytes for pieces of pictures that were drawn before."""
    computers: int = Field(default=1, ge=1, le=64)
    """Worker processes for computer players."""
    patience: float = Field(default=5, gt=0, le=60)
    """Seconds before a stuck worker is replaced."""


class LogSettings(Section):
    """How the log is written."""

    format: Literal["text", "json"] = "text"
    """Lines for people, or an object a line for programs."""


class ServeSettings(Section):
    """Where programs that watch the bot find `/metrics` and `/healthz`."""

    host: HostName = "127.0.0.1"
    """The address to listen at. Empty: every one."""
    port: int = Field(default=0, ge=0, le=65_535)
    """The port. 0: nothing is served."""


class Settings(BaseSettings):
    """All settings. Raises pydantic's ValidationError, which names the setting, if a value is invalid."""

    model_config = SettingsConfigDict(env_prefix="PARLOUR_", env_nested_delimiter="__", extra="forbid")

    as_meant = field_validator("log_level", mode="before")(_as_meant)

    discord: DiscordSettings = DiscordSettings()
    storage: StorageSettings = StorageSettings()
    play: PlaySettings = PlaySettings()
    log: LogSettings = LogSettings()
    serve: ServeSettings = ServeSettings()
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"


def load(path: Path | None = None) -> Settings:
    """The settings from the environment, then from this file (or config.toml if there is one).

    Raises CannotRun if the file is missing or can't be read as TOML, or names each setting that is invalid.
    """
    file = path or DEFAULT_FILE
    given = _read(file) if path or os.path.lexists(file) else {}

    class FromFile(Settings):
        @classmethod
        def settings_customise_sources(
            cls, settings_cls: type[BaseSettings], *_: object, **sources: PydanticBaseSettingsSource
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return sources["env_settings"], InitSettingsSource(settings_cls, given)

    _must_be_known(os.environ)
    try:
        return FromFile()
    except ValidationError as wrong:
        raise CannotRun("\n".join(_faults(wrong))) from None
    except SettingsError:
        raise CannotRun(
            "A variable for a whole section, such as PARLOUR_DISCORD, isn't JSON. Set single settings "
            "instead, such as PARLOUR_DISCORD__TOKEN."
        ) from None


def readable_by_all(path: Path | None = None) -> str | None:
    """A sentence if the file, or config.toml, has the token, and everybody on this machine can read it."""
    file = path or DEFAULT_FILE
    try:
        has_token = _read(file).get("discord", {}).get("token")
        if has_token and file.stat().st_mode & stat.S_IROTH:
            return f"Everybody on this machine can read the token in {file}. Type: chmod 600 {file}"
    except (OSError, CannotRun):  # there's none, or `load` says what's wrong
        return None
    return None


def _read(file: Path) -> dict[str, Any]:
    """What's in the file. Raises CannotRun."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise CannotRun(f"{file} doesn't exist.") from None
    except OSError as failed:
        raise CannotRun(f"Can't read {file}: {failed.strerror}.") from None
    if len(raw) > MOST_BYTES:
        raise CannotRun(f"{file} is too long to be a configuration.")
    try:
        return tomllib.loads(raw.decode("utf-16" if raw.startswith(_UTF_16) else "utf-8-sig"))
    except UnicodeDecodeError:
        raise CannotRun(f"{file} isn't UTF-8 text. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as wrong:
        raise CannotRun(f"{file} isn't valid TOML: {wrong}.") from None


_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How text from Windows may begin."""


def _faults(settings: ValidationError) -> Iterator[str]:
    """A line for each error. None quotes a value, since it could be the token."""
    for one in settings.errors(include_input=False, include_url=False):
        name = ".".join(map(str, one["loc"]))
        if one["type"] == "extra_forbidden":
            yield f"{name}: isn't a setting. Did you mean {_nearest(name, _NAMES)}?"
        else:
            yield f"{name}: {one['msg']}"


def _names() -> Iterator[str]:
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, Section):
            yield from (f"{name}.{one}" for one in section.model_fields)
        else:
            yield name


_NAMES = tuple(_names())
"""Every setting, such as `play.pace`."""

_PREFIX = "PARLOUR_"

_OF_KUBERNETES = re.compile(r"PARLOUR_(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)")
"""What Kubernetes sets in every container, if a service there is called parlour."""


def _must_be_known(environment: Mapping[str, str]) -> None:
    """Raises CannotRun if a variable looks like a setting and isn't one, because it's probably misspelt."""
    known = {f"{_PREFIX}{name.replace('.', '__').upper()}" for name in _NAMES}
    sections = {f"{_PREFIX}{name.upper()}" for name in Settings.model_fields}
    faults = [
        f"{name} isn't a setting. Did you mean {_nearest(name.upper(), known)}?"
        for name in environment
        if name.upper().startswith(_PREFIX)
        and name.upper() not in known | sections
        and not name.upper().startswith(tuple(f"{one}__" for one in sections))  # pydantic names these
        and not _OF_KUBERNETES.fullmatch(name)
    ]
    if faults:
        raise CannotRun("\n".join(faults))


def _nearest(name: str, known: Iterable[str]) -> str:
    """The known name that is most like this one."""
    return get_close_matches(name, sorted(known), n=1, cutoff=0)[0]
