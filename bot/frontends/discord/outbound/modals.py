"""The modal for a move: one field that takes a point as people type it.

Its custom id is that of the button that opened it, so a process that did not open the modal
understands its submission. Nothing is kept in memory.
"""

from typing import Any

from discord import ui

from bot.app.model.request import Verb
from bot.app.presentation.buttons import token
from bot.app.presentation.coordinates import must_have_grid
from bot.frontends.discord.mapping import Interaction
from bot.text import chats
from bot.text.catalog import Texts
from core.match.view import MatchView

TITLE, LABEL = 45, 45
"""Limits in characters."""

FIELD = "move"
LONGEST = 20
"""Characters that can be typed: enough for "K, 10" in any spelling."""


def move_modal(texts: Texts, view: MatchView) -> ui.Modal:
    """Return a modal that asks for this turn's move. discord.py does not keep it: `content` reads
    the submission."""
    grid = must_have_grid(view.match.game)
    example = grid.name(len(grid.columns) // 2, grid.rows // 2).upper()
    modal = ui.Modal(
        title=chats.your_move(texts)[:TITLE],
        custom_id=token(view.match, Verb.PLACE),
    )
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD, min_length=1, max_length=LONGEST, placeholder=example
    )
    modal.add_item(ui.Label(text=chats.a_point(texts, example)[:LABEL], component=field))
    modal.stop()
    return modal


def content(interaction: Interaction) -> tuple[str, str]:
    """Return the custom id and the typed text of a submission, as any client sends it."""
    data: Any = interaction.data
    fields = (part.get("component", {}) for part in data.get("components", ()))
    texts = (str(field["value"]) for field in fields if "value" in field)
    return str(data.get("custom_id", "")), next(texts, "")
