"""Choosing a point step by step in the private chat: each press edits the pressed message. Pages
turn the same way.

A point of a large board is chosen by zone first: on the board's own message if the match is played
in private, else on a message opened by `/start` from a group. Either way a step costs one edit
there and leaves the public board alone. Owns that message: it follows the choice, updates when the
board moves on, and closes with the board once the move is made. The choice so far is in the
buttons. The last opened message is remembered for players who then type their move; losing it costs
them the question which match they mean.
"""

from dataclasses import replace

from telegram import Message

from bot.app.facade import Facade
from bot.app.lru import LRUDict
from bot.app.model.button_token import Press, encode
from bot.app.model.card import Button, Buttons, Card, Link, Style
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.presentation import point_picker
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.frontends.telegram.inbound.deep_links import DeepLinks
from bot.frontends.telegram.outbound.replies import Replies
from bot.frontends.telegram.outbound.screens import Screens, limited
from bot.text import chats
from bot.text.catalog import nearest, texts
from core.day import table_of
from core.errors import Reason
from core.match.view import MatchView
from core.types import MatchId

OPEN_KEPT = 1_000

_LIMITS = limited(pictured=True, grid=False)
_FIRST = point_picker.begin(_LIMITS)
_STEPS = (Verb.PICK, Verb.SETTINGS, Verb.HISTORY)
_READ = (Verb.HELP, Verb.RULES)
_LISTED = (Verb.END, Verb.ANNUL)
"""Buttons of lists of matches, which go on without what was pressed."""

_BESIDE = (Reason.NOT_MANAGER, Reason.ILLEGAL_MOVE, Reason.BUSY, Reason.BUTTON_EXPIRED)
"""Refusals after which the same message can be pressed again."""


