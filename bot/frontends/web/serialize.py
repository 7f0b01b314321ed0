"""Turns the application's values into the page's: a screen as one viewer sees it.

The application finishes every text and says who may press what; here that becomes plain values,
without what is not for the viewer.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from bot.app.model.button_token import decode
from bot.app.model.card import Button, Buttons, Card, Menu
from bot.app.model.request import Verb
from bot.app.model.session import ScreenKind, Session
from bot.frontends.web.protocol import (
    BoardShown,
    ButtonShown,
    CardShown,
    ClockShown,
    LinkShown,
    MyMatch,
    RowShown,
    ScreenShown,
    SeatShown,
)
from core.day import table_of
from core.game import BoardView
from core.match.model import Match, Status
from core.match.offers import asked
from core.match.view import MatchView
from core.registry import GAMES
from core.types import MatchId, Millis, PlayerId, Seat

PLATFORM = "web"

AFTER_A_PLY = frozenset({Verb.DRAW, Verb.TAKEBACK})

POINTLESS = frozenset({Verb.BOARD})
"""What needs no button here: the board is always in the middle."""


def screen_shown(
    session: Session, index: int, card: Card, viewer: PlayerId, now: Millis
) -> ScreenShown:
    """Screen `index` of the session, with what that viewer may do there."""
    kind = session.screens[index].kind
    shown = _shown(session.match, card, viewer, now, index, kind, session.version)
    return structs.replace(shown, asked=_asked(session, viewer))


def private_shown(card: Card, viewer: PlayerId, now: Millis) -> ScreenShown | None:
    """Return a contest sheet as a private answer; None for any other card.

    It has no screen, so its turn serves as the version.
    """
    if card.board is None or _contest(card) is None:
        return None
    match = card.board.match
    return _shown(match, card, viewer, now, 0, ScreenKind.BOARD, match.turn)


def _shown(
    match: Match,
    card: Card,
    viewer: PlayerId,
    now: Millis,
    screen: int,
    kind: ScreenKind,
    version: int,
) -> ScreenShown:
    names = card.names or ("",) * len(match.seats)
    tallies = card.board.board.tallies if card.board else (None,) * len(match.seats)
    game, mine = GAMES[match.game], match.seats_of(viewer)
    return ScreenShown(
        session=match.id,
        game=match.game,
        screen=screen,
        kind=kind,
        version=version,
        turn=match.turn,
        status=match.status,
        seats=[
            SeatShown(
                who.player if who else None, name, tally, game.side_of(match.setup, Seat(seat))
            )
            for seat, (who, name, tally) in enumerate(zip(match.seats, names, tallies, strict=True))
        ],
        mine=mine,
        host=match.host == viewer,
        asked=False,
        offered=_offered(match, viewer),
        previous=match.previous,
        contest=_contest(card),
        card=card_shown(card, viewer, now, belongs=bool(mine) or match.host == viewer),
    )


def _contest(card: Card) -> MatchId | None:
    """Where others play with the same throws: these do not bear the match's own id then."""
    view = card.board
    if view is None or view.proof is None or view.proof.label == view.match.id:
        return None
    return table_of(view.proof.label)


def card_shown(card: Card, viewer: PlayerId, now: Millis, belongs: bool = False) -> CardShown:
    """The card without what is not for this viewer, or would do nothing here; `belongs` says that
    they are in it already."""
    plies = card.board is None or bool(card.board.match.plies)
    rows = [_row_shown(row, viewer, belongs, plies) for row in card.rows]
    return CardShown(
        text=card.text,
        alt=card.alt,
        rows=[row for row in rows if row.buttons],
        board=_board_shown(card.board, now) if card.board is not None else None,
        links=[
            LinkShown(
                link.label,
                link.session,
                link.screen.room.chat if link.screen.room.platform == PLATFORM else None,
            )
            for link in card.links
        ],
        monospace=card.monospace,
        hidden=card.hidden,
    )


def _board_shown(view: MatchView, now: Millis) -> BoardShown:
    plain = plain_view(view.board)
    clock, match = view.match.clock, view.match
    listed = not match.is_solo
    opening = match.setup.opening if listed else ()
    return BoardShown(
        game=view.match.game,
        view=plain,
        to_act=view.to_act,
        clock=ClockShown(clock.left, clock.running, clock.since, now) if clock else None,
        moves=[*opening, *(ply.move for ply in match.plies)] if listed else (),
        opening=len(opening),
    )


def plain_view(board: BoardView) -> dict[str, Any]:
    """The view without its sentences, which are not worded yet; the card's text has them."""
    plain: dict[str, Any] = msgspec.to_builtins(board)
    plain.pop("lines")
    return plain


def _row_shown(row: Buttons | Menu, viewer: PlayerId, belongs: bool, plies: bool) -> RowShown:
    buttons = row.row if isinstance(row, Buttons) else row.choices
    shown = [
        ButtonShown(each.label, each.token, each.style, each.enabled)
        for each in buttons
        if (not each.only or viewer in each.only) and _has_a_point(each, belongs, plies)
    ]
    return RowShown(shown, row.placeholder if isinstance(row, Menu) else None)


def _has_a_point(button: Button, belongs: bool, plies: bool) -> bool:
    """Whether a button does something here. Players move on the board itself and join only a named
    side or seat; before the first ply there is nothing to take back or to agree on."""
    press = decode(button.token)
    if press.verb in AFTER_A_PLY and not plies:
        return False
    if press.verb is Verb.MOVE:
        return not belongs
    if press.verb is Verb.JOIN:
        return bool(press.arg) or not belongs
    return press.verb not in POINTLESS


def my_match(
    session: Session, names: Sequence[str], to_act: Seat | None, viewer: PlayerId
) -> MyMatch:
    """The match as a line of the viewer's list."""
    match = session.match
    mine = match.seats_of(viewer)
    rooms = [s.room.chat for s in session.screens if s.room.platform == PLATFORM]
    return MyMatch(
        session=match.id,
        game=match.game,
        version=session.version,
        rooms=list(dict.fromkeys(rooms)),
        names=names,
        mine=mine,
        status=Status.PLAYING if _goes_on(session) else match.status,
        host=match.host == viewer,
        yours=to_act is not None and to_act in mine,
        asked=_asked(session, viewer),
        offered=_offered(match, viewer),
        contest=match.contest,
    )


def _goes_on(session: Session) -> bool:
    """Whether this is a contest that has begun; its table is open until it is over."""
    contest = session.contest
    return contest is not None and contest.begun is not None and not session.match.is_over


def _asked(session: Session, viewer: PlayerId) -> bool:
    match = session.match
    return match.status is Status.OPEN and match.invited == viewer and not _goes_on(session)


def _offered(match: Match, viewer: PlayerId) -> bool:
    return any(viewer in asked(match, offer) for offer in match.offers)
