"""The daily dice of a real bot: killed between throw and choice, and not back before six."""

import re
import time
from pathlib import Path

from core.chance import Chance, commitment, roll
from core.day import Day
from core.types import Millis
from tests.bot.frontends.web.visitor import Message, Window, token, visitor
from tests.process import Tavola

HOUR = 3_600_000


def at(instant: int) -> dict[str, str]:
    """Settings of a bot for which it is that time now."""
    offset = instant - time.time_ns() // 1_000_000
    return {"TAVOLA_TESTING": "1", "TAVOLA_TESTING_CLOCK_OFFSET": str(offset)}


def throw(answer: Message) -> tuple[int, ...]:
    return tuple(answer["shown"]["card"]["board"]["view"]["throw"])


def ways(answer: Message) -> list[str]:
    return list(answer["shown"]["card"]["board"]["view"]["legal"])


async def line(window: Window) -> str:
    """The button of the room's line about today."""
    await window.say("/daily")
    shown = await window.shown(lambda each: each["card"]["text"].startswith("Daily dice"))
    return token(shown, "🎲 Play")


async def test_a_day_over_two_kills(tmp_path: Path) -> None:
    day = Day.at(Millis(time.time_ns() // 1_000_000)).plus(1)
    with Tavola(tmp_path, at(day.shuts - HOUR)) as tavola:
        async with visitor(tavola.url, tavola.link) as browser, browser.window("Ann") as ann:
            play, ticket = await line(ann), ann.welcome["ticket"]
            first = await ann.press(play)
            bound = re.findall("[0-9a-f]{64}", first["shown"]["card"]["text"])
            assert len(bound) == 2
            second = await ann.play(first["shown"], ways(first)[0])
    with Tavola(tmp_path, at(day.shuts + HOUR)) as tavola:
        entered = visitor(tavola.url, tavola.link)
        async with entered as browser, browser.window("Ann", ticket=ticket) as ann:
            answer = await ann.press(play)
            assert throw(answer) == throw(second)
            late = await ann.press(await line(ann))  # and the next day's, which binds the other
            assert bound[1] in late["shown"]["card"]["text"]
            while legal := ways(answer):
                answer = await ann.play(answer["shown"], legal[0])
    with Tavola(tmp_path, at(day.closes + HOUR)) as tavola:
        entered = visitor(tavola.url, tavola.link)
        async with entered as browser, browser.window("Ann", ticket=ticket) as ann:
            told = await ann.say(f"/daily {day.date}")
            key = re.search("seed ([0-9a-f]{64})", told["card"]["text"])
            assert key
            seed = bytes.fromhex(key[1])
            assert commitment(seed) == bound[0]
            assert throw(first) == roll_of(seed, day, 1)
            assert throw(second) == roll_of(seed, day, 2)


def roll_of(seed: bytes, day: Day, number: int) -> tuple[int, ...]:
    return roll(Chance(seed, day.label, ""), number)
