"""The Dealer's story: scenes of an adventure, prepared Calls, and notes to the table."""

from __future__ import annotations

from companion.engine import Rule, choose, write
from companion.games.draw_your_weapon.content import Call, Scene
from companion.games.draw_your_weapon.facts import (
    PROPOSALS,
    EveningEnded,
    NoteWritten,
    PassageRead,
    SceneBegan,
    note_text,
)
from companion.games.draw_your_weapon.rules.cards import cannot_play, cannot_turn
from companion.games.draw_your_weapon.rules.checks import contest, skill_test
from companion.games.draw_your_weapon.rules.combat import begin_combat
from companion.games.draw_your_weapon.state import G, State, players, scene_of
from companion.i18n import NOTHING, Text, _, from_data
from companion.schema import DEALER, Option, Prompt, Refusal, Seat

BEGIN_STORY = "go"
CALL_PREFIX, SCENE_PREFIX = "call:", "scene:"
WRITE_NOTE, CLEAR_NOTE, READ_AGAIN, TURN_PAGE = "note", "quiet", "again", "turn"
MOST_NOTE = 200  # letters


def story(s: State) -> tuple[Option, ...]:
    """Return the next steps of the story: Calls of the scene, and following scenes. Empty without an adventure."""
    scene = scene_of(s)
    if scene is None:
        first = s.adventure.scenes[:1] if s.adventure is not None else ()
        return tuple(Option(BEGIN_STORY, _("Begin: {scene}", scene=from_data(opening.title))) for opening in first)
    calls = tuple(
        Option(f"{CALL_PREFIX}{call.id}", from_data(call.title), cannot_call(s, call)) for call in scene.calls
    )
    return (
        *calls,
        *(Option(f"{SCENE_PREFIX}{name}", _("Go on: {scene}", scene=title_of(s, name))) for name in scene.next),
    )


def is_ending(s: State) -> bool:
    """Return whether no scene follows."""
    scene = scene_of(s)
    return scene is not None and not scene.next


def story_prompt(s: State) -> Prompt:
    """Offer notes and scene changes, which are seldom needed."""
    ways = [Option(WRITE_NOTE, _("Tell the table"))]
    if s.note:
        ways.append(Option(CLEAR_NOTE, _("Take away what the table was told")))
    if scene_of(s) is not None:
        ways += [Option(READ_AGAIN, _("Read the scene once more")), Option(TURN_PAGE, _("Turn to another scene"))]
    return choose(DEALER, _("the story"), ways, at="menu", key="story")


def is_story(name: str) -> bool:
    """Return whether this option is a step of the story."""
    return name in {BEGIN_STORY, WRITE_NOTE, CLEAR_NOTE, READ_AGAIN, TURN_PAGE} or name.startswith(
        (CALL_PREFIX, SCENE_PREFIX)
    )


def tell_story(g: G, name: str) -> Rule[None]:
    """Take one step of the story."""
    if name.startswith(CALL_PREFIX):
        yield from play_call(g, name.removeprefix(CALL_PREFIX))
    elif name == WRITE_NOTE:
        yield from note(g)
    elif name == TURN_PAGE:
        yield from another_scene(g)
    else:
        take_simple_step(g, name)


def take_simple_step(g: G, name: str) -> None:
    """Take a step that needs no further answer."""
    s = g.state
    scene = scene_of(s)
    if name == CLEAR_NOTE:
        g.emit(NoteWritten(""))
    elif name == READ_AGAIN and scene is not None:
        g.emit(PassageRead(scene.read))
    elif name == BEGIN_STORY and s.adventure is not None:
        begin(g, s.adventure.scenes[0])
    elif name.startswith(SCENE_PREFIX):
        begin(g, by_id(s, name.removeprefix(SCENE_PREFIX)))


def begin(g: G, scene: Scene) -> None:
    """Open a page and read it aloud. Begin or end a fight with it."""
    g.emit(SceneBegan(scene.id))
    g.emit(PassageRead(scene.read))
    if scene.combat != g.state.in_combat:
        begin_combat(g, on=scene.combat)


