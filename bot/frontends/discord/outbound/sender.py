"""Delivers drawings: as the response to an interaction, else with the bot's own token.

Posts, or edits by message id alone. Posts carry a nonce, so repeating one whose outcome is unknown
does not double it. The state here only saves requests and buttons: what a message shows, which one
it replaced, which threads are gone.
"""

import asyncio
import hashlib
import secrets
from dataclasses import replace

import discord

from bot.app.facade import Facade
from bot.app.lru import LRUDict
from bot.app.model.card import Buttons, Menu
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.ports.frontend import RoomGone
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.outbound import render, threads
from bot.frontends.discord.outbound.in_flight import InFlightInteractions
from bot.frontends.discord.outbound.render import Drawing
from bot.frontends.discord.outbound.responses import InteractionResponse
from bot.frontends.discord.outbound.threads import Threads
from core.types import MatchId

LONGEST_CALL = 20.0
"""Seconds after which a call counts as of unknown effect."""

REMEMBERED = 1_000
NONCE = 20
"""Characters of a nonce; Discord takes 25."""

Place = tuple[MatchId, Room, ScreenKind]
Said = tuple[str, str, bool, tuple[Buttons | Menu, ...]]


class MessageSender:
    """Posts and edits."""

    def __init__(
        self,
        client: discord.Client,
        facade: Facade,
        in_flight: InFlightInteractions,
        threads: Threads,
    ) -> None:
        self._client = client
        self._facade = facade
        self._in_flight = in_flight
        self._threads = threads
        self._drawn: LRUDict[str, Said] = LRUDict(REMEMBERED)  # what a message shows
        self._former: LRUDict[Place, str] = LRUDict(REMEMBERED)  # the message a place had last
        self._bare: LRUDict[str, None] = LRUDict(REMEMBERED)  # replaced messages without buttons
        self._unsure: dict[Place, str] = {}  # nonces of posts whose fate is unknown
        self._gone: set[str] = set()  # threads that were deleted or locked

    def is_gone(self, room: Room) -> bool:
        return room.thread in self._gone

    async def still_has(self, room: Room) -> bool:
        """Whether this thread is still there, so that people can be sent to it."""
        if not self.is_gone(room) and not await self._threads.is_there(room):
            self._gone.add(str(room.thread))
        return not self.is_gone(room)

    def was_shown(self, session: Session, screen: Screen) -> bool:
        """Whether this screen has had a message before."""
        return _place(session, screen) in self._former

    def pressed(self, session: Session, screen: Screen) -> None:
        """Note that this screen's message existed when it was pressed, so that its replacement is
        not taken for it, although this process has not seen it posted."""
        if screen.message:
            self._former.setdefault(_place(session, screen), screen.message)

    def replaced(self, session: Session, room: Room, message: str) -> None:
        """This message showed the board in that room until now."""
        self._former.setdefault((session.match.id, room, ScreenKind.BOARD), message)

    def stripped(self, message: str) -> None:
        """Note that this message's buttons were removed, or are about to be."""
        self._bare[message] = None

    def rights(self, room: Room) -> discord.Permissions | None:
        """The bot's own in a server's channel, as far as is known."""
        if room.space is None or mapping.is_by_token(room):
            return None
        guild = self._client.get_guild(int(room.space))
        channel = None if guild is None else guild.get_channel(int(room.chat))
        if guild is None or channel is None or guild.me is None:
            return None
        return channel.permissions_for(guild.me)

    async def deliver(
        self,
        session: Session,
        screen: Screen,
        drawing: Drawing,
        response: InteractionResponse | None,
    ) -> str:
        """The message that shows it now. Raises what discord.py raises, or RoomGone."""
        try:
            shown = await self._bring_open(session, screen, drawing, response)
        except discord.HTTPException as error:
            if error.code in (errors.UNKNOWN_CHANNEL, errors.LOCKED, errors.ARCHIVED):
                await self._lose(session, screen)
            raise
        self._drawn[shown] = _said(drawing)
        place = _place(session, screen)
        former = self._former.get(place)
        self._former[place] = shown
        if former is not None and former != shown and not mapping.is_by_token(screen.room):
            await self._strip(screen.room, former)
        return shown

    async def _bring_open(
        self,
        session: Session,
        screen: Screen,
        drawing: Drawing,
        response: InteractionResponse | None,
    ) -> str:
        """In a thread that was archived after opening it again."""
        try:
            return await self._bring(session, screen, drawing, response)
        except discord.HTTPException as error:
            if error.code != errors.ARCHIVED:
                raise
        await self._threads.reopen(screen.room)
        return await self._bring(session, screen, drawing, None)

    async def _bring(
        self,
        session: Session,
        screen: Screen,
        drawing: Drawing,
        response: InteractionResponse | None,
    ) -> str:
        if response is not None and (shown := await response.show(drawing)) is not None:
            return shown
        if screen.message and self._drawn.get(screen.message) == _said(drawing):
            return screen.message
        if mapping.is_by_token(screen.room):
            other = self._in_flight.within(screen.room)
            return screen.message or "" if other is None else await other.add(drawing)
        if self.is_gone(screen.room):
            raise RoomGone("the thread was deleted or locked")
        async with asyncio.timeout(LONGEST_CALL):
            if not screen.message:
                return await self._post(session, screen, drawing)
            await self._edit(screen.room, screen.message, drawing)
            return screen.message

    async def _edit(self, room: Room, message: str, drawing: Drawing) -> None:
        """By number: no message object is needed, and none is kept."""
        await self._message(room, message).edit(
            view=drawing.layout(),
            attachments=drawing.files(),
            allowed_mentions=drawing.mentions(),
        )

    async def _post(self, session: Session, screen: Screen, drawing: Drawing) -> str:
        """A new message; one that was posted in doubt is found again by its nonce, and mended."""
        place = _place(session, screen)
        doubtful = place in self._unsure
        nonce = self._unsure.setdefault(place, self._nonce(session, place))
        try:
            id = await self._send(session, screen, drawing, nonce)
        except discord.HTTPException as error:
            if error.status < 500:
                del self._unsure[place]
            if error.code != errors.UNKNOWN_MESSAGE:
                raise
            # What was posted under this nonce has been deleted since.
            id = await self._send(session, screen, drawing, secrets.token_hex(NONCE // 2))
        self._unsure.pop(place, None)
        if doubtful:
            await self._edit(screen.room, id, drawing)
        return id

    async def _send(self, session: Session, screen: Screen, drawing: Drawing, nonce: str) -> str:
        channel = self._client.get_partial_messageable(mapping.channel_id(screen.room))
        silent = screen.kind is not ScreenKind.RESULT and not drawing.people
        files, allowed = drawing.files(), drawing.mentions()
        board = self._answered(session, screen)
        if board is None:
            sent = await channel.send(
                view=drawing.layout(),
                files=files,
                nonce=nonce,
                silent=silent,
                allowed_mentions=allowed,
            )
        else:
            sent = await channel.send(
                view=drawing.layout(),
                files=files,
                nonce=nonce,
                silent=silent,
                allowed_mentions=allowed,
                reference=board,
            )
        return str(sent.id)

    def _answered(self, session: Session, screen: Screen) -> discord.MessageReference | None:
        """The board that a result answers, where the bot may look back."""
        rights = self.rights(screen.room)
        if screen.kind is not ScreenKind.RESULT or not (
            rights is None or rights.read_message_history
        ):
            return None
        for each in session.screens:
            if each.room == screen.room and each.kind is ScreenKind.BOARD and each.message:
                return discord.MessageReference(
                    message_id=int(each.message),
                    channel_id=mapping.channel_id(screen.room),
                    fail_if_not_exists=False,
                )
        return None

    async def _strip(self, room: Room, old: str) -> None:
        """Takes the buttons of the message that was replaced. It does not matter much."""
        if old in self._bare:
            return
        try:
            found = await self._message(room, old).fetch()
            drawing = render.stripped(found)
            if old in self._gone:  # a card that led to the thread that hung on it
                drawing = replace(drawing, text=drawing.text.replace(f"<#{old}>", "").rstrip())
            await found.edit(view=drawing.layout(), allowed_mentions=drawing.mentions())
        except errors.Failed:
            return
        finally:
            self.stripped(old)

    async def _lose(self, session: Session, screen: Screen) -> None:
        """A thread was deleted or locked: its match goes on in the channel, with a board of its
        own."""
        if screen.room.thread is None:
            return
        parent = threads.parent_of(session, screen)
        self._gone.add(screen.room.thread)
        if parent is not None and not session.match.is_over:
            await self._facade.repost(session.match.id, parent)

    def _message(self, room: Room, id: str) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(mapping.channel_id(room))
        return channel.get_partial_message(int(id))

    def _nonce(self, session: Session, place: Place) -> str:
        """The same for the same version in the same place, until it is replaced."""
        parts = (*map(repr, place), session.version, self._former.get(place))
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:NONCE]


def _place(session: Session, screen: Screen) -> Place:
    return session.match.id, screen.room, screen.kind


def _said(drawing: Drawing) -> Said:
    """Return what identifies a drawing: every button carries the turn, so the picture is not
    needed."""
    return drawing.text, drawing.alt, drawing.pictured, drawing.rows
