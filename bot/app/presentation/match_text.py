"""The text of a card, line by line: who plays, what happened, whose turn it is.

At most three lines beside the board; the picture shows the rest. Pure: view, names and texts in,
finished text out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.app.model.leaderboard import RatingChange
from bot.app.presentation import teams
from bot.text import dice, games, numbers, phrases, waiting
from bot.text.catalog import Texts
from core.game import PASS
from core.match import create
from core.match.clock import DAY, HOUR, MINUTE, SECOND, TimeControl
from core.match.create import FIRST
from core.match.model import CLAIM_AFTER, OPEN_FOR, Match, Status
from core.match.view import MatchView, see
from core.rating import Rating
from core.types import Millis, PlayerId, Seat, Side

MOST_MOVES_TOLD = 40
"""Alternative texts list the legal moves only up to this number."""


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The names on one screen: of the seats (empty seat: ""), the host and the invited player.

    `ratings` are by seat; empty if they are not shown.
    """

    seats: tuple[str, ...]
    host: str
    invited: str | None
    ratings: tuple[Rating, ...] = ()


def challenge(texts: Texts, match: Match, cast: PlayerNames, *, timed: bool = False) -> str:
    """Return the offer, its opponent and its terms. For `timed` see `Limits`."""
    game = games.game_name(texts, match.game)
    if cast.invited is None:
        head = texts.t("{name} offers a {game} match.", name=cast.host, game=game)
    else:
        head = texts.t(
            "{name} challenges {other} to {game}.", name=cast.host, other=cast.invited, game=game
        )
    stands = open_until(texts, match) if timed else open_for(texts)
    return "\n".join((head, " · ".join((*terms(texts, match), stands))))


def open_until(texts: Texts, match: Match) -> str:
    """Return when the offer expires, as an instant."""
    return texts.t("expires {time} UTC", time=waiting.instant(Millis(match.created + OPEN_FOR)))


