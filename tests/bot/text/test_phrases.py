"""Every code has its sentence, in every language."""

import pytest

from bot.text import games, pages, phrases
from bot.text.catalog import LOCALES, texts
from core.game import Line, Outcome, Termination
from core.match.model import AbortCause, OfferKind
from core.registry import GAMES
from core.types import Seat, Side


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("termination", Termination)
@pytest.mark.parametrize("winner", ["Ann", None])
def test_every_ending_has_a_sentence(
    termination: Termination, winner: str | None, locale: str
) -> None:
    outcome = Outcome(termination, frozenset({Side(0)}), (40, 24))
    said = phrases.outcome(texts(locale), outcome, winner, "Bo", 60)
    assert "60" in said
    assert "{" not in said


def test_scores_stand_winner_first() -> None:
    outcome = Outcome(Termination.NO_MOVES, frozenset({Side(1)}), (24, 40))
    assert phrases.outcome(texts("en"), outcome, "Bo", "Ann", 60) == "Bo wins 40–24 in 60 moves."


@pytest.mark.parametrize("locale", LOCALES)
def test_causes_and_offers(locale: str) -> None:
    for why in AbortCause:
        assert phrases.cause(texts(locale), why, "Ann", "Bo")
    for kind in OfferKind:
        assert "Ann" in phrases.offer(texts(locale), kind, "Ann")


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_words(game: str, locale: str) -> None:
    """A game that is registered without its messages fails here."""
    language, rules = texts(locale), GAMES[game]  # type: ignore[index]
    assert games.game_name(language, rules.id)
    assert all(games.level_name(language, level) for level in rules.levels)
    for option in rules.options:
        assert all(games.option_name(language, option.key, value) for value in option.values)
    assert [games.seat_mark(rules.id, Seat(i)) for i in range(max(rules.seat_counts))]
    assert games.rules(language, rules.id).count("\n") >= 2


@pytest.mark.parametrize("locale", LOCALES)
def test_pages_fit_a_message(locale: str) -> None:
    assert 100 < len(pages.help(texts(locale))) < 1024
    assert 100 < len(pages.privacy(texts(locale))) < 1024


@pytest.mark.parametrize(
    ("locale", "one", "three"),
    [
        ("en", "1 pair captured.", "3 pairs captured."),
        ("fr", "1 paire prise.", "3 paires prises."),
        ("it", "1 coppia catturata.", "3 coppie catturate."),
        ("ht", "1 pè kaptire.", "3 pè kaptire."),
    ],
)
def test_captured_pairs(locale: str, one: str, three: str) -> None:
    lines = [Line("pente_taken", {"pairs": pairs}) for pairs in (1, 3)]
    assert [phrases.line(texts(locale), line) for line in lines] == [one, three]


def test_a_line_without_a_sentence_is_a_fault() -> None:
    with pytest.raises(KeyError):
        phrases.line(texts("en"), Line("nonsense"))
