"""The keyboard board, and the introduction of the bot."""

from bot.app.model.button_token import NO_MATCH, decode
from bot.app.model.card import Card, Style
from bot.app.model.request import Verb
from bot.app.presentation.buttons import points
from bot.app.presentation.keyboard_board import EMPTY, LEGAL, fits, grid
from bot.app.presentation.welcome import welcome
from core.game import PASS
from core.match import create
from core.match.commands import PlayMove
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import Match
from core.match.view import see
from core.registry import GAMES
from core.types import GameId, Level, MatchId, Millis, Move, PlayerId

NOW = Millis(1_800_000_000_000)
ANN = PlayerId("p1")


def started() -> Match:
    terms = Terms(GameId("reversi"), False, first="challenger")
    id = MatchId("b" * 13)
    return create.against_computer(id, terms, ANN, Level("novice"), bytes(32), NOW)


def card(match: Match) -> Card:
    view = see(match)
    return Card("x", board=view, points=points(view))


def test_every_square_is_a_button_and_carries_its_move() -> None:
    match = decide(started(), PlayMove(ANN, Move("d3"), 1), NOW).match
    rows = grid(card(match))
    assert [len(row.row) for row in rows] == [8] * 8
    names = [decode(button.token).arg for row in rows for button in row.row]
    assert names == [f"{column}{line}" for line in range(1, 9) for column in "abcdefgh"]
    by_name = dict(zip(names, (button for row in rows for button in row.row), strict=True))
    for name, button in by_name.items():
        press = decode(button.token)
        assert (press.session, press.turn, press.verb) == (match.id, 2, Verb.MOVE)
        assert (button.label == LEGAL) == (name in see(match).moves)
        assert (button.style is Style.SUCCESS) == (button.label == LEGAL)
    assert (by_name["d3"].label, by_name["d3"].style) == ("⚫", Style.PRIMARY)
    assert by_name["e5"].label == "⚪"
    assert by_name["a1"].label == EMPTY
    assert not EMPTY.isspace()


def test_no_grid_where_there_is_nothing_to_press() -> None:
    assert grid(Card("x")) == ()
    assert grid(Card("x", board=see(started()))) == ()
    assert PASS not in card(started()).points


def test_which_games_fit() -> None:
    assert fits(GameId("reversi"))
    assert {game for game in GAMES if fits(game)} == {"reversi"}


def test_the_welcome_says_how_to_begin_in_every_language() -> None:
    texts = set()
    for locale in ("en", "fr", "it", "ht"):
        hello = welcome(locale, "a hint")
        assert "\na hint\n" in hello.text
        texts.add(hello.text)
        presses = [decode(button.token) for row in hello.rows for button in row.row]  # type: ignore[union-attr]
        assert [press.verb for press in presses] == [Verb.CHALLENGE, Verb.PLAY, Verb.SETUP]
        assert {press.session for press in presses} == {NO_MATCH}
    assert len(texts) == 4
