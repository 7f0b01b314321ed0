"""A fake Discord on the loopback: REST and gateway, with the limits of the real one.

Owns a small world (people, servers, channels, messages), checks what a bot sends against the limits
in `docs/` and against Discord's own OpenAPI file, and lets a test act as people do: type a command,
press a button, delete a message. It does not depend on Tavola: any bot can run against it. It
proves nothing about the live service. Missing endpoints answer 501 and are recorded as violations,
so that no test passes on unchecked behaviour.
"""

from tests.fakes.discord.people import Answer, Person
from tests.fakes.discord.server import FakeDiscord

__all__ = ["Answer", "FakeDiscord", "Person"]
