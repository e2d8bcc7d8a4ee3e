"""The state as some of the table may know it: the Dealer's number, pages and figures are the Dealer's."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.engine import READ_OUT, hidden
from companion.games.draw_your_weapon.content import Adventure
from companion.games.draw_your_weapon.state import Character, State, Verdict, in_sight
from companion.i18n import _
from companion.schema import DEALER, TABLE, Seat

THE_NUMBER = hidden(_("The Dealer's number decides."))
THE_DEALER = hidden(_("What the Dealer alone knows decides."))


def veil(s: State, eyes: frozenset[Seat], now: State) -> State:
    """Nothing is hidden from the Dealer's own device; a screen that all can see shows none of it, whoever answers there."""
    if DEALER in eyes and TABLE not in eyes:
        return s
    seen = {*in_sight(s), *in_sight(now)}
    people = {name: _as_seen(one, in_sight=name in seen) for name, one in s.characters.items()}
    return replace(
        s,
        characters=MappingProxyType(people),
        test=replace(s.test, required=THE_NUMBER) if s.test is not None and s.test.required is not None else s.test,
        last=_as_shown(s.last),
        adventure=_as_read(s.adventure, {s.scene, now.scene}) if s.adventure is not None else None,
    )


def _as_shown(last: Verdict | None) -> Verdict | None:
    if last is None or last.shown or last.test.required is None:
        return last
    return replace(last, test=replace(last.test, required=THE_NUMBER))


def _as_read(adventure: Adventure, opened: set[str]) -> Adventure:
    """Of a page that was opened what it is called and reads; what follows, and every other page, is the Dealer's."""
    pages = (page for page in adventure.scenes if page.id in opened)
    known = tuple(replace(page, notes=THE_DEALER, calls=THE_DEALER, next=THE_DEALER) for page in pages)
    return replace(adventure, text=THE_DEALER, figures=THE_DEALER, scenes=(*known, READ_OUT))


def _as_seen(one: Character, *, in_sight: bool) -> Character:
    """Of a figure how it stands, not how strong it is; of one that has not come yet nothing."""
    if one.is_player:
        return one
    strength = ("attributes", "level", "reserve", "clout", "speed", "max_speed", "weapons", "away", "features", "text")
    body = ("name", "title", "hp", "max_hp", "guard", "guard_refresh", "conditions", "effects", "ready")
    fields = strength if in_sight else strength + body
    return replace(one, **dict.fromkeys(fields, THE_DEALER))
