"""The engine by names: one fight with its history, as at a table."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from turnwright import _engine
from turnwright.errors import TurnwrightError
from turnwright.source import Fight, described


@dataclass(frozen=True)
class Reason:
    """One reason why something is illegal."""

    text: str
    remedy: str | None
    because: tuple[str, ...]


@dataclass(frozen=True)
class Event:
    """Something that happened, with the ids of its rules."""

    text: str
    because: tuple[str, ...]
    story: bool


@dataclass(frozen=True)
class Choice:
    """A legal declaration of a combatant.

    ``payments`` are all undominated payments, cheapest first; ``, pay #2`` after a command takes
    the second one. ``number`` is the range of the number, if the declaration takes one.
    ``command`` declares it at the first target, with the cheapest payment.
    """

    who: str
    activity: str
    label: str
    targets: tuple[str, ...]
    untargeted: bool
    squares: tuple[str, ...]
    payments: tuple[str, ...]
    number: tuple[int, int] | None
    number_text: str | None
    command: str


@dataclass(frozen=True)
class Denied:
    """An activity that a combatant can't do now, with all the reasons."""

    activity: str
    label: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Verdict:
    """The verdict of the rules on a command that is not given."""

    legal: bool
    reasons: tuple[Reason, ...]
    warnings: tuple[Reason, ...]
    payments: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """The decision that a fight waits for, and the combatants that are asked."""

    kind: str
    text: str
    asked: tuple[str, ...]
    about: str | None
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Ruleset:
    """A ruleset: its rules and activities."""

    id: str
    title: str
    version: str
    rules: tuple[dict[str, Any], ...]
    activities: tuple[dict[str, str], ...]

    @staticmethod
    def load(name: str | os.PathLike[str]) -> Ruleset:
        """Loads a shipped ruleset by name, or one in a folder."""
        read = json.loads(_engine.ruleset(os.fspath(name)))
        rules, activities = tuple(read["rules"]), tuple(read["activities"])
        return Ruleset(read["id"], read["title"], read["version"], rules, activities)


class Engine:
    """A fight with its whole history. Commands are those of the command language."""

    def __init__(
        self,
        fight: Fight,
        *,
        seed: int | None = None,
        rules: str | os.PathLike[str] | None = None,
        options: Mapping[str, str] | None = None,
        rulings: Mapping[str, str] | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        """Begins a fight.

        ``fight`` is the name of an example, a path, the text of an encounter file or a
        dictionary with its keys. ``rules`` plays it by another ruleset: a shipped one or a
        folder. ``folder`` is where the paths in a text or dictionary begin. ``seed`` is the seed
        of the dice; the default is the seed of the file, or else 1.
        """
        made = described(fight, folder=folder, rules=rules, options=options, rulings=rulings)
        self._table = _engine.Table(made, seed=seed)

    @classmethod
    def from_log(cls, text: str) -> Engine:
        """Replays a saved game to the point that it was saved at."""
        engine = cls.__new__(cls)
        engine._table = _engine.Table.from_log(text)
        return engine

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Engine:
        """Opens a saved game."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            message = f"The game {os.fspath(path)} can't be read: {error}."
            raise TurnwrightError("unreadable", message) from error
        return cls.from_log(text)

    def log(self) -> str:
        """Returns the game as text, with its ruleset and all branches."""
        return self._table.log()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the game to a file."""
        Path(path).write_text(self.log(), encoding="utf-8")

    def apply(self, command: str) -> list[Event]:
        """Gives a command, such as ``Ana: longsword Orc 1``.

        Returns the events that follow. A command that the rules deny raises an error with code
        ``denied`` and changes nothing.
        """
        return _events(self._table.apply(command))

    def roll(self) -> list[Event]:
        """Rolls the awaited dice."""
        return _events(self._table.roll())

    def settle(self) -> list[Event]:
        """Rolls dice and answers rulings by default until there is a choice."""
        return _events(self._table.settle())

    def undo(self, count: int = 1) -> int:
        """Undoes up to ``count`` commands. Returns how many."""
        return self._table.undo(_count(count))

    def redo(self, count: int = 1) -> int:
        """Redoes up to ``count`` commands along the branch left last. Returns how many."""
        return self._table.redo(_count(count))

    def events(self) -> list[Event]:
        """Returns everything that has happened up to here."""
        return _events(self._table.events())

    def legal(self) -> list[Choice]:
        """Returns everything that is legal now, with targets and payments."""

        def choice(one: dict[str, Any]) -> Choice:
            lists = {key: tuple(one[key]) for key in ("targets", "squares", "payments")}
            number = None if one["number"] is None else (one["number"][0], one["number"][1])
            return Choice(**{**one, **lists, "number": number})

        return [choice(one) for one in json.loads(self._table.legal())]

    def denied(self, who: str) -> list[Denied]:
        """Returns everything that a combatant can't do now, with the reasons."""
        read = json.loads(self._table.denied(who))
        return [Denied(one["activity"], one["label"], _reasons(one["reasons"])) for one in read]

    def judge(self, command: str) -> Verdict:
        """Judges a command without giving it."""
        read = json.loads(self._table.judge(command))
        reasons, warnings = _reasons(read["reasons"]), _reasons(read["warnings"])
        return Verdict(read["legal"], reasons, warnings, tuple(read["payments"]))

    @property
    def decision(self) -> Decision:
        """The decision that the fight waits for."""
        read = self.to_dict()["decision"]
        asked, answers = tuple(read["asked"]), tuple(read["answers"])
        return Decision(read["kind"], read["text"], asked, read["about"], answers)

    def to_dict(self) -> dict[str, Any]:
        """Returns the current state of the encounter, as plain data."""
        state: dict[str, Any] = json.loads(self._table.to_json())
        return state


def _count(count: int) -> int:
    if count < 0:
        raise TurnwrightError("out-of-range", f"count is {count}; it can't be negative.")
    return count


def _events(text: str) -> list[Event]:
    return [Event(one["text"], tuple(one["because"]), one["story"]) for one in json.loads(text)]


def _reasons(read: list[dict[str, Any]]) -> tuple[Reason, ...]:
    return tuple(Reason(one["text"], one["remedy"], tuple(one["because"])) for one in read)
