"""Running a server: its settings, the first who may change them, where matches live, order."""

from dataclasses import replace

import pytest

from bot.app.facade import GREETED
from bot.app.model.room import Room
from bot.app.model.room_settings import this
from core.match.model import AbortCause, Status
from tests.bot.frontends.discord.harness import Harness, moves
from tests.fakes.discord import FakeDiscord, Person
from tests.fakes.discord.messages import Message
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission


@pytest.fixture
def newcomer(discord: FakeDiscord, server: Server) -> Person:
    """May manage the server, and has not been shown how it is set up."""
    mo = discord.person("Mo")
    server.join(mo)
    server.guild.managers.add(mo.user.id)
    return mo


@pytest.fixture
async def mo(home: Harness, newcomer: Person, channel: Place) -> Person:
    """May manage the server, and knows how it is set up."""
    await decided(home, channel, GREETED, "yes")
    return newcomer


def room(place: Place) -> Room:
    return Room("discord", place.channel.guild.id, place.channel.id)  # type: ignore[union-attr]


async def decided(home: Harness, place: Place, key: str, value: str) -> None:
    """The server says so."""
    await home.store.houses.choose(replace(room(place), chat=""), key, value)


def labels(message: Message) -> list[str]:
    return [button["label"] for button in message.buttons]


async def resigned(home: Harness, first: Person, second: Person, board: Message) -> None:
    await home.press(first, board, "d3")
    await home.press(second, board, "c3")
    panel = (await home.press(first, board, "⋯")).message
    await home.press(first, panel, "🏳 Resign")
    await home.press(first, panel, "🏳 Resign")


# --- settings


async def test_settings_are_shown_to_the_asker_alone_and_changed_by_buttons(
    home: Harness, mo: Person, ann: Person, channel: Place
) -> None:
    shown = await home.slash(mo, channel, "tavola-admin setup")
    assert shown.private
    assert "Room settings:" in shown.told
    assert channel.messages == []
    changed = await home.press(mo, shown.message, "Turn off Pente")
    assert "Pente is off." in shown.message.text
    assert changed.it.original is shown.message
    refused = await home.slash(ann, channel, "play", game="pente")
    assert refused.told == "That game is turned off here."


async def test_a_setting_of_many_values_is_chosen_from_a_menu_and_back(
    home: Harness, mo: Person, channel: Place
) -> None:
    panel = (await home.slash(mo, channel, "tavola-admin setup")).message
    await home.press(mo, panel, "Language …")
    await mo.choose(panel, "Language", "Français")
    await home.settled()
    assert (await home.store.houses.settings(room(channel))).language == "fr"
    await home.press(mo, panel, "Only this channel or topic …")
    await home.press(mo, panel, "Matches at a time …")
    await home.press(mo, panel, "Same as everywhere here")
    assert (await home.store.houses.settings(room(channel))).most is None


async def test_whoever_does_not_manage_the_server_changes_nothing(
    home: Harness, ann: Person, channel: Place
) -> None:
    reply = await home.slash(ann, channel, "tavola-admin setup")
    assert reply.told == "Only admins can do that here."
    assert (await home.store.houses.settings(room(channel))).closed == frozenset()


# --- the first time


async def test_nothing_is_posted_and_the_first_who_may_is_shown_the_settings_once(
    home: Harness, newcomer: Person, ann: Person, channel: Place
) -> None:
    assert channel.messages == []
    answer = await home.slash(ann, channel, "tavola help")
    assert "Room settings:" not in answer.told
    answer = await home.slash(newcomer, channel, "tavola help")
    assert "Hi! I bring board games to this server.\nRoom settings:" in answer.told
    assert channel.messages == [], "for their eyes alone"
    assert "I'm missing permissions" not in answer.told
    again = await home.slash(newcomer, channel, "tavola help")
    assert "Room settings:" not in again.told


async def test_missing_rights_are_named_one_by_one(
    home: Harness, newcomer: Person, channel: Place
) -> None:
    channel.deny(Permission.ATTACH_FILES, Permission.CREATE_PUBLIC_THREADS)
    answer = await home.slash(newcomer, channel, "games")
    assert "Attach Files: without it, boards are text" in answer.told
    assert "Create Public Threads: without it, matches stay in the channel" in answer.told
    assert "View Channel" not in answer.told
    later = await home.slash(newcomer, channel, "tavola-admin setup")
    assert "Attach Files" in later.told


async def test_who_asks_for_the_settings_first_is_not_shown_them_twice(
    home: Harness, newcomer: Person, channel: Place
) -> None:
    answer = await home.slash(newcomer, channel, "tavola-admin setup")
    assert answer.told.count("Room settings:") == 1
    assert "Room settings:" not in (await home.slash(newcomer, channel, "games")).told


# --- where matches live


