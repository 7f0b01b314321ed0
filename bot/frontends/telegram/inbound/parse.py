"""From what was pressed or written to a request.

Pure. Owns how Telegram says things: commands with our name after an `@`, answers to a board, links
that open the private chat with a payload, people marked in a text. What the words mean is for
`bot/app/command_parser.py`.
"""

import re

from telegram import Message, Update
from telegram.constants import MessageEntityType

from bot.app import command_parser
from bot.app.model import button_token
from bot.app.model.request import OF_ONE, Actor, Request, Verb
from bot.app.model.room import Room
from bot.frontends.telegram import mapping
from core.errors import Reason, Refused
from core.types import MatchId

_OF_SOMEBODY = (Verb.CHALLENGE, Verb.BAR, Verb.UNBAR, Verb.BLOCK, Verb.UNBLOCK, Verb.PROFILE)
"""Wishes that can name a person, or answer to one's message."""

_OF_RIGHTS = (Verb.BAR, Verb.UNBAR)
"""Wishes that can also give a person's number: some have no name, and never wrote here."""

_NUMBER = re.compile(r"[1-9][0-9]{4,19}")


def pressed(id: str, who: Actor, where: Room, token: str) -> Request:
    """The request of a button or a link. Refused(BUTTON_EXPIRED)."""
    press = button_token.decode(token)
    private = where.space is None
    return Request(
        id, who, where, press.verb, press.session, press.turn, press.arg, private=private
    )


def for_one(request: Request) -> str | None:
    """Return the token of a request with a private answer, to repeat it in the private chat. Text
    that does not fit a token is left out; it can be typed there."""
    listing = request.verb in (Verb.BLOCK, Verb.UNBLOCK) and request.opponent is None
    if request.private or not (listing or request.verb in OF_ONE):
        return None
    try:
        about = request.session or button_token.NO_MATCH
        return button_token.encode(button_token.Press(about, 0, request.verb, request.arg))
    except ValueError:
        return button_token.command_token(request.verb)


def is_for_us(text: str, bot: str) -> bool:
    """Whether a command is addressed to this bot: it names no bot, or this one."""
    _, _, named = text.split(maxsplit=1)[0].partition("@")
    return not named or named.lower() == bot.lower()


def is_arrival(text: str) -> bool:
    """Whether this is the `/start` that Telegram sends when the bot is added by a link; the welcome
    answers it."""
    command, _, payload = text.partition(" ")
    return command.partition("@")[0] == "/start" and bool(payload) and not _is_token(payload)


def brought(text: str) -> str | None:
    """The token that a link brought along."""
    command, _, payload = text.partition(" ")
    return payload.strip() if command.partition("@")[0] == "/start" and _is_token(payload) else None


def _is_token(payload: str) -> bool:
    return payload.startswith("v1-")


def _begins(text: str, where: Room) -> bool:
    """Whether this starts a waiting match. In private `/start` is what Telegram sends for every
    newcomer."""
    word = text.strip().lower().partition("@")[0]
    return word == "start" or (word == "/start" and where.space is not None)


def answers_us(message: Message, bot: int) -> bool:
    """Whether this answers to a message of ours."""
    answered = explicit_answer(message)
    return answered is not None and answered.from_user is not None and answered.from_user.id == bot


def answered_match(message: Message, bot: int) -> MatchId | None:
    """The match whose board this answers to: its buttons say so. Those of a page of help are about
    none."""
    answered = explicit_answer(message)
    data = _first_token(answered) if answers_us(message, bot) else None
    try:
        session = button_token.NO_MATCH if data is None else button_token.decode(data).session
    except Refused:
        return None
    return None if session == button_token.NO_MATCH else session


def match_of(update: Update) -> MatchId | None:
    """Return the match whose button was pressed, or whose board was answered to."""
    query, message = update.callback_query, update.message
    data = None if query is None else query.data
    if message is not None:
        data = _first_token(explicit_answer(message)) or brought(message.text or "")
    try:
        return None if data is None else button_token.decode(data).session
    except Refused:
        return None


def _first_token(answered: Message | None) -> str | None:
    """Return the token of a message's first button."""
    if answered is None or answered.reply_markup is None:
        return None
    rows = answered.reply_markup.inline_keyboard
    data = rows[0][0].callback_data if rows and rows[0] else None
    return data if isinstance(data, str) else None


def explicit_answer(message: Message) -> Message | None:
    """The message this answers to. In a topic everything "answers" to the topic's first message."""
    answered = message.reply_to_message
    if answered is None or answered.forum_topic_created is not None:
        return None
    return answered


def written(message: Message, who: Actor, bot: int) -> Request:
    """The request of a text. Refused(UNKNOWN_VERB) and what else `typed.read` raises."""
    where = mapping.room_of(message)
    id = f"{message.chat.id}/{message.message_id}"
    text = message.text or ""
    if (token := brought(text)) is not None:
        return pressed(id, who, where, token)
    session, private = answered_match(message, bot), where.space is None
    if _begins(text, where):
        return Request(id, who, where, Verb.START, session, private=private)
    if not text.startswith("/") and command_parser.looks_like_move(text):
        return Request(id, who, where, Verb.MOVE, session, arg=text, private=private)
    marked = _marked(message)
    wish = command_parser.read(text if marked is None else marked[0])
    opponent, arg = None, wish.arg
    if wish.verb in _OF_RIGHTS and _NUMBER.fullmatch(wish.opponent or ""):
        arg = wish.opponent or ""
    elif wish.verb in _OF_SOMEBODY:
        opponent = _opponent(message, marked and marked[1], wish.opponent, bot)
    return Request(
        id,
        who,
        where,
        wish.verb,
        wish.session or session,
        arg=arg,
        options=wish.options,
        opponent=opponent,
        private=private,
    )


def _opponent(message: Message, marked: Actor | None, named: str | None, bot: int) -> Actor | None:
    """Return the opponent: mentioned or named, else the author of the message replied to."""
    if marked is not None:
        return marked
    if named is not None:
        person = mapping.called(named) if f"@{named}" in (message.text or "") else None
        if person is None:
            raise Refused(Reason.UNKNOWN_PLAYER, name=named)
        return person
    answered = explicit_answer(message)
    if answered is None or answered.from_user is None or mapping.is_impersonal(answered):
        return None
    author = answered.from_user
    return None if author.id == bot else mapping.actor(author)


def _marked(message: Message) -> tuple[str, Actor] | None:
    """The text without the first person whom it marks by id, and who that is."""
    for entity in message.entities:
        if entity.type == MessageEntityType.TEXT_MENTION and entity.user is not None:
            start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
            coded = (message.text or "").encode("utf-16-le")  # as Telegram counts
            rest = (coded[:start] + coded[end:]).decode("utf-16-le")
            return rest, mapping.actor(entity.user)
    return None
