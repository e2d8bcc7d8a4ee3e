"""What is chosen before an evening: the adventure, who plays whom, the rules of the table; and what can be typed in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.engine import SUIT_NAMES, SheetKind
from companion.games.draw_your_weapon.content import Rules, adventures, characters, table_rules, weapons
from companion.schema import Field, Form, Pick

SUITS = tuple(Pick(suit, name) for suit, name in SUIT_NAMES.items())
TAGS = (
    Pick("Attack", "an attack"),
    Pick("Test", "part of a test"),
    Pick("Breather", "takes a Breather"),
    Pick("Ally", "may help somebody else"),
    Pick("Magical", "magical"),
)
BOONS = (
    Pick("tell", "as the text says"),
    Pick("bonus", "adds to the Result"),
    Pick("hp", "HP back"),
    Pick("reserve", "Reserve back"),
    Pick("clout", "Clout back"),
    Pick("guard", "Guard"),
    Pick("draw", "draw cards"),
    Pick("damage", "damage to the target"),
    Pick("condition", "the target gets a condition"),
    Pick("mend", "a condition is removed"),
)
DECKS = (
    Pick("shared", "one for the whole table"),
    Pick("own", "one for each", "The Dealer has one too."),
)
DAMAGE = (
    Pick("guard_first", "from Guard first, then from HP"),
    Pick("hp", "from HP"),
    Pick("by_hand", "nothing by itself", "You say what it does."),
)


def form() -> Form:
    """The choices of `setup`."""
    return Form(
        "An evening",
        (
            Field(
                "adventure",
                "Adventure",
                "sheet",
                "Left open: the Dealer makes it up.",
                default=adventures.SAMPLE,
                sheet="adventure",
            ),
            Field(
                "characters",
                "Character",
                "sheet",
                "Left open: one of the adventure's own, where it has some.",
                sheet="character",
                each_seat=True,
            ),
            Field("rules", "Rules of the table", "sheet", least=1, default=table_rules.SAMPLE, sheet="table"),
        ),
        "One of you is the Dealer and has a phone of their own. The cards stay in your hands; Lamplight sees what is laid down.",
    )


def character_form() -> Form:
    """A character, weapons and features ticked or typed in."""
    ours = tuple(Pick(name, one.name, f"{one.low} to {one.high}") for name, one in weapons.weapons().items())
    can = tuple(Pick(name, one.name, one.text) for name, one in weapons.features().items())
    attributes = tuple(_attribute(name) for name in Rules().attributes)
    return Form(
        "A character",
        (
            Field("title", "Who it is", "text", least=1, most=40),
            Field("attributes", "Attributes", "group", fields=attributes),
            Field("hp", "HP", "number", least=1, most=99, default=18),
            Field("speed", "Speed", "number", least=0, most=30, default=6),
            Field("level", "Level", "number", least=1, most=20, default=1),
            Field("reserve", "Reserve", "number", least=0, most=30, default=4),
            Field("clout", "Clout", "number", least=0, most=30, default=3),
            Field("guard", "Guard", "number", least=0, most=30, default=2),
            Field("guard_refresh", "Guard Refresh", "number", least=0, most=30, default=2),
            Field("carries", "Carries", "choices", options=ours, advanced=True),
            Field("weapons", "Weapons of your own", "list", most=8, fields=weapon_fields()),
            Field("can", "Can", "choices", options=can, advanced=True),
            Field("features", "Features of your own", "list", most=12, fields=feature_fields(), advanced=True),
            Field(
                "own_attributes",
                "Attributes that only your table has",
                "list",
                most=12,
                fields=(Field("name", "Attribute", "text", least=1, most=20), _attribute("value")),
                advanced=True,
            ),
            Field("text", "In a sentence", "long", most=400, advanced=True),
        ),
        "Copy the numbers from the sheet before you.",
    )


def weapon_fields() -> tuple[Field, ...]:
    return (
        Field("name", "Name", "text", least=1, most=40),
        Field("low", "Lowest card", "number", least=1, most=weapons.HIGHEST, default=1),
        Field("high", "Highest card", "number", least=1, most=weapons.HIGHEST, default=13),
        Field("suits", "Suits that add Might", "choices", options=SUITS),
        Field("hands", "Hands", "number", least=0, most=2, default=1),
        Field("text", "Reach and abilities", "text", most=200),
    )


def feature_fields() -> tuple[Field, ...]:
    effect = (
        Field("do", "What", "choice", options=BOONS, default="tell"),
        Field("n", "How much", "number", least=0, most=weapons.HIGHEST),
        Field("what", "Condition", "text", "Winded, Broken, Down ...", most=30),
    )
    return (
        Field("name", "Name", "text", least=1, most=40),
        Field("text", "What it does", "text", most=300),
        Field("tags", "Kind", "choices", options=TAGS),
        Field("reserve", "Costs Reserve", "number", least=0, most=20),
        Field("clout", "Costs Clout", "number", least=0, most=20),
        Field("low", "Attack: lowest card", "number", "0: no card is played", least=0, most=weapons.HIGHEST),
        Field("high", "Attack: highest card", "number", least=0, most=weapons.HIGHEST),
        Field("suits", "Attack: suits that add Might", "choices", options=SUITS),
        Field("effects", "Effects", "list", most=4, fields=effect),
    )


def rules_form() -> Form:
    """The open points of chapter 5."""
    rules = Rules()
    values = tuple(
        Field(rank, name, "number", least=0, most=weapons.HIGHEST, default=rules.values[rank])
        for rank, name in (("A", "Ace"), ("J", "Jack"), ("Q", "Queen"), ("K", "King"))
    )
    rows = [{"name": name, "suit": suit} for name, suit in rules.attributes.items()]
    attribute = (
        Field("name", "Attribute", "text", least=1, most=20),
        Field("suit", "Its usual suit", "choice", options=SUITS),
    )
    associated = tuple(
        Field(stat, f"{label} comes back by", "text", least=1, most=20, default=rules.associated[stat])
        for stat, label in (("hp", "HP"), ("reserve", "Reserve"), ("clout", "Clout"))
    )
    return Form(
        "Rules of the table",
        (
            Field("title", "Name of this set", "text", least=1, most=60, default="Our table"),
            Field("values", "What court cards are worth", "group", fields=values),
            Field("attributes", "Attributes", "list", least=1, most=12, default=rows, fields=attribute),
            Field("decks", "Decks", "choice", options=DECKS, default=rules.decks),
            Field("hand", "Cards in a hand", "number", least=1, most=table_rules.MOST_HAND, default=rules.hand),
            Field("missing", "Cards that your deck lacks", "text", "2C JH: two of clubs, jack of hearts", most=200),
            Field(
                "dealer_hand",
                "Cards in the Dealer's hand",
                "number",
                "0: the Dealer's cards come from a deck of the Dealer's own.",
                most=table_rules.MOST_HAND,
            ),
            Field("damage", "Damage is taken", "choice", options=DAMAGE, default=rules.damage),
            Field("associated", "What comes back by which attribute", "group", fields=associated, advanced=True),
            Field("figures_draw", "The Dealer's figures draw too when they lose", "flag", advanced=True),
            Field("asks_attribute", "Ask before an attribute is added", "flag", advanced=True),
        ),
        "Chapter 5 leaves these to you. What stands here first is how we would play it.",
    )


def _attribute(name: str) -> Field:
    least, most = characters.ATTRIBUTE
    return Field(name, name.capitalize(), "number", least=least, most=most)


ADVENTURE = Form(
    "An adventure",
    (),
    "A file that ends in .toml. How one is written stands in the Dealer's guide; the one that ships is a model for it.",
)
SHEETS: Mapping[str, SheetKind] = MappingProxyType(
    {
        "adventure": SheetKind(
            ADVENTURE, adventures.shipped, adventures.proof, adventures.FILES, adventures.note, secret=True
        ),
        "character": SheetKind(character_form(), characters.shipped, characters.proof),
        "table": SheetKind(rules_form(), table_rules.shipped, table_rules.proof),
    }
)
