"""What Discord's refusals mean for a screen, and for an answer.

    discord.HTTPException
      +-- 404 10008 unknown message                    MessageGone
      +-- 404 10003 10004, 403 50007                   RoomClosed
      +-- 403 50001 50013 ...                          RoomGone
      +-- 429                                          SlowDown
      +-- 5xx                                          Unreachable
    broken connections and time-outs                   EffectUnknown; not connected: Unreachable

Codes: opcodes-and-status-codes of discord/discord-api-docs.
"""

import aiohttp
import discord

from bot.app.ports.frontend import (
    DeliveryError,
    DeliveryUnknown,
    MessageGone,
    RoomClosed,
    RoomGone,
    SlowDown,
    Unreachable,
)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_INTERACTION = 10003, 10008, 10062
ALREADY_ANSWERED, ARCHIVED, THREAD_EXISTS, LOCKED = 40060, 50083, 160004, 160005
NOT_OURS, NO_PERMISSION = 50005, 50013
_MESSAGE_GONE = (UNKNOWN_MESSAGE, NOT_OURS)
_ROOM_CLOSED = (UNKNOWN_CHANNEL, 10004, 50007)
_ROOM_GONE = (50001, 50008, NO_PERMISSION, 50024, 160002, ARCHIVED, LOCKED)
_UNKNOWN_WAIT = 60.0
"""Seconds to wait where a refusal for haste does not say how long: a ban by the proxy in front."""

Broken = (aiohttp.ClientError, TimeoutError, OSError)
"""What a lost connection looks like through the library."""

Failed = (discord.HTTPException, discord.RateLimited, *Broken)
"""Everything that a call can end in besides its answer."""


def meaning(error: Exception) -> DeliveryError | None:
    """The kind of failure; None where the request itself was wrong, which is a fault of ours."""
    match error:
        case discord.RateLimited():
            return SlowDown(error.retry_after)
        case discord.HTTPException():
            return _refused(error)
        case aiohttp.ClientConnectorError():
            return Unreachable(type(error).__name__)
        case _:
            return DeliveryUnknown(type(error).__name__)


def _refused(error: discord.HTTPException) -> DeliveryError | None:
    if error.code in _MESSAGE_GONE:
        return MessageGone(str(error))
    if error.code in _ROOM_CLOSED:
        return RoomClosed(str(error))
    if error.code in _ROOM_GONE:
        return RoomGone(str(error))
    if error.status == 429:
        return SlowDown(_UNKNOWN_WAIT)
    if error.status >= 500 or error.status == 401:
        return Unreachable(str(error))
    return None


def may_be_about_files(error: discord.HTTPException) -> bool:
    """One right is missing, and Discord does not say which."""
    return error.code == NO_PERMISSION
