"""What the operator is told of the token."""

from bot.config import Secret, TelegramConfig
from bot.frontends.telegram.bot import QuietBot
from bot.frontends.telegram.diagnostics import Finding, check
from bot.frontends.telegram.inbound import command_menus
from bot.text.catalog import LOCALES
from tests.fakes.telegram import FakeTelegram, User


def config(telegram: FakeTelegram, token: str | None = None) -> TelegramConfig:
    return TelegramConfig(api=telegram.url + "/", token=Secret(token or telegram.token))


async def test_before_the_first_start(telegram: FakeTelegram, ann: User) -> None:
    telegram.state.webhook = "https://elsewhere.example"
    telegram.people.start(ann)
    assert await check(config(telegram)) == [
        Finding("the token is that of @tavola_bot"),
        Finding("in groups it sees commands and answers to it (BotFather, /setprivacy)"),
        Finding("a webhook is set; starting removes it"),
        Finding("updates waiting to be fetched: 1"),
        Finding(f"{3 * len(LOCALES)} command lists are out of date; starting updates them"),
    ]
    changing = {"setMyCommands", "deleteWebhook", "getUpdates", "sendMessage"}
    assert not changing & {call.method for call in telegram.calls}


async def test_all_in_order() -> None:
    async with FakeTelegram(reads_all=True) as telegram:
        async with QuietBot.at(telegram.url, telegram.token) as bot:
            assert await command_menus.sync(bot) == 3 * len(LOCALES)
        found = await check(config(telegram))
        assert Finding("in groups it sees everything (BotFather, /setprivacy)") in found
        assert found[-1] == Finding("the command lists are up to date")


async def test_what_would_stop_it(telegram: FakeTelegram) -> None:
    wrong = await check(config(telegram, "987654321:not-the-token"))
    assert wrong == [Finding("Telegram does not accept the token", obstacle=True)]
    await telegram.stop()
    [away] = await check(config(telegram))
    assert away.obstacle
    assert away.text.startswith("Telegram cannot be reached")
    assert telegram.token not in away.text
