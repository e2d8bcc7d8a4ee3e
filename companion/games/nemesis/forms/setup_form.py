"""What people choose before an evening: the ship, the crew, what lies on the table, the open points of the text."""

from __future__ import annotations

from companion.games.nemesis.content.ship import Settings
from companion.games.nemesis.content.ships import SAMPLE
from companion.schema.form import Field, Form, Pick

DECKS = (
    Pick("page", "Lamplight draws them", "no box needed: all of them are ours"),
    Pick("box", "Your box", "you draw the card or turn the tile, and tap what it says"),
)
HANDS = (
    Pick("page", "On your phone", "the page deals them and knows what they do"),
    Pick("box", "Real cards", "the page counts them; what a card says is chosen from a list"),
)
DEFAULTS = Settings()


def form() -> Form:
    """The choices of `setup`."""
    return Form(
        "An evening",
        (
            Field("ship", "Ship", "sheet", least=1, default=SAMPLE, sheet="ship"),
            Field("crew", "Role", "sheet", sheet="crew", each_seat=True),
            Field("decks", "Cards and tiles", "choice", options=DECKS, default="page"),
            Field("hands", "Action cards", "choice", options=HANDS, default="page"),
            Field("box", "Dice, bag and costs", "sheet", "Left open: as the ship says.", sheet="box"),
            *open_points(),
        ),
        "The page is the map, the noise, the bag and the referee. With the ship that comes along you need no box.",
    )


def open_points() -> tuple[Field, ...]:
    """What the text leaves open, or what tables play differently: our reading is what is filled in."""
    return (
        _flag(
            "contamination_counts",
            "A surprise looks at the whole hand",
            "Contamination cards count, too. Off: only Action cards do.",
        ),
        _flag("melee_contaminates", "Melee Attack brings Contamination", "A card before the roll, hit or miss."),
        _flag(
            "careful_in_company",
            "Careful Movement always leaves a marker",
            "Off: not in a room where somebody or something already is.",
        ),
        _flag(
            "technical_counts",
            "The duct counts for Careful Movement",
            "It is one of the corridors of each room with an entrance, and takes a marker. Off: it does not.",
        ),
        _flag(
            "strict_combat",
            "In combat only Shoot, Melee Attack and Escape",
            "And cards and items that are not for out of combat only. Off: all that is not forbidden.",
        ),
        _flag("shoot_eggs", "Eggs can be shot", "An egg is no Intruder. On: a shot or a blow may destroy one."),
        _flag("two_hands", "Two hands", "Weapons, heavy items and heavy objects take a hand each."),
    )


def _flag(name: str, label: str, words: str) -> Field:
    return Field(name, label, "flag", words, default=getattr(DEFAULTS, name), advanced=True)
