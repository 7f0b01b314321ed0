"""The lists of commands that Telegram offers while one types, by kind of chat and language.

They are read before they are written: Telegram counts changes of commands, and nearly always there
is nothing to change.
"""

from collections.abc import Iterator, Sequence

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

PRIVATE = (
    "play",
    "challenge",
    "dice",
    "daily",
    "games",
    "join",
    "leaderboard",
    "profile",
    "settings",
    "help",
    "privacy",
)
GROUPS = ("play", "challenge", "dice", "daily", "board", "games", "leaderboard", "help")
_LISTS: Sequence[tuple[BotCommandScope, Sequence[str]]] = (
    (BotCommandScopeAllPrivateChats(), PRIVATE),
    (BotCommandScopeAllGroupChats(), GROUPS),
    (BotCommandScopeAllChatAdministrators(), (*GROUPS, "setup")),
)

Listing = tuple[BotCommandScope, str | None, tuple[BotCommand, ...]]
"""For whom, in which language (None: everybody else's), which commands."""


def wanted() -> Iterator[Listing]:
    """All lists as they should be."""
    for scope, verbs in _LISTS:
        for locale in LOCALES:
            commands = tuple(BotCommand(verb, description(texts(locale), verb)) for verb in verbs)
            yield scope, None if locale == DEFAULT else locale, commands


async def outdated(bot: Bot) -> list[Listing]:
    """Those that Telegram has otherwise."""
    return [
        (scope, language, commands)
        for scope, language, commands in wanted()
        if await bot.get_my_commands(scope, language) != commands
    ]


async def sync(bot: Bot) -> int:
    """Brings every list up to date; says how many had to be written."""
    changed = await outdated(bot)
    for scope, language, commands in changed:
        await bot.set_my_commands(commands, scope, language)
    return len(changed)
