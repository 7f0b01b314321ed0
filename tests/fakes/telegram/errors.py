"""The Bot API's refusals, with the wording the live service uses.

Clients tell the cases apart by status, parameters and wording, so the wording matters: it is taken
from the public reports of tdlib/telegram-bot-api and TelegramBotAPI/errors. Where the live text is
not known a comment says so.
"""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
"""A JSON object as it goes over the wire."""


@dataclass
class ApiError(Exception):
    """An answer with `ok: false`."""

    status: int
    description: str
    parameters: Json = field(default_factory=dict)

    def body(self) -> Json:
        body: Json = {"ok": False, "error_code": self.status, "description": self.description}
        return body | {"parameters": self.parameters} if self.parameters else body


class NotModelled(Exception):
    """The fake does not know this method or option. Loud on purpose: extend the fake."""


def bad(text: str) -> ApiError:
    """400 with the service's usual prefix."""
    return ApiError(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    return ApiError(403, f"Forbidden: {text}")


def flood(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


def migrated(to: int) -> ApiError:
    text = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiError(400, text, {"migrate_to_chat_id": to})


def not_modified() -> ApiError:
    return bad(
        "message is not modified: specified new message content and reply markup are exactly the"
        " same as a current content and reply markup of the message"
    )


def query_too_old() -> ApiError:
    return bad("query is too old and response timeout expired or query ID is invalid")


def second_poller() -> ApiError:
    return ApiError(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is"
        " running",
    )
