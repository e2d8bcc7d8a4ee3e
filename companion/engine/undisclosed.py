"""Hide values of a state in a trial for a viewer: reading a hidden value ends the trial.

So a trial differs between two tables only where the viewer can see the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from companion.i18n import _
from companion.schema import Words

V = TypeVar("V")
SOMETHING_HIDDEN = _("Something hidden decides.")
NOT_READ = _("What comes of it is read out then.")
"""Reason for a story that was not read further at the table."""
READS = (
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "hash",
    "bool",
    "str",
    "format",
    "int",
    "index",
    "float",
    "len",
    "iter",
    "contains",
    "getitem",
    "getattr",
    "setitem",
    "delitem",
    "enter",
    "exit",
    "call",
    "add",
    "radd",
    "sub",
    "rsub",
    "mul",
    "rmul",
    "truediv",
    "rtruediv",
    "floordiv",
    "rfloordiv",
    "mod",
    "rmod",
    "divmod",
    "rdivmod",
    "pow",
    "rpow",
    "matmul",
    "rmatmul",
    "lshift",
    "rlshift",
    "rshift",
    "rrshift",
    "neg",
    "pos",
    "abs",
    "invert",
    "round",
    "trunc",
    "floor",
    "ceil",
    "complex",
    "bytes",
    "fspath",
    "and",
    "rand",
    "or",
    "ror",
    "xor",
    "rxor",
    "reversed",
    "next",
)
"""The special methods through which a value is read."""


class UndisclosedError(Exception):
    """A rule read what is hidden; the sentence says what decides."""

    def __init__(self, why: Words) -> None:
        super().__init__(why)
        self.why = why


class _Hidden:
    """Stands for a hidden value. It can be stored and passed on; reading it raises UndisclosedError."""

    __slots__ = ("_why",)
    _why: Words

    def __repr__(self) -> str:
        return "<hidden>"

    @property  # type: ignore[misc]  # what it is an instance of would tell as well
    def __class__(self) -> NoReturn:  # type: ignore[override]
        _refuse_read(self)


def _refuse_read(self: _Hidden, *_ways: object) -> NoReturn:
    raise UndisclosedError(object.__getattribute__(self, "_why"))


for _name in READS:
    setattr(_Hidden, f"__{_name}__", _refuse_read)
Sequence.register(_Hidden)  # else `case [first, second]` would pass it by without a look; a mapping pattern still does


def hidden(why: Words) -> Any:
    """Return a value that must not be read; `why`: the reason, "The Dealer's number decides."."""
    value = object.__new__(_Hidden)
    object.__setattr__(value, "_why", why)
    return value


def nothing_hidden(state: V, _eyes: object, _now: V) -> V:
    """Veil of a game without hidden information."""
    return state


READ_OUT = hidden(NOT_READ)


class PartlyHidden(Mapping[str, V]):
    """A mapping of which only some entries may be known; whether there is another one may not."""

    def __init__(self, known: Mapping[str, V], why: Words) -> None:
        self._known, self._why = known, why

    def __getitem__(self, name: str) -> V:
        if name in self._known:
            return self._known[name]
        raise UndisclosedError(self._why)

    def __iter__(self) -> Iterator[str]:
        raise UndisclosedError(self._why)

    def __len__(self) -> int:
        raise UndisclosedError(self._why)
