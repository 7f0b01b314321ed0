"""Cards as Telegram messages: lengths, entities, keyboards. Pure."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram import User

from bot.app.model.button_token import LONGEST, Press, decode, encode
from bot.app.model.card import Button, Buttons, Card, Link, Menu, Style
from bot.app.model.request import Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind
from bot.frontends.telegram import mapping
from bot.frontends.telegram.mapping import link
from bot.frontends.telegram.outbound import render
from bot.frontends.telegram.outbound.escape import plain
from bot.frontends.telegram.outbound.render import RenderedMessage, clip, draw, units
from core.types import MatchId
from tests.fakes.telegram import limits

ID = MatchId("z" * 13)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


def entities(drawn: RenderedMessage) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(drawn.entities or "[]")
    limits.check_entities(drawn.text, found)
    return found


def rows(drawn: RenderedMessage) -> list[list[dict[str, str]]]:
    markup = json.loads(drawn.keyboard or '{"inline_keyboard": []}')
    limits.check_keyboard(markup, private=False)
    found: list[list[dict[str, str]]] = markup["inline_keyboard"]
    return found


def marked(drawn: RenderedMessage, mark: dict[str, Any]) -> str:
    encoded = drawn.text.encode("utf-16-le")
    start, end = mark["offset"], mark["offset"] + mark["length"]
    return encoded[start * 2 : end * 2].decode("utf-16-le")


@given(TEXTS, st.integers(1, 40))
def test_clipping_keeps_whole_characters_within_the_limit(text: str, longest: int) -> None:
    short = clip(text, longest)
    assert units(short) <= longest
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))
    assert units(text) == limits.units(text)


@given(TEXTS, TEXTS.filter(lambda name: bool(name.strip())), TEXTS)
def test_a_mention_marks_just_the_name(before: str, name: str, after: str) -> None:
    drawn = draw(Card(f"{before} {name} {after}"), "bot", people={name: "77"})
    for mark in entities(drawn):
        assert marked(drawn, mark) == plain(name)
        assert mark["user"]["id"] == 77


def test_a_name_inside_another_word_is_not_marked() -> None:
    drawn = draw(Card("Bob challenges Bo to Bobble"), "bot", people={"Bo": "77"})
    [mark] = entities(drawn)
    assert mark["offset"] == len("Bob challenges ")
    assert entities(draw(Card("Bobble"), "bot", people={"Bo": "77"})) == []


@given(TEXTS)
def test_a_text_board_stands_below_the_text(text: str) -> None:
    drawn = draw(Card(text, monospace="a1\nb2"), "bot")
    [mark] = entities(drawn)
    assert mark["type"] == "pre"
    assert marked(drawn, mark) == "a1\nb2"


def test_the_longest_button_fits() -> None:
    """The largest turn, the longest verb, the corner of the largest board, the longest split."""
    for verb in Verb:
        for arg in ("t19", "6+6 6+6 6", "takeback", "rematch", ""):
            press = Press(ID, 999_999_999, verb, arg)
            token = encode(press)
            assert len(token.encode()) <= LONGEST == limits.DATA_BYTES
            assert decode(token) == press


def test_a_start_link_takes_every_token_of_a_verb() -> None:
    """Telegram's `start=` takes letters, digits, `_` and `-`, 64 of them."""
    for verb in Verb:
        payload = render.private("bot", encode(Press(ID, 999_999_999, verb))).split("start=")[1]
        assert len(payload) <= 64
        assert payload.replace("-", "").replace("_", "").isalnum()


def test_styles_signs_and_menus() -> None:
    token = encode(Press(ID, 1, Verb.DRAW))
    controls = tuple(Button(label, token) for label in ("½ Draw", "↶ Take back", "🏳 Resign"))
    answers = (Button("Accept", token, Style.SUCCESS), Button("No", token), Button("Later", token))
    menu = Menu("Choose", tuple(Button(f"a{i}", token) for i in range(1, 12)))
    card = Card("x", rows=(Buttons(answers), Buttons(controls), Buttons(controls[:2]), menu))
    labels = [[button["text"] for button in row] for row in rows(draw(card, "bot"))]
    assert labels[:3] == [["Accept", "No", "Later"], ["½", "↶", "🏳"], ["½ Draw", "↶ Take back"]]
    assert [len(row) for row in labels[3:]] == [8, 3]
    words = Menu("Choose", tuple(Button(word, token) for word in ("Kreyòl ayisyen", "a", "b")))
    assert [len(row) for row in rows(draw(Card("x", rows=(words,)), "bot"))] == [2, 1]
    mixed = tuple(Button(label, token) for label in ("🎲 Roll", "Rules", "Cancel"))
    assert [each["text"] for each in rows(draw(Card("x", rows=(Buttons(mixed),)), "bot"))[0]] == [
        "🎲 Roll",
        "Rules",
        "Cancel",
    ]
    long = draw(Card("x", monospace="1\n" * 5000), "bot")
    assert units(long.text) <= limits.TEXT
    assert entities(long)[0]["length"] == units(long.text) - 2
    assert rows(draw(card, "bot"))[0][0]["style"] == "success"
    assert "style" not in rows(draw(card, "bot"))[0][1]


def test_a_card_without_buttons_has_no_keyboard() -> None:
    assert draw(Card("x"), "bot") == RenderedMessage("x", None, None)
    assert draw(Card("x"), "bot").fields(render.CAPTIONS) == {}


def test_texts_show_no_previews_of_links() -> None:
    fields = draw(Card("x"), "bot").fields("entities")
    assert fields == {"link_preview_options": '{"is_disabled":true}'}


@pytest.mark.parametrize(
    ("room", "address"),
    [
        (Room("telegram", "-1001", "-1001"), "https://t.me/c/1/7"),
        (Room("telegram", "-1001", "-1001", "3"), "https://t.me/c/1/3/7"),
        (Room("telegram", "-55", "-55"), None),
        (Room("telegram", None, "55"), None),
    ],
)
def test_addresses_of_messages(room: Room, address: str | None) -> None:
    assert link(room, "7") == address


def test_boards_without_an_address_come_to_the_private_chat() -> None:
    screens = [
        Screen(Room("discord", "1", "2"), ScreenKind.BOARD, "en", "3"),
        Screen(Room("telegram", None, "55"), ScreenKind.BOARD, "en", "7"),
        Screen(Room("telegram", "-1001", "-1001"), ScreenKind.BOARD, "en", None),
    ]
    card = Card("x", links=tuple(Link("a board", ID, screen) for screen in screens))
    for [button] in rows(draw(card, "tavola_bot")):
        payload = button["url"].removeprefix("https://t.me/tavola_bot?start=")
        assert decode(payload) == Press(ID, 0, Verb.BOARD)


@pytest.mark.parametrize(
    ("called", "shown"),
    [
        ("\u202eevil", "evil"),
        ("\u200b\u200b", "ann_b"),
        ("\u05e9\u05e8\u05d4", "\u05e9\u05e8\u05d4"),
    ],
)
def test_a_name_turns_no_line_around(called: str, shown: str) -> None:
    """Nor is it invisible; letters that run from right to left are welcome."""
    assert mapping.actor(User(1, called, is_bot=False, username="ann_b")).name == shown
