"""All nested values of a record have a place."""

from __future__ import annotations

from companion.games.arkham.content import Counted, SymbolEffect
from companion.games.arkham.content.nested_parts import Part, nested_parts


def test_nested_parts_name_place_and_field():
    parts = tuple(nested_parts({"skull": SymbolEffect(counts=(Counted("doom", each=3),))}))
    assert Part("skull.counts.0.each", "Counted.each", 3) in parts
    assert Part("skull.counts", "SymbolEffect.counts", (Counted("doom", each=3),)) in parts
    assert Part("skull.counts.0", "SymbolEffect.counts", Counted("doom", each=3)) in parts