async def test_matches_stay_in_the_channel_where_the_server_wants_that(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    await decided(home, channel, "place", "here")
    board = await home.started(ann, bo, channel)
    assert channel.messages == [board]
    assert moves(board) == ["d3", "c4", "f5", "e6"]


async def test_all_matches_live_in_one_channel_and_leave_a_card_elsewhere(
    home: Harness, ann: Person, bo: Person, channel: Place, server: Server
) -> None:
    hall = server.text("hall")
    await decided(home, channel, "place", this(room(hall)))
    await home.slash(ann, channel, "challenge", game="reversi", first="challenger")
    [card] = channel.messages
    await home.press(bo, card, "Accept")
    [board] = hall.messages
    assert moves(board) == ["d3", "c4", "f5", "e6"]
    assert card.rows == []
    assert card.text.startswith("Ann and Bo are playing Reversi.\n[Go to board](")
    assert f"/{hall.channel.id}" in card.text
    asked = await home.slash(ann, channel, "board")
    assert f"/{hall.channel.id}/{board.id}" in asked.told
    assert len(channel.messages) == 1
    await resigned(home, ann, bo, board)
    assert card.text.startswith("Bo wins")
    assert "Rematch" in labels(card)
    await home.press(bo, card, "Rematch")
    await home.press(ann, card, "Accept")
    assert len(hall.messages) == 3, "the first board, its result, the next board"


async def test_against_the_computer_the_command_leaves_the_card(
    home: Harness, ann: Person, channel: Place, server: Server
) -> None:
    hall = server.text("hall")
    await decided(home, channel, "place", this(room(hall)))
    await home.slash(ann, channel, "play", game="reversi", first="challenger")
    [board], [card] = hall.messages, channel.messages
    assert moves(board)
    assert "are playing Reversi" in card.text


async def test_results_are_copied_to_their_channel(
    home: Harness, ann: Person, bo: Person, channel: Place, server: Server
) -> None:
    news = server.text("news")
    await decided(home, channel, "results", this(room(news)))
    board = await home.started(ann, bo, channel)
    await resigned(home, ann, bo, board)
    [told] = news.messages
    assert told.text.startswith("Bo wins")


async def test_a_results_channel_that_is_gone_hurts_nobody(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    await decided(home, channel, "results", "in 123456789")
    board = await home.started(ann, bo, channel)
    id = (await home.session(board)).match.id
    await resigned(home, ann, bo, board)
    match = (await home.store.load(id)).match
    assert match.status is Status.FINISHED
    assert (await home.slash(ann, channel, "play")).kind is not None


async def test_boards_are_text_where_the_server_wants_that_and_nobody_is_sorry(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    await decided(home, channel, "pictures", "text")
    board = await home.started(ann, bo, channel)
    assert board.attachments == []
    assert "```" in board.text
    assert "I can't post pictures" not in board.text


async def test_boards_in_private_are_text_for_whoever_wants_that(
    home: Harness, ann: Person, bo: Person, channel: Place
) -> None:
    """From the next drawing on; what others see in their channel stays as it is."""
    public = await home.started(ann, bo, channel)
    await home.slash(ann, ann.direct, "play", game="reversi", level="club", first="challenger")
    board = ann.direct.last
    assert board.attachments
    told = await home.slash(ann, ann.direct, "me settings", change="boards text")
    assert "Boards in your private chats are text." in told.told
    await home.slash(ann, ann.direct, "move", point="d3")
    assert board.attachments == []
    assert "3 . +(O)X" in board.text
    assert public.attachments


# --- order


async def test_a_match_is_ended_by_who_runs_the_server(
    home: Harness, mo: Person, ann: Person, bo: Person, channel: Place
) -> None:
    board = await home.started(ann, bo, channel)
    id = (await home.session(board)).match.id
    listed = await home.slash(mo, channel, "tavola-admin end")
    [label] = labels(listed.message)
    assert label.endswith("Ann and Bo")
    await home.press(mo, listed.message, label)
    assert (await home.store.load(id)).match.cause is AbortCause.ENDED
    assert "Ended by an admin." in board.text
    assert "Ended by an admin." in channel.messages[0].text


async def test_a_person_is_barred_and_let_in_again(
    home: Harness, mo: Person, eve: Person, channel: Place
) -> None:
    done = await home.slash(mo, channel, "tavola-admin bar", whom=eve)
    assert "Eve is barred from playing here." in done.told
    refused = await home.slash(eve, channel, "play")
    assert refused.told.startswith("You can't play here")
    await home.press(mo, done.message, "Undo")
    assert channel.messages == []
    await home.slash(eve, channel, "play")
    assert channel.messages != []


async def test_a_match_is_annulled_and_its_result_says_so(
    home: Harness, mo: Person, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    await resigned(home, ann, bo, board)
    result = lounge.last
    listed = await home.slash(mo, lounge, "tavola-admin annul")
    await home.press(mo, listed.message, labels(listed.message)[0])
    assert "Annulled: no longer counted." in result.text


async def test_all_of_it_holds_after_a_restart(
    home: Harness, mo: Person, ann: Person, channel: Place, eve: Person
) -> None:
    panel = (await home.slash(mo, channel, "tavola-admin setup")).message
    await home.press(mo, panel, "Turn off Pente")
    await home.slash(mo, channel, "tavola-admin bar", whom=eve)
    home.store.houses.forget()  # what a new process has
    assert (await home.slash(ann, channel, "play", game="pente")).told.startswith("That game")
    assert (await home.slash(eve, channel, "play")).told.startswith("You can't play")
