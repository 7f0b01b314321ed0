"""An interaction's answer: given once, within three seconds, else "This interaction failed".

A press is answered by the new board itself: type 7 with picture and buttons, one request and no
flicker. Where that is not ready in time the answer is put off, and the board is edited by the bot's
own token; where the answer came too late or was lost, the same. In places that only tokens reach,
the token goes on serving for the fifteen minutes it lives. Lives no longer than the handler.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any

import aiohttp
import discord

from bot.app.model.request import Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Screen
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.mapping import Interaction
from bot.frontends.discord.outbound import render
from bot.frontends.discord.outbound.render import Drawing

log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds after which the answer is put off: half of what Discord allows."""

DEADLINE = 3.0
"""Seconds after which an answer is no use any more."""

SHARES = f"-{Verb.DAILY}-share"
"""How the token ends that only a finished sheet of the daily dice carries."""

Wait = Callable[[float], Awaitable[object]]


class State(Enum):
    """How far the answer has come."""

    FRESH = auto()
    DEFERRED = auto()  # something follows
    ANSWERED = auto()  # the message in place shows it
    TOLD = auto()  # the asker alone was told something: the message in place was not touched
    LOST = auto()  # too late, or its fate is unknown


class InteractionResponse:
    """Implements `requests.Ack` for one press or command."""

    def __init__(self, interaction: Interaction, request: Request) -> None:
        self._interaction = interaction
        self.id = interaction.id
        self.verb = verb = request.verb
        self.actor = request.actor
        self.room = request.room
        self.rights = interaction.app_permissions  # the bot's own in this place
        self._turns_page = verb is Verb.REVIEW and bool(request.arg)
        self._follow_up: int | None = None  # the last private message after the answer
        self.state = State.FRESH
        self.message = None if interaction.message is None else str(interaction.message.id)
        self.settled = asyncio.Event()
        self._once = asyncio.Lock()
        self.public = verb not in _LOOKING if self.by_token else verb in _POSTING

    @property
    def is_press(self) -> bool:
        """A button, a menu, or the form that a button opened: it came from a message."""
        return self._interaction.message is not None

    @property
    def by_its_own_button(self) -> bool:
        """Whether the pressed button is on the current version of that very message."""
        data: Any = self._interaction.data
        return self.is_press and data.get("custom_id") in render.tokens(self.pressed)

    def waits_for(self, screen: Screen) -> bool:
        """Whether this is a press on that very message, not answered yet."""
        return self.is_press and self.state is State.FRESH and self.message == screen.message

    @property
    def is_private(self) -> bool:
        """Whether the pressed message is for the presser's eyes alone."""
        pressed = self._interaction.message
        return pressed is not None and pressed.flags.ephemeral

    @property
    def _gives_way(self) -> bool:
        """Whether the answer may replace the pressed message: a finished sheet of the day stays,
        with its buttons."""
        if not self.is_private or self.verb is not Verb.DAILY:
            return self.is_private
        return not any(token.endswith(SHARES) for token in render.tokens(self.pressed))

    @property
    def by_token(self) -> bool:
        """Whether only this token can change what is shown here."""
        sees = self._interaction.guild_id is None or self._interaction.app_permissions.view_channel
        return mapping.is_by_token(self.room) or not sees

    @property
    def channel_type(self) -> discord.ChannelType | None:
        channel = self._interaction.channel
        return None if channel is None else channel.type

    async def private_room(self) -> Room | None:
        """Return the user's direct messages, or None if Discord does not open them."""
        try:
            channel = await self._interaction.user.create_dm()
        except errors.Failed as error:
            log.info("no direct messages: %s", error)
            return None
        return Room(mapping.PLATFORM, None, str(channel.id))

    @property
    def pressed(self) -> discord.Message:
        """The message that was pressed; only for presses."""
        assert self._interaction.message is not None
        return self._interaction.message

    # --- the board --------------------------------------------------------------------------------

    async def show(self, drawing: Drawing) -> str | None:
        """Puts the board into the answer. The message's id, or None: show it some other way.

        Raises:
            discord.HTTPException: Discord refuses what was to be shown.
        """
        async with self._once:
            if self.state is State.FRESH:
                return await self._answer(drawing)
            if self._awaits_board or (self.by_token and self.state is not State.TOLD):
                return await self._fill(drawing)
            return None

    @property
    def _awaits_board(self) -> bool:
        """Whether a command was put off whose answer everybody shall see."""
        return self.state is State.DEFERRED and not self.is_press and self.public

    async def _answer(self, drawing: Drawing) -> str | None:
        if self.is_press:
            done = await self._try(lambda: self._update(drawing))
            return self.message if done else None
        await self._try(lambda: self._send(drawing, ephemeral=False))
        if self.message is None and not await self._arrived():
            return None
        return self.message

    async def _arrived(self) -> bool:
        """Whether an answer whose fate is unknown is there after all."""
        try:
            found = await self._interaction.original_response()
        except errors.Failed:
            return False
        self.message, self.state = str(found.id), State.ANSWERED
        return True

    async def _fill(self, drawing: Drawing) -> str | None:
        """Changes the answered message through the token."""
        edited = await self._interaction.edit_original_response(
            view=drawing.layout(), attachments=drawing.files(), allowed_mentions=drawing.mentions()
        )
        self.message, self.state = str(edited.id), State.ANSWERED
        return self.message

    async def add(self, drawing: Drawing) -> str:
        """One more message through the token, for all to see."""
        await self.defer()  # follow-ups come after the answer
        sent = await self._interaction.followup.send(
            view=drawing.layout(),
            files=drawing.files(),
            allowed_mentions=drawing.mentions(),
            wait=True,
        )
        return str(sent.id)

    # --- what the asker alone is told -------------------------------------------------------------

    async def tell(self, drawing: Drawing) -> None:
        """Says something to the asker alone; on their own private message in its place, unless it
        brings a file: a record does not push out the replay, nor the way to play on from there. The
        pages of a review take each other's place."""
        async with self._once:
            if self.state is not State.FRESH:
                await self._follow(drawing)
            elif self._gives_way and (self._turns_page or not drawing.attached):
                await self._try(lambda: self._update(drawing))
            elif await self._try(lambda: self._send(drawing, ephemeral=True)):
                self.state = State.TOLD

    async def _follow(self, drawing: Drawing) -> None:
        """Send a follow-up after the response, if the token still allows it."""
        if self.state is State.LOST:
            return
        try:
            if self._awaits_board:
                await self._interaction.delete_original_response()
            sent = await self._interaction.followup.send(
                view=drawing.layout(),
                files=drawing.files(),
                allowed_mentions=drawing.mentions(),
                ephemeral=True,
                wait=True,
            )
            self._follow_up = sent.id
        except errors.Failed as error:
            log.info("interaction %d: the asker was not told: %s", self._interaction.id, error)

    async def amend(self, drawing: Drawing) -> None:
        """Changes what the asker was told last, as far as that goes."""
        if self.state is State.LOST:
            return
        files, allowed = drawing.files(), drawing.mentions()
        try:
            if self._follow_up is None:
                await self._interaction.edit_original_response(
                    view=drawing.layout(), attachments=files, allowed_mentions=allowed
                )
            else:
                await self._interaction.followup.edit_message(
                    self._follow_up,
                    view=drawing.layout(),
                    attachments=files,
                    allowed_mentions=allowed,
                )
        except errors.Failed as error:
            log.info("interaction %d: the asker was not told more: %s", self._interaction.id, error)

    async def open(self, form: discord.ui.Modal) -> bool:
        """Opens a form. False where it is too late for that: it has to be the first answer."""
        async with self._once:
            if self.state is not State.FRESH:
                return False
            if await self._try(lambda: self._interaction.response.send_modal(form)):
                self.state = State.TOLD
            return True

    async def change(self, drawing: Drawing) -> None:
        """Changes the pressed message, keeping its picture, where nothing was answered yet."""
        async with self._once:
            if self.state is State.FRESH:
                await self._try(lambda: self._update(drawing, keep=True))

    async def defer(self) -> None:
        """Says that something follows, or that nothing needs to."""
        async with self._once:
            if self.state is not State.FRESH:
                return
            ephemeral = not self.is_press and not self.public
            try:
                if await self._try(lambda: self._interaction.response.defer(ephemeral=ephemeral)):
                    self.state = State.DEFERRED
            except discord.HTTPException as error:
                self._lose(error)

    async def defer_in_time(self, wait: Wait) -> None:
        """Defer the response when time runs out before it was given."""
        await wait(PATIENCE)
        await self.defer()

    # --- answering --------------------------------------------------------------------------------

    async def _update(self, drawing: Drawing, *, keep: bool = False) -> None:
        attachments: Any = discord.utils.MISSING if keep else drawing.files()
        await self._interaction.response.edit_message(
            view=drawing.layout(), attachments=attachments, allowed_mentions=drawing.mentions()
        )

    async def _send(self, drawing: Drawing, *, ephemeral: bool) -> None:
        answer = await self._interaction.response.send_message(
            view=drawing.layout(),
            files=drawing.files(),
            allowed_mentions=drawing.mentions(),
            ephemeral=ephemeral,
        )
        self.message = str(answer.message_id)

    async def _try(self, answer: Callable[[], Awaitable[object]]) -> bool:
        """Answers; afterwards it is settled. False where it is not known to have worked.

        Raises:
            discord.HTTPException: Discord refuses the content, and waits for another answer.
        """
        try:
            async with asyncio.timeout(DEADLINE):
                await _despite_one_break(answer)
        except errors.Broken as error:
            self._lose(error)
            return False
        except discord.HTTPException as error:
            if error.code in (errors.UNKNOWN_INTERACTION, errors.ALREADY_ANSWERED):
                self._lose(error)
                return False
            raise
        self.state = State.ANSWERED
        self.settled.set()
        return True

    def _lose(self, error: Exception) -> None:
        log.info("the answer to interaction %d was lost: %s", self._interaction.id, error)
        self.state = State.LOST
        self.settled.set()


