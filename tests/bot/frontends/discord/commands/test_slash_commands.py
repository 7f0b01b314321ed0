"""The commands as Discord offers them: names in each language, choices, completions, places."""

from pathlib import Path

import pytest

from bot.app.model import settings as own
from bot.app.model.request import Verb
from bot.text.catalog import LOCALES, texts
from bot.text.slash import CHOICES, COMMANDS, HINTS, OPTIONS
from bot.text.verbs import DESCRIPTIONS
from core.games.reversi.rules import REVERSI
from tests.bot.frontends.discord.harness import Harness, harness, moves
from tests.fakes.clock import FixedNow
from tests.fakes.discord import FakeDiscord, Person, commands
from tests.fakes.discord.errors import JSON, ApiError
from tests.fakes.discord.faults import Refuse
from tests.fakes.discord.people import Place, Server
from tests.fakes.discord.permissions import Permission

TOP = {"challenge", "play", "dice", "daily", "move", "board", "games", "leaderboard"}
GROUPS = {"match", "me", "tavola", "tavola-admin"}


def known(home: Harness) -> dict[str, JSON]:
    return {command["name"]: command for command in home.discord.commands}


async def test_the_tree(home: Harness) -> None:
    tree = known(home)
    assert set(tree) == TOP | GROUPS | {"Challenge to a match"}
    match = {option["name"] for option in tree["match"]["options"]}
    assert match == {
        "join",
        "watch",
        "resign",
        "draw",
        "takeback",
        "rematch",
        "sheet",
        "hint",
        "review",
        "replay",
        "record",
        "import",
        "from",
        "pause",
        "resume",
    }
    mine = {option["name"] for option in tree["me"]["options"]}
    assert mine == {
        "tell", "settings", "profile", "history", "link", "unlink", "block", "unblock", "export",
        "delete",
    }  # fmt: skip
    running = {option["name"] for option in tree["tavola-admin"]["options"]}
    assert running == {"setup", "end", "annul", "bar", "unbar"}
    about = {option["name"] for option in tree["tavola"]["options"]}
    assert about == {"help", "rules", "privacy"}


async def test_help_can_be_pressed_where_it_names_commands(
    home: Harness, ann: Person, channel: Place
) -> None:
    answer = await home.slash(ann, channel, "tavola help")
    number = {name: command["id"] for name, command in known(home).items()}
    assert answer.message.source.startswith(f"</play:{number['play']}> starts a match")
    for path in ("match draw", "match takeback", "me settings", "tavola privacy", "board"):
        assert f"</{path}:{number[path.partition(' ')[0]]}>" in answer.message.source
    assert "“" not in answer.message.source
    answer = await home.slash(ann, channel, "tavola privacy")
    assert f"</me delete:{number['me']}>" in answer.message.source


async def test_commands_whose_numbers_are_not_known_are_there_to_be_typed(
    tmp_path: Path, discord: FakeDiscord, now: FixedNow, server: Server, ann: Person
) -> None:
    async with harness(tmp_path / "tavola.db", discord, now):
        assert discord.commands
    unread = Refuse(ApiError(403, 50001, "Missing Access"))
    discord.faults.add("GET", "/applications/*/commands", unread, times=99)
    async with harness(tmp_path / "tavola.db", discord, now) as home:
        answer = await home.slash(ann, server.text("lounge"), "tavola help")
    assert answer.message.source.startswith("`/play` starts a match")
    assert "`/match draw`, `/match takeback`" in answer.message.source


async def test_everything_works_in_servers_and_for_persons(home: Harness) -> None:
    running = known(home)["tavola-admin"]
    assert running["default_member_permissions"] == int(Permission.MANAGE_GUILD)
    assert (running["contexts"], running["integration_types"]) == ([0], [0])
    for command in home.discord.commands:
        if command is running:
            continue
        assert command["contexts"] == [0, 1, 2]
        assert sorted(command["integration_types"]) == [0, 1]


