"""Translatable text as data: a message id with its arguments. The language is chosen when it is rendered.

Babel extracts the literals of these calls. The same record is rendered in English on one device and in German on another, is
stored in the log as JSON, and compares equal in all languages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, SerializationInfo, TypeAdapter, model_serializer

NUMBER_BOUND = Field(ge=-(10**15), le=10**15)  # arbitrary limit, far above any displayed number
Arg: TypeAlias = "str | Annotated[int, NUMBER_BOUND] | Annotated[float, NUMBER_BOUND] | Text"


@dataclass(frozen=True, slots=True)
class Text:
    """One message. Create it with the functions below, so that Babel extracts its words."""

    msgid: str
    args: tuple[tuple[str, Arg], ...] = ()
    plural: str = ""  # English plural; "" = none
    n: int = 0  # selects the plural form
    context: str = ""  # gettext's msgctxt
    items: tuple[Arg, ...] = ()  # of a list: `msgid` is then a key of `JOINS`

    def __hash__(self) -> int:
        """Hash only fields that usually differ, because a renderer looks up each text."""
        return hash((self.msgid, self.args, self.items))

    def __str__(self) -> str:
        """Render in English, for logs and tests."""
        from companion.i18n.render import ENGLISH

        return ENGLISH.say(self)

    def __format__(self, spec: str) -> str:
        """Raise TypeError: an f-string would lose the translation."""
        raise TypeError(f"put this text into the arguments of another one instead of an f-string: {self.msgid!r}")

    def __bool__(self) -> bool:
        return bool(self.msgid or self.items)

    @model_serializer(mode="plain")
    def _serialized(self, info: SerializationInfo) -> Any:
        return serialized(self, info)


# pydantic looks for this name when a field of any type holds a Text
setattr(Text, "__pydantic_serializer__", TypeAdapter(Text).serializer)  # noqa: B010


def serialized(words: Text | str, info: SerializationInfo) -> Any:
    """Return a string if the serialisation context is a `Say`, else the record itself, for the log."""
    if isinstance(words, str):
        return words
    return info.context(words) if info.context is not None else _plain(words)


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        fields = {name: _plain(getattr(value, name)) for name in ("args", "plural", "n", "context", "items")}
        return {"msgid": value.msgid} | {name: field for name, field in fields.items() if field}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _(message: str, /, **args: Any) -> Text:
    """Create a message. Placeholders are filled by name; without arguments braces stay as they are."""
    return Text(message, _sort_args(args))


def _sort_args(args: dict[str, Any]) -> tuple[tuple[str, Arg], ...]:
    """Sort by name, so that equal arguments compare equal."""
    return tuple((name, _check(args[name], name)) for name in sorted(args))


def _check(value: Any, name: str = "an item") -> Any:
    """Raise TypeError for unsupported values. The check also triggers `engine.undisclosed`."""
    if not isinstance(value, str | Text | int | float) or isinstance(value, bool):
        raise TypeError(f"{name} is a {type(value).__name__}, which no text says")
    return value


def ngettext(one: str, many: str, n: int, /, **args: Any) -> Text:
    """Create a message that depends on a number, its placeholder `{n}`."""
    return Text(one, _sort_args({"n": n, **args}), many, abs(n))


def pgettext(context: str, message: str, /, **args: Any) -> Text:
    """Create a message with a context that distinguishes equal English words."""
    return Text(message, _sort_args(args), context=context)


def from_data(words: str, /, **args: Any) -> Text:
    """Create a message from a content file, whose words a separate extractor collects. Unknown words stay unchanged."""
    return Text(_check(words), _sort_args(args))


NOTHING = Text("")  # falsy

Say: TypeAlias = Callable[[Text | str], str]
"""Renders text in one language and leaves strings unchanged. `str` renders English."""

JOINS: dict[str, Literal["standard", "or", ""]] = {
    "and": "standard", "or": "or", ", ": "", " ": "", "\n": "", " · ": "", "; ": "", " + ": "", "": "",
}  # fmt: skip
"""Separators, with the name of CLDR's list pattern if the language has its own words for it."""


def listed(items: Iterable[Arg], how: str = "and") -> Text:
    """Join items: "a, b and c", or with a separator. Raises ValueError for an unknown one."""
    if how not in JOINS:
        raise ValueError(f"no way to join: {how!r}")
    several = tuple(map(_check, items))
    if len(several) == 1 and isinstance(several[0], Text):
        return several[0]
    return Text(how, items=several) if several else NOTHING


def joined(between: str, items: Iterable[Arg]) -> Text:
    """Join sentences and skip empty ones."""
    return listed((item for item in items if item or isinstance(item, int)), between)
