"""Effects of cards and chaos tokens in words: whole sentences for the reference card, few words for a button."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from companion.games.arkham.content import Auto, Condition, Counted, Effect, Subject, SymbolEffect
from companion.games.arkham.names import damage_text, horror_text
from companion.i18n import N_, Text, _, from_data, joined, listed, ngettext


def effects_text(effects: Iterable[Effect]) -> Text:
    """Return the text of a button, as in "1 horror, gain 1 clue"."""
    return joined("; ", (listed(_changes(effect), ", ") for effect in effects))


def symbol_text(symbol: SymbolEffect) -> Text:
    """Return the text of the reference card, as in "-1, and -1 for each Drowned enemy here. If you fail: 1 horror."."""
    sentences = [
        *_modifier(symbol),
        *([_("Reveal another token.")] if symbol.reveal else []),
        *_automatic_texts(symbol.auto),
    ]
    for effect in symbol.effects:
        sentences += _sentences(effect)
    return joined(" ", sentences)


def _modifier(symbol: SymbolEffect) -> Iterator[Text]:
    """Yield the modifier, unless the symbol does something else at once."""
    if not symbol.counts:
        if symbol.modifier or not (symbol.reveal or symbol.auto):
            yield _("{n:+}.", n=symbol.modifier)
        return
    first, *others = symbol.counts
    yield _and_for_each(symbol.modifier, first) if symbol.modifier else _for_each(first)
    yield from map(_for_each, others)


FOR_EACH: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{n:+} for each enemy here."),
        "enemies_in_play": N_("{n:+} for each enemy in play."),
        "enemies_engaged": N_("{n:+} for each enemy engaged with you."),
        "clues_here": N_("{n:+} for each clue on your location."),
        "clues_held": N_("{n:+} for each clue you have."),
        "damage": N_("{n:+} for each damage on you."),
        "horror": N_("{n:+} for each horror on you."),
        "resources": N_("{n:+} for each resource you have."),
        "cards_in_hand": N_("{n:+} for each card in your hand."),
        "cards_in_play": N_("{n:+} for each card you have in play."),
        "doom": N_("{n:+} for each doom."),
    }
)
FOR_EACH_OF: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{n:+} for each {of} enemy here."),
        "enemies_in_play": N_("{n:+} for each {of} enemy in play."),
        "enemies_engaged": N_("{n:+} for each {of} enemy engaged with you."),
        "cards_in_play": N_("{n:+} for each {of} card you have in play."),
        "here": N_("{n:+} if you are at {of}."),
    }
)
"""Only those with a trait; or at a location."""
AND_FOR_EACH: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{n:+}, and {each:+} for each enemy here."),
        "enemies_in_play": N_("{n:+}, and {each:+} for each enemy in play."),
        "enemies_engaged": N_("{n:+}, and {each:+} for each enemy engaged with you."),
        "clues_here": N_("{n:+}, and {each:+} for each clue on your location."),
        "clues_held": N_("{n:+}, and {each:+} for each clue you have."),
        "damage": N_("{n:+}, and {each:+} for each damage on you."),
        "horror": N_("{n:+}, and {each:+} for each horror on you."),
        "resources": N_("{n:+}, and {each:+} for each resource you have."),
        "cards_in_hand": N_("{n:+}, and {each:+} for each card in your hand."),
        "cards_in_play": N_("{n:+}, and {each:+} for each card you have in play."),
        "doom": N_("{n:+}, and {each:+} for each doom."),
    }
)
AND_FOR_EACH_OF: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{n:+}, and {each:+} for each {of} enemy here."),
        "enemies_in_play": N_("{n:+}, and {each:+} for each {of} enemy in play."),
        "enemies_engaged": N_("{n:+}, and {each:+} for each {of} enemy engaged with you."),
        "cards_in_play": N_("{n:+}, and {each:+} for each {of} card you have in play."),
        "here": N_("{n:+}, and {each:+} if you are at {of}."),
    }
)
SO_OFTEN: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{changes} for each enemy here"),
        "enemies_in_play": N_("{changes} for each enemy in play"),
        "enemies_engaged": N_("{changes} for each enemy engaged with you"),
        "clues_here": N_("{changes} for each clue on your location"),
        "clues_held": N_("{changes} for each clue you have"),
        "damage": N_("{changes} for each damage on you"),
        "horror": N_("{changes} for each horror on you"),
        "resources": N_("{changes} for each resource you have"),
        "cards_in_hand": N_("{changes} for each card in your hand"),
        "cards_in_play": N_("{changes} for each card you have in play"),
        "doom": N_("{changes} for each doom"),
    }
)
"""`changes`: a list as in "1 horror, gain 1 clue"."""
SO_OFTEN_OF: Mapping[Subject, str] = MappingProxyType(
    {
        "enemies_here": N_("{changes} for each {of} enemy here"),
        "enemies_in_play": N_("{changes} for each {of} enemy in play"),
        "enemies_engaged": N_("{changes} for each {of} enemy engaged with you"),
        "cards_in_play": N_("{changes} for each {of} card you have in play"),
        "here": N_("{changes} if you are at {of}"),
    }
)


def _for_each(counted: Counted) -> Text:
    return _of_subject(FOR_EACH, FOR_EACH_OF, counted, n=counted.each)


def _and_for_each(modifier: int, counted: Counted) -> Text:
    return _of_subject(AND_FOR_EACH, AND_FOR_EACH_OF, counted, n=modifier, each=counted.each)


def _so_often(counted: Counted, changes: Text) -> Text:
    return _of_subject(SO_OFTEN, SO_OFTEN_OF, counted, changes=changes)


def _of_subject(plain: Mapping[Subject, str], of_some: Mapping[Subject, str], counted: Counted, **args: Any) -> Text:
    """Return the message for a count of all, or of some."""
    if _is_of_some(counted):
        return from_data(of_some[counted.what], of=from_data(counted.of), **args)
    return from_data(plain[counted.what], **args)


def _is_of_some(counted: Counted | Condition) -> bool:
    """Return whether a trait or a location is named."""
    return counted.what == "here" or (bool(counted.of) and counted.what in FOR_EACH_OF)


def _automatic_texts(auto: Auto) -> list[Text]:
    """Return the automatic result, if there is one."""
    if not auto:
        return []
    return [_("Automatic success.") if auto == "success" else _("Automatic failure.")]


def _sentences(effect: Effect) -> Iterator[Text]:
    """Yield the numbers of an effect, and its free text as a sentence."""
    changes = listed([*_test_changes(effect), *_numbers(effect)], ", ")
    if changes:
        yield _sentence(effect, changes if effect.times is None else _so_often(effect.times, changes))
    if effect.text:
        yield _sentence(effect, from_data(effect.text), has_stop=effect.text.endswith("."))


def _sentence(effect: Effect, changes: Text, *, has_stop: bool = False) -> Text:
    """Return the effect with its result and condition."""
    done = changes if effect.condition is None else _where(effect.condition, changes)
    return _of_result(effect, done if has_stop else _("{changes}.", changes=done))


def _of_result(effect: Effect, sentence: Text) -> Text:
    """Return the effect with the test result that it needs."""
    match effect.when, effect.by:
        case "failure", 0:
            return _("If you fail: {sentence}", sentence=sentence)
        case "failure", by:
            return _("If you fail by {n} or more: {sentence}", n=by, sentence=sentence)
        case "success", 0:
            return _("If you succeed: {sentence}", sentence=sentence)
        case "success", by:
            return _("If you succeed by {n} or more: {sentence}", n=by, sentence=sentence)
        case _:
            return _("{sentence.cap}", sentence=sentence)


ConditionText: TypeAlias = "Callable[..., Text]"
"""Takes the least number, the `changes`, and `of`, if a trait is named."""
CONDITION_TEXTS: Mapping[Subject, ConditionText] = MappingProxyType(
    {
        "enemies_here": lambda n, **to: ngettext("where there is an enemy here, {changes}", "where there are at least {n} enemies here, {changes}", n, **to),
        "enemies_in_play": lambda n, **to: ngettext("where there is an enemy in play, {changes}", "where there are at least {n} enemies in play, {changes}", n, **to),
        "enemies_engaged": lambda n, **to: ngettext("where an enemy is engaged with you, {changes}", "where at least {n} enemies are engaged with you, {changes}", n, **to),
        "clues_here": lambda n, **to: ngettext("where there is a clue on your location, {changes}", "where there are at least {n} clues on your location, {changes}", n, **to),
        "clues_held": lambda n, **to: ngettext("where you have a clue, {changes}", "where you have at least {n} clues, {changes}", n, **to),
        "damage": lambda n, **to: ngettext("where there is damage on you, {changes}", "where there is at least {n} damage on you, {changes}", n, **to),
        "horror": lambda n, **to: ngettext("where there is horror on you, {changes}", "where there is at least {n} horror on you, {changes}", n, **to),
        "resources": lambda n, **to: ngettext("where you have a resource, {changes}", "where you have at least {n} resources, {changes}", n, **to),
        "cards_in_hand": lambda n, **to: ngettext("where there is a card in your hand, {changes}", "where there are at least {n} cards in your hand, {changes}", n, **to),
        "cards_in_play": lambda n, **to: ngettext("where you have a card in play, {changes}", "where you have at least {n} cards in play, {changes}", n, **to),
        "doom": lambda n, **to: ngettext("where there is doom, {changes}", "where there is at least {n} doom, {changes}", n, **to),
    }
)  # fmt: skip
CONDITION_TEXTS_OF: Mapping[Subject, ConditionText] = MappingProxyType(
    {
        "enemies_here": lambda n, **to: ngettext("where there is a {of} enemy here, {changes}", "where there are at least {n} {of} enemies here, {changes}", n, **to),
        "enemies_in_play": lambda n, **to: ngettext("where there is a {of} enemy in play, {changes}", "where there are at least {n} {of} enemies in play, {changes}", n, **to),
        "enemies_engaged": lambda n, **to: ngettext("where a {of} enemy is engaged with you, {changes}", "where at least {n} {of} enemies are engaged with you, {changes}", n, **to),
        "cards_in_play": lambda n, **to: ngettext("where you have a {of} card in play, {changes}", "where you have at least {n} {of} cards in play, {changes}", n, **to),
    }
)  # fmt: skip


def _where(condition: Condition, changes: Text) -> Text:
    """Return the changes with their condition."""
    if not _is_of_some(condition):
        return CONDITION_TEXTS[condition.what](condition.least, changes=changes)
    of = from_data(condition.of)
    if condition.what == "here":
        return _("where you are at {of}, {changes}", of=of, changes=changes)
    return CONDITION_TEXTS_OF[condition.what](condition.least, of=of, changes=changes)


def _changes(effect: Effect) -> list[Text]:
    """Return all changes that fit a button."""
    printed = [from_data("{sentence.phrase}", sentence=from_data(effect.text))] if effect.text else []
    return [*_numbers(effect), *printed]


def _test_changes(effect: Effect) -> Iterator[Text]:
    """Yield the changes of the test."""
    if effect.modifier:
        yield _("{n:+}", n=effect.modifier)
    if effect.auto:
        yield _("automatic success") if effect.auto == "success" else _("automatic failure")


AmountText: TypeAlias = "Callable[[int], Text]"
"""Takes a number above 0."""
AMOUNT_TEXTS: Mapping[str, tuple[AmountText, AmountText]] = MappingProxyType(
    {
        "damage": (damage_text, lambda n: ngettext("heal {n} damage", "heal {n} damage", n)),
        "horror": (horror_text, lambda n: ngettext("heal {n} horror", "heal {n} horror", n)),
        "doom": (lambda n: ngettext("{n} doom", "{n} doom", n), lambda n: ngettext("heal {n} doom", "heal {n} doom", n)),
        "hit": (lambda n: ngettext("{n} damage to an enemy", "{n} damage to an enemy", n), lambda n: ngettext("heal {n} damage to an enemy", "heal {n} damage to an enemy", n)),
        "resources": (lambda n: ngettext("gain {n} resource", "gain {n} resources", n), lambda n: ngettext("lose {n} resource", "lose {n} resources", n)),
        "cards": (lambda n: ngettext("gain {n} card", "gain {n} cards", n), lambda n: ngettext("lose {n} card", "lose {n} cards", n)),
        "clues": (lambda n: ngettext("gain {n} clue", "gain {n} clues", n), lambda n: ngettext("lose {n} clue", "lose {n} clues", n)),
        "actions": (lambda n: ngettext("gain {n} action", "gain {n} actions", n), lambda n: ngettext("lose {n} action", "lose {n} actions", n)),
    }
)  # fmt: skip
"""Button texts for amounts gained and lost."""


def _numbers(effect: Effect) -> Iterator[Text]:
    """Yield the changes of counters."""
    for what, (more, less) in AMOUNT_TEXTS.items():
        if n := getattr(effect, what):
            yield more(n) if n > 0 else less(-n)
