"""Notices on Discord: messages to one person, who is mentioned in a channel and written to in a DM.

Unlike boards they are heard. Must not know what is due to whom, nor what it says.
"""

import asyncio
from dataclasses import replace

import discord

from bot.app.model.session import Room
from bot.app.ports import Notice, RoomGone
from bot.frontends.discord import errors as faults
from bot.frontends.discord import mapping as rooms
from bot.frontends.discord.outbound import render as messages
from bot.frontends.discord.outbound.render import Drawing
from bot.frontends.discord.outbound.sender import LONGEST_CALL
from bot.frontends.discord.outbound.threads import Threads


class Noticing:
    """Posts, edits and withdraws. Every method raises what discord.py raises, or RoomGone."""

    def __init__(self, client: discord.Client, threads: Threads) -> None:
        self._client = client
        self._threads = threads

    async def private(self, user: str) -> Room:
        """The direct chat; Discord opens one with anybody and says only later that it is shut."""
        channel = await self._client.create_dm(discord.Object(int(user)))
        return Room(rooms.PLATFORM, None, str(channel.id))

    async def notify(self, notice: Notice) -> str:
        """The nonce keeps a notice whose posting was never confirmed from being posted twice."""
        if rooms.is_by_token(notice.room):
            raise RoomGone("only presses reach this place")
        drawing = _drawn(notice)
        async with asyncio.timeout(LONGEST_CALL):
            if notice.message:
                await self._edit(notice, drawing)
                return notice.message
            channel = self._client.get_partial_messageable(rooms.channel_id(notice.room))
            sent = await channel.send(
                view=drawing.layout(), nonce=notice.nonce, allowed_mentions=drawing.mentions()
            )
            return str(sent.id)

    async def _edit(self, notice: Notice, drawing: Drawing) -> None:
        """In a thread that was archived meanwhile after opening it again."""
        for again in (True, False):
            try:
                await self._message(notice).edit(
                    view=drawing.layout(), allowed_mentions=drawing.mentions()
                )
                return
            except discord.HTTPException as error:
                if error.code != faults.ARCHIVED or not again:
                    raise
            await self._threads.reopen(notice.room)

    async def withdraw(self, notice: Notice) -> None:
        """In a thread that was archived meanwhile it stays: nobody looks there."""
        try:
            async with asyncio.timeout(LONGEST_CALL):
                await self._message(notice).delete()
        except discord.HTTPException as error:
            gone = (faults.UNKNOWN_MESSAGE, faults.UNKNOWN_CHANNEL, faults.ARCHIVED)
            if error.code not in gone:
                raise

    def _message(self, notice: Notice) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(rooms.channel_id(notice.room))
        return channel.get_partial_message(int(notice.message or 0))


def _drawn(notice: Notice) -> Drawing:
    drawing = messages.draw(notice.card, None, messages.by_link)
    return drawing if notice.private else replace(drawing, people=(notice.user,))
