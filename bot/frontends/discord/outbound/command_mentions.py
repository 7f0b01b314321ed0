"""Commands in texts as Discord's mentions, which a reader can press to start the command."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.text.verbs import pressable

CommandIds = Mapping[str, int]
"""Discord's id of each command or group of commands, by name."""


class CommandMentions:
    """Turns commands into mentions; until their ids are known they are plain text."""

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        self._tree = tree
        self._ids: CommandIds = {}

    def update(self, ids: CommandIds) -> None:
        self._ids = ids

    def insert(self, text: str) -> str:
        """Return the text with the commands it quotes as mentions, such as `</match draw:12>`."""
        commands = (c for c in self._tree.walk_commands() if isinstance(c, app_commands.Command))
        paths = {command.name: command.qualified_name for command in commands}

        def mention(verb: str) -> str:
            path = paths[verb]
            id = self._ids.get(path.partition(" ")[0])
            return f"`/{path}`" if id is None else f"</{path}:{id}>"

        return pressable(text, mention)
