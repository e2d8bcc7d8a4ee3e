"""A card once it lies there: how lucky the top of the Library was, and whether what came of it was for good."""

from __future__ import annotations

from companion.engine.chance import marked, placed
from companion.games.draw_your_weapon.rules.decks import unseen
from companion.games.draw_your_weapon.state import State, deck_of
from companion.games.draw_your_weapon.views.odds import LEVELS, of_test, result
from companion.schema.prompt import TABLE, Faces, Prompt, Seat
from companion.schema.view import Odds


def lost(s: State) -> frozenset[Seat]:
    """Whose character is down."""
    return frozenset(who.seat for who in s.characters.values() if who.is_player and who.is_down)


def afterwards(s: State, prompt: Prompt, faces: Faces) -> Odds | None:
    """`s`: before the card. None for one out of a hand: it was chosen; and for less than the lowest level that is told."""
    test = s.test
    mine = [w for w in test.who if s.characters[w].seat == prompt.seat] if test is not None else []
    if test is None or test.played or prompt.kind != "draw" or len(mine) != 1 or mine[0] not in test.surprised:
        return None
    odds, made = of_test(s, test, TABLE), result(s, test, mine[0], faces[0])
    reached = [place for place, least in enumerate(LEVELS) if made >= least]
    if len(odds) != len(test.who) or not reached:
        return None
    all_made = [result(s, test, mine[0], card) for card in unseen(s, deck_of(s, mine[0]))]
    best, worst = (sum(fits) / len(all_made) for fits in ([m >= made for m in all_made], [m <= made for m in all_made]))
    return marked(odds[test.who.index(mine[0])], reached[-1], placed(s.characters[mine[0]].name, best, worst))
