"""Content files: bags, reference cards, scenarios, and faults with their places."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

import companion
from companion.engine import GameSetup, Run, load
from companion.errors import ContentError
from companion.games.arkham import GAME
from companion.games.arkham.content import DIFFICULTIES, Box, boxes, library
from companion.games.arkham.content.library import CONTENT
from companion.games.arkham.views.index_cards import SCENARIO, leaflet
from companion.schema import Cards

ARCHIVE = CONTENT / "scenarios" / "flooded_archive.toml"
SIX = ("skull", "skull", "cultist", "tablet", "auto_fail", "elder_sign")
ZEALOT = {  # AH-X-BAG-1
    "easy": ("+1", "+1", "0", "0", "0", "-1", "-1", "-1", "-2", "-2", *SIX),
    "standard": ("+1", "0", "0", "-1", "-1", "-1", "-2", "-2", "-3", "-4", *SIX),
    "hard": ("0", "0", "0", "-1", "-1", "-2", "-2", "-3", "-3", "-4", "-5", *SIX),
    "expert": ("0", "-1", "-1", "-2", "-2", "-3", "-3", "-4", "-4", "-5", "-6", "-8", *SIX),
}


def archive() -> Box:
    return library.boxes()["flooded_archive"]


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(**tables: Any) -> Mapping[str, Any]:
    """The flooded archive with other tables."""
    return {**load(ARCHIVE), **tables}


def table(name: str, entry: str, **changes: Any) -> dict[str, Any]:
    """One of its tables, with other values in one of its entries."""
    whole = dict(load(ARCHIVE)[name])
    return {name: {**whole, entry: {**whole.get(entry, {}), **changes}}}


def ability(**effect: Any) -> dict[str, Any]:
    return {"title": "Something", "effects": [effect]}


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_bags_of_the_first_campaign_match_its_rules(difficulty):
    assert Counter(library.bags()["night_of_the_zealot"].of(difficulty)) == Counter(ZEALOT[difficulty])


def mean(bag: tuple[str, ...]) -> float:
    numbers = [int(token) for token in bag if token.lstrip("+-").isdigit()]
    return sum(numbers) / len(numbers)


def test_the_gathering_counts_ghouls_on_the_easy_side():
    easy = library.references()["the_gathering"].side("standard")  # AH-X-GATHERING-1
    assert [(c.what, c.of, c.each) for c in easy["skull"].counts] == [("enemies_here", "Ghoul", -1)]
    assert (easy["cultist"].modifier, easy["cultist"].effects[0].when, easy["cultist"].effects[0].horror) == (
        -1,
        "failure",
        1,
    )
    assert (easy["tablet"].modifier, easy["tablet"].effects[0].when, easy["tablet"].effects[0].damage) == (-2, "now", 1)


def test_the_gathering_reveals_another_token_on_the_hard_side():
    hard = library.references()["the_gathering"].side("expert")  # AH-X-GATHERING-2
    assert (hard["skull"].modifier, hard["skull"].effects[0].when) == (-2, "failure")
    assert "Ghoul" in hard["skull"].effects[0].text
    assert (hard["cultist"].modifier, hard["cultist"].reveal, hard["cultist"].effects[0].horror) == (0, 1, 2)
    tablet = hard["tablet"].effects[0]
    assert (hard["tablet"].modifier, tablet.damage, tablet.horror) == (-4, 1, 1)
    assert tablet.condition is not None
    assert (tablet.condition.what, tablet.condition.of) == ("enemies_here", "Ghoul")


def test_every_location_can_be_reached_and_left():
    places = archive().locations
    for name, place in places.items():
        assert place.connects, name
        assert all(name in places[to].connects for to in place.connects), name
    reached, edge = {archive().start}, [archive().start]
    while edge:
        edge = [to for name in edge for to in places[name].connects if to not in reached]
        reached |= set(edge)
    assert reached == set(places)


def test_a_symbol_that_is_none_is_named(tmp_path):
    path = written(tmp_path, "r.toml", '[mine]\ntitle = "Mine"\n[mine.easy.ghost]\nmodifier = -1\n')
    with pytest.raises(ContentError, match=r"r\.toml: mine: easy: there is no symbol 'ghost'; there are skull"):
        library.references(path)


def test_a_token_that_is_none_is_named(tmp_path):
    bags = "".join(f'{difficulty} = ["0", "-9"]\n' for difficulty in DIFFICULTIES)
    path = written(tmp_path, "b.toml", f'[mine]\ntitle = "Mine"\n{bags}')
    with pytest.raises(ContentError, match=r"b\.toml: mine\.easy: there is no token '-9'; there are \+1, 0"):
        library.bags(path)


def test_a_bag_without_one_of_the_difficulties_is_refused(tmp_path):
    path = written(tmp_path, "b.toml", '[mine]\ntitle = "Mine"\neasy = ["0"]\n')
    with pytest.raises(ContentError, match=r"b\.toml: mine: .*standard"):
        library.bags(path)


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        (table("locations", "stair", connects=["attic"]), "locations.stair.connects: there is no location 'attic'; there are"),
        (table("enemies", "porter", location="attic"), "enemies.porter.location: there is no location 'attic'"),
        (table("enemies", "clerk", spawn="attic"), "enemies.clerk.spawn: there is no location 'attic'"),
        ({"start": "attic"}, "start: there is no location 'attic'"),
        (table("encounters", "clerk", enemy="ghoul"), "encounters.clerk.enemy: there is no enemy 'ghoul'; there are porter"),
        (table("locations", "stair", abilities=[ability(to="attic")]), "stair.abilities.0.effects.0.to: there is no location 'attic'"),
        (table("enemies", "porter", abilities=[ability(enemy="ghoul")]), "porter.abilities.0.effects.0.enemy: there is no enemy 'ghoul'"),
        ({"acts": [{"title": "A", "defeat": "ghoul"}]}, "acts.0.defeat: there is no enemy 'ghoul'"),
        ({"acts": [{"title": "A", "reach": "attic"}]}, "acts.0.reach: there is no location 'attic'"),
        ({"agendas": [{"title": "D", "doom": 1, "brings": ["ghoul"]}]}, "agendas.0.brings: there is no card 'ghoul'"),
        ({"agendas": [{"title": "D", "doom": 1, "ending": "peace"}]}, "agendas.0.ending: there is no resolution 'peace'; there are"),
        ({"out_of_time": "peace"}, "out_of_time: there is no resolution 'peace'"),
        (table("locations", "stair", abilities=[ability(ending="peace")]), "stair.abilities.0.effects.0.ending: there is no resolution 'peace'"),
        (table("locations", "stair", abilities=[ability(condition={"what": "here", "of": "attic"})]), "stair.abilities.0.effects.0.condition.of: there is no location 'attic'"),
        (table("resolutions", "dry", bag_add=["-9"]), "resolutions.dry.bag_add: there is no token '-9'; there are +1"),
        (table("resolutions", "dry", bag_remove=["moon"]), "resolutions.dry.bag_remove: there is no token 'moon'"),
        (table("encounters", "cold", skill="luck"), "encounters.cold.skill: there is no skill 'luck'; there are will"),
        (table("resolutions", "none", title="N", story="It ends."), "resolutions.none: means that it ends with none"),
        ({"bag": "the_long_night"}, "there is no campaign 'the_long_night'; there are night_of_the_zealot"),
        ({"difficulty": "mild"}, "there is no difficulty 'mild'; there are easy, standard"),
        ({"locals": {}}, "there is no 'locals'; there are title"),
        (table("locations", "stair", shrowd=2), "locations.stair: there is no 'shrowd'; there are title, shroud"),
        ({"agendas": [{"title": "D", "dome": 1}]}, "agendas.0: there is no 'dome'; there are title, doom"),
        ({"title": ""}, "a scenario needs a title"),
        ({"symbols": {"easy": {"ghost": {}}}}, "symbols: easy: there is no symbol 'ghost'"),
        (table("locations", "stair", shroud="two"), "locations.stair: Location: shroud"),
        (table("enemies", "porter", keywords=["hungry"]), "enemies.porter: Enemy: keywords.0"),
        ({"agendas": [{"title": "D"}]}, "agendas.0: Agenda: doom"),
        (table("encounters", "cold", effects=[{"when": "later"}]), "encounters.cold: Encounter: effects.0.when"),
        (table("resolutions", "dry", story=3), "resolutions.dry: Resolution: story"),
        ({"own": "yes"}, "Scenario: own"),
        ({"symbols": 5}, "symbols: a record is needed, not 5."),
        ({"locations": 5}, "locations: a record is needed, not 5."),
        ({"acts": 5}, "acts: a list is needed, not 5."),
        ({"acts": [5]}, "acts.0: a record is needed, not 5."),
        (table("locations", "stair", shroud=99), "locations.stair.shroud: a number from 0 to 20 is needed, not 99."),
    ],
)  # fmt: skip
def test_scenario_fault_names_its_place(tables, sentence):
    with pytest.raises(ContentError) as told:
        library.read_box(changed(**tables), "mine.toml")
    assert str(told.value).startswith("mine.toml: ")
    assert sentence in str(told.value)


def test_the_scenario_that_follows_is_one_that_there_is(tmp_path):
    end = '[resolutions.done]\ntitle = "Done"\nstory = "So it ends."\nnext = "the_moon"\n'
    written(tmp_path, "mine.toml", f'title = "Mine"\n{end}')
    with pytest.raises(
        ContentError, match=r"mine\.toml: resolutions\.done: there is no scenario 'the_moon'; there are"
    ):
        library.boxes(tmp_path)


WHO = {"name": "A", "willpower": 1, "intellect": 1, "combat": 1, "agility": 1, "health": 1, "sanity": 1}


def card(**facts: Any) -> dict[str, Any]:
    return {"deck": [{"name": "Luck", "card": facts}]}


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"helth": 1}, "there is no 'helth'; there are name, willpower"),
        ({"elder_sign": 5}, "elder_sign: a record is needed, not 5."),
        ({"elder_sign": {"counts": 5}}, "elder_sign.counts: a list is needed, not 5."),
        ({"elder_sign": {"effects": [{"damge": 1}]}}, "elder_sign.effects.0: there is no 'damge'; there are when, by"),
        ({"elder_sign": {"counts": [{"what": "doom", "evry": 2}]}}, "elder_sign.counts.0: there is no 'evry'; there"),
        ({"elder_sign": {"effects": [{"cards": 10**6}]}}, "elder_sign.effects.0.cards: a number from -10 to 10 is"),
        ({"elder_sign": {"effects": [{"damage": 10**400}]}}, "elder_sign.effects.0.damage: "),
        ({"elder_sign": {"reveal": 99}}, "elder_sign.reveal: a number from 0 to 3 is needed, not 99."),
        ({"elder_sign": {"effects": [{"ending": "dry"}]}}, "effects.0.ending: the resolution 'dry' is of one scenario"),
        ({"elder_sign": {"effects": [{"to": "vault"}]}}, "effects.0.to: the location 'vault' is of one scenario"),
        ({"deck": 5}, "deck: a list is needed, not 5."),
        ({"deck": [5]}, "deck.0: a record is needed, not 5."),
        ({"deck": [{"name": "Luck", "card": 5}]}, "deck.0.card: a record is needed, not 5."),
        ({"deck": [{"name": "Luck", "combat": "two"}]}, "deck.0.combat: a number from 0 to 10 is needed, not 'two'."),
        ({"deck": [{"name": "Luck", "combat": 10**9}]}, "deck.0.combat: a number from 0 to 10 is needed, not 1000000"),
        ({"deck": [{"name": "Luck", "weapon_uses": []}]}, "deck.0.weapon_uses: a number from 0 to 20 is needed, not []"),
        ({"deck": [{"name": "Luck", "count": 10**9}]}, "deck.0.count: a number from 1 to 10 is needed, not 1000000000"),
        ({"deck": [{"name": f"C{n}", "count": 10} for n in range(11)]}, "cards in the deck: 110, at most 100."),
        ({"deck": [{"name": "Luck"}, {"name": "Luck"}]}, "deck.1.name: 'Luck' stands there twice"),
        ({"deck": [{"name": "a card"}]}, "deck.0.name: 'a card' means something else"),
        (card(icons=5), "deck.0.card.icons: a list is needed, not 5."),
        (card(effcts=[]), "deck.0.card: there is no 'effcts'; there are type, icons"),
        (card(cost=-50), "deck.0.card.cost: a number from 0 to 20 is needed, not -50."),
        (card(type="treasure"), "deck.0.card.type: there is no type 'treasure'; there are skill, event, asset."),
        (card(abilities=[{"title": "X", "actions": -5}]), "abilities.0.actions: a number from 0 to 5 is needed, not -5"),
        (card(abilities=[{"title": "X", "skill": "inteligence"}]), "abilities.0.skill: there is no skill 'inteligence'"),
        (card(strike={"action": "fight", "skill": "foo"}), "deck.0.card.strike.skill: there is no skill 'foo'; there"),
        (5, "a record is needed, not 5."),
    ],
    ids=str,
)  # fmt: skip
def test_investigator_fault_names_its_place(told, sentence):
    with pytest.raises(ContentError) as fault:
        library.read_figure({**WHO, **told} if isinstance(told, dict) else told, "Mine")
    assert str(fault.value).startswith("Mine: ")
    assert sentence in str(fault.value)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"easy": 5}, "easy: a record is needed, not 5."),
        ({"easy": {"skull": 5}}, "easy.skull: a record is needed, not 5."),
        ({"esy": {}}, "there is no 'esy'; there are title, easy, hard."),
        ({"hard": {"skull": {"effects": 5}}}, "hard: skull.effects: a list is needed, not 5."),
        ({"easy": {"skull": {"modifier": 99}}}, "easy.skull.modifier: a number from -20 to 20 is needed, not 99."),
        ({"easy": {"skull": {"effects": [{"enemy": "eel"}]}}}, "easy.skull.effects.0.enemy: the enemy 'eel' is of one"),
        ({"easy": {"skull": {"effects": [{}] * 13}}}, "easy.skull.effects: 12 entries at most, 13 came."),
        ({"title": " "}, "title: 1 to 100 letters are needed, 1 came."),
        ({"title": "Mi\u202ene"}, "title: '\\u202e' is no letter that can be read in one line."),
        (None, "Reference: title: "),
    ],
    ids=str,
)
def test_reference_card_fault_names_its_place(told, sentence):
    with pytest.raises(ContentError) as fault:
        library.read_reference(None if told is None else {"title": "M", "easy": {}, "hard": {}, **told}, "Mine")
    assert str(fault.value).startswith("Mine: ")
    assert sentence in str(fault.value)


def test_the_investigator_in_the_documents_can_be_typed_in():
    page = (Path(__file__).parents[3] / "docs" / "arkham.md").read_text(encoding="utf-8")
    block = page[page.index('    name = "The locksmith"') : page.index("A reference card as a file")]
    who = library.read_figure(tomllib.loads(dedent(block)), "docs/arkham.md")
    assert (who.combat, who.elder_sign.counts[0].what, who.deck[0].count) == (4, "damage", 2)


def test_the_reference_card_in_the_documents_can_be_typed_in():
    page = (Path(__file__).parents[3] / "docs" / "arkham.md").read_text(encoding="utf-8")
    block = page[page.index('    title = "The pier"') : page.index("A mistake is named")]
    card = library.read_reference(tomllib.loads(dedent(block)), "docs/arkham.md")
    assert (card.easy["skull"].counts[0].of, card.easy["cultist"].effects[0].horror) == ("Ghoul", 1)


DOCS = Path(companion.__file__).parents[1] / "docs"


def titles(state):
    return [str(block.title) for block in GAME.view(state, "table") if isinstance(block, Cards)]


def test_preparations_are_shown_before_the_first_turn():
    state = GAME.setup(GAME.sample)
    wanted = {f"Cards to write: {what}" for what in ("locations", "enemies", "encounter deck", "Ottilie Crane")}
    assert wanted <= set(titles(state))
    deck = next(b for b in GAME.view(state, "1") if isinstance(b, Cards) and str(b.title).endswith("Ottilie Crane"))
    assert {str(card.text): str(card.note) for card in deck.cards}[
        "Careful notes"
    ] == "2 × · skill · intellect, intellect"


def test_docs_page_matches_the_game():
    assert (DOCS / "flooded-archive.md").read_text(encoding="utf-8") == leaflet(boxes()[SCENARIO])


SHEETS_OF = {  # in the format of files, and of forms
    "investigator": (
        *load(library.CONTENT / "investigators.toml").values(),
        *GAME.sheets["investigator"].shipped().values(),
    ),
    "reference": (*load(library.CONTENT / "references.toml").values(), *GAME.sheets["reference"].shipped().values()),
}
STRANGE = (5, -5, 0, 10**30, "", "x", "first", "a\nb", None, True, 1.5, [], {}, [5], [[]], [{}], {"a": 1})
KEYS = ("counts", "effects", "card", "x", "if", "icons", "strike", "times", "deck", "easy", "combat", "colour")


def places(inside: Any) -> Iterator[tuple[Any, Any]]:
    """Every record and list in it, with each of its keys."""
    entries = inside.items() if isinstance(inside, dict) else enumerate(inside) if isinstance(inside, list) else ()
    for key, value in entries:
        yield inside, key
        yield from places(value)


def spoilt(sheet: Mapping[str, Any], random: Random) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(dict(sheet)))
    for _ in range(random.randint(1, 3)):
        record, key = random.choice(tuple(places(copy)))
        if isinstance(record, dict) and random.random() < 0.3:
            key = random.choice(KEYS)
        record[key] = json.loads(json.dumps(random.choice(STRANGE)))
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("kind", SHEETS_OF)
@pytest.mark.parametrize("seed", range(8))
def test_mutated_sheet_is_refused_or_playable(kind, seed):
    random = Random(seed)
    for _ in range(40):
        sheet = spoilt(random.choice(SHEETS_OF[kind]), random)
        choice = {"investigators": {"1": sheet}} if kind == "investigator" else {"reference": sheet}
        try:
            GAME.sheets[kind].proof(sheet)
        except ContentError:
            continue
        assert Run(GAME, GAME.setup(GameSetup(("1",), choices=choice))).open
