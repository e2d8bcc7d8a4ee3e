"""Content: records of scenarios, lines and printed pieces, and their loaders."""

from __future__ import annotations

from companion.games.mansions.content.boxes import BASE, all_boxes, box_of_side
from companion.games.mansions.content.combat_lines import (
    WEAPONS,
    Horror,
    Skill,
    Weapon,
    activations,
    attack_lines,
    attacks,
    damage_of,
    evades,
    foe_of,
    horror_of,
    horrors,
    needed_to_evade,
    without_recent,
)
from companion.games.mansions.content.combat_lines import Activation as ActivationLine
from companion.games.mansions.content.investigators import possessions, spoken
from companion.games.mansions.content.line_text import (
    activation_test_text,
    attack_test_text,
    effects_text,
    evade_test_text,
    horror_test_text,
    monster_marks,
    moves_text,
)
from companion.games.mansions.content.lint import Finding, lint_scenario
from companion.games.mansions.content.mythos_events import PERILS, WHAT_HAPPENS, possible
from companion.games.mansions.content.official_names import official_title
from companion.games.mansions.content.printed import (
    Beast,
    Item,
    beasts,
    condition_meaning,
    item_of_card,
    printed_cards,
    rect,
    tile_holding,
)
from companion.games.mansions.content.scenario import (
    BLANK,
    COMPARED,
    DIE,
    END,
    FIRE,
    FLAG_MARKS,
    INSANE,
    INVESTIGATION,
    SKILLS,
    SUCCESS,
    Activation,
    Button,
    Compare,
    Component,
    Condition,
    Effect,
    Facing,
    Injury,
    ItemPart,
    Kind,
    MonsterKind,
    Names,
    Operation,
    OverlayPart,
    PuzzlePart,
    Room,
    Scenario,
    SpawnPart,
    TilePart,
    TokenPart,
    Trial,
    nothing,
    replace_marks,
)
from companion.games.mansions.content.test_marks import SkillTestMark, SkillTestMention, asked
from companion.games.mansions.content.toml_scenarios import names, read, shipped
