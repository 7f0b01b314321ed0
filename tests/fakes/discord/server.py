"""The whole fake: a world, its REST and gateway on one loopback port, and the people in it.

    async with FakeDiscord(now=clock) as discord:
        ann = discord.person("Ann")
        channel = discord.guild("Club").text("games")
        ... start the bot at discord.api and discord.gateway_url ...
        answer = await ann.slash(channel, "play", game="reversi")

One line on stderr says so where the check against Discord's OpenAPI file has to be left out.
"""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Iterable
from types import TracebackType

from aiohttp import web

from tests.fakes.discord import commands as app_commands
from tests.fakes.discord import interactions as act
from tests.fakes.discord import openapi
from tests.fakes.discord.bodies import Writer
from tests.fakes.discord.channels import Channels
from tests.fakes.discord.errors import JSON, ApiError
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interactions import Interaction
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Person, Place, Server
from tests.fakes.discord.ratelimits import Limiter, Pace
from tests.fakes.discord.rest import Call, Recorded, Rest
from tests.fakes.discord.webhooks import Webhooks
from tests.fakes.discord.world import Channel, Guild, World

GUILDS = 1 << 0
"""The intent under which servers, channels and threads are announced."""
MEMBERS, MODERATION = 1 << 1, 1 << 2
"""Under which members come and go, and are banned. The first is privileged."""
MEMBERS_LIMITED = 1 << 15
"""The flag of an application to which the portal allows it."""
TOKEN = "a-token-of-the-fake"
LONGEST_WAIT = 20.0
"""Seconds of real time after which waiting for the bot is a failure of the test."""


def _real_now() -> int:
    return time.time_ns() // 1_000_000


