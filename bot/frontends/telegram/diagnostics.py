"""What the token opens, for `tavola check --online`: asks Telegram and changes nothing.

One line a finding, in the operator's English; an obstacle is a reason why it would not start.
"""

from dataclasses import dataclass

from telegram.error import InvalidToken, TelegramError

from bot.config import TelegramConfig
from bot.frontends.telegram.bot import QuietBot
from bot.frontends.telegram.inbound import command_menus


@dataclass(frozen=True, slots=True)
class Finding:
    text: str
    obstacle: bool = False


async def check(config: TelegramConfig) -> list[Finding]:
    """Check the account, group privacy, competing pollers, and the command menus."""
    bot = QuietBot.at(config.api, config.token.reveal())
    try:
        await bot.initialize()
        me = bot.bot
        found = [Finding(f"the token is that of @{bot.username}")]
        sees = "everything" if me.can_read_all_group_messages else "commands and answers to it"
        found.append(Finding(f"in groups it sees {sees} (BotFather, /setprivacy)"))
        if not me.can_join_groups:
            found.append(Finding("it cannot be added to groups (BotFather, /setjoingroups)"))
        webhook = await bot.get_webhook_info()
        if webhook.url:
            found.append(Finding("a webhook is set; starting removes it"))
        waiting = webhook.pending_update_count
        found.append(Finding(f"updates waiting to be fetched: {waiting}"))
        outdated = await command_menus.outdated(bot)
        lists = f"{len(outdated)} command lists are out of date; starting updates them"
        found.append(Finding(lists if outdated else "the command lists are up to date"))
        return found
    except InvalidToken:  # its text holds the token
        return [Finding("Telegram does not accept the token", obstacle=True)]
    except TelegramError as error:
        return [Finding(f"Telegram cannot be reached: {error}", obstacle=True)]
    finally:
        await bot.shutdown()
