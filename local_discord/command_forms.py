"""Application commands, checked the way Discord does."""

import re

from local_discord.codec import Json
from local_discord.controls import copy_fields
from local_discord.forms import Form
from local_discord.invocations import CHAT_INPUT, GROUP, INTEGER, NUMBER, STRING, SUBCOMMAND

USER_COMMAND, MESSAGE_COMMAND = 2, 3
COMMANDS_MOST = {CHAT_INPUT: 100, USER_COMMAND: 15, MESSAGE_COMMAND: 15}
OPTIONS_MOST = 25
CHOICES_MOST = 25
CHARACTERS_MOST = 8000

_VALUES = tuple(range(3, 12))
# What a command, a group and a subcommand can directly contain.
_ALLOWED_IN = {0: (SUBCOMMAND, GROUP, *_VALUES), GROUP: (SUBCOMMAND,), SUBCOMMAND: _VALUES}

_NAME = re.compile(r"[-_'\w]{1,32}")


def read_command(form: Form) -> Json:
    """A command as Discord stores it, without id and version; errors are collected."""
    kind = form.choice("type", (CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND)) or CHAT_INPUT
    command: Json = {"type": kind}
    if kind == CHAT_INPUT:
        command |= _read_named(form)
        command["options"] = _read_options(form, 0)
    else:
        command |= {"name": form.text("name", 32, least=1, required=True), "description": ""}
    permissions = form.fields.get("default_member_permissions")
    command["default_member_permissions"] = None if permissions is None else str(permissions)
    command["contexts"] = form.fields.get("contexts")
    command["integration_types"] = form.fields.get("integration_types") or [0]
    command["nsfw"] = bool(form.flag("nsfw"))
    command["dm_permission"] = form.fields.get("dm_permission", True) is not False
    if command["contexts"] is None and not command["dm_permission"]:
        command["contexts"] = [0]
    if _characters(command) > CHARACTERS_MOST:
        message = f"Command exceeds maximum size ({CHARACTERS_MOST})"
        form.wrong(None, "APPLICATION_COMMAND_TOO_LARGE", message)
    return command


def _read_named(form: Form) -> Json:
    name = form.text("name", 32, least=1, required=True)
    if name is not None and (not _NAME.fullmatch(name) or name != name.lower()):
        message = "Command name is invalid"
        form.wrong("name", "APPLICATION_COMMAND_INVALID_NAME", message)
    return {"name": name, "description": form.text("description", 100, least=1, required=True)}


def _read_options(form: Form, holder: int) -> list[Json]:
    """Options: unique names, required ones first, branches not mixed with values."""
    options: list[Json] = []
    names: set[str] = set()
    optional_seen = False
    for child in form.children("options", OPTIONS_MOST) or ():
        option = _read_option(child, holder)
        if option["name"] in names:
            message = "Option name already exists"
            child.wrong("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message)
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            child.wrong(None, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
        names.add(option["name"])
        options.append(option)
    branches = [one["type"] in (SUBCOMMAND, GROUP) for one in options]
    if any(branches) and not all(branches):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    return options


def _read_option(form: Form, holder: int) -> Json:
    kind = form.choice("type", _ALLOWED_IN[holder], required=True) or STRING
    option: Json = {"type": kind} | _read_named(form)
    if kind in (SUBCOMMAND, GROUP):
        option["options"] = _read_options(form, kind)
        return option
    form.flag("required")
    copy_fields(form.fields, option, "required", "channel_types")
    if kind in (STRING, INTEGER, NUMBER):
        _read_bounds(form, kind, option)
    return option


def _read_bounds(form: Form, kind: int, option: Json) -> None:
    if kind == STRING:
        bounds: Json = {
            "min_length": form.whole("min_length", 0, 6000),
            "max_length": form.whole("max_length", 1, 6000),
        }
        copy_fields(bounds, option, *bounds)
    else:
        copy_fields(form.fields, option, "min_value", "max_value")
    autocomplete = form.flag("autocomplete")
    choices = _read_choices(form, kind)
    if autocomplete and choices:
        message = "Autocomplete and choices are mutually exclusive"
        form.wrong("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message)
    copy_fields({"autocomplete": autocomplete, "choices": choices or None}, option, "autocomplete", "choices")


def _read_choices(form: Form, kind: int) -> list[Json]:
    choices: list[Json] = []
    for child in form.children("choices", CHOICES_MOST) or ():
        name = child.text("name", 100, least=1, required=True)
        value = child.fields.get("value")
        if kind == STRING:
            value = child.text("value", 100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            child.wrong("value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        if any(name == one["name"] for one in choices):
            message = "Option choice name already exists"
            child.wrong("name", "APPLICATION_COMMAND_OPTION_CHOICE_NAME_ALREADY_EXISTS", message)
        choices.append({"name": name, "value": value})
    return choices


def _characters(command: Json) -> int:
    """Names, descriptions and values: what Discord counts towards 8000."""
    total = len(command.get("name") or "") + len(command.get("description") or "")
    total += sum(len(str(one["name"])) + len(str(one["value"])) for one in command.get("choices", ()))
    return total + sum(_characters(option) for option in command.get("options", ()))
