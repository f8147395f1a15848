"""JSON as it goes over the wire."""

import json
from typing import Any

Json = dict[str, Any]

_ENCODER = json.JSONEncoder(separators=(",", ":"), check_circular=False)


def encode(value: object) -> str:
    """Compact JSON in ASCII: any text Python can hold survives, lone surrogates included."""
    return _ENCODER.encode(value)
