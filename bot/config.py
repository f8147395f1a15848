"""Settings: `config.toml`, overridden by the environment (`PARLOUR_DISCORD__TOKEN` and the like)."""

from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Literal, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr
from pydantic_core import PydanticCustomError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

DEFAULT_FILE = Path("config.toml")

QUOTES = ('"', "'", "`", "“", "”", "‘", "’")


class CannotRead(Exception):
    """The file of settings cannot be read; the message is a sentence."""


def _address(url: str) -> str:
    if url and not urlsplit(url).hostname:
        raise PydanticCustomError("address", "is no address such as https://example.org/api")
    return url


Address: TypeAlias = Annotated[str, AfterValidator(_address)]


def _token(given: SecretStr) -> SecretStr:
    """The token without the line break that a file of secrets ends in. The sentences repeat nothing of it."""
    token = given.get_secret_value().strip()
    if token[:1] in QUOTES or token[-1:] in QUOTES:
        raise PydanticCustomError("token", "has quotes around the token: leave them out")
    if token.casefold().startswith("bot "):
        raise PydanticCustomError("token", "begins with “Bot”: give the token alone")
    if not all("!" <= sign <= "~" for sign in token):
        raise PydanticCustomError(
            "token", "has a line break, a space or another sign in it that no token has: copy the token again"
        )
    return SecretStr(token)


Token: TypeAlias = Annotated[SecretStr, AfterValidator(_token)]


class Section(BaseModel):
    """A part of the file. A setting that is not known is refused: it is misspelt."""

    model_config = ConfigDict(extra="forbid")


class DiscordSettings(Section):
    """How to reach Discord."""

    token: Token = SecretStr("")
    api_url: Address = Field(default="", description="Another base of the HTTP API; empty for Discord's own.")
    gateway_url: Address = Field(default="", description="Another gateway; empty for Discord's own.")


class StorageSettings(Section):
    """Where games are kept."""

    url: str = Field(default="sqlite+aiosqlite:///parlour.sqlite3", description="The database.")


class PlaySettings(Section):
    """How the bot behaves at the table."""

    pace: float = Field(default=1.2, ge=0, le=30, description="Seconds between two moves of computers.")
    minute: float = Field(
        default=60,
        gt=0,
        le=600,
        description="Seconds that count as a minute where a game limits the time of a move.",
    )
    remind_after: float = Field(
        default=25, ge=0, le=86_400, description="Seconds before a waited-for player is called."
    )
    bury_after: int = Field(
        default=6, ge=1, le=100, description="Messages below a board before it is posted anew."
    )
    icons: bool = Field(
        default=True, description="Small pictures on buttons, kept as the application's own emojis."
    )
    draw_threads: int = Field(default=1, ge=1, le=16, description="Threads that draw pictures.")
    computers: int = Field(default=1, ge=1, le=64, description="Worker processes in which computers think.")
    patience: float = Field(
        default=5, gt=0, le=60, description="Seconds before a computer's worker is replaced."
    )


class Settings(BaseSettings):
    """All settings. Raises pydantic's ValidationError, which names the setting, for a value out of bounds."""

    model_config = SettingsConfigDict(
        env_prefix="PARLOUR_", env_nested_delimiter="__", toml_file="config.toml", extra="forbid"
    )

    discord: DiscordSettings = DiscordSettings()
    storage: StorageSettings = StorageSettings()
    play: PlaySettings = PlaySettings()
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
        """What is given in code comes first, then the environment, then the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


def load(path: Path | None = None) -> Settings:
    """The settings of this file, or of config.toml if that is there, under those of the environment.

    Raises CannotRead for a file that is not there or no TOML, and ValidationError, which names the setting.
    """
    file = path or DEFAULT_FILE
    if path and not path.exists():
        raise CannotRead(f"{path} is not there.")

    class FromFile(Settings):
        model_config = SettingsConfigDict(toml_file=file)

    try:
        return FromFile()
    except (TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise CannotRead(f"{file} is not in TOML: {wrong}.") from None
    except OSError as failed:
        raise CannotRead(f"{file} cannot be read: {failed.strerror}.") from None
