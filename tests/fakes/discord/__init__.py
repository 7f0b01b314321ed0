"""A Discord of our own on the loopback: REST and gateway, held to the limits of the real one.

Owns a small world (people, servers, channels, messages), checks what a bot sends against the limits
in `docs/` and against Discord's own OpenAPI file, and lets a test act as people do: type a command,
press a button, delete a message. Must not know Tavola: any bot can be run against it. It proves
nothing about the live service; what is left out answers 501 and is listed as a violation, so that a
test never passes on something that was not looked at.
"""

from tests.fakes.discord.people import Answer, Person
from tests.fakes.discord.server import FakeDiscord

__all__ = ["Answer", "FakeDiscord", "Person"]
