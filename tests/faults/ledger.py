"""What was acknowledged, and what the file says afterwards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind
from bot.app.model.room import Room
from bot.app.model.session import ScreenKind, Session
from bot.app.ports.store import Store
from bot.storage.store import open_sqlite
from core.match.model import Status
from core.registry import GAMES
from core.types import GameId, MatchId, Millis
from tests.fakes.clock import FixedNow

ANYWHERE = Room("web", None, "lobby")
"""Where the leaderboard of everybody is asked for."""


@dataclass
class Ledger:
    """The acknowledged moves of each match, by person, in order, and those still unanswered."""

    acknowledged: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    in_flight: dict[str, tuple[str, str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    throws: dict[tuple[str, int], list[int]] = field(default_factory=dict)

    def open(self, session: str) -> None:
        self.acknowledged.setdefault(session, [])

    def accepted(self, session: str, player: str, move: str) -> None:
        self.acknowledged[session].append((player, move))

    def thrown(self, session: str, view: Mapping[str, Any]) -> None:
        """The dice that lie there, where there are any: in a round they are always the same."""
        if "throw" not in view:
            return
        first = self.throws.setdefault((session, view["rounds"]), view["throw"])
        if first != view["throw"]:
            self._note(f"{session}: round {view['rounds']} was {first}, then {view['throw']}")

    async def audit(self, database: Path) -> dict[str, Session]:
        """Opens the file as the bot left it and compares; returns the sessions as stored."""
        now = FixedNow()
        store = await open_sqlite(database, now)
        try:
            stored = {id: await store.load(MatchId(id)) for id in self.acknowledged}
            for id, session in stored.items():
                self._compare(id, session)
            await self._results(store, list(stored.values()), now())
        finally:
            await store.close()
        return stored

    def _compare(self, id: str, session: Session) -> None:
        """Every acknowledged move once, in order; at most the one in flight besides."""
        seats = session.match.seats
        played = [
            (who.player, str(ply.move))
            for ply in session.match.plies
            if (who := seats[ply.seat]) and who.level is None and ply.move != "pass"
        ]
        wanted = self.acknowledged[id]
        flying = self.in_flight.get(id)
        if played != wanted and (flying is None or played != [*wanted, flying]):
            self._note(f"{id}: acknowledged {wanted}, in flight {flying}, file {played}")
        kinds = Counter(screen.kind for screen in session.screens)
        over = session.match.status is Status.FINISHED
        if kinds[ScreenKind.RESULT] != (kinds[ScreenKind.BOARD] if over else 0):
            self._note(f"{id}: screens {dict(kinds)}, {session.match.status}")

    def _note(self, problem: str) -> None:
        """A problem stays in the file and every audit finds it; report it once."""
        if problem not in self.problems:
            self.problems.append(problem)

    async def _results(self, store: Store, sessions: list[Session], at: Millis) -> None:
        """The leaderboards hold every finished match between people once: that of everywhere the
        rated ones, that of a room without a server all that were at home there."""
        everywhere = Scope(ScopeKind.EVERYWHERE, ANYWHERE)
        wanted: dict[tuple[GameId, Scope], Counter[str]] = {
            (GameId("reversi"), everywhere): Counter()
        }
        for session in sessions:
            match = session.match
            if match.status is not Status.FINISHED or match.against_computer:
                continue
            scopes = [everywhere] if match.rated or match.setup.seats == 1 else []
            if session.home.space is None and match.setup.seats > 1:
                scopes.append(Scope(ScopeKind.ROOM, session.home))
            for scope in scopes:
                played = wanted.setdefault((match.game, scope), Counter())
                played.update(who.player for who in match.seats if who is not None)
        period = Period(PeriodKind.ALWAYS, at)
        for (game, scope), matches in wanted.items():
            if GAMES[game].seat_counts == (1,):
                scores = await store.scores(game, scope, period, 1, None)
                counted = Counter({r.player.id: r.games + r.abandoned for r in scores.rows})
                matches = Counter({id: n for id, n in matches.items() if id in counted})
            else:
                table = await store.leaderboard(game, scope, period, 1, None)
                counted = Counter({r.player.id: r.won + r.drew + r.lost for r in table.rows})
            if counted != matches:
                self._note(f"results of {game}: wanted {dict(matches)}, counted {dict(counted)}")
