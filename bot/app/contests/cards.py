"""Cards of a contest for its rooms: the offer, the entries and who has finished, the result.

A room sees only what every player may know: who has finished, and the totals, boards and the seed
once the contest is over. Progress is not shown, since it would cost an edit of the card at every
move of every entry. Except for `ContestCards`, which loads, everything here is pure.

    Ann and Bo, Solitaire Dice on the same throws
    🎲 Ann     ✓ Bo
    [My sheet] [Rules]
"""

from dataclasses import dataclass, replace

from bot.app.model.button_token import Press, encode
from bot.app.model.card import Button, Buttons, Card, Limits, Menu, Style
from bot.app.model.request import Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now
from bot.app.presentation.buttons import Rows
from bot.app.presentation.entries import entry_matches
from bot.app.presentation.match_text import PlayerNames, annulled, open_for, together
from bot.app.presentation.player_name import player_names_in
from bot.text import dice, games, numbers, phrases, waiting
from bot.text.catalog import Texts
from core import contest as contests
from core.chance import Proof
from core.contest import CONTEST_DURATION, Contest, ContestKind, Matches, Standing
from core.match.clock import HOUR
from core.match.model import Occupant
from core.registry import GAMES
from core.types import COMPUTER, MatchId, Millis, PlayerId


@dataclass(frozen=True, slots=True)
class ContestView:
    """A contest with everything its cards show.

    The seats of `cast` are the names of its entries, before the start those of its computers.
    """

    contest: Contest
    matches: Matches
    cast: PlayerNames
    over: bool
    now: Millis

    def name_of(self, match: MatchId) -> str:
        """Return the name of the player of a match."""
        places = {entry.match: i for i, entry in enumerate(self.contest.entries)}
        return self.cast.seats[places[match]]


class ContestCards:
    """Loads what the cards of a contest show, and builds them."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    async def card(self, texts: Texts, session: Session, screen: Screen, limits: Limits) -> Card:
        """Build the card of one of the contest's screens."""
        del limits
        return card(texts, await self.view(texts, session, screen.room), screen.kind)

    async def view(self, texts: Texts, session: Session, room: Room) -> ContestView:
        """Load the matches and names of a contest, as that room may see them."""
        contest = session.contest
        assert contest is not None
        matches = await entry_matches(contest, self._store.load)
        present = [entry.who for entry in contest.entries]
        if contest.begun is None:
            present = [Occupant(COMPUTER, level) for level in contest.levels]
        everybody = replace(session.match, seats=tuple(present), invited=contest.invited)
        cast = await player_names_in(self._store, texts, everybody, room)
        return ContestView(contest, matches, cast, session.match.is_over, self._now())


def card(texts: Texts, shown: ContestView, kind: ScreenKind) -> Card:
    """Return what a screen of that kind shows."""
    contest = shown.contest
    if contest.cause is not None:
        return _called_off(texts, shown)
    if shown.over and kind is ScreenKind.RESULT:
        said = (*_ranks(texts, shown), dice.disclosure(texts, _told(shown)))
        return Card("\n".join(said), rows=_after(texts, shown))
    if shown.over:
        return Card("\n".join((_head(texts, shown), *_ranks(texts, shown))))
    if contest.begun is None:
        mentions = () if contest.invited is None else (contest.invited,)
        return Card(_offer(texts, shown), rows=_invitation(texts, contest), mentions=mentions)
    return Card(_progress(texts, shown), rows=_meanwhile(texts, contest))


# --- the offer -----------------------------------------------------------------------------------


