"""The desk: takes presses and commands in, asks the service, tells the asker.

Every press and command is a task root: whatever fails in it is logged with the match's id, and the
asker gets a plain answer rather than "This interaction failed". Must not know how boards are drawn;
the publisher shows them, with the answer that waits here where there is one.
"""

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.app.facade import Facade
from bot.app.model.button_token import Press, decode
from bot.app.model.card import Card
from bot.app.model.invite_code import is_private
from bot.app.model.request import Actor, Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.session import Session
from bot.app.presentation.presenter import Presenter
from bot.app.service import GameService
from bot.frontends.discord import errors, mapping
from bot.frontends.discord.inbound.modals import content, form
from bot.frontends.discord.inbound.onboarding import Onboarding
from bot.frontends.discord.mapping import Interaction
from bot.frontends.discord.outbound import render
from bot.frontends.discord.outbound.in_flight import InFlightInteractions
from bot.frontends.discord.outbound.render import Drawing
from bot.frontends.discord.outbound.responses import InteractionResponse, Wait
from bot.frontends.discord.outbound.screens import Screens
from bot.frontends.discord.outbound.sender import MessageSender
from bot.text import chats, games
from bot.text.catalog import Texts, nearest, texts
from core.errors import Reason, Refused
from core.game import PASS
from core.types import MatchId

log = logging.getLogger(__name__)

_BEHIND = (Reason.FINISHED, Reason.ABORTED, Reason.STALE_TURN)
"""Why a press comes to nothing on a board that does not show how things are."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for, by button or by command."""

    verb: Verb
    session: MatchId | None = None
    turn: int | None = None
    arg: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    opponent: Actor | None = None


