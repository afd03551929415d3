"""Reports the packages that are not installed, so that their tests are left out."""

import importlib.util

import pytest

HEAVY = ("ray", "pyspiel")


def pytest_report_header(config: pytest.Config) -> list[str]:
    missing = [name for name in HEAVY if importlib.util.find_spec(name) is None]
    return [f"LEFT OUT, not installed here: {name}" for name in missing]
