"""Interactions: from a person's act to the bot's answer, with their deadlines.

Source: developers/interactions/receiving-and-responding. Three seconds to acknowledge, once; then
the token edits and follows up for fifteen minutes; five follow-ups where only the person has
installed the app.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.fakes.discord.commands import BOT_DM, GUILD, PRIVATE
from tests.fakes.discord.errors import JSON
from tests.fakes.discord.messages import Message
from tests.fakes.discord.permissions import ALL, DIRECT, Permission
from tests.fakes.discord.world import DM, Channel, User, World

COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
"""Interaction types."""

MESSAGE, THINKING, WILL_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
"""Answer types."""

DEADLINE, LIFE, FOLLOW_UPS = 3_000, 15 * 60_000, 5
IN_SERVER, BY_PERSON = 0, 1
"""Installation types."""


@dataclass(eq=False)
class Interaction:
    """One interaction of one person and its outcome."""

    id: str
    token: str
    kind: int
    user: User
    channel: Channel
    made: int
    data: JSON
    installed: tuple[int, ...]
    message: Message | None = None
    answer: int | None = None
    original: Message | None = None
    choices: list[JSON] = field(default_factory=list)
    form: JSON | None = None
    follow_ups: list[Message] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)  # codes of answers that came too late or twice

    @property
    def context(self) -> int:
        if self.channel.guild is not None:
            return GUILD
        return BOT_DM if self.channel.kind == DM else PRIVATE

    @property
    def by_person_only(self) -> bool:
        return self.installed == (BY_PERSON,)


def app_may(world: World, channel: Channel, installed: Sequence[int]) -> Permission:
    """What `app_permissions` says: the app's own rights, or a fixed set where it is no member."""
    if IN_SERVER in installed and channel.guild is not None:
        return world.app_may(channel)
    return DIRECT


def payload(world: World, it: Interaction) -> JSON:
    """What INTERACTION_CREATE carries."""
    may = world.user_may(it.user, it.channel)
    body: JSON = {
        "id": it.id,
        "application_id": world.app.id,
        "type": it.kind,
        "data": it.data,
        "channel": it.channel.payload() | {"permissions": str(int(may & ALL))},
        "channel_id": it.channel.id,
        "token": it.token,
        "version": 1,
        "app_permissions": str(int(app_may(world, it.channel, it.installed))),
        "locale": it.user.locale,
        "entitlements": [],
        "authorizing_integration_owners": _owners(it),
        "context": it.context,
        "attachment_size_limit": 10 << 20,
    }
    guild = it.channel.guild
    if guild is not None:
        body |= {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": guild.member(it.user) | {"permissions": str(int(may & ALL))},
        }
    else:
        body["user"] = it.user.payload()
    if it.message is not None:
        body["message"] = it.message.payload()
    return body


def _owners(it: Interaction) -> dict[str, str]:
    owners: dict[str, str] = {}
    if IN_SERVER in it.installed:
        owners["0"] = it.channel.guild.id if it.channel.guild is not None else "0"
    if BY_PERSON in it.installed:
        owners["1"] = it.user.id
    return owners
