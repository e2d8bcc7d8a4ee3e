"""The state with the Dealer's secrets hidden: number, pages and figures."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import READ_OUT, hidden
from companion.games.draw_your_weapon.content import Adventure
from companion.games.draw_your_weapon.state import Character, State, Verdict, visible_characters
from companion.i18n import _
from companion.schema import DEALER, TABLE, Seat

THE_NUMBER = hidden(_("The Dealer's number decides."))
THE_DEALER = hidden(_("What the Dealer alone knows decides."))


def veil(s: State, eyes: frozenset[Seat], now: State) -> State:
    """Hide the Dealer's secrets from all devices but the Dealer's own. A shared screen shows none of them."""
    if DEALER in eyes and TABLE not in eyes:
        return s
    seen = {*visible_characters(s), *visible_characters(now)}
    people = {name: _hide_figure(character, in_sight=name in seen) for name, character in s.characters.items()}
    return replace(
        s,
        characters=MappingProxyType(people),
        test=replace(s.test, required=THE_NUMBER) if s.test is not None and s.test.required is not None else s.test,
        last=_hide_number(s.last),
        adventure=_hide_unread(s.adventure, {s.scene, now.scene}) if s.adventure is not None else None,
    )


def _hide_number(last: Verdict | None) -> Verdict | None:
    if last is None or last.shown or last.test.required is None:
        return last
    return replace(last, test=replace(last.test, required=THE_NUMBER))


def _hide_unread(adventure: Adventure, opened: set[str]) -> Adventure:
    """Keep titles and read passages of opened pages. Hide everything else."""
    pages = (page for page in adventure.scenes if page.id in opened)
    known = tuple(replace(page, notes=THE_DEALER, calls=THE_DEALER, next=THE_DEALER) for page in pages)
    return replace(adventure, text=THE_DEALER, figures=THE_DEALER, scenes=(*known, READ_OUT))


def _hide_figure(character: Character, *, in_sight: bool) -> Character:
    """Hide the strength of a figure, and all of a figure that has not appeared yet."""
    if character.is_player:
        return character
    strength = ("attributes", "level", "reserve", "clout", "speed", "max_speed", "weapons", "away", "features", "text")
    body = ("name", "title", "hp", "max_hp", "guard", "guard_refresh", "conditions", "effects", "ready")
    fields = strength if in_sight else strength + body
    return replace(character, **dict.fromkeys(fields, THE_DEALER))
