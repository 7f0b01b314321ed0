"""Callback queries: a press becomes a request, its answer a toast.

Each query is answered exactly once and at once, before drawing, because Telegram drops it within
seconds. A question about a move is a toast too, and pressing again confirms. An answer too long for
a toast goes to the private chat: directly if the press came from there, else behind a link. Owns
what happens to the pressed message: an unknown one is adopted as the board (its posting was never
confirmed), a replaced one loses its buttons.
"""

from dataclasses import replace

from telegram import Bot, CallbackQuery, MaybeInaccessibleMessage, Message

from bot.app.facade import ON_RESULTS, Facade
from bot.app.lru import LRUDict
from bot.app.model.card import Card
from bot.app.model.invite_code import is_private
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.presentation import teams
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.frontends.telegram import mapping
from bot.frontends.telegram.inbound import parse
from bot.frontends.telegram.inbound.admins import RUNNING, AdminCache
from bot.frontends.telegram.inbound.deep_links import DeepLinks
from bot.frontends.telegram.inbound.point_picker import PointPicker
from bot.frontends.telegram.outbound import render
from bot.frontends.telegram.outbound.replies import Replies
from bot.text import chats
from bot.text.catalog import nearest, texts
from core.errors import Reason, Refused
from core.match.clock import SECOND

ALERT_FROM = 80
"""From this many characters on an answer is an alert, which stays until it is closed."""

MEANWHILE = 60.0
"""Seconds within which a pressed board will be redrawn."""

ASKED_KEPT = REPLACED_KEPT = 1_000
_OF_ANY_MESSAGE = (Verb.REVIEW, Verb.RECORD, Verb.REPLAY, Verb.FROM)
"""Pressed on answers too, which show no board and are never replaced by one."""

_SAID = (Verb.RESIGN, Verb.TELL)
"""Verbs whose answers ignore their buttons: pressing again confirms."""
_OVER = (Reason.FINISHED, Reason.ABORTED)