def _offer(texts: Texts, shown: ContestView) -> str:
    contest = shown.contest
    hours = texts.n("{count} hour to finish", "{count} hours to finish", CONTEST_DURATION // HOUR)
    lines = [_head(texts, shown), _promise(texts, contest)]
    if shown.cast.seats:
        lines.append(texts.t("With {names}", names=", ".join(shown.cast.seats)))
    lines.append(f"{open_for(texts)} · {hours}")
    return "\n".join(lines)


def _head(texts: Texts, shown: ContestView) -> str:
    contest, cast = shown.contest, shown.cast
    game = games.game_name(texts, contest.game)
    if contest.kind is ContestKind.GROUP:
        return texts.t("{name} offers {game}: same throws for everyone.", name=cast.host, game=game)
    if cast.invited is not None:
        return texts.t(
            "{name} challenges {other} to {game}: same throws for both.",
            name=cast.host,
            other=cast.invited,
            game=game,
        )
    return texts.t("{name} offers a {game} duel: same throws for both.", name=cast.host, game=game)


def _promise(texts: Texts, contest: Contest) -> str:
    promised = dice.commitment_of(contest.chance)
    if contest.kind is ContestKind.DUEL and not contest.levels:
        return texts.t(
            "The throws are already fixed (fingerprint {hash}). Press Accept to start.",
            hash=promised,
        )
    return texts.t(
        "The throws are already fixed (fingerprint {hash}). Press My sheet to start.",
        hash=promised,
    )


def _invitation(texts: Texts, contest: Contest) -> Rows:
    host, rules = (contest.host,), _button(contest, texts.t("Rules"), Verb.RULES)
    against = contest.kind is ContestKind.DUEL and not contest.levels
    guest = () if contest.invited is None else (contest.invited,)
    if against:
        accept = _button(contest, texts.t("Accept"), Verb.JOIN, "", Style.SUCCESS, guest)
        decline = _button(contest, texts.t("Decline"), Verb.DECLINE, "", Style.PLAIN, guest)
        first = (accept, decline, rules) if guest else (accept, rules)
    else:
        only = host if contest.kind is ContestKind.DUEL else ()
        first = (_my_sheet(texts, contest, only), rules)
    found: list[Buttons] = [Buttons(first)]
    if computers := _computers(texts, contest):
        found.append(Buttons(computers))
    last = [_button(contest, texts.t("Cancel"), Verb.CANCEL, only=host)]
    if not guest and (against or contest.kind is ContestKind.GROUP):
        elsewhere = texts.t("Invite with a code")
        last.append(_button(contest, elsewhere, Verb.INVITE, only=host))
    return (*found, Buttons(tuple(last)))


def _computers(texts: Texts, contest: Contest) -> tuple[Button, ...]:
    """A button for each level that may still take part."""
    if contest.kind is ContestKind.DUEL and (contest.levels or contest.invited):
        return ()
    return tuple(
        _button(
            contest,
            texts.t("Computer ({level})", level=games.level_name(texts, level)),
            Verb.COMPUTER,
            level,
            only=(contest.host,),
        )
        for level in GAMES[contest.game].levels
        if level not in contest.levels
    )


def _my_sheet(texts: Texts, contest: Contest, only: tuple[PlayerId, ...] = ()) -> Button:
    return _button(contest, texts.t("🎲 My sheet"), Verb.SHEET, "", Style.SUCCESS, only)


def _button(
    contest: Contest,
    label: str,
    verb: Verb,
    arg: str = "",
    style: Style = Style.PLAIN,
    only: tuple[PlayerId, ...] = (),
) -> Button:
    return Button(label, encode(Press(contest.id, 0, verb, arg)), style, only=only)


def _called_off(texts: Texts, shown: ContestView) -> Card:
    contest, cast = shown.contest, shown.cast
    assert contest.cause is not None
    why = phrases.cause(texts, contest.cause, cast.host, cast.invited or "")
    again = _button(contest, texts.t("Offer again"), Verb.AGAIN, only=(contest.host,))
    said = (_head(texts, shown), why, dice.disclosure(texts, _told(shown)))
    return Card("\n".join(said), rows=(Buttons((again,)),))


def _told(shown: ContestView) -> Proof:
    return contests.told(shown.contest, shown.matches, shown.now)


# --- while it goes on ----------------------------------------------------------------------------


def _progress(texts: Texts, shown: ContestView) -> str:
    contest = shown.contest
    assert contest.begun is not None
    ends = waiting.instant(Millis(contest.begun + CONTEST_DURATION))
    lines = [
        _head(texts, shown),
        "   ".join(
            f"{'✓' if shown.matches[entry.match].is_over else '🎲'} {name}"
            for entry, name in zip(contest.entries, shown.cast.seats, strict=True)
        ),
        texts.t("ends {time} UTC", time=ends),
    ]
    if contest.kind is ContestKind.GROUP:
        lines[-1] += " · " + (
            texts.t("entry closed") if contest.closed else texts.t("anyone can join")
        )
    return "\n".join(lines)


def _meanwhile(texts: Texts, contest: Contest) -> Rows:
    rules = _button(contest, texts.t("Rules"), Verb.RULES)
    below = _button(contest, texts.t("⤓ Show below"), Verb.BOARD)
    first = Buttons((_my_sheet(texts, contest), rules, below))
    if contest.kind is ContestKind.DUEL or contest.closed:
        return (first,)
    host = (contest.host,)
    close = _button(contest, texts.t("Close entry"), Verb.CLOSE, only=host)
    elsewhere = _button(contest, texts.t("Invite with a code"), Verb.INVITE, only=host)
    return (first, Buttons((close, elsewhere)))


# --- afterwards ----------------------------------------------------------------------------------


def _ranks(texts: Texts, shown: ContestView) -> list[str]:
    """Who wins, and everybody's rank and total."""
    ranked = contests.standings(shown.contest, shown.matches)
    return [_winners(texts, shown, ranked), *(_place(texts, shown, each) for each in ranked)]


def _winners(texts: Texts, shown: ContestView, ranked: tuple[Standing, ...]) -> str:
    first = [shown.name_of(each.entry.match) for each in ranked if each.rank == 1]
    if not first and any(match.annulled for match in shown.matches.values()):
        return annulled(texts)
    if not first:
        return texts.t("Nobody finished.")
    if len(first) == 1:
        return texts.t("{name} wins.", name=first[0])
    return texts.t("{names} tie for first.", names=together(texts, first))


def _place(texts: Texts, shown: ContestView, standing: Standing) -> str:
    name = shown.name_of(standing.entry.match)
    if shown.matches[standing.entry.match].annulled:
        return texts.t("– {name}: annulled", name=name)
    if standing.total is None:
        return texts.t("– {name}: not finished", name=name)
    return f"{standing.rank}. {name} {numbers.whole(standing.total)}"


def _after(texts: Texts, shown: ContestView) -> Rows:
    """Once more, and everybody's sheet."""
    contest = shown.contest
    again = _button(contest, texts.t("Play again"), Verb.AGAIN, "", Style.PRIMARY, (contest.host,))
    return (Buttons((again,)), *sheets(texts, shown, None))


def sheets(texts: Texts, shown: ContestView, viewer: PlayerId | None) -> Rows:
    """The ways to those sheets of others that this person (None: a room) may see."""
    contest = shown.contest
    found = tuple(
        _button(contest, shown.name_of(entry.match), Verb.SHEET, str(number))
        for number, entry in enumerate(contest.entries)
        if entry != (viewer and contest.entry_of(viewer))
        and contests.sees(contest, shown.matches, viewer, entry, shown.now)
    )
    if len(found) > FEW:
        return (Menu(texts.t("Whose sheet?"), found[:MOST]),)
    return (Buttons(found),) if found else ()


FEW, MOST = 4, 25
"""Maximum boards offered as buttons, and in a menu."""
