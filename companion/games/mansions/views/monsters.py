"""The drawer of monsters as the page draws it: in every phase, with what a tap means."""

from __future__ import annotations

from companion.games.mansions.rules.monsters.monster_drawer import FOE, LESS, MORE
from companion.games.mansions.rules.story.text_markup import place_title
from companion.games.mansions.state import Monster, State
from companion.games.mansions.views import silhouettes
from companion.schema.maps import Foe, Foes

TITLE = "Monsters"
UNSAID = "place not said"


def foes(s: State) -> Foes:
    """Every monster on the map. The options are those of `drawer`: whether they are open now, the page sees."""
    return Foes(TITLE, tuple(_foe(s, monster) for monster in s.monsters.values()))


def _foe(s: State, monster: Monster) -> Foe:
    name = monster.name
    return Foe(
        name,
        name,
        monster.health or 0,
        monster.damage,
        f"{{awareness}} {monster.awareness} · {{horror}} {monster.horror_rating} · {{brawn}} {monster.brawn}",
        place_title(s, monster.space) if monster.space else UNSAID,
        f"{MORE}:{name}",
        f"{LESS}:{name}",
        f"{FOE}:{name}",
        _is_now(s, monster),
        silhouettes.of_monster(monster),
    )


def _is_now(s: State, monster: Monster) -> bool:
    """Is it the one that acts, or the one that is read about?"""
    story = s.story
    if story is None:
        return False
    alone = story.phase == "monsters" and story.to_activate == (monster.name,)
    return alone or (story.aloud is not None and monster.name == _named(s, story.aloud.title))


def _named(s: State, title: str) -> str:
    """The monster of a title: "Cultist 2 activates" is not about the Cultist. "" = of none."""
    return max((name for name in s.monsters if name in title), key=len, default="")
