"""Snapshots of an evening on a map of tiles: with monsters, a long story, what covers the map."""

from __future__ import annotations

from dataclasses import replace

from companion.presentation.responses import PromptView, SeatView, Snapshot, UndoableStep
from companion.schema import (
    Board,
    ChoosePrompt,
    Count,
    Counters,
    Element,
    Foe,
    Foes,
    Heading,
    Option,
    Overlay,
    Piece,
    Prompt,
    Refusal,
    Story,
    Tile,
    Track,
)

# Records fill their lines: one argument a line would be three times as long.
# fmt: off
PHASES = Track("Round 3", ("Investigators", "Mythos", "Monsters", "Horror"), 0)
ROOMS = (
    Tile("TileStudy", "Study", 0, 0, 7, 3.5, "Base game · 2 spaces", here=("1",), floor="boards"),
    Tile("TileParlour", "Parlour", 7, 0, 3.5, 3.5, "Base game · 1 space", floor="carpet"),
    Tile("TileKitchen", "Kitchen", 10.5, 0, 7, 3.5, "Base game · 2 spaces", ("fire",), floor="checker"),
    Tile("TileHall", "Entry hall", 0, 3.5, 7, 7, "Base game · 3 spaces", here=("2", "3"), floor="carpet"),
    Tile("TileGarden", "Winter garden", 7, 3.5, 10.5, 7, "Beyond the base box · 4 spaces", fresh=True, floor="grass"),
)
PIECES = (
    Piece("TokenDesk", "Search token, Study", "search", 1.4, 2.4, option="TokenDesk"),
    Piece("TokenLetter", "Search token, Winter garden", "search", 9.1, 8.2, option="TokenLetter", fresh=True),
    Piece("TokenDoor", "Explore token, Study", "explore", 3.5, 3.5, option="TokenDoor"),
    Piece("TokenCook", "The cook, Kitchen", "person", 12.0, 1.6, option="TokenCook"),
    Piece("TokenWindow", "Sight token, Winter garden", "sight", 15.6, 8.9, option="TokenWindow"),
    Piece("TokenBell", "Interact token, Parlour", "interact", 9.4, 0.9, option="TokenBell"),
    Piece("door1", "Door", "door", 7, 1.75, 90),
    Piece("door2", "Door", "door", 10.5, 1.75, 90),
    Piece("wall1", "Wall", "wall", 14, 3.5),
    Piece("bar1", "Barricade", "barricade", 7, 7, 90),
    Piece("secret1", "Secret passage", "secret", 12, 3.5),
    Piece("TokenDark", "Darkness, Winter garden", "darkness", 12.4, 5.2),
    Piece("Deep One 2", "Deep One 2, Winter garden", "fish", 10.9, 7.6, option="foe:Deep One 2"),
    Piece("Cultist", "Cultist, Parlour", "hood", 8.8, 2.4, option="foe:Cultist"),
)
BOARD = Board("The map", ROOMS, (), PIECES, ("Tile Winter garden", "Search token, Winter garden"))
FOES = Foes("Monsters",
    (
        Foe("Deep One 2", "Deep One 2", 5, 2, "{awareness} 4 · {horror} 3 · {brawn} 2", "Winter garden",
            "more:Deep One 2", "less:Deep One 2", "foe:Deep One 2", now=True, icon="fish"),
        Foe("Cultist", "Cultist", 3, 0, "{awareness} 3 · {horror} 1 · {brawn} 2", "Parlour", "more:Cultist", "",
            "foe:Cultist", icon="hood"),
        Foe("Shoggoth", "Shoggoth", 14, 9, "{awareness} 6 · {horror} 6 · {brawn} 9", "", "more:Shoggoth",
            "less:Shoggoth", icon="many")
    )
)
PEOPLE = (
    Counters("Ann", (Count("Clues", 1), Count("Damage", 2, 6), Count("Horror", 1, 7)), "1"),
    Counters("Ben", (Count("Clues", 0), Count("Damage", 0, 8), Count("Horror", 3, 5)), "2"),
)
SITTINGS = tuple(SeatView(str(n + 1), name, n == 0, False, 0) for n, name in enumerate(("Ann", "Ben", "Cleo")))
TURN = ChoosePrompt("1", "Ann: two actions left",
    (
        Option("move", "Move"),
        Option("attack", "Attack", Refusal("NO_MONSTER", "No monster is in Ann's space.")),
        Option("push", "Push"), Option("trade", "Trade"), Option("hold", "End Ann's turn")
    ),
    id="p20.0")
