"""The shipped ship, and the checks of ship content."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from companion.engine import GameSetup
from companion.errors import ContentError
from companion.games.nemesis import GAME
from companion.games.nemesis.content.lint.faults import check, find_faults
from companion.games.nemesis.content.ship import CONTAMINATION, KINDS, Condition, Effect, Tokens
from companion.games.nemesis.content.ships import ship_named
from companion.games.nemesis.rules.effects import cannot_perform_any, perform
from companion.games.nemesis.state import Course, Engine, Intruder, Pod
from companion.schema import Answer
from tests.games.course import possible
from tests.games.nemesis.ship import ANN, BEN, run_rule, with_character

SHIP = ship_named("kittiwake")
ROOM, NEXT = "r3", "r4"  # the room of the effect, and an unexplored adjacent room
LONGEST = 11  # letters of a word that fits a room of the map


def parts():
    """Yield everything with effects, its combat symbol and a fitting tile."""
    for title, card in SHIP.cards.items():
        for section in card.sections:
            tile = "main_drive" if "engine" in section.effects[0].do else "galley"
            yield pytest.param(section.effects, card.allowed, tile, id=f"{title}, {section.id}")
    for name, item in SHIP.items.items():
        if item.effects:
            tile = "main_drive" if "engine" in item.effects[0].do else "galley"
            yield pytest.param(item.effects, item.allowed, tile, id=name)
    for tile in SHIP.tiles:
        for section in tile.sections:
            yield pytest.param(section.effects, tile.allowed, tile.id, id=f"{tile.title}, {section.id}")
        if tile.effects:
            yield pytest.param(tile.effects, tile.allowed, tile.id, id=tile.title)


def in_trouble(tile, *, combat):
    """Return a late state: Ann and Ben hurt in one room with fire and a malfunction."""
    s = GAME.setup(GameSetup((ANN, BEN), {ANN: "Ann", BEN: "Ben"}))
    free = [one.id for one in SHIP.tiles if one.id not in {r.tile for r in s.rooms.values()} and one.id != tile]
    rooms = {name: replace(r, tile=r.tile or free.pop(0)) for name, r in s.rooms.items()}
    rooms[ROOM] = replace(rooms[ROOM], explored=True, tile=tile, items=3, marks=("fire", "malfunction"))
    s = replace(
        s, phase="players", turns=3, rooms=rooms, engines={n: Engine(works=False) for n in "123"},
        corridors={name: replace(c, noise=name == "c6", closed=name == "c2") for name, c in s.corridors.items()},
        pods={"A": Pod("fore_pods", locked=tile != "fore_pods"), "B": Pod("aft_pods", locked=False)},
        course=Course(dict(zip("ABCD", SHIP.planets, strict=True))),
        intruders=({"adult1": Intruder("adult", ROOM)} if combat else {}),
    )  # fmt: skip
    for seat, c in s.characters.items():
        s = with_character(
            s, seat, room=ROOM, hand=(*c.deck[:4], CONTAMINATION), deck=c.deck[4:], slime=True, larva=True,
            light_wounds=2, serious_wounds=1, weapons=(replace(c.weapons[0], ammo=0),),
        )  # fmt: skip
    return s


@pytest.mark.parametrize(("effects", "allowed", "tile"), tuple(parts()))
def test_shipped_cards_items_and_rooms_have_effects(effects, allowed, tile):
    s = in_trouble(tile, combat=allowed == "in_combat" or "injure" in {effect.do.split("_")[0] for effect in effects})
    if effects[0].do == "stop_self_destruct":
        s = replace(s, self_destruct=3)
    assert cannot_perform_any(s, ANN, effects) is None
    assert done(s, effects)


def done(s, effects):
    """Perform the effects with random answers and return the facts."""
    random, run = Random(1), run_rule(s, lambda g: perform(g, ANN, effects))
    for number in range(60):
        if not run.open:
            break
        prompt = run.open[0]
        run.answer(Answer(f"a{number}", prompt.id, possible(prompt, random), prompt.seat))
    assert run.over
    return run.facts


def test_shipped_decks_share_five_cards():  # NEM-ACARD-1
    first, *others = (set(crew.deck) for crew in SHIP.crew)
    assert len(first.intersection(*others)) == 5
    assert first.union(*others) == set(SHIP.cards)
    assert all(len(set(crew.deck)) == 10 and crew.weapon in SHIP.items for crew in SHIP.crew)


def test_shipped_map_is_readable():
    assert all(len(set(way.numbers.values())) == 1 for way in SHIP.corridors if not way.technical)
    assert [tile.title for tile in SHIP.tiles if max(map(len, tile.title.split())) > LONGEST] == []
    for place, other in combinations(SHIP.places, 2):
        assert abs(place.x - other.x) >= 20 or abs(place.y - other.y) >= 16


def test_shipped_content_covers_required_effects_and_kinds():
    always = {tile.id for tile in SHIP.tiles if tile.always} | {place.tile for place in SHIP.places}
    tiles = [tile for tile in SHIP.tiles if tile.id in always]
    parts = [part for tile in tiles for part in (tile.effects, *(section.effects for section in tile.sections))]
    required = {"set_course", "look_engine", "sleep", "unlock_pod", "enter_pod", "send_signal", "take_egg"}
    assert required <= {effect.do for part in parts for effect in part}
    assert any(tile.nest for tile in tiles)
    assert {kind for card in SHIP.attacks for kind in card.hits} == set(KINDS) - {"larva"}


def messages(**changes):
    return tuple(str(fault) for fault in find_faults(replace(SHIP, **changes)))


def changed(entries, name, **changes):
    return tuple(replace(one, **changes) if one.id == name else one for one in entries)


def table(entries, name, **changes):
    return {**entries, name: replace(entries[name], **changes)}


def corridors(name, **changes):
    return {"corridors": changed(SHIP.corridors, name, **changes)}


def places(name, **changes):
    return {"places": changed(SHIP.places, name, **changes)}


def tiles(name, **changes):
    return {"tiles": changed(SHIP.tiles, name, **changes)}


def item(**changes):
    return {"items": table(SHIP.items, "bandage", **changes)}


def effect(do, **words):
    return item(effects=(Effect(do, **words),))


def objective(test, **words):
    return {"objectives": changed(SHIP.objectives, "promise", needs=(Condition(test, **words),))}


BROKEN = {
    "start: there is no place 'r99'": {"start": "r99"},
    "start: r2 must be explored": {"start": "r2"},
    "places: 'r1' stands there 2 times": {"places": (*SHIP.places, SHIP.places[0])},
    "corridors.0: corridor c1: there is no place 'r99'": corridors("c1", ends=("r1", "r99")),
    "corridors.0: corridor c1: it leads back": corridors("c1", ends=("r1", "r1")),
    "corridors.0: corridor c1: a corridor has two ends, not 3": corridors("c1", ends=("r1", "r2", "r3")),
    "corridors.0: corridor c1: numbers stand at 'r9'": corridors("c1", numbers={"r9": ("1",)}),
    "corridors.0: corridor c1: no face of the noise die is '7'": corridors("c1", numbers={"r1": ("7",)}),
    "places.1: place r2: the number 2 stands at no corridor": corridors("c1", numbers={"r1": ("2",)}),
    "places.0: place r1: the number 4 stands at 2 corridors": corridors("c1", numbers={"r1": ("2", "4"), "r2": ("2",)}),
    "places.12: place r13: no corridor leads there from r6": {
        "corridors": tuple(w for w in SHIP.corridors if w.id != "c17")
    },
    "places.0: place r1: there is no tile 'ballroom'": places("r1", tile="ballroom"),
    "places.1: place r2: it is explored, so a tile": places("r2", explored=True),
    "places: 'bridge' stands there 2 times": places("r2", tile="bridge"),
    "places.1: place a:b: an id needs letters": places("r2", id="a:b"),
    "pods: there is no tile 'balloon'": {"pods": ("balloon",)},
    "tiles: 8 places wait for a tile": {"tiles": tuple(t for t in SHIP.tiles if not t.store)[:12]},
    "tiles: 17 are aboard always, but only 8": {"tiles": tuple(replace(t, always=True) for t in SHIP.tiles)},
    "tiles: '1' stands there 2 times": tiles("main_drive", engine="1"),
    "tiles.13: room galley: its action needs a title": tiles("galley", action=""),
    "crew: nobody is aboard": {"crew": ()},
    "crew.mate: deck: 9 Action cards": {"crew": changed(SHIP.crew, "mate", deck=SHIP.crew[0].deck[1:])},
    "cards.Hush: 'quiet' stands there 2 times": {
        "cards": table(SHIP.cards, "Hush", sections=SHIP.cards["Hush"].sections * 2)
    },
    "crafted.fire lance: 1 icon stands on it": {"crafted": table(SHIP.crafted, "fire lance", needs=("fuel",))},
    "crafted.fire lance: no item shows the icon 'moon'": {
        "crafted": table(SHIP.crafted, "fire lance", needs=("fuel", "moon"))
    },
    "attacks.claws: an attack does not 'sleep'": {
        "attacks": changed(SHIP.attacks, "claws", effects=(Effect("sleep"),))
    },
    "events.drips: there is no corridor number '9'": {"events": changed(SHIP.events, "drips", number="9")},
    "home: 'Mars' is none of the planets": {"home": "Mars"},
    "infected: 30 of 27": {"infected": 30},
    "costs: craft is missing": {"costs": {k: v for k, v in SHIP.costs.items() if k != "craft"}},
    "costs: there is no action 'dance'": {"costs": {**SHIP.costs, "dance": 1}},
    "dice.noise: there is no face '9'": {"dice": replace(SHIP.dice, noise=("1", "2", "3", "4", "9"))},
    "dice.combat: a die needs at least one face": {"dice": replace(SHIP.dice, combat=())},
    "bag.tokens: 'adult' is no token": {"bag": Tokens(("adult",))},
    "bag.tokens: the bag is empty": {"bag": Tokens(())},
    "items.bandage: gain: there is no item 'sword'": effect("gain", what="sword"),
    "items.bandage: search: there is no store 'cellar'": effect("search", what="cellar"),
    "items.bandage: spawn: there is no kind 'cat'": effect("spawn", what="cat"),
    "items.bandage: token: 'cat-1' is no token": effect("token", what="cat-1"),
    "items.bandage: tell: it says nothing": effect("tell"),
    "items.bandage: look_engine: there is no drive '9'": effect("look_engine", what="9"),
    "items.bandage: fire: there is no tile 'attic'": effect("fire", where="attic"),
    "items.bandage.count: a number from 1 to 99 is needed, not 0": item(count=0),
    "items.bandage.text: 2,000 letters stand there": item(text="x" * 2000),
    "objectives.promise: there is no planet 'Mars'": objective("course", what="Mars"),
    "objectives.promise: nothing is called 'cat'": objective("carries", what="cat"),
    "objectives.promise: there is no kind 'cat'": objective("killed", what="cat"),
    "objectives.promise: 50 rooms are asked for": objective("explored", n=50),
}


@pytest.mark.slow
@pytest.mark.parametrize(("sentence", "changes"), BROKEN.items(), ids=list(BROKEN))
def test_lint_names_the_place_of_a_fault(sentence, changes):
    assert any(fault.startswith(sentence) and fault.endswith(".") for fault in messages(**changes)), messages(**changes)


def test_lint_reports_all_faults_at_once():
    assert messages() == ()
    with pytest.raises(ContentError, match=r"(?s)^The ship: start: there is no place.*home"):
        check(replace(SHIP, start="r99", home="Mars"), "The ship")


def test_lint_of_a_large_ship_reports_sizes_only():
    places = tuple(replace(SHIP.places[0], id=f"p{number}", tile="") for number in range(500))
    assert messages(places=places) == ("places: 500 entries stand there, 120 at most.",)
