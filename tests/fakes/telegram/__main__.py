"""The fake in a process of its own, to try the bot by hand: `python -m tests.fakes.telegram`.

Prints its address and token, makes a group with two people, and then does what it reads: lines such
as `ann /challenge@tavola_bot`, `bo press Accept` (the newest message that has such a button),
`ann answer d3` (to the bot's newest message). What the bot writes is printed.
"""

import asyncio
import sys

from tests.fakes.telegram import Chat, FakeTelegram, Message, User
from tests.fakes.telegram.schema import SETTING

PORT = 8081


def newest(chat: Chat, bot: int, button: str = "") -> Message:
    """The bot's newest message, or the newest with this button. LookupError where there is none."""
    for message in reversed(chat.history()):
        if message.sender.id == bot and (not button or button in message.labels):
            return message
    raise LookupError(f"no message with {button!r}" if button else "the bot has said nothing")


def act(fake: FakeTelegram, chat: Chat, people: dict[str, User], line: str) -> None:
    """One line of the script."""
    name, _, words = line.partition(" ")
    who, bot = people[name], fake.state.bot.id
    match words.split(" ", 1):
        case ["press", button]:
            fake.people.press(who, newest(chat, bot, button), button)
        case ["answer", text]:
            fake.people.say(who, chat, text, reply_to=newest(chat, bot))
        case _:
            fake.people.say(who, chat, words)


def show(message: Message) -> str:
    rows = (" | ".join(button["text"] for button in row) for row in message.buttons)
    return "\n".join((f"#{message.id} {message.text}", *rows))


async def watch(fake: FakeTelegram, chat: Chat) -> None:
    """Prints each message of the bot whenever it changed."""
    shown: dict[int, str] = {}
    while True:
        seen = len(fake.calls)
        await fake.until(lambda seen=seen: len(fake.calls) > seen, within=86_400)  # type: ignore[misc]
        for message in chat.history():
            if message.sender.id == fake.state.bot.id and shown.get(message.id) != show(message):
                shown[message.id] = show(message)
                print(shown[message.id], flush=True)  # noqa: T201


async def main() -> None:
    fake = FakeTelegram()
    await fake.start(PORT)
    people = {name: fake.people.person(name.title()) for name in ("ann", "bo")}
    chat = fake.people.group(*people.values(), super=True)
    print(f"# TAVOLA_TELEGRAM_API={fake.url} TAVOLA_TELEGRAM_TOKEN={fake.token}", flush=True)  # noqa: T201
    print(f"# requests are checked where {SETTING} names the specs", flush=True)  # noqa: T201
    watching = asyncio.create_task(watch(fake, chat))
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        try:
            act(fake, chat, people, line)
        except (KeyError, LookupError) as error:
            print(f"# {error}", flush=True)  # noqa: T201
    watching.cancel()
    await fake.stop()


if __name__ == "__main__":
    asyncio.run(main())
