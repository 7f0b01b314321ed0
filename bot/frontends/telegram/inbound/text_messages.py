"""Written messages: commands, moves, verbs, in groups and in private.

Owns when the bot feels spoken to. In private it always is. In a group it is by a command, and by an
answer to one of its messages that is a move or a single verb; people also talk about the board. A
bare move, which it hears only where its privacy mode is off, is tried and never refused aloud. An
accepted move is acknowledged by a reaction; the board shows the rest.
"""

from dataclasses import replace

from telegram import Message

from bot.app.command_parser import looks_like_move
from bot.app.facade import Facade
from bot.app.model.card import Card
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.frontends.telegram import mapping
from bot.frontends.telegram.inbound import parse
from bot.frontends.telegram.inbound.admins import RUNNING, AdminCache
from bot.frontends.telegram.inbound.deep_links import DeepLinks
from bot.frontends.telegram.inbound.point_picker import PointPicker
from bot.frontends.telegram.outbound.replies import Replies
from bot.text import chats
from bot.text.catalog import nearest, texts
from core.errors import Reason, Refused


class TextMessages:
    """Serves written messages."""

    def __init__(
        self,
        bot: int,
        name: str,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        outbox: Replies,
        steps: PointPicker,
        stewards: AdminCache,
        passages: DeepLinks,
    ) -> None:
        self._bot = bot
        self._name = name
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._outbox = outbox
        self._steps = steps
        self._stewards = stewards
        self._passages = passages

    async def text(self, message: Message, who: Actor) -> None:
        """Serves one message."""
        text = message.text or ""
        private = mapping.is_private(message.chat)
        command = text.startswith("/")
        if command and not parse.is_for_us(text, self._name):
            return
        if not private and parse.is_arrival(text):
            return
        answers = parse.answers_us(message, self._bot)
        if not private and not command and _is_talk(text):
            return
        try:
            request = parse.written(message, who, self._bot)
            if (token := parse.brought(text)) is not None:
                request = self._passages.follow(request, token)
        except Refused as refused:
            named = command and "@" in text.split(maxsplit=1)[0]
            if private or named or (command and refused.reason is not Reason.UNKNOWN_VERB):
                await self._refuse(message, who, refused)
            return
        answered = parse.explicit_answer(message)
        if answered is not None and mapping.is_in_reply_thread(message):
            request = await self._facade.located(request, str(answered.message_id))
        if (token := parse.for_one(request)) is not None:
            await self._steps.apart(request, token, message.message_id)
            return
        spoken_to = private or command or answers
        if spoken_to or request.verb is Verb.MOVE:
            if request.verb is Verb.REPLAY:
                await self._outbox.making(request.room)
            reply = await self._served(message, request)
            asked = (
                reply.reason is Reason.WHICH_MATCH
            )  # a move by a player with two matches waiting
            stranger = reply.reason is Reason.NOT_SEATED and not (private or command)
            aloud = (spoken_to and not stranger) or asked
            await self._answer(message, request, reply, aloud=aloud)
            if request.private or request.verb is Verb.BOARD:
                await self._beside(message, request, reply)
            if reply.replaced:
                await self._outbox.strip(request.room, int(reply.replaced))

    async def _beside(self, message: Message, request: Request, reply: Reply) -> None:
        """Send what accompanies the board; in a group as a reply to the request."""
        if (card := await self._facade.after_move.beside(request, reply)) is not None:
            answering = None if request.private else message.message_id
            await self._outbox.say(request.room, card, answering)

    async def on_behalf(self, message: Message, who: Actor) -> None:
        """Serve a message in the name of a group or channel, which cannot play.

        `who` is the account that represents all of them. Answers when the bot is addressed. In the
        name of a group only its administrators write, so they may manage it.
        """
        text = message.text or ""
        command = text.startswith("/")
        if command and not parse.is_for_us(text, self._name):
            return
        if not command and (not parse.answers_us(message, self._bot) or _is_talk(text)):
            return
        try:
            request = parse.written(message, who, self._bot)
        except Refused:
            return
        if request.verb in RUNNING and message.sender_chat == message.chat:
            steward = replace(who, may_manage=True)
            reply = await self._service.handle(replace(request, actor=steward))
            await self._answer(message, request, reply, aloud=True)
            return
        said = chats.nameless(texts(nearest(who.locale)))
        await self._outbox.say(mapping.room_of(message), Card(said), message.message_id)

    async def edited(self, message: Message) -> None:
        """Say that an edit changes nothing, where it would have been read as a message."""
        text = message.text or ""
        if not text or message.from_user is None or message.forward_origin is not None:
            return
        private, command = mapping.is_private(message.chat), text.startswith("/")
        if command and not parse.is_for_us(text, self._name):
            return
        if (
            not private
            and not command
            and (not parse.answers_us(message, self._bot) or _is_talk(text))
        ):
            return
        locale = await self._facade.locale(mapping.actor(message.from_user))
        card = Card(chats.edited(texts(locale)))
        await self._outbox.say(mapping.room_of(message), card, message.message_id)

    async def _served(self, message: Message, request: Request) -> Reply:
        """Handle a message; if it is refused, try its other meaning.

        In private that is the point being picked.
        """
        reply = await self._service.handle(await self._stewards.known(request))
        if request.verb is Verb.START and reply.reason is Reason.NO_MATCH_HERE:
            return await self._service.handle(replace(request, verb=Verb.HELP))
        if request.room.space is not None:
            return reply
        match request.verb:
            case Verb.PICK if reply.reason is Reason.STALE_TURN:
                return await self._service.handle(replace(request, turn=None))
            case Verb.MOVE if reply.reason in (Reason.NO_MATCH_HERE, Reason.NOT_YOUR_TURN):
                return await self._steps.typed(request) or reply
            case Verb.MOVE if reply.reason is None and reply.card is None:
                await self._steps.answered(request, parse.explicit_answer(message))
        return reply

    async def _refuse(self, message: Message, who: Actor, refused: Refused) -> None:
        said = self._presenter.refusal(refused, nearest(who.locale))
        card = Card(said, commands=True)
        await self._outbox.say(mapping.room_of(message), card, message.message_id)

    async def _answer(self, message: Message, request: Request, reply: Reply, aloud: bool) -> None:
        aside = request.verb in (Verb.BLOCK, Verb.UNBLOCK) and not request.private
        moved = request.verb is Verb.MOVE and reply.card is None
        if reply.reason is None and (moved or aside):
            await self._outbox.react(request.room, message.message_id)
        elif request.verb is Verb.PICK or _is_for_one(request, reply):
            await self._steps.begin(request, reply, message.message_id)
        elif aloud:
            card = reply.card or Card(reply.text, commands=reply.reason is not None)
            if card.text:
                whole = replace(reply, card=card)
                await self._outbox.follow(request.room, whole, message.message_id)


def _is_for_one(request: Request, reply: Reply) -> bool:
    """Whether the answer shows what a group must not see: a sheet whose throws others have too."""
    return not request.private and reply.card is not None and reply.card.board is not None


def _is_talk(text: str) -> bool:
    """More words than a verb has, and no move."""
    return len(text.split()) > 1 and not looks_like_move(text)
