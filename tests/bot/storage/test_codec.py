"""Matches to text and back, whatever they look like."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.ports.store import UnreadableMatch
from bot.storage import codec
from bot.storage.codec import FORMAT, Body, decode, encode
from core.chance import Chance
from core.game import Outcome, Setup, Termination
from core.match.clock import Clock, TimeControl
from core.match.model import (
    AbortCause,
    Absence,
    AbsenceKind,
    Match,
    Occupant,
    Offer,
    OfferKind,
    Pause,
    PauseCause,
    Ply,
    Status,
)
from core.match.replay import fold
from core.registry import GAMES
from core.types import COMPUTER, Level, MatchId, Millis, Move, PlayerId, Seat, Side
from tests.core.match import matches

STORED = (
    '{"id":"abcdefghijklm","game":"reversi","setup":{"seats":2,"options":{"opening":"standard"},'
    '"chance":null,"opening":["f5"]},"seats":[{"player":"p1","level":null},{"player":"computer",'
    '"level":"club"}],"status":"finished","host":"p1","invited":null,"rated":false,"time":{"main":'
    '300000,"increment":3000,"per_move":0},"first":"lot","created":1700000000000,"since":'
    '1700000001000,"plies":[[1,"d6",1700000001000]],"turn":2,"clock":{"control":{"main":300000,'
    '"increment":3000,"per_move":0},"left":[300000,299000],"running":null,"since":1700000001000},'
    '"offers":[{"kind":"rematch","seat":0}],"outcome":{"termination":"resignation","winners":[1],'
    '"scores":[0,1]},"previous":"bcdefghijklmn","rematch":"cdefghijklmno"}'
)
"""Format 1 as releases have written it. It must stay readable for ever."""

TEAMS = (
    '{"id":"qszaeotyg7tz3","game":"pente","setup":{"seats":4,"options":{"rule":"tournament"},'
    '"chance":null,"opening":["k10"]},"seats":[{"player":"p1","level":null},{"player":"p2",'
    '"level":null},{"player":"p3","level":null},{"player":"p4","level":null}],"status":"finished",'
    '"host":"p1","invited":null,"rated":true,"time":{"main":0,"increment":0,"per_move":0},"first":'
    '"lot","created":1700000000000,"since":1700000000000,"plies":[[1,"a1",1700000000000],[2,"a2",'
    '1700000000000]],"turn":3,"offers":[{"kind":"rematch","seat":3,"agreed":[0]}],"outcome":'
    '{"termination":"resignation","winners":[0],"scores":[1,0]},"won":[2,1]}'
)
"""Format 2, which came with teams and sets. It must stay readable for ever too."""

instants = st.integers(0, 2**45).map(Millis)
players = st.integers(1, 10**9).map(lambda number: PlayerId(f"p{number}"))
ids = st.from_regex(r"[a-z2-7]{13}", fullmatch=True).map(MatchId)
seats = st.integers(0, 1).map(Seat)
answers = st.lists(st.integers(0, 3).map(Seat), max_size=3).map(tuple)
spans = st.integers(0, 2**32)
controls = st.builds(TimeControl, spans, spans, spans)
chances = st.builds(Chance, st.binary(min_size=32, max_size=32), st.text(), st.none() | st.text())
occupants = st.builds(Occupant, players) | st.builds(
    Occupant, st.just(COMPUTER), st.text(min_size=1).map(Level)
)
absences = st.builds(
    Absence, seats, st.sampled_from(AbsenceKind), instants, instants, st.booleans()
)
outcomes = st.builds(
    Outcome,
    st.sampled_from(Termination),
    st.frozensets(st.integers(0, 3).map(Side)),
    st.lists(st.integers(-(10**6), 10**6)).map(tuple),
)


@st.composite
def some_match(draw: st.DrawFn) -> Match:
    """Any match whose plies go: everything else is drawn without regard to sense."""
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    options = {option.key: draw(st.sampled_from(option.values)) for option in game.options}
    chance = draw(chances.filter(lambda chance: chance.client is not None))
    opening = game.opening(options, draw(st.binary(min_size=32, max_size=32)))
    setup = Setup(
        draw(st.sampled_from(game.seat_counts)),
        options,
        chance if game.chance else draw(st.none() | chances),
        opening,
    )
    position, plies = game.start(setup), []
    for choice in draw(st.lists(st.integers(0, 10**4), max_size=70)):
        seat, legal = game.to_act(position), game.legal_moves(position)
        if seat is None:
            break
        move = legal[choice % len(legal)]
        position = game.play(position, move)
        plies.append(Ply(seat, move, draw(instants)))
    kinds = draw(st.sets(st.sampled_from(OfferKind)))
    clock = st.builds(Clock, controls, st.lists(spans).map(tuple), st.none() | seats, instants)
    return Match(
        id=draw(ids),
        game=game.id,
        setup=setup,
        seats=tuple(draw(st.lists(st.none() | occupants, min_size=1, max_size=4))),
        status=draw(st.sampled_from(Status)),
        host=draw(players),
        invited=draw(st.none() | players),
        rated=draw(st.booleans()),
        time=draw(controls),
        first=draw(st.sampled_from(("lot", "challenger", "opponent"))),
        created=draw(instants),
        since=draw(instants),
        plies=tuple(plies),
        position=position,
        turn=draw(st.integers(0, 10**6)),
        clock=draw(st.none() | clock),
        offers=tuple(sorted(Offer(kind, draw(seats), draw(answers)) for kind in kinds)),
        outcome=draw(st.none() | outcomes),
        cause=draw(st.none() | st.sampled_from(AbortCause)),
        previous=draw(st.none() | ids),
        rematch=draw(st.none() | ids),
        won=draw(st.lists(st.integers(0, 99), max_size=4).map(tuple)),
        absences=tuple(sorted(draw(st.lists(absences, max_size=3)))),
        paused=draw(st.none() | st.builds(Pause, st.sampled_from(PauseCause), instants)),
        credited=draw(st.none() | instants),
    )


@given(some_match())
def test_every_match_comes_back_equal(match: Match) -> None:
    text = encode(match)
    assert decode(text) == match
    assert encode(decode(text)) == text


@given(some_match())
def test_the_text_is_plain_json_without_position_and_names(match: Match) -> None:
    body = json.loads(encode(match))
    assert "position" not in body
    assert body["plies"] == [[ply.seat, ply.move, ply.at] for ply in match.plies]


def test_every_field_of_a_match_is_stored_but_the_position() -> None:
    assert {field.name for field in fields(Match)} - {"position"} == set(Body.__struct_fields__)


def test_a_short_match_is_short() -> None:
    """What is absent takes no room; sixty plies stay well under three kilobytes."""
    body = json.loads(encode(matches.offered()))
    assert not {"clock", "offers", "outcome", "cause", "previous", "rematch", "won"} & set(body)
    ply = Ply(Seat(0), Move("d3"), matches.NOON)
    assert len(encode(replace(matches.playing(), plies=(ply,) * 60))) < 2_500


def test_the_seed_of_the_dice_is_stored() -> None:
    chance = Chance(bytes(range(32)), "daily/2027-01-01", "a ü 🎲")
    match = replace(matches.playing(), setup=replace(matches.playing().setup, chance=chance))
    assert decode(encode(match)).setup.chance == chance


def test_what_the_first_release_wrote_is_read() -> None:
    match = decode(STORED, 1)
    assert match.id == "abcdefghijklm"
    assert match.plies == (Ply(Seat(1), Move("d6"), Millis(1_700_000_001_000)),)
    assert match.seats[1] == Occupant(COMPUTER, Level("club"))
    assert match.outcome == Outcome(Termination.RESIGNATION, frozenset({Side(1)}), (0, 1))
    assert match.clock == Clock(match.time, (300_000, 299_000), None, match.since)
    assert match.position == fold(GAMES[match.game], match.setup, match.plies)
    assert (match.offers, match.won) == ((Offer(OfferKind.REMATCH, Seat(0)),), ())
    again = json.loads(encode(match))
    assert again["offers"] == [{"kind": "rematch", "seat": 0, "agreed": []}]
    assert again == json.loads(STORED) | {"offers": again["offers"]}


def test_teams_as_they_were_written_first_are_read() -> None:
    match = decode(TEAMS, 2)
    assert match.offers == (Offer(OfferKind.REMATCH, Seat(3), (Seat(0),)),)
    assert (len(match.seats), match.won, match.previous) == (4, (2, 1), None)
    assert json.loads(encode(match)) == json.loads(TEAMS)


def test_before_there_were_pauses_nothing_was_paused() -> None:
    match = decode(TEAMS, 3)
    assert (match.absences, match.paused, match.credited) == ((), None, None)


@pytest.mark.parametrize("format", [0, FORMAT + 1, 99])
def test_a_format_of_another_release_is_refused(format: int) -> None:
    with pytest.raises(UnreadableMatch, match="format"):
        decode(STORED, format)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        STORED[:-1],
        STORED.replace('"d6"', '"a1"'),  # plies that do not go
        STORED.replace('"reversi"', '"hop"'),  # a game that is not there
        STORED.replace('"turn":2', '"turn":2,"new":1'),  # a field we would lose
        STORED.replace('"turn":2', '"turn":"2"'),
        STORED.replace('"finished"', '"won"'),
    ],
)
def test_damage_is_told_from_refusals(text: str) -> None:
    with pytest.raises(UnreadableMatch, match="damaged"):
        decode(text)


def test_older_formats_are_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two upgrades in a row: a body of format 1 called `first` "lot_for", format 2 had no turn."""

    def second(raw: dict[str, Any]) -> dict[str, Any]:
        raw["first"] = raw.pop("lot_for")
        return raw

    def third(raw: dict[str, Any]) -> dict[str, Any]:
        return {**raw, "turn": len(raw["plies"]) + 1}

    monkeypatch.setattr(codec, "UPGRADES", (second, third))
    monkeypatch.setattr(codec, "FORMAT", 3)
    without_turn = STORED.replace('"turn":2,', "")
    oldest = without_turn.replace('"first"', '"lot_for"')
    expected = decode(STORED, 3)
    assert decode(oldest, 1) == decode(without_turn, 2) == expected
    with pytest.raises(UnreadableMatch):
        decode(oldest, 2)
