"""Application commands: checked the way Discord does, and used by a person."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from local_discord.applications import Application
from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.forms import Form, given
from local_discord.interactions import BY_GUILD, BY_PERSON, IN_BOT_DM, IN_GROUP, IN_GUILD, context_of
from local_discord.permissions import Permission
from local_discord.users import User
from local_discord.world import World

CHAT_INPUT = 1
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 3, 4, 5, 6, 7, 8, 9, 10, 11
NAMED = {
    USER: ("users",),
    ROLE: ("roles",),
    MENTIONABLE: ("users", "roles"),
    CHANNEL: ("channels",),
    ATTACHMENT: ("attachments",),
}
"""What the value of such an option can name."""
TEXT_MOST = 6000
USER_COMMAND, MESSAGE_COMMAND = 2, 3
COMMANDS_MOST = {CHAT_INPUT: 100, USER_COMMAND: 15, MESSAGE_COMMAND: 15}
CREATED_MOST, CREATED_SECONDS = 200, 86_400
"""How many commands may be created in a day, in each server and globally. Overwriting one doesn't count."""
OPTIONS_MOST = 25
CHOICES_MOST = 25
CHARACTERS_MOST = 8000

_VALUES = tuple(range(3, 12))
# What a command, a group and a subcommand can directly contain.
_ALLOWED_IN = {0: (SUBCOMMAND, GROUP, *_VALUES), GROUP: (SUBCOMMAND,), SUBCOMMAND: _VALUES}

_NAME = re.compile(r"[-_'\w]{1,32}")


# What Discord accepts


def read_command(form: Form) -> Json:
    """A command as Discord stores it, without id and version; errors are collected."""
    fields = form.fields
    kind = form.choice("type", (CHAT_INPUT, USER_COMMAND, MESSAGE_COMMAND)) or CHAT_INPUT
    command: Json = {"type": kind}
    if kind == CHAT_INPUT:
        command |= _read_named(form) | {"options": _read_options(form, 0)}
    else:
        command |= {"name": form.text("name", 32, least=1, required=True), "description": ""}
    permissions = fields.get("default_member_permissions")
    command |= {
        "default_member_permissions": None if permissions is None else str(permissions),
        "contexts": _read_kinds(form, "contexts", (IN_GUILD, IN_BOT_DM, IN_GROUP)),
        "integration_types": _read_kinds(form, "integration_types", (BY_GUILD, BY_PERSON)) or [BY_GUILD],
        "nsfw": bool(form.flag("nsfw")),
        "dm_permission": fields.get("dm_permission", True) is not False,
    }
    if command["contexts"] is None and not command["dm_permission"]:
        command["contexts"] = [0]
    if _characters(command) > CHARACTERS_MOST:
        message = f"Command exceeds maximum size ({CHARACTERS_MOST})"
        form.wrong(None, "APPLICATION_COMMAND_TOO_LARGE", message)
    return command


