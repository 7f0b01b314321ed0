"""Instants as Discord writes them."""

from datetime import UTC, datetime


def iso(millis: int) -> str:
    return datetime.fromtimestamp(millis / 1000, UTC).isoformat()
