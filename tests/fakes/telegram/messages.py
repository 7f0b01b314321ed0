"""The Bot API's methods that send, change and delete messages."""

from dataclasses import dataclass, field
from typing import Any

from tests.fakes.telegram import limits, linking
from tests.fakes.telegram.args import Args
from tests.fakes.telegram.errors import Json, NotModelled, bad, not_modified
from tests.fakes.telegram.methods import Method
from tests.fakes.telegram.model import Chat, Message, Photo, Upload
from tests.fakes.telegram.state import State

DELETABLE_FOR = 48 * 3600
"""Seconds for which a message can be deleted (deleteMessage)."""


@dataclass
class Content:
    """What a message shows: checked against the limits before anything changes."""

    text: str
    entities: list[Json] = field(default_factory=list)
    photo: Photo | None = None
    markup: Json | None = None
    previews: bool = False
    upload: Upload | None = None

    @property
    def linked(self) -> list[Json]:
        return linking.found(self.text, self.entities)

    @property
    def preview(self) -> bool:
        return self.previews and any(link["type"] == "url" for link in self.linked)


def send_message(state: State, args: Args) -> Json:
    chat = state.writable(args)
    content = _text(args, chat)
    return _post(state, args, chat, content)


def send_photo(state: State, args: Args) -> Json:
    chat = state.writable(args)
    _may_photo(chat)
    content = _caption(args.raw, _markup(args, chat))
    content.photo = _photo(state, args, args.raw.get("photo", "attach://photo"))
    return _post(state, args, chat, content)


def send_animation(state: State, args: Args) -> Json:
    return _uploaded(state, args, "animation", b"GIF8")


def send_document(state: State, args: Args) -> Json:
    return _uploaded(state, args, "document", b"")


def _uploaded(state: State, args: Args, kind: str, begins: bytes) -> Json:
    """A file with a caption, of which a group may want none."""
    chat = state.writable(args)
    if not chat.may_photo:
        raise bad(f"not enough rights to send {kind}s to the chat")
    content = _caption(args.raw, _markup(args, chat))
    data = args.files.get(kind, b"")
    if not data or not data.startswith(begins):
        raise bad("file must be non-empty")
    content.upload = Upload(kind, data)
    return _post(state, args, chat, content)


def _text(args: Args, chat: Chat) -> Content:
    _no_parse_mode(args.raw)
    content = Content(args.text("text"), args.object("entities") or [], None, _markup(args, chat))
    content.previews = not (args.object("link_preview_options") or {}).get("is_disabled", False)
    limits.check_text(content.text)
    limits.check_entities(content.text, content.entities)
    return content


def _caption(given: Json, markup: Json | None) -> Content:
    _no_parse_mode(given)
    entities = limits.opened(given.get("caption_entities")) or []
    content = Content(given.get("caption", ""), entities, None, markup)
    limits.check_caption(content.text)
    limits.check_entities(content.text, content.entities)
    return content


def _no_parse_mode(given: Json) -> None:
    if "parse_mode" in given:
        raise NotModelled("parse_mode: send entities, which no name can break")


def _markup(args: Args, chat: Chat) -> Json | None:
    markup: Json | None = args.object("reply_markup")
    if markup is not None:
        limits.check_keyboard(markup, chat.is_private)
    return markup if markup and markup["inline_keyboard"] else None


def _may_photo(chat: Chat) -> None:
    if not chat.may_photo:
        raise bad("not enough rights to send photos to the chat")


def _photo(state: State, args: Args, source: Any) -> Photo:
    """A new upload or one that was sent before."""
    name = str(source).removeprefix("attach://")
    if name in args.files:
        try:
            return state.world.keep_photo(args.files[name])
        except ValueError:
            raise bad("IMAGE_PROCESS_FAILED") from None
    if name not in state.world.photos:
        raise bad("wrong file identifier/HTTP URL specified")
    return state.world.photos[name]


def _post(state: State, args: Args, chat: Chat, content: Content) -> Json:
    reply = _replied(args, chat)
    topic = _topic(state, args, chat, reply)
    if not chat.is_private:
        state.flood.count(chat.id)
    message = Message(
        id=state.world.next_message_id(chat),
        chat=chat,
        sender=state.bot,
        date=int(state.now()),
        text=content.text,
        entities=content.entities,
        photo=content.photo,
        upload=content.upload,
        markup=content.markup,
        topic=topic,
        reply_to=reply,
        silent=args.flag("disable_notification"),
        linked=content.linked,
        preview=content.preview,
    )
    chat.messages[message.id] = message
    chat.last_bot = state.bot.id
    return message.json()


