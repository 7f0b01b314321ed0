"""The errors of Discord's REST API, with the codes of its opcodes-and-status-codes page."""

from dataclasses import dataclass, field
from typing import Any

JSON = dict[str, Any]
"""A JSON object as it goes over the wire."""


@dataclass
class ApiError(Exception):
    """An answer other than 2xx. `errors` is the tree that comes with code 50035."""

    status: int
    code: int
    message: str
    errors: JSON = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    extra: JSON = field(default_factory=dict)

    def body(self) -> JSON:
        body: JSON = {"message": self.message, "code": self.code} | self.extra
        return body | {"errors": self.errors} if self.errors else body


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    return ApiError(404, 10013, "Unknown User")


def unknown_webhook() -> ApiError:
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def not_the_author() -> ApiError:
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_send_to_user() -> ApiError:
    return ApiError(403, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


def expired_token() -> ApiError:
    return ApiError(401, 50027, "Invalid Webhook Token")


def archived_thread() -> ApiError:
    return ApiError(400, 50083, "Thread is archived")


def locked_thread() -> ApiError:
    return ApiError(403, 160005, "Thread is locked")


def thread_exists() -> ApiError:
    return ApiError(400, 160004, "A thread has already been created for this message")


def invalid(path: str, code: str, message: str) -> ApiError:
    """50035 about one field; `path` is dotted, such as `components.0.label`."""
    tree: JSON = {"_errors": [{"code": code, "message": message}]}
    for key in reversed(path.split(".")):
        tree = {key: tree}
    return ApiError(400, 50035, f"Invalid Form Body: {path}: {message}", tree)


def too_many(
    seconds: float, *, everywhere: bool = False, via: bool = True, code: int = 0
) -> ApiError:
    """A 429. Without `via` it looks like a ban by the proxy in front, not like the API's own."""
    headers = {"Retry-After": str(int(seconds) + 1), "X-RateLimit-Scope": "user"}
    if everywhere:
        headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    if via:
        headers["Via"] = "1.1 google"
    extra: JSON = {"retry_after": seconds, "global": everywhere}
    return ApiError(429, code, "You are being rate limited.", {}, headers, extra)
