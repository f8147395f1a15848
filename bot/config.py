"""Settings: `config.toml`, overridden by the environment (`PARLOUR_DISCORD__TOKEN` and the like)."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, SecretStr
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)


class DiscordSettings(BaseModel):
    """How to reach Discord."""

    token: SecretStr = SecretStr("")
    api_url: str = Field(default="", description="Another base of the HTTP API; empty for Discord's own.")
    gateway_url: str = Field(default="", description="Another gateway; empty for Discord's own.")


class StorageSettings(BaseModel):
    """Where games are kept."""

    url: str = Field(default="sqlite+aiosqlite:///parlour.sqlite3", description="The database.")


class PlaySettings(BaseModel):
    """How the bot behaves at the table."""

    pace: float = Field(default=1.2, ge=0, le=30, description="Seconds between two moves of computers.")
    nudge_after: float = Field(
        default=25, ge=0, le=86_400, description="Seconds before a waited-for player is called."
    )
    bury_after: int = Field(
        default=6, ge=1, le=100, description="Messages below a board before it is posted anew."
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


def load(path: Path) -> Settings:
    """The settings of this file, if it is there, under those of the environment."""

    class FromFile(Settings):
        model_config = SettingsConfigDict(toml_file=path)

    return FromFile()