class PointPicker:
    """Follows choices in private chats."""

    def __init__(
        self,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        screens: Screens,
        outbox: Replies,
        passages: DeepLinks,
    ) -> None:
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._screens = screens
        self._outbox = outbox
        self._passages = passages
        self._open: LRUDict[str, tuple[MatchId, int]] = LRUDict(OPEN_KEPT)  # by chat

    # --- written ----------------------------------------------------------------------------------

    async def begin(self, request: Request, reply: Reply, answering: int) -> None:
        """The first step as an answer to what was written; a group gets the way to it instead."""
        card, where, locale = reply.card, request.room, nearest(request.actor.locale)
        if card is None or card.board is None:
            session = await self._facade.find_session(request.session)
            links = () if session is None else (_way_to(session, locale),)
            await self._outbox.say(where, Card(reply.text, links=links), answering)
        elif where.space is not None:
            await self._outbox.say(where, _elsewhere(card.board, locale), answering)
        elif (sent := await self._outbox.say(where, card, answering)) is not None:
            self._open[where.chat] = (card.board.match.id, int(sent))

    async def apart(self, request: Request, token: str, answering: int) -> None:
        """Something is for one person alone: the way to where only they see it."""
        language = texts(nearest(request.actor.locale))
        button = Button(chats.in_private_chat(language), token, Style.PRIMARY)
        card = Card(chats.for_one(language), rows=(Buttons((button,)),))
        if (sent := await self._outbox.say(request.room, card, answering)) is not None:
            self._passages.keep(request.room, int(sent), request.actor.user)

    async def typed(self, request: Request) -> Reply | None:
        """Handle a move typed without naming a match: it belongs to the message that is open for
        picking.

        None if none is open here.
        """
        if request.session is not None or request.room.chat not in self._open:
            return None
        id, message = self._open[request.room.chat]
        meant = replace(request, session=id)
        reply = await self._service.handle(meant)
        if reply.session is not None:
            await self._close(meant, message, self._outbox.stamp())
        return reply

    async def answered(self, request: Request, message: Message | None) -> None:
        """A move was written as an answer to a message where it could have been picked."""
        if message is None or not message.photo:
            return
        session = await self._facade.find_session(request.session)
        if _screen_of(session, request.room, message.message_id) is None:
            await self._close(request, message.message_id, self._outbox.stamp())

    # --- pressed ----------------------------------------------------------------------------------

    @staticmethod
    def takes(request: Request, *, pictured: bool) -> bool:
        """Whether this press is a step of a choice; a move is where pictures led to it."""
        last = request.verb in (Verb.MOVE, Verb.SURE) or _is_no(request)
        if request.verb is Verb.LEADERBOARD or request.verb in _LISTED:
            return True  # in a group too: in private "here" would be another place
        if request.verb is Verb.SETUP:
            return bool(request.arg)  # in a group too: there only administrators' presses act
        reading = request.verb in _READ and bool(request.arg)  # the same in another language
        step = request.verb in _STEPS or reading or (last and pictured)
        return step and request.room.space is None

    async def follow(
        self, request: Request, reply: Reply, message: int, stamp: int, *, pictured: bool
    ) -> None:
        """Update the pressed message to the current choice.

        Of presses in quick succession the last one counts: `stamp` identifies it.
        """
        session = await self._facade.find_session(request.session)
        screen = _screen_of(session, request.room, message)
        if session is not None and screen is not None:
            await self._on_board(session, screen, request, reply, stamp)
        elif reply.card is not None:
            await self._outbox.change(request.room, message, reply.card, stamp, pictured=pictured)
        elif reply.reason is Reason.STALE_TURN or _is_no(request):
            await self._again(request, message, stamp)
        elif reply.reason not in _BESIDE and request.verb not in _LISTED:
            await self._close(request, message, stamp)

    async def renew(self, request: Request, message: int, stamp: int) -> None:
        """A board was pressed that still asks for moves, and the match is over: it ended while this
        chat could not be written to."""
        session = await self._facade.find_session(request.session)
        screen = _screen_of(session, request.room, message)
        if session is not None and screen is not None and screen.kind is ScreenKind.BOARD:
            await self._whole(session, screen, stamp)

    async def _on_board(
        self, session: Session, screen: Screen, request: Request, reply: Reply, stamp: int
    ) -> None:
        """A step on the board's own message; the next move or the way back makes it whole again."""
        back = request.verb is Verb.PICK and request.arg in ("", _FIRST)
        if reply.card is not None and not back:
            message = int(screen.message or 0)
            await self._outbox.change(screen.room, message, reply.card, stamp, pictured=True)
            newest = await self._facade.session(session.match.id)
            if newest.version != session.version:  # the publisher's edit may have come first
                await self._whole(newest, screen, stamp)
        elif back or reply.reason is Reason.STALE_TURN or _is_no(request):
            await self._whole(session, screen, stamp)

    async def _whole(self, session: Session, screen: Screen, stamp: int) -> None:
        await self._outbox.redraw(
            screen.room,
            int(screen.message or 0),
            lambda: self._screens.show(session, screen),
            stamp,
        )

    async def _again(self, request: Request, message: int, stamp: int) -> None:
        """The board has moved on: from the beginning, or the end where they have nothing to do."""
        beginning = replace(request, verb=Verb.PICK, turn=None, arg=_FIRST)
        reply = await self._service.handle(beginning)
        if reply.card is None:
            await self._close(request, message, stamp)
        else:
            await self._outbox.change(request.room, message, reply.card, stamp, pictured=True)

    async def _close(self, request: Request, message: int, stamp: int) -> None:
        """End picking: show the board, and the way to it."""
        session = await self._facade.find_session(request.session)
        if session is None:
            await self._outbox.strip(request.room, message)
            return
        locale = nearest(request.actor.locale)
        here = Screen(request.room, ScreenKind.BOARD, locale)
        card = await self._presenter.card(session, here, _LIMITS)
        card = replace(card, rows=(), links=(_way_to(session, locale),))
        await self._outbox.change(request.room, message, card, stamp, pictured=True)


def _is_no(request: Request) -> bool:
    """The move that was asked about is not meant."""
    return (request.verb, request.arg) == (Verb.NO, Verb.MOVE)


def _screen_of(session: Session | None, room: Room, message: int) -> Screen | None:
    """The screen that this message is."""
    screens = () if session is None else session.screens
    at = (room, str(message))
    return next((each for each in screens if (each.room, each.message) == at), None)


def _way_to(session: Session, locale: str) -> Link:
    return Link(chats.to_the_board(texts(locale)), session.match.id, session.screens[0])


def _elsewhere(view: MatchView, locale: str) -> Card:
    """Return the group's card for a private view: a button that leads there."""
    language, match = texts(locale), view.match
    if view.proof is None:
        press, label = Press(match.id, match.turn, Verb.PICK, _FIRST), chats.pick_in_private
    else:
        contest = table_of(view.proof.label)  # a sheet that a group must not see is one of these
        press, label = Press(contest, 0, Verb.SHEET), chats.my_sheet
    button = Button(label(language), encode(press), Style.PRIMARY)
    return Card(chats.for_one(language), rows=(Buttons((button,)),))
