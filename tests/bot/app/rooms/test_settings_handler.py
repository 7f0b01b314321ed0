"""Managing a room: settings by text and button, ending, annulling, bans, permissions."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.app.model.button_token import decode
from bot.app.model.leaderboard import Period, PeriodKind, Scope, ScopeKind
from bot.app.model.request import Actor, Reply, Verb
from bot.app.model.room import Room
from bot.app.model.room_settings import KEYS, RoomSettings, read, scopes, settings_of
from bot.app.rooms.settings_card import card
from bot.text.catalog import LOCALES, texts
from core.errors import Reason
from core.game import Termination
from core.match.model import AbortCause, Status
from core.types import GameId, MatchId
from tests.bot.app.harness import ANN, BO, ELSEWHERE, EVE, ROOM, Harness, actor
from tests.fakes.front_end import buttons

MO = replace(actor("Mo"), may_manage=True)
SERVER = scopes(ROOM)[0]
ABROAD = Room("paper", "other", "attic")
GROUP, TOPIC = Room("paper", "g", "g"), Room("paper", "g", "g", "7")


def labels(reply: Reply) -> list[str]:
    assert reply.card is not None, reply
    return [button.label for button in buttons(reply.card)]


async def choose(
    home: Harness, reply: Reply, label: str, who: Actor = MO, which: int | None = None
) -> Reply:
    """Press a button of a private reply by its label, or the `which`-th of several."""
    assert reply.card is not None, reply
    tokens = [each.token for each in buttons(reply.card) if each.label == label]
    assert which is not None or len(tokens) == 1
    return await home.press(who, tokens[which or 0])


# --- who may


@pytest.mark.parametrize("said", ["setup", "setup pente no", "end", "annul", "bar @Eve", "unbar"])
async def test_nobody_else_runs_the_room(home: Harness, said: str) -> None:
    reply = await home.say(ANN, said)
    assert reply.reason is Reason.NOT_MANAGER
    assert reply.text == "Only admins can do that here."
    assert await home.store.houses.settings(ROOM) == RoomSettings()


# --- settings


async def test_settings_are_changed_by_word_and_take_effect_at_once(home: Harness) -> None:
    assert "Pente is on." in (await home.say(MO, "setup")).card.text  # type: ignore[union-attr]
    shown = await home.say(MO, "setup pente no")
    assert shown.card is not None
    assert "Pente is off." in shown.card.text
    refused = await home.say(ANN, "play pente")
    assert refused.reason is Reason.GAME_CLOSED
    assert (await home.say(ANN, "play reversi")).session is not None
    await choose(home, shown, "Turn on Pente")
    assert (await home.say(ANN, "play pente")).session is not None


async def test_a_game_is_chosen_out_of_those_that_are_played(home: Harness) -> None:
    await home.say(MO, "setup reversi no")
    reply = await home.say(ANN, "challenge")
    assert (await home.match(reply)).match.game == "pente"


async def test_a_channel_says_otherwise_and_follows_again(home: Harness) -> None:
    whole = await home.say(MO, "setup language it")
    part = await choose(home, whole, "Only this channel or topic …")
    choices = await choose(home, part, "Language …")
    shown = await choose(home, choices, "Français")
    assert shown.card is not None
    assert shown.card.text == "Only in this channel or topic:\nLanguage: Français"
    assert (await home.store.houses.settings(ROOM)).language == "fr"
    assert (await home.store.houses.settings(ELSEWHERE)).language == "it"
    await choose(home, shown, "Same as everywhere here")
    assert (await home.store.houses.settings(ROOM)).language == "it"
    assert await home.store.houses.chosen(ROOM) == {}


async def test_another_language_holds_from_the_next_drawing_on(home: Harness) -> None:
    id = await home.started()
    assert "Bo to move" not in home.paper.last(ROOM).card.text
    await home.say(MO, "setup language fr")
    await home.ask(ANN, Verb.MOVE, "d3", session=id)
    assert "à Bo de jouer" in home.paper.last(ROOM).card.text
    await home.say(MO, "setup language usual")
    await home.ask(BO, Verb.MOVE, "c3", session=id)
    assert "Ann to move" in home.paper.last(ROOM).card.text


async def test_a_private_board_speaks_what_its_person_chose_since(home: Harness) -> None:
    private = Room("paper", None, "of ann")
    await home.say(ANN, "play first=challenger", private)
    assert "Ann to move" in home.paper.last(private).card.text
    await home.say(ANN, "settings language it", private)
    [id] = await home.store.of_player((await home.store.player_for(ANN)).id)
    await home.ask(ANN, Verb.RESIGN, "sure", session=id, room=private)
    assert "Annullata" in home.paper.last(private).card.text


async def test_the_language_of_a_room_is_that_of_its_screens(home: Harness) -> None:
    await home.say(MO, "setup language fr")
    await home.say(ANN, "challenge @Bo")
    assert "Ann défie Bo" in home.paper.last(ROOM).card.text


@pytest.mark.parametrize("room", [ROOM, Room("paper", None, "page"), GROUP, TOPIC], ids=str)
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("chosen", [{}, {key: values[-1] for key, values in KEYS.items()}])
def test_every_button_of_the_card_can_be_pressed(
    room: Room, locale: str, chosen: dict[str, str]
) -> None:
    for said in ("", "here", *KEYS, *(f"here {key}" for key in KEYS)):
        asked = read(said)
        shown = card(texts(locale), room, settings_of(chosen), asked, own=("pente",))
        assert shown.text
        tokens = [button.token for button in buttons(shown)]
        assert len(set(tokens)) == len(tokens) <= 30
        for token in tokens:
            press = decode(token)
            assert press.verb is Verb.SETUP
            read(press.arg)


def test_what_a_room_cannot_have_is_not_offered() -> None:
    def offered(room: Room) -> list[str]:
        shown = card(texts("en"), room, RoomSettings(), read(""))
        return [button.label for button in buttons(shown)]

    assert "Where matches are played …" in offered(ROOM)
    assert "Where matches are played …" not in offered(Room("paper", None, "page"))
    assert "Where matches are played …" not in offered(GROUP)
    assert "All here" in offered(TOPIC), "a group has no threads: two values are left"


# --- ending


async def test_a_match_is_ended_from_a_list_and_its_board_says_so(home: Harness) -> None:
    id = await home.started()
    listed = await home.say(MO, "end")
    assert [label.split(" · ")[1] for label in labels(listed)] == ["Ann and Bo"]
    done = await choose(home, listed, labels(listed)[0])
    assert done.text == "Ended. Not counted."
    match = (await home.session(id)).match
    assert (match.status, match.cause) == (Status.ABORTED, AbortCause.ENDED)
    assert "Ended by an admin." in home.paper.last(ROOM).card.text
    again = await choose(home, listed, labels(listed)[0])
    assert again.reason is Reason.FINISHED
    assert labels(await home.say(MO, "end")) == []


async def test_an_open_challenge_is_ended_too(home: Harness) -> None:
    id = (await home.match(await home.say(ANN, "challenge"))).match.id
    await home.ask(MO, Verb.END, session=id)
    assert (await home.session(id)).match.cause is AbortCause.ENDED
    assert "Ended by an admin." in home.paper.last(ROOM).card.text


async def test_a_contest_is_ended_with_all_its_sheets(home: Harness) -> None:
    id = (await home.match(await home.say(ANN, "challenge dice"))).match.id
    await home.ask(BO, Verb.SHEET, session=id)
    await home.ask(MO, Verb.END, session=id)
    contest = (await home.session(id)).contest
    assert contest is not None
    assert contest.cause is AbortCause.ENDED
    [entry] = contest.entries
    assert (await home.session(entry.match)).match.cause is AbortCause.ENDED
    refused = await home.ask(EVE, Verb.SHEET, session=id)
    assert refused.reason is not None


async def test_a_match_is_run_from_where_it_is_at_home(home: Harness) -> None:
    id = await home.started()
    for verb in (Verb.END, Verb.ANNUL):
        reply = await home.ask(MO, verb, session=id, room=ABROAD)
        assert reply.reason is Reason.NOT_MANAGER
    assert (await home.session(id)).match.status is Status.PLAYING


# --- annulling


async def finished(home: Harness) -> MatchId:
    id = await home.started()
    for who, move in ((ANN, "d3"), (BO, "c3")):
        assert (await home.ask(who, Verb.MOVE, move, session=id)).reason is None
    await home.ask(BO, Verb.RESIGN, "sure", session=id)
    assert (await home.session(id)).match.status is Status.FINISHED
    return id


async def wins(home: Harness) -> Sequence[int]:
    everywhere = Scope(ScopeKind.ROOM, ROOM)
    period = Period(PeriodKind.ALWAYS, home.now())
    page = await home.store.leaderboard(GameId("reversi"), everywhere, period, 1, None)
    return [row.won for row in page.rows]


async def test_a_match_is_annulled_from_a_list_and_everything_follows(home: Harness) -> None:
    id = await finished(home)
    assert await wins(home) == [1, 0]
    assert await home.store.changes(id) != {}
    listed = await home.say(MO, "annul")
    done = await choose(home, listed, labels(listed)[0])
    assert done.text == "Annulled: no longer counted."
    assert await wins(home) == []
    assert await home.store.changes(id) == {}
    assert (await home.session(id)).match.annulled
    assert home.paper.last(ROOM).card.text == (
        "Ann wins: Bo resigned after 2 moves.\nAnnulled: no longer counted."
    )
    assert labels(await home.say(MO, "annul")) == []
    await home.ask(ANN, Verb.REMATCH, session=id)
    await home.ask(BO, Verb.REMATCH, session=id)
    again = (await home.session(id)).match.rematch
    assert again is not None
    assert (await home.session(again)).match.won == (0, 0)


async def test_a_list_goes_on_without_the_match_that_was_pressed(home: Harness) -> None:
    await finished(home)
    await finished(home)
    listed = await home.say(MO, "annul")
    first = labels(listed)
    assert len(first) == 2
    left = await choose(home, listed, first[0], which=0)
    assert left.card is not None
    assert left.card.text == ("Annulled: no longer counted.\nWhich match should be annulled?")
    assert len(labels(left)) == 1
    again = await choose(home, listed, first[0], which=0)
    assert (again.reason, again.card) == (None, left.card), "the same press once more"
    last = await choose(home, left, labels(left)[0])
    assert last.card is not None
    assert (last.card.text, labels(last)) == ("Annulled: no longer counted.", [])

    await home.started()
    await home.started()
    running = await home.say(MO, "end")
    left = await choose(home, running, labels(running)[0], which=0)
    assert left.card is not None
    assert left.card.text.startswith("Ended. Not counted.\nWhich match should end")
    assert len(labels(left)) == 1


async def test_a_running_match_is_not_annulled(home: Harness) -> None:
    id = await home.started()
    assert (await home.ask(MO, Verb.ANNUL, session=id)).reason is Reason.NOT_FINISHED
    assert (await home.ask(MO, Verb.ANNUL, "nosuchmatch22")).reason is Reason.UNKNOWN_MATCH


# --- barring


async def test_who_is_barred_plays_nothing_new_there_and_may_again(home: Harness) -> None:
    await home.say(ANN, "challenge")
    offer = home.paper.last(ROOM)
    done = await home.say(MO, "bar @Eve")
    assert done.card is not None
    assert done.card.text == "Eve is barred from playing here."
    for said in ("play", "challenge @Bo", "dice", "challenge dice"):
        reply = await home.say(EVE, said)
        assert reply.reason is Reason.BARRED, said
    assert (await home.click(EVE, offer, "Accept")).reason is Reason.BARRED
    assert (await home.say(EVE, "play", ELSEWHERE)).reason is Reason.BARRED, "the whole server"
    assert (await home.say(EVE, "play", ABROAD)).session is not None
    listed = await home.say(MO, "bar")
    assert labels(listed) == ["Unbar Eve"]
    assert (await choose(home, listed, "Unbar Eve")).text == "Eve can play here again."
    assert (await home.click(EVE, offer, "Accept")).session is not None
    assert (await home.say(MO, "unbar")).card.text == "Nobody is barred here."  # type: ignore[union-attr]


async def test_who_is_barred_does_not_come_in_by_a_code_either(home: Harness) -> None:
    await home.say(MO, "bar @Eve")
    id = (await home.match(await home.say(ANN, "challenge"))).match.id
    code = (await home.ask(ANN, Verb.INVITE, session=id)).text.split()[-1]
    for verb in (Verb.JOIN, Verb.WATCH):
        assert (await home.ask(EVE, verb, code, room=ABROAD)).reason is Reason.BARRED
    assert (await home.say(MO, "unbar @Eve")).reason is None
    assert (await home.ask(EVE, Verb.JOIN, code, room=ABROAD)).card is not None


async def test_a_guest_from_another_platform_is_barred_by_a_button(home: Harness) -> None:
    """Guests cannot be named from this platform."""
    zoe = Actor("ink", "zoe", "Zoe")
    attic = Room("ink", "other", "attic")
    id = (await home.match(await home.say(ANN, "challenge"))).match.id
    code = (await home.ask(ANN, Verb.INVITE, session=id)).text.split()[-1]
    await home.ask(zoe, Verb.JOIN, code, room=attic)
    assert labels(await home.say(MO, "bar")) == []
    assert (await home.ask(zoe, Verb.JOIN, code, room=attic, session=id)).session is not None
    listed = await home.say(MO, "bar")
    assert listed.card is not None
    assert (listed.card.text, labels(listed)) == ("Nobody is barred here.", ["Bar Zoe (ink)"])
    token = buttons(listed.card)[0].token
    assert (await home.press(BO, token)).reason is Reason.NOT_MANAGER
    done = await home.press(MO, token)
    assert done.card is not None
    assert done.card.text == "Zoe (ink) is barred from playing here."
    assert labels(await home.say(MO, "bar")) == ["Unbar Zoe (ink)"]
    assert (await home.press(MO, token)).reason is Reason.UNKNOWN_PLAYER
    assert (await home.ask(MO, Verb.BAR, "p1")).reason is Reason.UNKNOWN_PLAYER


async def test_a_rematch_is_new_too(home: Harness) -> None:
    id = await finished(home)
    await home.ask(ANN, Verb.REMATCH, session=id)
    await home.say(MO, "bar @Bo")
    assert (await home.ask(BO, Verb.YES, session=id)).reason is Reason.BARRED
    assert (await home.session(id)).match.rematch is None


async def test_a_contest_is_closed_to_who_is_barred(home: Harness) -> None:
    await home.say(MO, "bar @Eve")
    id = (await home.match(await home.say(ANN, "challenge dice"))).match.id
    assert (await home.ask(EVE, Verb.SHEET, session=id)).reason is Reason.BARRED
    assert (await home.ask(EVE, Verb.JOIN, session=id)).reason is Reason.BARRED


async def test_bots_are_not_barred_and_nobody_unknown_is_let_in(home: Harness) -> None:
    bot = replace(actor("Robo"), is_bot=True)
    assert (await home.ask(MO, Verb.BAR, opponent=bot)).reason is Reason.BOT_CHALLENGE
    assert (await home.ask(MO, Verb.UNBAR, "p999")).reason is Reason.UNKNOWN_PLAYER


# --- hearing of offers


async def test_whoever_wants_hears_of_offers_here(home: Harness) -> None:
    reply = await home.say(EVE, "tell")
    assert reply.card is not None
    assert reply.card.text == "I'll notify you when someone offers a match here."
    eve = await home.store.player_for(EVE)
    assert await home.store.houses.listeners(ROOM) == [eve.id]
    assert (await choose(home, reply, "Stop notifying me", EVE)).reason is None
    assert await home.store.houses.listeners(ROOM) == []
    assert (await home.say(EVE, "tell maybe")).reason is Reason.UNKNOWN_OPTION


async def test_what_they_play_is_given_up_after_a_warning(home: Harness) -> None:
    id = await home.started(ANN, EVE)
    for who, move in ((ANN, "d3"), (EVE, "c3")):
        assert (await home.ask(who, Verb.MOVE, move, session=id)).reason is None
    await home.say(MO, "bar @Eve")
    [absence] = (await home.session(id)).match.absences
    await home.ask(ANN, Verb.MOVE, "b3", session=id)
    assert (await home.ask(EVE, Verb.MOVE, "b2", session=id)).reason is Reason.BARRED
    await home.service.presence.beat()
    assert (await home.session(id)).match.absences == (absence,), "who presses is not back"
    home.now.at = absence.until
    await home.sweep.run()
    match = (await home.session(id)).match
    assert match.status is Status.FINISHED
    assert match.outcome is not None
    assert match.outcome.termination is Termination.CLAIM
    assert match.outcome.winner == 0


async def test_who_is_let_in_again_in_time_plays_on(home: Harness) -> None:
    id = await home.started(EVE, ANN)
    await home.ask(EVE, Verb.MOVE, "d3", session=id)
    await home.ask(ANN, Verb.MOVE, "c3", session=id)
    await home.say(MO, "bar @Eve")
    assert (await home.session(id)).match.absences
    await home.say(MO, "unbar @Eve")
    assert not (await home.session(id)).match.absences
    assert (await home.ask(EVE, Verb.MOVE, "b3", session=id)).reason is None


async def test_a_bar_that_a_crash_left_alone_is_acted_on_at_the_next_start(home: Harness) -> None:
    id = await home.started(EVE, ANN)
    elsewhere = (await home.match(await home.say(EVE, "challenge", ABROAD))).match.id
    eve = await home.store.player_for(EVE)
    await home.store.houses.bar(SERVER, eve.id)
    await home.service.presence.start()
    assert (await home.session(id)).match.absences
    assert (await home.session(elsewhere)).match.status is Status.OPEN