def open_for(texts: Texts) -> str:
    """Return how long the offer is open, for screens that show no time zone."""
    return texts.n("expires in {count} hour", "expires in {count} hours", OPEN_FOR // HOUR)


def title(texts: Texts, match: Match, cast: PlayerNames) -> str:
    """Return `Reversi · Ann and Bo`, and the result of a finished match."""
    players = together(texts, list(dict.fromkeys(name for name in cast.seats if name)))
    lines = [f"{games.game_name(texts, match.game)} · {players}"]
    if match.is_over and (ended := ending(texts, see(match), cast)):
        lines.append(ended)
    return "\n".join(lines)


def terms(texts: Texts, match: Match) -> list[str]:
    """Return the terms of the match, a few words each."""
    words = [games.option_name(texts, key, value) for key, value in match.setup.options.items()]
    counts = match.rated and not match.against_computer
    words.append(texts.t("rated") if counts else texts.t("unrated"))
    if match.hints:
        words.append(texts.t("hints allowed"))
    words.append(time_control(texts, match.time))
    if not teams.are_in(match):  # in teams players choose their seats
        words.append(_first(texts, match.first))
    return words


def _first(texts: Texts, first: str) -> str:
    if first == FIRST[0]:
        return texts.t("random colours")
    if first == FIRST[1]:
        return texts.t("challenger goes first")
    return texts.t("opponent goes first")


def time_control(texts: Texts, control: TimeControl) -> str:
    """Describe the clock in a few words."""
    if control.per_move:
        return texts.t("{time} per move", time=span(texts, control.per_move))
    if control.main and not control.increment:
        return texts.t("{minutes} min per player", minutes=control.main // MINUTE)
    if control.main:
        return texts.t(
            "{minutes} min + {seconds} s per move",
            minutes=control.main // MINUTE,
            seconds=control.increment // SECOND,
        )
    days = texts.n("{count} day per move", "{count} days per move", CLAIM_AFTER // DAY)
    return texts.t("no clock ({days})", days=days)


def span(texts: Texts, millis: int) -> str:
    """Format a duration in its largest whole unit."""
    if millis >= DAY:
        return texts.n("{count} day", "{count} days", millis // DAY)
    if millis >= HOUR:
        return texts.n("{count} hour", "{count} hours", millis // HOUR)
    if millis >= MINUTE:
        return texts.n("{count} minute", "{count} minutes", millis // MINUTE)
    return texts.n("{count} second", "{count} seconds", millis // SECOND)


def board(texts: Texts, view: MatchView, cast: PlayerNames, now: Millis, came: str = "") -> str:
    """Return seats and tallies, the last move, and the player to move or the result.

    `came` is the player who joined from another room; shown until the first move.
    """
    lines = [seats(view, cast)]
    if (last := last_move(texts, view, cast)) is not None:
        lines.append(last)
    elif came and view.match.status is Status.PLAYING:
        lines.append(texts.t("{name} joined.", name=came))
    lines.extend(board_lines(texts, view))
    if view.match.status is Status.PLAYING:
        lines.append(to_move(texts, view, cast, now))
        lines.extend(warnings(texts, view, cast))
        lines.extend(offers(texts, view.match, cast))
    else:
        lines.append(ending(texts, view, cast))
    return "\n".join(lines)


def warnings(texts: Texts, view: MatchView, cast: PlayerNames) -> Iterator[str]:
    """Yield the reason for a pause, and warnings about absent players."""
    match = view.match
    if match.paused is not None and view.to_act is not None:
        yield waiting.pause(texts, match.paused, cast.seats[view.to_act])
    for absence in match.absences:
        yield waiting.warning(texts, match, absence, cast.seats[absence.seat])


def board_lines(texts: Texts, view: MatchView) -> list[str]:
    """Return the board's own lines beyond its tallies."""
    return [phrases.line(texts, line) for line in view.board.lines]


def seats(view: MatchView, cast: PlayerNames) -> str:
    """Return `⚫ Ann 12   ⚪ Bo 20`, rated `⚫ Ann 1083 · 12   ⚪ Bo 996? · 20`.

    Partners share an entry: `⚪ A: Ann, Cy 1   ⚫ B: Bo, Di 0`.
    """
    if teams.are_in(view.match):
        return "   ".join(_team(view, cast, side) for side in sorted(set(view.sides)))
    names = [
        f"{name} {rating(rated)} ·" for name, rated in zip(cast.seats, cast.ratings, strict=False)
    ]
    return "   ".join(
        f"{games.seat_mark(view.match.game, Seat(i))} {name} {numbers.whole(tally)}"
        for i, (name, tally) in enumerate(zip(names or cast.seats, view.board.tallies, strict=True))
    )


def _team(view: MatchView, cast: PlayerNames, side: Side) -> str:
    members = teams.members(view.match, side)
    names = ", ".join(cast.seats[seat] for seat in members)
    mark, tally = games.seat_mark(view.match.game, members[0]), view.board.tallies[members[0]]
    return f"{mark} {teams.letter(side)}: {names} {numbers.whole(tally)}"


def moves_played(match: Match) -> int:
    """Return how many moves were played, opening included; passes are not counted."""
    return len(match.setup.opening) + sum(ply.move != PASS for ply in match.plies)


def last_move(texts: Texts, view: MatchView, cast: PlayerNames) -> str | None:
    """Return `23. Ann d3`, and the forced pass that followed."""
    if view.last is None:
        return None
    number = moves_played(view.match)
    move = games.point(view.match.game, view.last.move)
    text = f"{number}. {cast.seats[view.last.seat]} {move}"
    if view.passed is None:
        return text
    passed, again = cast.seats[view.passed], view.to_act
    if again is None:
        return text
    return "{} · {}".format(
        text,
        texts.t(
            "{name} has no legal move and passes; {other} plays again.",
            name=passed,
            other=cast.seats[again],
        ),
    )


def to_move(texts: Texts, view: MatchView, cast: PlayerNames, now: Millis) -> str:
    """Return `▶ Bo to move · 4:31`."""
    if view.to_act is None:
        return ""
    clock = view.match.clock
    text = texts.t("{name} to move", name=cast.seats[view.to_act])
    if clock is None:
        return f"▶ {text}"
    left = "   ".join(
        f"{_place(view.match, Seat(i))} {clock_face(clock.remaining(Seat(i), now))}"
        for i in range(len(view.match.seats))
    )
    return f"▶ {text} · {left}"


def _place(match: Match, seat: Seat) -> str:
    """Return a seat's mark; in teams, where partners share the mark, the seat's name."""
    if teams.are_in(match):
        return teams.seat_name(match, seat)
    return games.seat_mark(match.game, seat)


def clock_face(millis: int) -> str:
    """Format as `4:31`, `1:02:09` or `2d 03:00`: whole seconds, rounded down."""
    seconds = millis // SECOND
    days, seconds = divmod(seconds, DAY // SECOND)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    if days:
        return f"{days}d {hours:02}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def offers(texts: Texts, match: Match, cast: PlayerNames) -> list[str]:
    """Return a line for each open offer and for the one declined last."""
    lines = []
    for offer in match.offers:
        line = phrases.offer(texts, offer.kind, cast.seats[offer.seat])
        if offer.agreed:
            names = ", ".join(cast.seats[seat] for seat in offer.agreed)
            line += " " + texts.t("Agreed so far: {names}.", names=names)
        lines.append(line)
    if (refused := match.declined) is not None:
        lines.append(phrases.declined(texts, refused.kind, cast.seats[refused.seat]))
    return lines


def ending(texts: Texts, view: MatchView, cast: PlayerNames) -> str:
    """Return the result, or why the match was aborted."""
    match = view.match
    if match.outcome is None:
        if match.cause is None:
            return ""
        return phrases.cause(texts, match.cause, cast.host, cast.invited or "")
    winner = match.outcome.winner
    named = {side: _side(texts, match, side, cast) for side in sorted(set(view.sides))}
    lost = [name for side, name in named.items() if side != winner]
    moves = moves_played(match)
    won = None if winner is None else named[winner]
    return phrases.outcome(texts, match.outcome, won, together(texts, lost), moves)


def _side(texts: Texts, match: Match, side: Side, cast: PlayerNames) -> str:
    """Return `Team A`, or without partners the player's name."""
    if teams.are_in(match):
        return texts.t("Team {letter}", letter=teams.letter(side))
    return cast.seats[teams.members(match, side)[0]]


def together(texts: Texts, names: Sequence[str]) -> str:
    """Join the names of partners."""
    if len(names) < 2:
        return names[0] if names else ""
    return texts.t("{name} and {other}", name=", ".join(names[:-1]), other=names[-1])


def result(
    texts: Texts, view: MatchView, cast: PlayerNames, changes: Mapping[PlayerId, RatingChange]
) -> str:
    """Return the result card: outcome, rating changes, score, disclosed seed, rematch offers."""
    lines = [ending(texts, view, cast)]
    lines.extend(board_lines(texts, view))
    if view.match.annulled:
        lines.append(annulled(texts))
    elif changes:
        lines.append(" · ".join(_rerated(view.match, cast, changes)))
    if view.match.outcome is not None and not view.match.is_solo and not view.match.annulled:
        lines.append(texts.t("Score: {score}", score=_set(texts, view, cast)))
    if view.proof is not None and view.proof.seed is not None:
        lines.append(dice.disclosure(texts, view.proof))
    if view.match.rematch is not None:
        lines.append(texts.t("The rematch is on."))
    lines.extend(offers(texts, view.match, cast))
    return "\n".join(lines)


def annulled(texts: Texts) -> str:
    """Return the line of an annulled match, in place of its rating changes."""
    return texts.t("Annulled: no longer counted.")


def _rerated(
    match: Match, cast: PlayerNames, changes: Mapping[PlayerId, RatingChange]
) -> Iterator[str]:
    """Yield `Ann 1010 → 1054? (+44)`, once per player."""
    listed = set()
    for name, occupant in zip(cast.seats, match.seats, strict=True):
        change = None if occupant is None else changes.get(occupant.player)
        if occupant is not None and change is not None and occupant.player not in listed:
            listed.add(occupant.player)
            yield f"{name} {rating(change.before)} → {rating(change.after)} ({difference(change)})"


def difference(change: RatingChange) -> str:
    """Return `+44`, or with a minus sign."""
    return numbers.whole(change.after.shown - change.before.shown, "+")


def rating(rating: Rating) -> str:
    """Return `1054`, or `1054?` while it is provisional."""
    return f"{rating.shown}?" if rating.is_provisional else str(rating.shown)


def _set(texts: Texts, view: MatchView, cast: PlayerNames) -> str:
    """Return `Ann 1 – Bo 0`: the score of the series of rematches."""
    score = create.set_score(view.match)
    sides = sorted(set(view.sides))
    return " – ".join(f"{_side(texts, view.match, s, cast)} {score[s]}" for s in sides)


def alternative(texts: Texts, view: MatchView, cast: PlayerNames) -> str:
    """Describe the board for players who cannot see it, most important first.

    Lists players, last move, legal moves and stones, in that order because platforms may truncate
    it.
    """
    parts = [games.game_name(texts, view.match.game), seats(view, cast)]
    if view.last is not None:
        move = games.point(view.match.game, view.last.move)
        name = cast.seats[view.last.seat]
        parts.append(texts.t("Last move: {name} {move}", name=name, move=move))
    if view.to_act is not None and view.match.status is Status.PLAYING:
        parts.append(texts.t("{name} to move", name=cast.seats[view.to_act]))
        moves = ", ".join(games.point(view.match.game, m) for m in view.moves if m != PASS)
        if moves and len(view.moves) <= MOST_MOVES_TOLD:
            parts.append(texts.t("Legal moves: {moves}", moves=moves))
    for side, places in enumerate(view.board.occupied):
        mark = games.seat_mark(view.match.game, Seat(side))
        points = ", ".join(games.point(view.match.game, place) for place in places)
        parts.append(f"{mark} {points}")
    return ". ".join(parts)
