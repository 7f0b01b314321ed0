"""The transport: bodies, lost answers, secrets, trimmed keyboards."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from telegram import InputMediaPhoto
from telegram.error import BadRequest, InvalidToken, NetworkError, TelegramError, TimedOut
from telegram.ext import ExtBot

from bot.frontends.telegram.transport import AiohttpRequest, AnswerLost, FloodWait, NotSent, _wait
from tests.fakes.telegram import Cut, FakeTelegram, User
from tests.fakes.telegram.errors import ApiError, Json, flood

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4, "big") * 2
KEYBOARD = json.dumps({"inline_keyboard": [[{"text": "x", "callback_data": "y"}]]})


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[ExtBot[None]]:
    bot = ExtBot(
        telegram.token,
        base_url=f"{telegram.url}/bot",
        request=AiohttpRequest(4, answer_within=0.2),
        get_updates_request=AiohttpRequest(1, answer_within=0.2),
    )
    async with bot:
        yield bot


async def test_everything_arrives(bot: ExtBot[None], telegram: FakeTelegram, ann: User) -> None:
    chat = telegram.people.private(ann)
    text = "Ann & <Bo> “é” 😀"
    sent = await bot.send_message(chat.id, text, api_kwargs={"reply_markup": KEYBOARD})
    message = chat.messages[sent.message_id]
    assert (message.text, message.labels) == (text, ["x"])
    await bot.send_photo(
        chat.id, PNG, text, filename="b.png", api_kwargs={"reply_markup": KEYBOARD}
    )
    photo = chat.history()[-1]
    assert (photo.text, photo.labels) == (text, ["x"])
    again = InputMediaPhoto(PNG, "again", filename="b.png")
    await bot.edit_message_media(again, chat.id, photo.id)
    assert (photo.text, photo.labels) == ("again", [])
    assert telegram.of("sendPhoto", "editMessageMedia")[0].files["photo"] == PNG


@pytest.mark.parametrize("how", [Cut.UNDONE, Cut.DONE])
async def test_a_broken_line_is_of_unknown_effect(
    bot: ExtBot[None], telegram: FakeTelegram, how: Cut
) -> None:
    telegram.faults.order(how)
    with pytest.raises(AnswerLost):
        await bot.get_webhook_info()


@pytest.mark.parametrize("how", [Cut.HANG_UNDONE, Cut.HANG_DONE])
async def test_no_answer_is_of_unknown_effect(
    bot: ExtBot[None], telegram: FakeTelegram, how: Cut
) -> None:
    telegram.faults.order(how)
    with pytest.raises(TimedOut):
        await bot.get_webhook_info()


async def test_no_connection_means_nothing_was_done(
    bot: ExtBot[None], telegram: FakeTelegram
) -> None:
    await telegram.stop()
    with pytest.raises(NetworkError) as first:
        await bot.get_webhook_info()
    assert isinstance(first.value, NotSent | AnswerLost)  # a kept connection broke
    with pytest.raises(NotSent):
        await bot.get_webhook_info()
    await bot.shutdown()
    with pytest.raises(NotSent):
        await bot.get_webhook_info()


async def test_refusals_keep_their_kind(bot: ExtBot[None], telegram: FakeTelegram) -> None:
    telegram.faults.order(flood(17))
    with pytest.raises(FloodWait) as wait:
        await bot.get_webhook_info()
    assert wait.value.seconds == 17
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.send_message(5, "x")
    telegram.faults.order(ApiError(502, "Bad Gateway"))
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.get_webhook_info()


@pytest.mark.parametrize(
    ("payload", "seconds"),
    [
        (b'{"parameters":{"retry_after":3.5}}', 3.5),
        (b'{"ok":false}', 5.0),
        (b"<html>slow down</html>", 5.0),
    ],
)
async def test_a_429_that_says_little(payload: bytes, seconds: float) -> None:
    assert _wait(payload) == seconds


async def test_errors_do_not_name_the_token(bot: ExtBot[None], telegram: FakeTelegram) -> None:
    for how in (Cut.DONE, Cut.HANG_DONE, ApiError(500, "x"), flood(1), ApiError(404, "Not Found")):
        telegram.faults.order(how)
    said = ""
    for _ in range(5):
        with pytest.raises(TelegramError) as caught:
            await bot.get_webhook_info()
        error: BaseException | None = caught.value
        while error is not None:
            said += repr(error)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    assert said.count("(") == 5
    assert telegram.token not in said
    assert not isinstance(caught.value, InvalidToken) or "token" not in str(caught.value).lower()


# --- what is parsed -------------------------------------------------------------------------------


def parsed(result: object) -> Json:
    payload = json.dumps({"ok": True, "result": result}).encode()
    answer: Json = AiohttpRequest.parse_json_payload(payload)
    return answer


BUTTONS = [[{"text": str(i), "callback_data": f"v1-{i}"} for i in range(8)] for _ in range(8)]
MESSAGE: Json = {"message_id": 7, "reply_markup": {"inline_keyboard": BUTTONS}}


def test_echoed_keyboards_are_not_parsed() -> None:
    assert parsed(MESSAGE)["result"] == {"message_id": 7}
    answered = MESSAGE | {"reply_to_message": MESSAGE}
    press = {"update_id": 1, "callback_query": {"id": "q", "data": "d", "message": answered}}
    assert parsed([press])["result"][0]["callback_query"]["message"] == {"message_id": 7}


def test_one_button_of_an_answered_board_stays() -> None:
    """It says which match the board shows."""
    link = [{"text": "link", "url": "https://t.me"}]
    board = {"message_id": 7, "reply_markup": {"inline_keyboard": [link, *BUTTONS]}}
    said = {"update_id": 1, "message": {"message_id": 8, "reply_to_message": board}}
    kept = parsed([said])["result"][0]["message"]["reply_to_message"]["reply_markup"]
    assert kept == {"inline_keyboard": [[BUTTONS[0][0]]]}


@pytest.mark.parametrize("result", [True, [], [1], "text", {"a": 1}, [{"update_id": 1}]])
def test_everything_else_stays_as_it_is(result: object) -> None:
    assert parsed(result)["result"] == result


@pytest.mark.parametrize("payload", [b"", b"no", b"[1]", b"\xff{}", b"<html></html>"])
def test_what_is_no_json_object(payload: bytes) -> None:
    with pytest.raises(TelegramError):
        AiohttpRequest.parse_json_payload(payload)


async def test_many_calls_share_few_connections(bot: ExtBot[None], telegram: FakeTelegram) -> None:
    await asyncio.gather(*(bot.get_webhook_info() for _ in range(40)))
    assert len(telegram.of("getWebhookInfo")) == 40
