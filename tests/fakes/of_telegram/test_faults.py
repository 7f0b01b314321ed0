"""What can go wrong at the fake Telegram, and that every request is checked."""

import asyncio
import json
import random

import aiohttp
import pytest

from tests.fakes.of_telegram.bare import Bare, HandClock, sent
from tests.fakes.telegram import Cut, FakeTelegram, Storm, User
from tests.fakes.telegram.errors import ApiError, Json, flood
from tests.fakes.telegram.schema import Schema

# --- pace -----------------------------------------------------------------------------------------


async def test_sends_and_edits_of_a_group_are_counted_together(clock: HandClock) -> None:
    async with (
        FakeTelegram(now=clock, enforce_flood=True) as fake,
        aiohttp.ClientSession() as http,
    ):
        bare, ann = Bare(fake, http), fake.people.person("Ann")
        group = fake.people.group(ann)
        board = await sent(bare, fake, group)
        for i in range(19):
            clock.at += 1
            here = {"chat_id": group.id, "message_id": board.id}
            assert await bare("editMessageText", **here, text=f"{i}")
        body = await bare.raw("sendMessage", chat_id=group.id, text="one too many")
        assert body["parameters"]["retry_after"] == 41
        assert fake.flood.worst(group.id) == 20
        clock.at += 41
        await bare("sendMessage", chat_id=group.id, text="in time")
        private = fake.people.private(ann)
        for _ in range(30):
            await bare("sendMessage", chat_id=private.id, text="no such limit here")
        assert fake.flood.worst(group.id) == 20


# --- faults ---------------------------------------------------------------------------------------


async def test_faults_on_order(fake: FakeTelegram, bare: Bare, ann: User, bo: User) -> None:
    one, two = fake.people.private(ann), fake.people.private(bo)
    fake.faults.order(flood(3), "sendMessage", chat=one.id, times=2)
    assert await bare("sendMessage", chat_id=two.id, text="x")
    for _ in range(2):
        body = await bare.raw("sendMessage", chat_id=one.id, text="x")
        assert body["parameters"]["retry_after"] == 3
    assert await bare("sendMessage", chat_id=one.id, text="x")
    fake.faults.order(ApiError(502, "Bad Gateway"))
    assert await bare("getUpdates") == []  # any means any but polling
    assert (await bare.raw("getMe"))["error_code"] == 502
    assert fake.faults.injected == {"429": 2, "502": 1}


@pytest.mark.parametrize(("cut", "messages"), [(Cut.UNDONE, 0), (Cut.DONE, 1)])
async def test_a_cut_connection(
    fake: FakeTelegram, bare: Bare, ann: User, cut: Cut, messages: int
) -> None:
    chat = fake.people.private(ann)
    fake.faults.order(cut, "sendMessage")
    with pytest.raises(aiohttp.ClientError):
        await bare("sendMessage", chat_id=chat.id, text="x")
    assert len(chat.messages) == messages
    assert [call.status for call in fake.of("sendMessage")] == [0]


@pytest.mark.parametrize(("cut", "messages"), [(Cut.HANG_UNDONE, 0), (Cut.HANG_DONE, 1)])
async def test_an_answer_that_never_comes(
    fake: FakeTelegram, bare: Bare, ann: User, cut: Cut, messages: int
) -> None:
    chat = fake.people.private(ann)
    fake.faults.order(cut, "sendMessage")
    call = asyncio.create_task(bare("sendMessage", chat_id=chat.id, text="x"))
    await fake.until(lambda: bool(fake.of("sendMessage")))
    assert len(chat.messages) == messages
    call.cancel()


async def test_a_storm_is_the_same_twice(fake: FakeTelegram, bare: Bare) -> None:
    runs = []
    for _ in range(2):
        fake.faults.storm = Storm(0.5, random.Random(7), (flood(1), ApiError(500, "Internal")))
        runs.append([(await bare.raw("getMe")).get("error_code", 200) for _ in range(20)])
    assert runs[0] == runs[1]
    assert set(runs[0]) == {200, 429, 500}