def _read_kinds(form: Form, key: str, among: tuple[int, ...]) -> list[int] | None:
    """Different numbers `among` these, at least one; None if it's left out."""
    kinds = form.items(key, len(among), least=1)
    for place, kind in enumerate(kinds or ()):
        if kind not in among or isinstance(kind, bool) or kind in (kinds or ())[:place]:
            allowed = ", ".join(str(one) for one in among)
            form.wrong(key, "BASE_TYPE_CHOICES", f"Values must be different ones of ({allowed}).")
    return kinds


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
    for child in form.children("options", OPTIONS_MOST):
        option = _read_option(child, holder)
        code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
        child.require_new("name", option["name"], names, code, "Option name already exists")
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            child.wrong(None, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")
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
    option |= given(required=form.flag("required"), channel_types=form.fields.get("channel_types"))
    if kind in (STRING, INTEGER, NUMBER):
        _read_bounds(form, kind, option)
    return option


def _read_bounds(form: Form, kind: int, option: Json) -> None:
    if kind == STRING:
        shortest, longest = form.whole("min_length", 0, TEXT_MOST), form.whole("max_length", 1, TEXT_MOST)
        option |= given(min_length=shortest, max_length=longest)
    else:
        option |= given(min_value=form.fields.get("min_value"), max_value=form.fields.get("max_value"))
    autocomplete = form.flag("autocomplete")
    choices = _read_choices(form, kind)
    if autocomplete and choices:
        message = "Autocomplete and choices are mutually exclusive"
        form.wrong("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message)
    option |= given(autocomplete=autocomplete, choices=choices or None)


def _read_choices(form: Form, kind: int) -> list[Json]:
    choices: list[Json] = []
    names: set[str | None] = set()
    for child in form.children("choices", CHOICES_MOST):
        name = child.text("name", 100, least=1, required=True)
        value = child.fields.get("value")
        if kind == STRING:
            value = child.text("value", 100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            child.wrong("value", "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        code = "APPLICATION_COMMAND_OPTION_CHOICE_NAME_ALREADY_EXISTS"
        child.require_new("name", name, names, code, "Option choice name already exists")
        choices.append({"name": name, "value": value})
    return choices


def _characters(command: Json) -> int:
    """Names, descriptions and values: what Discord counts towards 8000."""
    total = len(command.get("name") or "") + len(command.get("description") or "")
    total += sum(len(str(one["name"])) + len(str(one["value"])) for one in command.get("choices", ()))
    return total + sum(_characters(option) for option in command.get("options", ()))


# How a person uses one

_PLACES = {IN_GUILD: "a server", IN_BOT_DM: "a direct message", IN_GROUP: "a group message"}


@dataclass(eq=False)
class Resolved:
    """Collects `resolved`. `place` is the interaction's channel; only what its server has can be chosen."""

    world: World
    place: Channel
    person: User
    files: Mapping[str, Json] = field(default_factory=dict)
    """The files that were sent along, by id."""
    raw: Json = field(default_factory=dict)

    def add(self, identity: str, kinds: Collection[str]) -> bool:
        """Adds whatever has this id if it's one of these kinds. Returns whether it was added."""
        finding: dict[str, Callable[[str], Json | None]] = {
            "users": self._user,
            "roles": self._role,
            "channels": self._channel,
            "attachments": self.files.get,
        }
        for kind in kinds:
            raw = finding[kind](identity)
            if raw:
                self._put(kind, identity, raw)
                return True
        return False

    def _user(self, identity: str) -> Json | None:
        user, member = self.world.users.get(identity), self.world.member_in(self.place, identity)
        if member:
            permissions = str(self.world.permissions(identity, self.place))
            self._put("members", identity, member.partial() | {"permissions": permissions})
        return user.raw if user else None

    def _role(self, identity: str) -> Json | None:
        guild = self.world.guild_of(self.place)
        role = guild.roles.get(identity) if guild else None
        return role.raw() if role else None

    def _channel(self, identity: str) -> Json | None:
        channel = self.world.channels.get(identity)
        if channel is None or channel.is_direct or channel.guild_id != self.place.guild_id:
            return None
        return channel.raw() | {"permissions": str(self.world.permissions(self.person.id, channel))}

    def _put(self, kind: str, identity: str, raw: Json) -> None:
        self.raw.setdefault(kind, {})[identity] = raw


class Invocation:
    """One use of a command: `details` is the `data` of its interaction. Raises `ClientError`."""

    def __init__(
        self,
        world: World,
        person: User,
        channel: Channel,
        words: str,
        options: Json,
        *,
        focused: str | None = None,
        application_id: str | None = None,
        files: Mapping[str, Json] | None = None,
    ) -> None:
        self.world = world
        self.person = person
        self.channel = channel
        self.focused = focused
        self.resolved = Resolved(world, channel, person, files or {})
        first, *rest = words.removeprefix("/").split()
        self.application, self.command, self.installs = self._find(first, application_id)
        self._require_allowed()
        self.details: Json = {"id": self.command["id"], "name": first, "type": CHAT_INPUT}
        self.details["options"] = self._nested(self.command, rest, options)
        guild_id, resolved = self.command.get("guild_id"), self.resolved.raw or None
        self.details |= given(guild_id=guild_id, resolved=resolved)

    def _find(self, name: str, application_id: str | None) -> tuple[Application, Json, Json]:
        """The application, its command, and by whom it was added so that this person can use it here."""
        for one in self.world.applications.values():
            added = self.world.installs(one, self.person, self.channel)
            for command in one.commands_in(self.channel.guild_id):
                types = [BY_GUILD] if "guild_id" in command else command["integration_types"]
                by = {key: whose for key, whose in added.items() if int(key) in types}
                right = application_id in (None, one.id) and command["type"] == CHAT_INPUT
                if by and right and command["name"] == name:
                    return one, command, by
        raise ClientError(f"There's no command /{name}.")

    def _require_allowed(self) -> None:
        if self.channel.is_forum:
            raise ClientError("Commands are used in a forum's posts, not in the forum itself.")
        direct = self.channel.is_direct
        contexts = self.command.get("contexts")
        context = context_of(self.application, self.channel)
        if contexts is not None and context not in contexts:
            raise ClientError(f"/{self.command['name']} can't be used in {_PLACES[context]}.")
        permissions = self.world.permissions(self.person.id, self.channel)
        if not permissions & Permission.USE_APPLICATION_COMMANDS:
            raise ClientError("You can't use commands in this channel.")
        needed = self.command.get("default_member_permissions")
        if needed is not None and not direct and int(needed) & ~permissions:
            raise ClientError(f"You can't use /{self.command['name']} here.")

    def _nested(self, holder: Json, words: list[str], options: Json) -> list[Json]:
        """The options down to the subcommand that the words name."""
        defined = holder.get("options", [])
        branches = [one for one in defined if one["type"] in (SUBCOMMAND, GROUP)]
        if not branches:
            if words:
                raise ClientError(f"/{self.command['name']} has no subcommand {words[0]}.")
            return self._flat(defined, options)
        wanted = words[0] if words else ""
        for branch in branches:
            if branch["name"] == wanted:
                inner = self._nested(branch, words[1:], options)
                return [{"name": wanted, "type": branch["type"], "options": inner}]
        names = ", ".join(one["name"] for one in branches)
        raise ClientError(f"/{self.command['name']} needs one of these subcommands: {names}.")

    def _flat(self, defined: list[Json], options: Json) -> list[Json]:
        for name in options.keys() - {one["name"] for one in defined}:
            raise ClientError(f"/{self.command['name']} has no option {name}.")
        read = []
        for option in defined:
            value, entry = options.get(option["name"]), {"name": option["name"], "type": option["type"]}
            if option["name"] == self.focused:
                read.append(entry | {"value": "" if value is None else str(value), "focused": True})
            elif value is not None:
                read.append(entry | {"value": value if self.focused else self._checked(option, value)})
            elif option.get("required") and self.focused is None:
                raise ClientError(f"The option {option['name']} is required.")
        return read

    def _checked(self, option: Json, value: object) -> object:
        kind, name = option["type"], option["name"]
        if kind in NAMED:
            if not self.resolved.add(str(value), NAMED[kind]):
                raise ClientError(f"The option {name} doesn't name anyone or anything here.")
            return str(value)
        if kind == BOOLEAN and not isinstance(value, bool):
            raise ClientError(f"{name} must be true or false.")
        if kind == STRING:
            _check_text(option, value)
        elif kind in (INTEGER, NUMBER):
            _check_number(option, value)
        choices = option.get("choices")
        if choices and value not in [choice["value"] for choice in choices]:
            names = ", ".join(str(choice["name"]) for choice in choices)
            raise ClientError(f"{name} must be one of: {names}.")
        return value


def _check_text(option: Json, value: object) -> None:
    least, most = option.get("min_length", 0), option.get("max_length", TEXT_MOST)
    if not isinstance(value, str) or not least <= len(value) <= most:
        raise ClientError(f"{option['name']} must have {least} to {most} characters.")


def _check_number(option: Json, value: object) -> None:
    whole = option["type"] == INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise ClientError(f"{option['name']} must be {'a whole number' if whole else 'a number'}.")
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None and value < least) or (most is not None and value > most):
        raise ClientError(f"{option['name']} must be between {least} and {most}.")
