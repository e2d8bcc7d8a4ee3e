"""The Breather: recover, use an ability, trade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from companion.engine import Rule, card_text, choose, count
from companion.games.draw_your_weapon.facts import BreatherTaken, CardsTraded, StatGiven, StatRegained
from companion.games.draw_your_weapon.names import STAT_NAMES
from companion.games.draw_your_weapon.rules.actions.abilities import in_breather
from companion.games.draw_your_weapon.rules.cards import contradiction, possible
from companion.games.draw_your_weapon.rules.combat import end_defence, rise
from companion.games.draw_your_weapon.state import BREATHERS, G, Stat, State, card_value, players
from companion.i18n import _, joined, ngettext
from companion.schema import Faces, Option, Prompt, Refusal, Seat

Shared: TypeAlias = Literal["reserve", "clout"]
SHARED_STATS: tuple[Shared, ...] = ("reserve", "clout")


def partners(s: State, who: Seat) -> tuple[Seat, ...]:
    """Return the players that can rest together with this one."""
    return tuple(name for name in players(s) if name != who and not s.characters[name].resting)


def agreed_partner(g: G, who: Seat) -> Rule[Seat | None]:
    """Ask for a partner and for consent. Return None where the other declines (DYW-BTRADE-1)."""
    name = g.state.characters[who].display_name
    others = [Option(n, g.state.characters[n].display_name) for n in partners(g.state, who)]
    if not others:
        return None
    partner = yield from g.one(choose(who, _("trade with whom?"), others, rule="DYW-BTRADE-1", key="breather.partner"))
    title = _("rest together and trade with {name}?", name=name)
    ways = (Option("yes", _("Agree")), Option("no", _("Decline")))
    agreed = yield from g.one(choose(partner, title, ways, rule="DYW-BTRADE-2", key="breather.consent"))
    return partner if agreed == "yes" else None


def swap(g: G, who: Seat, partner: Seat) -> Rule[None]:
    """Trade at most one card each, and share at most the value of the higher card (DYW-BTRADE-2 to -5)."""
    gives, takes = yield from ask_given_cards(g, who, partner)
    limit = max((card_value(g.state, card) for card in gives + takes), default=0)
    left = {who: limit, partner: limit}
    given: list[StatGiven] = []
    for stat in SHARED_STATS:
        for giver, taker in ((who, partner), (partner, who)):
            amount = yield from share(g, giver, stat, left[giver])
            left[giver] -= amount  # DYW-AMB-12: the sum counts
            given += [StatGiven(giver, taker, stat, amount)] if amount else []
    gives, takes = still_held(g.state, who, gives), still_held(g.state, partner, takes)
    if gives or takes:
        g.emit(CardsTraded(who, partner, gives, takes))
    for fact in given:
        g.emit(fact)


def still_held(s: State, who: Seat, cards: Faces) -> Faces:
    """Return the cards that a correction has not removed from the hand since they were chosen."""
    return tuple(card for card in cards if card in possible(s, who))


def ask_given_cards(g: G, who: Seat, partner: Seat) -> Rule[tuple[Faces, Faces]]:
    """Ask both for a card at once, and again where both name the same card."""
    again = False
    while True:
        gives, takes = yield from g.ask(card_to_give(g.state, who, again), card_to_give(g.state, partner, again))
        if not (gives and takes) or contradiction(g.state, {who: gives[0], partner: takes[0]}) is None:
            return gives, takes
        again = True


def card_to_give(s: State, who: Seat, again: bool = False) -> Prompt:
    """Ask for the card in secret: only these two players see it (DYW-BTRADE-2)."""
    cards = [Option(card, card_text(card)) for card in possible(s, who)] if s.characters[who].hand else []
    title = _("which card do you give, if any?")
    if again:
        title = joined(" ", [title, _("Once more: both named the same card")])
    return choose(who, title, cards, 0, 1, "DYW-BTRADE-4", secret=True, key="breather.card")


def share(g: G, giver: Seat, stat: Shared, limit: int) -> Rule[int]:
    """Ask how much of a stat is spent for the other. Ask nothing where none can be spent."""
    most = most_shared(g.state, giver, stat, limit)
    if not most:
        return 0
    title = _("spend {stat} for the other?", stat=STAT_NAMES[stat])
    return (yield from g.number(count(giver, title, 0, most, "DYW-BTRADE-5", key="breather.share", about=stat)))


def most_shared(s: State, giver: Seat, stat: Shared, limit: int) -> int:
    character = s.characters[giver]
    return min(character.reserve if stat == "reserve" else character.clout, limit)


STATS: tuple[Stat, ...] = ("hp", "reserve", "clout")


def cannot_breathe(s: State, who: str) -> Refusal | None:
    """DYW-BREATH-2. Breathers are counted for the party (DYW-AMB-11)."""
    if s.characters[who].resting:
        return Refusal(
            "RESTING", _("{who} rests and takes no Action.", who=s.characters[who].display_name), "DYW-REST-2"
        )
    if s.in_combat:
        return Refusal("OUT_OF_COMBAT_ONLY", _("A Breather takes ten minutes: not in combat."), "DYW-BREATH-1")
    if s.breathers >= BREATHERS:
        return Refusal(
            "BREATHERS_EXHAUSTED",
            ngettext(
                "The party took {n} Breather: it must rest first.",
                "The party took {n} Breathers: it must rest first.",
                s.breathers,
            ),
            "DYW-BREATH-2",
        )
    return None


def breather(g: G, who: str) -> Rule[None]:
    """Take a Breather: every player chooses one use, all at once (DYW-BREATH-3, DYW-AMB-11)."""
    others = [n for n in players(g.state) if n != who and not g.state.characters[n].resting]
    prompts = [use_of(who, own=True), *(use_of(name, own=False) for name in others)]
    given = yield from g.ask(*prompts)
    g.emit(BreatherTaken())
    yield from use(g, prompts, given)


def breather_trade(g: G, who: str) -> Rule[None]:
    """Take a Breather in which two players trade and the others choose a use (DYW-BTRADE-1)."""
    partner = yield from agreed_partner(g, who)
    if partner is None:
        return
    others = [n for n in players(g.state) if n not in {who, partner} and not g.state.characters[n].resting]
    prompts = [use_of(name, own=False) for name in others]
    given = yield from g.ask(*prompts)
    g.emit(BreatherTaken())
    for name in (who, partner):
        end_defence(g, name)
    yield from swap(g, who, partner)
    yield from use(g, prompts, given)


def cannot_trade(s: State, who: str) -> Refusal | None:
    """Refuse without a partner."""
    if not partners(s, who):
        return Refusal("CONSENT_MISSING", _("Nobody is there to rest together with."), "DYW-BTRADE-1")
    return cannot_breathe(s, who)


def use(g: G, prompts: Sequence[Prompt], given: Sequence[Faces]) -> Rule[None]:
    """Apply the chosen uses one after the other."""
    for prompt, (chosen,) in zip(prompts, given, strict=True):
        if chosen != "nothing":
            end_defence(g, prompt.seat)  # each use is an Action
        if chosen == "recover":
            yield from recover(g, prompt.seat)
        elif chosen == "use_ability":
            yield from in_breather(g, prompt.seat)  # DYW-BABILITY-1


def use_of(who: str, own: bool) -> Prompt:
    """Ask for the use of the Breather."""
    uses = [Option("recover", _("Recover")), Option("use_ability", _("Use an ability that needs a Breather"))]
    if not own:
        uses.append(Option("nothing", _("Nothing")))
    return choose(who, _("one use of the Breather"), uses, rule="DYW-BREATH-3", key="breather.use")


def recover(g: G, who: str) -> Rule[None]:
    """Regain two stats, each at most its attribute times the level (DYW-RECOVER-1, -2)."""
    stats = [Option(stat, STAT_NAMES[stat]) for stat in STATS]
    two = yield from g.some(
        choose(who, _("recover two stats"), stats, 2, 2, rule="DYW-RECOVER-1", key="breather.stats")
    )
    chosen = tuple(stat for stat in STATS if stat in two)
    given = yield from g.ask(*(regained_prompt(g.state, who, stat) for stat in chosen))
    for stat, (amount,) in zip(chosen, given, strict=True):
        if int(amount):
            g.emit(StatRegained(who, stat, int(amount)))
    rise(g, who)


def regained_prompt(s: State, who: str, stat: Stat) -> Prompt:
    """Ask for the amount of one stat."""
    title, most = _("{stat} regained", stat=STAT_NAMES[stat]), most_regained(s, who, stat)
    return count(who, title, 0, most, "DYW-RECOVER-2", key="breather.amount", about=stat)


def most_regained(s: State, who: str, stat: Stat) -> int:
    character = s.characters[who]
    return max(0, character.attributes.get(s.book.associated.get(stat, ""), 0)) * character.level