def another_scene(g: G) -> Rule[None]:
    """Open any scene, because players may take an unplanned way."""
    s = g.state
    scenes = s.adventure.scenes if s.adventure is not None else ()
    pages = [Option(scene.id, from_data(scene.title)) for scene in scenes]
    chosen = yield from g.one(choose(DEALER, _("turn to which scene?"), pages, secret=True, key="story.scene"))
    begin(g, by_id(g.state, chosen))


def note(g: G) -> Rule[None]:
    """Ask for a note that all pages show."""
    title = _("what does the table read?")
    proposals = [Option(words, note_text(words)) for words in PROPOSALS]
    prompt = write(DEALER, title, proposals, letters=MOST_NOTE, secret=True, key="story.note")
    g.emit(NoteWritten((yield from g.one(prompt))))


def play_call(g: G, name: str) -> Rule[None]:
    """Play a prepared Call. Its number is fixed before the card (DYW-SKILL-3)."""
    call = call_of(g.state, name)
    who = yield from taking_part(g, call)
    if not who or cannot_call(g.state, call) is not None:
        return  # a correction removed the possible call
    if call.is_contest:
        surprised = who if call.is_surprise else ()
        yield from contest(g, (*who, *against(g.state, call)), call.attribute, call.suit, surprised)
    else:
        yield from skill_test(g, who[0], call.attribute, call.suit, call.is_surprise, call.required)
    read_outcome(g, call)


def read_outcome(g: G, call: Call) -> None:
    """Read the outcome aloud, unless the test was called off."""
    last = g.state.last
    if last is None:
        return
    succeeded = any(g.state.characters[who].is_player for who in last.winners)
    text = call.passed if succeeded else call.failed
    if text:
        g.emit(PassageRead(text))


def taking_part(g: G, call: Call) -> Rule[tuple[str, ...]]:
    """Ask for the players of the test, unless only one can take part."""
    s = g.state
    no = cannot_turn if call.is_surprise else cannot_play
    who = [Option(name, s.characters[name].display_name, no(s, name)) for name in players(s)]
    can = [option.id for option in who if option.refused is None]
    if len(can) < 2:
        return tuple(can)
    several = len(can) if call.is_contest else 1
    title = _("say who takes part") if call.is_contest else _("say whose test it is")
    given = yield from g.some(choose(DEALER, title, who, 1, several, rule="DYW-SKILL-1", key="call.characters"))
    return tuple(name for name in players(s) if name in given)


def cannot_call(s: State, call: Call) -> Refusal | None:
    """Refuse where no player, or no opponent, can play a card."""
    no = cannot_turn if call.is_surprise else cannot_play
    refusals = [no(s, name) for name in players(s)]
    if all(refusals):
        return refusals[0]
    missing = [cannot_play(s, figure) for figure in call.against]
    return missing[0] if call.is_contest and missing and all(missing) else None


def against(s: State, call: Call) -> tuple[str, ...]:
    """Return the opponents that can still play a card."""
    return tuple(figure for figure in call.against if cannot_play(s, figure) is None)


def by_id(s: State, name: str) -> Scene:
    return next(scene for scene in (s.adventure.scenes if s.adventure is not None else ()) if scene.id == name)


def title_of(s: State, name: str) -> Text:
    return from_data(by_id(s, name).title)


def call_of(s: State, name: str) -> Call:
    scene = scene_of(s)
    return next(call for call in (scene.calls if scene is not None else ()) if call.id == name)


def end_evening(g: G, _seat: Seat) -> None:
    """End the session, and name the ending that the story reached."""
    scene = scene_of(g.state)
    has_ended = scene is not None and not scene.next
    title = from_data(scene.title) if scene is not None else NOTHING
    g.emit(EveningEnded(_("The evening is over: {scene}.", scene=title) if has_ended else ""))
