"""Descriptions of fights: an example, a path, the text of an encounter file, or a dictionary."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

from turnwright.errors import TurnwrightError

Fight: TypeAlias = "str | os.PathLike[str] | Mapping[str, Any]"


class Described(TypedDict):
    """A fight as the engine takes it."""

    text: str
    form: str
    folder: str | None
    rules: str | None
    options: dict[str, str] | None
    rulings: dict[str, str] | None


def form_of(fight: Fight) -> tuple[str, str]:
    """Returns a fight as a text, and its form: ``name``, ``text`` (TOML) or ``json``.

    A string with a line break is the text of an encounter file; any other string is the path of
    a file or the name of an example.
    """
    if isinstance(fight, Mapping):
        try:
            return json.dumps(fight), "json"
        except (TypeError, ValueError) as error:
            raise TurnwrightError(
                "bad-setup",
                f"The setup can't be written as JSON: {error}.",
                "Use texts, numbers, booleans, lists and dictionaries.",
            ) from error
    if not isinstance(fight, (str, os.PathLike)):
        raise TurnwrightError(
            "bad-setup",
            f"A fight can't be made from a {type(fight).__name__}.",
            "Give the name of an example, a path, the text of an encounter file or a dictionary.",
        )
    text = os.fspath(fight)
    return text, "text" if "\n" in text else "name"


def described(
    fight: Fight,
    *,
    form: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    rules: str | os.PathLike[str] | None = None,
    options: Mapping[str, str] | None = None,
    rulings: Mapping[str, str] | None = None,
) -> Described:
    """Returns a fight as the engine takes it, with changes to its rules."""
    text, found = form_of(fight)
    return {
        "text": text,
        "form": form or found,
        "folder": None if folder is None else os.fspath(folder),
        "rules": None if rules is None else os.fspath(rules),
        "options": None if options is None else dict(options),
        "rulings": None if rulings is None else dict(rulings),
    }
