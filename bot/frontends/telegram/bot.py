"""python-telegram-bot's client, made for our transport and silent about its token."""

from collections.abc import Callable

from telegram.ext import ExtBot

from bot.frontends.telegram.transport import AiohttpRequest, PollRequest

CONNECTIONS = 64
"""Calls in flight at once. Polling has a connection of its own."""

POLL_ANSWER_WITHIN = 5.0
"""Seconds beyond the poll's own wait."""


class QuietBot(ExtBot[None]):
    """PTB prints a bot with its token; this one does not."""

    __slots__ = ()

    @classmethod
    def at(cls, api: str, token: str, heard: Callable[[], None] = lambda: None) -> "QuietBot":
        """Return the bot of this token at this root address; PTB adds the token to the path itself.

        `heard` is called whenever a poll was answered.
        """
        root = api.rstrip("/")
        return cls(
            token,
            base_url=f"{root}/bot",
            base_file_url=f"{root}/file/bot",
            request=AiohttpRequest(CONNECTIONS),
            get_updates_request=PollRequest(POLL_ANSWER_WITHIN, heard),
        )

    def __repr__(self) -> str:
        return "QuietBot"