class CallbackQueries:
    """Answers presses."""

    def __init__(
        self,
        bot: Bot,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        outbox: Replies,
        steps: PointPicker,
        stewards: AdminCache,
        passages: DeepLinks,
    ) -> None:
        self._bot = bot
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._outbox = outbox
        self._steps = steps
        self._stewards = stewards
        self._passages = passages
        self._asked: LRUDict[str, tuple[str, str]] = LRUDict(ASKED_KEPT)  # by user: data, press
        self._replaced: LRUDict[tuple[str, int], None] = LRUDict(REPLACED_KEPT)

    async def press(self, query: CallbackQuery, who: Actor) -> None:
        """Serves one press."""
        message, stamp = query.message, self._outbox.stamp()
        if message is None or query.data is None:
            await self._toast(query, self._expired(who))
            return
        where = mapping.room(message.chat.id)
        if isinstance(message, Message):
            where = mapping.room_of(message)
        try:
            request = parse.pressed(query.id, who, where, query.data)
        except Refused:
            await self._toast(query, self._expired(who))
            return
        if isinstance(message, Message) and mapping.is_in_reply_thread(message):
            request = await self._facade.located(request, str(message.message_id))
            where = request.room
        if request.verb is Verb.JOIN and is_private(request.arg) and where.space is not None:
            await self._lead(query, who, query.data)
            return
        on_board = request.verb is Verb.HINT and bool(request.turn)  # what it says fits a toast
        if parse.for_one(request) is not None and not on_board:
            theirs = self._passages.theirs(request, query.data, message.message_id)
            await self._lead(query, who, theirs)
            return
        await self._adopt(request, message.message_id)
        pictured = isinstance(message, Message) and bool(message.photo)
        step = self._steps.takes(request, pictured=pictured)
        meant = request if step else self._sure(request, query.data)
        if request.verb is Verb.REPLAY and request.private:
            await self._outbox.making(where)
        reply = await self._service.handle(await self._stewards.known(meant))
        if step:
            await self._toast(query, reply.text)
            await self._steps.follow(request, reply, message.message_id, stamp, pictured=pictured)
            return
        if request.verb is Verb.REVIEW and where.space is None and reply.card is not None:
            await self._toast(query, "")
            await self._review(request, reply, message.message_id, stamp, pictured=pictured)
            return
        if reply.card is None and not reply.text:
            reply = replace(reply, text=await self._beside(request, reply))
        await self._answer(query, request, reply)
        over = reply.reason in _OVER and request.verb not in ON_RESULTS
        if over or (reply.reason is Reason.STALE_TURN and await self._is_behind(request, message)):
            await self._steps.renew(request, message.message_id, stamp)
        if await self._is_replaced(request, reply, message.message_id):
            await self._outbox.strip(where, message.message_id)
        if reply.replaced and reply.replaced != str(message.message_id):
            await self._outbox.strip(where, int(reply.replaced))
        await self._facade.after_move.know(who)

    async def _review(
        self, request: Request, reply: Reply, message: int, stamp: int, *, pictured: bool
    ) -> None:
        """Another page takes the place of the last; the first one is a message of its own."""
        if reply.card is None or not request.arg:
            await self._outbox.follow(request.room, reply)
            return
        await self._outbox.change(request.room, message, reply.card, stamp, pictured=pictured)
        has_picture = pictured or bool(reply.card.files)
        await self._outbox.amend(request.room, message, reply, pictured=has_picture)

    async def _beside(self, request: Request, reply: Reply) -> str:
        """What the toast says besides nothing: that more boards wait, what happened meanwhile."""
        if reply.session is None:
            return ""
        if request.verb is Verb.BOARD:
            return await self._facade.after_move.since(request, reply.session.match)
        player = await self._facade.player(request.actor)
        return self._facade.after_move.briefly(request, reply, player)

    def _expired(self, who: Actor) -> str:
        return self._presenter.refusal(Refused(Reason.BUTTON_EXPIRED), nearest(who.locale))

    def _sure(self, request: Request, data: str) -> Request:
        """A move pressed once more, right after it was asked about, is meant.

        The same press delivered again is not; forgetting the question only asks again.
        """
        asked = self._asked.pop(request.actor.user, None)
        if asked is None or asked[0] != data or asked[1] == request.id:
            return request
        return replace(request, verb=Verb.SURE)

    async def _answer(self, query: CallbackQuery, request: Request, reply: Reply) -> None:
        card = reply.card or Card(reply.text)
        if request.verb is Verb.MOVE and reply.card is not None:
            self._asked[request.actor.user] = (str(query.data), request.id)
            again = chats.press_again(texts(nearest(request.actor.locale)))
            await self._toast(query, f"{card.text} {again}")
        elif _fits_toast(card) or request.verb in _SAID:
            await self._toast(query, card.text, stays=request.verb is Verb.INVITE)
        elif request.room.space is None or request.verb in RUNNING:
            await self._toast(query, "")
            await self._outbox.say(request.room, card)
        else:
            await self._lead(query, request.actor, str(query.data))

    async def _lead(self, query: CallbackQuery, who: Actor, token: str) -> None:
        """Answers with the link to the private chat, where it says this for them."""
        self._passages.hand(who.user, token)
        await self._toast(query, "", render.private(self._bot.username, token))

    async def _toast(
        self, query: CallbackQuery, text: str, url: str | None = None, *, stays: bool = False
    ) -> None:
        """`stays`: show an alert at any length, to be written down."""
        said = render.clip(text, render.ANSWER)
        alert = stays or len(said) >= ALERT_FROM
        await self._outbox.toast(query.id, said, alert=alert, url=url)

    async def _adopt(self, request: Request, message: int) -> None:
        """Adopt an unconfirmed board of that session instead of posting another."""
        replaced = (request.room.chat, message) in self._replaced
        if request.session is not None and not replaced and not _is_of_question(request):
            await self._facade.adopt_message(
                request.session, request.room, str(message), request.verb
            )

    async def _is_replaced(self, request: Request, reply: Reply, message: int) -> bool:
        """Whether the board is elsewhere in this room by now, or the question was answered."""
        session = await self._facade.find_session(request.session)
        if session is None or request.verb in (*RUNNING, *_OF_ANY_MESSAGE):
            return False
        if _is_of_question(request):
            done = request.verb is Verb.NO and reply.reason is None
            return done or reply.session is not None
        if request.verb is Verb.BOARD and reply.reason is None:
            self._replaced[(request.room.chat, message)] = None
            return True
        here = [screen.message for screen in session.screens if screen.room == request.room]
        return bool(here) and all(here) and str(message) not in here

    async def _is_behind(self, request: Request, message: MaybeInaccessibleMessage) -> bool:
        """Whether the match went on long after this board was drawn last: it could not be then."""
        session = await self._facade.find_session(request.session)
        if session is None or not isinstance(message, Message):
            return False
        drawn = (message.edit_date or message.date).timestamp()
        return session.match.since / SECOND > drawn + MEANWHILE


def _is_of_question(request: Request) -> bool:
    """A button that answers a question of ours, not one of a board or a lobby."""
    match request.verb:
        case Verb.RESIGN | Verb.NO:
            return request.arg in ("sure", Verb.MOVE, Verb.JOIN)
        case Verb.JOIN:
            return bool(request.arg) and not teams.is_place(request.arg)
        case verb:
            return verb is Verb.SURE


def _fits_toast(card: Card) -> bool:
    """A text alone, short enough."""
    bare = card.board is None and not (card.rows or card.links or card.monospace or card.files)
    return bare and render.units(card.text) <= render.ANSWER
