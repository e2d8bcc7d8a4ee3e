"""Actions of people and readers. Each returns a line for the log, or Idle without an effect."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.schema import Answer, Prompt, SeenObject
from companion.sessions import AnswerGiven, SessionManager, Source, TableSnapshot, Which, question_of
from tests.games.course import possible
from tests.torture.machine import Idle
from tests.torture.privacy import look_at_page
from tests.torture.processes import TAGS
from tests.torture.world import BAG, CAMERA, Wish, World

Action = Callable[[World, Random], str]
KEPT = 12  # wishes that may be sent once more
MANY = 60  # packets that arrive at a time
FRESH = 0.8  # of those who look at a page again before they do something
BY_HAND = 0.1  # share of prompts for things that are tapped
MOST_OPEN = 3  # tables of a world


def carry(world: World, random: Random) -> str:
    """Deliver a few packets, or all that are under way."""
    return _carry_some(world, random, random.choice((1, 3, 9, MANY, MANY)))


def _carry_some(world: World, random: Random, most: int) -> str:
    packets = []
    for _ in range(most):
        ways = world.under_way()
        if not ways:
            break
        client, way = random.choice(ways)
        packet = world.carry(client, way)
        packets.append(f"{client.name} {way} {packet.kind} {packet.topic.rpartition('/')[2]}")
    return ", ".join(packets) or Idle("nothing is under way")


def tick(world: World, random: Random) -> str:
    """Let time pass. Readers resend, and the rules recover tables whose store failed."""
    seconds, readers = random.choice((0.05, 0.3, 1.6)), tuple(world.readers.values())
    world.clock.pass_by(seconds)
    is_waiting = any(reader.outbox.waiting for reader in readers)
    for reader in readers:
        reader.sender.tick()
    if world.rules is not None:
        world.rules.hall.tables.recover()
    return f"{seconds} s pass" if is_waiting else Idle("nothing waits to be sent")


def throw(world: World, random: Random) -> str:
    """Put things before the camera: as prompted, others, or unreadable ones."""
    table, shown = _page(world, random)
    prompts = tuple(p for p in shown if p.of)
    if CAMERA not in world.readers:
        return Idle("before a reader that is dead")
    if not prompts and random.random() < FRESH:
        return Idle("nothing is asked for")
    if random.random() < FRESH:  # dice roll for a second: by then the camera has the question
        _carry_some(world, random, MANY)
    objects = _with_boxes(_things(prompts, random))
    line = world.settle(CAMERA, "tray", objects)
    cards = frozenset(one.value or one.alternatives[0][0] for one in objects if one.kind == "card")
    if line.endswith(f"{table}.{question_of(prompts)}"):
        world.model.laid_cards[table, question_of(prompts)] = cards | world.model.laid_cards.get(
            (table, question_of(prompts)), frozenset()
        )
    else:  # placed openly without a prompt
        world.model.public |= cards
    return f"throw {world.arrangement}: {line}"


def lay_tag(world: World, random: Random) -> str:
    """Lay a token with a tag on its reader."""
    _, prompts = _page(world, random)
    if BAG not in world.readers:
        return Idle("before a reader that is dead")
    if not any("tag" in p.of for p in prompts) and random.random() < FRESH:
        return Idle("no token is asked for")
    tag = random.choice((*TAGS, *TAGS, "FFFF"))
    if random.random() < FRESH:
        _carry_some(world, random, MANY)
    line = world.settle(BAG, "bag", (SeenObject("tag", tag, 1.0),))
    return f"tag {world.arrangement}: {line}"


def look(world: World, random: Random) -> str:
    return look_at_page(world, random)


def tap(world: World, random: Random) -> str:
    """Tap an answer, on a page that may be outdated."""
    table, prompts = _page(world, random)
    asked = [p for p in prompts if p.at != "menu" and (not p.of or random.random() < BY_HAND)]
    if not asked:
        return Idle("nobody is asked anything")
    prompt = random.choice(asked)
    values = possible(prompt, random)
    return _send_wish(world, _answer(table, Answer(_name(world), prompt.id, values, prompt.seat)))


def by_chance(world: World, random: Random) -> str:
    """Roll virtually."""
    prompt, table = _any_prompt(world, random)
    if prompt is None or prompt.kind not in {"roll", "draw"}:
        return Idle("nothing can be rolled")
    name, asked = _name(world), prompt
    wish = Wish(
        table, f"roll {asked.id} as {name}", lambda hall: hall.roll_virtually(table, asked.id, asked.seat, name), name
    )
    return _send_wish(world, wish)


def once_more(world: World, random: Random) -> str:
    """Send an earlier wish again."""
    if not world.wishes:
        return Idle("no page waits")
    return world.send(random.choice(world.wishes), "again ")


def settle_doubt(world: World, random: Random) -> str:
    """Settle a doubtful reading."""
    picture = world.picture()
    if picture is None or picture.doubt is None:
        return Idle("nothing is in doubt")
    doubt, table = picture.doubt, picture.id
    prompt = random.choice(doubt.prompts)
    answer = Answer(_name(world), prompt.id, possible(prompt, random), prompt.seat)
    reading = doubt.reading.id
    return _send_wish(
        world, Wish(table, f"settle {reading}", lambda hall: hall.decisions.settle(table, reading, answer), answer.id)
    )


def dismiss(world: World, _random: Random) -> str:
    """Dismiss a doubtful reading."""
    picture = world.picture()
    if picture is None or picture.doubt is None:
        return Idle("nothing is in doubt")
    table, reading = picture.id, picture.doubt.reading.id
    return _send_wish(world, Wish(table, f"dismiss {reading}", lambda hall: hall.decisions.dismiss(table, reading)))


def undo(world: World, random: Random) -> str:
    """Undo some entries, sometimes only if no newer answer exists."""
    picture = world.picture()
    if picture is None:
        return Idle("no page")
    newest = picture.moments[-1].entry.seq
    to, seen = max(1, newest - random.randint(1, 6)), random.choice((None, newest))
    table = picture.id
    return _send_wish(world, Wish(table, f"undo to {to}", lambda hall: hall.history.undo(table, to, seen)))


def redo(world: World, _random: Random) -> str:
    """Redo the last undo."""
    picture = world.picture()
    if picture is None or picture.way_back is None:
        return Idle("nothing to redo")
    table, undone = picture.id, picture.way_back.seq
    return _send_wish(world, Wish(table, f"redo {undone}", lambda hall: hall.history.redo(table, undone)))


def amend(world: World, random: Random) -> str:
    """Amend a recent answer, or take it away."""
    picture = world.picture()
    given = _answers(world, picture)[-6:] if picture is not None else []
    if picture is None or not given:
        return Idle("nothing to amend")
    table, seq, is_none, seed = picture.id, random.choice(given), random.choice((True, False)), random.random()

    def mend(hall: SessionManager) -> None:
        hall.history.amend(table, seq, None if is_none else possible(hall.history.asked_at(table, seq), Random(seed)))

    return _send_wish(world, Wish(table, f"amend {seq}", mend))


def decide(world: World, random: Random) -> str:
    """Decide between two readers."""
    picture = world.picture()
    if picture is None or not picture.both:
        return Idle("nobody wonders")
    both, table = random.choice(picture.both), picture.id
    which: Which = random.choice(("counts", "was", "next", "taught"))
    values = random.choice(both.others) if both.others else ()
    reading = both.reading.id
    return _send_wish(
        world, Wish(table, f"{which} of {reading}", lambda hall: hall.decisions.decide(table, reading, which, values))
    )


def choose_source(world: World, random: Random) -> str:
    """Change the source of a seat's answers."""
    picture = world.picture()
    if picture is None:
        return Idle("no page")
    table, seat = picture.id, random.choice(picture.setup.seats)
    source: Source = random.choice(("scan", "scan", "hand", "virtual"))
    return _send_wish(
        world, Wish(table, f"{seat} by {source}", lambda hall: hall.readings.choose_source(table, (seat,), source))
    )


