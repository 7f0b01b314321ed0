"""Notifications on Discord: messages that mention one person in a channel, or go to their DM.

Unlike boards they alert their reader. What to send, to whom and when is decided by
`bot/app/notifications`.
"""

import asyncio
from dataclasses import replace

import discord

from bot.app.model.room import Room
from bot.app.ports.frontend import Notification, RoomGone
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.outbound import render
from bot.frontends.discord.outbound.render import Drawing
from bot.frontends.discord.outbound.sender import LONGEST_CALL
from bot.frontends.discord.outbound.threads import Threads


class NotificationSender:
    """Posts, edits and withdraws. Every method raises what discord.py raises, or RoomGone."""

    def __init__(self, client: discord.Client, threads: Threads) -> None:
        self._client = client
        self._threads = threads

    async def private(self, user: str) -> Room:
        """Return the direct chat; Discord opens one with every user and reports only later that it
        is closed."""
        channel = await self._client.create_dm(discord.Object(int(user)))
        return Room(mapping.PLATFORM, None, str(channel.id))

    async def notify(self, notice: Notification) -> str:
        """The nonce keeps a notice whose posting was never confirmed from being posted twice."""
        if mapping.is_by_token(notice.room):
            raise RoomGone("only presses reach this place")
        drawing = _drawn(notice)
        async with asyncio.timeout(LONGEST_CALL):
            if notice.message:
                await self._edit(notice, drawing)
                return notice.message
            channel = self._client.get_partial_messageable(mapping.channel_id(notice.room))
            sent = await channel.send(
                view=drawing.layout(), nonce=notice.nonce, allowed_mentions=drawing.mentions()
            )
            return str(sent.id)

    async def _edit(self, notice: Notification, drawing: Drawing) -> None:
        """In a thread that was archived meanwhile after opening it again."""
        for again in (True, False):
            try:
                await self._message(notice).edit(
                    view=drawing.layout(), allowed_mentions=drawing.mentions()
                )
                return
            except discord.HTTPException as error:
                if error.code != errors.ARCHIVED or not again:
                    raise
            await self._threads.reopen(notice.room)

    async def withdraw(self, notice: Notification) -> None:
        """Leave it in a thread that was archived meanwhile, where it is not seen."""
        try:
            async with asyncio.timeout(LONGEST_CALL):
                await self._message(notice).delete()
        except discord.HTTPException as error:
            gone = (errors.UNKNOWN_MESSAGE, errors.UNKNOWN_CHANNEL, errors.ARCHIVED)
            if error.code not in gone:
                raise

    def _message(self, notice: Notification) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(mapping.channel_id(notice.room))
        return channel.get_partial_message(int(notice.message or 0))


def _drawn(notice: Notification) -> Drawing:
    drawing = render.draw(notice.card, None, render.by_link)
    return drawing if notice.private else replace(drawing, people=(notice.user,))
