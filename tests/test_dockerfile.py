"""The container image as text: it cannot be built where the tests run, so what it names is checked.

Every path that is copied exists and reaches the builder, every command is one that the image has,
the environment is one that Tavola accepts, and the health check is tried on a real server.
"""

import fnmatch
import json
import os
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from bot.config.reading import load

ROOT = Path(__file__).parents[1]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = CONFIG["project"]
PLAIN_COMMANDS = {"python", "useradd", "install"}  # what python:3-slim has


def instructions() -> list[tuple[str, str]]:
    """Keyword and argument of each instruction, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [
        (k, v.strip()) for k, _, v in (line.partition(" ") for line in joined.splitlines() if line)
    ]


def all_of(keyword: str) -> list[str]:
    return [argument for word, argument in instructions() if word == keyword]


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in all_of("ENV") for pair in shlex.split(line))


def is_sent(path: str) -> bool:
    """Whether `.dockerignore` lets this path reach the builder: the last rule that fits decides."""
    sent = True
    for rule in (ROOT / ".dockerignore").read_text(encoding="utf-8").split():
        pattern = rule.removeprefix("!")
        if fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(path, pattern.removeprefix("**/")):
            sent = rule.startswith("!")
    return sent


def test_it_has_two_stages_of_one_python() -> None:
    build, final = all_of("FROM")
    assert build.removesuffix(" AS build") == final
    found = re.fullmatch(r"python:(3\.\d+)-slim", final)
    assert found
    assert f"Programming Language :: Python :: {found[1]}" in PROJECT["classifiers"]


def test_everything_copied_is_there_and_is_sent() -> None:
    copied = [shlex.split(argument)[:-1] for argument in all_of("COPY")]
    own = [source for sources in copied for source in sources if "--from=build" not in sources]
    assert own
    for source in own:
        assert (ROOT / source).exists(), source
        assert is_sent(source), source


def test_every_package_is_copied_and_nothing_else_is_sent() -> None:
    sources = " ".join(all_of("COPY"))
    shipped = CONFIG["tool"]["setuptools"]["packages"]["find"]["include"]
    for package in (pattern.removesuffix("*") for pattern in shipped):
        assert f"{package} {package}" in sources
    for private in (".git", ".venv", "config.toml", "data", "tests", ".env", "docs"):
        assert not is_sent(private), private


def test_what_one_stage_hands_to_the_other_was_made() -> None:
    (handed,) = [argument for argument in all_of("COPY") if argument.startswith("--from=build")]
    _, made, place = handed.split()
    assert made == place  # a virtual environment cannot be moved
    assert f"python -m venv {made}" in all_of("RUN")
    assert environment()["PATH"].startswith(f"{made}/bin:")


def test_every_command_is_one_the_image_has() -> None:
    for line in all_of("RUN"):
        for command in line.split("&&"):
            program = shlex.split(command)[0]
            ours = program == "/opt/tavola/bin/pip" or program in PROJECT["scripts"]
            assert program in PLAIN_COMMANDS or ours, program
    (entry,) = all_of("ENTRYPOINT")
    assert json.loads(entry)[0] in PROJECT["scripts"]


def test_every_file_a_command_names_is_there() -> None:
    named = re.findall(r"--requirement (\S+)", " ".join(all_of("RUN")))
    assert named == ["requirements.lock"]
    assert "--require-hashes" in " ".join(all_of("RUN"))
    assert all((ROOT / name).exists() for name in named)


def test_the_command_is_one_of_ours() -> None:
    (command,) = all_of("CMD")
    asked = [sys.executable, "-m", "bot", *json.loads(command), "--help"]
    assert subprocess.run(asked, cwd=ROOT, capture_output=True).returncode == 0


def test_its_settings_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    config = load(None, environment())
    (exposed,) = all_of("EXPOSE")
    (volume,) = all_of("VOLUME")
    assert str(config.web.port) == exposed
    assert config.storage.path.parent == Path(volume)
    assert all_of("WORKDIR")[-1] == volume


def test_it_does_not_run_as_root() -> None:
    (user,) = all_of("USER")
    made = next(line for line in all_of("RUN") if line.startswith("useradd"))
    assert f" {user} " in f"{made} "
    keywords = [word for word, _ in instructions()]
    assert keywords.index("USER") < keywords.index("ENTRYPOINT")


def test_the_computer_players_are_compiled_into_it() -> None:
    """By the user that runs them, into a folder of that user's."""
    later = instructions()[[word for word, _ in instructions()].index("USER") :]
    assert [argument for word, argument in later if word == "RUN"] == ["tavola warm"]
    folder = environment()["NUMBA_CACHE_DIR"]
    (made,) = [line for line in all_of("RUN") if folder in line]
    assert f"install -d -o {all_of('USER')[0]} " in made


class Answering(BaseHTTPRequestHandler):
    """Says 200 to `/ready` while the server is ready."""

    def do_GET(self) -> None:
        ready = getattr(self.server, "ready", False) and self.path == "/ready"
        self.send_response(200 if ready else 503)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        del format, args


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    with HTTPServer(("127.0.0.1", 0), Answering) as served:
        thread = threading.Thread(target=served.serve_forever)
        thread.start()
        yield served
        served.shutdown()
        thread.join()


@pytest.mark.parametrize("ready", [True, False])
def test_the_health_check_tells(server: HTTPServer, ready: bool) -> None:
    server.ready = ready  # type: ignore[attr-defined]
    (check,) = all_of("HEALTHCHECK")
    program, *arguments = json.loads(check.partition(" CMD ")[2])
    assert program == "python"
    port = f":{environment()['TAVOLA_WEB_PORT']}/"
    assert port in arguments[-1]
    arguments[-1] = arguments[-1].replace(port, f":{server.server_port}/")
    done = subprocess.run([sys.executable, *arguments], capture_output=True, env=dict(os.environ))
    assert (done.returncode == 0) is ready


def test_compose_sets_what_tavola_knows_and_keeps_the_data() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    for variable in re.findall(r"^ +(TAVOLA_[A-Z_]+):", text, re.MULTILINE):
        assert f"${{{variable}:-" in text
    set_there = dict(re.findall(r"^ +(TAVOLA_[A-Z_]+): \$\{\w+:-(.*)\}", text, re.MULTILINE))
    load(None, {**environment(), **set_there})
    (volume,) = all_of("VOLUME")
    assert f"data:{volume}" in text
    port = environment()["TAVOLA_WEB_PORT"]
    assert f'"127.0.0.1:{port}:{port}"' in text
