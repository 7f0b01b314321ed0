"""What a board says of the moves so far."""

from bot.app.presentation.match_text import PlayerNames, last_move, moves_played
from bot.text.catalog import texts
from core.game import PASS
from core.games.reversi.records import read_transcript
from core.match.view import see
from tests.core.games.reversi.test_rules import ONE_PASS
from tests.core.match.matches import playing


def test_moves_are_numbered_without_passes() -> None:
    """Seen: \u201c67.\u201d on the board beside \u201c60 moves\u201d in the result."""
    moves = [move for move in read_transcript(ONE_PASS) if move != PASS]
    match = playing("".join(moves))
    assert any(ply.move == PASS for ply in match.plies)
    assert moves_played(match) == len(moves)
    cast = PlayerNames(("Ann", "Bo"), "Ann", None)
    told = last_move(texts("en"), see(match), cast)
    assert told is not None
    assert told.startswith(f"{len(moves)}. ")
