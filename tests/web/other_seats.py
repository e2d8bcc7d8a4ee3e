"""Every device tries every route on another seat's prompt: refused with a sentence, without any change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient

from companion.engine import Play, Rule, choose, roll
from companion.errors import LamplightError
from companion.presentation.responses import DemoOffers
from companion.schema import DEALER, HOUSE, TABLE, Answer, Expectation, Prompt, Reading, Seat, SeenObject
from companion.sessions import AnswerGiven, TableSnapshot, last_standing, question_of
from companion.web.app import create_app
from companion.web.permissions import PAGE_ENDPOINTS, ROLES_BY_ENDPOINT
from tests.fakes import COIN, TOY
from tests.games.course import possible
from tests.hostile.judge import is_plain
from tests.hostile.stand import Stand
from tests.proofs.proof import ProofError
from tests.tools.openapi.routes import RouteInfo, doors
from tests.web.house import OURS

WALL, NOBODY = "wall", "nobody"
KIND, TAG = "coin", "0102030405"
NOBODYS = Expectation()
AIMED = frozenset(
    [
        "answers.answer", "answers.settle", "answers.decide", "answers.dismiss", "answers.virtual", "answers.source",
        "history.undo", "history.redo", "history.keep", "history.amend", "history.forget", "tray.look", "tray.photo",
        "tray.demo", "setup.photo", "setup.demo", "readers.demo"
    ])  # fmt: skip
"""Routes that answer or change something: each is tried against another seat."""
OF_NO_SEAT = frozenset(["history.save", "tables.staff", "tables.event", "build.hang", "entering.claim", "joining.join"])
"""Routes whose changes belong to no seat."""
LEADING = frozenset(
    [
        "joining.invite", "joining.unseat", "forms.new_table", "forms.keep_sheet", "forms.drop_sheet",
        "forms.import_sheets", "tray.frame", "record.keep", "record.bring", "record.put_away", "record.take_out",
        "readers.wish", "readers.stay", "readers.leave", "readers.teach", "readers.forget", "setup.camera",
        "setup.tray", "setup.dice", "setup.light", "setup.stay", "setup.leave", "setup.judge", "setup.anew",
        "teach.begin", "teach.look", "teach.stay", "teach.leave", "teach.photo", "teach.point", "teach.names",
        "teach.back", "teach.forget", "teach.shots", "teach.drop", "teach.use", "teach.remove", "entering.invite",
        "entering.call", "entering.send_away", "entering.send_all_away"
    ])  # fmt: skip
"""Routes of the tablet and the keeper, who lead the table or the house; all others are refused."""
TABLET_MAY = frozenset(["history.undo", "history.redo", "history.forget", "tray.look", "tray.photo", "tray.demo"])
DEALER_MAY = frozenset({"history.undo", "history.redo"})
OWN = AIMED - {"tray.look", "setup.photo", "setup.demo", "readers.demo"}
"""Routes with an effect for the seat's own device; without it a trial would prove nothing."""
IN_ADDRESS = {"table": "t1", "seat": "2", "seq": "2", "id": "1", "paper": "a4", "filename": "app.js", "path": "x"}


