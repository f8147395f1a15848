"""What a host can choose before the game: the game's own options and the table's."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from bot.tables.table_options import TableOptions, offered_for
from games.game import AnyGame


@dataclass(frozen=True, slots=True)
class Option:
    """Something the host can choose: one of the game's options, or of the table's."""

    name: str
    field: FieldInfo
    value: Any
    is_tables: bool

    @property
    def is_changed(self) -> bool:
        """Whether it isn't at its default."""
        return bool(self.value != self.field.default)


def choices(
    game: AnyGame, chosen: BaseModel, table_options: TableOptions, *, is_direct: bool
) -> tuple[Option, ...]:
    """Everything the host can choose: the game's options in its order, then the table's."""
    fields, tables = game.options.model_fields, TableOptions.model_fields
    own = (Option(name, fields[name], value, False) for name, value in option_values(chosen).items())
    shared = (
        Option(name, tables[name], getattr(table_options, name), True)
        for name in offered_for(game, is_direct=is_direct)
    )
    return (*own, *shared)


def option_values(options: BaseModel) -> dict[str, Any]:
    """The options' values by name, in the order in which the game declares them.

    Leaves out those the game marks as `retired`: only tables that began with them have them.
    """
    return {name: getattr(options, name) for name in offered(type(options))}


def offered(options: type[BaseModel]) -> tuple[str, ...]:
    """The names of the options that a new table can have."""
    return tuple(name for name, field in options.model_fields.items() if not _is_retired(field))


def _is_retired(field: FieldInfo) -> bool:
    extra = field.json_schema_extra
    return isinstance(extra, dict) and extra.get("retired") is True
