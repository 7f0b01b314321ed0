"""The lists of commands that Telegram offers while one types, by kind of chat and language.

They are read before they are written: Telegram counts changes of commands, and nearly always there
is nothing to change.
"""

from collections.abc import Sequence

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.text.catalog import DEFAULT, LOCALES, texts
from bot.text.verbs import description

PRIVATE = ("play", "challenge", "games", "leaderboard", "help", "privacy")
GROUPS = ("play", "challenge", "board", "games", "leaderboard", "help")
_LISTS: Sequence[tuple[BotCommandScope, Sequence[str]]] = (
    (BotCommandScopeAllPrivateChats(), PRIVATE),
    (BotCommandScopeAllGroupChats(), GROUPS),
    (BotCommandScopeAllChatAdministrators(), GROUPS),
)


async def sync(bot: Bot) -> int:
    """Brings every list up to date; says how many had to be written."""
    written = 0
    for scope, verbs in _LISTS:
        for locale in LOCALES:
            code = None if locale == DEFAULT else locale  # without a code: everybody else's
            wanted = tuple(BotCommand(verb, description(texts(locale), verb)) for verb in verbs)
            if await bot.get_my_commands(scope, code) != wanted:
                await bot.set_my_commands(wanted, scope, code)
                written += 1
    return written
