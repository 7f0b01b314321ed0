"""Log formatting and redaction.

Everything goes to stderr: stdout is for the readiness line only. Lines about a match include its
session and turn, passed as `log.warning("...", extra={"session": id, "turn": turn})`. Secrets are
removed from the finished text, from any source: a token may be part of a URL quoted by an
exception.
"""

import json
import logging
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TextIO
from urllib.parse import quote

HIDDEN = "***"
_SHAPES = (
    re.compile(r"(?<=/enter/)[\w-]+"),  # the one-time link to the page
    re.compile(r"(?<=://)[^/@\s]+(?=@)"),  # credentials in a URL
    re.compile(r"(?<![0-9])[0-9]{6,}(?::|%3A)[A-Za-z0-9_-]{30,}"),  # a Telegram token
    re.compile(r"\b[\w-]{24,28}\.[\w-]{6}\.[\w-]{27,}\b"),  # a Discord token
)
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, line and paragraph separators, direction marks and halves of surrogates."""

# Log every request or every chunk of a picture.
_TALKATIVE = ("asyncio", "httpcore", "httpx", "PIL")


class Redactor:
    """Remove secrets from text: configured ones, plain and URL-encoded, and known token formats."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        forms = {form for secret in secrets if secret for form in (secret, quote(secret, safe=""))}
        longest_first = sorted(forms, key=lambda form: (-len(form), form))
        told = [re.compile("|".join(map(re.escape, longest_first)))] if forms else []
        self._patterns = (*told, *_SHAPES)

    def clean(self, text: str) -> str:
        for pattern in self._patterns:
            text = pattern.sub(HIDDEN, text)
        return text


class TextFormatter(logging.Formatter):
    """`2026-03-01T12:00:00.000Z INFO bot.app.service [abc 12] words`, a traceback indented below.

    Text from outside cannot start a line: control characters are escaped, and a traceback, which
    may quote such text, is indented.
    """

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        session, turn = _about(record)
        place = f" [{session} {'' if turn is None else turn}".rstrip() + "]" if session else ""
        head = f"{_instant(record)} {record.levelname} {record.name}{place} "
        line = _escaped(self._redactor.clean(head + record.getMessage()))
        trace = self._redactor.clean(_trace(self, record)).splitlines()
        return "\n".join((line, *(f"  {_escaped(each)}" for each in trace)))


class JsonFormatter(logging.Formatter):
    """One JSON object per line: at, level, logger, message, and session, turn, error if known."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self._redactor = redactor

    def format(self, record: logging.LogRecord) -> str:
        session, turn = _about(record)
        fields = {
            "at": _instant(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._redactor.clean(record.getMessage()),
            "session": session,
            "turn": turn,
            "error": self._redactor.clean(_trace(self, record)) or None,
        }
        given = {key: value for key, value in fields.items() if value is not None}
        line = json.dumps(given, ensure_ascii=False, default=str)
        return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def set_up(
    level: str, form: str, secrets: Sequence[str] = (), stream: TextIO | None = None
) -> None:
    """Send every logger to `stream` (stderr) in `form` ("text" or "json"), from `level` up."""
    redactor = Redactor(secrets)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(redactor) if form == "json" else TextFormatter(redactor))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)


def _instant(record: logging.LogRecord) -> str:
    at = datetime.fromtimestamp(record.created, UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def _about(record: logging.LogRecord) -> tuple[str | None, int | None]:
    return getattr(record, "session", None), getattr(record, "turn", None)


def _escaped(text: str) -> str:
    """Return the text with everything that could move the cursor or break the line spelled out."""
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    parts = []
    if record.exc_info:
        parts.append(formatter.formatException(record.exc_info))
    if record.stack_info:
        parts.append(formatter.formatStack(record.stack_info))
    return "\n".join(parts)
