"""Builds and installs the package (``wheel``), or checks it: ``types``, ``tests`` or ``heavy``.

Checks run outside of the package's folder, so that they import the installed wheel.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PYTEST = ["-m", "pytest", "-c", str(HERE / "pyproject.toml"), str(HERE / "tests"), "-m"]
PIP = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
MYPY = ["-m", "mypy", "--config-file", str(HERE / "pyproject.toml")]
GROUPS = {
    "types": [[*MYPY, "--package", "turnwright"], ["-m", "mypy.stubtest", "turnwright._engine"]],
    "tests": [[*PYTEST, "not heavy"]],
    "heavy": [[*PYTEST, "heavy"]],
}


def wheel() -> int:
    """Builds the wheel with maturin, optimized as all tests are, and installs it."""
    with tempfile.TemporaryDirectory() as folder:
        build = ["-m", "maturin", "build", "--interpreter", sys.executable]
        code = run([*build, "--out", folder], HERE)
        made = [str(file) for file in Path(folder).glob("*.whl")]
        return code or run([*PIP, "--no-deps", "--force-reinstall", *made], HERE)


def run(command: list[str], folder: str | Path) -> int:
    """Runs Python with these arguments in a folder. Returns the exit code."""
    return subprocess.run([sys.executable, *command], cwd=folder, check=False).returncode


def main(arguments: list[str]) -> int:
    """Runs the commands of a group up to the first that fails. Returns the exit code."""
    if arguments == ["wheel"]:
        return wheel()
    if len(arguments) != 1 or arguments[0] not in GROUPS:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        for command in GROUPS[arguments[0]]:
            code = run(command, folder)
            if code != 0:
                return code
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
