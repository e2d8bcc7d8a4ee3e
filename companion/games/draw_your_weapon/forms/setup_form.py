"""The setup form, and the forms of the sheets that players can write: characters and rules of the table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.engine import RANK_NAMES, SUIT_NAMES, SheetKind
from companion.games.draw_your_weapon.content import Rules, adventures, characters, table_rules, weapons
from companion.games.draw_your_weapon.names import STAT_NAMES, attribute_text
from companion.i18n import N_, Text, _, from_data
from companion.schema import Field, Form, Pick

SUIT_PICKS = tuple(Pick(suit, name) for suit, name in SUIT_NAMES.items())
TAG_PICKS = (
    Pick("Attack", _("an attack")),
    Pick("Test", _("part of a test")),
    Pick("Breather", _("takes a Breather")),
    Pick("Ally", _("may help somebody else")),
    Pick("Magical", _("magical")),
)
EFFECT_PICKS = (
    Pick("tell", _("as the text says")),
    Pick("bonus", _("adds to the Result")),
    Pick("hp", _("HP back")),
    Pick("reserve", _("Reserve back")),
    Pick("clout", _("Clout back")),
    Pick("guard", _("Guard")),
    Pick("draw", _("draw cards")),
    Pick("damage", _("damage to the target")),
    Pick("condition", _("the target gets a condition")),
    Pick("mend", _("a condition is removed")),
)
DECK_PICKS = (
    Pick("shared", _("one for the whole table")),
    Pick("own", _("one for each"), _("The Dealer has one too.")),
)
DAMAGE_PICKS = (
    Pick("guard_first", _("from Guard first, then from HP")),
    Pick("hp", _("from HP")),
    Pick("by_hand", _("nothing by itself"), _("You say what it does.")),
)


def form() -> Form:
    """Return the form for the choices of `setup`."""
    return Form(
        _("An evening"),
        (
            Field(
                "adventure",
                _("Adventure"),
                "sheet",
                _("Left open: the Dealer makes it up."),
                default=adventures.SAMPLE,
                sheet="adventure",
            ),
            Field(
                "characters",
                _("Character"),
                "sheet",
                _("Left open: one of the adventure's own, where it has some."),
                sheet="character",
                each_seat=True,
            ),
            Field("rules", _("Rules of the table"), "sheet", least=1, default=table_rules.SAMPLE, sheet="table"),
        ),
        _(
            "One of you is the Dealer and has a phone of their own. The cards stay in your hands; Lamplight sees what is laid down."
        ),
    )


def character_form() -> Form:
    """Return the form of a character. Weapons and features are ticked or typed."""
    shipped_weapons = tuple(
        Pick(name, from_data(weapon.name), _("{low} to {high}", low=weapon.low, high=weapon.high))
        for name, weapon in weapons.weapons().items()
    )
    shipped_features = tuple(
        Pick(name, from_data(feature.name), from_data(feature.text)) for name, feature in weapons.features().items()
    )
    return Form(
        _("A character"),
        (
            Field("title", _("Who it is"), "text", least=1, most=40),
            *_number_fields(),
            Field("carries", _("Carries"), "choices", options=shipped_weapons, advanced=True),
            Field("weapons", _("Weapons of your own"), "list", most=8, fields=_weapon_fields()),
            Field("can", _("Can"), "choices", options=shipped_features, advanced=True),
            Field("features", _("Features of your own"), "list", most=12, fields=_feature_fields(), advanced=True),
            Field(
                "own_attributes",
                _("Attributes that only your table has"),
                "list",
                most=12,
                fields=(Field("name", _("Attribute"), "text", least=1, most=20), _attribute("value", _("Value"))),
                advanced=True,
            ),
            Field("text", _("In a sentence"), "long", most=400, advanced=True),
        ),
        _("Copy the numbers from the sheet before you."),
    )


def _number_fields() -> tuple[Field, ...]:
    """Return the fields of the numbers on a character sheet, with the attributes of chapter 5 as we play them."""
    attributes = tuple(_attribute(name, attribute_text(name)) for name in Rules().attributes)
    return (
        Field("attributes", _("Attributes"), "group", fields=attributes),
        Field("hp", _("HP"), "number", least=1, most=99, default=18),
        Field("speed", _("Speed"), "number", least=0, most=30, default=6),
        Field("level", _("Level"), "number", least=1, most=20, default=1),
        Field("reserve", _("Reserve"), "number", least=0, most=30, default=4),
        Field("clout", _("Clout"), "number", least=0, most=30, default=3),
        Field("guard", _("Guard"), "number", least=0, most=30, default=2),
        Field("guard_refresh", _("Guard Refresh"), "number", least=0, most=30, default=2),
    )


def _attribute(name: str, label: Text) -> Field:
    least, most = characters.ATTRIBUTE_RANGE
    return Field(name, label, "number", least=least, most=most)


def _weapon_fields() -> tuple[Field, ...]:
    return (
        Field("name", _("Name"), "text", least=1, most=40),
        Field("low", _("Lowest card"), "number", least=1, most=weapons.HIGHEST, default=1),
        Field("high", _("Highest card"), "number", least=1, most=weapons.HIGHEST, default=13),
        Field("suits", _("Suits that add Might"), "choices", options=SUIT_PICKS),
        Field("hands", _("Hands"), "number", least=0, most=2, default=1),
        Field("text", _("Reach and abilities"), "text", most=200),
    )


def _feature_fields() -> tuple[Field, ...]:
    effect_fields = (
        Field("do", _("What"), "choice", options=EFFECT_PICKS, default="tell"),
        Field("n", _("How much"), "number", least=0, most=weapons.HIGHEST),
        Field("what", _("Condition"), "text", _("Winded, Broken, Down ..."), most=30),
    )
    return (
        Field("name", _("Name"), "text", least=1, most=40),
        Field("text", _("What it does"), "text", most=300),
        Field("tags", _("Kind"), "choices", options=TAG_PICKS),
        Field("reserve", _("Costs Reserve"), "number", least=0, most=20),
        Field("clout", _("Costs Clout"), "number", least=0, most=20),
        Field("low", _("Attack: lowest card"), "number", _("0: no card is played"), least=0, most=weapons.HIGHEST),
        Field("high", _("Attack: highest card"), "number", least=0, most=weapons.HIGHEST),
        Field("suits", _("Attack: suits that add Might"), "choices", options=SUIT_PICKS),
        Field("effects", _("Effects"), "list", most=4, fields=effect_fields),
    )


def rules_form() -> Form:
    """Return the form of the rules that chapter 5 leaves to the table. The defaults are how we play."""
    rules = Rules()
    return Form(
        _("Rules of the table"),
        (
            Field("title", _("Name of this set"), "text", least=1, most=60, default=N_("Our table")),
            Field("values", _("What court cards are worth"), "group", fields=_card_value_fields(rules)),
            _attributes_field(rules),
            Field("decks", _("Decks"), "choice", options=DECK_PICKS, default=rules.decks),
            Field("hand", _("Cards in a hand"), "number", least=1, most=table_rules.MOST_HAND, default=rules.hand),
            Field(
                "missing", _("Cards that your deck lacks"), "text", _("2C JH: two of clubs, jack of hearts"), most=200
            ),
            Field(
                "dealer_hand",
                _("Cards in the Dealer's hand"),
                "number",
                _("0: the Dealer's cards come from a deck of the Dealer's own."),
                most=table_rules.MOST_HAND,
            ),
            Field("damage", _("Damage is taken"), "choice", options=DAMAGE_PICKS, default=rules.damage),
            Field(
                "associated",
                _("What comes back by which attribute"),
                "group",
                fields=_associated_fields(rules),
                advanced=True,
            ),
            Field("figures_draw", _("The Dealer's figures draw too when they lose"), "flag", advanced=True),
            Field("asks_attribute", _("Ask before an attribute is added"), "flag", advanced=True),
        ),
        _("Chapter 5 leaves these to you. What stands here first is how we would play it."),
    )


def _card_value_fields(rules: Rules) -> tuple[Field, ...]:
    return tuple(
        Field(rank, name, "number", least=0, most=weapons.HIGHEST, default=rules.values[rank])
        for rank, name in RANK_NAMES.items()
    )


def _attributes_field(rules: Rules) -> Field:
    """Return the list of attributes, each with the suit that usually adds it."""
    defaults = [{"name": name, "suit": suit} for name, suit in rules.attributes.items()]
    fields = (
        Field("name", _("Attribute"), "text", least=1, most=20),
        Field("suit", _("Its usual suit"), "choice", options=SUIT_PICKS),
    )
    return Field("attributes", _("Attributes"), "list", least=1, most=12, default=defaults, fields=fields)


def _associated_fields(rules: Rules) -> tuple[Field, ...]:
    """Return a field for each stat: the attribute that restores it."""
    return tuple(
        Field(stat, _("{label} comes back by", label=label), "text", least=1, most=20, default=rules.associated[stat])
        for stat, label in STAT_NAMES.items()
    )


ADVENTURE_FORM = Form(
    _("An adventure"),
    (),
    _(
        "A file that ends in .toml. How one is written stands in the Dealer's guide; the one that ships is a model for it."
    ),
)
SHEETS: Mapping[str, SheetKind] = MappingProxyType(
    {
        "adventure": SheetKind(
            ADVENTURE_FORM, adventures.shipped, adventures.proof, adventures.FILES, adventures.note, secret=True
        ),
        "character": SheetKind(character_form(), characters.shipped, characters.proof),
        "table": SheetKind(rules_form(), table_rules.shipped, table_rules.proof),
    }
)
