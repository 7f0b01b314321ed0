"""The fake Telegram holds messages, edits and presses to the real limits."""

import json

import aiohttp
import pytest

from tests.fakes.of_telegram.bare import HOUR, PNG, Bare, HandClock, keyboard, sent
from tests.fakes.telegram import FakeTelegram, User
from tests.fakes.telegram.errors import Json
from tests.fakes.telegram.limits import units

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