TAPS = ChoosePrompt("table", "Tap a token",
    (
        *(Option(p.option, p.title) for p in PIECES[:5]),
        Option("TokenBell", "Bell", Refusal("NOT_HERE", "Nobody stands beside the bell."))
    ),
    at="board", id="p20.1")
HEALTH = ChoosePrompt("table", "A monster",
    (
        *(Option(f"{sign}:{foe.id}") for foe in FOES.foes for sign in ("more", "less") if getattr(foe, sign)),
        Option("foe:Deep One 2", "About it"),
        Option("attack:Cultist", "Attack the cultist"),
        Option("evade:Cultist", "Evade it", Refusal("FAR", "Nobody stands near it."))
    ),
    at="foes", id="p20.2")
FIRE = ChoosePrompt("table", "Fire", (Option("set_fire", "Set fire to a space"),), at="menu", id="p20.3")
MEND = ChoosePrompt("1", "Ann: put a number right",
    (
        Option("heal", "One damage less"), Option("clue", "One clue more"),
        Option("out", "Eliminated", Refusal("FINE", "Ann is neither wounded nor insane."))
    ),
    at="menu", id="p20.4")


def _asked(*prompts: Prompt) -> tuple[PromptView, ...]:
    names = {"1": "Ann", "2": "Ben", "table": "Everyone"}
    return tuple(PromptView(prompt, names[prompt.seat], True) for prompt in prompts)


def _long(words: str) -> str:
    return " ".join([words] * 14)


def samples(empty: Snapshot) -> dict[str, Snapshot]:
    """Each by its name."""
    home = replace(empty, now="Ann: two actions left", first=True, sittings=SITTINGS,
        undo=UndoableStep(4, "Ann moves to the study"), asked=_asked(TURN, TAPS, HEALTH, FIRE, MEND),
        view=(Heading("The lamp room", "Ann's turn"), PHASES, BOARD, FOES, *PEOPLE))
    event = replace(home, now="The locked desk", first=False, asked=_asked(DESK), view=(*home.view, SWOLLEN))
    prologue = replace(event, now="The letter",
        asked=_asked(ChoosePrompt("table", "The letter", (Option("go", "We go in"),), id="p1.0")),
        view=(*home.view[:4], Story("The letter", _long("You come at dusk, and nobody answers the bell.\n"))))
    tiles = tuple(replace(tile, option=tile.id, fresh=False) for tile in ROOMS)
    where = replace(home, now="Ann: move where?", first=False, asked=_asked(WHERE),
        view=(home.view[0], PHASES, replace(BOARD, tiles=tiles, place=()), *PEOPLE))
    return {
        "map": home, "event": event, "prologue": prologue, "where": where,
        "away": replace(home, sittings=(replace(SITTINGS[0], claimed=True), *SITTINGS[1:]),
            asked=(*_asked(TAPS), replace(_asked(TURN)[0], mine=False))),
        "ending": replace(home, now="The evening ends", asked=_asked(OVER), view=(home.view[0], PHASES, BOARD, OVERLAY))
    }


DESK = ChoosePrompt("1", "The locked desk",
    (Option("0", "{action} Force the drawer ({strength}; 2)"), Option("1", "Leave it alone")), id="p21.0")
SWOLLEN = Story("The locked desk",
    '"Leave it," says <b>"somebody"</b>.\n'
    "The wood is <b>swollen</b> with damp, and something <i>moves</i> in the drawer.\n"
    "Test {observation}: 2 {success}Successes or a {clue}.")
WHERE = ChoosePrompt("1", "Ann: move where?", (Option("TileHall", "Entry hall"), Option("TileParlour", "Parlour")),
    at="board", id="p22.0")
OVER = ChoosePrompt("table", "The evening ends", (Option("UIEnd", "Close the book"),), at="overlay", id="p30.0")
OVERLAY = Overlay("Over the map",
    (
        Element("UIBack", 0.4, 0.05, 0.55, 0.8, picture="0" * 64),
        Element("UIText", 0.04, 0.1, 0.34, 0.6,
            "The house burns to its cellars.\n<i>By morning there is only rain.</i>"),
        Element("UIEnd", 0.04, 0.76, 0.24, 0.14, "Close the book", option="UIEnd", border=True, align="center")
    )
)