class Interactions:
    """Serves interactions."""

    def __init__(
        self,
        service: GameService,
        presenter: Presenter,
        facade: Facade,
        presses: InFlightInteractions,
        delivery: MessageSender,
        screens: Screens,
        wait: Wait = asyncio.sleep,
    ) -> None:
        self._service = service
        self._presenter = presenter
        self._facade = facade
        self._presses = presses
        self._delivery = delivery
        self._screens = screens
        self._wait = wait
        self._reception = Onboarding(service, facade)

    async def press(self, interaction: Interaction, token: str) -> None:
        """A button, or a choice of a menu."""
        try:
            wish = _pressed(decode(token))
        except Refused as refused:
            await self.refuse(interaction, refused)
            return
        await self._root(InteractionResponse(interaction, wish.verb, wish.arg), wish)

    async def command(self, interaction: Interaction, wish: Wish) -> None:
        """A typed command. A move taken from the completions names its match by itself."""
        if wish.verb is Verb.MOVE:
            with contextlib.suppress(Refused):
                wish = _pressed(decode(wish.arg))
        await self._root(InteractionResponse(interaction, wish.verb), wish)

    async def submit(self, interaction: Interaction) -> None:
        """A form that was filled in: a move in the match and turn it was opened for."""
        token, typed = content(interaction)
        try:
            press = decode(token)
        except Refused as refused:
            await self.refuse(interaction, refused)
            return
        wish = Wish(Verb.MOVE, press.session, press.turn, typed)
        await self._root(InteractionResponse(interaction, wish.verb), wish)

    async def refuse(self, interaction: Interaction, refused: Refused) -> None:
        """Something that never became a wish."""
        await self._root(InteractionResponse(interaction, Verb.HELP), refused)

    async def _root(self, ack: InteractionResponse, wish: Wish | Refused) -> None:
        """The root of an interaction's task."""
        timer = asyncio.create_task(ack.put_off_in_time(self._wait))
        try:
            with self._presses.handling(ack):
                if isinstance(wish, Refused):
                    await ack.tell(self._refusal(ack, wish))
                else:
                    await self._serve(ack, wish)
        except Exception:
            match = wish.session if isinstance(wish, Wish) else None
            log.exception("an interaction failed: %s, match %s", ack.verb, match)
            await self._apologise(ack)
        finally:
            timer.cancel()
            await asyncio.gather(timer, return_exceptions=True)

    async def _serve(self, ack: InteractionResponse, wish: Wish) -> None:
        actor = mapping.actor_of(ack.interaction)
        request = Request(
            id=str(ack.interaction.id),
            actor=actor,
            room=ack.room,
            verb=wish.verb,
            session=wish.session,
            turn=wish.turn,
            arg=wish.arg,
            options=wish.options,
            opponent=wish.opponent,
            ack=ack,
            to=await self._private(ack) if _goes_private(wish) else None,
        )
        if (home := await self._home(ack, wish)) is not None:
            said = chats.in_its_thread(await self._language(ack))
            await ack.tell(Drawing(f"{render.escape(said)}\n<#{home.thread}>"))
            return
        await self._adopt(ack, wish)
        reply = await self._service.handle(request)
        if reply.session is not None and reply.replaced:
            self._delivery.replaced(reply.session, ack.room, reply.replaced)
        if wish.verb is Verb.PLACE and reply.card is not None:
            await self._open(ack, reply.card)
        elif reply.session is None:
            if reply.reason in _BEHIND and ack.is_press and not ack.is_private:
                await self._catch_up(ack, wish)
            await self._tell(ack, reply)
        else:
            await self._follow(ack, reply.session)
            if (beside := await self._facade.after_move.beside(request, reply)) is not None:
                await self._screens.tell(ack, beside)
        await self._reception.greet(ack, wish.verb, await self._language(ack))

    async def _home(self, ack: InteractionResponse, wish: Wish) -> Room | None:
        """The thread of the match whose board is asked for in the channel beside it."""
        if wish.verb is not Verb.BOARD or ack.room.space is None or ack.room.thread is not None:
            return None
        asker = await self._facade.player(mapping.actor_of(ack.interaction))
        mine = [
            each
            for each in await self._facade.sessions_in(ack.room)
            if each.match.seats_of(asker.id)
        ]
        home = self._screens.home(mine[0], ack.room) if len(mine) == 1 else None
        return home if home is not None and await self._delivery.still_has(home) else None

    async def _private(self, ack: InteractionResponse) -> Room | None:
        """The private chat with the asker; None where Discord does not open one."""
        try:
            channel = await ack.interaction.user.create_dm()
        except errors.Failed as error:
            log.info("no private chat: %s", error)
            return None
        return Room(mapping.PLATFORM, None, str(channel.id))

    async def _adopt(self, ack: InteractionResponse, wish: Wish) -> None:
        """A board of that match that nobody confirmed: take it, rather than post another."""
        if ack.message is None or not ack.is_press or ack.is_private:
            return
        session = await self._facade.find_session(wish.session)
        if session is None:
            return
        for screen in session.screens:
            if (screen.room, screen.message) == (ack.room, ack.message):
                self._delivery.pressed(session, screen)
        await self._facade.adopt_message(session.match.id, ack.room, ack.message, ack.verb)

    async def _catch_up(self, ack: InteractionResponse, wish: Wish) -> None:
        """A board that only presses reach does not show what came since: this press brings it. One
        that nobody knows of, since a kill came right after it was posted, loses its buttons."""
        assert wish.session is not None
        session = await self._facade.session(wish.session)
        screens = [s for s in session.screens if (s.room, s.message) == (ack.room, ack.message)]
        if not screens and ack.by_its_own_button:
            await ack.change(render.stripped(ack.pressed))
        elif screens and ack.by_token:
            await self._screens.show(session, screens[0], ack)

    async def _tell(self, ack: InteractionResponse, reply: Reply) -> None:
        """What was looked up, or why not. The same wish once more has been answered already."""
        if reply.reason is Reason.REPEATED and ack.is_press:
            await ack.put_off()
        elif reply.reason is Reason.REPEATED:
            await ack.tell(_done(await self._language(ack)))
        else:
            card = reply.card or Card(reply.text, commands=reply.reason is not None)
            if ack.verb is Verb.SETUP and reply.reason is None:
                card = self._reception.remarked(ack, card, await self._language(ack))
            await self._screens.tell(ack, card)
        if reply.following is not None:
            async for card in reply.following:
                await self._screens.amend(ack, card)

    async def _open(self, ack: InteractionResponse, card: Card) -> None:
        """A form for the move; where it is too late for one, the point is picked."""
        assert card.board is not None
        language = await self._language(ack)
        if not await ack.open(form(language, card.board)):
            await self._screens.tell(ack, card)

    async def _follow(self, ack: InteractionResponse, saved: Session) -> None:
        """Something was saved: the publisher shows it, with this answer where it fits."""
        if ack.is_private or not (ack.is_press or ack.public):
            await ack.tell(_told(await self._language(ack), ack, saved))
        elif ack.is_press and not _shows(saved, ack):
            self._delivery.stripped(str(ack.message))
            await ack.change(render.stripped(ack.pressed))
        if ack.by_token:
            await self._presses.all_shown(ack, saved)
        await ack.settled.wait()
        await self._reception.warn(ack, await self._language(ack))

    async def _language(self, ack: InteractionResponse) -> Texts:
        """What the asker reads: what they chose, else what Discord says of them."""
        return texts(await self._facade.locale(mapping.actor_of(ack.interaction)))

    async def _apologise(self, ack: InteractionResponse) -> None:
        try:
            await ack.tell(self._refusal(ack, Refused(Reason.BUSY)))
        except errors.Failed as error:
            log.info("interaction %d stays unanswered: %s", ack.interaction.id, error)

    def _refusal(self, ack: InteractionResponse, refused: Refused) -> Drawing:
        locale = nearest(mapping.actor_of(ack.interaction).locale)
        return Drawing(render.escape(self._presenter.refusal(refused, locale)))


def _pressed(press: Press) -> Wish:
    return Wish(press.verb, press.session, press.turn, press.arg)


def _goes_private(wish: Wish) -> bool:
    """Whether the private chat with the asker has to be known: for a board, or since it goes with
    whoever leaves."""
    if wish.verb in (Verb.LINK, Verb.DELETE):
        return True
    return wish.verb is Verb.JOIN and wish.session is not None and is_private(wish.arg)


def _done(language: Texts) -> Drawing:
    return Drawing(render.escape(chats.done(language)))


def _told(language: Texts, ack: InteractionResponse, saved: Session) -> Drawing:
    """That it was done; of a move that was picked or asked about, which it was; where else the
    board is."""
    if ack.verb is Verb.JOIN and all(screen.room != ack.room for screen in saved.screens):
        return Drawing(render.escape(chats.in_private(language)))
    if not ack.is_private or ack.verb not in (Verb.MOVE, Verb.SURE):
        return _done(language)
    moves = [ply.move for ply in saved.match.plies if ply.move != PASS]
    played = games.point(saved.match.game, moves[-1])
    return Drawing(render.escape(chats.played(language, played)))


def _shows(session: Session, ack: InteractionResponse) -> bool:
    """Whether the pressed message is one of the match's screens."""
    return any(s.room == ack.room and s.message == ack.message for s in session.screens)
