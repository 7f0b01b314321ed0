"""The fake makes links of plain text by itself, as the live service does."""

import pytest

from tests.fakes.of_telegram.bare import Bare, sent
from tests.fakes.telegram import FakeTelegram, User, linking


def kinds(text: str) -> list[str]:
    return [link["type"] for link in linking.found(text)]


def test_commands_and_mentions_are_marked_where_they_begin_a_word() -> None:
    found = linking.found("😀 /play@tavola_bot @ann a@b /x")
    assert [(mark["type"], mark["offset"], mark["length"]) for mark in found] == [
        ("bot_command", 3, 16),
        ("mention", 20, 4),
        ("bot_command", 29, 2),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see example.com, t.me/x!", ["url", "url"]),
        ("https://пример.рф/a?b#c", ["url"]),
        ("10.0.0.1 and 1.2 and 3.5", ["url"]),
        ("tg://resolve?domain=x", ["url"]),
        ("ann.b@mail.example.com", ["email"]),
        ("#tag #1 x#y #a#b", ["hashtag"]),
        ("$USD $usd", ["cashtag"]),
        ("+1 (234) 567-8900, +13", ["phone_number"]),
        ("1/2 and a/b and //x and <b>/i", []),
        ("23. Ann d3. Then this", []),
    ],
)
def test_what_is_found(text: str, found: list[str]) -> None:
    assert kinds(text) == found


async def test_a_bots_message_is_searched_too_but_for_its_code(
    fake: FakeTelegram, bare: Bare, ann: User
) -> None:
    chat = fake.people.private(ann)
    code = [{"type": "pre", "offset": 5, "length": 11}]
    message = await sent(bare, fake, chat, text="@ann example.com", entities=code)
    assert message.links == ["@ann"]
    await bare("editMessageText", chat_id=chat.id, message_id=message.id, text="t.me/x")
    assert message.links == ["t.me/x"]
    assert message.preview


async def test_previews_can_be_left_out(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    chat, off = fake.people.private(ann), {"is_disabled": True}
    message = await sent(bare, fake, chat, text="example.com", link_preview_options=off)
    assert message.links == ["example.com"]
    assert not message.preview
