"""Requests and answers checked against Discord's own OpenAPI description of its HTTP API.

The description is optional data: `Description.load()` returns None without it, and tests skip.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

FILE = Path(
    os.environ.get("DISCORD_OPENAPI") or Path(__file__).parents[2] / "shared" / "discord-openapi.json"
)
WHY_SKIPPED = (
    "Discord's OpenAPI description is missing: set DISCORD_OPENAPI to its path, "
    "or put it in the folder shared next to the project."
)
BASE = "/api/v10"
_URI = "urn:discord"
_METHODS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True)
class Exchange:
    """One request and its answer, as `LocalDiscord(record=…)` tells them."""

    method: str
    path: str
    query: dict[str, str]
    body: object
    status: int
    answer: object


@dataclass
class Recording:
    """Collects exchanges: give it to `LocalDiscord` as `record`."""

    exchanges: list[Exchange] = field(default_factory=list)

    def __call__(
        self, method: str, path: str, query: dict[str, str], body: object, status: int, answer: object
    ) -> None:
        # Written out and read again: later changes of the same object must not change what was sent.
        body, answer = json.loads(json.dumps([body, answer]))
        self.exchanges.append(Exchange(method, path, query, body, status, answer))


@contextmanager
def described() -> Iterator[Recording]:
    """Give it to `LocalDiscord`: at the end every exchange has to fit the description, if that is there."""
    recording = Recording()
    yield recording
    if description := Description.load():
        assert description.all_objections(recording) == []


def _one_of(
    validator: Any, schemas: list[Mapping[str, Any]], instance: object, schema: Mapping[str, Any]
) -> Iterable[ValidationError]:
    """Like `oneOf`, but doesn't try a constant of another value or a component of another `type`.

    It can't fit, and finding out in how many ways takes most of the time. If nothing is left, the
    objection is the usual one.
    """
    fitting = [one for one in schemas if _may_fit(validator, one, instance)]
    found: Iterable[ValidationError] = _EVERY_ONE_OF(validator, fitting or schemas, instance, schema)
    return found


def _may_fit(validator: Any, schema: Mapping[str, Any], instance: object) -> bool:
    """False only if the schema, which may be a reference, names another value or another `type`."""
    if "const" in schema:
        return bool(schema["const"] == instance)
    if not isinstance(instance, dict) or "type" not in instance:
        return True
    if "$ref" in schema:
        schema = validator._resolver.lookup(schema["$ref"]).contents  # noqa: SLF001 - as its own `$ref` does
    types = schema.get("properties", {}).get("type", {}).get("enum")
    return types is None or instance["type"] in types


_EVERY_ONE_OF = Draft202012Validator.VALIDATORS["oneOf"]
_Validator: Any = extend(Draft202012Validator, {"oneOf": _one_of})  # type: ignore[no-untyped-call]  # by its stubs


class Description:
    """The description, widened in three places where Discord itself goes beyond it.

    Snowflakes may be integers in requests, the permissions of a role may be a string, and the errors in a
    50035 have names for codes (`BASE_TYPE_MAX_LENGTH`), as Discord's reference shows them.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        schemas = document["components"]["schemas"]
        schemas["SnowflakeType"] = {"type": ["string", "integer"]}
        schemas["Error"]["properties"]["code"] = {"type": ["integer", "string"]}
        for name in ("CreateRoleRequest", "UpdateRoleRequestPartial"):
            schemas[name]["properties"]["permissions"] = {"type": ["integer", "string", "null"]}
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry = Registry().with_resource(_URI, resource)
        self._document = document
        self._validators: dict[str, Any] = {}
        self._templates = sorted(_templates(document), key=lambda one: one[1].count("{"))

    @classmethod
    def load(cls) -> "Description | None":
        return _load() if FILE.exists() else None

    def objections(self, exchange: Exchange) -> list[str]:
        """What in the request, unless it was refused, or in the answer breaks the description."""
        template = self._template(exchange)
        if template is None:
            return [f"{exchange.method} {exchange.path} is not in the description"]
        where = f"{exchange.method} {template}"
        found = []
        if exchange.body is not None and exchange.status < 400:
            found += self._against(where, "request", self._request(template, exchange), exchange.body)
        pointer = self._answer(template, exchange)
        if pointer is None:
            found.append(f"{where}: answers with {exchange.status} are not described")
        elif pointer:
            found += self._against(where, f"answer {exchange.status}", pointer, exchange.answer)
        return found

    def all_objections(self, recording: Recording) -> list[str]:
        return [one for exchange in recording.exchanges for one in self.objections(exchange)]

    def _template(self, exchange: Exchange) -> str | None:
        path = exchange.path.removeprefix(BASE)
        for pattern, template in self._templates:
            if pattern.fullmatch(path) and exchange.method.lower() in self._document["paths"][template]:
                return template
        return None

    def _request(self, template: str, exchange: Exchange) -> str:
        operation = self._document["paths"][template][exchange.method.lower()]
        kind = "application/json"
        if kind not in operation.get("requestBody", {}).get("content", {}):
            return ""
        return _pointer("paths", template, exchange.method.lower(), "requestBody", "content", kind, "schema")

    def _answer(self, template: str, exchange: Exchange) -> str | None:
        """Where the answer's schema is; empty when an answer has no body, None when none is described."""
        method = exchange.method.lower()
        answers = self._document["paths"][template][method]["responses"]
        status = next(
            (one for one in (str(exchange.status), f"{exchange.status // 100}XX") if one in answers), None
        )
        if status is None:
            return None
        answer, steps = answers[status], ("paths", template, method, "responses", status)
        if "$ref" in answer:
            steps = tuple(answer["$ref"].removeprefix("#/").split("/"))
            answer = self._document["components"]["responses"][steps[-1]]
        if "application/json" not in answer.get("content", {}):
            return ""
        return _pointer(*steps, "content", "application/json", "schema")

    def _against(self, where: str, what: str, pointer: str, value: object) -> list[str]:
        if not pointer:
            return []
        validator = self._validators.get(pointer)
        if validator is None:
            schema = {"$ref": f"{_URI}#{pointer}"}
            validator = self._validators[pointer] = _Validator(schema, registry=self._registry)
        error = best_match(validator.iter_errors(value))
        return [] if error is None else [f"{where} {what}: {_plainly(error)}"]


@cache
def _load() -> Description:
    return Description(json.loads(FILE.read_text(encoding="utf-8")))


def _templates(document: dict[str, Any]) -> Iterator[tuple[re.Pattern[str], str]]:
    for template in document["paths"]:
        parts = re.split(r"\{[^}]+\}", template)
        yield re.compile("[^/]+".join(re.escape(part) for part in parts)), template


def _pointer(*steps: str) -> str:
    return "".join(
        "/" + step.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        for step in steps
    )


def _plainly(error: ValidationError) -> str:
    place = ".".join(str(step) for step in error.absolute_path) or "the body"
    return f"{place}: {error.message[:300]}"
