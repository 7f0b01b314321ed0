"""Cost of a review of Reversi: `python -m bench reversi-review`.

Whole matches of sixty moves between weak, middling and the strongest players, including the slowest
of about two hundred that were tried. Each is reviewed as the bot does it, by one worker in the
background, and once more by the adviser alone, which is the floor: the same questions in the same
order in this process. The figure is processor time, since the bot has one core for it; the waiting
time is reported as well. From twenty empty squares on, every move has to be proved.
"""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

from bench import form
from bot.app.analysis.review_worker import ReviewWorker
from bot.engines.pool import Pool
from bot.engines.registry import ENGINES
from core.engine import AdviceRequest, Effort, Stop
from core.game import PASS, Setup
from core.games.reversi.advice import EXACT
from core.games.reversi.rules import REVERSI
from core.match.create import imported
from core.match.model import Match
from core.review import Review, decisions
from core.types import MatchId, Millis, Move, PlayerId

MATCHES = (
    "c4e3f4g5f5f6h5d6f7c3f3g3g4h4h3c6e2f2f1b3d2d3e6e1d1f8c5g6h6b4a4d7c1a3b5b6e7a5c2g7c8b1a1b2a6e8h7c7"
    "a2h8g8g1h2g2h1a7b7b8a8d8",
    "d3e3f4c3d6g4e2f5f3d2b3b4c1c2g3e6c5c7d7c8b5f1e1a3f7c4h4d1g1f2f6a4b1a6a5g5b8e7g7g6b6h8e8h5c6a8a7g8"
    "h3f8d8b2g2h1h6h7h2a1a2b7",
    "f5d6c7f4f3e6d7f7f6g5g4e7c5h4e8g6c3f2e3d3d2c6e2b5b4c1a5c4b6f8d1f1e1d8c2c8b7a8g2a6g7a3b8b3a4h1g1h7"
    "a7b2a1a2b1h2h3g3h5h6g8h8",
    "f5f6e6f4g6f7g5h6e3c5c6d7d3c7b5a5g4h3b6a6d6g3e7d8g7e2f3c2e1c3c4b4e8d2c8f1g1h8a3f2b8a4g8f8b7a8h7a2"
    "a7g2h1h2d1c1h4h5a1b1b2b3",
    "c4c5d6c3e6f5c6d7f6b5d3c7b4e7f4d2f7a3b6g5a5g3e3a4a2a6a7f8b3f3c1e2f1b2f2b7e8c8a8d8b8d1e1c2h3g2g4h2"
    "h1g1h4b1h5h6a1g6g8g7h7h8",
)
_ASKED_FOR = PlayerId("bench")


class Kept:
    """Reviews in memory."""

    def __init__(self) -> None:
        self.reviews: dict[MatchId, Review] = {}

    async def of(self, match: MatchId) -> Review | None:
        return self.reviews.get(match)

    async def keep(self, review: Review) -> None:
        self.reviews[review.match] = review


def run(args: list[str]) -> Iterator[str]:
    """`review.slowest` with `review.floor` and `review.ratio`, `review.mean`, `review.waited` and
    `review.unproved`."""
    form.nothing(args)
    matches = [played(number, moves) for number, moves in enumerate(MATCHES)]
    reviewed = asyncio.run(_reviewed(matches))
    costs, waits = [cpu for _, cpu, _ in reviewed], [wait for _, _, wait in reviewed]
    slowest = costs.index(max(costs))
    floor = _alone(matches[slowest])
    yield from form.ratio(
        "review.ratio", ("review.slowest", costs[slowest]), ("review.floor", floor), "s"
    )
    yield form.line("review.mean", sum(costs) / len(costs), "s")
    yield form.line("review.waited", max(waits), "s")
    pairs = zip(matches, reviewed, strict=True)
    yield form.line("review.unproved", sum(unproved(m, review) for m, (review, *_) in pairs), "n")


def played(number: int, moves: str) -> Match:
    """The match, with the passes that it takes."""
    position, made = REVERSI.start(Setup(2)), list[Move]()
    for at in range(0, len(moves), 2):
        if REVERSI.legal_moves(position) == (PASS,):
            made.append(PASS)
            position = REVERSI.play(position, PASS)
        made.append(Move(moves[at : at + 2]))
        position = REVERSI.play(position, made[-1])
    id = MatchId(f"bench{number}")
    return imported(id, REVERSI.id, Setup(2), made, _ASKED_FOR, Millis(0))


def unproved(match: Match, review: Review) -> int:
    """Moves near the end that are believed and not known."""
    empty = {each.number: 64 - sum(each.position.placed) for each in decisions(match)}
    near = (step for step in review.steps if empty[step.number] <= EXACT)
    return sum(not (step.best.proved and step.played.proved) for step in near)


async def _reviewed(matches: list[Match]) -> list[tuple[Review, float, float]]:
    """Each review with the processor time it took, here and in the worker, and how long that was
    waited for."""
    pool, made = Pool(1), []
    pool.start()
    analyst = ReviewWorker(Kept(), pool)
    view = REVERSI.look(REVERSI.start(Setup(2)))
    await pool.advise(REVERSI.id, view, AdviceRequest(Effort.REVIEW))  # it is warm
    try:
        for match in matches:
            cpu, begun = _spent(pool), time.perf_counter()
            work = analyst.begin(match, match.host)
            await work.over.wait()
            assert work.review is not None
            made.append((work.review, _spent(pool) - cpu, time.perf_counter() - begun))
    finally:
        await analyst.close()
        await pool.close()
    return made


def _spent(pool: Pool) -> float:
    """Processor seconds of this process and of the worker so far. Where there is no `/proc`, what
    the worker has spent is not known: then this is too little, and the ratio shows it."""
    [pid] = pool.pids
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return time.process_time()
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]  # see proc_pid_stat(5)
    return time.process_time() + (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _alone(match: Match) -> float:
    """Processor time of the same questions, put to the adviser itself."""
    adviser = ENGINES[REVERSI.id].adviser
    limit = adviser.limit(Effort.REVIEW)
    adviser.advise(
        REVERSI.look(REVERSI.start(Setup(2))), AdviceRequest(Effort.REVIEW), limit, Stop()
    )
    begun = time.process_time()
    for decision in decisions(match):
        asked = AdviceRequest(Effort.REVIEW, played=decision.move)
        adviser.advise(REVERSI.look(decision.position), asked, limit, Stop())
    return time.process_time() - begun
