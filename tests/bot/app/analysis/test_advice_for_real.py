"""Hints and reviews by the real engines, in real worker processes that may be killed."""

import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.app.model.card import Card
from bot.app.model.request import Reply, Verb
from bot.app.model.session import Session
from bot.engines.pool import Pool
from core.chance import Chance
from core.engine import Advice, AdviceRequest, Effort
from core.game import BoardView, Setup
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.games.reversi.rules import REVERSI
from core.match.create import imported, match_id
from core.match.model import Match
from core.review import Mistake, Review, turning_points
from core.types import GameId, Millis, Move, PlayerId
from tests.bot.app import advising
from tests.bot.app.harness import ANN, ROOM, Harness

REVIEWED = "Accuracy: "


class Watched(Pool):
    """One worker. With `dies` it is killed at the third question of a review."""

    def __init__(self, *, dies: bool) -> None:
        super().__init__(1)
        self.put = 0
        self._dies = dies

    async def advise(self, game: GameId, view: BoardView, asked: AdviceRequest) -> Advice:
        self.put += asked.effort is Effort.REVIEW
        if self._dies and asked.effort is Effort.REVIEW and self.put == 3:
            os.kill(self.pids[0], signal.SIGKILL)
        return await super().advise(game, view, asked)


@asynccontextmanager
async def advised(home: Harness, *, dies: bool = False) -> AsyncIterator[Watched]:
    """Wire hints and reviews as in production."""
    pool = Watched(dies=dies)
    pool.start()
    try:
        async with advising.advised(home.service, home.store, home.sessions, pool):
            yield pool
    finally:
        await pool.close()


async def told(reply: Reply) -> Card:
    """Return the last card of a reply."""
    assert reply.card is not None, reply
    return reply.card if reply.following is None else [card async for card in reply.following][-1]


async def reviewed(home: Harness, match: Match) -> tuple[Card, Review]:
    """Return Ann's view of the review, and the stored one."""
    await home.sessions.create(Session(match, ROOM, ()))
    card = await told(await home.ask(ANN, Verb.REVIEW, session=match.id))
    review = await home.store.reviews.of(match.id)
    assert review is not None, card.text
    return card, review


def played(game: GameId, setup: Setup, moves: Sequence[str]) -> Match:
    made = [Move(move) for move in moves]
    return imported(match_id(game), game, setup, made, PlayerId("p1"), Millis(0))


async def test_reversi_with_a_worker_that_is_killed(home: Harness) -> None:
    async with advised(home, dies=True) as pool:
        await home.say(ANN, "play novice first=challenger")
        hint = (await home.say(ANN, "hint")).text
        assert any(hint.startswith(f"{move}: about ") for move in ("d3", "c4", "f5", "e6"))
        match = played(REVERSI.id, Setup(2), ["f5", "d6", "c3", "d3", "c4", "b3", "d2", "e1"])
        card, review = await reviewed(home, match)
        assert REVIEWED in card.text
        assert card.files
        assert len(review.steps) == 8
        assert pool.put == 9, "one was asked again"


async def test_pente_tells_the_missed_win_the_missed_block_and_the_losing_move(
    home: Harness,
) -> None:
    async with advised(home):
        await home.say(ANN, "play pente novice first=opponent")
        assert "\N{NO-BREAK SPACE}% to win." in (await home.say(ANN, "hint")).text
        setup = Setup(2, {"rule": "free"}, opening=(Move("k10"),))
        # Black allows an open three, White does not use it, Black then allows a four.
        moves = ["a1", "l10", "a3", "m10", "c5", "a19", "e7", "n10", "b2", "o10"]
        match = played(PENTE.id, setup, moves)
        _, review = await reviewed(home, match)
        turns = turning_points(review, match)
        faults = {turn.step.number: turn.fault for turn in turns}
        assert faults[6] is Mistake.MISSED_BLOCK
        assert faults[7] is Mistake.MISSED_WIN
        assert faults[8] is Mistake.LOSING
        page = str([turn.step.number for turn in turns].index(7) + 1)
        card = await told(await home.ask(ANN, Verb.REVIEW, page, session=match.id))
        assert card.text.splitlines()[-1] in (
            "Missed a forced win: N10, O10, J10.",
            "Missed a forced win: J10, H10, N10.",
        )


async def test_dice(home: Harness) -> None:
    async with advised(home) as pool:
        await home.say(ANN, "dice hints")
        await home.click(ANN, home.paper.last(ROOM), "🎲 Roll")
        hint = (await home.say(ANN, "hint")).text
        assert len(hint.splitlines()) == 4
        setup = Setup(1, chance=Chance(bytes(32), match_id(DICE.id), ""))
        position, moves = DICE.start(setup), list[Move]()
        for _ in range(4):
            moves.append(DICE.legal_moves(position)[-1])
            position = DICE.play(position, moves[-1])
        card, review = await reviewed(home, played(DICE.id, setup, moves))
        assert "Your choices cost about" in card.text
        assert len(card.monospace.splitlines()) == len(moves)
        assert [step.played.move for step in review.steps] == moves
        assert pool.put == len(moves)
