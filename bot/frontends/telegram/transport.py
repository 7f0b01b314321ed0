"""The HTTP side of python-telegram-bot, on aiohttp.

PTB accepts another transport through its `BaseRequest`; with httpx, its own, a send costs four
times as much. Owns three things besides: which failures certainly changed nothing (`NotSent`) and
which may have (`AnswerLost`, `TimedOut`); that no error contains the address, because it contains
the token; and the trimming of echoed keyboards. Telegram repeats our own 64-button keyboard in
every press and every answer, and building objects from it takes most of the time of an update, so
all but one button is removed before PTB parses the JSON.
"""

from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import aiohttp
import msgspec
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL

CONNECT_WITHIN = 5.0
ANSWER_WITHIN = 8.0
"""Seconds without a byte of the answer; uploading a picture is not counted. Long polling adds its
own wait."""

UNTOLD_WAIT = 5.0
"""Seconds to wait after a 429 that does not say how long."""

Json = dict[str, Any]


class NotSent(NetworkError):
    """No connection: nothing was done."""


class AnswerLost(NetworkError):
    """The connection broke after the request: it may have been done."""


class FloodWait(TelegramError):
    """429: nothing was done, and `seconds` must pass. PTB's own RetryAfter warns when made."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"flood wait of {seconds} s")
        self.seconds = seconds


class AiohttpRequest(BaseRequest):
    """Sends PTB's requests. One session; closed by `shutdown`."""

    __slots__ = ("_answer_within", "_connections", "_session")

    def __init__(self, connections: int, answer_within: float = ANSWER_WITHIN) -> None:
        self._connections = connections
        self._answer_within = answer_within
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return self._answer_within

    async def initialize(self) -> None:
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections)
            self._session = aiohttp.ClientSession(connector=connector)

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Status and body. NotSent, AnswerLost, TimedOut where there is none; FloodWait on 429."""
        del write_timeout, connect_timeout, pool_timeout  # the callers here never set them
        if self._session is None:
            raise NotSent("the bot is not connected")
        within = self._answer_within if read_timeout is self.DEFAULT_NONE else read_timeout
        limits = aiohttp.ClientTimeout(connect=CONNECT_WITHIN, sock_read=within)
        body, headers = _body(request_data)
        try:
            async with self._session.request(
                method, _address(url), data=body, headers=headers, timeout=limits
            ) as answer:
                payload = await answer.read()
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
            raise NotSent(type(error).__name__) from None
        except TimeoutError:
            raise TimedOut(f"no answer within {within} s") from None
        except aiohttp.ClientError as error:
            raise AnswerLost(type(error).__name__) from None
        if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            raise FloodWait(_wait(payload))
        return answer.status, payload

    @staticmethod
    def parse_json_payload(payload: bytes) -> Json:
        """The answer as an object, echoed keyboards trimmed."""
        try:
            answer: Json = msgspec.json.decode(payload, type=dict)
        except msgspec.MsgspecError:
            raise TelegramError("the answer is no JSON object") from None
        result = answer.get("result")
        if isinstance(result, dict):
            result.pop("reply_markup", None)
        elif isinstance(result, list):
            for item in result:
                if isinstance(item, dict):
                    _trim(item)
        return answer


class PollRequest(AiohttpRequest):
    """Polls for updates, and reports each answer of Telegram."""

    __slots__ = ("_heard",)

    def __init__(self, answer_within: float, heard: Callable[[], None]) -> None:
        super().__init__(1, answer_within)
        self._heard = heard

    async def do_request(self, *args: Any, **more: Any) -> tuple[int, bytes]:
        status, payload = await super().do_request(*args, **more)
        if status == HTTPStatus.OK:
            self._heard()
        return status, payload


def _wait(payload: bytes) -> float:
    """The seconds that a 429 asks for."""
    try:
        told = msgspec.json.decode(payload, type=_Flood)
    except msgspec.MsgspecError:
        return UNTOLD_WAIT  # a proxy between us and Telegram
    return told.parameters.retry_after


class _FloodParameters(msgspec.Struct):
    retry_after: float = UNTOLD_WAIT


class _Flood(msgspec.Struct):
    parameters: _FloodParameters = msgspec.field(default_factory=_FloodParameters)


def _trim(update: Json) -> None:
    """Drops the keyboard that was pressed; leaves one button of a board that was answered to."""
    pressed = update.get("callback_query", {}).get("message")
    if pressed:
        pressed.pop("reply_markup", None)
        pressed.pop("reply_to_message", None)
    answered = update.get("message", {}).get("reply_to_message")
    if answered and "reply_markup" in answered:
        buttons = [
            button
            for row in answered["reply_markup"].get("inline_keyboard", [])
            for button in row
            if "callback_data" in button
        ]
        answered["reply_markup"] = {"inline_keyboard": [buttons[:1]]}


@lru_cache(maxsize=64)
def _address(url: str) -> URL:
    """Parsed once per method: tokens and methods need no quoting."""
    return URL(url, encoded=True)


def _body(data: RequestData | None) -> tuple[bytes | aiohttp.FormData | None, dict[str, str]]:
    """JSON, or multipart where something is uploaded."""
    if data is None:
        return None, {}
    if not data.contains_files:
        return msgspec.json.encode(data.parameters), {"Content-Type": "application/json"}
    form = aiohttp.FormData(quote_fields=False)
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, {}
