"""Benchmarks: `python -m bench NAME`. Exact definitions and goals stand in `goals.toml`."""
