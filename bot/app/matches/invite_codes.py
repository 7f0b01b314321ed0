"""Guests from elsewhere: codes that lead from any room on any platform to a match.

A code is six characters without those that look alike. It is made when somebody asks for one, kept
with the match, and opens seats as long as the match is open: of two people one, because a taken
challenge is no longer open, of two teams every seat until the host starts. While the match goes on
it still lets people watch.
"""

from bot.app.attempt_limit import AttemptLimit
from bot.app.model.card import Card
from bot.app.model.invite_code import PRIVATE, draw_code, is_private, read_code
from bot.app.model.request import Actor, Reply, Request
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.ports.store import Store
from bot.app.ports.system import Now, RandomBytes
from bot.app.presentation import buttons as rows
from bot.app.presentation import match_text, teams
from bot.app.presentation.presenter import Presenter
from bot.app.session_cache import SessionCache
from bot.text import games
from bot.text.catalog import texts
from core.contest import Contest
from core.errors import Reason, Refused
from core.match.clock import MINUTE
from core.types import MatchId, PlayerId

WITHIN = 10 * MINUTE
"""For how long, in milliseconds, who was asked may answer."""


class InviteCodes:
    """Gives codes and takes them."""

    def __init__(
        self,
        store: Store,
        sessions: SessionCache,
        presenter: Presenter,
        now: Now,
        fresh: RandomBytes,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._presenter = presenter
        self._now = now
        self._fresh = fresh
        self._tries = AttemptLimit(now)
        self._asked: dict[tuple[MatchId, Room, PlayerId], int] = {}

    async def invite(self, id: MatchId, player: PlayerId, locale: str) -> Reply:
        """The match's code, told to one who plays in it."""
        match = (await self._sessions.load(id)).match
        if match.is_over:
            raise Refused(Reason.FINISHED)
        if not match.seats_of(player):
            raise Refused(Reason.NOT_SEATED)
        if match.is_solo and not match.turn:
            raise Refused(Reason.PLAYED_ALONE)
        return await self._code(id, locale, full=bool(match.turn))

    async def invite_to(
        self, session: Session, contest: Contest, player: PlayerId, locale: str
    ) -> Reply:
        """The code of a contest, told to its host and to those who are in it."""
        if session.match.is_over:
            raise Refused(Reason.FINISHED)
        if contest.host != player and contest.entry_of(player) is None:
            raise Refused(Reason.NOT_SEATED)
        return await self._code(contest.id, locale, full=contest.closed)

    async def _code(self, id: MatchId, locale: str, *, full: bool) -> Reply:
        code = await self._store.code_for(id, lambda: draw_code(self._fresh(16)))
        if full:
            return Reply(
                texts(locale).t("Spectators can watch from anywhere: watch {code}", code=code)
            )
        return Reply(texts(locale).t("Friends can join from anywhere: join {code}", code=code))

    async def find(self, code: str, player: PlayerId, actor: Actor) -> Session:
        """The match of a code. Refused(UNKNOWN_CODE); after too many of them, TOO_MANY_TRIES."""
        self._tries.must_have_some(player, actor)
        read = read_code(code.removesuffix(PRIVATE))
        id = None if read is None else await self._store.by_code(read)
        if id is None:
            self._tries.wrong(player, actor)
            raise Refused(Reason.UNKNOWN_CODE, code=code[:20])
        return await self._sessions.load(id)

    def has_asked(self, id: MatchId, request: Request, player: PlayerId) -> bool:
        """Whether this person was told here where the code leads, not too long ago; for a private
        chat, whether they were told anywhere.

        The question may stand in a group, and only the asker's press counts; anybody else is asked
        for themselves. Forgetting it, at a restart, only asks once more.
        """
        now, anywhere = self._now(), is_private(request.arg)
        return any(
            (match, who) == (id, player)
            and now - at < WITHIN
            and (anywhere or room == request.room)
            for (match, room, who), at in self._asked.items()
        )

    def leave(self, request: Request, player: PlayerId, locale: str) -> Reply:
        """The answer to "No". Refused(NOT_INVITED) where somebody else was asked."""
        assert request.session is not None
        mine = self._asked.pop((request.session, request.room, player), None)
        if mine is None and self._is_anothers(request, request.session):
            raise Refused(Reason.NOT_INVITED)
        return Reply(texts(locale).t("OK, the seat stays free."))

    def _is_anothers(self, request: Request, id: MatchId) -> bool:
        """Whether somebody presses what somebody else was asked here."""
        asked_here = any(key[:2] == (id, request.room) for key in self._asked)
        return request.session is not None and asked_here

    async def ask(self, session: Session, request: Request, player: PlayerId, locale: str) -> Reply:
        """Tells what the code leads to and asks whether to go there."""
        match, language, now = session.match, texts(locale), self._now()
        self._asked = {key: at for key, at in self._asked.items() if now - at < WITHIN}
        if not self._is_anothers(request, match.id):
            self._asked[(match.id, request.room, player)] = now
        cast = await self._presenter.cast_in(language, match, request.room)
        game = games.game_name(language, match.game)
        if teams.are_in(match):
            question = language.t(
                "Join {name} for {game} in teams? Their room will see your name and moves.",
                game=game,
                name=cast.host,
            )
        else:
            question = language.t(
                "Play {game} against {name}? Their room will see your name and moves.",
                game=game,
                name=cast.host,
            )
        if session.contest is None:
            question += "\n" + " · ".join(match_text.terms(language, match))
        code = read_code(request.arg.removesuffix(PRIVATE)) or ""
        alone = request.room.space is None or session.contest is not None
        buttons = rows.come_in(language, match, code, apart="" if alone else code + PRIVATE)
        return Reply(card=Card(question, rows=buttons))
