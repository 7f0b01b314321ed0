"""Handle room settings and subscriptions to offers.

Changing a room needs the platform's own permission (`Actor.may_manage`); subscribing is open to
everyone.
"""

from bot.app.model.button_token import command_token
from bot.app.model.card import Button, Buttons, Card
from bot.app.model.player import Player
from bot.app.model.request import Reply, Request, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import OWN, THIS, USUAL, Asked, read, scopes, this
from bot.app.ports.store import Store
from bot.app.rooms import settings_card
from bot.text.catalog import Texts, texts
from core.errors import Reason, Refused


def must_manage(request: Request) -> None:
    """Raise Refused(NOT_MANAGER) unless the actor manages the room."""
    if not request.actor.may_manage:
        raise Refused(Reason.NOT_MANAGER)


def listen(language: Texts) -> Buttons:
    """Return a button that subscribes to the room's offers."""
    token = command_token(Verb.TELL, "yes")
    return Buttons((Button(language.t("Notify me of challenges here"), token),))


class RoomSettingsHandlers:
    """Handle requests about room settings."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def setup(self, request: Request, player: Player, locale: str) -> Reply:
        """Show the room's settings, after changing one if requested."""
        del player
        must_manage(request)
        asked, room = read(request.arg), request.room
        if asked.value or asked.key == USUAL:
            asked = await self._change(room, asked)
        settings = await self._store.houses.settings(room)
        own = tuple(await self._store.houses.chosen(scopes(room)[-1])) if asked.part else ()
        return Reply(card=settings_card.card(texts(locale), room, settings, asked, own))

    async def _change(self, room: Room, asked: Asked) -> Asked:
        """Store the change; return what to show next."""
        house = scopes(room)[-1 if asked.part or asked.key in OWN else 0]
        if asked.key == USUAL:
            for key in await self._store.houses.chosen(house):
                await self._store.houses.choose(house, key, None)
            return Asked(asked.part)
        value = this(room) if asked.value == THIS else asked.value
        await self._store.houses.choose(house, asked.key, None if value == USUAL else value)
        return Asked(asked.part)

    async def tell(self, request: Request, player: Player, locale: str) -> Reply:
        """Subscribe or unsubscribe the asker to offers in this room."""
        language, wants = texts(locale), request.arg.strip().lower() or "yes"
        if wants not in ("yes", "no"):
            raise Refused(Reason.UNKNOWN_OPTION, verb=Verb.TELL, value=wants[:20])
        if wants == "yes" and request.private:
            return Reply(
                language.t(
                    "Nobody else is here. Use it in the group or channel you want to hear about."
                )
            )
        await self._store.houses.listen(scopes(request.room)[-1], player.id, wants == "yes")
        if wants == "no":
            return Reply(language.t("You won't be notified of challenges here any more."))
        stop = Button(language.t("Stop notifying me"), command_token(Verb.TELL, "no"))
        text = language.t("I'll notify you when someone offers a match here.")
        return Reply(card=Card(text, rows=(Buttons((stop,)),)))
