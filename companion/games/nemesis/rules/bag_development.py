"""The development of the bag: a token is drawn, and what hunts grows (NEM-X-BAGDEV-1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.engine import Rule, face_text
from companion.games.nemesis.content.ship import Kind
from companion.games.nemesis.facts import BagDeveloped, CardTold, EggsLeft, G, NoiseCleared, TokenDrawn
from companion.games.nemesis.rules.corrections.menu import answered
from companion.games.nemesis.rules.intruders.attacks import attack, smallest_hands
from companion.games.nemesis.rules.intruders.noise import BLANK, cards_counted, intruder_appears, noise_roll, read_token
from companion.games.nemesis.rules.names import EVERYBODY
from companion.games.nemesis.state import State, aboard, characters_in, is_in_combat, tile_of
from companion.i18n import Text, _, joined
from companion.schema import TABLE, Option, Prompt, Seat

GROWS: Mapping[str, Kind] = MappingProxyType({"larva": "adult", "creeper": "breeder", BLANK: "adult"})
"""What comes into the bag for a token; a larva and a creeper leave it."""
FALLBACK: Mapping[str, str] = MappingProxyType(
    {"adult": "adult-4", "breeder": "breeder-4"}
)  # where no spare token is written down


def develop(g: G) -> Rule[None]:
    """One token; an empty bag has nothing to develop."""
    for token in (yield from answered(g, _draw)):
        yield from _develop(g, token)


def _develop(g: G, token: str) -> Rule[None]:
    kind = token.partition("-")[0]
    if kind in GROWS:
        _grow(g, token, kind)
    elif kind == "queen":
        yield from _queen(g, token)
    else:
        _told(g, BagDeveloped(token, leaves=False, comes=""), _("Who is not in combat makes noise."))
        yield from noise_of_all(g)


def _draw(s: State) -> Prompt | None:
    """Off the bag on the table, seen or tapped."""
    if not s.bag.inside:
        return None
    tokens = tuple(map(Option, s.bag.inside))
    title = _("the bag develops, draw an Intruder token")
    return Prompt(
        TABLE,
        "draw",
        title,
        tokens,
        of=("token", "tag"),
        rule="NEM-X-BAGDEV-1",
        key="bag.develop",
        whom=EVERYBODY,
    )


def _grow(g: G, token: str, kind: str) -> None:
    """A larva becomes an adult, a creeper a breeder; a blank token goes back and brings an adult."""
    comes = spare(g.state, GROWS[kind])
    leaves = kind != BLANK
    _told(g, BagDeveloped(token, leaves=leaves, comes=comes), _grown(comes, leaves=leaves))


def _grown(comes: str, *, leaves: bool) -> Text:
    if leaves and comes:
        return _("It leaves the bag for good; one comes in: {token}.", token=face_text(comes))
    if leaves:
        return _("It leaves the bag for good; no token is left that could come in.")
    if comes:
        return _("It goes back into the bag; one comes in: {token}.", token=face_text(comes))
    return _("It goes back into the bag; no token is left that could come in.")


def _told(g: G, fact: BagDeveloped, sentence: Text) -> None:
    """The people do with the bag what the page does."""
    drawn = _("Drawn: {token}.", token=face_text(fact.token))
    back = () if fact.leaves or fact.token == BLANK else (_("The token goes back into the bag."),)
    g.emit(fact)
    g.emit(CardTold(_("The bag develops"), joined(" ", (drawn, sentence, *back))))


def spare(s: State, kind: Kind) -> str:
    """The token of a kind that comes in: a spare one of the box that is not in the bag; "" where all of them are."""
    box = [token for token in s.ship.bag.spare if token.partition("-")[0] == kind]
    if not box:
        return FALLBACK[kind]
    start = s.ship.bag.tokens + s.ship.bag.per_player * len(s.characters)
    return next((t for t in box if s.bag.inside.count(t) < start.count(t) + box.count(t)), "")


def noise_of_all(g: G) -> Rule[None]:
    """Everybody who is not in combat rolls, in the order of the table."""
    for seat in tuple(g.state.characters):
        if seat in aboard(g.state) and not is_in_combat(g.state, seat):
            yield from noise_roll(g, seat)


def _queen(g: G, token: str) -> Rule[None]:
    """She comes where somebody is in the nest; else she lays one more egg, and her token goes back."""
    nest = occupied_nest(g.state)
    if not nest:
        _told(g, BagDeveloped(token, leaves=False, comes=""), _("One more egg lies in the nest."))
        g.emit(EggsLeft(g.state.eggs + 1))
        return
    yield from _in_the_nest(g, token, nest)


def occupied_nest(s: State) -> str:
    """The nest, if somebody of the crew is in it; else ""."""
    nests = [name for name in s.rooms if (tile := tile_of(s, name)) is not None and tile.nest]
    return next((name for name in nests if characters_in(s, name)), "")


def _in_the_nest(g: G, token: str, nest: str) -> Rule[None]:
    """An Encounter with her: the one with the fewest cards may be surprised (NEM-X-ENC-1)."""
    seat: Seat = smallest_hands(g.state, nest)[0]
    kind, number = yield from read_token(g, seat, token)
    surprise = cards_counted(g.state, seat) < number
    g.emit(NoiseCleared(nest))
    g.emit(TokenDrawn(seat, token, kind, surprise))
    name = intruder_appears(g, kind, nest)
    if surprise:
        yield from attack(g, seat, name, "surprise")