def _replied(args: Args, chat: Chat) -> Message | None:
    wanted = args.object("reply_parameters")
    if wanted is None:
        return None
    message = chat.messages.get(int(wanted["message_id"]))
    if message is None and not wanted.get("allow_sending_without_reply"):
        raise bad("message to be replied not found")
    return message


def _topic(state: State, args: Args, chat: Chat, reply: Message | None) -> int | None:
    wanted = args.number("message_thread_id")
    if wanted is None:
        return reply.topic if reply else None
    if wanted not in chat.topics:
        raise bad("message thread not found")
    if chat.topics[wanted].closed and chat.status(state.bot.id) != "administrator":
        raise bad("TOPIC_CLOSED")
    return wanted


def edit_message_text(state: State, args: Args) -> Json:
    message = _editable(state, args)
    content = _text(args, message.chat)
    if message.photo or message.upload:
        raise bad("there is no text in the message to edit")
    return _change(state, message, content)


def edit_message_caption(state: State, args: Args) -> Json:
    message = _editable(state, args)
    if not (message.photo or message.upload):
        raise bad("there is no caption in the message to edit")
    content = _caption(args.raw, _markup(args, message.chat))
    content.photo = message.photo
    return _change(state, message, content)


def edit_message_media(state: State, args: Args) -> Json:
    message = _editable(state, args)
    media = args.object("media")
    if media["type"] != "photo":
        raise NotModelled("only photos are modelled")
    _may_photo(message.chat)
    content = _caption(media, _markup(args, message.chat))
    content.photo = _photo(state, args, media.get("media"))
    return _change(state, message, content)


def edit_message_reply_markup(state: State, args: Args) -> Json:
    message = _editable(state, args)
    markup = _markup(args, message.chat)
    content = Content(message.text, message.entities, message.photo, markup)
    return _change(state, message, content)


def _editable(state: State, args: Args) -> Message:
    if args.has("inline_message_id"):
        raise NotModelled("inline messages")
    chat = state.writable(args)
    message = chat.messages.get(args.need("message_id"))
    if message is None:
        raise bad("message to edit not found")
    if message.sender.id != state.bot.id or message.service:
        raise bad("message can't be edited")
    return message


def _change(state: State, message: Message, content: Content) -> Json:
    """An edit counts against the chat's pace whether or not it changes anything."""
    if not message.chat.is_private:
        state.flood.count(message.chat.id)
    now = (content.text, content.entities, content.photo, content.markup)
    if (message.text, message.entities, message.photo, message.markup) == now:
        raise not_modified()
    message.linked, message.preview = content.linked, content.preview
    message.text, message.entities = content.text, content.entities
    message.photo, message.markup = content.photo, content.markup
    message.edited = int(state.now())
    message.edits += 1
    return message.json()


def delete_message(state: State, args: Args) -> bool:
    chat = state.chat(args)
    message = chat.messages.get(args.need("message_id"))
    if message is None:
        raise bad("message to delete not found")
    mine = message.sender.id == state.bot.id or chat.is_private
    if not mine and chat.status(state.bot.id) not in ("administrator", "creator"):
        raise bad("message can't be deleted")
    if state.now() - message.date > DELETABLE_FOR:
        raise bad("message can't be deleted for everyone")
    del chat.messages[message.id]
    return True


def set_message_reaction(state: State, args: Args) -> bool:
    chat = state.chat(args)
    message = chat.messages.get(args.need("message_id"))
    if message is None:
        raise bad("message to react not found")
    wanted = args.object("reaction") or []
    if len(wanted) > 1:
        raise bad("REACTIONS_TOO_MANY")
    emoji = wanted[0]["emoji"] if wanted else None
    if emoji is not None and (emoji not in limits.REACTIONS or not chat.reactions):
        raise bad("REACTION_INVALID")
    message.reaction = emoji
    return True


def send_chat_action(state: State, args: Args) -> bool:
    state.chat(args).actions.append(str(args.raw["action"]))
    return True


METHODS: dict[str, Method] = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendAnimation": send_animation,
    "sendDocument": send_document,
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageMedia": edit_message_media,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "setMessageReaction": set_message_reaction,
    "sendChatAction": send_chat_action,
}
