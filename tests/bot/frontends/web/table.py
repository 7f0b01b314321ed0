"""Two people at windows of one browser, for tests of what they do."""

from dataclasses import dataclass

from tests.bot.frontends.web.harness import Harness
from tests.bot.frontends.web.visitor import Message, Visitor, Window


@dataclass
class Table:
    """A browser with Ann's and Bo's windows."""

    home: Harness
    browser: Visitor
    ann: Window
    bo: Window

    async def started(self) -> Message:
        """A match in which Ann is black and begins; her board."""
        options = {"first": "challenger"}
        await self.ann.ask("ask", verb="challenge", options=options, opponent=self.id("Bo"))
        await self.bo.press(await self.bo.button("Accept"))
        await self.bo.shown(lambda shown: shown["status"] == "playing")
        return await self.ann.shown(lambda shown: shown["status"] == "playing")

    def id(self, name: str) -> str:
        welcomes = (self.ann.welcome, self.bo.welcome)
        return next(str(w["me"]["id"]) for w in welcomes if w["me"]["name"] == name)
