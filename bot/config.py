"""Settings: `config.toml`, overridden by the environment (`PARLOUR_DISCORD__TOKEN` and the like)."""

from collections.abc import Iterator
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from bot.refusal import CannotRun

DEFAULT_FILE = Path("config.toml")

QUOTES = ('"', "'", "`", "“", "”", "‘", "’")

HANDOVER_SECONDS = 2.5
"""What fits into the 10 seconds a stopped container has until it is killed."""


HOW_TO_LOG_IN = (
    "There's no bot token. Put it in config.toml (see config.example.toml) or in PARLOUR_DISCORD__TOKEN. "
    "`make play` doesn't need one."
)

NOT_ACCEPTED = (
    "Discord didn't accept the token: it's wrong or was reset. Copy it again from the developer portal "
    "into config.toml or PARLOUR_DISCORD__TOKEN."
)


def _address(url: str) -> str:
    if url and not urlsplit(url).hostname:
        raise PydanticCustomError("address", "isn't an address like https://example.org/api")
    return url


Address: TypeAlias = Annotated[str, AfterValidator(_address)]


def _token(given: SecretStr) -> SecretStr:
    """The token without the trailing line break of a secrets file. The errors never quote it."""
    token = given.get_secret_value().strip()
    if token[:1] in QUOTES or token[-1:] in QUOTES:
        raise PydanticCustomError("token", "has quotes around the token: remove them")
    if token.casefold().startswith("bot "):
        raise PydanticCustomError("token", "starts with “Bot”: remove that word")
    if not all("!" <= sign <= "~" for sign in token):
        raise PydanticCustomError(
            "token", "contains a space, a line break or another character that no token has: copy it again"
        )
    return SecretStr(token)


Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]


class Section(BaseModel):
    """A section of the file. Unknown settings are refused, because they are probably misspelt."""

    model_config = ConfigDict(extra="forbid")


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

    host: str = "127.0.0.1"
    """The address to listen at. Empty: every one."""
    port: int = Field(default=0, ge=0, le=65_535)
    """The port. 0: nothing is served."""


class Settings(BaseSettings):
    """All settings. Raises pydantic's ValidationError, which names the setting, if a value is invalid."""

    model_config = SettingsConfigDict(
        env_prefix="PARLOUR_", env_nested_delimiter="__", toml_file="config.toml", extra="forbid"
    )

    discord: DiscordSettings = DiscordSettings()
    storage: StorageSettings = StorageSettings()
    play: PlaySettings = PlaySettings()
    log: LogSettings = LogSettings()
    serve: ServeSettings = ServeSettings()
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Values given in code win over the environment, and the environment over the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load(path: Path | None = None) -> Settings:
    """The settings from the environment, then from this file (or config.toml if there is one).

    Raises CannotRun if the file is missing or isn't TOML, or names each setting that is invalid.
    """
    file = path or DEFAULT_FILE
    if path and not path.exists():
        raise CannotRun(f"{path} doesn't exist.")

    class FromFile(Settings):
        model_config = SettingsConfigDict(toml_file=file)

    try:
        return FromFile()
    except ValidationError as wrong:
        raise CannotRun("\n".join(_faults(wrong))) from None
    except (TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise CannotRun(f"{file} isn't valid TOML: {wrong}.") from None
    except OSError as failed:
        raise CannotRun(f"Can't read {file}: {failed.strerror}.") from None


def _faults(settings: ValidationError) -> Iterator[str]:
    """A line for each error. None quotes a value, since it could be the token."""
    for one in settings.errors(include_input=False, include_url=False):
        yield f"{'.'.join(map(str, one['loc']))}: {one['msg']}"
