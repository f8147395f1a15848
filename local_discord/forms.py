"""Reading a JSON object strictly: it collects every mistake with its place, as Discord reports them."""

import datetime as dt
import re
from collections.abc import Collection
from typing import Any, Self

from local_discord.codec import Json
from local_discord.errors import APIError

Path = tuple[str, ...]

INVALID = "Invalid Form Body"
SNOWFLAKE = re.compile(r"\d{1,20}")


def given(**fields: object) -> Json:
    """Those of the fields that aren't None."""
    return {key: value for key, value in fields.items() if value is not None}


class FormErrors:
    """What is wrong with one request."""

    def __init__(self) -> None:
        self.errors: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Adds a mistake. Discord reports only the innermost ones, so they replace outer ones."""
        place = self.errors
        for step in path:
            place.pop("_errors", None)
            place = place.setdefault(step, {})
        if not place or "_errors" in place:
            place.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_if_any(self) -> None:
        """Raises the error 50035 if anything is wrong."""
        if self.errors:
            raise APIError(400, 50035, INVALID, self.errors)


def refusal(path: Path, code: str, message: str) -> APIError:
    """The error 50035 for a single mistake."""
    errors = FormErrors()
    errors.add(path, code, message)
    return APIError(400, 50035, INVALID, errors.errors)


class Form:
    """A JSON object to read. A wrong field reads as None and is listed in the errors.

    As a context manager it raises the error 50035 at the end if anything was wrong.
    """

    __slots__ = ("errors", "fields", "path")

    def __init__(self, fields: object, errors: FormErrors | None = None, path: Path = ()) -> None:
        self.errors = errors = FormErrors() if errors is None else errors
        self.path = path
        if isinstance(fields, dict):
            self.fields: Json = fields
        else:
            self.fields = {}
            errors.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.errors.raise_if_any()

    def wrong(self, key: str | None, code: str, message: str) -> None:
        self.errors.add((*self.path, key) if key is not None else self.path, code, message)

    def missing(self, key: str) -> None:
        self.wrong(key, "BASE_TYPE_REQUIRED", "This field is required")

    def given(self, key: str) -> bool:
        return self.fields.get(key) is not None

    def text(self, key: str, most: int, *, least: int = 0, required: bool = False) -> str | None:
        """A string of `least` to `most` characters."""
        value = self._value(key, required)
        if isinstance(value, str):
            if least and required and not value:
                self.missing(key)
            elif self._fits(key, len(value), least, most):
                return value
        elif value is not None:
            self.wrong(key, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        return None

    def whole(self, key: str, least: int, most: int, *, default: int | None = None) -> int | None:
        value = self.fields.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < least:
            self.wrong(key, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value > most:
            self.wrong(key, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")
        else:
            return value
        return default

    def flag(self, key: str) -> bool | None:
        value = self.fields.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.wrong(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return None

    def moment(self, key: str) -> dt.datetime | None:
        """A moment in ISO 8601; without an offset it's in UTC."""
        value = self.fields.get(key)
        if value is None:
            return None
        try:
            moment = dt.datetime.fromisoformat(str(value))
            return moment.astimezone(dt.UTC) if moment.tzinfo else moment.replace(tzinfo=dt.UTC)
        except (ValueError, OverflowError):
            self.wrong(key, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")
            return None

    def choice(self, key: str, among: Collection[int], *, required: bool = False) -> int | None:
        value = self._value(key, required)
        if value is None or (value in among and not isinstance(value, bool)):
            return value
        allowed = ", ".join(str(one) for one in among)
        self.wrong(key, "BASE_TYPE_CHOICES", f"Value must be one of ({allowed}).")
        return None

    def kind(self, among: Collection[int]) -> int | None:
        """The `type` of a component."""
        value = self.fields.get("type")
        if isinstance(value, int) and value in among:
            return value
        allowed = ", ".join(str(one) for one in among)
        self.wrong("type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({allowed}).')
        return None

    def snowflake(self, key: str, *, required: bool = False) -> str | None:
        """An id, sent as a string or, as some libraries do, as a number."""
        value = self._value(key, required)
        if value is None:
            return None
        if SNOWFLAKE.fullmatch(str(value)):
            return str(value)
        self.wrong(key, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return None

    def url(
        self, key: str, *, required: bool = False, schemes: tuple[str, ...] = ("http", "https")
    ) -> str | None:
        value = self.text(key, 2048, required=required)
        if value is None:
            return None
        scheme, _, rest = value.partition("://")
        if scheme in schemes and rest:
            return value
        allowed = ", ".join(f"'{one}'" for one in schemes)
        message = f'Scheme "{scheme}" is not supported. Scheme must be one of ({allowed}).'
        self.wrong(key, "URL_TYPE_INVALID_SCHEME", message)
        return None

    def items(self, key: str, most: int, *, least: int = 0, required: bool = False) -> list[Any] | None:
        """A list of `least` to `most` entries; a wrong count is an error, but the list is still read."""
        value = self._value(key, required)
        if isinstance(value, list):
            self._fits(key, len(value), least, most)
            return value
        if value is not None:
            self.wrong(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return None

    def children(self, key: str, most: int, *, least: int = 0, required: bool = False) -> "list[Form]":
        """The objects in a list; none if it's left out or isn't one."""
        value = self.items(key, most, least=least, required=required) or ()
        return [self.at(key, place, one) for place, one in enumerate(value)]

    def child(self, key: str, *, required: bool = False) -> "Form | None":
        value = self._value(key, required)
        return None if value is None else Form(value, self.errors, (*self.path, key))

    def at(self, key: str, place: int, value: object) -> "Form":
        return Form(value, self.errors, (*self.path, key, str(place)))

    def require_new(self, key: str, value: Any, seen: set[Any], code: str, message: str) -> None:
        """Lists a mistake if the value, unless it's None, has been seen before, and remembers it."""
        if value in seen:
            self.wrong(key, code, message)
        if value is not None:
            seen.add(value)

    def _fits(self, key: str, length: int, least: int, most: int) -> bool:
        """Whether something of this length is allowed. If it isn't, that is a mistake."""
        if not least <= length <= most:
            bounds = f"between {least} and {most}" if least else f"{most} or fewer"
            code = "BASE_TYPE_BAD_LENGTH" if least else "BASE_TYPE_MAX_LENGTH"
            self.wrong(key, code, f"Must be {bounds} in length.")
        return least <= length <= most

    def _value(self, key: str, required: bool) -> Any:
        value = self.fields.get(key)
        if value is None and required:
            self.missing(key)
        return value
