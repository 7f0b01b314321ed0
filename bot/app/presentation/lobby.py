"""The lobby: an open match of teams, where people choose their side until the host starts.

Owns its text, its buttons and what `join b` and `computer b2 club` mean in it. Pure. Every button
says outright what shall be, so that one pressed late or delivered twice does no harm.

    Pente 2x2 · waiting for 2 · order A1 B1 A2 B2
    ⚪ A: Ann, -     ⚫ B: Bo, -
    [Join A] [Join B]  /  [Computer A] [Computer B]  /  [Leave] [Start] [Cancel]
"""

from bot.app.model.card import Button, Buttons, Style
from bot.app.model.request import Verb
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text, teams
from bot.app.presentation.buttons import Rows
from bot.app.presentation.match_text import PlayerNames
from bot.text import games
from bot.text.catalog import Texts
from core.errors import Reason, Refused
from core.match import commands as c
from core.match import create
from core.match.decision import sides
from core.match.model import Match, Status
from core.registry import GAMES
from core.types import Level, PlayerId, Seat, Side

NOBODY = "none"
"""In place of a level: the computer leaves."""

_EMPTY = "–"


def is_lobby(match: Match) -> bool:
    """Whether people are choosing sides, or were when it came to nothing."""
    return teams.are_in(match) and match.turn == 0


def text(texts: Texts, match: Match, cast: PlayerNames) -> str:
    """Who sits where, who is waited for, on which terms, and who can start."""
    lines = [_head(texts, match), _sides(match, cast)]
    if match.status is Status.OPEN:
        lines.append(" · ".join((*match_text.terms(texts, match), match_text.open_for(texts))))
        lines.append(_next_step(texts, match, cast))
    return "\n".join(lines)


def _head(texts: Texts, match: Match) -> str:
    size = "x".join(str(len(teams.members(match, side))) for side in _all_sides(match))
    said = [f"{games.game_name(texts, match.game)} {size}"]
    if match.status is Status.OPEN:
        free = match.seats.count(None)
        order = " ".join(teams.seat_name(match, Seat(i)) for i in range(match.setup.seats))
        if free:
            said.append(texts.n("waiting for {count} player", "waiting for {count} players", free))
        else:
            said.append(texts.t("everyone is here"))
        said.append(texts.t("turn order {seats}", seats=order))
    return " · ".join(said)


def _sides(match: Match, cast: PlayerNames) -> str:
    return "   ".join(
        f"{games.seat_mark(match.game, there[0])} {teams.letter(side)}: "
        + ", ".join(cast.seats[seat] or _EMPTY for seat in there)
        for side in _all_sides(match)
        if (there := teams.members(match, side))
    )


def _next_step(texts: Texts, match: Match, cast: PlayerNames) -> str:
    if None not in match.seats:
        return texts.t("{name} can start the match.", name=cast.host)
    if match.invited is not None and not match.seats_of(match.invited):
        return texts.t(
            "{name} invites {other}; anyone can join.", name=cast.host, other=cast.invited or ""
        )
    return texts.t("{name} can start when all seats are taken.", name=cast.host)


def buttons(texts: Texts, match: Match, per_row: int) -> Rows:
    """Sides to join, computers to seat, to change and to send away, and what the host decides."""
    if match.status is not Status.OPEN:
        return rows.challenge(texts, match)
    host = (match.host,)
    free = [side for side in _all_sides(match) if _free(match, side)]
    joins = tuple(
        Button(
            texts.t("Join team {team}", team=teams.letter(side)),
            rows.token(match, Verb.JOIN, teams.letter(side).lower()),
            Style.SUCCESS,
            enabled=side in free,
        )
        for side in _all_sides(match)
    )
    full = None not in match.seats
    start = Button(texts.t("Start"), rows.token(match, Verb.START), Style.PRIMARY, full, host)
    last = (
        rows.button(match, texts.t("Leave"), Verb.LEAVE, only=match.people),
        start,
        rows.button(match, texts.t("Cancel"), Verb.CANCEL, only=host),
    )
    aside = (
        rows.button(match, texts.t("Rules"), Verb.RULES),
        rows.button(match, texts.t("Invite with a code"), Verb.INVITE, only=match.people),
    )
    seated = _seated(texts, match)
    more = [seated[i : i + per_row] for i in range(0, len(seated), per_row)]
    if free:
        more.insert(0, [_seat_one(texts, match, side) for side in free])
    middle = tuple(Buttons(tuple(row)) for row in more)
    return (Buttons(joins), *middle, Buttons(last), Buttons(aside))