async def _despite_one_break(answer: Callable[[], Awaitable[object]]) -> None:
    """Once more where the connection broke: one that lay idle may have been closed at the other end
    just then. That the second answer is one too many says that the first arrived."""
    try:
        await answer()
    except (aiohttp.ClientError, ConnectionError):
        try:
            await answer()
        except discord.HTTPException as error:
            if error.code != errors.ALREADY_ANSWERED:
                raise


_POSTING = (Verb.CHALLENGE, Verb.PLAY, Verb.DICE, Verb.DAILY, Verb.FROM, Verb.BOARD, Verb.WATCH)
"""Commands whose answer is the board itself; where only tokens reach, all that change something."""

_LOOKING = (
    Verb.PICK,
    Verb.PLACE,
    Verb.SHEET,
    Verb.INVITE,
    Verb.TEXT,
    Verb.RECORD,
    Verb.REPLAY,
    Verb.HINT,
    Verb.REVIEW,
    Verb.IMPORT,
    Verb.HISTORY,
    Verb.PROFILE,
    Verb.MORE,
    Verb.GAMES,
    Verb.LEADERBOARD,
    Verb.SETTINGS,
    Verb.LINK,
    Verb.UNLINK,
    Verb.BLOCK,
    Verb.UNBLOCK,
    Verb.EXPORT,
    Verb.DELETE,
    Verb.TELL,
    Verb.SETUP,
    Verb.END,
    Verb.ANNUL,
    Verb.BAR,
    Verb.UNBAR,
    Verb.HELP,
    Verb.RULES,
    Verb.PRIVACY,
)
"""Wishes that are answered to the asker alone."""
