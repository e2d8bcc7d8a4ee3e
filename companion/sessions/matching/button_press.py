"""Interpret a button press, or a tag that stands for a deed, for the open prompts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from companion.engine import face_text
from companion.i18n import _, listed
from companion.schema import PRESS, TABLE, Answer, Option, Prompt, Reading, Seat, SeenObject, Words
from companion.sessions.matching.matcher import SEAT_ZONE, is_of_a_seat
from companion.sessions.table import question_of

GO = "go"  # the golden button: what goes on
HELD = "hold"  # ends a phase: the page requires a long press
END = "end"  # ends a turn: the page requires a long press where more than FEW_OPTIONS are possible
FEW_OPTIONS = 3
MENU = "menu"
ON_ITS_DEVICE = _("This button does nothing now: look on your own device.")


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """It is this answer."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class ButtonConfirm:
    """It must be pressed once more: only then it counts."""

    prompt: str
    option: str
    why: Words


@dataclass(frozen=True, slots=True)
class ButtonIgnored:
    """It does nothing; the sentence says why."""

    why: Words


def press(
    reading: Reading,
    deed: SeenObject,
    open: Sequence[Prompt],
    claimed: Collection[Seat] = (),
    armed: tuple[str, str] = ("", ""),
    title_of: Callable[[Prompt], Words] = lambda prompt: prompt.title,
) -> ButtonAnswer | ButtonConfirm | ButtonIgnored:
    """Return the effect of a press.

    `claimed`: seats with a phone of their own; `armed`: prompt and option that were pressed once; `title_of`: title of a prompt with its
    addressee.
    """
    if deed.kind == PRESS:
        return ButtonIgnored(
            _(
                "The button {button} is not taught yet: say on the page of readers what it does.",
                button=deed.value or "",
            )
        )
    if reading.expect != question_of(open):
        return ButtonIgnored(_("The button was pressed before this was asked: press it again."))
    wanted = deed.value or ""
    matches = [(prompt, option) for prompt in _in_reach(reading, open, claimed) if (option := _option(prompt, wanted))]
    matches = [pair for pair in matches if pair[0].at != MENU] or matches
    possible = [pair for pair in matches if pair[1].refused is None]
    if len(possible) != 1:
        if any(prompt.seat in claimed for prompt, _option in matches):  # options are for the seat's own device then
            return ButtonIgnored(ON_ITS_DEVICE)
        titles = [title_of(prompt) for prompt, _option in possible]
        return ButtonIgnored(_press_refusal(wanted, matches, titles, open))
    ((prompt, option),) = possible
    if is_held(prompt, option) and armed != (prompt.id, option.id):
        is_hidden = prompt.seat in claimed
        why = _("Press it again.") if is_hidden else _("Press it again: {option}.", option=_words(option))
        return ButtonConfirm(prompt.id, option.id, why)
    return ButtonAnswer(
        Answer(reading.id, prompt.id, (option.id,), prompt.seat, source=reading.source, sender=reading.sender)
    )


def is_held(prompt: Prompt, option: Option) -> bool:
    """Return whether the page requires a long press, so that an accidental touch does not end a turn."""
    possible = sum(offered.refused is None for offered in prompt.options)
    return option.id == HELD or (option.id == END and possible > FEW_OPTIONS)


def _in_reach(reading: Reading, open: Sequence[Prompt], claimed: Collection[Seat]) -> list[Prompt]:
    """Return the prompts that a tap of this button may answer: one option, chosen openly. A seat's own button is limited to its seat."""
    if is_of_a_seat(reading.zone):
        seats = {reading.zone.removeprefix(SEAT_ZONE), TABLE}
    else:
        seats = {prompt.seat for prompt in open} - (set(claimed) - {reading.sender})
    return [
        p
        for p in open
        if p.kind == "choose" and p.least == p.most == 1 and not p.secret and p.seat in seats
        if reading.may_answer(p.seat)
    ]


def _option(prompt: Prompt, wanted: str) -> Option | None:
    """Return the option that is meant; the golden button takes what the page's golden button would."""
    wished = next((option for option in prompt.options if option.id == wanted), None)
    if wanted != GO:
        return wished
    possible = [option for option in prompt.options if option.refused is None]
    for gold in (HELD, END, GO):
        golden = next((option for option in possible if option.id == gold), None)
        if golden is not None:
            return golden
    return possible[0] if len(possible) == 1 else wished


def _press_refusal(
    wanted: str, matches: Sequence[tuple[Prompt, Option]], titles: Sequence[Words], open: Sequence[Prompt]
) -> Words:
    if titles:
        several = listed((_("“{title}”", title=title) for title in titles), "or")
        return _("The button may mean {titles}: tap which.", titles=several)
    refused = next((option.refused for _prompt, option in matches if option.refused is not None), None)
    if refused is not None:
        return refused.sentence
    if wanted == GO:
        return _("Nothing goes on by a button now: tap what you do.") if open else _("Nothing is asked.")
    return _("The button says “{wish}”, and that is not asked now.", wish=face_text(wanted))


def _words(option: Option) -> Words:
    return option.text or face_text(option.id)
