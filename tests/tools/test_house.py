"""The measures of `tools.house`, tried on small sources, and the bounds on the project's own."""

import ast

import pytest

from tools.house import bounds, concepts, games, graph, layout, prose, vocabulary, writing
from tools.house.prose import Count
from tools.house.sources import ROOT, Source
from tools.house.sources import prose as prose_of


def source(text: str, name: str = "bot/app/matches/rematch.py") -> Source:
    return Source(name, text)


def test_no_package_has_more_markers_than_its_bound() -> None:
    """A count that fell is written down: `python -m tools.house --lower`."""
    assert bounds.marker_offences(bounds.read()["markers"], prose.counts()) == []


def test_no_name_uses_a_word_beyond_its_bound() -> None:
    """The words to use are in `docs/glossary.md`."""
    assert bounds.word_offences(bounds.read()["words"], vocabulary.counts()) == []


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (40, ""),
        (35, ""),
        (41, "41 names with “wish”, at most 40 are allowed: request"),
        (20, "wish: lower the bound of 40 to 20"),
    ],
)
def test_a_word_may_only_become_rarer(found: int, wrong: str) -> None:
    assert bounds.word_offences({"wish": 40}, {"wish": found}) == ([wrong] if wrong else [])


def test_names_of_modules_classes_and_functions_are_split_into_words() -> None:
    text = "class ToldDesk:\n    def who_is2Here(self, wish): ...\n"
    found = list(vocabulary.names(source(text, "bot/app/almanac.py")))
    assert found == ["almanac", "ToldDesk", "who_is2Here"]
    assert set().union(*map(vocabulary.words_of, found)) == {
        *("almanac", "told", "desk", "who", "is2", "here"),
    }


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (Count(40, 100), ""),
        (Count(35, 100), ""),
        (Count(41, 100), "core: 41 marked texts, at most 40 are allowed"),
        (Count(41, 3000), ""),
        (Count(20, 100), "core: lower the bound of 40 to 20"),
    ],
)
def test_a_bound_may_only_fall(found: Count, wrong: str) -> None:
    assert bounds.marker_offences({"core": 40}, {"core": found}) == ([wrong] if wrong else [])


def test_bounds_name_the_packages_there_are() -> None:
    assert bounds.marker_offences({"gone": 0}, {"new": Count(1, 2)}) == [
        "gone does not exist any more",
        "new: 1 marked texts, at most 0 are allowed",
    ]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Return whatever the store holds.", True),
        ("It is as good\n    as new.", True),
        ("Must not know the platforms.", True),
        ("What is due when.", True),
        ("Of a match, its seats.", True),
        ("Return what is due.", False),
        ("Understands SQL.", False),
        ("Resolve which match an unqualified request refers to.", False),
    ],
)
def test_markers_are_words(text: str, marked: bool) -> None:
    assert prose.has_marker(text) is marked


def test_docstrings_and_comments_are_prose() -> None:
    text = '"""Header."""\n# One\n# comment.\nx = 1  # Another.\n"""An attribute."""\ny = "text"\n'
    noqa = "z = 1  # noqa: E501\n"
    assert sorted(prose_of(source(text + noqa))) == [
        "An attribute.",
        "Another.",
        "Header.",
        "One comment.",
    ]


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("core.match.decide", "core"),
        ("bot.bootstrap", "bot"),
        ("bot.app.matches.join", "bot.app"),
        ("bot.frontends.web.server", "bot.frontends.web"),
        ("tests.core.test_day", "tests"),
    ],
)
def test_modules_are_counted_by_package(module: str, package: str) -> None:
    assert prose.package_of(module) == package


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("def offer_rematch(): ...", "rematch"),
        ("def f():\n    if verb is Verb.REMATCH: ...", "rematch"),
        ("class Notices:\n    def remind(self): ...", "reminder"),
        ("class Days:\n    def close(self): ...", "closing of the day"),
        ("def f():\n    return a if self.may_join(b) else c", "who may accept"),
        ("match verb:\n    case Verb.LEADERBOARD: ...", "a leaderboard column"),
    ],
)
def test_definitions_and_branches_are_about_a_concept(text: str, concept: str) -> None:
    assert concepts.CONCEPTS[concept].search(concepts.texts(source(text, "bot/app/x/y.py")))


