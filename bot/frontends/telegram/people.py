"""Who was met under which `@name`.

Telegram lets no bot look names up, so they are remembered from what people send. Lost at a restart
without harm: whoever is not known is asked for by answering to one of their messages.
"""

from collections import OrderedDict

from telegram import User

from bot.app.requests import Actor
from bot.frontends.telegram.rooms import actor

KEPT = 10_000


class People:
    """The most recently met."""

    def __init__(self) -> None:
        self._met: OrderedDict[str, Actor] = OrderedDict()

    def meet(self, user: User) -> Actor:
        """Notes the name; returns the person."""
        who = actor(user)
        if user.username:
            name = user.username.lower()
            self._met[name] = who
            self._met.move_to_end(name)
            if len(self._met) > KEPT:
                self._met.popitem(last=False)
        return who

    def known(self, name: str) -> Actor | None:
        return self._met.get(name.lower())
