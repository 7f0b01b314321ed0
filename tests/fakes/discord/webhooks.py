"""Routes that carry an interaction's token: response, edits, follow-ups.

They need no membership and are not under the channel's limits. Files need the right that
`app_permissions` shows. An ephemeral message is reachable only here.
"""

from collections.abc import Callable
from typing import Any

from tests.fakes.discord import commands, components, errors
from tests.fakes.discord import interactions as act
from tests.fakes.discord.bodies import Writer
from tests.fakes.discord.errors import JSON, invalid
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import EPHEMERAL, LOADING, Message
from tests.fakes.discord.permissions import Permission
from tests.fakes.discord.rest import Call, Route
from tests.fakes.discord.world import World

TITLE, FIELDS = 45, 5
LABEL, TEXT_INPUT = 18, 4


class Webhooks:
    """Return the routes; `changed` is called after each response."""

    def __init__(self, world: World, writer: Writer, changed: Callable[[], None]) -> None:
        self._world = world
        self._writer = writer
        self._changed = changed
        self.interactions: dict[str, Interaction] = {}

    def routes(self) -> dict[tuple[str, str], Route]:
        base = "/webhooks/{webhook_id}/{webhook_token}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        routes: dict[tuple[str, str], Route] = {
            ("POST", callback): self.answer,
            ("POST", base): self.follow_up,
        }
        for name in ("@original", "{message_id}"):
            routes["GET", f"{base}/messages/{name}"] = self.look
            routes["PATCH", f"{base}/messages/{name}"] = self.edit
            routes["DELETE", f"{base}/messages/{name}"] = self.delete
        return routes

    def answer(self, call: Call) -> tuple[int, Any]:
        it = self.interactions.get(call.params["interaction_token"])
        if it is None or it.id != call.params["interaction_id"]:
            raise errors.unknown_interaction()
        if it.answer is not None:
            it.refused.append(40060)
            raise errors.already_acknowledged()
        if self._world.now() - it.made > act.DEADLINE:
            it.refused.append(10062)
            raise errors.unknown_interaction()
        kind, data = call.body["type"], call.body.get("data") or {}
        self._apply(it, kind, data, call)
        it.answer = kind
        self._changed()
        if call.query.get("with_response") not in ("1", "true"):
            return 204, None
        return 200, self._told(it)

    def _apply(self, it: Interaction, kind: int, data: JSON, call: Call) -> None:
        if (it.kind == act.COMPLETION) != (kind == act.CHOICES):
            raise invalid("type", "INTERACTION_TYPE", f"no answer {kind} to a {it.kind}")
        match kind:
            case act.MESSAGE:
                it.original = self._say(it, data, call)
            case act.THINKING:
                it.original = self._new(it, data.get("flags") or 0)
                it.original.flags |= LOADING
            case act.WILL_UPDATE | act.UPDATE:
                if it.message is None:
                    raise invalid("type", "INTERACTION_TYPE", "there is no message to update")
                it.original = it.message
                if kind == act.UPDATE:
                    self._need_files(it, call)
                    self._writer.apply(it.message, data, call.files, fresh=False)
            case act.CHOICES:
                it.choices = _choices(data)
            case act.FORM:
                if it.kind == act.MODAL:
                    raise invalid("type", "INTERACTION_TYPE", "a form cannot answer a form")
                it.form = _form(data)
            case _:
                raise components.not_modelled(f"answer type {kind}")

    def follow_up(self, call: Call) -> tuple[int, Any]:
        it = self._alive(call)
        waiting = it.original if it.answer == act.THINKING else None
        if waiting is not None and waiting.flags & LOADING and waiting.id in it.channel.messages:
            return self._fill(it, waiting, call)
        if it.by_person_only and len(it.follow_ups) >= act.FOLLOW_UPS:
            raise errors.ApiError(400, 40094, "Maximum number of follow-ups reached")
        message = self._say(it, call.body, call)
        it.follow_ups.append(message)
        self._changed()
        return 200, message.payload()

    def look(self, call: Call) -> tuple[int, Any]:
        return 200, self._message(self._alive(call), call).payload()

    def edit(self, call: Call) -> tuple[int, Any]:
        it = self._alive(call)
        return self._fill(it, self._message(it, call), call)

    def delete(self, call: Call) -> tuple[int, Any]:
        it = self._alive(call)
        message = self._message(it, call)
        message.channel.messages.pop(message.id, None)
        self._changed()
        return 204, None

    def _fill(self, it: Interaction, message: Message, call: Call) -> tuple[int, Any]:
        self._need_files(it, call)
        self._writer.apply(message, call.body, call.files, fresh=False)
        self._changed()
        return 200, message.payload()

    def _say(self, it: Interaction, data: JSON, call: Call) -> Message:
        self._need_files(it, call)
        message = self._new(it, data.get("flags") or 0)
        try:
            self._writer.apply(message, data, call.files, fresh=True)
        except errors.ApiError:
            del it.channel.messages[message.id]
            raise
        return message

    def _new(self, it: Interaction, flags: int) -> Message:
        world = self._world
        message = Message(world.ids.next(), it.channel, world.app, world.now())
        message.flags = flags & EPHEMERAL
        message.for_user = it.user.id if flags & EPHEMERAL else None
        message.by_interaction = it.id
        it.channel.messages[message.id] = message
        return message

    def _alive(self, call: Call) -> Interaction:
        """The interaction of a token that still works."""
        it = self.interactions.get(call.params["webhook_token"])
        if it is None or call.params["webhook_id"] != self._world.app.id:
            raise errors.unknown_webhook()
        if self._world.now() - it.made > act.LIFE:
            raise errors.expired_token()
        if it.answer is None:
            raise errors.unknown_webhook()
        return it

    def _message(self, it: Interaction, call: Call) -> Message:
        id = call.params.get("message_id")
        reachable = [it.original, *it.follow_ups]
        for message in reachable:
            if message is None or message.id not in it.channel.messages:
                continue
            if id == message.id or (id is None and message is it.original):
                return message
        raise errors.unknown_message()

    def _need_files(self, it: Interaction, call: Call) -> None:
        may = act.app_may(self._world, it.channel, it.installed)
        if call.files and not may & Permission.ATTACH_FILES:
            raise errors.missing_permissions()

    def _told(self, it: Interaction) -> JSON:
        """The answer to `with_response`."""
        interaction: JSON = {"id": it.id, "type": it.kind}
        body: JSON = {"interaction": interaction}
        if it.original is not None and it.answer in (act.MESSAGE, act.THINKING, act.UPDATE):
            interaction["response_message_id"] = it.original.id
            interaction["response_message_loading"] = bool(it.original.flags & LOADING)
            interaction["response_message_ephemeral"] = it.original.for_user is not None
            if it.answer != act.THINKING:
                body["resource"] = {"type": it.answer, "message": it.original.payload()}
        return body


def _choices(data: JSON) -> list[JSON]:
    choices: list[JSON] = data.get("choices") or []
    if len(choices) > commands.CHOICES:
        raise invalid("data.choices", "BASE_TYPE_MAX_LENGTH", f"{commands.CHOICES} or fewer")
    for index, choice in enumerate(choices):
        commands.check_choice(choice, f"data.choices.{index}")
    return choices


def _form(data: JSON) -> JSON:
    if not 1 <= len(data.get("title") or "") <= TITLE:
        raise invalid("data.title", "BASE_TYPE_BAD_LENGTH", f"1 to {TITLE}")
    if not 1 <= len(data.get("custom_id") or "") <= components.CUSTOM_ID:
        raise invalid("data.custom_id", "BASE_TYPE_BAD_LENGTH", "1 to 100")
    if not 1 <= len(data.get("components") or ()) <= FIELDS:
        raise invalid("data.components", "BASE_TYPE_BAD_LENGTH", f"1 to {FIELDS}")
    return data
