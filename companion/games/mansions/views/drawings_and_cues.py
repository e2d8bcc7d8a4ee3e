"""Drawings of monsters, tokens and floors, and the cues for sound and light."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

from companion.games.mansions import facts as f
from companion.games.mansions.content import INSANE, beasts
from companion.games.mansions.named import monster_name
from companion.games.mansions.state import Monster, State
from companion.games.mansions.views.log_text import log_sentence
from companion.i18n import _
from companion.schema import TABLE, Air, Cue, Seat

BY_NAME: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(words, re.IGNORECASE), drawing)
    for words, drawing in (
        (r"deep ?one|dagon|fish|drowned|serpent|snake|basilisk", "fish"),
        (r"cult|priest|druid|witch|wizard|warlock|monk|parishioner|thrall", "hood"),
        (r"ghost|wraith|shade|spirit|spectre|apparition|phantom", "spirit"),
        (r"byakhee|mi-?go|gaunt|wing|bat|raven|crow|horror|bee|moth", "winged"),
        (r"shoggoth|formless|crawling|slime|swarm|vampire", "many"),
        (r"star ?spawn|young|dunwich|lloigor|tentac|spawn|veil", "tentacled"),
        (r"skeleton|zombie|bones|mumm|corpse|dead", "bones"),
        (r"hound|beast|wolf|rat|shambler|cthonian|guardian|dog|cat", "beast"),
    )
)
"""Name pattern of a kind -> drawing; the first match wins."""
BY_TRAIT: Mapping[str, str] = {"spirit": "spirit", "undead": "bones", "fleshless": "bones", "beast": "beast", "humanoid": "human", "horror": "tentacled"}  # fmt: skip
UNKNOWN_DRAWING = "many"  # an unknown kind

TOKENS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(f"^Token(?:{start})"), sign)
    for start, sign in (
        ("Search", "search"),
        ("Explore", "explore"),
        ("Sight", "sight"),
        ("Interact", "interact"),
        ("Investigators", "investigators"),
        ("Darkness", "darkness"),
        ("Fire", "fire"),
        ("Light", "light"),
        ("Door|TempleDoor", "door"),
        ("Wall|TempleWall", "wall"),
        ("Barricade", "barricade"),
        ("Secret", "secret"),
        ("Trapdoor|Sewer", "stairs"),
        ("Water", "water"),
        ("Rift", "rift"),
        ("Rubble|Overgrowth", "rubble"),
        ("Clue", "clue"),
        ("Dog|Cat$", "animal"),
        ("Common|Unique|Spell", "item"),
    )
)
"""Prefix of a token type -> sign."""
PERSON = "person"  # most other token types are names of people


def monster_drawing(monster: Monster) -> str:
    return kind_drawing(monster.kind or monster.name, monster.traits)


def kind_drawing(kind: str, traits: tuple[str, ...] = ()) -> str:
    """Return the drawing of a kind of monster.

    >>> kind_drawing("MonsterDeepOne"), kind_drawing("CustomMonsterX", ("beast",)), kind_drawing("CustomMonsterX")
    ('fish', 'beast', 'many')
    """
    by_name = next((drawing for words, drawing in BY_NAME if words.search(kind.removeprefix("Monster"))), "")
    return by_name or next((BY_TRAIT[trait] for trait in traits if trait in BY_TRAIT), UNKNOWN_DRAWING)


def token_drawing(kind: str) -> str:
    """Return the sign of a token type.

    >>> token_drawing("TokenSearch"), token_drawing("TokenWallOutside"), token_drawing("TokenRedMan"), token_drawing("TokenCultist")
    ('search', 'wall', 'person', 'hood')
    """
    known = next((sign for start, sign in TOKENS if start.match(kind)), "")
    beast = beasts().get(f"Monster{kind.removeprefix('Token')}")
    return known or (
        kind_drawing(f"Monster{kind.removeprefix('Token')}", beast.traits) if beast is not None else PERSON
    )


Floor: TypeAlias = Literal["boards", "carpet", "checker", "grass", "stones"]

FLOOR_WORDS: tuple[tuple[Floor, re.Pattern[str]], ...] = (
    (
        "grass",
        re.compile("garden|yard|park|forest|wood|field|lawn|grave|swamp|marsh|beach|pond|river|shore|clearing|path"),
    ),
    (
        "stones",
        re.compile(
            "street|alley|square|dock|pier|cellar|basement|cave|crypt|sewer|tunnel|vault|plaza|road|court|wharf|quay|station"
        ),
    ),
    ("checker", re.compile("kitchen|bath|lab|hospital|surgery|operating|morgue|ward|wash|pantry")),
    ("carpet", re.compile("parlo|lounge|bed|salon|dining|theat|ball|sitting|drawing|hall|foyer|gallery|lobby")),
)
FLOORS_BY_LETTERS: tuple[Floor, ...] = ("boards", "carpet", "boards", "checker")


def floor(written: str) -> Floor:
    """Return the floor of a tile or space, by its English title. Other titles map to a fixed floor by their letters.

    >>> floor("Winter garden"), floor("Entry hall"), floor("Attic") == floor("Attic")
    ('grass', 'carpet', True)
    """
    name = written.lower()
    known = next((kind for kind, words in FLOOR_WORDS if words.search(name)), None)
    return known or FLOORS_BY_LETTERS[sum(map(ord, written)) % len(FLOORS_BY_LETTERS)]


AIRS: dict[str, Air] = {"fire": "tense", "mythos": "dread", "monsters": "dread", "horror": "dread"}
PHASES_WITH_CUE = ("fire", "monsters", "horror")  # phases whose beginning has a cue


def cue(s: State, event: f.Event) -> Cue | None:
    """Return the cue of a fact, given the state after it, or None."""
    match event:
        case f.MonsterCame(monster):
            return Cue("monster", log_sentence(s, event, TABLE), "bad", drawing=monster_drawing(monster))
        case f.MonsterActivated(name) if name in s.monsters:
            return Cue(
                "attack",
                _("{monster} activates.", monster=monster_name(name)),
                "bad",
                drawing=monster_drawing(s.monsters[name]),
            )
        case f.MonsterDefeated():
            return Cue("triumph", log_sentence(s, event, TABLE), "good")
        case f.ConditionGained(seat, condition) if condition in ("Wounded", INSANE):
            return Cue("fall", log_sentence(s, event, TABLE), "bad", seat=seat)
        case f.InvestigatorEliminated(seat):
            return Cue("fall", log_sentence(s, event, TABLE), "bad", seat=seat)
        case f.PuzzleSolved():
            return Cue("clue", log_sentence(s, event, TABLE), "good")
        case f.PhaseBegan(phase) if phase in PHASES_WITH_CUE:
            return Cue("phase", log_sentence(s, event, TABLE), "bad")
        case f.FirePlaced():
            return Cue("alarm", log_sentence(s, event, TABLE), "bad")
        case f.StoryEnded(sentence=sentence):
            return Cue("end", sentence)
    return None


def air(s: State) -> Air:
    """Return the mood. It is never calm with monsters on the map."""
    phase = s.story.phase if s.story else s.phase
    return AIRS.get(phase, "tense" if s.monsters else "calm")


CARDS_FROM_THE_LAST = 1  # one more card is the last


def in_danger(s: State, seat: Seat) -> bool:
    """Return whether one more damage or horror breaks the investigator. Cards are counted, not read."""
    investigator = s.seats.get(seat)
    if investigator is None or investigator.eliminated:
        return False
    harms = ((investigator.health, investigator.damage), (investigator.sanity, investigator.horror))
    return any(most is not None and most - taken.total <= CARDS_FROM_THE_LAST for most, taken in harms)