def _seat_one(texts: Texts, match: Match, side: Side) -> Button:
    """A computer of the usual level on the first free seat of a side."""
    arg = f"{teams.seat_name(match, _free(match, side)[0])} {create.usual_level(match.game)}"
    label = texts.t("Add computer to {team}", team=teams.letter(side))
    return rows.button(match, label, Verb.COMPUTER, arg.lower(), only=(match.host,))


def _seated(texts: Texts, match: Match) -> list[Button]:
    """For each computer: its next level, and the way out."""
    levels = GAMES[match.game].levels
    found = []
    for i, who in enumerate(match.seats):
        if who is None or who.level is None:
            continue
        seat = teams.seat_name(match, Seat(i))
        following = levels[(levels.index(who.level) + 1) % len(levels)]
        for label, wanted in (
            (f"{seat} → {games.level_name(texts, following)}", following),
            (f"{seat} ✕", NOBODY),
        ):
            arg = f"{seat.lower()} {wanted}"
            found.append(rows.button(match, label, Verb.COMPUTER, arg, only=(match.host,)))
    return found


def take_seat(match: Match, arg: str, by: PlayerId) -> c.TakeSeat:
    """Read `b` as any seat of that side, `b2` as that seat, anything else as the first free one."""
    place = teams.read_place(arg)
    if place is None:
        return c.TakeSeat(by)
    side, number = place
    return c.TakeSeat(by, None if number is None else _seat(match, side, number), side)


def seat_computer(match: Match, arg: str, by: PlayerId) -> c.SeatComputer:
    """`b2 club`, `b none`, `master`, or nothing: the first free seat, the usual level.

    A side without a free seat means its first computer.

    Raises:
        Refused: SEAT_TAKEN where there is no such seat; UNKNOWN_LEVEL where there are no computers.
    """
    words = arg.lower().split()
    place = teams.read_place(words[0]) if words else None
    level = _level(match, words if place is None else words[1:])
    if place is not None and place[1] is not None:
        return c.SeatComputer(by, _seat(match, place[0], place[1]), level)
    among = [place[0]] if place is not None else _all_sides(match)
    free = [seat for side in among for seat in _free(match, side)]
    taken = [
        seat
        for side in among
        for seat in teams.members(match, side)
        if (who := match.seats[seat]) is not None and who.level is not None
    ]
    seats = taken if level is None else free or taken
    if not seats:
        raise Refused(Reason.SEAT_TAKEN)
    return c.SeatComputer(by, min(seats), level)


def _level(match: Match, words: list[str]) -> Level | None:
    if words:
        return None if words == [NOBODY] else Level(" ".join(words))
    level = create.usual_level(match.game)
    if level is None:
        raise Refused(Reason.UNKNOWN_LEVEL, level="")
    return level


def _all_sides(match: Match) -> list[Side]:
    return sorted(set(sides(match)))


def _free(match: Match, side: Side) -> list[Seat]:
    return [seat for seat in teams.members(match, side) if match.seats[seat] is None]


def _seat(match: Match, side: Side, number: int) -> Seat:
    """Refused(SEAT_TAKEN) where that side has no such seat."""
    there = teams.members(match, side)
    if number >= len(there):
        raise Refused(Reason.SEAT_TAKEN)
    return there[number]
