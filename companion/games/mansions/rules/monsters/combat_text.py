"""Texts of attacks, evade checks, horror checks and activations, read next to their test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.engine import Rule, choose, draw
from companion.games.mansions.content import Effect, MonsterKind, SpawnPart, monster_marks, without_recent
from companion.games.mansions.facts import G, LineDrawn, TestAnnounced, TextRead
from companion.games.mansions.named import monster_name
from companion.games.mansions.rules.map import answers_beside_damage
from companion.games.mansions.rules.skill_test import UNWORDED, Headings, resolve_roll, roll_of
from companion.games.mansions.rules.story import carry_out, resolve_text, titled_kind
from companion.games.mansions.state import Monster, State, Story, Task, Verdict
from companion.i18n import Text, _
from companion.schema import HOUSE, Option, Seat

DRAW_TITLES: Mapping[str, Text] = {
    "attack": _("words for attack"),
    "evade": _("words for evade"),
    "horror": _("words for horror"),
    "activation": _("words for activation"),
}
"""Prompt titles by the kind of a pool."""


def draw_line(g: G, pool: str, candidates: Iterable[str]) -> Rule[str]:
    """Draw a line that did not come lately. Must run before any fact: at rest the state is complete."""
    recent = g.state.story.recent.get(pool, ()) if g.state.story else ()
    title = DRAW_TITLES[pool.partition(".")[0]]
    return (yield from g.one(draw(HOUSE, title, without_recent(recent, candidates), key="line", about=pool)))


def draw_text(g: G, texts: Sequence[str]) -> Rule[str]:
    """Draw one of the scenario's texts, also from a single one: the draw separates the tap from the text."""
    places = [str(n) for n in range(len(texts))]
    return texts[int((yield from g.one(draw(HOUSE, _("which of the story's texts"), places, key="text"))))]


def read_aloud(g: G, title: Text, text: Text, pool: str = "", line: str = "") -> None:
    if line:
        g.emit(LineDrawn(pool, line))
    g.emit(TextRead(title, text))


def put_away(g: G) -> None:
    g.emit(TextRead(""))


def make_test(g: G, task: Task, texts: Headings = UNWORDED, titles: Headings = UNWORDED) -> Rule[Verdict]:
    """Make the test of a text. `titles` and `texts` word the outcome, passed and failed."""
    g.emit(TestAnnounced(task))
    faces = yield from answers_beside_damage(g, roll_of(g.state, task))
    verdict = yield from resolve_roll(g, task, faces, titles, texts)
    put_away(g)
    return verdict


def carry_out_effects(g: G, effects: Iterable[Effect], seat: Seat) -> Rule[None]:
    for effect in effects:
        yield from carry_out(g, effect, seat)


def resolve_by_hand(g: G, seat: Seat, title: Text, monster: str, rule: str) -> Rule[None]:
    """Let players resolve the official app's text, without a scenario."""
    done = [Option(monster, _("done"))]
    yield from g.one(choose(seat, title, done, rule=rule, key=f"by_hand.{rule}", about=monster))  # one question a rule


def own_kind(s: State, monster: Monster) -> MonsterKind | None:
    return s.story.scenario.monsters.get(monster.kind) if s.story else None


def name_in_sentence(s: State, monster: Monster) -> Text:
    """Return a monster's name within a sentence: "the Deep One", or a proper name."""
    name = monster_name(monster.name)
    return name if _is_called_by_name(s.story, monster) else _("the {monster}", monster=name)


def _is_called_by_name(story: Story | None, monster: Monster) -> bool:
    component = story.component(monster.spawn) if story else None
    if (
        component is not None
        and isinstance(component.part, SpawnPart)
        and component.part.unique
        and component.part.title
    ):
        return True
    titled = titled_kind(story, monster.kind) if story else None
    return titled is not None and titled.has_article


def words_for(s: State, monster: Monster, *texts: str) -> tuple[Text, ...]:
    marks = monster_marks(name_in_sentence(s, monster))
    return tuple(resolve_text(s, text, named=marks) for text in texts)
