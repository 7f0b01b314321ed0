"""Print the figures: `python -m tools.house [--check | --parts | --marked | --lower | --mermaid]`.

--check     exit with 1 when a figure is above its goal
--parts     also list what makes up each figure
--marked    list the comments and docstrings with a marker
--lower     lower the bounds in tools/house.toml to today's counts
--mermaid   print the picture of the packages for docs/architecture.md
"""

import argparse
import sys

from tools.house import bounds, graph
from tools.house.figures import figures
from tools.house.prose import has_marker
from tools.house.sources import EVERYTHING, prose, sources


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.house", description="Figures of the source."
    )
    choice = parser.add_mutually_exclusive_group()
    for name in ("check", "parts", "marked", "lower", "mermaid"):
        choice.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.lower:
        bounds.lower()
    elif options.mermaid:
        _print(graph.mermaid(graph.project()))
    elif options.marked:
        for source in sources(*EVERYTHING):
            for text in filter(has_marker, prose(source)):
                _print(f"{source.name}: {' '.join(text.split())}")
    else:
        found = list(figures())
        for figure in found:
            _print(str(figure))
            for part in figure.parts if options.parts else ():
                _print(f"    {part}")
        return int(options.check and not all(figure.is_met for figure in found))
    return 0


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())
