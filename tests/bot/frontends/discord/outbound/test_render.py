"""Cards in Discord's shapes: limits, escaping, alternative text."""

import json
import re
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.card import Button, Buttons, Card, File, Link, Menu, Style
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind
from bot.frontends.discord import mapping
from bot.frontends.discord.outbound import render
from core.types import MatchId
from tests.fakes.discord import components
from tests.fakes.discord.messages import walk

MATCH = MatchId("aaaaaaaaaaaaa")
MARKUP = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]@:]")


def parts(drawing: render.Drawing) -> list[dict[str, Any]]:
    """The components as they go out, checked by the rules of the fake."""
    sent: list[dict[str, Any]] = drawing.layout().to_components()
    files = [file.filename for file in drawing.files()]
    components.check(sent, v2=True, files=files)
    return sent


def buttons(count: int) -> tuple[Button, ...]:
    return tuple(Button(f"x{i}", f"v1-{MATCH}-1-move-x{i}") for i in range(count))


async def test_a_board_is_picture_text_and_rows() -> None:
    rows = (Buttons(buttons(5)), Buttons((Button("go", "v1-go", Style.DANGER, enabled=False),)))
    [box] = parts(render.draw(Card("text", alt="alt", rows=rows), b"png"))
    gallery, text, first, second = box["components"]
    assert gallery["items"][0]["media"]["url"] == "attachment://board.png"
    assert gallery["items"][0]["description"] == "alt"
    assert text["content"] == "text"
    assert len(first["components"]) == 5
    assert second["components"][0]["style"] == discord.ButtonStyle.danger.value
    assert second["components"][0]["disabled"]


async def test_25_moves_and_the_controls_fit() -> None:
    moves = buttons(25)
    rows = tuple(Buttons(moves[i : i + 5]) for i in range(0, 25, 5))
    card = Card("t", alt="a", rows=(*rows, Buttons((Button("⤓", "v1-b"), Button("⋯", "v1-m")))))
    sent = parts(render.draw(card, b"png"))
    assert len(list(walk(sent))) == 36


async def test_menus_carry_tokens() -> None:
    rows = (Menu("p" * 200, buttons(25)), Menu("q", buttons(3)))
    [box] = parts(render.draw(Card("t", rows=rows)))
    first, second = (row["components"][0] for row in box["components"][1:])
    assert len(first["options"]) == 25
    assert first["options"][0]["value"] == f"v1-{MATCH}-1-move-x0"
    assert first["custom_id"] != second["custom_id"]


async def test_a_long_label_is_cut() -> None:
    [box] = parts(render.draw(Card("t", rows=(Buttons((Button("l" * 200, "v1-x"),)),))))
    assert len(box["components"][1]["components"][0]["label"]) == 80


async def test_a_layout_does_not_listen() -> None:
    """Or the library would keep every board that was ever sent."""
    assert render.draw(Card("t", rows=(Buttons(buttons(1)),))).layout().is_finished()


def test_alternative_text_is_summarised_between_words() -> None:
    assert render.summarised("a" * 1024) == "a" * 1024
    cut = render.summarised("legal move " * 200)
    assert len(cut) <= 1024
    assert cut.endswith(("move…", "legal…"))
    assert len(render.summarised("a" * 3000)) == 1024


@given(st.text(max_size=200))
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    escaped = render.escape(text)
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", escaped) == text
    assert not MARKUP.search(escaped)


@given(st.text(alphabet="ab1.#-+ \n)", max_size=60))
def test_no_line_begins_a_heading_or_a_list(text: str) -> None:
    for line in render.escape(text).split("\n"):
        assert not re.match(r"\s*(#{1,3}|[-+*]|\d+[.)])(\s|$)", line)


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("23. Ann d3", "23\\. Ann d3"),
        ("a_b", "a\\_b"),
        ("back\\slash", "back\\\\slash"),
        ("https://evil.example", "https\\://evil.example"),
        ("# big", "\\# big"),
        ("-# small", "\\-# small"),
        ("⚫ Ann 2   ⚪ Bo 2", "⚫ Ann 2   ⚪ Bo 2"),
    ],
)
def test_escaping(text: str, escaped: str) -> None:
    assert render.escape(text) == escaped


def test_instants_are_shown_by_each_readers_own_clock() -> None:
    told = render.draw(Card("ends 2026-12-03 08:42 UTC, or 2026-99-03 08:42 UTC"))
    assert told.text == "ends <t:1796287320:f>, or 2026-99-03 08\\:42 UTC"


async def test_nobody_is_mentioned_but_who_is_meant() -> None:
    drawing = render.Drawing("hello", people=("17",))
    [box] = parts(drawing)
    assert box["components"][0]["content"] == "<@17>\nhello"
    assert dict(drawing.mentions().to_dict()) == {"parse": [], "users": [17]}
    assert render.Drawing("hello").mentions().to_dict()["parse"] == []


async def test_links_lead_to_boards_of_this_platform_alone() -> None:
    here = Screen(Room("discord", "1", "2", "3"), ScreenKind.BOARD, "en", message="4")
    there = Screen(Room("telegram", None, "2"), ScreenKind.BOARD, "en", message="4")
    unposted = Screen(Room("discord", None, "2"), ScreenKind.BOARD, "en")
    links = tuple(Link(f"[{i}]", MATCH, s) for i, s in enumerate((here, there, unposted)))
    text = render.draw(Card("mine", links=links), address=render.by_link).text
    assert text == ("mine\n[\\[0\\]](https://discord.com/channels/1/3/4)\n\\[1\\]\n\\[2\\]")
    private = Screen(Room("discord", None, "2"), ScreenKind.BOARD, "en", message="4")
    assert mapping.link(private.room, "4") == "https://discord.com/channels/@me/2/4"


async def test_a_board_in_letters_keeps_its_columns() -> None:
    drawing = render.draw(Card("a *b*", monospace="A*B\n_-_"))
    assert drawing.text == "a \\*b\\*\n```\nA*B\n_-_\n```"


async def test_a_very_long_card_is_cut() -> None:
    drawing = render.draw(Card("x" * 9000))
    assert len(json.dumps(parts(drawing))) < 5000


def test_rooms_of_tokens_are_marked() -> None:
    marked = Room("discord", None, "~12")
    assert mapping.is_by_token(marked)
    assert mapping.channel_id(marked) == 12
    assert not mapping.is_by_token(Room("discord", "1", "12"))
    assert mapping.channel_id(Room("discord", "1", "12", "13")) == 13


@pytest.mark.parametrize("length", [10, 3_980, 4_000, 9_000])
def test_what_is_cut_below_the_text_keeps_its_frame(length: int) -> None:
    drawing = render.draw(Card("Pente", monospace="x" * length))
    assert len(drawing.text) <= render.TEXT
    assert drawing.text.startswith("Pente\n```\nx")
    assert drawing.text.endswith("\n```")
    assert drawing.text.count("```") == 2


def test_what_is_too_long_to_read_is_kept_as_a_file_alone() -> None:
    card = Card("Pente", monospace="x" * 9_000, files=(File("pente.txt", b"x"),))
    assert render.draw(card).text == "Pente"


def test_no_name_in_a_record_breaks_out_of_its_frame() -> None:
    drawing = render.draw(Card("", monospace="PB[```@everyone```]"))
    assert drawing.text.count("```") == 2
