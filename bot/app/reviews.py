"""`review`: where a finished match turned, with what should have been played.

A review asks the engines about every decision of the match, after all moves that computers have to
make, which takes seconds; whoever asks meanwhile is told how far it is, and two who ask at once
share one. Reviews that are done are kept in memory: after a restart they are simply made again.
Must not know how engines think, or what a review comes to: that is `core/review.py`.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, field

from bot.app import rows, teams
from bot.app.archive import title
from bot.app.card import Button, Buttons, Card, File
from bot.app.hints import must_not_help
from bot.app.meant import Meant
from bot.app.player import PlayerRecord
from bot.app.ports import EngineFailed, Engines, Store
from bot.app.present import Presenter
from bot.app.requests import Reply, Request, Verb
from bot.app.sessions import Sessions
from bot.app.wording import Cast
from bot.text import advice as words
from bot.text.catalog import Texts, texts
from core import review as reviews
from core.engine import Advice, Asked, Effort
from core.errors import Reason, Refused
from core.games.dice.luck import luck
from core.games.dice.rules import DICE
from core.games.pente.rules import PENTE
from core.likeness import telling
from core.match.model import Match, Status
from core.match.view import see
from core.registry import GAMES
from core.review import Review
from core.types import MatchId
from renderers import chart

log = logging.getLogger(__name__)

KEPT = 64
"""Reviews in memory: some ten kilobytes each."""

AT_ONCE = 0.7
"""Seconds that the asker waits before being told how far it is."""

TRIES = 2
"""How often a question is put that a worker did not survive."""


@dataclass(slots=True)
class _Work:
    """A review that is being made."""

    total: int
    task: asyncio.Task[Review] | None = None
    done: list[Advice] = field(default_factory=list)


class Reviews:
    """Makes reviews and shows them."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        presenter: Presenter,
        meant: Meant,
        engines: Engines,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._meant = meant
        self._engines = engines
        self._made: OrderedDict[MatchId, Review] = OrderedDict()
        self._works: dict[MatchId, _Work] = {}
        self._drawing = asyncio.Semaphore()

    async def close(self) -> None:
        """What is not finished is made anew when it is asked for again."""
        tasks = [work.task for work in self._works.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def serve(self, request: Request, player: PlayerRecord, locale: str) -> Reply:
        """The review, or how far it is.

        Raises:
            Refused: NO_REVIEW where nobody can give one, NOT_FINISHED, RATED_MATCH where it would
                help in a match that goes on, BUSY where no engine answers.
        """
        match = (await self._sessions.load(await self._meant.which(request, player.id))).match
        if not GAMES[match.game].levels:
            raise Refused(Reason.NO_REVIEW)
        await self._must_be_over(match)
        told = telling(match)
        await must_not_help(self._store, self._sessions, match.game, told, player.id)
        language = texts(locale)
        cast = await self._presenter.cast(language, match, request.actor.platform)
        review = self._made.get(match.id)
        if review is None:
            work = self._begin(match)
            assert work.task is not None
            await asyncio.wait({work.task}, timeout=AT_ONCE)
            if not work.task.done():
                return Reply(card=_on_its_way(language, match, work))
            try:
                review = work.task.result()
            except EngineFailed as fault:
                raise Refused(Reason.BUSY) from fault
        self._made.move_to_end(match.id)
        theme = (await self._store.settings(player.id)).theme
        if match.game == DICE.id:
            return Reply(card=_of_dice(language, match, cast, review))
        return Reply(card=await self._card(language, match, cast, review, request.arg, theme))

    async def _must_be_over(self, match: Match) -> None:
        """Also what others still play with the same throws."""
        shared = match.contest is not None
        if shared and not (await self._sessions.load(match.contest or match.id)).match.is_over:
            raise Refused(Reason.NOT_FINISHED)
        if match.status is not Status.FINISHED and not (match.is_over and match.plies):
            raise Refused(Reason.NOT_FINISHED)
        if not match.plies:
            raise Refused(Reason.NOT_STARTED)

    def _begin(self, match: Match) -> _Work:
        """The work on it, which goes on whoever waits."""
        work = self._works.get(match.id)
        if work is None:
            work = self._works[match.id] = _Work(sum(1 for _ in reviews.decisions(match)))
            work.task = asyncio.create_task(self._make(match, work), name=f"review {match.id}")
            work.task.add_done_callback(lambda _: self._works.pop(match.id, None))
        return work

    async def _make(self, match: Match, work: _Work) -> Review:
        """EngineFailed where a question could not be answered."""
        game = GAMES[match.game]
        for decision in reviews.decisions(match):
            asked = Asked(Effort.REVIEW, played=decision.move)
            view = game.look(decision.position)
            for left in reversed(range(TRIES)):
                try:
                    work.done.append(await self._engines.advise(match.game, view, asked))
                    break
                except EngineFailed as fault:
                    log.warning("review of match %s: %s", match.id, fault)
                    if not left:
                        raise
        made = reviews.reviewed(match, work.done)
        self._made[match.id] = made
        if len(self._made) > KEPT:
            self._made.popitem(last=False)
        return made

    async def _card(
        self, language: Texts, match: Match, cast: Cast, review: Review, arg: str, theme: str
    ) -> Card:
        """How well each side played, a plot, and one of the moves where it turned."""
        names = {
            side: teams.name(match, side, cast.seats) for side in sorted(set(see(match).sides))
        }
        turns = reviews.turning(review, match)
        said = [title(language, match, cast)]
        said.append(words.accuracy(language, names, reviews.accuracy(review, match)))
        buttons: list[Button] = []
        if turns:
            at = min(int(arg), len(turns)) if arg.isdecimal() and int(arg) else 1
            step = turns[at - 1].step
            said.append(words.turning(language, match.game, cast.seats[step.seat], turns[at - 1]))
            buttons = _pages(match, at, len(turns))
            onward = rows.button(
                match, language.t("Play from here"), Verb.FROM, str(step.number - 1)
            )
            buttons.append(onward)
        else:
            said.append(language.t("No single move turned it."))
        buttons.append(rows.button(match, language.t("Record"), Verb.RECORD))
        async with self._drawing:
            drawn = await asyncio.to_thread(
                chart.standing,
                reviews.curve(review, match),
                [turn.step.number for turn in turns],
                theme,
                percent=match.game == PENTE.id,
                light_first=match.game == PENTE.id,
            )
        return Card(
            "\n".join(said),
            rows=(Buttons(tuple(buttons)),),
            files=(File(f"review-{match.id}.png", drawn),),
        )


def _on_its_way(language: Texts, match: Match, work: _Work) -> Card:
    said = language.t(
        "Looking at every move: {done} of {total} …", done=len(work.done), total=work.total
    )
    return Card(said, rows=(Buttons((rows.button(match, language.t("Look again"), Verb.REVIEW),)),))


def _pages(match: Match, at: int, count: int) -> list[Button]:
    """`[◀] [1/3] [▶]`, where there is more than one."""
    if count == 1:
        return []
    back = rows.button(match, "◀", Verb.REVIEW, str((at - 2) % count + 1))
    on = rows.button(match, "▶", Verb.REVIEW, str(at % count + 1))
    here = Button(f"{at}/{count}", rows.token(match, Verb.REVIEW, str(at)), enabled=False)
    return [back, here, on]


def _of_dice(language: Texts, match: Match, cast: Cast, review: Review) -> Card:
    """What the choices gave away, the three dearest, and how kind the dice were; then all of them,
    a line each."""
    free = {each.number: DICE.look(each.position).free for each in reviews.decisions(match)}
    given = reviews.given(review)
    said = [title(language, match, cast), words.given(language, given)]
    for step in reviews.dearest(review):
        said.append(words.choice(language, step, free=free[step.number]))
    if (outcome := GAMES[match.game].outcome(match.position)) is not None:
        said.append(words.luck(language, luck(outcome.scores[0], given)))
    return Card(
        "\n".join(said),
        rows=(Buttons((rows.button(match, language.t("Record"), Verb.RECORD),)),),
        monospace="\n".join(words.line(step, free=free[step.number]) for step in review.steps),
    )
