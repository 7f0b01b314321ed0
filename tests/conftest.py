"""What holds for every test.

Where `CI` is `true`, a skipped test is a failure: a check that silently does not run is worth
nothing. (Random order, errors for warnings and the ban on sockets are in `pyproject.toml`.)
"""

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from bot.engines import kernel_cache
from tests import chromium

kernel_cache.adopt()  # before a test module imports kernels: the whole run shares what was compiled

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")  # a busy machine is no fault of the code


def forbid_skipping(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turns a skip into a failure under continuous integration. Expected failures stay."""
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
    """The browser for page tests."""
    return chromium.find()