def light(world: World, random: Random) -> str:
    """Select another table, or open one more."""
    if world.rules is None:
        return Idle("no page")
    hall, game = world.rules.hall, world.game
    tables = hall.ids()
    if len(tables) < MOST_OPEN and random.random() < 0.3:
        return _send_wish(world, Wish("", f"open {game}", lambda hall: _open(hall, game)))
    table = random.choice(tables)
    return _send_wish(world, Wish(table, f"light {table}", lambda hall: hall.light(table)))


def _open(hall: SessionManager, game: str) -> object:
    return hall.open(game) if len(hall.ids()) < MOST_OPEN else None


def _send_wish(world: World, wish: Wish) -> str:
    """Send a wish to the rules. `once_more` may repeat it."""
    world.wishes = [*world.wishes[-KEPT:], wish]
    return world.send(wish)


def _answer(table: str, answer: Answer) -> Wish:
    words = f"tap {answer.id} {answer.prompt} {' '.join(answer.values)}"
    return Wish(table, words, lambda hall: hall.answer(table, answer), answer.id)


def _name(world: World) -> str:
    return f"w{next(world.names)}"


def _any_prompt(world: World, random: Random) -> tuple[Prompt | None, str]:
    picture = world.picture()
    if picture is None or not picture.open:
        return None, ""
    return random.choice(picture.open), picture.id


def _page(world: World, random: Random) -> tuple[str, tuple[Prompt, ...]]:
    """Return the table and the prompts of a page. Most pages are refreshed first."""
    if random.random() < FRESH and (picture := world.picture()) is not None:
        return picture.id, picture.open
    return world.screens[random.choice(list(world.screens))] if world.screens else ("", ())


def _things(prompts: tuple[Prompt, ...], random: Random) -> list[SeenObject]:
    if not prompts or random.random() < 0.1:
        return [_thing("coin", "heads", random)] * random.randint(0, 3)
    asked = prompts if random.random() < 0.5 else (random.choice(prompts),)
    things = [_thing(p.of[0], face, random) for p in asked for face in possible(p, random)]
    return things[1:] if random.random() < 0.05 else things


def _thing(kind: str, face: str, random: Random) -> SeenObject:
    if random.random() < 0.06:
        return SeenObject(kind, None, 0.3, ((face, 0.3),))
    return SeenObject(kind, face, 0.97)


def _with_boxes(things: list[SeenObject]) -> tuple[SeenObject, ...]:
    return tuple(
        SeenObject(one.kind, one.value, one.conf, one.alternatives, (40.0 * k, 10.0, 20.0, 20.0))
        for k, one in enumerate(things)
    )


def _answers(world: World, picture: TableSnapshot) -> list[int]:
    """Return the numbers of the entries that are answers."""
    entries = (moment.entry for moment in world.past(picture))
    return [entry.seq for entry in entries if isinstance(entry.what, AnswerGiven)]