async def test_names_and_descriptions_in_the_languages_that_discord_knows(home: Harness) -> None:
    play = known(home)["play"]
    assert play["name_localizations"].items() >= {"fr": "jouer", "it": "gioca"}.items()
    assert set(play["description_localizations"]) >= {"fr", "it"}
    assert "ht" not in play["name_localizations"]
    level = next(option for option in play["options"] if option["name"] == "level")
    assert level["name_localizations"].items() >= {"fr": "niveau", "it": "livello"}.items()
    first = next(option for option in play["options"] if option["name"] == "first")
    by_lot = first["choices"][0]["name_localizations"]
    assert by_lot.items() >= {"fr": "au hasard", "it": "a caso"}.items()
    menu = known(home)["Challenge to a match"]
    assert set(menu["name_localizations"]) >= {"fr", "it"}
    commands.check(home.discord.commands)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_translation_keeps_to_the_limits(locale: str) -> None:
    """Also for the language that Discord has not learnt yet."""
    language = texts(locale)
    for table, sign in ((COMMANDS, "/"), (OPTIONS, ":")):
        names = [language.t(text).strip(sign) for text in table.values()]
        assert all(name == name.lower() and 1 <= len(name) <= 32 for name in names)
        assert all(all(c.isalnum() or c in "-_'" for c in name) for name in names)
    for text in (*HINTS.values(), *CHOICES.values(), *DESCRIPTIONS.values()):
        assert 1 <= len(language.t(text)) <= 100


async def test_moves_are_completed(home: Harness, ann: Person, bo: Person, lounge: Place) -> None:
    board = await home.started(ann, bo, lounge)
    for typed, fitting in {
        "": ["d3", "c4", "f5", "e6"],
        "d": ["d3"],
        " D 3": ["d3"],
        "\uff44": ["d3"],
        "4": ["c4"],
        "6e": ["e6"],
        "z": [],
        "d3x": [],
    }.items():
        answer = await ann.complete(lounge, "move", "point", point=typed)
        assert answer.choices == fitting, typed
    assert (await bo.complete(lounge, "move", "point")).choices == []
    assert (await ann.complete(ann.direct, "move", "point")).choices == []
    assert moves(board) == ["d3", "c4", "f5", "e6"]


async def test_a_completion_says_which_match_is_meant(
    home: Harness, ann: Person, bo: Person, eve: Person, lounge: Place
) -> None:
    first = await home.started(ann, bo, lounge)
    second = await home.started(ann, eve, lounge)
    vague = await home.slash(ann, lounge, "move", point="d3")
    assert vague.private
    assert "1. Ann d3" not in first.text + second.text
    offered = await ann.complete(lounge, "move", "point", point="d3")
    assert len(offered.choices) == 2
    assert len({choice["name"] for choice in offered.it.choices}) == 2
    await home.slash(ann, lounge, "move", point=offered.choices[1])
    assert "1. Ann d3" in second.text
    assert "1. Ann d3" not in first.text


async def test_more_than_25_completions_are_cut(home: Harness, ann: Person, lounge: Place) -> None:
    for name in ("B", "C", "D", "E", "F", "G", "H"):
        await home.started(ann, home.discord.person(name), lounge)
    answer = await ann.complete(lounge, "move", "point")
    assert len(answer.choices) == 25


@pytest.mark.usefixtures("home")
async def test_levels_and_clocks_are_completed(ann: Person, lounge: Place) -> None:
    ann.user.locale = "fr"
    levels = await ann.complete(lounge, "play", "level", game="reversi")
    assert levels.choices == list(REVERSI.levels)
    assert levels.it.choices[1]["name"] == "amateur"
    assert (await ann.complete(lounge, "play", "level", level="mas")).choices == ["master"]
    clocks = await ann.complete(lounge, "challenge", "clock", clock="5")
    assert clocks.choices == ["5+3"]


async def test_options_reach_the_match(home: Harness, ann: Person, lounge: Place) -> None:
    await home.slash(
        ann, lounge, "challenge", game="reversi", clock="5+3", rated="no", opening="balanced"
    )
    match = (await home.session(lounge.last)).match
    assert (str(match.time), match.rated) == ("5+3", False)
    assert match.setup.options["opening"] == "balanced"
    wrong = await home.slash(ann, lounge, "challenge", clock="soon")
    assert wrong.private
    assert len(lounge.messages) == 1


