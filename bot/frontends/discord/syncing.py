"""Brings the commands that Discord knows up to date, where they are not.

They are read before they are written: Discord counts changes of commands, and nearly always there
is nothing to change. Comparing with what is there, rather than with a note of what was sent last,
also mends what somebody else has changed.
"""

from typing import Any

import discord
from discord import app_commands
from discord.http import Route

_RIGHTS = "default_member_permissions"
_SAID = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "options",
    "choices",
    "value",
    "required",
    "autocomplete",
    "min_value",
    "max_value",
    "contexts",
    "integration_types",
    _RIGHTS,
)
"""What a command is made of, without the numbers that Discord gives."""

Tree = app_commands.CommandTree[Any]


async def sync(client: discord.Client, tree: Tree) -> bool:
    """Writes the commands if they differ; whether it did. Raises discord.HTTPException."""
    if same(await known(client), await wanted(tree)):
        return False
    await tree.sync()
    return True


async def known(client: discord.Client) -> list[dict[str, Any]]:
    """What Discord has."""
    path = "/applications/{application_id}/commands"
    route = Route("GET", path, application_id=client.application_id)
    found: list[dict[str, Any]] = await client.http.request(
        route, params={"with_localizations": "true"}
    )
    return found


async def wanted(tree: Tree) -> list[dict[str, Any]]:
    """What it should have."""
    assert tree.translator is not None
    commands = tree.get_commands()
    return [dict(await each.get_translated_payload(tree, tree.translator)) for each in commands]


def same(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    """Whether two sets of commands say the same."""
    return _sorted(one) == _sorted(other)


def _sorted(commands: list[dict[str, Any]]) -> list[Any]:
    return sorted(map(_essence, commands), key=lambda each: (each["type"], each["name"]))


def _essence(part: Any) -> Any:
    """Without defaults, which one side leaves out and the other spells out."""
    if isinstance(part, dict):
        said = {key: part[key] for key in part if key in _SAID and part[key]}
        if _RIGHTS in said:
            said[_RIGHTS] = str(said[_RIGHTS])  # a number goes out and comes back as text
        return {k: v if k.endswith("_localizations") else _essence(v) for k, v in said.items()}
    if isinstance(part, list):
        inner = [_essence(each) for each in part]
        return sorted(inner) if all(isinstance(each, int) for each in inner) else inner
    return part
