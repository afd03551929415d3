"""Runs one group of checks of the package: ``types``, ``tests`` or ``heavy``.

The package has to be installed; tests run outside of its folder, so that they import the wheel.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTEST = ["-m", "pytest", "-c", str(HERE / "pyproject.toml"), str(HERE / "tests"), "-m"]
MYPY = ["-m", "mypy", "--config-file", str(HERE / "pyproject.toml")]
GROUPS = {
    "types": [[*MYPY, "--package", "turnwright"], ["-m", "mypy.stubtest", "turnwright._engine"]],
    "tests": [[*PYTEST, "not heavy"]],
    "heavy": [[*PYTEST, "heavy"]],
}


def main(arguments: list[str]) -> int:
    """Runs the commands of a group; the first that fails decides."""
    if len(arguments) != 1 or arguments[0] not in GROUPS:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        for command in GROUPS[arguments[0]]:
            code = subprocess.run([sys.executable, *command], cwd=folder, check=False).returncode
            if code != 0:
                return code
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