@dataclass(frozen=True, slots=True)
class Visitor:
    """A device, what it is at the table that is attacked, and its seat there."""

    name: str
    client: FlaskClient
    roles: frozenset[str]
    seat: Seat = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A request that would answer or change something of another seat."""

    door: str
    told: Mapping[str, Any]
    inside: Mapping[str, str]
    seats: frozenset[Seat] = frozenset()  # that have a part in it: they may


def each_asked(g: Play[Any, Any]) -> Rule[None]:
    """Ask two seats at once for different things, so that most routes have an effect."""
    yield from g.ask(roll("1", "1: a coin", COIN, 1, of=("coin",)), roll("2", "2: a die", ("1", "2"), 1, of=("d6",)))
    yield from g.ask(*(choose(s, f"{s}: what?", ("this", "that")) for s in g.state.seats))


EACH = replace(TOY, play=each_asked)


def unknown_doors() -> frozenset[str]:
    """Return the changing routes without a trial."""
    changing = {one.name for one in doors(create_app(None)) if one.method != "GET"}
    return frozenset(changing) - AIMED - OF_NO_SEAT - LEADING


class OtherSeats:
    """One evening with a phone at every seat."""

    is_there, offers, recorded = True, DemoOffers((KIND,), ((TAG, "x"),)), ()

    def __init__(self, folder: Path, game: str, random: Random) -> None:
        self.stand, self.random, self.ids = Stand(folder, game), random, count(1)
        self.hall, self.aim = self.stand.hall, tuple[SeenObject, ...]()
        self.hall.open(game)
        self.hall.light("t1")
        services: Any = replace(self.stand.house.services(), trusts_this_machine=True, camera=self, demo=self)
        self.app = self.stand.app = create_app(services)
        self.doors = {(one.name, one.method): one for one in doors(self.app)}
        self.phones = {seat: self.stand.device("t1", seat) for seat in self._seats()}
        self.others = list(self._visitors())
        self.tried, self.counted = Counter[str](), Counter[str]()

    def close(self) -> None:
        self.stand.close()

    def _seats(self) -> tuple[Seat, ...]:
        picture = self.hall.snapshot("t1")
        return (*picture.setup.seats, *((DEALER,) if picture.game.dealer else ()))

    def _visitors(self) -> Iterator[Visitor]:
        for seat, phone in self.phones.items():
            yield Visitor(f"seat {seat}", phone, frozenset({"dealer" if seat == DEALER else "seat"}), seat)
        yield Visitor("wall", self.stand.device("", WALL), frozenset({"wall"}))
        yield Visitor("keeper", self.stand.device("", "keeper"), frozenset({"keeper"}))
        yield Visitor("tablet", self.stand.device("", TABLE), frozenset({"table"}))
        yield Visitor("seat of another table", self.stand.device("t2", self._seats()[-1]), frozenset({NOBODY}))
        yield Visitor("stranger", self.stand.stranger(), frozenset({NOBODY}))

    def read_photograph(self, _photo: bytes, sender: Seat = "", expect: Expectation = NOBODYS) -> str:
        return self._read("vision/cam0", sender, expect.expect)

    def look_again(self) -> None:
        """Nothing new is there."""

    def set_corners(self, _corners: object) -> None:
        """Nothing depends on them."""

    def throw(self, _kind: str, sender: Seat = "") -> None:
        self._read("vision/cam0", sender)

    def lay(self, _tag: str, sender: Seat = "") -> None:
        self._read("bridge/bag", sender)

    def _read(self, source: str, sender: Seat = "", expect: str = "") -> str:
        """A reading of just what answers the other seat; a trial of the set-up page is over meanwhile."""
        self.hall.test_throws.remove_page("page")
        number = next(self.ids)
        question = expect or f"{self.hall.lit}.{question_of(self.hall.snapshot(self.hall.lit).open)}"
        told = Reading(f"r{number}", self.hall.place, source, "e", number, question, "tray", self.aim)
        self.hall.readings.handle(replace(told, sender=sender) if sender else told)
        return ""

    def play(self, steps: int) -> None:
        """Raises ProofError."""
        self._look_around()
        for _ in range(steps):
            asked = [prompt for prompt in self.hall.snapshot("t1").open if prompt.seat in self.phones]
            if self.hall.snapshot("t1").over:
                return
            if not asked:
                self._go_on()
                continue
            self._step(self.random.choice(asked))

    def _step(self, prompt: Prompt) -> None:
        self.aim = (
            tuple(SeenObject(prompt.of[0], face, 0.99) for face in possible(prompt, self.random)) if prompt.of else ()
        )
        self.hall.readings.choose_source("t1", (prompt.seat,), "scan")  # its source may be manual
        if self.aim and self.random.random() < 0.5:  # in doubt, as the table's own camera sees it
            sure, self.aim = self.aim, (replace(self.aim[0], conf=0.5), *self.aim[1:])
            self._read("vision/cam0")
            self.aim = sure
        elif self.aim and self.random.random() < 0.5:
            self._differ(prompt)
        if not any(one.by == prompt.seat for one in self.hall.snapshot("t1").saved):
            self.hall.history.save("t1", "a name", prompt.seat)
        attempts = list(self._attempts(prompt))
        for attempt in attempts:
            for visitor in self.others:
                if visitor.seat != prompt.seat and visitor.seat not in attempt.seats:
                    self._try(visitor, attempt)
        self.random.shuffle(attempts)
        attempts.sort(key=lambda attempt: self.counted[attempt.door])
        did = next((attempt for attempt in attempts if self._counts(prompt.seat, attempt)), None)
        if did is None or did.door != "history.undo":  # else it can be brought back
            self._go_on()

    def _differ(self, prompt: Prompt) -> None:
        """A reader answers, and another one tells something else of the same."""
        self._read("bridge/cup")
        values = possible(prompt, self.random)
        self.aim = tuple(SeenObject(prompt.of[0], face, 0.99) for face in values)
        self._read("vision/cam0")

    def _attempts(self, prompt: Prompt) -> Iterator[Attempt]:
        """All that would answer a prompt, or change what its seat has answered; twice, with a question of the others' own too."""
        picture, values = self.hall.snapshot("t1"), list(possible(prompt, self.random))
        told = {"prompt": prompt.id, "values": values, "source": "hand", "seats": [prompt.seat], "aside": ""}
        told |= {"throw": KIND, "reading": picture.doubt.reading.id if picture.doubt else "r0"}
        for door in ("answer", "virtual", "source"):
            yield self._attempt(f"answers.{door}", told)
        for door in ("history.keep", "tray.look", "setup.photo", "setup.demo", "readers.demo"):
            yield self._attempt(door, told)
        for door, more in (("tray.photo", {}), ("tray.demo", {}), ("tray.demo", {"throw": "", "tag": TAG})):
            yield replace(self._attempt(door, {**told, **more}), seats=self._fitting(picture))
        if picture.doubt is None or all(one.seat == prompt.seat for one in picture.doubt.prompts):
            yield self._attempt("answers.settle", told)
            yield self._attempt("answers.dismiss", told)
            for other in (one for one in picture.open if one.seat not in (prompt.seat, HOUSE)):
                wrong = {**told, "prompt": other.id, "values": list(possible(other, self.random))}
                yield replace(self._attempt("answers.settle", wrong), seats=frozenset({prompt.seat}))
        yield self._attempt("answers.decide", {"reading": "r0", "which": "counts"})
        for both in picture.both:
            if both.draw.prompt.seat == prompt.seat:
                others = [("was", other) for other in both.others]
                for which, faces in (("counts", ()), *others, ("next", ()), ("taught", ())):
                    yield self._attempt("answers.decide", {"reading": both.reading.id, "which": which, "values": faces})
        for given in picture.aside:
            yield self._attempt("history.keep", {**told, "aside": given.answer.id})
        saved = (f"{one.id}" for one in picture.saved if one.by == prompt.seat)
        yield from (self._attempt("history.forget", {}, {"id": one}) for one in saved)
        yield from self._of_past(picture, prompt.seat)

    def _fitting(self, picture: TableSnapshot) -> frozenset[Seat]:
        """Return the seats that are asked for such things themselves."""
        kinds = {seen.kind for seen in self.aim}
        asked = {prompt.seat for prompt in picture.open if not kinds.isdisjoint(prompt.of)}
        return frozenset(self.phones) if TABLE in asked else frozenset(asked)

    def _of_past(self, picture: TableSnapshot, seat: Seat) -> Iterator[Attempt]:
        entries = [moment.entry for moment in picture.moments]
        given = [(entry.seq, entry.what) for entry in entries if isinstance(entry.what, AnswerGiven)]
        mine = [(seq, what) for seq, what in given if what.prompt.seat == seat]
        yield self._attempt("history.amend", {"seq": 1, "values": None, "dry": False})
        yield self._attempt("history.undo", {"to": entries[-1].seq})
        for seq, what in mine[-2:]:
            values = list(possible(what.prompt, self.random))
            yield self._attempt("history.amend", {"seq": seq, "values": values, "dry": False})
            stands = last_standing(entries, seq - 1)
            part = frozenset(other.prompt.seat for at, other in given if at > stands)
            yield replace(self._attempt("history.undo", {"to": seq - 1}), seats=part)
        way = picture.way_back
        part = frozenset(one.prompt.seat for one in way.steps) if way is not None else frozenset()
        yield replace(self._attempt("history.redo", {"undone": way.seq if way is not None else 0}), seats=part)

    def _attempt(self, door: str, told: Mapping[str, Any], inside: Mapping[str, str] = IN_ADDRESS) -> Attempt:
        """With the fields that its body has."""
        (found,) = (one for (name, _), one in self.doors.items() if name == door)
        own = set(found.body.__dataclass_fields__) if found.body is not None else set()  # type: ignore[attr-defined]
        full = {**told, "id": f"i{next(self.ids)}", "tag": told.get("tag", TAG if door == "readers.demo" else "")}
        return Attempt(door, {name: value for name, value in full.items() if name in own}, {**IN_ADDRESS, **inside})

    def _try(self, visitor: Visitor, attempt: Attempt) -> None:
        """Check that nothing counts and a sentence is given. Raises ProofError."""
        if ("table" in visitor.roles and attempt.door in TABLET_MAY) or (
            "dealer" in visitor.roles and attempt.door in DEALER_MAY
        ):
            return
        if attempt.door.startswith("setup."):
            self.hall.test_throws.keep_alive("page")
        before, notice = self._state(), self.hall.snapshot("t1").notice
        answer = self._ask(visitor.client, attempt)
        self.hall.test_throws.remove_page("page")
        self.tried[attempt.door] += 1
        words = f"{visitor.name} at {attempt.door} with {dict(attempt.told)}"
        if self._state() != before:
            raise ProofError(f"{words} changed what is another seat's: {answer.status_code}")
        said = answer.get_json(silent=True) or {}
        if answer.status_code >= 400:
            if not is_plain(said.get("sentence", "")):
                raise ProofError(f"{words} is refused without a sentence: {answer.status_code}")
        elif attempt.door not in ("tray.look", "answers.dismiss") and self.hall.snapshot("t1").notice == notice:
            raise ProofError(f"{words} is taken, and nobody is told that it counts for nothing")

    def _counts(self, seat: Seat, attempt: Attempt) -> bool:
        """Return whether the request has an effect for the seat's own device."""
        before = self._state()
        answer = self._ask(self.phones[seat], attempt)
        does = answer.status_code == 200 and self._state() != before
        self.counted[attempt.door] += does
        return does

    def _ask(self, client: FlaskClient, attempt: Attempt) -> Any:
        (door,) = (one for (name, _), one in self.doors.items() if name == attempt.door)
        sent: Mapping[str, Any] = (
            {"data": {door.file: (BytesIO(b"x"), "a.jpg")}} if door.file else {"json": dict(attempt.told)}
        )
        return client.open(address(door, attempt.inside), method=door.method, headers=OURS, **sent)

    def _state(self) -> tuple[object, ...]:
        """Return the state to compare; log entries are never removed, so the newest one suffices."""
        picture, log = self.hall.snapshot("t1"), self.hall.history.entries("t1")[0]
        waits = (picture.open, picture.doubt, picture.both, picture.aside, picture.rest)
        other = self.hall.history.entries("t2")[0][-1].seq
        return self.hall.lit, log[-1].seq, waits, dict(picture.sources), picture.saved, other

    def _go_on(self) -> None:
        """Answer one open prompt."""
        asked = [prompt for prompt in self.hall.snapshot("t1").open if prompt.seat != HOUSE]
        if not asked:
            return
        prompt = self.random.choice(asked)
        with suppress(LamplightError):  # not all that a prompt offers its rule takes
            values = possible(prompt, self.random)
            self.hall.answer("t1", Answer(f"g{next(self.ids)}", prompt.id, values, prompt.seat))

    def _look_around(self) -> None:
        """Check that reading and foreign routes change nothing. Raises ProofError."""
        for (name, method), door in self.doors.items():
            for visitor in self.others:
                if name in AIMED or (method != "GET" and self._may(visitor, name)):
                    continue
                before = self._state()
                told = {"buffered": False} if method == "GET" else {"json": {}}
                answer = visitor.client.open(address(door), method=method, headers=OURS, **told)
                answer.close()
                self.tried[name] += 1
                if self._state() != before:
                    raise ProofError(f"{visitor.name} changed something at {name}")
                if method != "GET" and answer.status_code < 400:
                    raise ProofError(f"{visitor.name} passed {name}, which is not its door")

    @staticmethod
    def _may(visitor: Visitor, door: str) -> bool:
        who = ROLES_BY_ENDPOINT.get(door, frozenset())
        return bool(visitor.roles & who) or "stranger" in who or door in PAGE_ENDPOINTS


def address(door: RouteInfo, inside: Mapping[str, str] = IN_ADDRESS) -> str:
    return re.sub(r"{(\w+)}", lambda found: inside.get(found[1], "x"), door.path)


def tried_at(folder: Path, game: str, seed: int, steps: int) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the trials per route and those with an effect for the seat's own device. Raises ProofError."""
    if unknown := unknown_doors():
        raise ProofError(f"Nobody has said how these are tried: {', '.join(sorted(unknown))}")
    evening = OtherSeats(folder, game, Random(f"{seed} {game}"))
    try:
        evening.play(steps)
    finally:
        evening.close()
    if missed := set(ROLES_BY_ENDPOINT) - set(evening.tried) - OF_NO_SEAT:
        raise ProofError(f"{game}, seed {seed}: never tried: {', '.join(sorted(missed))}")
    return evening.tried, +evening.counted