@pytest.mark.parametrize(
    "text", ["from a import rematch", "REMATCH = 'rematch'", "x = {Verb.REMATCH: f}", "rematch(x)"]
)
def test_imports_calls_and_tables_are_not_about_a_concept(text: str) -> None:
    found = concepts.texts(source(text, "bot/app/x/y.py"))
    assert not concepts.CONCEPTS["rematch"].search(found)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("if game == 'dice': ...", ["id"]),
        ("x = {DICE.id: f, 'pente': g}", ["id", "id"]),
        ("match game:\n    case 'reversi': ...", ["id"]),
        ("from core.games.dice.rules import DICE", ["import"]),
        ("if match.over and session.contest is None: ...", ["contest"]),
        ("x = [a for a in b if a.setup.seats == 1]", ["seats"]),
        ("return GAMES[game].seat_counts == (1,)", ["seats"]),
        ("if not GAMES[game].chance: ...", ["chance"]),
        ("if verb is Verb.DICE: ...", []),
        ("assert session.contest is not None", []),
        ("if seats == 2: ...", []),
    ],
)
def test_branches_that_stand_for_a_game_are_found(text: str, kinds: list[str]) -> None:
    assert [branch.kind for branch in games.branches_of(source(text))] == kinds


@pytest.mark.parametrize("name", ["core/games/dice/rules.py", "renderers/dice.py", "bot/text/a.py"])
def test_a_game_may_stand_for_itself(name: str) -> None:
    assert not list(games.branches_of(source("if game == 'dice': ...", name)))


@pytest.mark.parametrize(
    ("places", "differ"),
    [
        (["bot/frontends/discord/", "bot/frontends/telegram/"], False),
        (["bot/frontends/discord/", "bot/frontends/discord/"], True),
        (["bot/app/*", "bot/app/*"], False),
        (["bot/*/people", "bot/*/rooms"], True),
    ],
)
def test_parallel_places_do_not_differ(places: list[str], differ: bool) -> None:
    assert layout.differ(places) is differ


def test_the_layout_counts_modules() -> None:
    assert layout.modules_per_folder()["core/match"] > 10


def test_methods_that_keep_a_callback_subscribe() -> None:
    keeps = "class A:\n    def follow(self, told: Told) -> None:\n        self._told.append(told)\n"
    value = "class A:\n    def rename(self, name: str) -> None:\n        self.name = name\n"
    assert writing.subscribing_names([source(keeps), source(value)]) == ["follow"]


def test_functions_that_hold_a_lock_are_write_paths() -> None:
    text = "async def save(self):\n    async with self._locks.hold(id):\n        ...\n"
    assert writing.write_paths([source(text)]) == ["bot.app.matches.rematch.save"]


EDGES = {
    "a": frozenset({"b", "c"}),
    "b": frozenset({"c"}),
    "c": frozenset({"d"}),
    "d": frozenset({"c"}),
}


def test_a_cycle_is_one_level() -> None:
    assert graph.levels(EDGES) == 3
    assert graph.cycles(EDGES) == [["c", "d"]]


def test_the_picture_has_no_arrow_that_others_imply() -> None:
    assert graph.mermaid(EDGES).splitlines() == [
        "graph TD",
        "  a --> b",
        "  b --> c+d",
    ]


def test_imports_of_names_and_modules_are_edges() -> None:
    text = (
        "import core.types\nfrom core.match import decide\nfrom core.game import PASS\nimport re\n"
    )
    names = frozenset({"core.types", "core.match", "core.match.decide", "core.game"})
    assert set(graph.imports(ast.parse(text), names)) == {
        "core.types",
        "core.match.decide",
        "core.game",
    }


def test_the_architecture_shows_the_graph_of_today() -> None:
    """`python -m tools.house --mermaid` prints the picture."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    shown = page.partition("```mermaid\n")[2].partition("\n```")[0]
    assert shown == graph.mermaid(graph.project())
