"""The one exception of the package."""

from __future__ import annotations

import json
from typing import Any


class TurnwrightError(Exception):
    """An error of the package.

    ``code`` is a word for programs, such as ``denied`` or ``illegal-action``. ``hint`` says how to
    fix it. ``details`` has one object for each reason of a denial, or for each mistake in a file.
    """

    def __init__(
        self, code: str, message: str, hint: str | None = None, details: str = "[]"
    ) -> None:
        super().__init__(code, message, hint, details)
        self.code = code
        self.message = message
        self.hint = hint
        self.details: Any = json.loads(details)

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message} {self.hint}"
