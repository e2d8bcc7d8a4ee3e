"""Indexes hardly read, beside cards that were: print of the same size on a card's face is another card of that deck."""

from collections.abc import Iterator, Sequence

import numpy as np

from vision.cards.index_field import IndexField
from vision.cards.index_groups import WIDER, CardGroup
from vision.cards.index_sighting import IndexSighting, agreement, face_each_other

AS_LARGE = 1.35  # times larger or smaller than the usual index: cards of one deck on one table
CLEAR = 0.9  # of rank or suit: the other may be in the glare
FACE = 0.5  # share of a card's face on which it stands
SAME = 0.1  # agreement from which on it may be the other index of a card that is known


def faint(found: Sequence[IndexSighting], cards: Sequence[CardGroup], field: IndexField) -> Iterator[IndexSighting]:
    """Those of `found` that are of a card not among `cards`, each place once, the surest first."""
    known = [part for card in cards for part in card.parts]
    if not known:
        return
    usual = float(np.median([part.pair.unit for part in known]))
    for sight in sorted(found, key=lambda sight: -sight.index):
        if (
            _is_alike(sight, usual, field)
            and not any(_explains(card, sight) for card in cards)
            and _is_new(sight, known)
        ):
            known.append(sight)
            yield sight


def _is_alike(sight: IndexSighting, usual: float, field: IndexField) -> bool:
    size = sight.pair.unit / usual
    is_clear = max(float(sight.rank.max()), float(sight.suit.max())) >= CLEAR
    return is_clear and 1 / AS_LARGE < size < AS_LARGE and field.shows(np.array([sight.middle]))[0] >= FACE


def _explains(card: CardGroup, sight: IndexSighting) -> bool:
    """Whether the index is print of that card: on it, or where its second index must be."""
    return card.holds(sight.middle) or any(
        face_each_other(sight, part, WIDER) and agreement(sight, part) > SAME for part in card.parts
    )


def _is_new(sight: IndexSighting, known: Sequence[IndexSighting]) -> bool:
    return all(
        float(np.hypot(*np.subtract(sight.middle, other.middle))) > max(sight.pair.unit, other.pair.unit)
        for other in known
    )
