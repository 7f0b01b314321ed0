"""The values of the package load without Pillow, and so do the application's models and ports."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module", ["renderers.theme", "renderers.section", "bot.app.model", "bot.app.ports"]
)
def test_values_load_without_pillow(module: str) -> None:
    code = f"""
import importlib, pkgutil, sys
package = importlib.import_module({module!r})
for found in pkgutil.walk_packages(getattr(package, "__path__", []), {module + "."!r}):
    importlib.import_module(found.name)
sys.exit("PIL" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
