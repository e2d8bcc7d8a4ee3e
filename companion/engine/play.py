"""The vocabulary of rules: prompts and facts that a generator yields."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from companion.schema import (
    ChoosePrompt,
    CountPrompt,
    DrawPrompt,
    Faces,
    Option,
    Prompt,
    Question,
    Refusal,
    RollPrompt,
    Seat,
    ShowPrompt,
    Words,
    WritePrompt,
)

S = TypeVar("S")  # the state of one game
E = TypeVar("E")  # the union of its events
T = TypeVar("T")

# A rule yields questions, is sent {place of the prompt: its values}, and returns T.
Rule: TypeAlias = Generator[Question, Mapping[int, Faces], T]


class Play(Generic[S, E]):
    """The state now, and the facts established since this play began."""

    def __init__(self, state: S, apply: Callable[[S, E], S]) -> None:
        self.state = state
        self.facts: list[E] = []
        self._apply = apply

    def emit(self, event: E) -> None:
        """Establish a fact."""
        self.state = self._apply(self.state, event)
        self.facts.append(event)

    def ask(self, *prompts: Prompt) -> Rule[tuple[Faces, ...]]:
        """Ask all prompts together; return the answers in order, once all are in."""
        if not prompts:
            return ()
        given = yield Question(prompts)
        return tuple(given[place] for place in range(len(prompts)))

    def first(self, *prompts: Prompt) -> Rule[tuple[Prompt, Faces]]:
        """Ask all prompts; the first answer closes the others."""
        given = yield Question(prompts, first=True)
        ((place, values),) = given.items()
        return prompts[place], values

    def some(self, prompt: Prompt) -> Rule[Faces]:
        """Return the values of one prompt."""
        (values,) = yield from self.ask(prompt)
        return values

    def one(self, prompt: Prompt) -> Rule[str]:
        """Return the one value of one prompt."""
        (face,) = yield from self.some(prompt)
        return face

    def number(self, prompt: Prompt) -> Rule[int]:
        """Return the number that answers a count."""
        return int((yield from self.one(prompt)))


def done() -> Rule[None]:
    """Ask nothing."""
    yield from ()


def roll(  # noqa: PLR0913 - fields of a prompt, the later ones by keyword: a record would repeat it
    seat: Seat,
    title: Words,
    die: Iterable[str],
    dice: int,
    rule: str = "",
    *,
    of: tuple[str, ...] = (),
    locked: Faces = (),
    zone: str = "tray",
    key: str = "",
    about: str = "",
    whom: Words = "",
) -> RollPrompt:
    """Roll `dice` dice with the sides `die`. The answer has all faces on the tray, including `locked` ones."""
    sides = tuple(die)
    return RollPrompt(
        seat,
        title,
        options(distinct(sides)),
        least=dice,
        most=dice,
        of=of,
        zone=zone,
        locked=locked,
        sides=sides,
        rule=rule,
        key=key,
        about=about,
        whom=whom,
    )


def draw(  # noqa: PLR0913 - as for `roll`
    seat: Seat,
    title: Words,
    bag: Iterable[Option | str],
    rule: str = "",
    *,
    of: tuple[str, ...] = (),
    zone: str = "",
    count: int = 1,
    locked: Faces = (),
    key: str = "",
    about: str = "",
    whom: Words = "",
) -> DrawPrompt:
    """Draw `count` from a bag or deck, a multiset. `zone` "": in any zone."""
    return DrawPrompt(
        seat,
        title,
        options(bag),
        least=count,
        most=count,
        of=of,
        zone=zone,
        locked=locked,
        rule=rule,
        key=key,
        about=about,
        whom=whom,
    )


def show(  # noqa: PLR0913 - as for `roll`
    seat: Seat,
    title: Words,
    cards: Iterable[Option | str],
    rule: str = "",
    of: tuple[str, ...] = (),
    zone: str = "tray",
    *,
    key: str = "",
    about: str = "",
    whom: Words = "",
) -> ShowPrompt:
    """Show one of the cards that can be in the hand."""
    return ShowPrompt(seat, title, options(cards), of=of, zone=zone, rule=rule, key=key, about=about, whom=whom)


def choose(  # noqa: PLR0913 - as for `roll`
    seat: Seat,
    title: Words,
    of_these: Iterable[Option | str],
    least: int = 1,
    most: int = 1,
    rule: str = "",
    *,
    secret: bool = False,
    at: str = "",
    key: str = "",
    about: str = "",
    whom: Words = "",
) -> ChoosePrompt:
    """Choose between `least` and `most` of the options, by tap: on the parts of a block if `at` names one."""
    return ChoosePrompt(
        seat,
        title,
        options(of_these),
        least=least,
        most=most,
        at=at,
        rule=rule,
        secret=secret,
        key=key,
        about=about,
        whom=whom,
    )


def count(  # noqa: PLR0913 - as for `roll`
    seat: Seat,
    title: Words,
    least: int,
    most: int,
    rule: str = "",
    *,
    secret: bool = False,
    key: str = "",
    about: str = "",
    whom: Words = "",
) -> CountPrompt:
    """Name a number from `least` to `most`."""
    return CountPrompt(seat, title, least=least, most=most, rule=rule, secret=secret, key=key, about=about, whom=whom)


def write(  # noqa: PLR0913 - as for `roll`
    seat: Seat,
    title: Words,
    proposals: Iterable[Option | str] = (),
    rule: str = "",
    *,
    letters: int = 1,
    secret: bool = False,
    key: str = "",
    about: str = "",
    whom: Words = "",
) -> WritePrompt:
    """Write a few words, at most `letters` letters; a proposal is one tap."""
    return WritePrompt(
        seat, title, options(proposals), most=letters, rule=rule, secret=secret, key=key, about=about, whom=whom
    )


def options(of_these: Iterable[Option | str]) -> tuple[Option, ...]:
    """Make options of faces; a bare word is a possible option that the page words."""
    return tuple(Option(o) if isinstance(o, str) else o for o in of_these)


def distinct(faces: Iterable[str]) -> Faces:
    """Each face once, in the order of its first coming."""
    return tuple(dict.fromkeys(faces))


@dataclass(frozen=True)  # no slots: a game names its own kind of Way, and typing marks what is built by that name
class OpenOption(Generic[S, E]):
    """A prompt of free play; `take` runs with its values when it is answered: a rule, or a function that asks nothing."""

    prompt: Prompt
    take: Callable[[Play[S, E], Faces], Rule[None] | None]


def offer(g: Play[S, E], ways: Iterable[OpenOption[S, E]]) -> Rule[None]:
    """Offer all options together; the first answer decides which one is taken."""
    there = tuple(ways)
    answered, values = yield from g.first(*(way.prompt for way in there))
    yield from _way_of(there, answered).take(g, values) or ()


def offer_parallel(g: Play[S, E], prompt: Prompt, ways: Iterable[OpenOption[S, E]]) -> Rule[Faces]:
    """Ask one prompt together with open options; return its values, or () where an option was taken."""
    there = tuple(ways)
    answered, values = yield from g.first(prompt, *(way.prompt for way in there))
    if answered is prompt:
        return values
    yield from _way_of(there, answered).take(g, values) or ()
    return ()


def _way_of(ways: Iterable[OpenOption[S, E]], answered: Prompt) -> OpenOption[S, E]:
    return next(way for way in ways if way.prompt is answered)


def never_refused(_s: object, _seat: Seat) -> None:
    """Refuse nothing: the default of a `MenuItem`."""


@dataclass(frozen=True)
class MenuItem(Generic[S, E]):
    """An option of a menu with what it does for a seat: a rule, or a function that asks nothing.

    `refuse` returns why it is grey now.
    """

    name: str
    title: Words
    do: Callable[[Play[S, E], Seat], Rule[None] | None]
    refuse: Callable[[S, Seat], Refusal | None] = never_refused
    rule: str = ""

    def option(self, s: S, seat: Seat) -> Option:
        """Return the menu option for a seat, with the reason if it is refused."""
        return Option(self.name, self.title, self.refuse(s, seat))


def require_allowed(refusal: Refusal | None) -> None:
    """Raise Refused for a refusal."""
    if refusal is not None:
        raise refusal.error()


def do_item(items: Iterable[MenuItem[S, E]], name: str, g: Play[S, E], seat: Seat) -> Rule[None]:
    """Do what the item of that name does."""
    item = next(item for item in items if item.name == name)
    yield from item.do(g, seat) or ()
