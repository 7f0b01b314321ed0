"""The lock files: all pinned by hash, without addresses, in step with `pyproject.toml`."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FILES = ("requirements.lock", "requirements-test.lock")
PIN = re.compile(
    r"^(?P<pin>[a-z0-9.-]+==[^\s;]+)(?P<marker> ; [^\\]+)? \\\n(?P<hashes>(?:    --hash=.*\n)+)",
    re.M,
)
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


def pins(name: str) -> Mapping[str, tuple[Requirement, str]]:
    """Each pinned package with its marker and hashes."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {
        canonicalize_name(Requirement(found["pin"]).name): (
            Requirement(found["pin"] + (found["marker"] or "")),
            found["hashes"],
        )
        for found in PIN.finditer(text)
    }


def wanted(*extras: str) -> list[Requirement]:
    """What `pyproject.toml` asks for: to run, to build, and the extras."""
    project = PROJECT["project"]
    asked = [*project["dependencies"], *PROJECT["build-system"]["requires"]]
    for extra in extras:
        asked += project["optional-dependencies"][extra]
    return [Requirement(text) for text in asked]


@pytest.mark.parametrize("name", FILES)
def test_no_addresses(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text
    assert "find-links" not in text
    assert " @ " not in text


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_a_pin_a_hash_or_a_comment(name: str) -> None:
    text = PIN.sub("", (ROOT / name).read_text(encoding="utf-8"))
    assert [line for line in text.splitlines() if not re.match(r" *#", line)] == []
    for _, hashes in pins(name).values():
        assert all(HASH.fullmatch(line) for line in hashes.splitlines())


@pytest.mark.parametrize(("name", "extras"), [(FILES[0], ()), (FILES[1], ("test",))])
def test_what_is_asked_for_is_locked(name: str, extras: tuple[str, ...]) -> None:
    locked = pins(name)
    for requirement in wanted(*extras):
        found, _ = locked[canonicalize_name(requirement.name)]
        (pinned,) = found.specifier
        assert requirement.specifier.contains(pinned.version), requirement
        assert found.marker is None, f"{requirement} would be missing on some machines"


def test_the_tests_run_on_what_ships() -> None:
    run, test = pins(FILES[0]), pins(FILES[1])
    for name, (requirement, hashes) in run.items():
        assert str(test[name][0].specifier) == str(requirement.specifier)
        assert set(hashes.split()) == set(test[name][1].split())


def test_nothing_of_the_tests_ships() -> None:
    """Unless something that ships needs it too: the lock file says what does."""
    run, lock = pins(FILES[0]), (ROOT / FILES[0]).read_text(encoding="utf-8")
    for text in PROJECT["project"]["optional-dependencies"]["test"]:
        name = canonicalize_name(Requirement(text).name)
        if name in run:
            [via] = re.findall(rf"^{name}==(?:.*\n)(?:    --.*\n)+((?:    #.*\n)+)", lock, re.M)
            needed_by = re.findall(r"[a-z0-9-]+", via.replace("via", ""))
            assert needed_by, f"{name} ships though only tests need it"
            assert "pyproject" not in needed_by
