"""Threads: a match in a server's channel lives in one of its own, where that is permitted.

The thread hangs on the message of the challenge, so it has that message's number; this is how a
thread is known to be a match's own. The message in the channel stays as one card: challenge, link,
result. Owns when a thread is wanted and how it is opened, closed and found again.
"""

import logging
from dataclasses import replace
from typing import Literal

import discord

from bot.app.facade import Facade
from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.service import GameService
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.outbound.responses import InteractionResponse
from core.match.model import Status

log = logging.getLogger(__name__)

STARTING = (Verb.JOIN, Verb.START, Verb.PLAY)
"""After these a match may have begun."""

A_WEEK: Literal[10080] = 10_080
"""Minutes without a message until Discord archives the thread: longer than a move may take."""

NAME = 100
_HOSTS = (discord.ChannelType.text, discord.ChannelType.news)


def home_of(session: Session, screen: Screen) -> Room | None:
    """The match's own thread, where this screen is in the channel that the thread hangs in.

    A rematch, whose card is not posted yet, goes on in the thread of the match before.
    """
    if screen.room.thread is not None:
        return None
    boards = [each for each in session.screens if each.kind is ScreenKind.BOARD]
    here = [each for each in boards if each.room == screen.room]
    threads = [each.room for each in boards if each.room.thread and _beside(each, screen)]
    if not here or not threads:
        return None
    if here[0].message is None:
        return threads[0] if session.match.previous is not None else None
    return next((room for room in threads if room.thread == here[0].message), None)


def parent_of(session: Session, screen: Screen) -> int | None:
    """The number of the channel's screen, where this screen is in the match's own thread."""
    for index, each in enumerate(session.screens):
        if each.kind is ScreenKind.BOARD and home_of(session, each) == screen.room:
            return index
    return None


def _beside(one: Screen, other: Screen) -> bool:
    return (one.room.space, one.room.chat) == (other.room.space, other.room.chat)


def wanted(session: Session, screen: Screen, response: InteractionResponse) -> bool:
    """Whether the match that begins with this act shall have a thread."""
    if response.verb not in STARTING or screen.kind is not ScreenKind.BOARD:
        return False
    if session.contest is not None:
        return False  # all boards are private; the channel has one card of it
    if session.match.status is not Status.PLAYING or response.by_token or screen.room.thread:
        return False
    if response.channel_type not in _HOSTS or screen.room.space is None:
        return False
    return response.rights.create_public_threads and response.rights.send_messages_in_threads


class Threads:
    """Opens and closes threads."""

    def __init__(self, client: discord.Client, service: GameService, facade: Facade) -> None:
        self._client = client
        self._service = service
        self._facade = facade

    async def open(
        self,
        session: Session,
        screen: Screen,
        response: InteractionResponse,
        message: str,
        name: str,
    ) -> bool:
        """Opens a thread on a message and lets the match live there. False where it cannot be."""
        hung = self._client.get_partial_messageable(
            mapping.channel_id(screen.room), guild_id=int(screen.room.space or 0)
        ).get_partial_message(int(message))
        try:
            await hung.create_thread(name=name[:NAME], auto_archive_duration=A_WEEK)
        except errors.Failed as error:
            if not isinstance(error, discord.HTTPException) or error.code != errors.THREAD_EXISTS:
                log.warning("match %s has no thread: %s", session.match.id, error)
                return False
        request = Request(
            id=f"{response.id}-thread",
            actor=replace(
                response.actor, locale=screen.locale
            ),  # the board goes on in its language
            room=Room(screen.room.platform, screen.room.space, screen.room.chat, message),
            verb=Verb.BOARD,
            session=session.match.id,
        )
        return (await self._service.handle(request)).reason is None

    async def is_there(self, room: Room) -> bool:
        """Whether it still exists. Asks where it is not known, as an archived one is not; without
        an answer it is believed in."""
        try:
            id = mapping.channel_id(room)
            if self._client.get_channel(id) is None:
                await self._client.fetch_channel(id)
        except discord.NotFound:
            return False
        except errors.Failed as error:
            log.info("nothing is known of thread %s: %s", room.thread, error)
        return True

    async def close(self, room: Room) -> None:
        """Archives a thread in which nothing is played any more."""
        if await self._facade.sessions_in(room):
            return
        await self._set(room, archived=True)

    async def reopen(self, room: Room) -> None:
        await self._set(room, archived=False)

    async def _set(self, room: Room, *, archived: bool) -> None:
        try:
            id = mapping.channel_id(room)
            thread = self._client.get_channel(id) or await self._client.fetch_channel(id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=archived)
        except errors.Failed as error:
            log.info("thread %s stays as it is: %s", room.thread, error)
