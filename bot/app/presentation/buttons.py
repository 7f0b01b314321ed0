"""Lay out the buttons of a card within the limits of a screen.

Pure: view and texts in, rows out. Every button carries the session and the turn, so `decide`
refuses a stale press; `only` lists the players for whom a button works, and others are refused
privately.
"""

from collections.abc import Callable, Iterator, Sequence

from bot.app.model.button_token import Press, encode, encode_each
from bot.app.model.card import Button, Buttons, Limits, Menu, Style
from bot.app.model.request import Verb
from bot.app.presentation import point_picker
from bot.text import dice
from bot.text.catalog import Texts
from core.game import PASS
from core.match.deadlines import may_claim
from core.match.decision import opponents, others
from core.match.ending import stand_in
from core.match.model import Match, OfferKind, Status
from core.match.offers import asked
from core.match.view import MatchView, see
from core.registry import GAMES
from core.types import Millis, Move, PlayerId

Rows = tuple[Buttons | Menu, ...]

KEEP_PLAYING = "keep"
"""Argument of `Verb.NO` that answers "Resign this match?"."""


def token(match: Match, verb: Verb, arg: str = "") -> str:
    return encode(Press(match.id, match.turn, verb, arg))


def button(
    match: Match,
    label: str,
    verb: Verb,
    arg: str = "",
    style: Style = Style.PLAIN,
    only: tuple[PlayerId, ...] = (),
) -> Button:
    return Button(label, token(match, verb, arg), style, only=only)


def challenge(texts: Texts, match: Match) -> Rows:
    """Return accept, decline, rules and cancel; for an aborted challenge, a button to repeat it."""
    host = (match.host,)
    if match.status is Status.ABORTED:
        again = button(match, texts.t("Offer again"), Verb.AGAIN, only=host)
        return (Buttons((again,)),)
    first = [button(match, texts.t("Accept"), Verb.JOIN, style=Style.SUCCESS, only=_guests(match))]
    if match.invited is not None:
        guest = (match.invited,)
        first.append(button(match, texts.t("Decline"), Verb.DECLINE, only=guest))
    second = [
        button(match, texts.t("Rules"), Verb.RULES),
        button(match, texts.t("Cancel"), Verb.CANCEL, only=host),
    ]
    if match.invited is None:
        elsewhere = texts.t("Invite with a code")
        second.append(button(match, elsewhere, Verb.INVITE, only=host))
    return (Buttons(tuple(first)), Buttons(tuple(second)))


def roll(texts: Texts, match: Match) -> Rows:
    """Return the buttons of a match that waits for its host to roll."""
    host = (match.host,)
    return (
        Buttons(
            (
                button(match, dice.roll_label(texts), Verb.START, style=Style.SUCCESS, only=host),
                button(match, texts.t("Rules"), Verb.RULES),
                button(match, texts.t("Cancel"), Verb.CANCEL, only=host),
            )
        ),
    )


def come_in(texts: Texts, match: Match, code: str, *, apart: str) -> Rows:
    """Return the answers to an invite code: play here, play in private, or decline.

    `apart` is the code that takes the seat with the board in a private chat; empty where the screen
    is already private.
    """
    ways = [button(match, texts.t("Play here"), Verb.JOIN, code, Style.SUCCESS)]
    if apart:
        ways.append(button(match, texts.t("Play in private"), Verb.JOIN, apart))
    return (Buttons((*ways, button(match, texts.t("Not now"), Verb.NO, Verb.JOIN))),)


def _guests(match: Match) -> tuple[PlayerId, ...]:
    return () if match.invited is None else (match.invited,)


def board(texts: Texts, view: MatchView, limits: Limits, now: Millis) -> Rows:
    """Return the moves (unless the board itself takes them), answers to offers, and controls."""
    match = view.match
    if match.status is not Status.PLAYING:
        return ()
    answers = offers(texts, match)
    controls = Buttons(short(match) if limits.compact else _controls(texts, view, now))
    if limits.clickable or limits.grid:
        return (*answers, controls)
    room = limits.buttons - limits.per_row * (len(answers) + 1)
    if len(view.moves) <= room or not point_picker.picks(match.game):
        return (*moves(texts, view, limits, room), *answers, controls)
    ways = _point_entry(texts, view, limits)
    if limits.compact and len(ways) + len(controls.row) <= limits.per_row:
        return (*answers, Buttons((*ways, *controls.row)))
    return (Buttons(ways), *answers, controls)


