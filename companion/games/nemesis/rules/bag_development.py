"""Development of the Intruder bag (NEM-X-BAGDEV-1)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine import Rule, face_text
from companion.games.nemesis.facts import BagDeveloped, CardTold, EggsLeft, NoiseCleared, TokenDrawn
from companion.games.nemesis.names import EVERYBODY, token_kind
from companion.games.nemesis.rules.corrections.menu import answered
from companion.games.nemesis.rules.intruders.attacks import attack, smallest_hands
from companion.games.nemesis.rules.intruders.noise import BLANK, cards_counted, intruder_appears, noise_roll, read_token
from companion.games.nemesis.state import G, State, characters_in, in_nest, is_in_combat, seats_aboard
from companion.i18n import Text, _, joined
from companion.schema import TABLE, DrawPrompt, Option, Prompt, Seat

GROWN_KIND: Mapping[str, str] = {"larva": "adult", "creeper": "breeder", BLANK: "adult"}
"""Token drawn -> kind added. A larva and a creeper leave the bag."""
FALLBACK_TOKENS: Mapping[str, str] = {"adult": "adult-4", "breeder": "breeder-4"}
"""Tokens of a ship without spare ones."""


def develop(g: G, tokens: int = 1) -> Rule[None]:
    """Draw and resolve that many tokens, if the bag is not empty."""
    for _time in range(tokens):
        for token in (yield from answered(g, _draw)):
            yield from _develop(g, token)


def _develop(g: G, token: str) -> Rule[None]:
    """Replace a larva by an adult and a creeper by a breeder. A blank returns and adds an adult.

    Without a character in the nest, the queen lays an egg and her token returns.
    """
    kind = token_kind(token)
    if kind in GROWN_KIND:
        comes, leaves = spare(g.state, GROWN_KIND[kind]), kind != BLANK
        _emit_with_card(g, BagDeveloped(token, leaves=leaves, comes=comes), _growth_words(comes, leaves=leaves))
    elif kind != "queen":
        _emit_with_card(g, BagDeveloped(token, leaves=False, comes=""), _("Who is not in combat makes noise."))
        for seat in tuple(g.state.characters):
            if seat in seats_aboard(g.state) and not is_in_combat(g.state, seat):
                yield from noise_roll(g, seat)
    elif nest := occupied_nest(g.state):
        yield from _queen_appears(g, token, nest)
    else:
        _emit_with_card(g, BagDeveloped(token, leaves=False, comes=""), _("One more egg lies in the nest."))
        g.emit(EggsLeft(g.state.eggs + 1))


def _draw(s: State) -> Prompt | None:
    if not s.bag.inside:
        return None
    tokens = tuple(map(Option, s.bag.inside))
    title = _("the bag develops, draw an Intruder token")
    return DrawPrompt(
        TABLE, title, tokens, of=("token", "tag"), rule="NEM-X-BAGDEV-1", key="bag.develop", whom=EVERYBODY
    )


def _growth_words(comes: str, *, leaves: bool) -> Text:
    if leaves and comes:
        return _("It leaves the bag for good; one comes in: {token}.", token=face_text(comes))
    if leaves:
        return _("It leaves the bag for good; no token is left that could come in.")
    if comes:
        return _("It goes back into the bag; one comes in: {token}.", token=face_text(comes))
    return _("It goes back into the bag; no token is left that could come in.")


def _emit_with_card(g: G, fact: BagDeveloped, sentence: Text) -> None:
    """Tell the players what to do with the real bag."""
    drawn = _("Drawn: {token}.", token=face_text(fact.token))
    back = () if fact.leaves or fact.token == BLANK else (_("The token goes back into the bag."),)
    g.emit(fact)
    g.emit(CardTold(_("The bag develops"), joined(" ", (drawn, sentence, *back))))


def spare(s: State, kind: str) -> str:
    """Return a spare token of the kind that is not in the bag, "" if none is left."""
    box = [token for token in s.ship.bag.spare if token_kind(token) == kind]
    if not box:
        return FALLBACK_TOKENS[kind]
    start = s.ship.bag.tokens + s.ship.bag.per_player * len(s.characters)
    return next((token for token in box if s.bag.inside.count(token) < start.count(token) + box.count(token)), "")


def occupied_nest(s: State) -> str | None:
    """Return the nest if a character is in it."""
    return next((name for name in s.rooms if in_nest(s, name) and characters_in(s, name)), None)


def _queen_appears(g: G, token: str, nest: str) -> Rule[None]:
    """Start an Encounter with the queen, who may surprise the smallest hand (NEM-X-ENC-1)."""
    seat: Seat = smallest_hands(g.state, nest)[0]
    kind, number = yield from read_token(g, seat, token)
    surprise = cards_counted(g.state, seat) < number
    g.emit(NoiseCleared(nest))
    g.emit(TokenDrawn(seat, token, kind, surprise))
    name = intruder_appears(g, kind, nest)
    if surprise:
        yield from attack(g, seat, name, "surprise")
