"""Screens on Discord: challenge, board, result, and the card of a match in a thread.

Without the permission to attach files the board is text and says why. Delivery is in `sender.py`.
"""

from dataclasses import replace

import discord

from bot.app.facade import Facade
from bot.app.model.card import Card
from bot.app.model.request import ResponseHandle
from bot.app.model.room import Room
from bot.app.model.session import Screen, ScreenKind, Session
from bot.app.presentation.board_images import BoardImages
from bot.app.presentation.presenter import Presenter
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.outbound import render, threads
from bot.frontends.discord.outbound.command_mentions import CommandMentions
from bot.frontends.discord.outbound.in_flight import InFlightInteractions
from bot.frontends.discord.outbound.render import LIMITS, Drawing
from bot.frontends.discord.outbound.responses import InteractionResponse
from bot.frontends.discord.outbound.sender import MessageSender
from bot.frontends.discord.outbound.threads import Threads
from bot.text import chats
from bot.text.catalog import texts
from renderers.registry import RENDERERS, text_board


class Screens:
    """Shows screens."""

    def __init__(
        self,
        presenter: Presenter,
        facade: Facade,
        pictures: BoardImages,
        in_flight: InFlightInteractions,
        threads: Threads,
        sender: MessageSender,
        mentions: CommandMentions,
    ) -> None:
        self._presenter = presenter
        self._facade = facade
        self._pictures = pictures
        self._in_flight = in_flight
        self._threads = threads
        self._sender = sender
        self._mentions = mentions
        self._no_homes: set[Room] = set()  # threads that hang on no message of ours

    async def show(self, session: Session, screen: Screen, via: ResponseHandle | None) -> str:
        """Posts or edits; the message's id. Raises what discord.py raises, or NotShown."""
        response = self._response(screen, via)
        opener = response or (via if isinstance(via, InteractionResponse) else None)
        home = threads.home_of(session, screen)
        try:
            if home is not None and self._is_home(home):
                return await self._card_in_channel(session, screen, home, response)
            if opener is not None and await self._wants_thread(session, screen, opener):
                return await self._move_into_thread(session, screen, response, opener)
            shown = await self._board(session, screen, response)
            await self._close_thread(session, screen)
            return shown
        finally:  # also after a failure, or a press would wait for ever
            self._in_flight.note(session, screen)

    def own_thread(self, session: Session, room: Room) -> Room | None:
        """The match's own thread, where this room is the channel that it hangs in."""
        here = (s for s in session.screens if (s.room, s.kind) == (room, ScreenKind.BOARD))
        screen = next(here, None)
        found = None if screen is None else threads.home_of(session, screen)
        return found if found is not None and self._is_home(found) else None

    def _is_home(self, room: Room) -> bool:
        return room not in self._no_homes and not self._sender.is_gone(room)

    async def _wants_thread(
        self, session: Session, screen: Screen, opener: InteractionResponse
    ) -> bool:
        """Whether a thread can be had here, and the room wants one."""
        if not threads.wanted(session, screen, opener):
            return False
        return (await self._facade.room_settings(screen.room)).place == "thread"

    def _response(self, screen: Screen, via: ResponseHandle | None) -> InteractionResponse | None:
        """The answer that this screen can go out with: the press that changed it, if it waits."""
        if isinstance(via, InteractionResponse) and via.waits_for(screen):
            return via
        pressed = self._in_flight.on(screen)
        if pressed is not None or not isinstance(via, InteractionResponse) or via.is_press:
            return pressed
        return via if via.public and (not screen.message or via.by_token) else None

    async def _board(
        self, session: Session, screen: Screen, response: InteractionResponse | None
    ) -> str:
        """The match itself: challenge, board or result."""
        card = await self._presenter.card(session, screen, LIMITS)
        people = await self._mentioned(session, screen, card)
        shared = screen.room.space is not None or mapping.is_by_token(screen.room)
        prefs = await self._facade.display_prefs(screen.room, session.match, shared=shared)
        pictured = card.board is not None or bool(card.files)
        if pictured and prefs.pictures and self._may_attach(screen.room, response):
            picture = None
            if card.board is not None:
                picture = self._pictures.board(card, prefs.theme, _width(card))
            drawing = replace(render.draw(card, picture, render.by_link), people=people)
            try:
                return await self._sender.deliver(session, screen, drawing, response)
            except discord.HTTPException as error:
                if not errors.may_be_about_files(error):
                    raise
        written = _in_letters(replace(card, files=()), screen, excused=prefs.pictures)
        drawing = render.draw(written, None, render.by_link)
        return await self._sender.deliver(
            session, screen, replace(drawing, people=people), response
        )

    async def tell(self, response: InteractionResponse, card: Card) -> None:
        """Shows a card to the asker alone, with its picture where that can be.

        Raises:
            discord.HTTPException: Discord refuses it in either form.
        """
        if card.board is None:
            await self._tell_files(response, card)
            return
        if response.rights.attach_files:
            theme = (await self._facade.settings(response.actor)).theme
            picture = self._pictures.zoom(card, theme, _width(card))
            try:
                await response.tell(render.draw(card, picture, render.by_link))
                return
            except discord.HTTPException as error:
                if not errors.may_be_about_files(error):
                    raise
        board = text_board(card.board.match.game, card.board.board)
        await response.tell(render.draw(replace(card, monospace=board)))

    async def amend(self, response: InteractionResponse, card: Card) -> None:
        """Puts a card into the place of the one that was told before."""
        files = card.files if response.rights.attach_files else ()
        await response.amend(render.draw(replace(card, files=files), None, render.by_link))

    async def _tell_files(self, response: InteractionResponse, card: Card) -> None:
        """A card without a board; its files stay away where none may be attached."""
        if card.files and response.rights.attach_files:
            try:
                await response.tell(render.draw(card, None, render.by_link))
                return
            except discord.HTTPException as error:
                if not errors.may_be_about_files(error):
                    raise
        drawing = render.draw(replace(card, files=()), None, render.by_link)
        if card.commands:  # after the drawing, which leaves nothing in a text that can be pressed
            drawing = replace(drawing, text=self._mentions.insert(drawing.text))
        await response.tell(drawing)

    async def _mentioned(self, session: Session, screen: Screen, card: Card) -> tuple[str, ...]:
        """A challenge mentions the invited once; a new thread its players, to let them in."""
        together = screen.room.space is not None or mapping.is_by_token(screen.room)
        if screen.message or not together or not card.mentions:
            return ()
        if card.board is not None and not self._is_newly_opened(session, screen):
            return ()
        accounts = await self._facade.accounts(mapping.PLATFORM, card.mentions)
        return tuple(accounts[id] for id in card.mentions if id in accounts)

    def _is_newly_opened(self, session: Session, screen: Screen) -> bool:
        """Whether this is the first board in a thread of the match's own."""
        own = threads.parent_of(session, screen) is not None and session.match.previous is None
        return own and not self._sender.was_shown(session, screen)

    def _may_attach(self, room: Room, response: InteractionResponse | None) -> bool:
        rights = self._sender.rights(room) if response is None else response.rights
        return rights is None or rights.attach_files

    # --- threads ----------------------------------------------------------------------------------

    async def _card_in_channel(
        self, session: Session, screen: Screen, home: Room, response: InteractionResponse | None
    ) -> str:
        """The one card that the channel keeps of a match in its thread; the result goes into it."""
        assert home.thread is not None
        if screen.kind is not ScreenKind.BOARD:
            return home.thread
        drawing = await self._signpost(session, screen, home)
        standing = replace(screen, message=screen.message or home.thread)
        try:
            return await self._sender.deliver(session, standing, drawing, response)
        except discord.NotFound:
            if screen.message:
                raise
            self._no_homes.add(home)  # there is no card of ours: the board comes here
            return await self._board(session, screen, response)

    async def _move_into_thread(
        self,
        session: Session,
        screen: Screen,
        response: InteractionResponse | None,
        opener: InteractionResponse,
    ) -> str:
        """Opens the thread and leaves a card; where that fails, the board stays here.

        `opener` is whose act the match begins with; `response` the same if the card can answer it.
        """
        message = screen.message
        if message is None:
            card = await self._signpost(session, screen, None)
            message = await self._sender.deliver(session, screen, card, response)
        standing = replace(screen, message=message)
        language = texts(screen.locale)
        cast = await self._presenter.cast_in(language, session.match, screen.room)
        name = chats.thread_name(language, session.match.game, cast.seats)
        if not await self._threads.open(session, screen, opener, message, name):
            return await self._board(session, standing, response)
        home = replace(screen.room, thread=message)
        drawing = await self._signpost(session, screen, home)
        return await self._sender.deliver(session, standing, drawing, response)

    async def _signpost(self, session: Session, screen: Screen, home: Room | None) -> Drawing:
        """Who plays what and where; at the end the result."""
        if session.match.is_over:
            ended = replace(screen, kind=ScreenKind.RESULT)
            said = (await self._presenter.card(session, ended, LIMITS)).text
        else:
            language = texts(screen.locale)
            cast = await self._presenter.cast_in(language, session.match, screen.room)
            said = chats.being_played(language, session.match.game, cast.seats)
        where = "" if home is None else f"\n<#{home.thread}>"
        return Drawing(render.escape(said) + where)

    async def _close_thread(self, session: Session, screen: Screen) -> None:
        """Archive the match's own thread once the result is posted."""
        told = screen.kind is ScreenKind.RESULT and not screen.message
        if told and screen.room.thread and _has_parent(session, screen.room):
            await self._threads.close(screen.room)


def _has_parent(session: Session, room: Room) -> bool:
    boards = (each for each in session.screens if each.kind is ScreenKind.BOARD)
    return any(threads.home_of(session, each) == room for each in boards)


def _width(card: Card) -> int:
    """Of the picture of a card's board, in pixels."""
    assert card.board is not None
    return RENDERERS[card.board.match.game].width


def _in_letters(card: Card, screen: Screen, *, excused: bool) -> Card:
    """Return the card with its board as text, with the reason unless text was chosen. A card
    without a board is unchanged."""
    if card.board is None:
        return card
    board = text_board(card.board.match.game, card.board.board)
    if not excused:
        return replace(card, monospace=board)
    excuse = chats.no_pictures(texts(screen.locale))
    return replace(card, text=f"{card.text}\n{excuse}", monospace=board)
