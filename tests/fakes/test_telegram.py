"""The fake Telegram holds clients to the real limits. Driven by bare requests."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.fakes.telegram import Chat, Cut, FakeTelegram, Message, Storm, User
from tests.fakes.telegram.errors import ApiError, Json, flood
from tests.fakes.telegram.limits import units
from tests.fakes.telegram.people import marks
from tests.fakes.telegram.schema import Schema

HOUR = 3600.0
PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4, "big") * 2


class HandClock:
    """Seconds since 1970, moved by hand."""

    def __init__(self) -> None:
        self.at = 1_800_000_000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def fake(clock: HandClock) -> AsyncIterator[FakeTelegram]:
    async with FakeTelegram(now=clock) as fake:
        yield fake


class Bare:
    """A client without a library: says exactly what a test wants said."""

    def __init__(self, fake: FakeTelegram, http: aiohttp.ClientSession) -> None:
        self._fake = fake
        self._http = http

    async def raw(self, method: str, **args: Any) -> Json:
        url = f"{self._fake.url}/bot{self._fake.token}/{method}"
        async with self._http.post(url, json=args) as answer:
            body: Json = await answer.json()
            assert body.get("error_code", 200) == answer.status
            return body

    async def __call__(self, method: str, **args: Any) -> Any:
        """The result; the call must succeed."""
        body = await self.raw(method, **args)
        assert body["ok"], body
        return body["result"]

    async def refused(self, method: str, **args: Any) -> str:
        """The description; the call must fail."""
        body = await self.raw(method, **args)
        assert not body["ok"], body
        return str(body["description"])


@pytest.fixture
async def bare(fake: FakeTelegram) -> AsyncIterator[Bare]:
    async with aiohttp.ClientSession() as http:
        yield Bare(fake, http)


@pytest.fixture
def ann(fake: FakeTelegram) -> User:
    return fake.people.person("Ann", language="fr", username="ann_b")


@pytest.fixture
def bo(fake: FakeTelegram) -> User:
    return fake.people.person("Bo")


def keyboard(*labels: str, data: str = "x") -> Json:
    return {"inline_keyboard": [[{"text": label, "callback_data": data}] for label in labels]}


async def sent(bare: Bare, fake: FakeTelegram, chat: Chat, **more: Any) -> Message:
    told = await bare("sendMessage", chat_id=chat.id, **({"text": "hello"} | more))
    return fake.world.chats[chat.id].messages[told["message_id"]]


# --- updates --------------------------------------------------------------------------------------


async def test_updates_come_again_until_they_are_confirmed(
    fake: FakeTelegram, bare: Bare, ann: User
) -> None:
    chat = fake.people.private(ann)
    fake.people.say(ann, chat, "one")
    fake.people.say(ann, chat, "two")
    first = await bare("getUpdates")
    assert [update["message"]["text"] for update in first] == ["one", "two"]
    assert await bare("getUpdates") == first
    rest = await bare("getUpdates", offset=first[0]["update_id"] + 1)
    assert rest == first[1:]
    assert await bare("getUpdates", offset=first[1]["update_id"] + 1) == []


async def test_a_negative_offset_keeps_the_last(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    for text in ("one", "two", "three"):
        fake.people.say(ann, fake.people.private(ann), text)
    [last] = await bare("getUpdates", offset=-1)
    assert last["message"]["text"] == "three"


async def test_a_poll_waits_for_the_first_update(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    poll = asyncio.create_task(bare("getUpdates", timeout=30))
    await fake.state.updates.polled.wait()
    fake.people.say(ann, fake.people.private(ann), "at last")
    [update] = await poll
    assert update["message"]["text"] == "at last"
    assert update["message"]["from"]["language_code"] == "fr"


async def test_a_second_poller_ends_the_first(fake: FakeTelegram, bare: Bare) -> None:
    first = asyncio.create_task(bare.refused("getUpdates", timeout=30))
    await fake.state.updates.polled.wait()
    second = asyncio.create_task(bare.raw("getUpdates", timeout=30))
    assert "terminated by other getUpdates" in await first
    second.cancel()


async def test_no_poll_beside_a_webhook(fake: FakeTelegram, bare: Bare) -> None:
    fake.state.webhook = "https://elsewhere.example"
    assert "webhook is active" in await bare.refused("getUpdates")
    assert (await bare("getWebhookInfo"))["url"] == "https://elsewhere.example"
    assert await bare("deleteWebhook")
    assert await bare("getUpdates") == []


async def test_kinds_nobody_asked_for_do_not_come(
    fake: FakeTelegram, bare: Bare, ann: User
) -> None:
    await bare("getUpdates", allowed_updates=["callback_query"])
    fake.people.say(ann, fake.people.private(ann), "not wanted")
    assert await bare("getUpdates") == []


async def test_only_our_token_opens(fake: FakeTelegram) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{fake.url}/bot1:wrong/getMe") as answer,
    ):
        assert answer.status == 401


# --- privacy mode ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("hello everybody", False),
        ("d3", False),
        ("@tavola_bot d3", False),
        ("/play@tavola_bot reversi", True),
        ("/play@TAVOLA_BOT", True),
        ("/play@other_bot", False),
        ("/play", False),
    ],
)
async def test_what_privacy_mode_lets_through(
    fake: FakeTelegram, bare: Bare, ann: User, text: str, heard: bool
) -> None:
    group = fake.people.group(ann)
    fake.people.say(ann, group, text)
    assert bool(await bare("getUpdates")) is heard


async def test_bare_commands_reach_the_bot_that_spoke_last(
    fake: FakeTelegram, bare: Bare, ann: User
) -> None:
    group = fake.people.group(ann)
    await sent(bare, fake, group)
    fake.people.say(ann, group, "/play")
    other = fake.people.person("Other", is_bot=True)
    fake.people.say(other, group, "I speak too")
    fake.people.say(ann, group, "/play again")
    texts = [update["message"]["text"] for update in await bare("getUpdates")]
    assert texts == ["/play"]


async def test_answers_to_the_bot_always_arrive(
    fake: FakeTelegram, bare: Bare, ann: User, bo: User
) -> None:
    group = fake.people.group(ann, bo)
    board = await sent(bare, fake, group, reply_markup=keyboard("Accept"))
    fake.people.say(ann, group, "d3", reply_to=board)
    other = fake.people.say(ann, group, "talk")
    fake.people.say(bo, group, "to you", reply_to=other)
    [update] = await bare("getUpdates")
    answered = update["message"]["reply_to_message"]
    assert answered["message_id"] == board.id
    assert answered["reply_markup"] == keyboard("Accept")


async def test_administrators_hear_everything(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    group = fake.people.group(ann)
    fake.people.add_bot(group, ann, "administrator")
    fake.people.say(ann, group, "talk")
    membership, message = await bare("getUpdates")
    assert membership["my_chat_member"]["new_chat_member"]["status"] == "administrator"
    assert message["message"]["text"] == "talk"


# --- sending --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": " \n"}, "message text is empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "😀" * 2049}, "message is too long"),
        ({"reply_markup": keyboard("x", data="y" * 65)}, "BUTTON_DATA_INVALID"),
        ({"reply_markup": keyboard("x", data="é" * 33)}, "BUTTON_DATA_INVALID"),
        ({"reply_markup": keyboard("")}, "BUTTON_TEXT_INVALID"),
        ({"reply_markup": keyboard(*("x" * 101))}, "too many buttons"),
        ({"reply_markup": {"inline_keyboard": keyboard()["inline_keyboard"] + [[]]}}, "row of 0"),
        ({"reply_markup": {"inline_keyboard": [[{"text": "x"}]]}}, "text buttons are unallowed"),
        (
            {"reply_markup": {"inline_keyboard": [[{"text": "x", "callback_data": "x"}] * 9]}},
            "row of 9",
        ),
        ({"entities": [{"type": "pre", "offset": 3, "length": 3}]}, "entity beyond"),
        ({"reply_parameters": {"message_id": 999}}, "message to be replied not found"),
        ({"message_thread_id": 7}, "message thread not found"),
    ],
)
async def test_what_is_not_sent(
    fake: FakeTelegram, bare: Bare, ann: User, more: Json, why: str
) -> None:
    group = fake.people.group(ann, super=True)
    assert why in await bare.refused("sendMessage", chat_id=group.id, **({"text": "hello"} | more))
    assert not group.messages


async def test_entities_end_on_characters(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    chat = fake.people.private(ann)
    half = [{"type": "pre", "offset": 0, "length": 1}]
    assert "middle" in await bare.refused("sendMessage", chat_id=chat.id, text="😀", entities=half)
    whole = [{"type": "pre", "offset": 0, "length": units("😀")}]
    assert await bare("sendMessage", chat_id=chat.id, text="😀", entities=whole)


async def test_who_cannot_be_written_to(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    said = {"text": "hello"}
    assert "chat not found" in await bare.refused("sendMessage", chat_id=5, **said)
    assert "initiate" in await bare.refused("sendMessage", chat_id=ann.id, **said)
    fake.people.start(ann)
    assert await bare("sendMessage", chat_id=ann.id, **said)
    fake.people.block(ann)
    assert "blocked by the user" in await bare.refused("sendMessage", chat_id=ann.id, **said)
    group = fake.people.group(ann)
    group.may_write = False
    assert "not enough rights" in await bare.refused("sendMessage", chat_id=group.id, **said)
    fake.people.remove_bot(group, ann)
    assert "kicked" in await bare.refused("sendMessage", chat_id=group.id, **said)


async def test_a_group_that_became_a_supergroup_says_so(
    fake: FakeTelegram, bare: Bare, ann: User
) -> None:
    group = fake.people.group(ann)
    new = fake.people.upgrade(group, ann)
    body = await bare.raw("sendMessage", chat_id=group.id, text="hello")
    assert body["parameters"] == {"migrate_to_chat_id": new.id}
    there, here = await bare("getUpdates")
    assert there["message"]["migrate_to_chat_id"] == new.id
    assert here["message"]["migrate_from_chat_id"] == group.id


async def test_message_numbers_repeat_from_chat_to_chat(
    fake: FakeTelegram, bare: Bare, ann: User
) -> None:
    one, two = (fake.people.group(ann, super=True) for _ in range(2))
    first = await sent(bare, fake, one)
    second = await sent(bare, fake, two)
    assert first.id == second.id
    private = fake.people.private(ann)
    basic = fake.people.group(ann)
    assert (await sent(bare, fake, private)).id != (await sent(bare, fake, basic)).id


async def test_topics(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    forum, topic = fake.people.forum(ann)
    message = await sent(bare, fake, forum, message_thread_id=topic.id)
    assert message.json()["is_topic_message"]
    fake.people.say(ann, forum, "/play@tavola_bot", topic=topic)
    [update] = await bare("getUpdates")
    assert update["message"]["message_thread_id"] == topic.id
    assert "forum_topic_created" in update["message"]["reply_to_message"]
    topic.closed = True
    why = await bare.refused("sendMessage", chat_id=forum.id, text="x", message_thread_id=topic.id)
    assert "TOPIC_CLOSED" in why
    assert "not enough rights" in await bare.refused(
        "createForumTopic", chat_id=forum.id, name="More"
    )
    fake.people.add_bot(forum, ann, "administrator")
    made = await bare("createForumTopic", chat_id=forum.id, name="More")
    assert made["message_thread_id"] in forum.topics


async def test_a_reply_thread_is_no_topic(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    group = fake.people.group(ann, super=True)
    board = await sent(bare, fake, group)
    fake.people.say(ann, group, "d3", reply_to=board)
    [update] = await bare("getUpdates")
    assert update["message"]["message_thread_id"] == board.id
    assert "is_topic_message" not in update["message"]


# --- editing and deleting -------------------------------------------------------------------------


async def test_edits(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    group = fake.people.group(ann)
    board = await sent(bare, fake, group, reply_markup=keyboard("a"))
    here = {"chat_id": group.id, "message_id": board.id}
    same = await bare.refused("editMessageText", **here, text="hello", reply_markup=keyboard("a"))
    assert "message is not modified" in same
    assert await bare("editMessageText", **here, text="bye", reply_markup=keyboard("b"))
    assert (board.text, board.labels, board.edits) == ("bye", ["b"], 1)
    await bare("editMessageReplyMarkup", **here)
    assert board.labels == []
    assert "no caption" in await bare.refused("editMessageCaption", **here, caption="x")
    theirs = fake.people.say(ann, group, "mine")
    why = await bare.refused("editMessageText", chat_id=group.id, message_id=theirs.id, text="x")
    assert "can't be edited" in why
    fake.people.delete(board)
    assert "message to edit not found" in await bare.refused("editMessageText", **here, text="x")


async def test_photos(fake: FakeTelegram, ann: User, bare: Bare) -> None:
    group = fake.people.group(ann)

    async def upload(method: str, files: dict[str, bytes], **fields: str) -> Json:
        form = aiohttp.FormData({"chat_id": str(group.id)} | fields)
        for name, data in files.items():
            form.add_field(name, data, filename="board.png", content_type="image/png")
        url = f"{fake.url}/bot{fake.token}/{method}"
        async with aiohttp.ClientSession() as http, http.post(url, data=form) as answer:
            body: Json = await answer.json()
            return body

    body = await upload("sendPhoto", {"photo": PNG}, caption="the end")
    message = group.messages[body["result"]["message_id"]]
    [size] = body["result"]["photo"]
    assert (size["width"], size["height"], message.text) == (640, 640, "the end")
    here = {"chat_id": group.id, "message_id": message.id}
    assert "no text" in await bare.refused("editMessageText", **here, text="x")
    await bare("editMessageCaption", **here, caption="the very end")
    media = json.dumps({"type": "photo", "media": "attach://new", "caption": "again"})
    await upload("editMessageMedia", {"new": PNG}, message_id=str(message.id), media=media)
    assert message.text == "again"
    await bare("sendPhoto", chat_id=group.id, photo=size["file_id"])
    assert "file identifier" in await bare.refused("sendPhoto", chat_id=group.id, photo="file-9")
    long = await bare.refused("editMessageCaption", **here, caption="x" * 1025)
    assert "caption is too long" in long
    assert "PROCESS" in (await upload("sendPhoto", {"photo": b"no png"}))["description"]
    group.may_photo = False
    assert "photos" in await bare.refused("sendPhoto", chat_id=group.id, photo=size["file_id"])


async def test_deleting_within_two_days(
    fake: FakeTelegram, bare: Bare, ann: User, clock: HandClock
) -> None:
    group = fake.people.group(ann)
    young, old = await sent(bare, fake, group), await sent(bare, fake, group)
    theirs = fake.people.say(ann, group, "mine")
    assert await bare("deleteMessage", chat_id=group.id, message_id=young.id)
    why = await bare.refused("deleteMessage", chat_id=group.id, message_id=young.id)
    assert "message to delete not found" in why
    why = await bare.refused("deleteMessage", chat_id=group.id, message_id=theirs.id)
    assert "can't be deleted" in why
    clock.at += 49 * HOUR
    why = await bare.refused("deleteMessage", chat_id=group.id, message_id=old.id)
    assert "for everyone" in why


async def test_reactions(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    group = fake.people.group(ann)
    message = fake.people.say(ann, group, "d3")
    here = {"chat_id": group.id, "message_id": message.id}
    await bare("setMessageReaction", **here, reaction=[{"type": "emoji", "emoji": "👍"}])
    assert message.reaction == "👍"
    odd = [{"type": "emoji", "emoji": "♟"}]
    assert "REACTION_INVALID" in await bare.refused("setMessageReaction", **here, reaction=odd)
    await bare("setMessageReaction", **here)
    assert message.reaction is None


# --- presses --------------------------------------------------------------------------------------


async def test_a_press_is_answered_once_and_soon(
    fake: FakeTelegram, bare: Bare, ann: User, clock: HandClock
) -> None:
    group = fake.people.group(ann)
    board = await sent(bare, fake, group, reply_markup=keyboard("Accept", data="v1"))
    press = fake.people.press(ann, board, "Accept")
    [update] = await bare("getUpdates")
    query = update["callback_query"]
    assert (query["data"], query["message"]["message_id"]) == ("v1", board.id)
    await bare("answerCallbackQuery", callback_query_id=query["id"], text="Done", show_alert=True)
    assert (await press.done, press.alert) == ("Done", True)
    again = await bare.refused("answerCallbackQuery", callback_query_id=query["id"])
    assert "query is too old" in again
    late = fake.people.press(ann, board, "v1")
    clock.at += 60
    assert "too old" in await bare.refused("answerCallbackQuery", callback_query_id=late.id)
    long = fake.people.press_data(ann, board, "forged")
    too_long = {"callback_query_id": long.id, "text": "x" * 201}
    assert "TOO_LONG" in await bare.refused("answerCallbackQuery", **too_long)
    away = {"callback_query_id": long.id, "url": "https://elsewhere.example"}
    assert "URL_INVALID" in await bare.refused("answerCallbackQuery", **away)
    with pytest.raises(LookupError):
        fake.people.press(ann, board, "Decline")


async def test_a_link_opens_the_private_chat(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    group = fake.people.group(ann)
    board = await sent(bare, fake, group, reply_markup=keyboard("Text"))
    press = fake.people.press(ann, board, "Text")
    link = "https://t.me/tavola_bot?start=v1-x"
    await bare("answerCallbackQuery", callback_query_id=press.id, url=link)
    await press.done
    fake.people.open_link(press)
    _, update = await bare("getUpdates")
    assert update["message"]["text"] == "/start v1-x"
    assert update["message"]["chat"]["type"] == "private"


# --- commands, members ----------------------------------------------------------------------------


async def test_commands_by_scope_and_language(bare: Bare) -> None:
    lists = [{"command": "play", "description": "Jouer"}]
    scope = {"type": "all_private_chats"}
    await bare("setMyCommands", commands=lists, scope=scope, language_code="fr")
    assert await bare("getMyCommands", scope=scope, language_code="fr") == lists
    assert await bare("getMyCommands", scope=scope) == []
    assert await bare("getMyCommands", language_code="fr") == []
    for command, description in (("Play", "x"), ("", "x"), ("a" * 33, "x"), ("ok", "")):
        wrong = [{"command": command, "description": description}]
        assert "BOT_COMMAND" in await bare.refused("setMyCommands", commands=wrong)
    many = [{"command": f"c{i}", "description": "x"} for i in range(101)]
    assert "TOO_MUCH" in await bare.refused("setMyCommands", commands=many)
    assert "language" in await bare.refused("getMyCommands", language_code="pt-BR")


async def test_who_is_in_a_chat(fake: FakeTelegram, bare: Bare, ann: User, bo: User) -> None:
    group = fake.people.group(ann)
    fake.people.join(bo, group)
    assert (await bare("getChatMember", chat_id=group.id, user_id=bo.id))["status"] == "member"
    fake.people.leave(bo, group)
    assert (await bare("getChatMember", chat_id=group.id, user_id=bo.id))["status"] == "left"
    joined, left = await bare("getUpdates")
    assert joined["message"]["new_chat_members"][0]["id"] == bo.id
    assert left["message"]["left_chat_member"]["id"] == bo.id
    assert (await bare("getChat", chat_id=group.id))["title"] == "Friends"
    assert await bare("leaveChat", chat_id=group.id)
    assert "not a member" in await bare.refused("getChat", chat_id=group.id)


async def test_being_added_and_removed(fake: FakeTelegram, bare: Bare, ann: User) -> None:
    group = fake.people.group(ann)
    fake.people.remove_bot(group, ann)
    fake.people.add_bot(group, ann)
    gone, back, service = await bare("getUpdates")
    assert gone["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert back["my_chat_member"]["old_chat_member"]["status"] == "kicked"
    assert service["message"]["new_chat_members"][0]["username"] == "tavola_bot"


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


def test_commands_and_mentions_are_marked_where_they_begin_a_word() -> None:
    found = marks("😀 /play@tavola_bot @ann a@b /x")
    assert [(mark["type"], mark["offset"], mark["length"]) for mark in found] == [
        ("bot_command", 3, 16),
        ("mention", 20, 4),
        ("bot_command", 29, 2),
    ]
