"""Help and rules in another language: by button, by word, and as the new setting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.model.button_token import decode
from bot.app.model.request import Verb
from bot.app.presentation.help import offered, split
from bot.text.catalog import LOCALES, NAMES
from core.errors import Reason
from core.registry import GAMES
from core.types import GameId
from tests.bot.app.harness import ANN, BO, ROOM, Harness, actor
from tests.fakes.front_end import buttons


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("arg", ["", *GAMES])
def test_a_button_for_each_other_language_asks_for_the_same(locale: str, arg: str) -> None:
    row = offered(locale, Verb.RULES, arg).row
    assert [button.label for button in row] == [NAMES[each] for each in LOCALES if each != locale]
    for button in row:
        press = decode(button.token)
        assert press.verb is Verb.RULES
        rest, wanted = split(press.arg)
        assert (rest, NAMES[wanted]) == (arg, button.label)


@given(st.text(max_size=20))
def test_what_names_no_language_stays_as_it_is(text: str) -> None:
    rest, wanted = split(text)
    assert (rest == text) == (not wanted)
    assert wanted in ("", *LOCALES)


async def test_help_in_another_language_holds_from_then_on(home: Harness) -> None:
    """Discord has no Haitian Creole, so this is how players select it there."""
    told = await home.say(ANN, "help")
    assert told.card is not None
    creole = next(each for each in buttons(told.card) if each.label == NAMES["ht"])
    answer = await home.press(ANN, creole.token)
    assert answer.card is not None
    assert answer.card.text != told.card.text
    assert NAMES["ht"] not in [each.label for each in buttons(answer.card)]
    assert (await home.store.player_for(ANN)).locale == "ht"
    again = await home.say(ANN, "help")
    assert again.card is not None
    assert again.card.text == answer.card.text
    others = await home.say(BO, "help")
    assert others.card is not None
    assert others.card.text == told.card.text


async def test_rules_keep_their_game(home: Harness) -> None:
    french = await home.say(actor("Cy"), "rules pente fr")
    assert french.card is not None
    usual = await home.say(actor("Cy", "fr"), "rules pente")
    assert usual.card is not None
    assert french.card.text == usual.card.text
    match = await home.match(await home.say(ANN, "challenge dice"))
    told = await home.ask(BO, Verb.RULES, session=match.match.id)
    assert told.card is not None
    italian = next(each for each in buttons(told.card) if each.label == NAMES["it"])
    assert split(decode(italian.token).arg) == (GameId("dice"), "it")


async def test_help_leads_to_the_settings(home: Harness) -> None:
    told = await home.say(ANN, "help")
    assert told.card is not None
    way = next(each for each in buttons(told.card) if each.label == "My settings")
    shown = await home.press(ANN, way.token)
    assert shown.card is not None
    assert shown.card.text.startswith("Your settings:")


async def test_help_in_a_room_offers_to_tell_of_offers(home: Harness) -> None:
    told = await home.say(ANN, "help")
    assert told.card is not None
    button = next(
        each for each in buttons(told.card) if each.label == "Notify me of challenges here"
    )
    said = await home.press(ANN, button.token)
    assert said.card is not None
    assert said.card.text == "I'll notify you when someone offers a match here."
    ann = (await home.store.player_for(ANN)).id
    assert await home.store.houses.listeners(ROOM) == [ann]
    alone = await home.ask(ANN, Verb.HELP, private=True)
    assert alone.card is not None
    assert "Notify me of challenges here" not in [each.label for each in buttons(alone.card)]


async def test_what_is_refused_chooses_no_language(home: Harness) -> None:
    refused = await home.say(ANN, "rules chess fr")
    assert refused.reason is Reason.UNKNOWN_GAME
    assert (await home.store.player_for(ANN)).locale is None
