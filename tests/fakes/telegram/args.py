"""The arguments of a call, however they were sent.

The service takes query, form, multipart and JSON bodies; numbers may be text and objects may be
JSON text in any of them. Methods read through this class and see plain values.
"""

from collections.abc import Mapping
from typing import Any

from tests.fakes.telegram.errors import Json, bad
from tests.fakes.telegram.limits import opened


class Args:
    """`raw` as sent; `files` are the uploaded parts by name."""

    def __init__(self, raw: Json, files: Mapping[str, bytes]) -> None:
        self.raw = raw
        self.files = files

    def has(self, name: str) -> bool:
        return name in self.raw

    def text(self, name: str) -> str:
        value = self.raw.get(name, "")
        if not isinstance(value, str):
            raise bad(f"parameter {name} must be a string")
        return value

    def number(self, name: str) -> int | None:
        """The integer, or None where it was not given."""
        value = self.raw.get(name)
        try:
            return None if value is None else int(value)
        except (TypeError, ValueError):
            raise bad(f"parameter {name} must be an integer") from None

    def need(self, name: str) -> int:
        value = self.number(name)
        if value is None:
            raise bad(f"parameter {name} is required")
        return value

    def flag(self, name: str) -> bool:
        return self.raw.get(name) in (True, "true", "True", "1")

    def object(self, name: str) -> Any:
        """The object or list, or None."""
        value = self.raw.get(name)
        return None if value is None else opened(value)
