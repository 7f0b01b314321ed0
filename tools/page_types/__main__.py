"""Check the types that the page's JavaScript states in JSDoc: `python -m tools.page_types`.

Installs the pinned TypeScript the first time. Where Node is missing the check is left out and says
so: the page needs no build step, and nobody has to have Node to work on the rest.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
TSC = HERE / "node_modules" / "typescript" / "bin" / "tsc"


def main() -> int:
    """Return the exit code of the check."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        sys.stderr.write("Node is missing: the page's JavaScript types are not checked.\n")
        return 0
    if not TSC.exists():
        subprocess.run([npm, "ci", "--no-audit", "--no-fund", "--silent"], cwd=HERE, check=True)
    return subprocess.run([node, str(TSC), "--project", str(HERE)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
