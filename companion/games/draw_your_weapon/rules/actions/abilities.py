"""Use Ability, and the kind of Action of each Feature (DYW-ABILITY, DYW-SPECIAL-3, DYW-BABILITY)."""

from __future__ import annotations

from companion.engine import Rule, choose
from companion.games.draw_your_weapon.content import Feature
from companion.games.draw_your_weapon.facts import FeatureUsed
from companion.games.draw_your_weapon.rules.actions.attacks import aim, attack_options, special_attack
from companion.games.draw_your_weapon.rules.combat import end_defence
from companion.games.draw_your_weapon.rules.features import (
    ATTACK_TAG,
    BREATHER_TAG,
    PAPER_FEATURE,
    TEST_TAG,
    beneficiary,
    effects,
    features_with_tag,
    is_aimed,
    join_test,
    option,
    use_feature,
)
from companion.games.draw_your_weapon.state import G, State, feature_of
from companion.i18n import _, from_data
from companion.schema import Option, Refusal, Seat

ON_PAPER = Option(PAPER_FEATURE, _("Another one, that stands on paper"))


def feature(g: G, who: Seat) -> Rule[None]:
    """Ask for a Feature of the sheet, or for one of the paper sheet, and use it."""
    character = g.state.characters[who]
    name = PAPER_FEATURE
    if character.features:
        ways = [*usable(g.state, who), ON_PAPER]
        name = yield from g.one(choose(who, _("use which Feature?"), ways, rule="DYW-ABILITY-1", key="feature"))
    if name == PAPER_FEATURE:
        yield from on_paper(g, who)
        return
    used = feature_of(g.state, who, name)
    if ATTACK_TAG in used.tags:
        yield from special_attack(g, who, used)
    elif TEST_TAG in used.tags and (yield from with_test(g, who, used)):
        yield from join_test(g, who, name)
    else:
        yield from ability(g, who, used)


def usable(s: State, who: Seat) -> list[Option]:
    """Return all Features of the sheet. One for a Breather is grey in free play."""
    attacks = {o.id: o for o in attack_options(s, who)}
    return [attacks.get(f.name) or option(s, who, f, _wrong_time_refusal(f)) for f in s.characters[who].features]


def _wrong_time_refusal(feature: Feature) -> Refusal | None:
    """DYW-BABILITY-1."""
    if BREATHER_TAG in feature.tags:
        return Refusal(
            "BREATHER_ONLY",
            _("{feature} takes a whole Breather: choose it there.", feature=from_data(feature.name)),
            "DYW-BABILITY-1",
        )
    return None


def with_test(g: G, who: Seat, used: Feature) -> Rule[bool]:
    """Ask whether the Feature joins the next test, or is a separate Action (DYW-ABILITY-2)."""
    ways = [Option("use_ability", _("On its own"))]
    if used.name not in g.state.characters[who].ready:
        ways.append(Option("part_of_test", _("Together with the next test")))
    title = _("how is {used} used?", used=from_data(used.name))
    return (yield from g.one(choose(who, title, ways, rule="DYW-ABILITY-2", key="feature.use"))) == "part_of_test"


def ability(g: G, who: Seat, used: Feature) -> Rule[None]:
    """Use Ability (DYW-ABILITY-1). This is an Action, so it ends defending."""
    target = (yield from aim(g, who)) if is_aimed(used) else ""
    helped = yield from beneficiary(g, who, used)
    end_defence(g, who)
    use_feature(g, who, used, "use_ability")
    yield from effects(g, used, target, helped)


def in_breather(g: G, who: Seat) -> Rule[None]:
    """Use an ability that takes the whole Breather (DYW-BABILITY-1)."""
    there = [option(g.state, who, f) for f in features_with_tag(g.state, who, BREATHER_TAG)]
    name = PAPER_FEATURE
    if there:
        title = _("which ability in the Breather?")
        name = yield from g.one(choose(who, title, [*there, ON_PAPER], rule="DYW-BABILITY-1", key="breather.feature"))
    if name == PAPER_FEATURE:
        end_defence(g, who)
        g.emit(FeatureUsed(who, "use_ability"))
    else:
        yield from ability(g, who, feature_of(g.state, who, name))


def on_paper(g: G, who: Seat) -> Rule[None]:
    """Ask what kind of Action a Feature of the paper sheet is (DYW-SPECIAL-3, DYW-ABILITY-2)."""
    ways = (
        Option("use_ability", _("On its own")),
        Option("attack", _("It has the tag [Attack]")),
        Option("part_of_test", _("Together with a Skill Test")),
    )
    title = _("how is the Feature used?")
    chosen = yield from g.one(choose(who, title, ways, rule="DYW-ABILITY-2", key="feature.paper"))
    if chosen == "part_of_test":
        g.emit(FeatureUsed(who, "part_of_test"))
        return
    end_defence(g, who)
    g.emit(FeatureUsed(who, "attack" if chosen == "attack" else "use_ability"))
