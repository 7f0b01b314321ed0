"""Documents name only things that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app.command_parser import looks_like_move, read
from bot.app.model.request import Verb
from core.registry import GAMES

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PICTURE = re.compile(r'<img src="([^"]+)"')
PATH = re.compile(r"`((?:bot|core|renderers|tests|bench|training|tools|docs)/[\w./-]*)`")
NAMED_TEST = re.compile(r"`(tests/[\w./-]+\.py)::(\w+)`")
MODULE = re.compile(r"python -m (tests|bench|tools)([\w.]*)")


@pytest.fixture(params=DOCUMENTS, ids=lambda path: path.name)
def document(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def test_links_lead_somewhere(document: Path) -> None:
    text = text_of(document)
    for target in LINK.findall(text) + PICTURE.findall(text):
        assert "://" in target or (document.parent / target).exists(), target


def test_paths_exist(document: Path) -> None:
    for path in PATH.findall(text_of(document)):
        assert (ROOT / path).exists(), path


def test_named_tests_exist(document: Path) -> None:
    for path, name in NAMED_TEST.findall(text_of(document)):
        assert f"def {name}(" in text_of(ROOT / path), (path, name)


def test_modules_exist(document: Path) -> None:
    for package, rest in MODULE.findall(text_of(document)):
        place = ROOT / (package + rest).replace(".", "/")
        assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), place


def test_targets_of_make_exist(document: Path) -> None:
    targets = re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE)
    for target in re.findall(r"`make ([a-z]+)", text_of(document)):
        assert target in targets


def named_in_the_tree() -> Iterator[str]:
    """Yield the paths in the folder tree of the architecture, by indentation."""
    text = text_of(ROOT / "docs/architecture.md")
    tree = text.split("### 2.1 Folder tree")[1].split("```")[1]
    folders: list[str] = []
    for line in filter(None, tree.splitlines()):
        depth = (len(line) - len(line.lstrip())) // 2
        words = re.split(r"\s{3,}", line.strip())[0].split()
        folders[depth:] = [words[0] if words[0].endswith("/") else ""]
        for word in words:
            if "/" in word or "." in word:
                yield "".join(folders[:depth]) + word


def test_the_tree_is_the_trees() -> None:
    paths = list(named_in_the_tree())
    assert len(paths) > 70
    for path in paths:
        assert (ROOT / path).exists(), path


def test_every_module_of_bot_and_core_is_in_the_tree() -> None:
    drawn = set(named_in_the_tree())
    for root in ("bot", "core"):
        for module in (ROOT / root).rglob("[a-z]*.py"):
            if "kernels" not in module.parts:
                assert module.relative_to(ROOT).as_posix() in drawn


def test_everything_one_can_say_is_told() -> None:
    text = text_of(ROOT / "docs/commands.md")
    for verb in Verb:
        assert re.search(rf"`{verb}\b", text), verb
    for game in GAMES.values():
        for word in (game.id, *game.levels, *(w for option in game.options for w in option.values)):
            assert re.search(rf"\b{re.escape(word)}\b", text), word


PLACEHOLDERS = {
    "[game]": "pente",
    "[@name]": "@Bo",
    "[options]": "5+3 casual",
    "[level]": "club",
    "[scope]": "space",
    "[period]": "week",
    "[page]": "2",
    "[move]": "20",
    "CODE": "ABC234",
    "TEXT": "f5d6c3",
    "MATCH": "aaaaaaaaaaaaa",
    "ID": "aaaaaaaaaaaaa",
}


def sayings() -> Iterator[str]:
    """Yield the first column of the tables of commands as a player would type it, without and with
    the optional parts."""
    for table in text_of(ROOT / "docs/commands.md").split("| say | it does |")[1:]:
        for row in table.split("\n\n")[0].splitlines()[2:]:
            for said in re.findall(r"`([^`]+)`", row.split(" | ")[0]):
                for typed in (re.sub(r" ?\[[^]]*\]", "", said), said):
                    for placeholder, word in PLACEHOLDERS.items():
                        typed = typed.replace(placeholder, word)
                    yield typed


def test_what_is_told_can_be_said() -> None:
    said = sorted(set(sayings()))
    assert len(said) > 75
    for line in said:
        assert looks_like_move(line) or read(line).verb in Verb, line
