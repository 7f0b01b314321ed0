"""Maps Telegram's refusals to delivery errors.

The live service distinguishes cases only by wording, so one table here has the wordings with the
kind of `DeliveryError` for each.
"""

import re

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    TelegramError,
    TimedOut,
)

from bot.app.model.room import Room
from bot.app.ports.frontend import (
    DeliveryError,
    DeliveryUnknown,
    MessageGone,
    RoomClosed,
    RoomGone,
    RoomMoved,
    SlowDown,
    Unreachable,
)
from bot.frontends.telegram.mapping import room, thread_id
from bot.frontends.telegram.transport import FloodWait, NotSent

_SAME = "message is not modified"
_NO_PICTURES = re.compile("not enough rights to send (photos|animations|documents)")
_NO_CAPTION = "there is no caption in the message to edit"
_MESSAGE_GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "there is no text in the message to edit",
    "there is no media in the message to edit",
    _NO_CAPTION,
)
_ROOM_CLOSED = ("chat not found", "user_is_blocked", "group chat was deactivated")
_ROOM_GONE = (
    "message thread not found",
    "topic_closed",
    "topic_deleted",
    "not enough rights",
    "have no rights to send a message",
    "chat_write_forbidden",
    "chat_restricted",
)


def is_same(error: TelegramError) -> bool:
    """Whether nothing had to be changed, which counts as success."""
    return isinstance(error, BadRequest) and _SAME in str(error).lower()


def forbids_pictures(error: TelegramError) -> bool:
    """Or anything else that is not text."""
    return isinstance(error, BadRequest) and bool(_NO_PICTURES.search(str(error).lower()))


def has_no_caption(error: TelegramError) -> bool:
    """The message is text, not a picture."""
    return isinstance(error, BadRequest) and _NO_CAPTION in str(error).lower()


def again_in(error: TelegramError) -> float | None:
    """Seconds after which the same call may succeed, where trying it twice does no harm."""
    match error:
        case FloodWait():
            return error.seconds
        case BadRequest() | TimedOut():  # refused for good; or long past by now
            return None
        case NetworkError():
            return 0.0
        case _:
            return None


def meaning(error: TelegramError, where: Room) -> DeliveryError | None:
    """The kind of failure; None where the request itself was wrong, which is a fault of ours."""
    match error:
        case ChatMigrated():
            return RoomMoved(room(error.new_chat_id, thread_id(where)))
        case FloodWait():
            return SlowDown(error.seconds)
        case Forbidden():
            return RoomClosed(str(error))
        case NotSent() | InvalidToken():
            return Unreachable(type(error).__name__)
        case BadRequest():
            said = str(error).lower()
            if any(words in said for words in _MESSAGE_GONE):
                return MessageGone(str(error))
            if any(words in said for words in _ROOM_CLOSED):
                return RoomClosed(str(error))
            if any(words in said for words in _ROOM_GONE):
                return RoomGone(str(error))
            return None
        case _:
            return DeliveryUnknown(str(error))
