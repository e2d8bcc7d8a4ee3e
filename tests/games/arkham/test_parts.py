"""A record is walked through to the last value, and every place can be said."""

from __future__ import annotations

from companion.games.arkham.content import Counted, Effect, SymbolEffect
from companion.games.arkham.content.nested_parts import Part, dotted, nested_parts


def test_every_value_has_its_place_and_the_field_that_holds_it():
    parts = tuple(nested_parts({"skull": SymbolEffect(counts=(Counted("doom", each=3),))}))
    assert Part("skull.counts.0.each", "Counted.each", 3) in parts
    assert Part("skull.counts", "SymbolEffect.counts", (Counted("doom", each=3),)) in parts
    assert Part("skull.counts.0", "SymbolEffect.counts", Counted("doom", each=3)) in parts


def test_a_record_comes_before_what_is_in_it():
    assert [part.place for part in nested_parts(Counted("doom"), "x")] == ["x", "x.what", "x.of", "x.each", "x.most"]


def test_what_is_not_there_is_a_value_too():
    assert Part("condition", "Effect.condition", None) in tuple(nested_parts(Effect()))


def test_a_place_begins_without_a_dot():
    assert (dotted("", "a"), dotted("a", "b")) == ("a", "a.b")
