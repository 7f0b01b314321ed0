"""Buttons of one card with different actions have different labels, in every language."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from bot.app.model.button_token import decode
from bot.app.model.card import Button, Limits, Menu
from bot.app.model.settings import Settings
from bot.app.people import settings_card
from bot.app.presentation import buttons, lobby
from bot.app.presentation.buttons import Rows
from bot.text.catalog import LOCALES, Texts, texts
from core.match import create
from core.match.clock import TimeControl
from core.match.commands import Resign, TakeSeat
from core.match.create import Terms
from core.match.decide import decide
from core.match.model import Match, Offer, OfferKind, Pause, PauseCause
from core.match.view import see
from core.types import GameId, MatchId, Millis, Move, PlayerId, Seat

NOW = Millis(1_800_000_000_000)
ANN, BO = PlayerId("p1"), PlayerId("p2")
ID = MatchId("b" * 13)
REVERSI, PENTE = GameId("reversi"), GameId("pente")
CLOCK = TimeControl(main=300_000, increment=3_000)
FORMS = Limits(text=1500, buttons=30, per_row=5, menu=25, pictures=True, forms=True)


def challenge(terms: Terms, guest: PlayerId | None = BO) -> Match:
    return create.challenge(ID, terms, ANN, guest, bytes(32), NOW)


def begun(game: GameId = REVERSI) -> Match:
    terms = Terms(game, False, time=CLOCK, first="challenger", hints=game == REVERSI)
    return decide(challenge(terms), TakeSeat(BO), NOW).match


def offered(match: Match) -> Match:
    """Add an offer of each kind that a board can carry."""
    kinds = (OfferKind.DRAW, OfferKind.PAUSE, OfferKind.TAKEBACK)
    return replace(match, offers=tuple(Offer(kind, Seat(0)) for kind in kinds))


def paused(match: Match) -> Match:
    return replace(offered(match), paused=Pause(PauseCause.AGREED, NOW))


def over() -> Match:
    return decide(begun(), Resign(ANN), NOW).match


def cards(language: Texts) -> Iterator[tuple[str, Rows]]:
    """Yield each kind of card with buttons, by name."""
    yield "challenge", buttons.challenge(language, challenge(Terms(REVERSI)))
    yield "open challenge", buttons.challenge(language, challenge(Terms(REVERSI), None))
    yield "lobby", lobby.buttons(language, challenge(Terms(PENTE, seats=4), None), 5)
    yield "code", buttons.come_in(language, begun(), "k7q4md", apart="k7q4mdp")
    for game in (REVERSI, PENTE):
        for name, match in (
            ("board", begun(game)),
            ("offers", offered(begun(game))),
            ("pause", paused(begun(game))),
        ):
            yield f"{game} {name}", buttons.board(language, see(match), FORMS, NOW)
            yield f"{game} {name}, more", buttons.more(language, match, NOW)
    asked = replace(over(), offers=(Offer(OfferKind.REMATCH, Seat(0)),))
    yield "result", buttons.result(language, over())
    yield "rematch", buttons.result(language, asked)
    yield "resign", buttons.sure(language, begun())
    yield "place", buttons.place(language, begun(PENTE), Move("k11"))
    yield "settings", settings_card.card(language, Settings()).rows


def pressed(rows: Rows) -> Iterator[list[Button]]:
    """Yield the buttons of a card together, and the choices of each of its menus."""
    yield [button for row in rows if not isinstance(row, Menu) for button in row.row]
    yield from (list(row.choices) for row in rows if isinstance(row, Menu))


def action(button: Button) -> tuple[str, ...]:
    """Return the action of a press; answers to different kinds of offers count as one."""
    token = decode(button.token)
    answers = ("yes", "no", "withdraw")
    return (token.verb,) if token.verb in answers else (token.verb, token.arg)


def word(label: str) -> str:
    """Return the label without its leading symbol."""
    return label.lstrip("🏳½↶⤓⌛⏸▶💡🎲↩ ").casefold()


@pytest.mark.parametrize("locale", LOCALES)
def test_buttons_that_do_different_things_have_different_labels(locale: str) -> None:
    for name, rows in cards(texts(locale)):
        assert any(pressed(rows)), name
        for together in pressed(rows):
            for one, other in combinations(together, 2):
                if action(one) != action(other):
                    assert word(one.label) != word(other.label), (name, one.label)


APART: tuple[tuple[str, ...], ...] = (
    ("Withdraw", "↶ Take back", "▶ Resume", "Decline", "Accept", "🏳 Resign", "⏸ Pause"),
    ("Cancel", "Undo", "Leave", "Close", "Close entry"),
    ("Share", "Standings", "Remind me tomorrow", "Review", "Replay", "Record", "All-time"),
    ("Board", "Leaderboard", "Rules", "Help", "Privacy", "History", "Profile", "Room settings"),
    ("Keep playing", "🏳 Resign", "End game", "Cancel"),
)
"""Actions that may appear side by side, also on different cards of one screen."""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("labels", APART, ids=lambda labels: labels[0])
def test_actions_seen_side_by_side_do_not_share_a_word(
    locale: str, labels: tuple[str, ...]
) -> None:
    said = [word(texts(locale).t(label)) for label in labels]
    assert len(set(said)) == len(said), said