class FakeDiscord:
    """A Discord on 127.0.0.1. `now` gives milliseconds; deadlines and ages go by it alone."""

    def __init__(
        self,
        *,
        now: Callable[[], int] = _real_now,
        token: str = TOKEN,
        pace: Pace | None = None,
        specs: openapi.Specs | None = None,
    ) -> None:
        self.token = token
        self.specs = openapi.from_environment() if specs is None else specs
        self._unchecked = specs is not None  # on purpose: nothing to say about it
        self.now = now
        self.world = World(now)
        self.faults = Faults()
        self.gateway = Gateway(token)
        self.limiter = Limiter(now, pace)
        self.rest = Rest(token, self.faults, self.specs)
        self.rest.changed = self.gateway.changed = self._notify
        self.commands: list[JSON] = []
        self.syncs = 0
        self.interactions_endpoint: str | None = None
        self.flags = 0
        self.webhooks: Webhooks
        self._changed = asyncio.Event()
        self._sending: set[asyncio.Task[None]] = set()
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def api(self) -> str:
        """The address to use instead of `https://discord.com/api/v10`."""
        return f"http://127.0.0.1:{self.port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway/"

    @property
    def cdn(self) -> str:
        return f"http://127.0.0.1:{self.port}/cdn"

    @property
    def requests(self) -> list[Recorded]:
        return self.rest.requests

    @property
    def violations(self) -> list[str]:
        """What the bot, or this fake, did that Discord's spec does not allow."""
        return self.rest.violations

    async def __aenter__(self) -> "FakeDiscord":
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        if not self.specs.found and not self._unchecked:
            sys.stderr.write(f"# {openapi.VARIABLE} is not set: bodies are not checked\n")
        app = web.Application(client_max_size=64 << 20)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        # The address of attachments has the port in it, so the socket comes before the routes.
        site_app = self._runner
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/cdn/attachments/{channel}/{id}/{name}", self._attachment)
        self._route(app)
        app.router.add_route("*", "/api/{rest:.*}", self.rest.unmodelled)
        await site_app.setup()
        site = web.TCPSite(site_app, "127.0.0.1", port)
        await site.start()
        self.port = site_app.addresses[0][1]
        self.writer.cdn = self.cdn
        self.gateway.address = self.gateway_url
        self.gateway.hello = self._hello

    async def stop(self) -> None:
        for task in list(self._sending):
            task.cancel()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _route(self, app: web.Application) -> None:
        self.writer = Writer(self.world)
        self.webhooks = Webhooks(self.world, self.writer, self._notify)
        self.channels = Channels(self.world, self.writer, self.limiter, self._announce)
        self.rest.add(app, self.webhooks.routes(), open=True)
        self.rest.add(app, self.channels.routes())
        mine = "/applications/{application_id}/commands"
        self.rest.add(
            app,
            {
                ("GET", "/users/@me"): self._me,
                ("GET", "/oauth2/applications/@me"): self._application,
                ("GET", "/gateway/bot"): self._gateway_bot,
                ("GET", mine): self._known_commands,
                ("PUT", mine): self._sync,
                ("GET", "/guilds/{guild_id}/members/{user_id}"): self._member,
            },
        )

    # --- routes too small for a file of their own --------------------------------------------

    def _me(self, _: Call) -> tuple[int, JSON]:
        more: JSON = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
        return 200, self.world.app.payload() | more

    def _application(self, _: Call) -> tuple[int, JSON]:
        owner = next((u for u in self.world.users.values() if not u.bot), self.world.app)
        return 200, {
            "id": self.world.app.id,
            "name": self.world.app.name,
            "icon": None,
            "description": "",
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": self.flags,
            "flags_new": str(self.flags),
            "eligible_oauth2_scopes": [],
            "owner": owner.payload(),
            "team": None,
            "type": None,
            "max_participants": None,
            "redirect_uris": [],
            "interactions_endpoint_url": self.interactions_endpoint,
            "role_connections_verification_url": None,
            "approximate_guild_count": len(self.world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "integration_types_config": {"0": {}, "1": {}},
        }

    def _member(self, call: Call) -> tuple[int, JSON]:
        guild = self.world.guilds.get(call.params["guild_id"])
        if guild is None or guild.app is None:
            raise ApiError(404, 10004, "Unknown Guild")
        user = guild.members.get(call.params["user_id"])
        if user is None:
            raise ApiError(404, 10007, "Unknown Member")
        return 200, guild.member(user)

    def _gateway_bot(self, _: Call) -> tuple[int, JSON]:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return 200, {"url": self.gateway_url, "shards": 1, "session_start_limit": limit}

    def _known_commands(self, call: Call) -> tuple[int, list[JSON]]:
        known = [self._stored(command) for command in self.commands]
        if call.query.get("with_localizations") != "true":
            known = [{k: v for k, v in c.items() if not k.endswith("izations")} for c in known]
        return 200, known

    def _sync(self, call: Call) -> tuple[int, list[JSON]]:
        app_commands.check(call.items)
        for command in call.items:
            command["id"] = self.world.ids.next()
        self.commands = call.items
        self.syncs += 1
        return 200, [self._stored(command) for command in self.commands]

    def _stored(self, command: JSON) -> JSON:
        kept: JSON = {
            "application_id": self.world.app.id,
            "version": command["id"],
            "type": 1,
            "description": "",
            "default_member_permissions": None,
        }
        said = {key: value for key, value in command.items() if value is not None}
        if "default_member_permissions" in said:
            said["default_member_permissions"] = str(said["default_member_permissions"])
        return kept | said

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        for message in self.world.messages():
            for attachment in message.attachments:
                if attachment.id == request.match_info["id"]:
                    return web.Response(body=attachment.data, content_type="image/png")
        return web.Response(status=404)

    # --- events -------------------------------------------------------------------------------

    def _hello(self, intents: int) -> Iterable[tuple[str, JSON]]:
        mine = [guild for guild in self.world.guilds.values() if guild.app is not None]
        yield (
            "READY",
            {
                "v": 10,
                "user": self.world.app.payload() | {"verified": True, "mfa_enabled": True},
                "guilds": [{"id": guild.id, "unavailable": True} for guild in mine],
                "session_type": "normal",
                "private_channels": [],
                "relationships": [],
                "application": {"id": self.world.app.id, "flags": self.flags},
            },
        )
        if intents & GUILDS:
            for guild in mine:
                yield "GUILD_CREATE", guild.payload(self.world.app)

    def _announce(self, event: str, data: JSON, intent: int = GUILDS) -> None:
        """Sends a server's event in its turn."""
        task = asyncio.ensure_future(self.gateway.send(event, data, intent))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def add(self, it: Interaction) -> None:
        """Send a person's interaction to the bot."""
        self.webhooks.interactions[it.token] = it
        task = asyncio.ensure_future(
            self.gateway.send("INTERACTION_CREATE", act.payload(self.world, it))
        )
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    # --- what tests do ------------------------------------------------------------------------

    def person(self, name: str, locale: str = "en-US") -> Person:
        return Person(self, self.world.add_user(name, locale))

    def guild(self, name: str = "Club", locale: str = "en-US") -> Server:
        """A server with the app in it; make it before the bot connects, or `announce` it."""
        owner = self.world.add_user(f"{name} owner", locale)
        return Server(self, self.world.add_guild(name, locale, owner))

    def group(self, *people: Person) -> Place:
        """A group chat; the app is no member, only people can bring it in."""
        users = tuple(person.user for person in people)
        return Place(self, self.world.add_channel(3, "friends", people=users))

    def announce_guild(self, guild: Guild) -> None:
        self._announce("GUILD_CREATE", guild.payload(self.world.app))

    def remove_guild(self, guild: Guild) -> None:
        """The app is thrown out, or the server deleted."""
        guild.app = None
        self._announce("GUILD_DELETE", {"id": guild.id})

    def grant_members(self) -> None:
        """The portal allows the app to see members; before it connects."""
        self.flags |= MEMBERS_LIMITED
        self.gateway.granted |= MEMBERS

    def remove_member(self, guild: Guild, person: Person) -> None:
        """Remove a member who leaves a server."""
        guild.members.pop(person.user.id, None)
        body = {"guild_id": guild.id, "user": person.user.payload()}
        self._announce("GUILD_MEMBER_REMOVE", body, MEMBERS)

    def add_member(self, guild: Guild, person: Person) -> None:
        guild.members[person.user.id] = person.user
        body = guild.member(person.user) | {"guild_id": guild.id}
        self._announce("GUILD_MEMBER_ADD", body, MEMBERS)

    def ban(self, guild: Guild, person: Person) -> None:
        """Ban a member, who leaves as well."""
        body = {"guild_id": guild.id, "user": person.user.payload()}
        self._announce("GUILD_BAN_ADD", body, MODERATION)
        self.remove_member(guild, person)

    def remove_channel(self, channel: Channel) -> None:
        self.world.remove_channel(channel)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        if channel.guild is not None:
            self._announce(event, channel.payload())

    def remove_message(self, message: Message) -> None:
        self.channels.delete_quietly(message)

    def asked(self, method: str, path: str) -> list[Recorded]:
        """The requests of one kind; `path` is the template without the version."""
        return [r for r in self.requests if (r.method, r.path) == (method, path)]

    async def until(self, true: Callable[[], object], what: str = "what was expected") -> None:
        """Waits until it holds; looks again after every request the bot makes."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WAIT):
                while not true():
                    self._changed.clear()
                    await self._changed.wait()
                return
        raise AssertionError(f"{what} did not happen within {LONGEST_WAIT:g} s")

    async def connected(self) -> None:
        await self.until(lambda: self.gateway.connected, "a connection of the bot")

    def _notify(self) -> None:
        self._changed.set()
