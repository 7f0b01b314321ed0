"""People at a client: what they can do and what they see.

A person can only do what their client allows: commands must be synced and available in that
channel, buttons present and enabled, and an ephemeral message belongs to one person.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.discord import commands as app_commands
from tests.fakes.discord import interactions as act
from tests.fakes.discord.errors import JSON
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import BUTTON, SELECT, Message
from tests.fakes.discord.permissions import MEMBER, Permission
from tests.fakes.discord.world import TEXT, THREAD, VOICE, Channel, Guild, User

if TYPE_CHECKING:
    from tests.fakes.discord.server import FakeDiscord


class Place:
    """A channel as tests hold it."""

    def __init__(self, discord: "FakeDiscord", channel: Channel) -> None:
        self.discord = discord
        self.channel = channel

    @property
    def messages(self) -> list[Message]:
        """What everybody there sees, oldest first."""
        return [m for m in self.channel.messages.values() if m.for_user is None]

    @property
    def last(self) -> Message:
        return self.messages[-1]

    def deny(self, *rights: Permission) -> None:
        """Takes rights from the app in this channel."""
        for right in rights:
            self.channel.denied |= right

    def thread(self, name: str) -> "Place":
        """Create a thread as another person."""
        world = self.discord.world
        thread = world.add_channel(THREAD, name, guild=self.channel.guild, parent=self.channel)
        assert self.channel.guild is not None
        thread.owner = self.channel.guild.owner
        return Place(self.discord, thread)


class Server:
    """A server as tests hold it."""

    def __init__(self, discord: "FakeDiscord", guild: Guild) -> None:
        self.discord = discord
        self.guild = guild

    def text(self, name: str = "games") -> Place:
        return self.channel(TEXT, name)

    def voice(self, name: str = "lounge") -> Place:
        return self.channel(VOICE, name)

    def channel(self, kind: int, name: str) -> Place:
        return Place(self.discord, self.discord.world.add_channel(kind, name, guild=self.guild))

    def join(self, *people: "Person") -> None:
        for person in people:
            self.guild.members[person.user.id] = person.user

    def set_app_rights(self, rights: Permission | None) -> None:
        """None: the app is not a member here."""
        self.guild.app = rights
        self.guild.everyone = MEMBER if rights is None else MEMBER & rights


@dataclass(eq=False)
class Answer:
    """What a person sees after acting."""

    discord: "FakeDiscord"
    it: Interaction

    @property
    def kind(self) -> int | None:
        """The answer's type, None while there is none: "This interaction failed"."""
        return self.it.answer

    @property
    def message(self) -> Message:
        """The message that came as the answer, or the newest follow-up."""
        told = [*self.it.follow_ups[-1:], *filter(None, [self._fresh()])]
        assert told, f"no message came, answer {self.it.answer}"
        return told[0]

    def _fresh(self) -> Message | None:
        original = self.it.original
        return None if original is self.it.message else original

    @property
    def told(self) -> str:
        """What the person alone, or everybody, was told in answer; "" if nothing."""
        fresh = [m for m in (self._fresh(), *self.it.follow_ups) if m is not None]
        return "\n".join(message.text for message in fresh)

    @property
    def private(self) -> bool:
        return self.message.for_user == self.it.user.id

    @property
    def choices(self) -> list[str]:
        return [str(choice["value"]) for choice in self.it.choices]

    async def until_told(self) -> "Answer":
        """Waits for words, where an answer was put off."""
        await self.discord.until(lambda: self.told, "an answer in words")
        return self


