"""Checks each request against the machine-readable description of the Bot API.

The description is data of its own (`telegram-bot-api.json`), found in the folder that the
environment names as `TAVOLA_TEST_SPECS`. Where it is missing the check is left out, and a line says
so.
Names, types and required-ness are exact; lengths stand in the prose of each field and are read from
there. What the description does not have is in `limits.py`.
"""

import json
import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from tests.fakes.telegram.errors import Json

SETTING = "TAVOLA_TEST_SPECS"
FILE = "telegram-bot-api.json"
_LENGTH = re.compile(r"\b(\d+)-(\d+) (bytes|characters)\b")
_LIST = "Array of "


@cache
def load(folder: str | None = None) -> "Schema | None":
    """The schema in this folder, or in the one that the environment names; None without one."""
    named = folder or os.environ.get(SETTING)
    path = Path(named) / FILE if named else None
    if path is None or not path.is_file():
        missing = f"{SETTING} names no folder with {FILE}: requests are not checked"
        print(f"# {missing}", file=sys.stderr)  # noqa: T201
        return None
    return Schema(json.loads(path.read_text(encoding="utf-8")))


class Schema:
    """Says what is wrong with a request; an empty list means nothing is."""

    def __init__(self, described: Json) -> None:
        self._methods: dict[str, Json] = described["methods"]
        self._types: dict[str, Json] = described["types"]

    def knows(self, method: str) -> bool:
        return method in self._methods

    def check(self, method: str, args: Json, files: frozenset[str]) -> list[str]:
        """Faults of a request. `args` as sent: values may be JSON text, as forms carry them."""
        if method not in self._methods:
            return [f"{method}: no such method"]
        return self._fields(method, self._methods[method].get("fields", []), args, files)

    def _fields(
        self, where: str, fields: list[Json], given: Json, files: frozenset[str]
    ) -> list[str]:
        known = {field["name"]: field for field in fields}
        faults = [f"{where}.{name}: no such field" for name in given if name not in known]
        for name, field in known.items():
            place = f"{where}.{name}"
            if name in given:
                faults += self._value(place, field, given[name], files)
            elif field["required"] and name not in files:
                faults.append(f"{place}: required")
        return faults

    def _value(self, where: str, field: Json, value: Any, files: frozenset[str]) -> list[str]:
        tries = [self._fit(where, kind, value, files) for kind in field["types"]]
        best = min(tries, key=len)
        if best:
            return best
        found = _LENGTH.search(field["description"])
        if found is None or not isinstance(value, str) or field["types"] != ["String"]:
            return []
        length = len(value.encode()) if found[3] == "bytes" else len(value)
        if int(found[1]) <= length <= int(found[2]):
            return []
        return [f"{where}: {length} {found[3]}, allowed are {found[1]}-{found[2]}"]

    def _fit(self, where: str, kind: str, value: Any, files: frozenset[str]) -> list[str]:
        """Faults of `value` as this type."""
        if kind in ("String", "Integer", "Float", "Boolean", "InputFile"):
            return [] if _is_simple(kind, value) else [f"{where}: {value!r} is no {kind}"]
        opened = _opened(value)
        if kind.startswith(_LIST):
            if not isinstance(opened, list):
                return [f"{where}: {value!r} is no list"]
            inner = kind.removeprefix(_LIST)
            numbered = enumerate(opened)
            return [
                fault
                for i, item in numbered
                for fault in self._fit(f"{where}[{i}]", inner, item, files)
            ]
        if not isinstance(opened, dict):
            return [f"{where}: {value!r} is no {kind}"]
        described = self._types[kind]
        if "subtypes" in described:
            branches = [
                self._fit(where, sub, opened, files) for sub in self._branches(kind, opened)
            ]
            return min(branches, key=len)
        return self._fields(where, described.get("fields", []), opened, files)

    def _branches(self, kind: str, value: Json) -> list[str]:
        """The subtypes whose constant `type` or `status` is that of the value, else all."""
        subtypes: list[str] = self._types[kind]["subtypes"]
        fitting = [sub for sub in subtypes if self._is_branch(sub, value)]
        return fitting or subtypes

    def _is_branch(self, kind: str, value: Json) -> bool:
        for field in self._types[kind].get("fields", []):
            found = re.search(r"(?:must be|always) [“\"]?(\w+)", field["description"])
            if field["name"] in ("type", "status") and found:
                return bool(value.get(field["name"]) == found[1])
        return False


def _opened(value: Any) -> Any:
    """Forms and JSON bodies alike may carry objects as JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _is_simple(kind: str, value: Any) -> bool:
    match kind:
        case "String" | "InputFile":
            return isinstance(value, str)
        case "Boolean":
            return isinstance(value, bool) or value in ("true", "false", "True", "False")
        case "Integer":
            if isinstance(value, str):
                return re.fullmatch(r"-?\d+", value) is not None
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return isinstance(value, int | float) and not isinstance(value, bool)
