"""Every refusal has its sentence, in every language."""

import re

import pytest

from bot.app.command_parser import read
from bot.app.model import settings
from bot.text.catalog import LOCALES, texts
from bot.text.refusals import refusal
from core.errors import Reason, Refused

DETAILS: dict[str, str | int] = {
    "text": "z9", "move": "d3", "game": "chess", "level": "god", "option": "clock",
    "value": "soon", "name": "Bo", "verb": "fly",
}  # fmt: skip


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_has_one_sentence(reason: Reason, locale: str) -> None:
    said = refusal(texts(locale), Refused(reason, **DETAILS))
    if reason is Reason.REPEATED:
        assert said == ""
    else:
        assert said[-1] in ".»"
        assert "{" not in said
        assert "!" not in said
    assert refusal(texts(locale), Refused(reason)) is not None  # details may be missing


@pytest.mark.parametrize("reason", Reason)
def test_what_was_typed_is_said_back_in_part(reason: Reason) -> None:
    endless = {key: "x" * 5_000 for key in DETAILS}
    said = refusal(texts("en"), Refused(reason, **endless))
    assert "x" * 20 not in said
    assert len(said) < 200


@pytest.mark.parametrize("reason", [Reason.ROOM_FULL, Reason.TOO_MANY_MATCHES])
def test_one_match_is_one(reason: Reason) -> None:
    said = [refusal(texts("en"), Refused(reason, count=count)) for count in (1, 2)]
    assert "1 match " in said[0]
    assert "2 matches " in said[1]


@pytest.mark.parametrize("locale", LOCALES)
def test_an_option_without_a_value_is_not_quoted_as_one(locale: str) -> None:
    """`settings quiet`, `settings nonsense`, `challenge reversi clock=`."""
    said = refusal(texts(locale), Refused(Reason.UNKNOWN_OPTION, option="quiet", value=""))
    assert "quiet" in said
    assert not re.search(r"[“«]\s?[”»]", said)


@pytest.mark.parametrize("locale", LOCALES)
def test_who_says_no_move_is_told_how(locale: str) -> None:
    """“move” alone, as when it is pressed in the help."""
    said = refusal(texts(locale), Refused(Reason.UNREADABLE_MOVE, text=""))
    assert "move d3" in said
    assert not re.search(r"[“«]\s?[”»]", said)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("play zzz", "I don't know a game called “zzz”. Possible: reversi, pente, dice."),
        ("play reversi 99", "I don't know what “99” means after “play”."),
        ("challenge @bo 5+", "I don't know what “5+” means after “challenge”."),
    ],
)
def test_what_is_not_understood_is_named_with_what_would_be(typed: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        read(typed)
    assert refusal(texts("en"), caught.value) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("zzz yes", "There's no option “zzz”. Possible: " + ", ".join(settings.KEYS) + "."),
        ("quiet x", "“x” doesn't fit the option “quiet”. Possible: none, 22-8."),
        ("confirm", "“confirm” needs a value. Possible: no, yes."),
    ],
)
def test_of_a_setting_what_it_can_be_is_told(typed: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        settings.read(typed)
    assert refusal(texts("en"), caught.value) == said