class Person:
    """A person at a client. `user_installed`: carries the app into any chat."""

    def __init__(self, discord: "FakeDiscord", user: User, *, user_installed: bool = False) -> None:
        self.discord = discord
        self.user = user
        self.user_installed = user_installed

    @property
    def direct(self) -> Place:
        """The direct channel of this person and the app."""
        return Place(self.discord, self.discord.world.direct(self.user))

    # --- acting and waiting for the answer ------------------------------------------------------

    async def slash(self, place: Place, path: str, **options: object) -> Answer:
        return await self.wait(self.type(place, path, **options))

    async def press(self, message: Message, label: str) -> Answer:
        """Presses the button with that label or custom_id."""
        return await self.wait(self.touch(message, label))

    async def choose(self, message: Message, menu: str, value: str) -> Answer:
        """Picks the option with that label or value from a menu (its placeholder or custom_id)."""
        return await self.wait(self.pick(message, menu, value))

    async def menu_command(self, place: Place, name: str, target: "Person") -> Answer:
        """A command from the menu on a person."""
        command, _, _ = app_commands.find(self.discord.commands, name, app_commands.USER)
        data = {
            "id": command["id"],
            "type": app_commands.USER,
            "name": name,
            "target_id": target.user.id,
            "resolved": self._resolved(place, [target.user]),
        }
        self._must_be_offered(command, place)
        return await self.wait(self._act(act.COMMAND, place.channel, data))

    async def complete(self, place: Place, path: str, focused: str, **typed: object) -> Answer:
        """The completions for the option `focused`, with what has been typed so far."""
        command, way, part = app_commands.find(self.discord.commands, path)
        self._must_be_offered(command, place)
        typed.setdefault(focused, "")
        options = list(app_commands.fill(part, typed, partly=True))
        for option in options:
            if option["name"] == focused:
                known = next(o for o in part["options"] if o["name"] == focused)
                assert known.get("autocomplete"), f"{focused} has no completion"
                option["focused"] = True
        data = self._called(command, way, options, place)
        return await self.wait(self._act(act.COMPLETION, place.channel, data))

    async def submit(self, form: Answer, *values: str) -> Answer:
        """Fills in a form, field by field."""
        assert form.it.form is not None, "there is no form"
        fields = form.it.form["components"]
        assert len(values) == len(fields)
        filled = [_filled(field, value) for field, value in zip(fields, values, strict=True)]
        data = {"custom_id": form.it.form["custom_id"], "components": filled}
        it = self._act(act.MODAL, form.it.channel, data, form.it.message)
        return await self.wait(it)

    async def wait(self, it: Interaction) -> Answer:
        """Until the bot has answered, or has been told that it is too late."""
        await self.discord.until(lambda: it.answer or it.refused, f"an answer to {it.data}")
        return Answer(self.discord, it)

    # --- acting without waiting -----------------------------------------------------------------

    def type(self, place: Place, path: str, **options: object) -> Interaction:
        command, way, part = app_commands.find(self.discord.commands, path)
        self._must_be_offered(command, place)
        people = [value for value in options.values() if isinstance(value, Person)]
        given = {n: v.user.id if isinstance(v, Person) else v for n, v in options.items()}
        filled = list(app_commands.fill(part, given))
        data = self._called(command, way, filled, place)
        if people:
            data["resolved"] = self._resolved(place, [person.user for person in people])
        return self._act(act.COMMAND, place.channel, data)

    def touch(self, message: Message, label: str) -> Interaction:
        button = message.find(label)
        assert button["type"] == BUTTON
        assert not button.get("disabled"), f"{label} is disabled"
        return self.forge(message, button["custom_id"])

    def pick(self, message: Message, menu: str, value: str) -> Interaction:
        found = [c for c in message.walk() if c["type"] == SELECT]
        select = next(c for c in found if menu in (c.get("placeholder"), c["custom_id"]))
        options = [o for o in select["options"] if value in (o["label"], o["value"])]
        assert options, f"no option {value!r}"
        data = {
            "component_type": SELECT,
            "custom_id": select["custom_id"],
            "values": [options[0]["value"]],
        }
        return self._act(act.COMPONENT, message.channel, data, message)

    def forge(self, message: Message, custom_id: str) -> Interaction:
        """A press with any identifier, as a hostile client can send it."""
        data = {"component_type": BUTTON, "custom_id": custom_id, "id": 1}
        return self._act(act.COMPONENT, message.channel, data, message)

    def _act(
        self, kind: int, channel: Channel, data: JSON, message: Message | None = None
    ) -> Interaction:
        if message is not None:
            seen = message.for_user in (None, self.user.id)
            assert seen, "somebody else's private message"
        world = self.discord.world
        it = Interaction(
            id=world.ids.next(),
            token=secrets.token_urlsafe(60),
            kind=kind,
            user=self.user,
            channel=channel,
            made=self.discord.now(),
            data=data,
            installed=self._installed(channel),
            message=message,
        )
        self.discord.add(it)
        return it

    def _installed(self, channel: Channel) -> tuple[int, ...]:
        member = channel.kind == 1 or (channel.guild is not None and channel.guild.app is not None)
        server = (act.IN_SERVER,) if member else ()
        return server + ((act.BY_PERSON,) if self.user_installed or not member else ())

    def _must_be_offered(self, command: JSON, place: Place) -> None:
        context = 0 if place.channel.guild is not None else 1 if place.channel.kind == 1 else 2
        offered = app_commands.allowed(command, context, self._installed(place.channel))
        assert offered, f"{command['name']} is not offered there"

    def _called(
        self, command: JSON, way: Sequence[JSON], options: list[JSON], place: Place
    ) -> JSON:
        for part in reversed(way):
            options = [{"name": part["name"], "type": part["type"], "options": options}]
        data: JSON = {"id": command["id"], "name": command["name"], "type": app_commands.CHAT}
        if place.channel.guild is not None:
            data["guild_id"] = place.channel.guild.id
        return data | {"options": options}

    def _resolved(self, place: Place, users: Sequence[User]) -> JSON:
        resolved: JSON = {"users": {user.id: user.payload() for user in users}}
        guild = place.channel.guild
        if guild is not None:
            members = {u.id: guild.member(u) for u in users if u.id in guild.members}
            for member in members.values():
                del member["user"], member["deaf"], member["mute"]
                member["permissions"] = str(int(guild.everyone))
            resolved["members"] = members
        return resolved


def _filled(field: JSON, value: str) -> JSON:
    """A label or row of a form with what was typed in it."""
    inner = field.get("component") or field["components"][0]
    given = {"type": inner["type"], "custom_id": inner["custom_id"], "value": value, "id": 2}
    if "component" in field:
        return {"type": field["type"], "id": 1, "component": given}
    return {"type": field["type"], "id": 1, "components": [given]}
