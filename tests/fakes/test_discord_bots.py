"""The fake Discord against discord.py: gateway, commands, presses, deadlines."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands, ui

from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.permissions import Permission
from tests.fakes.discord.world import GROUP_DM


@pytest.fixture
def now() -> FixedNow:
    return FixedNow()


@pytest.fixture
async def fake(now: FixedNow) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(now=now) as fake:
        fake.rest.self_checking = True
        yield fake


class Bot(discord.Client):
    """The smallest bot with a command, a button and a form."""

    def __init__(self, answer: Callable[[discord.Interaction], Any]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[str] = []
        self.answer = answer

    async def setup_hook(self) -> None:
        async def callback(interaction: discord.Interaction) -> None:
            await self.answer(interaction)

        self.tree.add_command(
            app_commands.Command(
                name="ping",
                description="pings",
                callback=callback,
                allowed_contexts=app_commands.AppCommandContext(
                    guild=True, dm_channel=True, private_channel=True
                ),
                allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            )
        )
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.answer(interaction)

    async def on_socket_event_type(self, event: str) -> None:
        self.seen.append(event)


@contextlib.asynccontextmanager
async def running(
    fake: FakeDiscord, answer: Callable[[discord.Interaction], Any]
) -> AsyncIterator[Bot]:
    discord.http.Route.BASE = fake.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(fake.gateway_url)
    bot = Bot(answer)
    task = asyncio.create_task(bot.start(fake.token))
    await fake.connected()
    yield bot
    await bot.close()
    await asyncio.wait_for(task, 5)


async def say_hello(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("hello")


def layout(said: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(said))
    line: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    line.add_item(ui.Button(label="go", custom_id="go"))
    view.add_item(line)
    return view


async def test_a_command_is_answered_everywhere(fake: FakeDiscord) -> None:
    server, ann = fake.guild(), fake.person("Ann", "fr")
    server.join(ann)
    places = [server.text(), server.voice(), ann.direct]
    places.append(places[0].thread("chat"))
    async with running(fake, say_hello) as bot:
        for place in places:
            assert (await ann.slash(place, "ping")).told == "hello"
        stranger = fake.person("Stranger")
        stranger.user_installed = True
        group = fake.group(stranger, ann)
        assert group.channel.kind == GROUP_DM
        answer = await stranger.slash(group, "ping")
        assert answer.told == "hello"
        with pytest.raises(discord.Forbidden):
            await bot.get_partial_messageable(int(group.channel.id)).send("a")
    assert fake.violations == []


async def test_locales_and_rights_travel_with_an_interaction(fake: FakeDiscord) -> None:
    server, ann = fake.guild(locale="it"), fake.person("Ann", "fr")
    server.join(ann)
    place = server.text()
    place.deny(Permission.ATTACH_FILES)
    told: list[discord.Interaction] = []

    async def note(interaction: discord.Interaction) -> None:
        told.append(interaction)
        await say_hello(interaction)

    async with running(fake, note):
        await ann.slash(place, "ping")
    assert told[0].locale is discord.Locale.french
    assert told[0].guild_locale is discord.Locale.italian
    assert not told[0].app_permissions.attach_files
    assert told[0].app_permissions.send_messages
    assert not told[0].permissions.manage_guild


async def test_a_second_answer_and_a_late_one(fake: FakeDiscord, now: FixedNow) -> None:
    place, ann = fake.guild().text(), fake.person("Ann")

    async def late(interaction: discord.Interaction) -> None:
        now.advance(3_001)
        with pytest.raises(discord.NotFound):
            await say_hello(interaction)

    async with running(fake, late) as bot:
        answer = await ann.slash(place, "ping")
        assert (answer.kind, answer.it.refused) == (None, [10062])

        async def twice(interaction: discord.Interaction) -> None:
            await say_hello(interaction)
            interaction.response._response_type = None
            with pytest.raises(discord.HTTPException):
                await say_hello(interaction)

        bot.answer = twice
        answer = await ann.slash(place, "ping")
        await fake.until(lambda: answer.it.refused)
        assert answer.it.refused == [40060]
    assert len(place.messages) == 1


async def test_a_token_lives_fifteen_minutes(fake: FakeDiscord, now: FixedNow) -> None:
    place, ann = fake.guild().text(), fake.person("Ann")
    kept: list[discord.Interaction] = []

    async def keep(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await interaction.response.defer(thinking=True)

    async with running(fake, keep):
        answer = await ann.slash(place, "ping")
        assert answer.kind == 5
        await kept[0].followup.send("at last")
        assert place.last.text == "at last"  # the first follow-up fills the deferred answer
        now.advance(15 * 60_000 + 1)
        with pytest.raises(discord.HTTPException) as error:
            await kept[0].edit_original_response(content="too late")
        assert error.value.code == 50027


async def test_pressing_updates_the_message(fake: FakeDiscord) -> None:
    place, ann = fake.guild().text(), fake.person("Ann")

    async def show(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=layout("after"))
        else:
            await interaction.response.send_message(view=layout("before"))

    async with running(fake, show):
        posted = await ann.slash(place, "ping")
        pressed = await ann.press(posted.message, "go")
        assert (pressed.kind, place.last.text, pressed.told) == (7, "after", "")
        with pytest.raises(AssertionError, match="no 'stop'"):
            await ann.press(posted.message, "stop")
    assert fake.violations == []


class Form(ui.Modal, title="Where?"):
    point: ui.TextInput["Form"] = ui.TextInput(label="Point", max_length=3)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"you said {self.point.value}", ephemeral=True)


async def test_a_form_is_filled_in(fake: FakeDiscord) -> None:
    place, ann = fake.guild().text(), fake.person("Ann")

    async def ask(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Form())

    async with running(fake, ask):
        shown = await ann.slash(place, "ping")
        assert shown.kind == 9
        answer = await ann.submit(shown, "k10")
        assert (answer.told, answer.private) == ("you said k10", True)
    assert fake.violations == []


async def test_follow_ups_can_be_changed_and_deleted(fake: FakeDiscord) -> None:
    place, ann = fake.guild().text(), fake.person("Ann")
    kept: list[discord.Interaction] = []

    async def answer(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await say_hello(interaction)

    async with running(fake, answer):
        asked = await ann.slash(place, "ping")
        [interaction] = kept
        more = await interaction.followup.send("more", ephemeral=True, wait=True)
        assert asked.it.follow_ups[0].for_user == ann.user.id
        assert place.last.text == "hello"  # others do not see it
        await more.edit(content="less")
        assert asked.it.follow_ups[0].text == "less"
        await more.delete()
        await interaction.edit_original_response(content="goodbye")
        assert place.last.text == "goodbye"
        await interaction.delete_original_response()
        assert place.messages == []
    assert fake.violations == []


async def test_five_follow_ups_where_only_a_person_brought_the_app(fake: FakeDiscord) -> None:
    ann, bo = fake.person("Ann"), fake.person("Bo")
    ann.user_installed = True
    kept: list[discord.Interaction] = []

    async def answer(interaction: discord.Interaction) -> None:
        kept.append(interaction)
        await say_hello(interaction)

    async with running(fake, answer):
        await ann.slash(fake.group(ann, bo), "ping")
        for _ in range(5):
            await kept[0].followup.send("more")
        with pytest.raises(discord.HTTPException):
            await kept[0].followup.send("too much")


async def test_a_lost_gateway_is_resumed_and_nothing_is_missed(fake: FakeDiscord) -> None:
    place, ann = fake.guild().text(), fake.person("Ann")
    async with running(fake, say_hello):
        await fake.gateway.drop()
        it = ann.type(place, "ping")  # while the bot is disconnected
        answer = await ann.wait(it)
        assert answer.told == "hello"
        assert (fake.gateway.identified, fake.gateway.resumed) == (1, 1)
        await fake.gateway.ask_to_reconnect()
        await fake.until(lambda: fake.gateway.resumed == 2)
        assert (await ann.slash(place, "ping")).told == "hello"


async def test_an_invalid_session_identifies_anew(fake: FakeDiscord) -> None:
    async with running(fake, say_hello):
        fake.gateway.resumable = False
        await fake.gateway.drop()
        await fake.until(lambda: fake.gateway.identified == 2)


async def test_a_wrong_token_and_privileged_intents_are_turned_away(fake: FakeDiscord) -> None:
    async with aiohttp.ClientSession() as http:
        for token, intents, code in (("x", 1, 4004), (fake.token, 1 << 15, 4014)):
            async with http.ws_connect(fake.gateway_url) as wire:
                assert (await wire.receive_json())["op"] == 10
                await wire.send_json({"op": 2, "d": {"token": token, "intents": intents}})
                await wire.receive()
                assert wire.close_code == code
