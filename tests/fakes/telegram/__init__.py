"""A loopback Bot API of product quality: `FakeTelegram` serves, its `people` act."""

from tests.fakes.telegram.faults import Cut, Odd, Storm
from tests.fakes.telegram.model import Chat, Message, Topic, User
from tests.fakes.telegram.server import Call, FakeTelegram
from tests.fakes.telegram.state import Press

__all__ = [
    "Call",
    "Chat",
    "Cut",
    "FakeTelegram",
    "Message",
    "Odd",
    "Press",
    "Storm",
    "Topic",
    "User",
]
