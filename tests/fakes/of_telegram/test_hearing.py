"""What a bot hears from the fake Telegram, and from whom."""

import asyncio

import aiohttp
import pytest

from tests.fakes.of_telegram.bare import Bare, keyboard, sent
from tests.fakes.telegram import FakeTelegram, User

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
