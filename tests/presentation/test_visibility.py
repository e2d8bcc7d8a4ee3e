"""Private things on the tray: no crop, face or line before all have answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.engine import Rule, choose, draw, show
from companion.presentation import expect_of
from companion.schema import Answer, Reading, SeenObject
from companion.schema.codec import encode
from companion.sessions import AnswerGiven, question_of
from tests.fakes import TOY, G, Scored, Shown
from tests.web.house import OURS, House

TRAY = ((0.0, 0.0), (300.0, 0.0), (300.0, 100.0), (0.0, 100.0))
EVERYBODY = [True, True, True]
NOBODY = [False, False, False]


def play(g: G) -> Rule[None]:
    """A contest of equal hands or of others, or a secret scan that its seat alone reads."""
    what = yield from g.one(choose("1", "Ann: what now?", ("contest", "hands", "scan")))
    if what == "scan":
        asked = replace(draw("1", "Ann: scan a card", ("AS", "2S"), of=("card",), zone="tray"), secret=True)
        yield from g.one(asked)
        g.emit(Scored(1))
        return
    names = {"1": "Ann", "2": "Ben"}
    cards = {"1": ("AS", "4S"), "2": ("2S", "3S")} if what == "hands" else dict.fromkeys(names, ("AS", "2S", "3S"))
    given = yield from g.ask(
        *(show(s, f"{n}: a card", cards[s], of=("card",), zone=f"seat-{s}") for s, n in names.items())
    )
    for seat, (card,) in zip(names, given, strict=True):
        g.emit(Shown(seat, card))


class Evening:
    """A table, a tablet in the middle and two phones."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house, self.folder = house, folder
        self.tablet = house.app.test_client()
        self.phones = [self._phone("1"), self._phone("2")]

    @property
    def devices(self) -> list[FlaskClient]:
        return [*self.phones, self.tablet]

    def _phone(self, seat: str) -> FlaskClient:
        phone, token = self.house.app.test_client(), self.house.devices.invite("t1", seat)
        phone.post("/api/join", json={"token": token}, headers=OURS)
        return phone

    def tap(self, *values: str) -> None:
        prompt = self.house.hall.snapshot("t1").open[0]
        self.house.hall.answer("t1", Answer(f"{prompt.id}{values}", prompt.id, values, prompt.seat))

    def lay(
        self, seq: int, *objects: SeenObject, expect: str = "", source: str = "vision/cam0", zone: str = "tray"
    ) -> str:
        """The name of its picture."""
        name = f"picture{seq}.jpg"
        (self.folder / name).write_bytes(b"a picture")
        question = expect or f"t1.{question_of(self.house.hall.snapshot('t1').open)}"
        shown = name if source.startswith("vision/") else ""
        reading = Reading(f"r{seq}", "lamp", source, "e", seq, question, zone, objects, 0.0, shown, TRAY)
        assert self.house.hall.readings.handle(reading) == "committed"
        return name

    def seen(self, client: FlaskClient) -> Any:
        return client.get("/api/tables/t1/snapshot").get_json()

    def trays(self) -> list[bool]:
        """Return the views of Ann, Ben and the tablet."""
        return [self.seen(device)["tray"] is not None for device in self.devices]

    def pictures(self, name: str) -> list[bool]:
        """Return the devices that get a picture."""
        sent = []
        for device in self.devices:
            with device.get(f"/picture/{name}") as answer:
                sent.append(answer.status_code == 200)
        return sent


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=play))
    house = House(tmp_path)
    house.hall.open("toy")
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "preview.jpg").write_bytes(b"what the camera sees")
    yield Evening(house, tmp_path)
    house.log.close()


@pytest.fixture
def contest(evening: Evening) -> Evening:
    evening.tap("contest")
    return evening


def at(value: str | None, x: float, conf: float = 0.97) -> SeenObject:
    return SeenObject("card", value, conf, (("3S", 0.4),) if value is None else (), (x - 15, 30.0, 30.0, 40.0))


PAWN = SeenObject("unknown", None, 0.5, (), (140.0, 2.0, 8.0, 8.0))
ANN, BEN, UNSURE = at("AS", 60), at("2S", 220), at(None, 220)
LAID: dict[str, tuple[list[tuple[SeenObject, ...]], list[bool]]] = {
    "a card belongs to its seat": ([(ANN,)], [True, False, False]),
    "complete contest is public": ([(ANN, BEN)], EVERYBODY),
    "two hand cards, one not sure": ([(ANN,), (ANN, UNSURE)], NOBODY),
    "a die is no secret": ([(SeenObject("d6", "4", 0.99, (), (30.0, 30.0, 30.0, 40.0)),)], EVERYBODY),
    "three cards are rejected": ([(at("AS", 30), at("2S", 100), at("3S", 220))], NOBODY),
    "a card across the zones": ([(at(None, 150),)], NOBODY),
    "a stranger in a zone": ([(SeenObject("unknown", None, 0.5, (), (30.0, 30.0, 30.0, 40.0)),)], NOBODY),
}
"""Objects that are laid one after the other, and who gets the last picture: Ann, Ben, the tablet."""


