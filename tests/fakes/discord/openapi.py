"""Validate bodies against Discord's own OpenAPI file.

The file is not part of the project: the environment variable TAVOLA_TEST_SPECS names its folder.
Without it the check is skipped, and `Specs.found` is false so that one line can report it. Five
things about the file are in the README beside it; one is repaired here (attachment ids are
integers), the rest is checked in `bodies.py` and `components.py`.
"""

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

VARIABLE = "TAVOLA_TEST_SPECS"
NAME = "discord-openapi.json"
_URI = "urn:discord"


class Specs:
    """The file, read once. `Specs(None)` checks nothing."""

    def __init__(self, path: Path | None) -> None:
        self.found = path is not None
        self._validators: dict[tuple[str, ...], Draft202012Validator | None] = {}
        self._paths: dict[str, Any] = {}
        if path is None:
            return
        document = json.loads(path.read_text())
        document["components"]["schemas"]["SnowflakeType"] = {"type": ["string", "integer"]}
        document = _by_type(document, document["components"]["schemas"])
        self._paths = document["paths"]
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(_URI, resource)

    def request(self, method: str, path: str, body: object) -> str | None:
        """Return what is wrong with a request's body, or None. `path` is the template of the
        spec."""
        content = self._operation(method, path).get("requestBody", {}).get("content", {})
        if self.found and body is not None and "application/json" not in content:
            return f"{method} {path} takes no body"
        where = ("requestBody", "content", "application/json", "schema")
        return self._check((path, method.lower(), *where), body)

    def answer(self, method: str, path: str, status: int, body: object) -> str | None:
        """The same for the fake's own answer, so that the fake is held to the truth too."""
        responses = self._operation(method, path).get("responses", {})
        if "application/json" not in responses.get(str(status), {}).get("content", {}):
            return None
        where = ("responses", str(status), "content", "application/json", "schema")
        return self._check((path, method.lower(), *where), body)

    def _operation(self, method: str, path: str) -> dict[str, Any]:
        return dict(self._paths.get(path, {}).get(method.lower(), {}))

    def _check(self, where: tuple[str, ...], body: object) -> str | None:
        if not self.found or body is None:
            return None
        if where not in self._validators:
            self._validators[where] = self._validator(where)
        validator = self._validators[where]
        if validator is None:
            return f"the spec has no {' '.join(where[:2])}"
        fault = best_match(validator.iter_errors(body))
        return None if fault is None else f"{'.'.join(map(str, fault.path))}: {fault.message}"

    def _validator(self, where: tuple[str, ...]) -> Draft202012Validator | None:
        if where[0] not in self._paths:
            return None
        pointer = "/".join(key.replace("~", "~0").replace("/", "~1") for key in ("paths", *where))
        return Draft202012Validator({"$ref": f"{_URI}#/{pointer}"}, registry=self._registry)


@lru_cache(maxsize=1)
def from_environment() -> Specs:
    """The file of TAVOLA_TEST_SPECS, or a check that passes everything."""
    folder = os.environ.get(VARIABLE)
    path = Path(folder) / NAME if folder else None
    return Specs(path if path is not None and path.is_file() else None)


def _by_type(node: Any, schemas: dict[str, Any]) -> Any:
    """Return the schema with unions discriminated by `type` if every branch has its own.

    Otherwise each branch is tried, which is slow and reports errors of the wrong branch.
    """
    if isinstance(node, list):
        return [_by_type(each, schemas) for each in node]
    if not isinstance(node, dict):
        return node
    branches = node.get("anyOf") or node.get("oneOf") or ()
    kinds = [_kinds(branch, schemas) for branch in branches]
    if not branches or not all(kinds):
        return {key: _by_type(value, schemas) for key, value in node.items()}
    every = [kind for each in kinds for kind in each]
    chosen = [
        {"if": {"properties": {"type": {"enum": each}}}, "then": branch}
        for each, branch in zip(kinds, branches, strict=True)
    ]
    return {"required": ["type"], "properties": {"type": {"enum": every}}, "allOf": chosen}


def _kinds(branch: Any, schemas: dict[str, Any]) -> list[Any]:
    name = branch.get("$ref", "").rpartition("/")[2]
    return list(schemas.get(name, {}).get("properties", {}).get("type", {}).get("enum", ()))
