"""Command lines as players type them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.command_parser import LONGEST, ParsedCommand, looks_like_move, read
from bot.app.model.request import Verb
from core.errors import Reason, Refused
from core.registry import GAMES
from core.types import MatchId

THAT = MatchId("bzy2q6vckmwdz")


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("/play", ParsedCommand(Verb.PLAY)),
        ("play reversi club", ParsedCommand(Verb.PLAY, "reversi", {"level": "club"})),
        ("/PLAY@tavola_bot Reversi", ParsedCommand(Verb.PLAY, "reversi")),
        ("/play opening=balanced", ParsedCommand(Verb.PLAY, "", {"opening": "balanced"})),
        ("/play balanced", ParsedCommand(Verb.PLAY, "", {"opening": "balanced"})),
        ("challenge 99999999d", ParsedCommand(Verb.CHALLENGE, "", {"clock": "99999999d"})),
        (
            "challenge reversi @Bo 5+3",
            ParsedCommand(Verb.CHALLENGE, "reversi", {"clock": "5+3"}, "Bo"),
        ),
        ("challenge Bo rated", ParsedCommand(Verb.CHALLENGE, "", {"rated": "yes"}, "Bo")),
        ("challenge challenger", ParsedCommand(Verb.CHALLENGE, "", {"first": "challenger"})),
        ("leaderboard month everywhere page=2", ParsedCommand(
            Verb.LEADERBOARD, "", {"period": "month", "scope": "everywhere", "page": "2"}
        )),
        ("lb pente 3", ParsedCommand(Verb.LEADERBOARD, "pente", {"page": "3"})),
        ("leaderboard page 3", ParsedCommand(Verb.LEADERBOARD, "", {"page": "3"})),
        ("history page=2", ParsedCommand(Verb.HISTORY, "2")),
        ("history Page 2", ParsedCommand(Verb.HISTORY, "2")),
        ("replay", ParsedCommand(Verb.REPLAY)),
        ("replay BZY2Q6VCKMWDZ", ParsedCommand(Verb.REPLAY, session=THAT)),
        ("record bzy2q6vckmwdz", ParsedCommand(Verb.RECORD, session=THAT)),
        ("review bzy2q6vckmwdz 2", ParsedCommand(Verb.REVIEW, "2", session=THAT)),
        (
            "from bzy2q6vckmwdz 12 club",
            ParsedCommand(Verb.FROM, "12", {"level": "club"}, session=THAT),
        ),
        ("/m k 10", ParsedCommand(Verb.MOVE, "k 10")),
        ("  resign  ", ParsedCommand(Verb.RESIGN)),
        ("accept", ParsedCommand(Verb.JOIN)),
        ("rules reversi", ParsedCommand(Verb.RULES, "reversi")),
        ("/start", ParsedCommand(Verb.HELP)),
        ("/begin@tavola_bot", ParsedCommand(Verb.START)),
        ("computer b2 club", ParsedCommand(Verb.COMPUTER, "b2 club")),
        ("join b", ParsedCommand(Verb.JOIN, "b")),
        ("challenge pente 2x2 @Bo", ParsedCommand(Verb.CHALLENGE, "pente", {"seats": "4"}, "Bo")),
    ],
)  # fmt: skip
def test_wishes(text: str, wish: ParsedCommand) -> None:
    assert read(text) == wish


@pytest.mark.parametrize("text", ["", "/", "fly", "/playy", "@bot play", "été"])
def test_other_words_are_no_verbs(text: str) -> None:
    with pytest.raises(Refused, match="unknown_verb"):
        read(text)


@pytest.mark.parametrize("text", ["replay 12", "record the last one", "replay BZY2Q6VCKMWD1"])
def test_what_is_no_id_of_a_match_names_none(text: str) -> None:
    with pytest.raises(Refused, match="unknown_match"):
        read(text)


def test_what_fits_no_option_is_named() -> None:
    with pytest.raises(Refused) as caught:
        read("play reversi blindfold")
    assert caught.value.reason is Reason.UNKNOWN_OPTION
    assert caught.value.details["value"] == "blindfold"


@pytest.mark.parametrize(
    "text",
    ["play chess", "play chess club", "leaderboard chess", "challenge chess @Bo",
     "challenge @Bo chess", "challenge Bo chess 5+3"],
)  # fmt: skip
def test_an_unknown_game_is_named(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read(text)
    assert caught.value.reason is Reason.UNKNOWN_GAME
    assert caught.value.details["game"] == "chess"


@pytest.mark.parametrize("asked", [Verb.DRAW, Verb.TAKEBACK, Verb.REMATCH])
@pytest.mark.parametrize("answer", [Verb.YES, Verb.NO])
def test_an_offer_can_be_named_before_its_answer(asked: Verb, answer: Verb) -> None:
    assert (
        read(f"/{asked} {answer.upper()} ")
        == read(f"{answer} {asked}")
        == ParsedCommand(answer, asked)
    )


def test_long_lines_are_refused() -> None:
    with pytest.raises(Refused, match="too_long"):
        read("play " + "x" * LONGEST)


@given(st.text(max_size=LONGEST + 10))
def test_any_line_is_read_or_refused(text: str) -> None:
    with suppress(Refused):
        assert read(text).verb in set(Verb)
    assert looks_like_move(text) in (True, False)


@pytest.mark.parametrize(
    "text", ["d3", "D3", " d 3", "d,3", "3d", "pass", "\uff24\uff13", "k 10", "10T", "i 8"]
)
def test_bare_moves_are_seen(text: str) -> None:
    assert looks_like_move(text)


@pytest.mark.parametrize("text", ["", " ", "hello", "d33", "z9", "d3 or c4?", "d" * 500])
def test_chat_is_not_taken_for_a_move(text: str) -> None:
    assert not looks_like_move(text)


def test_no_level_is_a_word_that_means_something_else() -> None:
    for game in GAMES.values():
        for level in game.levels:
            assert read(f"play {game.id} {level}").options == {"level": level}
