"""An address where Tavola cannot listen, as one line: what, where, why, and the setting to change.

Whoever starts it and whoever only asks whether it would start say it alike. Must not know how
anybody listens.
"""

import errno
import os
import socket
from pathlib import Path

from bot.config import MetricsConfig, WebConfig

_LISTENERS = {WebConfig: ("web", "the page"), MetricsConfig: ("metrics", "figures for Prometheus")}
"""By their section: its name, and who listens there."""

_OF_THE_PORT = (errno.EADDRINUSE, errno.EACCES)
"""Faults that another port mends: it is taken, or low ones are not for everybody."""


def cannot_listen(listener: WebConfig | MetricsConfig, source: Path | None, error: OSError) -> str:
    """The line. `source` is the file that the configuration was read from; None: there is none."""
    section, what = _LISTENERS[type(listener)]
    key = "port" if error.errno in _OF_THE_PORT else "host"
    variable = f"TAVOLA_{section}_{key}".upper()
    where = f"{listener.host} port {listener.port}"
    change = f"set another {section}.{key} in {source or 'config.toml'} or {variable}"
    return f"{what} cannot listen on {where}: {_why(error)}; {change}"


def _why(error: OSError) -> str:
    """In the system's words. Names that lead nowhere have numbers of their own."""
    if error.errno is None or isinstance(error, socket.gaierror):
        return error.strerror or str(error)
    return os.strerror(error.errno)
