"""Using a slash command: it's found by its words, and its options are checked before they are sent."""

from local_discord.applications import Application
from local_discord.channels import Channel
from local_discord.codec import Json
from local_discord.errors import ClientError
from local_discord.interactions import IN_BOT_DM, IN_GUILD
from local_discord.permissions import Permission
from local_discord.resolved import Resolved
from local_discord.users import User
from local_discord.world import World

CHAT_INPUT = 1
SUBCOMMAND, GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 3, 4, 5, 6, 7, 8, 9, 10
TEXT_MOST = 6000


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
    ) -> None:
        self.world = world
        self.person = person
        self.channel = channel
        self.focused = focused
        self.resolved = Resolved(world, channel, person)
        first, *rest = words.removeprefix("/").split()
        self.application, self.command = self._find(first, application_id)
        self._require_allowed()
        self.details: Json = {"id": self.command["id"], "name": first, "type": CHAT_INPUT}
        self.details["options"] = self._nested(self.command, rest, options)
        if self.resolved.raw:
            self.details["resolved"] = self.resolved.raw
        if self.command.get("guild_id"):
            self.details["guild_id"] = self.command["guild_id"]

    def _find(self, name: str, application_id: str | None) -> tuple[Application, Json]:
        for application in self._applications_here():
            if application_id not in (None, application.id):
                continue
            for command in application.commands_in(self.channel.guild_id):
                if command["name"] == name and command["type"] == CHAT_INPUT:
                    return application, command
        raise ClientError(f"There's no command /{name}.")

    def _applications_here(self) -> list[Application]:
        """The applications whose bot is in the server; in direct messages, the other side's."""
        applications = self.world.applications.values()
        bot = self.channel.bot
        if bot:
            return [one for one in applications if one.user is bot]
        return [one for one in applications if self.world.member_in(self.channel, one.id)]

    def _require_allowed(self) -> None:
        direct = self.channel.is_direct
        contexts = self.command.get("contexts")
        context = IN_BOT_DM if direct else IN_GUILD
        if contexts is not None and context not in contexts:
            where = "in a direct message" if direct else "in a server"
            raise ClientError(f"/{self.command['name']} can't be used {where}.")
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
        known = {one["name"] for one in defined}
        for name in options:
            if name not in known:
                raise ClientError(f"/{self.command['name']} has no option {name}.")
        read = []
        for option in defined:
            value = options.get(option["name"])
            if option["name"] == self.focused:
                partial = "" if value is None else str(value)
                entry = {"name": option["name"], "type": option["type"], "value": partial}
                read.append(entry | {"focused": True})
            elif value is None:
                self._require_optional(option)
            else:
                checked = value if self.focused else self._checked(option, value)
                read.append({"name": option["name"], "type": option["type"], "value": checked})
        return read

    def _require_optional(self, option: Json) -> None:
        if option.get("required") and self.focused is None:
            raise ClientError(f"The option {option['name']} is required.")

    def _checked(self, option: Json, value: object) -> object:
        kind, name = option["type"], option["name"]
        if kind == STRING:
            self._check_text(option, value)
        elif kind in (INTEGER, NUMBER):
            self._check_number(option, value)
        elif kind == BOOLEAN and not isinstance(value, bool):
            raise ClientError(f"{name} must be true or false.")
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            self._resolve(option, str(value))
            return str(value)
        choices = option.get("choices")
        if choices and value not in [choice["value"] for choice in choices]:
            names = ", ".join(str(choice["name"]) for choice in choices)
            raise ClientError(f"{name} must be one of: {names}.")
        return value

    def _check_text(self, option: Json, value: object) -> None:
        least, most = option.get("min_length", 0), option.get("max_length", TEXT_MOST)
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise ClientError(f"{option['name']} must have {least} to {most} characters.")

    def _check_number(self, option: Json, value: object) -> None:
        wanted = int if option["type"] == INTEGER else (int, float)
        if isinstance(value, bool) or not isinstance(value, wanted):
            kind = "a whole number" if option["type"] == INTEGER else "a number"
            raise ClientError(f"{option['name']} must be {kind}.")
        least, most = option.get("min_value"), option.get("max_value")
        if (least is not None and value < least) or (most is not None and value > most):
            raise ClientError(f"{option['name']} must be between {least} and {most}.")

    def _resolve(self, option: Json, identity: str) -> None:
        kind = option["type"]
        found = self.resolved.add(
            identity,
            users=kind in (USER, MENTIONABLE),
            roles=kind in (ROLE, MENTIONABLE),
            channels=kind == CHANNEL,
        )
        if not found:
            raise ClientError(f"The option {option['name']} doesn't name anyone or anything here.")
