"""Explain why an address cannot be listened on: what, where, why, and the setting to change.

`tavola run` and `tavola check` print the same line.
"""

import errno
import os
import socket
from pathlib import Path

from bot.config import MetricsConfig, WebConfig

_LISTENERS = {WebConfig: ("web", "the page"), MetricsConfig: ("metrics", "figures for Prometheus")}
"""By section type: the section's name, and what listens there."""

_OF_THE_PORT = (errno.EADDRINUSE, errno.EACCES)
"""Errors that another port avoids: in use, or reserved for privileged users."""


def cannot_listen(listener: WebConfig | MetricsConfig, source: Path | None, error: OSError) -> str:
    """Return the line. `source` is the configuration file, None for defaults."""
    section, what = _LISTENERS[type(listener)]
    key = "port" if error.errno in _OF_THE_PORT else "host"
    variable = f"TAVOLA_{section}_{key}".upper()
    where = f"{listener.host} port {listener.port}"
    change = f"set another {section}.{key} in {source or 'config.toml'} or {variable}"
    return f"{what} cannot listen on {where}: {_why(error)}; {change}"


def _why(error: OSError) -> str:
    """Return the system's words. Errors of name resolution have numbers of their own."""
    if error.errno is None or isinstance(error, socket.gaierror):
        return error.strerror or str(error)
    return os.strerror(error.errno)
