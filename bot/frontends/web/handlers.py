"""Handlers for the page's requests: a press, a typed line, a form.

Translates messages into requests of the application and replies into answers. A line that is
neither a command nor a move is chat. Repeated requests are recognised in `idempotency.py`.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import assert_never

import msgspec

from bot.app import command_parser
from bot.app.facade import Facade
from bot.app.model import button_token
from bot.app.model.card import Card
from bot.app.model.display_names import LONGEST_NAME
from bot.app.model.request import Reply, Request, Verb
from bot.app.ports.system import Now
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.frontends.web import room_log, sanitize
from bot.frontends.web.connections import Connections, Seated
from bot.frontends.web.downloads import Downloads
from bot.frontends.web.protocol import (
    Ask,
    CardShown,
    Inbound,
    Invite,
    Later,
    Liked,
    Logged,
    Ok,
    PlayMove,
    PressButton,
    Refusal,
    Say,
    Wish,
)
from bot.frontends.web.security import is_local
from bot.frontends.web.serialize import PLATFORM, card_shown, private_shown
from core.errors import Reason, Refused
from core.types import MatchId

log = logging.getLogger(__name__)

LONGEST_SAID = 500
"""Characters of one line of chat."""

VERBS = frozenset(Verb)
ABOUT_A_MATCH = frozenset(
    {
        Verb.MOVE, Verb.RESIGN, Verb.CLAIM, Verb.DRAW, Verb.TAKEBACK, Verb.REMATCH,
        Verb.PAUSE, Verb.RESUME, Verb.YES, Verb.NO, Verb.WITHDRAW, Verb.BOARD, Verb.TEXT,
        Verb.HINT, Verb.REVIEW,
    }
)  # fmt: skip
"""Typed wishes that mean the match on the stage, if there is one."""

PREFERRING = frozenset({Verb.SETTINGS, Verb.HELP, Verb.RULES})
"""Wishes by which people choose what they prefer."""


class RequestHandlers:
    """Serves them, one at a time for each window."""

    def __init__(
        self,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        windows: Connections,
        files: Downloads,
        link: Callable[[str], str],
        now: Now,
    ) -> None:
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._windows = windows
        self._files = files
        self._link = link
        self._now = now
        self._following_up: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Cancel all follow-up messages."""
        for task in self._following_up:
            task.cancel()
        await asyncio.gather(*self._following_up, return_exceptions=True)

    async def serve(self, seated: Seated, message: Wish) -> Ok | Refusal:
        """Return the answer for the requester alone; boards are pushed by themselves."""
        try:
            match message:
                case PressButton():
                    reply = await self._press(seated, message)
                case PlayMove():
                    reply = await self._move(seated, message)
                case Say():
                    reply = await self._say(seated, message)
                case Ask():
                    reply = await self._ask(seated, message)
                case Invite():
                    link = self._link(seated.actor.browser)
                    return Ok(id=message.id, link=link, local=is_local(link))
                case _:
                    assert_never(message)
        except Refused as refused:
            said = self._presenter.refusal(refused, seated.locale)
            return Refusal(id=message.id, reason=refused.reason, text=said)
        return self._reply(seated, message, reply)

    async def _handled(self, request: Request) -> Reply:
        """The reply; where a board is looked at again, with what happened meanwhile."""
        reply = await self._service.handle(request)
        if request.verb in PREFERRING and request.arg and reply.reason is None:
            await self._tell_likes(request)
        if request.verb is not Verb.BOARD or reply.text:
            return reply
        beside = await self._facade.after_move.beside(request, reply)
        return reply if beside is None else replace(reply, text=beside.text)

    async def _tell_likes(self, request: Request) -> None:
        """Every window of that person looks as they prefer, as soon as they say so."""
        player = await self._facade.player(request.actor)
        likes = await self._facade.settings(request.actor)
        liked = Liked(locale=likes.language or "", theme=likes.theme)
        for window in self._windows.of_players((player.id,)):
            window.push(liked, key="liked")

    def _reply(self, seated: Seated, message: Inbound, reply: Reply) -> Ok | Refusal:
        if reply.reason is not None and reply.reason is not Reason.REPEATED:
            return Refusal(id=message.id, reason=reply.reason, text=reply.text)
        card = shown = None
        if reply.card is not None:
            shown = private_shown(reply.card, seated.player.id, self._now())
            card = self._shown(seated, reply.card)
        if reply.following is not None:
            task = asyncio.create_task(self._follow(seated, message.id, reply.following))
            self._following_up.add(task)
            task.add_done_callback(self._following_up.discard)
        session = None if reply.session is None else reply.session.match.id
        return Ok(id=message.id, text=reply.text, card=card, shown=shown, session=session)

    def _shown(self, seated: Seated, card: Card) -> CardShown:
        drawn = card_shown(card, seated.player.id, self._now())
        return msgspec.structs.replace(drawn, files=self._files.keep(card.files))

    async def _follow(self, seated: Seated, id: str, cards: AsyncIterator[Card]) -> None:
        """A task's root: failures are logged, and the last card stays. Every connection of the
        requester is sent the cards, as it may have reconnected."""
        try:
            async for card in cards:
                later = Later(id=id, card=self._shown(seated, card))
                for window in self._windows.of_players((seated.player.id,)):
                    window.push(later, key=("later", id))
        except Exception:
            log.exception("what follows request %s failed", id)

    async def _press(self, seated: Seated, message: PressButton) -> Reply:
        press = button_token.decode(message.token)
        wish = self._request(seated, message, press.verb, press.arg, press.session)
        return await self._handled(replace(wish, turn=press.turn))

    async def _move(self, seated: Seated, message: PlayMove) -> Reply:
        wish = self._request(seated, message, Verb.MOVE, message.move, message.session)
        return await self._handled(replace(wish, turn=message.turn))

    async def _ask(self, seated: Seated, message: Ask) -> Reply:
        if message.verb not in VERBS:
            raise Refused(Reason.UNKNOWN_VERB, verb=message.verb)
        wish = self._request(seated, message, Verb(message.verb), message.arg, message.session)
        opponent = None
        if message.opponent is not None:
            opponent = self._windows.actor(message.opponent)
            if opponent is None:
                known = await self._facade.players([message.opponent])
                name = known[message.opponent].name if known else ""
                raise Refused(Reason.UNKNOWN_PLAYER, name=name)
        wish = replace(wish, options=message.options, opponent=opponent)
        return await self._handled(wish)

    async def _say(self, seated: Seated, message: Say) -> Reply:
        """A command, a bare move, or something said to the room."""
        said = sanitize.line(message.text)
        if said.startswith("/"):  # a record that is brought in may be long
            return await self._command(seated, message, command_parser.read(said))
        if len(said) > LONGEST_SAID:
            raise Refused(Reason.TOO_LONG)
        if command_parser.looks_like_move(said):
            wish = self._request(seated, message, Verb.MOVE, said, message.session)
            reply = await self._handled(wish)
            if reply.reason is not Reason.NO_MATCH_HERE:
                return reply
        if said:
            request = _request_id(seated, message)
            entry = await self._facade.say(
                seated.room, seated.player.id, said, self._now(), request
            )
            logged = Logged(entry=room_log.said(entry, seated.player))
            for window in self._windows.in_room(seated.room):
                window.push(logged)
        return Reply()

    async def _command(
        self, seated: Seated, message: Say, wish: command_parser.ParsedCommand
    ) -> Reply:
        opponent = None
        if wish.opponent is not None:
            opponent = self._windows.named(wish.opponent, seated.room)
            if opponent is None:  # they are gone, and may well be meant all the same
                opponent = await self._facade.find_player(PLATFORM, wish.opponent)
            if opponent is None:
                raise Refused(Reason.UNKNOWN_PLAYER, name=wish.opponent[:LONGEST_NAME])
        session = wish.session
        if session is None and wish.verb in ABOUT_A_MATCH:
            session = message.session
        request = self._request(seated, message, wish.verb, wish.arg, session)
        return await self._handled(replace(request, options=wish.options, opponent=opponent))

    def _request(
        self,
        seated: Seated,
        message: Inbound,
        verb: Verb,
        arg: str,
        session: MatchId | None,
    ) -> Request:
        id = _request_id(seated, message)
        return Request(id, seated.actor, seated.room, verb, session=session, arg=arg)


def _request_id(seated: Seated, message: Inbound) -> str:
    """Return the id of a request: the guest's own, so that it cannot be another's request.

    What the request creates is stored under it, so that it is created once.
    """
    return f"{seated.actor.user}/{message.id}"
