"""Helpers on open prompts: their question, faces and answer sources, virtual and free rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

from companion import games
from companion.engine import Game, GameSetup, face_text, with_addressee
from companion.i18n import Text, _, listed
from companion.schema import (
    TABLE,
    UNKNOWN,
    Answer,
    Faces,
    Prompt,
    Question,
    Reading,
    Refused,
    Seat,
    SeenObject,
    Words,
)


def is_own(prompt: Prompt) -> bool:
    """Return whether the answer belongs to its seat: a card from the hand, or a secret."""
    return prompt.seat != TABLE and (prompt.secret or prompt.kind == "show")


def own_prompts(question: Question) -> tuple[Prompt, ...]:
    """Return the prompts whose objects only their seats may see: from a hand, until all have answered; or a secret."""
    return tuple(p for p in question.prompts if p.of and is_own(p))


def question_of(prompts: Sequence[Prompt]) -> str:
    """Return the id of the question these prompts belong to: "p41" of "p41.0"."""
    return prompts[0].id.rpartition(".")[0] if prompts else ""


def number(question: str) -> int:
    """Return the number in a question's id; 0 = it has none.

    >>> number("p41"), number("")
    (41, 0)
    """
    digits = question.removeprefix("p")
    return int(digits) if digits.isascii() and digits.isdecimal() else 0


def faces_of(prompt: Prompt) -> Faces:
    """Return the faces that can answer, each once, in the prompt's order."""
    return tuple(dict.fromkeys(option.id for option in prompt.options if option.refused is None))


def with_locked(prompt: Prompt, values: Faces) -> Faces:
    """Add the locked dice where they were taken off the tray and only the others were thrown."""
    if prompt.kind == "roll" and prompt.locked and len(values) == prompt.most - len(prompt.locked):
        return prompt.locked + values
    return values


def addressee(game: Game[Any, Any], setup: GameSetup, state: Any, prompt: Prompt) -> Words:
    """Return the name of the addressee; "" = the whole table."""
    if prompt.whom or prompt.seat == TABLE:
        return prompt.whom
    return game.called(state, prompt.seat) if game.called is not None else setup.name(prompt.seat)


def is_same_request(old: Prompt, new: Prompt) -> bool:
    """Return whether a prompt of the log may be the same request as an open one.

    Without keys they are compared by seat, rule and possible answers: an earlier version may have
    worded them differently.
    """
    if old.key or not new.key or old.asks == new.asks:
        return old.asks == new.asks
    is_same = (old.seat, old.kind, old.rule, old.of) == (new.seat, new.kind, new.rule, new.of)
    return is_same and (_ids(old) <= _ids(new) or _ids(new) <= _ids(old))  # a log may have the chosen ones alone


def find_request(old: Prompt, open_prompts: Sequence[Prompt], *, is_proved: bool = False) -> Prompt | None:
    """Return the open prompt that surely repeats one of the log; None = none does.

    A prompt without key is found by its title, or by options that no other has if the title was reworded: dice
    thrown for one thing never count for another. `is_proved`: the facts that follow are compared, so the likeliest will do.
    """
    exact = [prompt for prompt in open_prompts if old.asks == prompt.asks]
    if exact or old.key:
        return next(iter(exact), None)
    matches = [prompt for prompt in open_prompts if is_same_request(old, prompt)]
    rest = (
        matches if is_proved else [prompt for prompt in matches if len(matches) == 1 and _offers_the_same(old, prompt)]
    )
    return next(iter([prompt for prompt in matches if _has_title_of(old, prompt)] or rest), None)


def _has_title_of(old: Prompt, new: Prompt) -> bool:
    """Compare titles. In a log without keys, the title contains the addressee."""
    old_title, new_title = str(old.title), str(with_addressee(new.title, new.whom))
    return old_title == new_title or (not new.whom and old_title.endswith(f": {new_title}"))


def _offers_the_same(old: Prompt, new: Prompt) -> bool:
    """Return whether it has the same, telling options. A number, a word, dice, yes or no are not telling without a rule."""
    is_telling = bool(new.rule) or (new.kind == "choose" and _ids(new) != {"yes", "no"})
    return is_telling and (old.least, old.most, _ids(old)) == (new.least, new.most, _ids(new))


def _ids(prompt: Prompt) -> frozenset[str]:
    return frozenset(option.id for option in prompt.options)


Source: TypeAlias = Literal["scan", "hand", "virtual"]
"""scan: camera and tag readers · hand: taps alone, objects on the tray are a free roll · virtual: the app rolls."""
Chosen: TypeAlias = Mapping[tuple[Seat, str], Source]
"""By seat and kind of things."""
SCAN: Source = "scan"  # the default
ALL = ""  # the kind that stands for all kinds without a source


