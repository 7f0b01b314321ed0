"""From Discord's people and places to actors and rooms, and back to what calls need.

A server is the space of its channels; a thread is a room of its own within its channel. Where only
a person brought the app along (group chats, servers it was not added to) nothing but the token of a
press reaches the place: such a chat carries a mark, so that no call is ever tried there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.app.model import display_names
from bot.app.model.button_token import Press
from bot.app.model.request import Actor, Request, Verb
from bot.app.model.room import Room
from core.types import MatchId

PLATFORM = "discord"
_BY_TOKEN = "~"
"""Begins the chat of a place that only presses reach; ids are digits, so it cannot be one."""

NEEDED = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
)
"""The rights that the bot asks for. Each missing one has its substitute."""

Interaction = discord.Interaction[Any]


def room_of(interaction: Interaction) -> Room:
    """Return the room of an interaction. Works for channels that are not in the cache."""
    space = None if interaction.guild_id is None else str(interaction.guild_id)
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        chat, thread = str(channel.parent_id), str(channel.id)
    else:
        chat, thread = str(interaction.channel_id), None
    return Room(PLATFORM, space, chat if _is_member(interaction) else _BY_TOKEN + chat, thread)


def _is_member(interaction: Interaction) -> bool:
    """Whether the bot itself is a member there, rather than installed by one user."""
    if interaction.guild_id is None:
        return interaction.context.dm_channel is True
    known = interaction.client.get_guild(interaction.guild_id) is not None
    return known or interaction.is_guild_integration()


def is_by_token(room: Room) -> bool:
    """Whether only the token of a press reaches this place."""
    return room.chat.startswith(_BY_TOKEN)


def channel_id(room: Room) -> int:
    """The channel to post in: the thread where there is one."""
    return int(room.thread or room.chat.removeprefix(_BY_TOKEN))


def link(room: Room, message: str) -> str:
    """The address of a message, for those who may see it."""
    space = room.space or "@me"
    return f"https://discord.com/channels/{space}/{channel_id(room)}/{message}"


def actor_of(interaction: Interaction) -> Actor:
    """Who acted."""
    user = interaction.user
    manages = interaction.permissions.manage_guild
    return Actor(PLATFORM, str(user.id), _name(user), str(interaction.locale), user.bot, manages)


def request_of(
    interaction: Interaction,
    verb: Verb,
    arg: str = "",
    *,
    session: MatchId | None = None,
    options: Mapping[str, str] | None = None,
    opponent: discord.User | None = None,
) -> Request:
    """Return the request of an interaction. Discord's id makes repeated delivery harmless."""
    return Request(
        str(interaction.id),
        actor_of(interaction),
        room_of(interaction),
        verb,
        session=session,
        arg=arg,
        options=options or {},
        opponent=None if opponent is None else actor_of_user(opponent),
    )


def request_of_press(interaction: Interaction, press: Press) -> Request:
    """Return the request of a button, whose token was decoded."""
    request = request_of(interaction, press.verb, press.arg, session=press.session)
    return replace(request, turn=press.turn)


def pressed_id(interaction: Interaction) -> str:
    """Return the custom id of the pressed button, or the value chosen from a menu."""
    data: Any = interaction.data
    values = data.get("values")
    return str(values[0] if values else data.get("custom_id", ""))


def actor_of_user(user: discord.User | discord.Member) -> Actor:
    """Who was chosen as the other side. Their language is not known from here."""
    return Actor(PLATFORM, str(user.id), _name(user), is_bot=user.bot)


def _name(user: discord.User | discord.Member) -> str:
    """The name that is the same in every server, so that it does not change to and fro."""
    return display_names.person(user.global_name or "") or user.name


def missing_rights(rights: discord.Permissions) -> tuple[str, ...]:
    """Which of those that a match needs are missing, by discord.py's names."""
    return tuple(name for name in NEEDED if not getattr(rights, name))
