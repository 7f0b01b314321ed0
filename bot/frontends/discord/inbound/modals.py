"""The form for a move: one field that takes a point as people type it.

What a filled form is about stands in its identifier, which is that of the button that opened it; so
a form is understood by a process that was not there when it was opened. Nothing is remembered.
"""

from typing import Any

import discord
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


def form(texts: Texts, view: MatchView) -> ui.Modal:
    """Asks for the move of this turn. The library keeps none: the answer finds its own way."""
    grid = must_have_grid(view.match.game)
    example = grid.name(len(grid.columns) // 2, grid.rows // 2).upper()
    asked = ui.Modal(
        title=chats.your_move(texts)[:TITLE],
        custom_id=token(view.match, Verb.PLACE),
    )
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=FIELD, min_length=1, max_length=LONGEST, placeholder=example
    )
    asked.add_item(ui.Label(text=chats.a_point(texts, example)[:LABEL], component=field))
    asked.stop()
    return asked


def is_filled(interaction: Interaction) -> bool:
    """Whether this is a form that somebody has sent."""
    return interaction.type is discord.InteractionType.modal_submit


def content(interaction: Interaction) -> tuple[str, str]:
    """The identifier, and what was typed. Whatever a client sends, this does not fail."""
    data: Any = interaction.data
    fields = (part.get("component", {}) for part in data.get("components", ()))
    typed = (str(field["value"]) for field in fields if "value" in field)
    return str(data.get("custom_id", "")), next(typed, "")
