"""Invite codes, which lead from any room on any platform to a match.

A code is six characters without those that look alike. It is created on request and stored with
the match. While the match is open it gives a seat: the one seat of a challenge, or any seat of two
teams until the host starts. Afterwards it lets people watch.
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
"""Milliseconds within which the question where a code leads may be answered."""


class InviteCodes:
    """Issues and redeems invite codes."""

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
        """Give the code of a match to one of its players. Raises Refused."""
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
        """Give the code of a contest to its host or one of its players. Raises Refused."""
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
        """Return the session of a code.

        Raises:
            Refused: UNKNOWN_CODE, and TOO_MANY_TRIES after several of these.
        """
        self._tries.must_have_some(player, actor)
        read = read_code(code.removesuffix(PRIVATE))
        id = None if read is None else await self._store.by_code(read)
        if id is None:
            self._tries.wrong(player, actor)
            raise Refused(Reason.UNKNOWN_CODE, code=code[:20])
        return await self._sessions.load(id)

    def has_asked(self, id: MatchId, request: Request, player: PlayerId) -> bool:
        """Whether the player was recently asked in this room to confirm where the code leads.

        For a private chat, being asked in any room counts. The question may be in a group, where
        only the press of the player who was asked counts. After a restart it is asked again.
        """
        now, anywhere = self._now(), is_private(request.arg)
        return any(
            (match, who) == (id, player)
            and now - at < WITHIN
            and (anywhere or room == request.room)
            for (match, room, who), at in self._asked.items()
        )

    def leave(self, request: Request, player: PlayerId, locale: str) -> Reply:
        """Answer No to the question. Raises Refused(NOT_INVITED) if another player was asked."""
        assert request.session is not None
        mine = self._asked.pop((request.session, request.room, player), None)
        if mine is None and self._is_anothers(request, request.session):
            raise Refused(Reason.NOT_INVITED)
        return Reply(texts(locale).t("OK, the seat stays free."))

    def _is_anothers(self, request: Request, id: MatchId) -> bool:
        """Whether the question in this room was put to another player."""
        asked_here = any(key[:2] == (id, request.room) for key in self._asked)
        return request.session is not None and asked_here

    async def ask(self, session: Session, request: Request, player: PlayerId, locale: str) -> Reply:
        """Ask the player to confirm where the code leads."""
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
