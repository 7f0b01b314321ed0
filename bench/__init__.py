"""Benchmarks: `python -m bench NAME`, each figure beside a floor or a peer taken in the same run."""