@pytest.mark.parametrize("how", LAID)
def test_picture_of_a_contest_goes_to_whom_it_may(contest: Evening, how: str) -> None:
    laid, sees = LAID[how]
    names = [contest.lay(number, *objects) for number, objects in enumerate(laid, 1)]
    assert contest.trays() == contest.pictures(names[-1]) == sees
    if sees == NOBODY:
        assert all("AS" not in str(contest.seen(device)["doubt"]) for device in contest.devices)


def test_amending_own_card_reveals_no_other_card(contest: Evening) -> None:
    ann = contest.phones[0]
    contest.lay(1, replace(at(None, 220), alternatives=(("3S", 0.4), ("2S", 0.3))), at("AS", 60))
    amend = {"seq": newest_card(contest), "values": ["3S"]}
    assert ann.post("/api/tables/t1/amend", json=amend, headers=OURS).status_code == 200
    told = ann.get(f"/api/tables/t1/possible/{newest_card(contest)}").get_json()
    assert (told["values"], told["likely"]) == (["3S"], [[]])


def newest_card(evening: Evening) -> int:
    """The entry of the newest answer that a card gave."""
    entries = [moment.entry for moment in evening.house.hall.snapshot("t1").moments]
    return max(e.seq for e in entries if isinstance(e.what, AnswerGiven) and e.what.prompt.of)


@pytest.fixture
def by_hand(evening: Evening) -> Evening:
    """Ann has said hers, and holds the ace still."""
    evening.tap("hands")
    evening.house.hall.readings.choose_source("t1", ("1",), "hand", "card")
    evening.tap("4S")
    return evening


def test_unanswered_card_stays_private_after_the_contest(by_hand: Evening) -> None:
    name = by_hand.lay(1, ANN, BEN)
    assert not by_hand.house.hall.snapshot("t1").open or by_hand.house.hall.snapshot("t1").open[0].kind == "choose"
    assert by_hand.trays() == by_hand.pictures(name) == [True, False, False]


def test_replaced_answer_leaves_other_cards_public(contest: Evening) -> None:
    contest.lay(1, ANN)
    name = contest.lay(2, ANN, BEN)
    contest.house.hall.history.amend("t1", newest_card(contest), ("3S",))
    assert contest.trays() == contest.pictures(name) == EVERYBODY


def test_other_things_and_earlier_cards_are_no_hand(contest: Evening) -> None:
    contest.lay(1, ANN, BEN, PAWN)
    contest.tap("contest")
    name = contest.lay(2, ANN, BEN, at("3S", 30), at("AS", 250), PAWN)
    assert contest.trays() == contest.pictures(name) == EVERYBODY


@pytest.mark.slow
@pytest.mark.parametrize("read", [(None, 0.97), ("AS", 0.4)], ids=["a guess", "hardly read"])
def test_corrected_card_hides_its_first_reading(by_hand: Evening, read: tuple[str | None, float]) -> None:
    value, conf = read
    thing = SeenObject("unknown", None, 0.3, (("AS", 0.4),), (140.0, 2.0, 8.0, 8.0))
    by_hand.lay(1, replace(at(value, 220, conf), alternatives=(("AS", 0.4), ("3S", 0.3))), thing)
    ben = by_hand.house.hall.snapshot("t1").open[0]
    by_hand.house.hall.decisions.settle("t1", "r1", Answer("told", ben.id, ("2S",), "2"))
    for device in (by_hand.phones[1], by_hand.tablet):
        assert "AS" not in str(by_hand.seen(device))
        assert "AS" not in str(device.get(f"/api/tables/t1/possible/{newest_card(by_hand)}").get_json())


def test_certain_but_corrected_card_may_be_a_hand_card(evening: Evening) -> None:
    evening.tap("hands")
    evening.lay(1, at("3S", 60))
    hall, ann = evening.house.hall, evening.phones[0]
    assert hall.snapshot("t1").doubt is not None
    mine = next(prompt for prompt in hall.snapshot("t1").open if prompt.seat == "1")
    hall.decisions.settle("t1", "r1", Answer("said", mine.id, ("4S",), "1"))
    assert "3S" not in str(evening.seen(ann))
    evening.lay(2, at("2S", 220))
    assert not hall.snapshot("t1").doubt
    assert "2S" in str(evening.seen(ann))


