"""Two fresh processes on an empty folder: the first compiles, the second loads, both play.

A kernel that calls itself can be compiled well and still end the process that loads it
(`core/kernels.py`), so this is the test that kernels stand or fall with. Pente is asked where there
is an open three, which is won by a search that calls itself.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.engines import kernel_cache
from bot.engines.pool import WORKER
from bot.engines.process import WorkerProcess
from core.games.pente.kernels.search import WON
from core.match.create import Terms, against_computer
from core.match.model import Match
from core.registry import GAMES
from core.types import GameId, MatchId, Millis, PlayerId
from tests.core.games.pente.diagrams import position

REVERSI, PENTE = GameId("reversi"), GameId("pente")


def waiting(game: GameId) -> Match:
    """A match in which the strongest computer is to make the first move."""
    terms = Terms(game, first="opponent")
    id = MatchId("aaaaaaaaaaaaa")
    level = GAMES[game].levels[-1]
    return against_computer(id, terms, PlayerId("ann"), level, bytes(32), Millis(0))


def compiled(folder: Path) -> list[Path]:
    """The kernels that are kept there."""
    return list(folder.rglob("*.nbc"))


async def test_two_fresh_processes_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel_cache.FOLDER, str(tmp_path))
    three = position(white="h10 j10 k10", black="a1 a3 c5")
    questions = [
        waiting(REVERSI),
        waiting(PENTE),
        replace(waiting(PENTE), position=three),
    ]
    answers = []
    for _ in range(2):
        worker = await WorkerProcess.spawn(WORKER)
        try:
            await worker.warm()
            for match in questions:
                answers.append(await worker.choose(match, GAMES[match.game].levels[-1]))
        finally:
            await worker.end()
    assert answers[:3] == answers[3:]
    assert all(answer.nodes > 0 for answer in answers)
    assert (answers[2].score, len(answers[2].line)) == (WON - 3, 3)
    assert compiled(tmp_path)
