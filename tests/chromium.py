"""Where the browser for page tests is.

`TAVOLA_TEST_CHROMIUM` names it; otherwise the usual places of Debian and macOS are looked at.
Background traffic is switched off, because tests reach nothing beyond this machine.
"""

import os
import shutil
from pathlib import Path

VARIABLE = "TAVOLA_TEST_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = (
    "/usr/lib/chromium/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

_NOT_NEEDED = (
    # a window's address bar is two pages more, each with a process of its own
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled", "AimServerEligibilityEnabled"),
    # what Playwright switches off, because a browser hears only the last of such lists
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
    "NetworkTimeServiceQuerying",
)
"""Features of the browser, with which the tests take a third longer."""

ARGUMENTS = (
    "--no-sandbox",  # tests may run as root, where Chromium's own sandbox does not start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_NOT_NEEDED)}",
)


def find() -> str:
    """The path of a Chromium; FileNotFoundError says what to do where there is none."""
    if named := os.environ.get(VARIABLE):
        if shutil.which(named) is None:
            raise FileNotFoundError(f"{VARIABLE} names {named}, which cannot be run")
        return named
    for name in NAMES:
        if found := shutil.which(name):
            return found
    for place in PLACES:
        if Path(place).exists():
            return place
    raise FileNotFoundError(
        f"the page's tests need Chromium: apt install chromium, or set {VARIABLE} to its path"
    )
