"""The state of a Discord: people, servers, channels.

Owns memberships and permissions. The rules of messages are in `bodies.py`. Mutable on purpose: it
is the outside world.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tests.fakes.discord.errors import JSON
from tests.fakes.discord.ids import Snowflakes, made_at
from tests.fakes.discord.messages import Message
from tests.fakes.discord.moments import iso
from tests.fakes.discord.permissions import ALL, DIRECT, MEMBER, NOTHING, Permission

TEXT, DM, VOICE, GROUP_DM, ANNOUNCEMENTS, FORUM = 0, 1, 2, 3, 5, 15
ANNOUNCEMENT_THREAD, THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = (ANNOUNCEMENT_THREAD, THREAD, PRIVATE_THREAD)


_EMPTY = (
    "emojis",
    "stickers",
    "features",
    "voice_states",
    "presences",
    "stage_instances",
    "guild_scheduled_events",
    "soundboard_sounds",
)


@dataclass(eq=False)
class User:
    id: str
    name: str
    locale: str = "en-US"
    bot: bool = False
    takes_messages: bool = True

    def payload(self) -> JSON:
        return {
            "id": self.id,
            "username": self.name.lower()[:32],
            "global_name": None if self.bot else self.name[:32],
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }


@dataclass(eq=False)
class Channel:
    """A place for messages; a thread's `parent` is its channel.

    `denied` are the bits that the app's role lacks here. `closed` are the people who left or were
    never let in, where it matters (group chats have members, servers have roles). `locked`: only
    those who manage threads open it again.
    """

    id: str
    kind: int
    name: str
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    people: list[User] = field(default_factory=list)
    denied: Permission = NOTHING
    archived: bool = False
    locked: bool = False
    owner: User | None = None
    messages: dict[str, Message] = field(default_factory=dict)

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS

    @property
    def last(self) -> Message:
        """The newest message everybody can see."""
        return [message for message in self.messages.values() if message.for_user is None][-1]

    def payload(self) -> JSON:
        body: JSON = {"id": self.id, "type": self.kind, "flags": 0, "last_message_id": None}
        if self.guild is None:
            body["recipients"] = [user.payload() for user in self.people]
            if self.kind == GROUP_DM:
                body |= {"name": self.name, "icon": None, "owner_id": self.people[0].id}
            return body
        body |= {"name": self.name, "guild_id": self.guild.id, "rate_limit_per_user": 0}
        if self.is_thread:
            assert self.parent is not None
            assert self.owner is not None
            stamp = iso(made_at(self.id))
            return body | {
                "parent_id": self.parent.id,
                "owner_id": self.owner.id,
                "message_count": len(self.messages),
                "total_message_sent": len(self.messages),
                "member_count": 1,
                "thread_metadata": {
                    "archived": self.archived,
                    "archive_timestamp": stamp,
                    "auto_archive_duration": 1440,
                    "locked": self.locked,
                    "create_timestamp": stamp,
                },
            }
        if self.kind == VOICE:
            body |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        return body | {
            "parent_id": None,
            "position": 0,
            "nsfw": False,
            "topic": None,
            "permission_overwrites": self._overwrites(self.guild),
        }

    def _overwrites(self, guild: "Guild") -> list[JSON]:
        if not self.denied:
            return []
        denied = str(int(self.denied))
        return [{"id": guild.app_role, "type": 0, "allow": "0", "deny": denied}]


@dataclass(eq=False)
class Guild:
    """A server. `app` are the rights of the app's role, None where it is not a member."""

    id: str
    name: str
    locale: str
    app_role: str
    owner: User
    joined: int
    app: Permission | None = MEMBER
    everyone: Permission = MEMBER
    members: dict[str, User] = field(default_factory=dict)
    managers: set[str] = field(default_factory=set)
    nicks: dict[str, str] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)

    def member(self, user: User, *, app: bool = False) -> JSON:
        return {
            "user": user.payload(),
            "nick": self.nicks.get(user.id),
            "avatar": None,
            "banner": None,
            "roles": [self.app_role] if app else [],
            "joined_at": iso(self.joined),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }

    def payload(self, app: User) -> JSON:
        """What GUILD_CREATE carries."""
        threads = [c.payload() for c in self.channels.values() if c.is_thread and not c.archived]
        roles = [self._role(self.id, "@everyone", self.everyone)]
        roles.append(self._role(self.app_role, "the app", self.app or NOTHING))
        return {key: [] for key in _EMPTY} | {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "owner_id": self.owner.id,
            "preferred_locale": self.locale,
            "joined_at": iso(self.joined),
            "large": False,
            "unavailable": False,
            "member_count": len(self.members) + 1,
            "members": [self.member(app, app=True)],
            "channels": [c.payload() for c in self.channels.values() if not c.is_thread],
            "threads": threads,
            "roles": roles,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            "afk_timeout": 300,
            "afk_channel_id": None,
        }

    @staticmethod
    def _role(id: str, name: str, permissions: Permission) -> JSON:
        return {
            "id": id,
            "name": name,
            "permissions": str(int(permissions)),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": 0,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }


class World:
    """Everything that exists, and the app among it."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.now = now
        self.ids = Snowflakes(now)
        self.app = User(self.ids.next(), "Tavola", bot=True)
        self.users: dict[str, User] = {self.app.id: self.app}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}

    def add_user(self, name: str, locale: str) -> User:
        user = User(self.ids.next(), name, locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, locale: str, owner: User) -> Guild:
        guild = Guild(self.ids.next(), name, locale, self.ids.next(), owner, self.now())
        guild.members[owner.id] = owner
        self.guilds[guild.id] = guild
        return guild

    def add_channel(
        self,
        kind: int,
        name: str,
        *,
        guild: Guild | None = None,
        parent: Channel | None = None,
        people: tuple[User, ...] = (),
        id: str | None = None,
    ) -> Channel:
        channel = Channel(id or self.ids.next(), kind, name, guild, parent, list(people))
        self.channels[channel.id] = channel
        if guild is not None:
            guild.channels[channel.id] = channel
        return channel

    def direct(self, user: User) -> Channel:
        """The direct channel of the app and one person, made at the first use."""
        for channel in self.channels.values():
            if channel.kind == DM and channel.people == [user]:
                return channel
        return self.add_channel(DM, "", people=(user,))

    def remove_channel(self, channel: Channel) -> None:
        for thread in self.threads_of(channel):
            self.remove_channel(thread)
        self.channels.pop(channel.id, None)
        if channel.guild is not None:
            channel.guild.channels.pop(channel.id, None)

    def threads_of(self, channel: Channel) -> list[Channel]:
        return [other for other in self.channels.values() if other.parent is channel]

    def messages(self) -> Iterator[Message]:
        for channel in self.channels.values():
            yield from channel.messages.values()

    def app_may(self, channel: Channel) -> Permission:
        """What the app may do there with its own token; nothing where it is not a member."""
        if channel.kind == DM:
            return DIRECT
        if channel.guild is None or channel.guild.app is None:
            return NOTHING
        place = channel.parent or channel
        held = channel.guild.app | channel.guild.everyone
        if held & Permission.ADMINISTRATOR:
            return ALL
        held &= ~place.denied
        return held if held & Permission.VIEW_CHANNEL else NOTHING

    def user_may(self, user: User, channel: Channel) -> Permission:
        if channel.guild is None:
            return DIRECT
        if user is channel.guild.owner:
            return ALL
        extra = Permission.MANAGE_GUILD if user.id in channel.guild.managers else NOTHING
        return channel.guild.everyone | extra