def test_uncertain_own_card_shows_guesses_without_other_crops(contest: Evening) -> None:
    contest.lay(1, ANN)
    contest.lay(2, ANN, UNSURE)
    ann, ben, tablet = (contest.seen(device)["doubt"] for device in contest.devices)
    assert [guess["values"] for guess in ben["guesses"]] == [["3S"]] and not ben["picture"]
    for doubt in (ann, tablet):
        assert not doubt["objects"] and not doubt["guesses"] and not doubt["picture"]


@pytest.mark.parametrize(("guesses", "told"), [((("4S", 0.3),), None), ((("4S", 0.4), ("3S", 0.3)), ["3S"]), ((), [])])
def test_guess_at_a_hand_card_is_hidden(
    evening: Evening, guesses: tuple[tuple[str, float], ...], told: list[str] | None
) -> None:
    evening.tap("hands")
    evening.house.hall.readings.choose_source("t1", ("1",), "hand", "card")  # laid all the same
    name = evening.lay(1, replace(at(None, 220), alternatives=guesses))
    doubts = [evening.seen(device)["doubt"] for device in evening.devices]
    ben = [[face for face, _ in seen["alternatives"]] for seen in doubts[1]["objects"]]
    assert ben == ([] if told is None else [told])
    assert not any(doubt["objects"] for doubt in (doubts[0], doubts[2]))
    assert evening.pictures(name) == [False, told is not None, False]


def test_corrected_card_hides_its_alternatives(evening: Evening) -> None:
    """The camera's guess was a card of Ann's hand."""
    evening.tap("hands")
    evening.lay(1, replace(at(None, 220), alternatives=(("AS", 0.4), ("3S", 0.3))))
    ben = evening.house.hall.snapshot("t1").open[1]
    evening.house.hall.decisions.settle("t1", "r1", Answer("told", ben.id, ("2S",), "2"))
    lies_there = evening.seen(evening.phones[1])["tray"]["objects"]
    assert [seen["alternatives"] for seen in lies_there] == [[["3S", 0.3]]]


def test_secret_scan_shows_no_guess_of_another_card(evening: Evening) -> None:
    evening.tap("scan")
    evening.lay(1, replace(at(None, 60), alternatives=(("3S", 0.4), ("AS", 0.3))))
    seen = evening.seen(evening.phones[0])["tray"]["objects"]
    assert [one["alternatives"] for one in seen] == [[["AS", 0.3]]]


def test_a_doubt_is_put_away_by_who_is_asked_alone(contest: Evening) -> None:
    contest.lay(1, ANN)
    contest.lay(2, ANN, UNSURE)  # uncertain, so Ben's is asked
    ann, ben = (partial(phone.post, "/api/tables/t1/dismiss", headers=OURS) for phone in contest.phones)
    refused = ann(json={"reading": "r2"})
    assert (refused.status_code, refused.get_json()["code"]) == (422, "NOT_YOURS")
    assert contest.house.hall.snapshot("t1").doubt is not None
    assert ben(json={"reading": "r2"}).status_code == 200 and contest.house.hall.snapshot("t1").doubt is None
    assert ann(json={"reading": "r2"}).status_code == 200, "what is over is put away by whoever still sees it"


def test_card_placed_before_its_prompt_is_covered(contest: Evening) -> None:
    name = contest.lay(1, ANN, expect="t1.p1")
    assert contest.trays() == contest.pictures(name) == NOBODY


@pytest.mark.slow
def test_undo_and_restart_uncover_no_contest_card(contest: Evening, tmp_path: Path) -> None:
    name = contest.lay(1, ANN)
    house = House(tmp_path)
    assert Evening(house, tmp_path).pictures(name)[1:] == [False, False]
    house.log.close()
    contest.house.hall.history.undo("t1", 1)
    assert contest.pictures(name)[1:] == [False, False]
    contest.tap("scan")
    assert contest.pictures(name)[1:] == [False, False]


def test_live_picture_is_hidden_during_a_contest(contest: Evening) -> None:
    assert contest.pictures("preview.jpg") == NOBODY
    got = contest.tablet.post("/api/kits/cards/look", json={"trayful": ""}, headers=OURS)
    assert got.status_code == 422 and "not all may see" in got.get_json()["sentence"], "nor in a lesson"
    contest.lay(1, BEN)
    zones = contest.seen(contest.tablet)["zones"]["zones"]
    assert [(zone["name"], zone["waits"]) for zone in zones] == [("Ann", True), ("Ben", False)]
    contest.lay(2, ANN, BEN)
    assert contest.pictures("preview.jpg") == EVERYBODY