async def test_a_match_is_joined_left_and_ended_by_command(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    await home.slash(ann, lounge, "challenge", first="challenger")
    joined = await home.slash(bo, lounge, "match join")
    assert (joined.private, joined.told) == (True, "Done.")
    board = lounge.last
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    asked = await home.slash(bo, lounge, "match resign")
    assert asked.told == "Resign this match?"
    await home.slash(bo, lounge, "match resign")
    result = lounge.last
    assert result is not board
    await home.slash(bo, lounge, "match rematch")
    await home.slash(ann, lounge, "match rematch")
    assert lounge.last.text.startswith("⚫ Bo ")
    for path in ("match draw", "match takeback"):
        assert (await home.slash(bo, lounge, path)).private


async def test_the_leaderboard_by_scope_and_page(
    home: Harness, ann: Person, bo: Person, lounge: Place
) -> None:
    board = await home.started(ann, bo, lounge)
    await home.press(ann, board, "d3")
    await home.press(bo, board, "c3")
    for _ in range(2):
        await home.slash(bo, lounge, "match resign")
    for scope in ("room", "space", "everywhere"):
        answer = await home.slash(ann, lounge, "leaderboard", scope=scope, period="week", page=1)
        assert "1. Ann" in answer.told
    elsewhere = await home.slash(ann, ann.direct, "leaderboard", scope="room")
    assert "Ann" not in elsewhere.told


def test_every_verb_of_the_tree_has_its_words() -> None:
    verbs = set(Verb) & set(COMMANDS)
    assert verbs <= set(DESCRIPTIONS)


async def test_settings_are_changed_by_words(home: Harness, ann: Person, channel: Place) -> None:
    offered = await ann.complete(channel, "me settings", "change", change="quiet 22")
    assert offered.choices == ["quiet 22 7", "quiet 22 8"]
    some = (await ann.complete(channel, "me settings", "change")).choices
    assert len(some) == 25
    assert {each.split()[0] for each in some} == set(own.KEYS)
    told = await home.slash(ann, channel, "me settings", change="Quiet 22-8")
    assert told.private
    assert "Quiet hours from 22:00 to 8:00." in told.told
    told = await home.slash(ann, channel, "me settings", change="x" * 6_000)
    assert told.told.startswith(f"There's no option “{'x' * 20}”. Possible: confirm, ")
    assert len(told.told) < 160
    told = await home.slash(ann, channel, "me settings", change="quiet late")
    assert told.told == "“late” doesn't fit the option “quiet”. Possible: none, 22-8."


async def test_a_room_is_set_up_by_words(home: Harness, server: Server, channel: Place) -> None:
    boss = Person(home.discord, server.guild.owner)
    offered = await boss.complete(channel, "tavola-admin setup", "change", change="here pente")
    assert offered.choices == ["here pente yes", "here pente no"]
    told = await home.slash(boss, channel, "tavola-admin setup", change="pente no")
    assert "Pente is off." in told.told
    again = await home.slash(boss, channel, "tavola-admin setup")
    assert "Pente is off." in again.told
    assert await refused(home, boss, channel, "pente perhaps") == (
        "“perhaps” doesn't fit the option “pente”. Possible: yes, no."
    )


async def refused(home: Harness, who: Person, place: Place, change: str) -> str:
    return (await home.slash(who, place, "tavola-admin setup", change=change)).told


async def test_words_after_other_commands(
    home: Harness, server: Server, ann: Person, channel: Place
) -> None:
    boss = Person(home.discord, server.guild.owner)
    for path in ("tavola-admin end", "tavola-admin annul"):
        told = await home.slash(boss, channel, path, match="Nonesuch")
        assert told.told.startswith("I don't know this match.")
    told = await home.slash(ann, channel, "me tell", answer="no")
    assert told.told == "You won't be notified of challenges here any more."
    assert (await ann.complete(channel, "daily", "table")).choices == ["table", "all"]
    told = await home.slash(ann, channel, "daily", table="all")
    assert "does not fit" not in told.told
