"""`tavola end MATCH`, `annul MATCH`, `bar PERSON`, `unbar PERSON`.

A running bot executes the command itself, and boards are updated at once. Otherwise the command
opens the database and does the same; boards are updated at the next start.
"""

import asyncio
from collections.abc import Sequence

from bot import control_socket
from bot.app.rooms.operator_commands import CommandResult, OperatorCommands
from bot.app.session_cache import SessionCache
from bot.app.wiring import build_application, build_presenter
from bot.cli import DONE, FAILED, complain, say
from bot.config import Config
from bot.environment import clock, entropy_source
from bot.storage.errors import CannotOpen
from bot.storage.store import open_sqlite


def give(config: Config, *words: str) -> int:
    """Execute the command and print its result."""
    try:
        done = asyncio.run(_give(config, words))
    except CannotOpen as error:
        complain(str(error))
        return FAILED
    except (OSError, TimeoutError, ValueError) as error:
        complain(f"the running bot did not answer ({error})")
        return FAILED
    if not done.ok:
        complain(done.line)
        return FAILED
    say(done.line)
    return DONE


async def _give(config: Config, words: Sequence[str]) -> CommandResult:
    done = await control_socket.ask(config.storage.path, words)
    return await _alone(config, words) if done is None else done


async def _alone(config: Config, words: Sequence[str]) -> CommandResult:
    """Execute without a running bot. Raises CannotOpen if one is running or there is no
    database."""
    if not config.storage.path.exists():
        raise CannotOpen(f"{config.storage.path} does not exist")
    now = clock(config.testing)
    store = await open_sqlite(config.storage.path, now)
    try:
        presenter = build_presenter(store, now)
        app = build_application(
            store, SessionCache(store), presenter, now, entropy_source(config.testing)
        )
        return await OperatorCommands(store, app.moderation, app.bans).obey(words)
    finally:
        await store.close()
