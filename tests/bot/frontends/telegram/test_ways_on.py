"""What people are told says how it goes on, in a form that can be pressed and is heard."""

from tests.bot.frontends.telegram.harness import Harness
from tests.fakes.telegram import Chat, User, linking


async def test_ones_own_offer_is_listed_by_whom_it_is_for(
    home: Harness, group: Chat, ann: User, bo: User
) -> None:
    await home.say(bo, group, "/games@tavola_bot")
    nothing = home.last(group).text
    assert nothing == "You have no matches running. /play@tavola_bot starts one right away."
    await home.say(ann, group, "/challenge@tavola_bot @bo_c")
    await home.say(ann, group, "/games@tavola_bot")
    assert home.last(group).labels == ["Reversi · Bo · open challenge"]
    await home.say(bo, group, "/games@tavola_bot")
    assert home.last(group).labels == ["Reversi · Ann · challenges you"]


async def test_what_a_refusal_points_to_can_be_pressed_and_is_heard(
    home: Harness, group: Chat, ann: User
) -> None:
    await home.say(ann, group, "/board@tavola_bot")
    said = home.last(group).text
    assert said == "You have no match here for that. /games@tavola_bot shows yours."
    await home.say(ann, group, "/join@tavola_bot")
    said = home.last(group).text
    assert said == "Which match? Add its code: join K7Q4MD."
    private = home.people.private(ann)
    await home.say(ann, private, "what")
    assert home.last(private).text == "I don't know “what”. /help shows what I can do."


async def test_what_somebody_typed_is_said_back_without_becoming_a_command(
    home: Harness, group: Chat, ann: User
) -> None:
    await home.say(ann, group, "/challenge@tavola_bot /settle@other_bot")
    said = home.last(group).text
    assert "settle" in said
    assert linking.found(said) == []
