"""Nothing that people call themselves becomes a link on Telegram."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.frontends.telegram.outbound.escape import JOINER, plain
from bot.text.catalog import LOCALES
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, Message, User, linking

RISKY = [
    "@bo_c",
    "Bo @bo_c!",
    "t.me/x",
    "https://example.com/a?b=c",
    "HTTP://EXAMPLE.COM",
    "example.com",
    "пример.рф",
    "10.0.0.1",
    "user@example.com",
    "tg://resolve?domain=bo",
    "ton://x",
    "/resign",
    "/resign@tavola_bot",
    "#winner",
    "#\u0661a",
    "$USD",
    "+1 (234) 567-8900",
    "a.b.co",
    "(x.io)",
    "..x.io",
]
PARTS = st.sampled_from(
    [*"@/#$.:+_- ()!?", "ab", "com", "t.me", "1", "234567", "é", "\u200d", "\n"]
)


@pytest.mark.parametrize("text", RISKY)
def test_the_service_would_make_a_link_and_then_does_not(text: str) -> None:
    assert linking.found(text)
    assert linking.found(plain(text)) == []
    assert plain(text).replace(JOINER, "") == text


@given(st.lists(PARTS, max_size=12).map("".join))
def test_no_text_becomes_a_link(text: str) -> None:
    assert linking.found(plain(text)) == []
    assert linking.found(plain(f"1. {text} d3\n{text} to move")) == []
    assert plain(text).replace(JOINER, "") == text


@pytest.mark.parametrize(
    "text", ["23. Ann d3", "1510 -> 1523 (+13)", "5 min + 3 s per move", "½ · 1/3", ""]
)
def test_what_is_no_link_is_left_alone(text: str) -> None:
    assert plain(text) == text


def test_what_is_meant_to_be_pressed_or_called_is_kept() -> None:
    said = plain("@bo_c: write /m@tavola_bot d3, not /x. @bo_cat", ("/m@tavola_bot", "@bo_c"))
    assert [link["type"] for link in linking.found(said)] == ["mention", "bot_command"]
    assert said.startswith("@bo_c: write /m@tavola_bot d3")


@pytest.mark.parametrize("odd", RISKY)
async def test_a_match_of_somebody_with_such_a_name_links_nothing(
    home: Harness, group: Chat, bo: User, odd: str
) -> None:
    eve = home.people.person(odd, language="en")
    hello = home.telegram.people.say(eve, group, "me")
    asked = await home.say(bo, group, "/challenge@tavola_bot first=opponent", reply_to=hello)
    board = home.last(group)
    await home.press(eve, board, "Accept")
    await home.press(eve, board, "d3")
    await home.press(bo, board, "c3")
    await home.press(eve, board, "🏳")
    await home.press(eve, board, "🏳")
    told = [m for m in group.history() if m.sender.is_bot and m.id > asked.id]
    assert len(told) == 2
    assert [linked(message) for message in told] == [[], []]


def linked(message: Message) -> list[str]:
    assert not message.preview
    return message.links


def commands(message: Message) -> list[str]:
    """Those that Telegram makes links of."""
    coded = message.text.encode("utf-16-le")
    return [
        coded[2 * link["offset"] : 2 * (link["offset"] + link["length"])].decode("utf-16-le")
        for link in linking.found(message.text)
        if link["type"] == "bot_command"
    ]


@pytest.mark.parametrize("language", LOCALES)
async def test_help_names_its_commands_as_they_are_heard(
    home: Harness, group: Chat, language: str
) -> None:
    ann = home.people.person("Ann", language=language)
    for chat, end in ((group, "@tavola_bot"), (home.people.private(ann), "")):
        await home.say(ann, chat, f"/help{end}")
        named = commands(home.last(chat))
        assert {f"/{verb}{end}" for verb in ("play", "daily", "settings", "privacy")} <= {*named}
        assert all(each.endswith(end) for each in named)
        await home.say(ann, chat, f"/privacy{end}")
        assert commands(home.last(chat)) == [f"/export{end}", f"/delete{end}"]
