"""Modals: what Discord accepts in them, and how the values that a person enters get back to the bot."""

from collections.abc import Callable

from local_discord.codec import Json
from local_discord.components import (
    ROW,
    SELECTS,
    TEXT,
    Emojis,
    every_component,
    read_options,
    read_select,
    require_new_custom_id,
)
from local_discord.errors import ClientError
from local_discord.forms import Form, FormErrors, given

TEXT_INPUT, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 4, 18, 19, 21, 22, 23
TOP = (ROW, TEXT, LABEL)
IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
TITLE_MOST = 45
TOP_MOST = 5
INPUT_MOST = 4000


class ModalReader:
    """Reads one modal: its title, its custom id and 1 to 5 components, no two with the same custom id."""

    def __init__(self, emojis: Emojis) -> None:
        self.emojis = emojis
        self.errors = FormErrors()
        self.custom_ids: set[str] = set()
        self._inputs: dict[int, Callable[[Form], Json]] = {
            TEXT_INPUT: self._text_input,
            FILE_UPLOAD: lambda form: _counts(form, 1),
            RADIO_GROUP: self._group,
            CHECKBOX_GROUP: self._group,
            CHECKBOX: self._checkbox,
        } | dict.fromkeys(SELECTS, lambda form: read_select(form, emojis, in_modal=True))

    def read(self, fields: object) -> Json:
        form = Form(fields, self.errors, ("data",))
        modal: Json = {
            "title": form.text("title", TITLE_MOST, least=1, required=True),
            "custom_id": form.text("custom_id", 100, least=1, required=True),
        }
        children = form.children("components", TOP_MOST, least=1, required=True)
        modal["components"] = [self._top(child) for child in children]
        self.errors.raise_if_any()
        for number, component in enumerate(every_component(modal["components"]), start=1):
            component.setdefault("id", number)
        return modal

    def _top(self, form: Form) -> Json:
        kind = form.kind(TOP)
        if kind == LABEL:
            return self._label(form)
        if kind == TEXT:
            return {"type": TEXT, "content": form.text("content", INPUT_MOST, least=1, required=True)}
        if kind == ROW:
            inner = form.children("components", 1, least=1, required=True)
            return {"type": ROW, "components": [self._input(one, (TEXT_INPUT,), True) for one in inner]}
        return {"type": 0}

    def _label(self, form: Form) -> Json:
        label = form.text("label", TITLE_MOST, least=1, required=True)
        described = given(description=form.text("description", 100) or None)
        inner = form.child("component", required=True)
        component = self._input(inner, IN_LABEL, False) if inner else None
        return {"type": LABEL, "label": label, "component": component} | described

    def _input(self, form: Form, allowed: tuple[int, ...], own_label: bool) -> Json:
        kind = form.kind(allowed)
        if kind is None:
            return {"type": 0}
        component: Json = {"type": kind} | self._inputs[kind](form)
        if own_label:
            component["label"] = form.text("label", TITLE_MOST, least=1, required=True)
        component["custom_id"] = form.text("custom_id", 100, least=1, required=True)
        require_new_custom_id(form, component["custom_id"], self.custom_ids)
        required = form.flag("required")
        component["required"] = required if required is not None else kind != CHECKBOX
        return component

    def _text_input(self, form: Form) -> Json:
        return given(
            style=form.choice("style", (1, 2), required=True),
            min_length=form.whole("min_length", 0, INPUT_MOST),
            max_length=form.whole("max_length", 1, INPUT_MOST),
            placeholder=form.text("placeholder", 100),
            value=form.text("value", INPUT_MOST),
        )

    def _group(self, form: Form) -> Json:
        radio = form.fields["type"] == RADIO_GROUP
        options = read_options(form, self.emojis, 10, least=2 if radio else 1)
        return {"options": options} | ({} if radio else _counts(form, len(options)))

    def _checkbox(self, form: Form) -> Json:
        return {"default": bool(form.flag("default"))}


def _counts(form: Form, most: int) -> Json:
    """How many can be chosen: from one to `most`, unless the form says otherwise."""
    return {
        "min_values": form.whole("min_values", 0, 10, default=1),
        "max_values": form.whole("max_values", 1, 10, default=most),
    }


def submitted(modal: Json, values: Json) -> list[Json]:
    """The components of a submitted modal, with the person's values.

    Raises `ClientError` with a sentence that names the field if a value isn't allowed.
    """
    sent: list[Json] = []
    for component in modal["components"]:
        head = {"type": component["type"], "id": component["id"]}
        if component["type"] == LABEL:
            inner = component["component"]
            sent.append(head | {"component": _value(inner, component["label"], values)})
        elif component["type"] == ROW:
            inner = component["components"][0]
            sent.append(head | {"components": [_value(inner, inner["label"], values)]})
        else:
            sent.append(head)
    return sent


def _value(component: Json, label: str, values: Json) -> Json:
    kind = component["type"]
    given = values.get(component["custom_id"])
    head = {"type": kind, "id": component["id"], "custom_id": component["custom_id"]}
    if kind == TEXT_INPUT:
        return head | {"value": _text(component, label, given)}
    if kind == CHECKBOX:
        return head | {"value": given is True or given in ("true", ["true"])}
    chosen = [str(one) for one in given] if isinstance(given, list) else [str(given)] if given else []
    if kind == RADIO_GROUP:
        _check_choices(component, label, chosen, 1)
        return head | {"value": chosen[0] if chosen else None}
    _check_choices(component, label, chosen, component["max_values"])
    return head | {"values": chosen}


def _text(component: Json, label: str, given: object) -> str:
    text = component.get("value", "") if given is None else str(given)
    if not text and component["required"]:
        raise ClientError(f"{label} must be filled in.")
    least, most = component.get("min_length", 0), component.get("max_length", INPUT_MOST)
    if text and not least <= len(text) <= most:
        raise ClientError(f"{label} must have between {least} and {most} characters.")
    return str(text)


def _check_choices(component: Json, label: str, chosen: list[str], most: int) -> None:
    known = {option["value"] for option in component.get("options", ())}
    if known and not set(chosen) <= known:
        raise ClientError(f"{label} doesn't have that choice. Choose one of those listed.")
    least = component.get("min_values", 1) if component["required"] else 0
    if not least <= len(chosen) <= most:
        raise ClientError(f"Make between {least} and {most} choices for {label}.")
