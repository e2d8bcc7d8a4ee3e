"""What attacks, evade checks, horror checks and activations share: words that chance picks, read aloud beside their test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.engine import Rule, choose, draw
from companion.games.mansions.content import Effect, MonsterKind, SpawnPart, fill_in_monster
from companion.games.mansions.content import draw as may_come
from companion.games.mansions.facts import G, LineDrawn, TestAnnounced, TextRead
from companion.games.mansions.rules.map import answers_beside_damage
from companion.games.mansions.rules.skill_test import roll_of, rolled
from companion.games.mansions.rules.story import carry_out
from companion.games.mansions.state import Monster, State, Task, Verdict
from companion.schema import HOUSE, Option, Seat


def line_of(g: G, pool: str, candidates: Iterable[str]) -> Rule[str]:
    """A line that did not come lately. Asked before anything is established: at rest the state is everything."""
    recent = g.state.story.recent.get(pool, ()) if g.state.story else ()
    return (
        yield from g.one(draw(HOUSE, f"The house: words for {pool.partition('.')[0]}", may_come(recent, candidates)))
    )


def one_of(g: G, texts: Sequence[str]) -> Rule[str]:
    """One of the scenario's own texts. Asked of the house even where there is one only, so that words may be put up next."""
    place = yield from g.one(draw(HOUSE, "The house: which of the story's texts", [str(n) for n in range(len(texts))]))
    return texts[int(place)]


def read(g: G, title: str, text: str, pool: str = "", line: str = "") -> None:
    """Put words up; those of ours do not come again for a while."""
    if line:
        g.emit(LineDrawn(pool, line))
    g.emit(TextRead(title, text))


def put_away(g: G) -> None:
    """What was read is over."""
    g.emit(TextRead(""))


def tried(g: G, task: Task, passed: str, failed: str, titles: tuple[str, str] = ("", "")) -> Rule[Verdict]:
    """The test of what is read, and the words for how it came out; `titles` head them, passed and failed."""
    g.emit(TestAnnounced(task))
    faces = yield from answers_beside_damage(g, roll_of(g.state, task))
    verdict = yield from rolled(g, task, faces, titles, (passed, failed))
    put_away(g)
    return verdict


def follow(g: G, effects: Iterable[Effect], seat: Seat) -> Rule[None]:
    """What happens to an investigator."""
    for effect in effects:
        yield from carry_out(g, effect, seat)


def by_hand(g: G, seat: Seat, what: str, monster: str, rule: str) -> Rule[None]:
    """Without a scenario the app's text is carried out at the table."""
    title = f"{g.state.seats[seat].name}: resolve the {what} {monster}"
    yield from g.one(choose(seat, title, [Option(monster, "done")], rule=rule))


def own_kind(s: State, monster: Monster) -> MonsterKind | None:
    """What the scenario itself says of such a monster."""
    return s.story.scenario.monsters.get(monster.kind) if s.story else None


def called(s: State, monster: Monster) -> str:
    """As it is spoken of: "the Deep One", or a name of its own."""
    one = s.story.component(monster.spawn) if s.story else None
    unique = one is not None and isinstance(one.part, SpawnPart) and one.part.unique and one.part.title
    return monster.name if unique or monster.name.lower().startswith("the ") else f"the {monster.name}"


def words_for(s: State, monster: Monster, *texts: str) -> tuple[str, ...]:
    """Texts of ours with the monster's name in them."""
    return tuple(fill_in_monster(text, called(s, monster)) for text in texts)
