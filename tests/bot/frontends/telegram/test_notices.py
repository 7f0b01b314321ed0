"""Boards that wait, on Telegram: one message that mentions, private chats, who blocked the bot."""

from bot.app.model.request import Actor
from bot.app.model.room import Room
from bot.frontends.telegram import mapping
from core.match.clock import DAY, HOUR, MINUTE, SECOND
from core.types import PlayerId
from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, FakeTelegram, Message, User


def notices(home: Harness, chat: Chat) -> list[Message]:
    return [m for m in home.ours(chat) if "for you:" in m.text]


async def privately(home: Harness, who: User) -> PlayerId:
    player = await home.store.player_for(Actor("telegram", str(who.id), who.first_name))
    await home.store.choose_setting(player.id, "notices", "private")
    return player.id


async def test_one_message_mentions_who_has_to_move_and_goes_with_the_move(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.later(3 * MINUTE)
    [notice] = notices(home, group)
    assert notice.text == "Ann\n1 board is waiting for you:"
    [mark] = notice.entities
    assert (mark["type"], mark["user"]["id"], mark["offset"]) == ("text_mention", ann.id, 0)
    assert not notice.silent
    assert notice.reply_to is board
    [[way]] = notice.buttons
    assert way["text"] == "Reversi · Bo"
    assert way["url"].endswith(f"/{board.id}")
    await home.press(ann, board, "d3")
    [notice] = notices(home, group)
    assert notice.text.startswith("Bo\n")


async def test_an_old_notice_that_cannot_be_deleted_is_reworded(
    home: Harness, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    board = await home.started(ann, bo, group)
    await home.later(3 * MINUTE)
    [notice] = notices(home, group)
    before = telegram.state.now
    telegram.state.now = lambda: before() + 3 * DAY / SECOND
    await home.press(ann, board, "d3")
    assert notice.text == "Nothing is waiting for you here any more."
    assert notice.buttons == []


async def test_privately_where_the_person_has_begun_a_chat(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    chat = home.people.private(ann)
    await home.say(ann, chat, "/start")
    await privately(home, ann)
    await home.started(ann, bo, group)
    await home.later(3 * MINUTE)
    assert notices(home, group) == []
    [notice] = notices(home, chat)
    assert notice.text == "1 board is waiting for you:"
    assert notice.entities == []


async def test_who_never_began_a_chat_is_told_in_the_group_and_why_once(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await privately(home, ann)
    board = await home.started(ann, bo, group)
    await home.later(3 * MINUTE)
    [notice] = notices(home, group)
    assert "I can't message you privately." in notice.text
    await home.press(ann, board, "d3")
    await home.later(3 * MINUTE)
    await home.press(bo, board, "c3")
    await home.later(3 * MINUTE)
    [again] = [m for m in notices(home, group) if m.text.startswith("Ann")]
    assert "privately" not in again.text


async def test_somebody_who_blocked_the_bot_is_told_of_to_whoever_wants_to_know(
    home: Harness, telegram: FakeTelegram, group: Chat, ann: User, bo: User
) -> None:
    lost: list[tuple[PlayerId, Room]] = []

    async def note(player: PlayerId, room: Room) -> None:
        lost.append((player, room))

    home.notices.on_unreachable(note)
    await home.say(ann, home.people.private(ann), "/start")
    telegram.people.block(ann)
    player = await privately(home, ann)
    await home.started(ann, bo, group)
    await home.later(3 * MINUTE)
    assert lost == [(player, Room("telegram", None, str(ann.id)))]
    assert len(notices(home, group)) == 1


async def test_field_report_55_several_matches_in_one_group_make_one_notice(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    await home.started(ann, bo, group)
    await home.started(ann, eve, group)
    await home.later(3 * MINUTE)
    [notice] = notices(home, group)
    assert notice.text == "Ann\n2 boards are waiting for you:"
    assert [row[0]["text"] for row in notice.buttons] == ["Reversi · Bo", "Reversi · Eve"]
    before = len(home.ours(group))
    for _ in range(10):
        await home.later(HOUR)
    assert len(home.ours(group)) == before


async def test_the_toast_says_that_more_boards_wait_and_a_board_what_happened(
    home: Harness, group: Chat, ann: User, bo: User, eve: User
) -> None:
    first = await home.started(ann, bo, group)
    await home.started(ann, eve, group)
    assert await home.press(ann, first, "d3") == ""
    assert await home.press(bo, first, "c3") == ""
    assert await home.press(ann, first, "c4") == "Played. 1 more board waiting: “games”"
    assert await home.press(bo, first, "e3") == ""
    assert await home.press(ann, first, "⤓") == "Since your move: Bo e3"


async def test_a_board_asked_for_by_name_tells_in_a_group_too_what_happened(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """As an answer to whoever asked, and only where something did."""
    board = await home.started(ann, bo, group)
    await home.press(ann, board, "d3")
    await home.say(ann, group, "/board@tavola_bot")
    assert not [each for each in home.ours(group) if each.text.startswith("Since")]
    board = next(each for each in home.ours(group) if len(each.buttons) > 2)
    await home.press(bo, board, "c3")
    home.now.advance(MINUTE)
    asked = await home.say(ann, group, "/board@tavola_bot")
    [told] = [each for each in home.ours(group) if each.text.startswith("Since")]
    assert told.text == "Since your move: Bo c3"
    assert (told.reply_to, told.silent) == (asked, True)


async def test_offers_are_heard_of_by_a_button_below_help(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    """A toast says so; the group's message stays as it is for the others."""
    await home.say(ann, group, "/help@tavola_bot")
    card = home.last(group)
    said = await home.press(bo, card, "Notify me of challenges here")
    assert said == "I'll notify you when someone offers a match here."
    room = mapping.room(group.id)
    [listener] = await home.store.houses.listeners(room)
    assert (await home.store.players([listener]))[listener].name == "Bo"
    assert home.last(group) is card
