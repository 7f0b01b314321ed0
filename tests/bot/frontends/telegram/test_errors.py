"""What each refusal of Telegram means for a screen."""

import pytest
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
from bot.frontends.telegram import errors as faults
from bot.frontends.telegram.transport import AnswerLost, FloodWait, NotSent
from tests.fakes.telegram import errors

HERE = Room("telegram", "-7", "-7", None)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (BadRequest("Message to edit not found"), MessageGone),
        (BadRequest("Message can't be edited"), MessageGone),
        (BadRequest("There is no text in the message to edit"), MessageGone),
        (BadRequest("Chat not found"), RoomClosed),
        (BadRequest("Message thread not found"), RoomGone),
        (BadRequest("TOPIC_CLOSED"), RoomGone),
        (BadRequest("Not enough rights to send text messages to the chat"), RoomGone),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), RoomClosed),
        (Forbidden("Forbidden: bot was blocked by the user"), RoomClosed),
        (FloodWait(3), SlowDown),
        (NotSent("x"), Unreachable),
        (InvalidToken("x"), Unreachable),
        (AnswerLost("x"), DeliveryUnknown),
        (TimedOut("x"), DeliveryUnknown),
        (NetworkError("Bad Gateway"), DeliveryUnknown),
        (TelegramError("the answer is no JSON object"), DeliveryUnknown),
        (ChatMigrated(-1007), RoomMoved),
    ],
)
def test_meanings(error: TelegramError, kind: type[DeliveryError]) -> None:
    assert type(faults.meaning(error, HERE)) is kind


def test_a_wrong_request_is_a_fault_of_ours() -> None:
    assert faults.meaning(BadRequest("BUTTON_DATA_INVALID"), HERE) is None


def test_details() -> None:
    wait = faults.meaning(FloodWait(3), HERE)
    assert isinstance(wait, SlowDown)
    assert wait.seconds == 3
    moved = faults.meaning(ChatMigrated(-1007), Room("telegram", "-7", "-7", "5"))
    assert isinstance(moved, RoomMoved)
    assert moved.to == Room("telegram", "-1007", "-1007", "5")


def test_as_good_as_done() -> None:
    assert faults.is_same(BadRequest(errors.not_modified().description))
    assert not faults.is_same(BadRequest("Message to edit not found"))
    assert faults.forbids_pictures(BadRequest("Not enough rights to send photos to the chat"))
    assert faults.has_no_caption(BadRequest("There is no caption in the message to edit"))


@pytest.mark.parametrize(
    "error",
    [
        BadRequest("Message to edit not found"),
        BadRequest("Not enough rights to send text messages to the chat"),
        Forbidden("Not enough rights to send photos to the chat"),
        NetworkError("There is no caption in the message to edit"),
        TimedOut(),
    ],
    ids=str,
)
def test_other_refusals_are_not_taken_for_these(error: TelegramError) -> None:
    assert not faults.is_same(error)
    assert not faults.forbids_pictures(error)
    assert not faults.has_no_caption(error)
