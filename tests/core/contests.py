"""Contests to test with, together with their matches, as an application keeps them."""

from core import contest as contests
from core.contest import CONTEST_DURATION, Contest, ContestKind, Entry, EntryResult
from core.games.dice.rules import DICE
from core.match import commands as c
from core.match import create
from core.match.decide import decide
from core.match.model import Match
from core.match.view import see
from core.types import Level, MatchId, Millis, PlayerId
from tests.core.match.matches import ANN, BO, NOON

ID = create.match_id("a contest")
SEED = bytes(range(32))
GREEDY, CAREFUL = Level("greedy"), Level("careful")
END = Millis(NOON + CONTEST_DURATION)


def offered(kind: ContestKind = ContestKind.GROUP, invited: PlayerId | None = None) -> Contest:
    return contests.offer(ID, DICE.id, kind, ANN, invited, SEED, NOON)


class Table:
    """A contest with its matches, as an application keeps them."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.matches: dict[MatchId, Match] = {}

    def enter(self, by: PlayerId, client: str = "a press", now: Millis = NOON) -> EntryResult:
        entered = contests.enter(self.contest, by, client, now)
        self.contest = entered.contest
        self.matches |= {match.id: match for match in entered.matches}
        return entered

    def entry(self, player: PlayerId) -> Entry:
        entry = self.contest.entry_of(player)
        assert entry is not None
        return entry

    def play(self, player: PlayerId, rounds: int = 1_000, choice: int = 0) -> int:
        """Plays so many rounds, or to the end; the total so far."""
        id = self.entry(player).match
        for _ in range(rounds):
            match = self.matches[id]
            if match.is_over:
                break
            moves = see(match).moves
            move = c.PlayMove(player, moves[choice % len(moves)], match.turn)
            self.matches[id] = decide(match, move, NOON).match
        return DICE.look(self.matches[id].position).total

    def resign(self, player: PlayerId) -> None:
        id = self.entry(player).match
        self.matches[id] = decide(self.matches[id], c.Resign(player), NOON).match

    def is_over(self, now: Millis = NOON) -> bool:
        return contests.is_over(self.contest, self.matches, now)

    def seen_by(self, viewer: PlayerId | None, now: Millis = NOON) -> set[PlayerId]:
        """Whose sheets that person is shown."""
        return {
            entry.who.player
            for entry in self.contest.entries
            if contests.sees(self.contest, self.matches, viewer, entry, now)
        }


def group(*players: PlayerId, levels: tuple[Level, ...] = ()) -> Table:
    contest = offered()
    for level in levels:
        contest = contests.seat_computer(contest, ANN, level)
    table = Table(contest)
    for player in players:
        table.enter(player)
    return table


def duel() -> Table:
    table = Table(offered(ContestKind.DUEL, BO))
    table.enter(BO)
    return table