def test_a_secret_scan_is_never_shown_to_others(evening: Evening) -> None:
    evening.tap("scan")
    assert b"AS" not in encode(expect_of(evening.house.hall.snapshot("t1"))), "nor to the reader"
    name = evening.lay(1, ANN)
    assert evening.house.hall.snapshot("t1").state.points == 1
    assert evening.trays() == evening.pictures(name) == [True, False, False]
    assert evening.pictures("preview.jpg") == [True, False, False]
    assert ["AS" in str(evening.seen(device)) for device in evening.devices] == [True, False, False]


@pytest.fixture
def shared(contest: Evening) -> Evening:
    """Without phones: the tablet answers for both."""
    for seat in ("1", "2"):
        contest.house.devices.unseat("t1", seat)
    return contest


def test_shared_screen_hides_partial_contests(shared: Evening) -> None:
    name = shared.lay(1, ANN)
    assert shared.seen(shared.tablet)["tray"] is None and not shared.pictures(name)[2]
    shared.lay(2, ANN, UNSURE)
    doubt = shared.seen(shared.tablet)["doubt"]
    assert doubt["guesses"] and not doubt["picture"], "what is not sure can be said, the crop would show the other's"


def test_shared_screen_asks_owner_without_card_face(shared: Evening) -> None:
    shared.lay(1, at("AS", 150))
    doubt = shared.seen(shared.tablet)["doubt"]
    assert doubt["why"] == "Whose is it?" and len(doubt["prompts"]) == 2 and not doubt["objects"]


TOLD = "bridge/pad"


def both(evening: Evening) -> list[Any]:
    """Return the views of Ann, Ben and the tablet for two conflicting readers."""
    return [evening.seen(device)["both"] for device in evening.devices]


@pytest.mark.parametrize(("value", "others"), [("AS", None), ("2S", [["2S"]]), ("9D", None)])
def test_second_reader_of_a_secret_asks_its_seat_alone(evening: Evening, value: str, others: Any) -> None:
    evening.tap("scan")
    evening.lay(1, SeenObject("card", "AS", 1.0), source=TOLD)
    name = evening.lay(2, at(value, 60))  # settles during a public prompt
    ann, *rest = both(evening)
    assert (ann and ann["others"], rest) == (others, [None, None])
    assert evening.pictures(name) == [True, False, False]
    assert all(value not in str(evening.seen(device)) for device in (evening.phones[1], evening.tablet))
    asked = {"reading": "r2", "which": "was", "values": [value]}
    told = [
        device.post("/api/tables/t1/both", json=asked, headers=OURS).status_code for device in evening.devices[::-1]
    ]
    assert others is None or told == [422, 422, 200]


def test_a_secret_that_cannot_be_is_no_sentence_for_all(evening: Evening) -> None:
    evening.tap("scan")
    evening.lay(1, SeenObject("card", "AS", 1.0), source=TOLD)
    evening.lay(2, at("9D", 60))
    assert all(evening.seen(device)["notice"] is None for device in evening.devices)


@pytest.mark.parametrize("laid", [(at("3S", 60),), (at("3S", 60), BEN)], ids=["alone", "beside another's"])
def test_reader_conflict_on_contest_card_asks_its_seat(contest: Evening, laid: tuple[SeenObject, ...]) -> None:
    contest.lay(1, SeenObject("card", "AS", 1.0), source=TOLD, zone="seat-1")
    contest.lay(2, *laid)
    assert contest.house.hall.snapshot("t1").both
    ann, *rest = both(contest)
    assert "2S" not in str(ann) + str(rest[1])
    if len(laid) == 1:
        assert ann["others"] == [["3S"]] and rest == [None, None]


def test_unknown_tag_of_a_secret_is_not_offered(evening: Evening) -> None:
    evening.tap("scan")
    first = f"t1.{question_of(evening.house.hall.snapshot('t1').open)}"
    evening.lay(1, ANN)
    evening.lay(2, SeenObject("tag", "04FF", 1.0), expect=first, source=TOLD)
    assert both(evening) == [None, None, None]


def test_shared_screen_hides_reader_conflict_of_contest(shared: Evening) -> None:
    shared.lay(1, SeenObject("card", "AS", 1.0), source=TOLD, zone="seat-1")
    shared.lay(2, at("3S", 60))
    assert shared.house.hall.snapshot("t1").both
    told = shared.seen(shared.tablet)
    assert told["both"] is None and "AS" not in str(told["notice"]) and "3S" not in str(told["notice"])
    shared.tap("2S")
    assert shared.seen(shared.tablet)["both"]["others"] == [["3S"]], "all are in: now it is asked"