def _point_entry(texts: Texts, view: MatchView, limits: Limits) -> tuple[Button, ...]:
    """Return the ways to enter a move when the points outnumber the buttons."""
    match, only = view.match, _to_act(view)
    first = point_picker.begin(limits)
    pick = button(match, texts.t("Pick a point"), Verb.PICK, first, Style.PRIMARY, only)
    if not limits.forms:
        return (pick,)
    return (button(match, texts.t("Type a point"), Verb.PLACE, "", Style.PRIMARY, only), pick)


def points(view: MatchView) -> dict[Move, str]:
    """Return the button token of each legal move, for boards that are keyboards."""
    return dict(_tokens(view))


def moves(texts: Texts, view: MatchView, limits: Limits, room: int) -> Rows:
    """Return a button per legal move in board order, or menus for more than `room` moves."""
    only = _to_act(view)
    choices = [Button(move, pressed, Style.PRIMARY, only=only) for move, pressed in _tokens(view)]
    if len(choices) <= room:
        return tuple(Buttons(row) for row in _chunks(choices, limits.per_row))
    return tuple(Menu(texts.t("Choose a move"), part) for part in _chunks(choices, limits.menu))


def _tokens(view: MatchView) -> Iterator[tuple[Move, str]]:
    """Yield the legal moves other than a pass with their tokens, in board order."""
    legal = [move for move in view.moves if move != PASS]
    press = Press(view.match.id, view.match.turn, Verb.MOVE)
    return zip(legal, encode_each(press, legal), strict=True)


def _chunks(buttons: Sequence[Button], size: int) -> list[tuple[Button, ...]]:
    return [tuple(buttons[i : i + size]) for i in range(0, len(buttons), size)]


def _to_act(view: MatchView) -> tuple[PlayerId, ...]:
    occupant = None if view.to_act is None else view.match.seats[view.to_act]
    return () if occupant is None else (occupant.player,)


def offers(texts: Texts, match: Match) -> Rows:
    """Return a row per open offer: accept and decline for the players asked, withdraw for the
    offerer."""
    rows = []
    for offer in match.offers:
        others = asked(match, offer)
        maker = match.seats[offer.seat]
        own = () if maker is None else (maker.player,)
        row = (
            button(match, texts.t("Accept"), Verb.YES, offer.kind, Style.SUCCESS, others),
            button(match, texts.t("Decline"), Verb.NO, offer.kind, only=others),
            button(match, texts.t("Withdraw"), Verb.WITHDRAW, offer.kind, only=own),
        )
        rows.append(Buttons(row))
    return tuple(rows)


def short(match: Match) -> tuple[Button, ...]:
    """Return the controls of a compact screen, which opens the others privately."""
    return (button(match, "⤓", Verb.BOARD), button(match, "⋯", Verb.MORE))


def _controls(texts: Texts, view: MatchView, now: Millis) -> tuple[Button, ...]:
    return (*actions(texts, view, now), button(view.match, texts.t("⤓ Show below"), Verb.BOARD))


def actions(texts: Texts, view: MatchView, now: Millis) -> list[Button]:
    """Return the actions that apply to this match: draw, takeback, resign, claim, pause."""
    match = view.match
    seated = match.people
    helped = [button(match, texts.t("💡 Hint"), Verb.HINT, only=seated)] * match.allows_hints
    if match.is_solo:
        return [*helped, give_up(texts, match)]
    if match.paused is not None:
        resume = button(match, texts.t("▶ Resume"), Verb.RESUME, "", Style.PRIMARY, seated)
        return [resume, resign(texts, match)]
    row = helped
    opposed = any(opponents(match, player) for player in seated)
    if opposed and match.offer(OfferKind.DRAW) is None:
        row.append(button(match, texts.t("½ Draw"), Verb.DRAW, only=seated))
    if GAMES[match.game].takeback and match.offer(OfferKind.TAKEBACK) is None:
        row.append(button(match, texts.t("↶ Take back"), Verb.TAKEBACK, only=seated))
    if match.clock is not None and match.offer(OfferKind.PAUSE) is None:
        row.append(pause(texts, match))
    row.extend(_claims(texts, view, now))
    row.append(resign(texts, match))
    return row


