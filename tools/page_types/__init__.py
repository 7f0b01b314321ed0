"""Checks the types of the page's JavaScript with a pinned TypeScript, which ships nowhere."""
