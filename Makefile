# `make run` starts Tavola, `make check` is the inner loop, `make test` checks everything. Each sets up
# what it needs: a virtual environment in .venv, the packages of the lock file (by hash), and Tavola
# itself. The second call installs nothing: a stamp in .venv holds the checksum of what was installed.
#
#   make run ARGS="--config my.toml"      make test PYTHON=python3.12
#
# `make setup` only sets up, for services and after an upgrade.
#
# Works with the make and the shell of macOS and of Debian. On Windows see README.md.

# The first Python that is new enough; macOS calls an old one python3.
PYTHON ?= $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; \
  done),python3)
ARGS ?=
VENV := .venv
PY := $(VENV)/bin/python

# An environment whose Python has been removed, as by an upgrade, is replaced.
$(shell test -x $(PY) || rm -rf $(VENV))

sum = $(firstword $(shell cat $(1) | cksum))
RUN_STAMP := $(VENV)/tavola-run-$(call sum,requirements.lock pyproject.toml)
TEST_STAMP := $(VENV)/tavola-test-$(call sum,requirements.lock requirements-test.lock pyproject.toml)
PIP := $(PY) -m pip --disable-pip-version-check --quiet
ITSELF := $(PIP) install --no-deps --no-build-isolation --no-index --editable .

# One test process per core, at most four. Browser tests run separately, one browser per process,
# because they time out when other tests take the processor.
BROWSER := tests/bot/frontends/web/browser
# Pure packages run under another hash seed than the rest.
PURE := tests/core tests/renderers
SPREAD := --numprocesses=auto --maxprocesses=4 --dist=worksteal

# The packages of the inner loop, and what it leaves to `make test`. See tests/marks.py.
INNER := $(PURE) $(addprefix tests/bot/,app config storage text)
QUICK := -m "not browser and not engine and not process and not slow" --hypothesis-profile=quick

.PHONY: run setup check test lint locks clean

run: $(RUN_STAMP)
	@exec $(PY) -m bot run $(ARGS)

setup: $(RUN_STAMP)

check: $(TEST_STAMP) lint
	$(PY) -m pytest $(SPREAD) --quiet $(QUICK) $(INNER)

test: $(TEST_STAMP) lint
	$(PY) -m tools.page_types
	-$(PY) -m bot warm
	PYTHONHASHSEED=1 $(PY) -m pytest $(SPREAD) --quiet $(PURE)
	PYTHONHASHSEED=2 $(PY) -m pytest $(SPREAD) --durations=5 --ignore=$(BROWSER) $(PURE:%=--ignore=%)
	PYTHONHASHSEED=2 $(PY) -m pytest $(SPREAD) $(BROWSER)

lint: $(TEST_STAMP)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo

$(RUN_STAMP): | $(PY)
	@echo "Setting up (once, about half a minute)..."
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(ITSELF)
	@echo "Compiling the computer players (once, about half a minute)..."
	-@$(PY) -m bot warm >/dev/null
	@touch $@

# The packages of the tests include those of running, so one installation serves both.
$(TEST_STAMP): | $(PY)
	@echo "Setting up for the tests (once, about a minute)..."
	@$(PIP) install --require-hashes --requirement requirements-test.lock
	@$(ITSELF)
	@touch $(RUN_STAMP) $@

$(PY):
	@command -v $(PYTHON) >/dev/null || \
	  { echo "Tavola needs Python 3.11 or newer; there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tavola needs Python 3.11 or newer; this is `$(PYTHON) -V 2>&1`. Name a newer one: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "This Python cannot make virtual environments; on Debian: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# Resolve and pin the newest versions; needs uv. One set of versions for Python 3.11 to 3.14 on every system.
LOCK := uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
  --quiet --custom-compile-command "make locks" pyproject.toml -
locks:
	echo "setuptools>=77" | $(LOCK) --output-file requirements.lock
	echo "setuptools>=77" | $(LOCK) --constraint requirements.lock --extra test \
	  --output-file requirements-test.lock

clean:
	rm -rf $(VENV)
