"""A place in a chat where matches are shown and commands are typed."""

from dataclasses import dataclass

from core.types import MatchId, Millis, PlayerId


@dataclass(frozen=True, slots=True)
class Room:
    """A chat. `space` is the server of a channel; `thread` a thread or topic in the chat."""

    platform: str
    space: str | None
    chat: str
    thread: str | None = None

    @property
    def in_logs(self) -> str:
        """Return the room for log lines, since the id of a private chat often identifies
        a person."""
        return f"{self.platform} {self.space}" if self.space else f"a chat on {self.platform}"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a web room: a chat message, or a screen of a session (then `said` is empty)."""

    id: int
    at: Millis
    player: PlayerId | None
    said: str
    session: MatchId | None
    screen: int
