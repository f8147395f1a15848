"""Reading settings that another version of the bot may have written."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)


def read_leniently(model: type[M], stored: Mapping[str, Any]) -> M:
    """The settings, with defaults for any that this version doesn't understand."""
    try:
        return model.model_validate(stored)
    except ValidationError as wrong:
        unknown = {one["loc"][0] for one in wrong.errors() if one["loc"]}
        return model.model_validate({name: one for name, one in stored.items() if name not in unknown})
