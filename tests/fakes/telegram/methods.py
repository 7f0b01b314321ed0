"""The Bot API's methods that concern the bot itself: updates, commands, chats, answers to presses.

Messages are in `messages.py`. Each function takes the fake's state and the call's arguments and
returns the `result` or raises ApiError.
"""

import json
from collections.abc import Callable
from typing import Any

from tests.fakes.telegram import limits
from tests.fakes.telegram.args import Args
from tests.fakes.telegram.errors import Json, bad, query_too_old
from tests.fakes.telegram.model import Chat, User
from tests.fakes.telegram.state import TOPIC_COLOR, State

Method = Callable[[State, Args], Any]
COMMANDS_AT_MOST = 100


def get_me(state: State, args: Args) -> Json:
    del args
    told = {
        "can_join_groups": True,
        "can_read_all_group_messages": state.bot.reads_all,
        "supports_inline_queries": False,
    }
    return state.bot.json() | told


def get_webhook_info(state: State, args: Args) -> Json:
    del args
    pending = state.updates.unconfirmed
    return {
        "url": state.webhook,
        "has_custom_certificate": False,
        "pending_update_count": pending,
    }


def delete_webhook(state: State, args: Args) -> bool:
    if args.flag("drop_pending_updates"):
        raise bad("dropping updates would lose moves; nothing here may ask for it")
    state.webhook = ""
    return True


def _scope(args: Args) -> tuple[str, str]:
    scope = args.object("scope") or {"type": "default"}
    language = args.text("language_code")
    if language and (len(language) != 2 or not language.isalpha()):
        raise bad("invalid language code specified")
    return json.dumps(scope, sort_keys=True), language


def set_my_commands(state: State, args: Args) -> bool:
    commands = args.object("commands")
    if len(commands) > COMMANDS_AT_MOST:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        name = command["command"]
        if not name or len(name) > 32 or set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789_"):
            raise bad("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= 256:
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    state.commands[_scope(args)] = commands
    return True


def get_my_commands(state: State, args: Args) -> list[Json]:
    return state.commands.get(_scope(args), [])


def delete_my_commands(state: State, args: Args) -> bool:
    state.commands.pop(_scope(args), None)
    return True


def answer_callback_query(state: State, args: Args) -> bool:
    press = state.presses.get(args.text("callback_query_id"))
    if press is None or press.answered or state.now() - press.at > state.answer_within:
        raise query_too_old()
    text, url = args.text("text"), args.text("url")
    if limits.units(text) > limits.ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    if url and not url.startswith(f"https://t.me/{state.bot.username}?start="):
        raise bad("URL_INVALID")
    press.answer(text, args.flag("show_alert"), url)
    return True


def get_chat(state: State, args: Args) -> Json:
    chat = state.chat(args)
    gifts = dict.fromkeys(
        (
            "unlimited_gifts",
            "limited_gifts",
            "unique_gifts",
            "premium_subscription",
            "gifts_from_channels",
        ),
        False,
    )
    more = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}
    return chat.json() | more


def get_chat_member(state: State, args: Args) -> Json:
    chat = state.chat(args)
    user = state.world.users.get(args.need("user_id"))
    if user is None:
        raise bad("user not found")
    return member_json(chat, user)


def member_json(chat: Chat, user: User) -> Json:
    """ChatMember of the right kind; an administrator's rights are all granted."""
    status = chat.status(user.id)
    body: Json = {"status": status, "user": user.json()}
    if status == "kicked":
        body["until_date"] = 0
    if status == "creator":
        body["is_anonymous"] = False
    if status == "administrator":
        rights = (
            "can_be_edited can_manage_chat can_delete_messages can_manage_video_chats"
            " can_restrict_members can_promote_members can_change_info can_invite_users"
            " can_post_stories can_edit_stories can_delete_stories"
        )
        body |= dict.fromkeys(rights.split(), True) | {"is_anonymous": False}
    return body


def create_forum_topic(state: State, args: Args) -> Json:
    chat = state.writable(args)
    if not chat.forum:
        raise bad("the chat is not a forum")
    if chat.status(state.bot.id) not in ("administrator", "creator"):
        raise bad("not enough rights to create a topic")
    topic = state.open_topic(chat, state.bot, args.text("name"))
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": TOPIC_COLOR}


def leave_chat(state: State, args: Args) -> bool:
    state.chat(args).members[state.bot.id] = "left"
    return True


METHODS: dict[str, Method] = {
    "getMe": get_me,
    "getWebhookInfo": get_webhook_info,
    "deleteWebhook": delete_webhook,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "answerCallbackQuery": answer_callback_query,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "createForumTopic": create_forum_topic,
    "leaveChat": leave_chat,
}
