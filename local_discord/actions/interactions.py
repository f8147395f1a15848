"""What a person starts: slash commands, presses, choices and forms."""

from local_discord.channels import Message
from local_discord.codec import Json
from local_discord.components import find_control
from local_discord.controls import (
    BUTTON,
    CHANNEL_SELECT,
    LINK,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SELECTS,
    STRING_SELECT,
    USER_SELECT,
)
from local_discord.errors import ClientError
from local_discord.interactions import Interaction, Kind
from local_discord.invocations import Invocation
from local_discord.modals import submitted
from local_discord.page_request import Action, PageRequest
from local_discord.resolved import Resolved


async def command(request: PageRequest) -> Json:
    return {"interaction_id": _invoke(request, Kind.COMMAND).id}


async def autocomplete(request: PageRequest) -> Json:
    interaction = _invoke(request, Kind.AUTOCOMPLETE, str(request["focused"]))
    if interaction.choices is None:
        return {"choices": []}
    return {"choices": await interaction.choices}


async def press(request: PageRequest) -> Json:
    message = request.message()
    button = _control(message, str(request["custom_id"]), (BUTTON,))
    if button["style"] == LINK:
        raise ClientError("A link opens in the browser.")
    details = {"component_type": BUTTON, "custom_id": button["custom_id"], "id": button["id"]}
    return _use(request, message, details)


async def select(request: PageRequest) -> Json:
    message = request.message()
    menu = _control(message, str(request["custom_id"]), SELECTS)
    values = [str(one) for one in request["values"]]
    if not menu["min_values"] <= len(values) <= menu["max_values"]:
        raise ClientError(f"Choose between {menu['min_values']} and {menu['max_values']}.")
    details: Json = {"component_type": menu["type"], "custom_id": menu["custom_id"], "id": menu["id"]}
    details["values"] = values
    resolved = _resolved(request, message, menu, values)
    if resolved:
        details["resolved"] = resolved
    return _use(request, message, details)


async def submit(request: PageRequest) -> Json:
    opened = request.discord.interactions.of_modal(str(request["interaction_id"]), request.person)
    modal = opened.modal or {}
    components = submitted(modal, request["values"])
    opened.modal_sent = True
    details = {"custom_id": modal["custom_id"], "components": components, "resolved": {}}
    interaction = request.discord.interactions.start(
        Kind.MODAL_SUBMIT,
        opened.application,
        request.person,
        opened.channel,
        details,
        message=opened.message,
        trigger=opened,
    )
    return {"interaction_id": interaction.id}


def _invoke(request: PageRequest, kind: Kind, focused: str | None = None) -> Interaction:
    invocation = Invocation(
        request.world,
        request.person,
        request.channel(),
        str(request["name"]),
        request.get("options") or {},
        focused=focused,
        application_id=request.get("application_id"),
    )
    channel, details = invocation.channel, invocation.details
    start = request.discord.interactions.start
    return start(kind, invocation.application, request.person, channel, details)


def _use(request: PageRequest, message: Message, details: Json) -> Json:
    """Starts the interaction of a button or menu."""
    application = request.world.applications.get(message.application_id or "")
    if application is None:
        raise ClientError("The bot that sent this message is gone.")
    interaction = request.discord.interactions.start(
        Kind.COMPONENT, application, request.person, message.channel, details, message=message
    )
    return {"interaction_id": interaction.id}


def _control(message: Message, custom_id: str, kinds: tuple[int, ...]) -> Json:
    control = find_control(message.raw["components"], custom_id)
    if control is None or control["type"] not in kinds:
        raise ClientError("That button or menu isn't in the message anymore.")
    if control.get("disabled"):
        raise ClientError("That button or menu is disabled.")
    return control


def _resolved(request: PageRequest, message: Message, menu: Json, values: list[str]) -> Json:
    kind = menu["type"]
    if kind == STRING_SELECT:
        if not set(values) <= {option["value"] for option in menu["options"]}:
            raise ClientError("That isn't one of the choices.")
        return {}
    resolved = Resolved(request.world, message.channel, request.person)
    for value in values:
        found = resolved.add(
            value,
            users=kind in (USER_SELECT, MENTIONABLE_SELECT),
            roles=kind in (ROLE_SELECT, MENTIONABLE_SELECT),
            channels=kind == CHANNEL_SELECT,
        )
        if not found:
            raise ClientError("That isn't one of the choices.")
    return resolved.raw


ACTIONS: dict[str, Action] = {
    "command": command,
    "autocomplete": autocomplete,
    "press": press,
    "select": select,
    "submit": submit,
}