def source_of(chosen: Chosen, seat: Seat, kind: str = ALL) -> Source:
    """Return the source with which a seat answers prompts for such objects.

    >>> source_of({("1", ""): "hand", ("1", "token"): "virtual"}, "1", "token")
    'virtual'
    >>> source_of({("1", ""): "hand", ("1", "token"): "virtual"}, "1", "d6")
    'hand'
    """
    return chosen.get((seat, kind)) or chosen.get((seat, ALL), SCAN)


def chosen_for(kind: str, kinds: Sequence[str]) -> str:
    """Return the kind under which a seat's choice is stored: ALL where its game uses a single kind.

    >>> chosen_for("token", ("d6", "token")), chosen_for("d6", ("d6",)), chosen_for("card", ("d6", "token"))
    ('token', '', '')
    """
    return kind if len(kinds) > 1 and kind in kinds else ALL


def readable_prompts(prompts: Iterable[Prompt], chosen: Chosen) -> tuple[Prompt, ...]:
    """Return the prompts that a reading may answer."""
    return tuple(prompt for prompt in prompts if source_of(chosen, prompt.seat, prompt.thing) == SCAN)


def with_choice(chosen: Chosen, seats: tuple[Seat, ...], source: Source, kind: str = ALL) -> Chosen:
    """Return the choices with one of some seats added. One for all kinds replaces theirs for single kinds."""
    kept = {key: value for key, value in chosen.items() if kind != ALL or key[0] not in seats}
    return {**kept, **{(seat, kind): source for seat in seats}}


NUMBERED = frozenset({"d4", "d6", "d8", "d10", "d12", "d20"})  # numbered kinds, besides those of games


@dataclass(frozen=True, slots=True)
class FaceCount:
    """Like faces, counted."""

    kind: str
    value: str
    count: int


@dataclass(frozen=True, slots=True)
class FreeRoll:
    """Dice or tokens that no prompt asked for."""

    heaps: tuple[FaceCount, ...]
    total: int | None  # of the numbered faces; None = there are none
    unread: int  # objects without a value, unknown objects included
    words: Text


def free_roll(objects: Sequence[SeenObject]) -> FreeRoll:
    """Name and sum the objects.

    >>> str(free_roll([SeenObject("d6", "2", 1.0), SeenObject("d6", "5", 1.0)]).words)
    '2 and 5: 7'
    """
    read = [o for o in objects if o.value is not None and o.kind != UNKNOWN]
    heaps = tuple(
        FaceCount(kind, value, n) for (kind, value), n in Counter((o.kind, o.value or "") for o in read).items()
    )
    numbers = [int(o.value) for o in read if _is_counted(o.kind) and o.value is not None and o.value.isdecimal()]
    total = sum(numbers) if numbers else None
    unread = len(objects) - len(read)
    return FreeRoll(heaps, total, unread, _sentence(read, total, unread))


def _sentence(read: Sequence[SeenObject], total: int | None, unread: int) -> Text:
    names = [face_text(o.value or "") for o in sorted(read, key=lambda o: (o.kind, o.value or ""))]
    if not names:
        return _("Nothing is read, {n} not recognised.", n=unread) if unread else _("Nothing is read.")
    read_as = listed(names)
    if total is not None and len(names) > 1:
        read_as = _("{faces}: {total}", faces=read_as, total=total)
    return _("{faces}, {n} not recognised", faces=read_as, n=unread) if unread else read_as


def _is_counted(kind: str) -> bool:
    brought = games.kinds().get(kind)
    return kind in NUMBERED or (brought is not None and brought.is_counted)


VIRTUAL = "virtual"  # the source of what the app has rolled


def roll_virtually(prompt: Prompt, random: Random) -> Faces:
    """Choose values for a prompt by chance. Raises Refused where only a person can answer."""
    possible = tuple(option.id for option in prompt.options if option.refused is None)
    if prompt.kind == "roll":
        sides = prompt.sides or possible
        rolled = random.choices(sides, k=prompt.most - len(prompt.locked))
        return prompt.locked + tuple(rolled)
    if prompt.kind == "draw":
        return tuple(random.sample(possible, prompt.most))
    if prompt.seat == "house" and prompt.kind == "choose":
        return tuple(random.sample(possible, prompt.least))
    raise Refused("NOT_BY_CHANCE", _("“{title.cap}”: this cannot be left to chance.", title=prompt.title))


def reading_of(prompt: Prompt, answer: Answer, table: str) -> Reading:
    """Return a virtual roll as a reading."""
    seen = tuple(SeenObject(prompt.thing or "choice", value, 1.0) for value in answer.values)
    return Reading(answer.id, table, VIRTUAL, "virtual", 0, question_of((prompt,)), prompt.zone, seen)
