"""The fake Discord holds clients to the real limits. Driven by bare requests."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, commands
from tests.fakes.discord.errors import JSON, ApiError, too_many
from tests.fakes.discord.faults import Drop, Hold, LoseAnswer, Refuse
from tests.fakes.discord.openapi import Specs, from_environment
from tests.fakes.discord.permissions import MEMBER, Permission
from tests.fakes.discord.ratelimits import Pace

V2 = 1 << 15
HOUR = 3_600_000


@pytest.fixture
def now() -> FixedNow:
    return FixedNow()


@pytest.fixture
async def fake(now: FixedNow) -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(now=now) as fake:
        fake.rest.self_checking = True
        yield fake


class Bare:
    """A client without a library: says exactly what a test wants said."""

    def __init__(self, fake: FakeDiscord, http: aiohttp.ClientSession) -> None:
        self._fake = fake
        self._http = http

    async def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self._fake.token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body)
        url = self._fake.api + path
        async with self._http.request(method, url, data=data, headers=headers) as answer:
            return answer.status, None if answer.status == 204 else await answer.json()


@pytest.fixture
async def bare(fake: FakeDiscord) -> AsyncIterator[Bare]:
    async with aiohttp.ClientSession() as http:
        yield Bare(fake, http)


def button(id: str, label: str = "x") -> JSON:
    return {"type": 2, "style": 1, "label": label, "custom_id": id}


def row(*parts: JSON) -> JSON:
    return {"type": 1, "components": list(parts)}


def buttons(count: int, start: int = 0) -> list[JSON]:
    ids = [f"b{i}" for i in range(start, start + count)]
    return [row(*map(button, ids[i : i + 5])) for i in range(0, count, 5)]


def v2(*parts: JSON) -> JSON:
    return {"flags": V2, "components": list(parts)}


def text(content: str) -> JSON:
    return {"type": 10, "content": content}


def picture(name: str, alt: str | None = None) -> JSON:
    item: JSON = {"media": {"url": f"attachment://{name}"}}
    return {"type": 12, "items": [item if alt is None else item | {"description": alt}]}


REFUSED: dict[str, tuple[JSON, int]] = {
    "nothing": ({}, 50006),
    "content over 2000": ({"content": "a" * 2001}, 50035),
    "label over 80": (v2(row(button("a", "l" * 81))), 50035),
    "custom_id over 100": (v2(row(button("a" * 101))), 50035),
    "custom_id empty": (v2(row(button(""))), 50035),
    "custom_id twice": (v2(row(button("a")), row(button("a"))), 50035),
    "six in a row": (v2(row(*[button(f"b{i}") for i in range(6)])), 50035),
    "an empty row": (v2(row()), 50035),
    "six rows without V2": ({"components": buttons(30)}, 50035),
    "41 components": (v2(*buttons(30), *[text("t")] * 5), 50035),
    "text over 4000 in all": (v2(text("a" * 2500), text("a" * 1501)), 50035),
    "content with V2": (v2(text("a")) | {"content": "b"}, 50035),
    "V2 parts without the flag": ({"components": [text("a")]}, 50035),
    "a file that is not there": (v2(picture("board.png")), 50035),
    "alt over 1024": (v2(picture("x", "a" * 1025)), 50035),
    "a button on its own": (v2(button("a")), 50035),
    "a container in a container": (
        v2({"type": 17, "components": [{"type": 17, "components": [text("a")]}]}),
        50035,
    ),
    "a select of 26": (
        v2(
            row(
                {
                    "type": 3,
                    "custom_id": "s",
                    "options": [{"label": "l", "value": str(i)} for i in range(26)],
                }
            )
        ),
        50035,
    ),
    "a nonce over 25": ({"content": "a", "nonce": "n" * 26, "enforce_nonce": True}, 50035),
}


@pytest.mark.parametrize("body", REFUSED)
async def test_messages_beyond_a_limit_are_refused(
    fake: FakeDiscord, bare: Bare, body: str
) -> None:
    place = fake.guild().text()
    sent, code = REFUSED[body]
    status, answer = await bare("POST", f"/channels/{place.channel.id}/messages", sent)
    assert (status, answer["code"]) == (400, code)
    assert place.messages == []


@pytest.mark.parametrize(
    "body",
    [
        {"content": "a" * 2000},
        v2(*buttons(25), text("a" * 4000), *[text("a")] * 0),
        v2({"type": 17, "components": [text("a"), *buttons(30), text("b"), text("c")]}),
        {"components": buttons(25)},
    ],
)
async def test_messages_at_a_limit_pass(fake: FakeDiscord, bare: Bare, body: JSON) -> None:
    place = fake.guild().text()
    status, _ = await bare("POST", f"/channels/{place.channel.id}/messages", body)
    assert status == 200
    assert fake.violations == []


async def test_v2_stays_and_edits_replace_attachments(fake: FakeDiscord, bare: Bare) -> None:
    place = fake.guild().text()
    path = f"/channels/{place.channel.id}/messages"
    _, posted = await bare("POST", path, v2(text("a")))
    status, answer = await bare("PATCH", f"{path}/{posted['id']}", {"content": "b"})
    assert (status, answer["code"]) == (400, 50035)
    status, _ = await bare("PATCH", f"{path}/{posted['id']}", {"components": [text("c")]})
    assert (status, place.last.text, place.last.flags & V2) == (200, "c", V2)


async def test_one_nonce_is_one_message_for_five_minutes(
    fake: FakeDiscord, bare: Bare, now: FixedNow
) -> None:
    place = fake.guild().text()
    body = {"content": "a", "nonce": "n", "enforce_nonce": True}
    path = f"/channels/{place.channel.id}/messages"
    first = (await bare("POST", path, body))[1]["id"]
    assert (await bare("POST", path, body))[1]["id"] == first
    now.advance(6 * 60_000)
    assert (await bare("POST", path, body))[1]["id"] != first


async def test_rights_decide(fake: FakeDiscord, bare: Bare) -> None:
    server = fake.guild()
    place = server.text()
    path = f"/channels/{place.channel.id}/messages"
    posted = (await bare("POST", path, {"content": "a"}))[1]["id"]
    place.deny(Permission.SEND_MESSAGES)
    assert (await bare("POST", path, {"content": "b"}))[1]["code"] == 50013
    assert (await bare("PATCH", f"{path}/{posted}", {"content": "b"}))[0] == 200
    place.deny(Permission.VIEW_CHANNEL)
    assert (await bare("PATCH", f"{path}/{posted}", {"content": "b"}))[1]["code"] == 50001
    server.set_app_rights(MEMBER & ~Permission.CREATE_PUBLIC_THREADS)
    other = server.text("other").channel.id
    posted = (await bare("POST", f"/channels/{other}/messages", {"content": "a"}))[1]["id"]
    thread = f"/channels/{other}/messages/{posted}/threads"
    assert (await bare("POST", thread, {"name": "t"}))[1]["code"] == 50013
    server.set_app_rights(None)
    assert (await bare("GET", f"/channels/{other}"))[1]["code"] == 50001


async def test_what_is_gone_says_so(fake: FakeDiscord, bare: Bare) -> None:
    place = fake.guild().text()
    path = f"/channels/{place.channel.id}/messages"
    posted = (await bare("POST", path, {"content": "a"}))[1]["id"]
    fake.remove_message(place.last)
    assert (await bare("PATCH", f"{path}/{posted}", {"content": "b"}))[1]["code"] == 10008
    fake.remove_channel(place.channel)
    assert (await bare("POST", path, {"content": "a"}))[1]["code"] == 10003


async def test_threads_are_made_once_and_archived(fake: FakeDiscord, bare: Bare) -> None:
    place = fake.guild().text()
    path = f"/channels/{place.channel.id}/messages"
    posted = (await bare("POST", path, {"content": "a"}))[1]["id"]
    status, thread = await bare("POST", f"{path}/{posted}/threads", {"name": "Ann and Bo"})
    assert (status, thread["id"]) == (201, posted)
    again = await bare("POST", f"{path}/{posted}/threads", {"name": "Ann and Bo"})
    assert again[1]["code"] == 160004
    inside = f"/channels/{thread['id']}/messages"
    said = (await bare("POST", inside, {"content": "b"}))[1]["id"]
    await bare("PATCH", f"/channels/{thread['id']}", {"archived": True})
    assert (await bare("PATCH", f"{inside}/{said}", {"content": "c"}))[1]["code"] == 50083
    await bare("POST", inside, {"content": "writing opens it again"})
    assert (await bare("PATCH", f"{inside}/{said}", {"content": "c"}))[0] == 200
    assert fake.violations == []


async def test_old_messages_are_edited_slowly(fake: FakeDiscord, bare: Bare, now: FixedNow) -> None:
    place = fake.guild().text()
    path = f"/channels/{place.channel.id}/messages"
    posted = (await bare("POST", path, {"content": "a"}))[1]["id"]
    now.advance(HOUR + 1)
    edits = [(await bare("PATCH", f"{path}/{posted}", {"content": str(i)})) for i in range(4)]
    assert [status for status, _ in edits] == [200, 200, 200, 429]
    assert edits[-1][1]["code"] == 30046
    now.advance(6_000)
    assert (await bare("PATCH", f"{path}/{posted}", {"content": "b"}))[0] == 200


async def test_pace_is_told_in_headers(now: FixedNow) -> None:
    async with FakeDiscord(now=now, pace=Pace()) as fake, aiohttp.ClientSession() as http:
        bare = Bare(fake, http)
        path = f"/channels/{fake.guild().text().channel.id}/messages"
        answers = [await bare("POST", path, {"content": "a"}) for _ in range(6)]
        assert [status for status, _ in answers] == [200] * 5 + [429]
        assert answers[-1][1]["retry_after"] == 5
        assert fake.rest.invalid == 1


async def test_holes_and_strangers_are_noticed(fake: FakeDiscord, bare: Bare) -> None:
    assert (await bare("GET", "/guilds/1/emojis"))[0] == 501
    place = fake.guild().text()
    await bare("POST", f"/channels/{place.channel.id}/messages", {"embeds": [{"title": "a"}]})
    assert len(fake.violations) == 2
    async with aiohttp.ClientSession() as http:
        assert (await http.get(fake.api + "/users/@me")).status == 401


async def test_bodies_are_checked_against_the_spec(fake: FakeDiscord, bare: Bare) -> None:
    place = fake.guild().text()
    path = f"/channels/{place.channel.id}/messages"
    status, _ = await bare("POST", path, {"content": "a", "attachments": [{"id": {}}]})
    assert status == 400
    assert bool(fake.violations) == fake.specs.found


def test_without_the_spec_nothing_is_checked() -> None:
    specs = Specs(None)
    assert not specs.found
    assert specs.request("POST", "/nowhere", {"a": 1}) is None
    assert specs.answer("POST", "/nowhere", 200, {"a": 1}) is None


def command(**change: Any) -> JSON:
    return {"name": "play", "description": "plays", "type": 1} | change


def option(name: str, **change: Any) -> JSON:
    return {"name": name, "description": "d", "type": 3} | change


def choice(name: str) -> JSON:
    return {"name": name, "value": name}


WRONG_COMMANDS: dict[str, list[JSON]] = {
    "capitals": [command(name="Play")],
    "a space": [command(name="play it")],
    "33 characters": [command(name="p" * 33)],
    "no description": [command(description="")],
    "a long description": [command(description="d" * 101)],
    "a long French description": [command(description_localizations={"fr": "d" * 101})],
    "a locale of its own": [command(name_localizations={"ht": "jwe"})],
    "twice": [command(), command()],
    "26 options": [command(options=[option(f"o{i}") for i in range(26)])],
    "required after optional": [command(options=[option("a"), option("b", required=True)])],
    "one name twice": [command(options=[option("a"), option("a")])],
    "one French name twice": [
        command(options=[option("a"), option("b", name_localizations={"fr": "a"})])
    ],
    "26 choices": [
        command(
            options=[option("a", choices=[{"name": f"{i}", "value": f"{i}"} for i in range(26)])]
        )
    ],
    "choices and completion": [
        command(options=[option("a", autocomplete=True, choices=[{"name": "b", "value": "b"}])])
    ],
    "too much": [
        command(
            options=[
                option(
                    f"o{i}", choices=[{"name": f"{j:099}", "value": f"{j:099}"} for j in range(2)]
                )
                for i in range(21)
            ]
        )
    ],
    "a menu with a description": [command(type=2)],
}


@pytest.mark.parametrize("case", WRONG_COMMANDS)
def test_commands_beyond_a_limit_are_refused(case: str) -> None:
    with pytest.raises(ApiError) as refused:
        commands.check(WRONG_COMMANDS[case])
    assert refused.value.code == 50035


async def test_faults_strike_before_or_after_the_effect(fake: FakeDiscord, bare: Bare) -> None:
    place = fake.guild().text()
    path = f"/channels/{place.channel.id}/messages"
    kind = "/channels/*/messages"
    fake.faults.add("POST", kind, Drop())
    with pytest.raises(aiohttp.ClientError):
        await bare("POST", path, {"content": "a"})
    assert place.messages == []
    fake.faults.add("POST", kind, LoseAnswer())
    with pytest.raises(aiohttp.ClientError):
        await bare("POST", path, {"content": "a"})
    assert len(place.messages) == 1
    fake.faults.add("POST", kind, Refuse(too_many(1.5)))
    assert (await bare("POST", path, {"content": "a"}))[1]["retry_after"] == 1.5
    hold = Hold()
    fake.faults.add("POST", kind, hold)
    task = asyncio.create_task(bare("POST", path, {"content": "b"}))
    await hold.arrived.wait()
    assert place.last.text == "a"
    hold.release.set()
    assert (await task)[0] == 200
    assert fake.faults.struck == 4


def test_it_runs_as_a_process_of_its_own() -> None:
    orders = [{"do": "look"}, {"do": "press", "as": "Ann", "label": "d3"}]
    run = subprocess.run(
        [sys.executable, "-m", "tests.fakes.discord"],
        input="".join(json.dumps(order) + "\n" for order in orders),
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    hello, looked, pressed = map(json.loads, run.stdout.splitlines())
    assert hello["api"].startswith("http://127.0.0.1:")
    assert looked == {"messages": [], "violations": []}
    assert "d3" in pressed["fault"]
    assert ("TAVOLA_TEST_SPECS" in run.stderr) != from_environment().found
