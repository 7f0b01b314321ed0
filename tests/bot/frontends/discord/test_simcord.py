"""The same bot in simcord, an independent model of Discord: what one of us got wrong shows here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.app.background.engine_moves import EngineMoves
from bot.app.background.publisher import Publisher
from bot.app.model.request import Actor
from bot.app.ports.store import Store
from bot.app.presentation.board_images import BoardImages
from bot.app.session_cache import SessionCache
from bot.app.wiring import build_application, build_presenter
from bot.config import DiscordConfig
from bot.frontends.discord import DiscordFrontEnd
from bot.storage.store import open_sqlite
from core.match.model import Status
from core.types import MatchId
from tests.fakes.clock import FixedNow, Seeded
from tests.fakes.engines import ScriptedEngine


@dataclass
class Bot:
    """One process, wired."""

    store: Store
    front_end: DiscordFrontEnd
    publisher: Publisher
    thinking: EngineMoves

    @property
    def client(self) -> discord.Client:
        return self.front_end._client

    async def close(self) -> None:
        await self.publisher.close()
        await self.thinking.close()
        await self.store.close()


async def start(path: Path) -> Bot:
    now = FixedNow()
    store = await open_sqlite(path, now)
    sessions, presenter = SessionCache(store), build_presenter(store, now)
    app = build_application(store, sessions, presenter, now, Seeded())
    service = app.service
    front_end = DiscordFrontEnd(DiscordConfig(), service, presenter, app.facade, BoardImages())
    publisher = Publisher(sessions, {front_end.platform: front_end})
    thinking = EngineMoves(ScriptedEngine(), app.dispatcher)
    app.events.on_saved(publisher.wake)
    app.events.on_saved(thinking.wake)
    return Bot(store, front_end, publisher, thinking)


@asynccontextmanager
async def running(bot: Bot) -> AsyncIterator[Any]:
    try:
        async with simcord.run(bot.client) as env:
            yield env
    finally:
        await bot.close()


def walk(parts: Any) -> Any:
    for part in parts:
        yield part
        yield from walk(getattr(part, "children", ()))


def buttons(message: Any) -> dict[str, str]:
    """Identifiers by label."""
    found = [part for part in walk(message.components) if isinstance(part, discord.Button)]
    return {str(button.label): str(button.custom_id) for button in found}


def match_of(message: Any) -> MatchId:
    return MatchId(next(iter(buttons(message).values())).split("-")[1])


async def test_a_match_from_challenge_to_result(tmp_path: Path) -> None:
    bot = await start(tmp_path / "tavola.db")
    async with running(bot) as env:
        guild = env.create_guild()
        lounge = guild.create_voice_channel("lounge")
        ann, bo, eve = (guild.add_member(env.create_user(name)) for name in ("Ann", "Bo", "Eve"))
        posted = await ann.slash(lounge, "challenge", game="reversi", first="challenger")
        board = posted.response
        assert {"Accept", "Rules", "Cancel"} <= set(buttons(board.message))
        await bo.click(board, label="Accept")
        assert set(buttons(board.message)) == {"d3", "c4", "f5", "e6", "⤓", "⋯"}
        assert (await eve.click(board, label="d3")).response.ephemeral
        await ann.click(board, label="d3")
        assert len(board.message.attachments) == 1
        typed = await bo.slash(lounge, "move", point="c3")
        assert typed.response.ephemeral
        match = (await bot.store.load(match_of(board.message))).match
        assert [ply.move for ply in match.plies] == ["d3", "c3"]
        offered = await ann.autocomplete(lounge, "move", "point", "c")
        assert "c4" in [choice["value"] for choice in offered]
        panel = (await ann.click(board, label="⋯")).response
        await ann.click(panel, label="🏳 Resign")
        await ann.click(panel, label="🏳 Resign")
        ended = await bot.store.load(match.id)
        assert ended.match.status is Status.FINISHED
        assert lounge.last_message.reference.message_id == board.id
        assert set(buttons(lounge.last_message)) == {"Rematch", "Review", "Replay", "Record"}


async def test_a_match_in_a_thread(tmp_path: Path) -> None:
    bot = await start(tmp_path / "tavola.db")
    async with running(bot) as env:
        guild = env.create_guild()
        games = guild.create_text_channel("games")
        ann = guild.add_member(env.create_user("Ann"))
        posted = await ann.slash(games, "play", first="challenger", level="novice")
        card = posted.response.message
        assert buttons(card) == {}
        assert card.components[0].children[0].content.endswith(f"<#{card.id}>")
        player = await bot.store.player_for(Actor("discord", str(ann.id), "Ann"))
        [id] = await bot.store.of_player(player.id)
        session = await bot.store.load(id)
        [thread] = [screen for screen in session.screens if screen.room.thread]
        assert (thread.room.thread, thread.shown) == (str(card.id), session.version)


async def test_a_stone_by_form_and_by_column_and_row(tmp_path: Path) -> None:
    bot = await start(tmp_path / "tavola.db")
    async with running(bot) as env:
        guild = env.create_guild()
        lounge = guild.create_voice_channel("lounge")
        ann, bo = (guild.add_member(env.create_user(name)) for name in ("Ann", "Bo"))
        posted = await ann.slash(lounge, "challenge", game="pente", first="challenger")
        board = posted.response
        await bo.click(board, label="Accept")
        assert set(buttons(board.message)) == {"Type a point", "Pick a point", "⤓", "⋯"}
        for typed in ("I9", "l 11"):
            form = await bo.click(board, label="Type a point")
            answer = await bo.submit_modal(form, {"move": typed})
            assert (answer.response is not None and answer.response.ephemeral) is (typed == "I9")
        panel = (await ann.click(board, label="Pick a point")).response
        assert panel.ephemeral
        await ann.click(panel, label="N")
        assert len(panel.message.attachments) == 1
        await ann.click(panel, label="13")
        match = (await bot.store.load(match_of(board.message))).match
        assert [ply.move for ply in match.plies] == ["l11", "n13"]
        assert env.errors == []


async def test_without_attaching_files(tmp_path: Path) -> None:
    bot = await start(tmp_path / "tavola.db")
    async with running(bot) as env:
        guild = env.create_guild()
        denied = discord.PermissionOverwrite(attach_files=False, create_public_threads=False)
        games = guild.create_text_channel("games", overwrites={guild.default_role: denied})
        ann = guild.add_member(env.create_user("Ann"))
        posted = await ann.slash(games, "play", first="challenger")
        await ann.click(posted.response, label="d3")
        assert posted.response.attachments == []
        assert len(posted.followups) == 1


async def test_old_buttons_after_a_restart(tmp_path: Path) -> None:
    bot = await start(tmp_path / "tavola.db")
    async with simcord.run(bot.client) as env:
        guild = env.create_guild()
        lounge = guild.create_voice_channel("lounge")
        ann = guild.add_member(env.create_user("Ann"))
        board = (await ann.slash(lounge, "play", first="challenger")).response
        assert board is not None
        await bot.close()
        again = await start(tmp_path / "tavola.db")
        await env.restart_bot(again.client)
        await env.advance_time(30 * 86_400)
        await ann.click(board, label="d3")
        match = (await again.store.load(match_of(board.message))).match
        assert len(match.plies) == 2
        assert env.errors == []
        await again.close()