def resign(texts: Texts, match: Match) -> Button:
    label = texts.t("🏳 Resign")
    return button(match, label, Verb.RESIGN, style=Style.DANGER, only=match.people)


def pause(texts: Texts, match: Match) -> Button:
    """Return the button that asks for a pause; matches without a clock have it behind `⋯`."""
    return button(match, texts.t("⏸ Pause"), Verb.PAUSE, only=match.people)


def give_up(texts: Texts, match: Match, sure: str = "") -> Button:
    """Return the button that ends a solo game."""
    player = tuple(occupant.player for occupant in match.seats if occupant is not None)
    return button(match, texts.t("End game"), Verb.RESIGN, sure, Style.DANGER, player)


def _claims(texts: Texts, view: MatchView, now: Millis) -> list[Button]:
    """Return the claim button, for the players who have waited long enough.

    It claims the win, or replaces an absent partner by a computer.
    """
    match = view.match
    if (late := may_claim(match, now)) is None:
        return []
    away = match.seats[late]
    if away is not None and stand_in(match, late) is not None:
        label, waiting = texts.t("⌛ Let a computer take over"), others(match, away.player)
    else:
        label = texts.t("⌛ Claim victory")
        waiting = tuple(
            occupant.player
            for occupant, side in zip(match.seats, view.sides, strict=True)
            if occupant is not None and occupant.level is None and side != view.sides[late]
        )
    return [button(match, label, Verb.CLAIM, only=waiting)] if waiting else []


def more(texts: Texts, match: Match, now: Millis) -> Rows:
    """Return the private panel behind `⋯`, which keeps resigning away from the moves."""
    text = button(match, texts.t("Text board"), Verb.TEXT)
    rules = button(match, texts.t("Rules"), Verb.RULES)
    row = [text, rules]
    untimed = match.clock is None and not match.is_solo
    if untimed and match.paused is None and match.offer(OfferKind.PAUSE) is None:
        row.append(pause(texts, match))
    if match.contest is None:  # contest boards are private: others still play the same dice
        row.append(button(match, texts.t("Invite spectators"), Verb.INVITE))
    return (Buttons(tuple(actions(texts, see(match), now))), Buttons(tuple(row)))


def result(texts: Texts, match: Match) -> Rows:
    """Return the buttons of a finished match: rematch or its answers, review, replay, record."""
    reviewed = (button(match, texts.t("Review"), Verb.REVIEW),) if GAMES[match.game].levels else ()
    kept = (
        *reviewed,
        button(match, texts.t("Replay"), Verb.REPLAY),
        button(match, texts.t("Record"), Verb.RECORD),
    )
    if match.rematch is not None:
        return (Buttons(kept),)
    if match.offer(OfferKind.REMATCH) is not None:
        return (*offers(texts, match), Buttons(kept))
    label = texts.t("Rematch")
    wish = button(match, label, Verb.REMATCH, style=Style.PRIMARY, only=match.people)
    return (Buttons((wish, *kept)),)


def place(texts: Texts, match: Match, move: Move) -> Rows:
    """Return the answers to "Place it there?"."""
    yes = button(match, texts.t("Place"), Verb.SURE, move, Style.SUCCESS)
    return (Buttons((yes, button(match, texts.t("Cancel"), Verb.NO, Verb.MOVE))),)


def sure(texts: Texts, match: Match) -> Rows:
    """Return the answers to the confirmation before resigning."""
    keep = button(match, texts.t("Keep playing"), Verb.NO, KEEP_PLAYING)
    if match.is_solo:
        return (Buttons((give_up(texts, match, "sure"), keep)),)
    resigns = button(match, texts.t("🏳 Resign"), Verb.RESIGN, "sure", Style.DANGER)
    return (Buttons((resigns, keep)),)


def turning(page: int, pages: int, token: Callable[[int], str]) -> tuple[Button, ...]:
    """Return the previous and next buttons that lead to a page. `token` requests a page."""
    ways = (("◀", page - 1), ("▶", page + 1))
    return tuple(Button(sign, token(to)) for sign, to in ways if 1 <= to <= pages)