async def test_offline_and_back_with_all_it_knew(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    chat, url = fake.people.private(ann), fake.url
    await sent(bare, fake, chat)
    await fake.stop()
    with pytest.raises(aiohttp.ClientError):
        await bare("getMe")
    await fake.start()
    assert fake.url == url
    assert await bare("getMe")
    assert len(chat.messages) == 1


# --- the check ------------------------------------------------------------------------------------


async def test_what_is_not_modelled_is_loud(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    chat = fake.people.private(ann)
    await bare.raw("sendPoll", chat_id=chat.id)
    await bare.raw("sendMessage", chat_id=chat.id, text="<b>x</b>", parse_mode="HTML")
    loud = [fault for fault in fake.violations if "not modelled" in fault]
    assert len(loud) == 2


DESCRIBED: Json = {
    "methods": {
        "sendThing": {
            "fields": [
                {"name": "id", "types": ["Integer", "String"], "required": True},
                {"name": "text", "types": ["String"], "description": "1-3 characters"},
                {"name": "thing", "types": ["Thing"]},
                {"name": "rows", "types": ["Array of Array of Button"]},
                {"name": "silent", "types": ["Boolean"]},
                {"name": "share", "types": ["Float"]},
            ]
        }
    },
    "types": {
        "Thing": {"subtypes": ["Cat", "Dog"]},
        "Cat": {
            "fields": [
                {"name": "type", "types": ["String"], "description": "must be cat"},
                {"name": "lives", "types": ["Integer"], "required": True},
            ]
        },
        "Dog": {"fields": [{"name": "type", "types": ["String"], "description": "must be dog"}]},
        "Button": {"fields": [{"name": "data", "types": ["String"], "description": "1-4 bytes"}]},
    },
}


@pytest.mark.parametrize(
    ("args", "faults"),
    [
        ({"id": 1, "text": "abc", "silent": True, "share": 0.5}, []),
        ({"id": "1", "silent": "true", "rows": '[[{"data":"x"}]]'}, []),
        ({}, ["sendThing.id: required"]),
        ({"id": 1, "colour": 2}, ["sendThing.colour: no such field"]),
        ({"id": 1, "text": "abcd"}, ["sendThing.text: 4 characters, allowed are 1-3"]),
        ({"id": 1, "text": 5}, ["sendThing.text: 5 is no String"]),
        ({"id": 1, "thing": {"type": "cat"}}, ["sendThing.thing.lives: required"]),
        ({"id": 1, "thing": {"type": "dog"}}, []),
        ({"id": 1, "thing": "not JSON"}, ["sendThing.thing: 'not JSON' is no Thing"]),
        (
            {"id": 1, "rows": [[{"data": "ééé"}]]},
            ["sendThing.rows[0][0].data: 6 bytes, allowed are 1-4"],
        ),
        ({"id": 1, "rows": {}}, ["sendThing.rows: {} is no list"]),
        ({"id": True}, ["sendThing.id: True is no Integer"]),
    ],
)
def test_requests_are_checked(args: Json, faults: list[str]) -> None:
    described = json.loads(json.dumps(DESCRIBED))
    for kind in (*described["methods"].values(), *described["types"].values()):
        for field in kind.get("fields", []):
            field.setdefault("required", False)
            field.setdefault("description", "")
    assert Schema(described).check("sendThing", args, frozenset()) == faults


def test_an_upload_stands_for_a_field() -> None:
    field = {"name": "photo", "types": ["InputFile"], "required": True, "description": ""}
    schema = Schema({"methods": {"send": {"fields": [field]}}, "types": {}})
    assert schema.check("send", {}, frozenset({"photo"})) == []
    assert schema.check("send", {}, frozenset()) == ["send.photo: required"]
    assert schema.check("other", {}, frozenset()) == ["other: no such method"]
