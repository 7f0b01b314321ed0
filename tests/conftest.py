"""Configure every test: marks, Hypothesis profiles, the browser.

Under `CI=true` a skipped test is a failure, since a check that silently does not run is worthless.
Random order, warnings as errors and the ban on sockets are in `pyproject.toml`.
"""

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from bot.engines import kernel_cache
from tests import chromium, marks

QUICK = 10
"""Examples of a property under the quick profile."""

kernel_cache.adopt()  # before a test module imports kernels: the whole run shares what was compiled

# A busy machine must not fail a test by its deadline or by slow generation.
settings.register_profile("full", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("full"), max_examples=QUICK)
settings.load_profile("full")  # `--hypothesis-profile=quick` replaces it


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    marks.mark(items)  # first, so that `-m` sees them


def forbid_skipping(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure under continuous integration; keep expected failures."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI") == "true":
        report.outcome = "failed"
        report.longrepr = f"skipped, which counts as a failure here: {report.longrepr}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    forbid_skipping(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    forbid_skipping(report)
    return report


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Return the path of the browser for page tests."""
    return chromium.find()
