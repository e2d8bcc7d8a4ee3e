"""Translatable text as data. It holds a message id and its arguments; which language it is read in is decided later.

Babel extracts the literals of these calls. The same record is shown in English on one device and in German on another, is
stored in the log as JSON, and compares equal whatever language anybody reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, SerializationInfo, TypeAdapter, model_serializer

BOUND = Field(ge=-(10**15), le=10**15)  # of a number: more figures nobody reads
Arg: TypeAlias = "str | Annotated[int, BOUND] | Annotated[float, BOUND] | Text"


@dataclass(frozen=True, slots=True)
class Text:
    """One message. Make it with the functions below, so that Babel finds its words."""

    msgid: str
    args: tuple[tuple[str, Arg], ...] = ()
    plural: str = ""  # the English plural; "" = the message has none
    n: int = 0  # the number that picks the plural form
    context: str = ""  # gettext's msgctxt
    items: tuple[Arg, ...] = ()  # of a list: `msgid` is then how they are joined, a key of `JOINS`

    def __hash__(self) -> int:
        """Of what nearly always differs: a renderer looks each text up by it."""
        return hash((self.msgid, self.args, self.items))

    def __str__(self) -> str:
        """English: for logging and for tests."""
        from companion.i18n.render import ENGLISH

        return ENGLISH.say(self)

    def __format__(self, spec: str) -> str:
        """Text never goes into an f-string: its translation would be lost."""
        raise TypeError(f"put this text into the arguments of another one instead of an f-string: {self.msgid!r}")

    def __bool__(self) -> bool:
        return bool(self.msgid or self.items)

    @model_serializer(mode="plain")
    def _serialized(self, info: SerializationInfo) -> Any:
        return serialized(self, info)


# text is rendered also where a field of any type holds it: there pydantic looks for this name
setattr(Text, "__pydantic_serializer__", TypeAdapter(Text).serializer)  # noqa: B010


def serialized(words: Text | str, info: SerializationInfo) -> Any:
    """A string where whoever serialises passed a `Say` as context, else the record itself, for the log."""
    if isinstance(words, str):
        return words
    return info.context(words) if info.context is not None else _plain(words)


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        found = {name: _plain(getattr(value, name)) for name in ("args", "plural", "n", "context", "items")}
        return {"msgid": value.msgid} | {name: one for name, one in found.items() if one}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _(message: str, /, **args: Any) -> Text:
    """A message. Its placeholders are filled by name; without arguments braces are ordinary letters."""
    return Text(message, _sorted(args))


def _sorted(args: dict[str, Any]) -> tuple[tuple[str, Arg], ...]:
    """By name, so that two of the same message and arguments are equal."""
    return tuple((name, _checked(args[name], name)) for name in sorted(args))


def _checked(value: Any, name: str = "an item") -> Any:
    """Raises TypeError for what cannot be said; looking at it also wakes `engine.undisclosed`."""
    if not isinstance(value, str | Text | int | float) or isinstance(value, bool):
        raise TypeError(f"{name} is a {type(value).__name__}, which no text says")
    return value


def ngettext(one: str, many: str, n: int, /, **args: Any) -> Text:
    """A message that depends on a number, which is its placeholder `{n}`."""
    return Text(one, _sorted({"n": n, **args}), many, abs(n))


def pgettext(context: str, message: str, /, **args: Any) -> Text:
    """A message that the same English word would confuse with another one."""
    return Text(message, _sorted(args), context=context)


def from_data(words: str, /, **args: Any) -> Text:
    """Words of our content files, which the extractor of these files has found; what is in no catalogue stays as it is."""
    return Text(_checked(words), _sorted(args))


NOTHING = Text("")  # is false

Say: TypeAlias = Callable[[Text | str], str]
"""Renders text in one language and leaves strings as they were typed. `str` is the one of English."""

JOINS: dict[str, Literal["standard", "or", ""]] = {
    "and": "standard", "or": "or", ", ": "", " ": "", "\n": "", " · ": "", "; ": "", " + ": "", "": "",
}  # fmt: skip
"""Ways to join, with the name of CLDR's list pattern where a language has words of its own for it."""


def listed(items: Iterable[Arg], how: str = "and") -> Text:
    """Several things: "a, b and c", or with a separator that has no words. Raises ValueError for another one."""
    if how not in JOINS:
        raise ValueError(f"no way to join: {how!r}")
    several = tuple(map(_checked, items))
    if len(several) == 1 and isinstance(several[0], Text):
        return several[0]
    return Text(how, items=several) if several else NOTHING


def joined(between: str, items: Iterable[Arg]) -> Text:
    """Whole sentences one after the other; empty ones are left out."""
    return listed((one for one in items if one or isinstance(one, int)), between)
