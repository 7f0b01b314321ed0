"""What `tavola check --online` finds out about a token."""

from pathlib import Path

from bot.config import DiscordConfig, Secret
from bot.frontends.discord.diagnostics import check
from tests.bot.frontends.discord.harness import harness
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.errors import ApiError
from tests.fakes.discord.faults import Refuse


async def found(discord: FakeDiscord, token: str = "") -> tuple[str, list[str]]:
    """All that is said, and the obstacles."""
    secret = Secret(token or discord.token)
    config = DiscordConfig(api=discord.api, gateway=discord.gateway_url, token=secret)
    findings = await check(config)
    said = "\n".join(finding.text for finding in findings)
    assert secret.reveal() not in said
    return said, [finding.text for finding in findings if finding.obstacle]


async def test_all_is_well(tmp_path: Path, discord: FakeDiscord, now: FixedNow) -> None:
    said, obstacles = await found(discord)
    assert obstacles == []
    assert "commands are out of date" in said
    assert "permissions=309237746688" in said
    assert "scope=bot+applications.commands" in said
    assert discord.syncs == 0
    async with harness(tmp_path / "tavola.db", discord, now):
        pass
    said, _ = await found(discord)
    assert "commands are up to date" in said


async def test_a_wrong_token(discord: FakeDiscord) -> None:
    assert (await found(discord, "another-token"))[1] == ["Discord does not accept the token"]


async def test_presses_that_would_go_elsewhere(discord: FakeDiscord) -> None:
    discord.interactions_endpoint = "https://example.org/interactions"
    assert "no press would arrive" in (await found(discord))[1][0]


async def test_discord_is_not_there(discord: FakeDiscord) -> None:
    down = Refuse(ApiError(503, 0, "Service Unavailable"))
    discord.faults.add("GET", "/gateway/bot", down)
    assert "cannot be reached" in (await found(discord))[1][0]
