"""The doors to what was: who may take back what, what is kept with whose word, and what of the past is for whose eyes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.engine import GameSetup, Rule, roll
from companion.presentation import LogReader
from companion.presentation.undo_view import undoable
from companion.schema import Answer, SeenObject
from companion.sessions import AnswerGiven, SessionManager
from companion.web.request.language import COOKIE
from tests.fakes import COIN, TOY, G, Scored
from tests.games.mansions.manor import crowded
from tests.games.mansions.manor import hall as manor_hall
from tests.web.conftest import Opening
from tests.web.rig import Page, Rig, joined


def get(page: Page, path: str) -> Any:
    return page.client.get(f"/api/tables/t1/{path}").json


def coins(page: Page, *faces: str) -> None:
    page.tap("coins", id=f"c{page.snapshot()['id']}")
    page.tap(*faces, id=f"r{page.snapshot()['id']}")
    page.tap("1", id=f"k{page.snapshot()['id']}")


def undo(page: Page) -> Any:
    return page.post("tables/t1/undo", to=page.snapshot()["undo"]["to"])


def test_only_a_new_throw_ends_the_offer_to_keep(rig: Rig) -> None:
    ben, tablet = joined(rig, "2"), rig.page()
    for _ in range(2):
        coins(tablet, "heads", "heads", "tails")
    tablet.post("tables/t1/undo", to=1)
    before = tablet.prompt()["id"]
    tablet.tap("coins", id="again")
    roll = tablet.prompt()["id"]
    assert tablet.post("tables/t1/keep", prompt=before, aside="", id="").status_code == 409
    assert ben.post("tables/t1/keep", prompt=roll, aside="", id="").status_code == 422
    (aside,) = tablet.snapshot()["aside"]
    assert (aside["values"], aside["more"]) == (["heads", "heads", "tails"], 1)
    assert tablet.post("tables/t1/keep", prompt=roll, aside="gone", id="x").status_code == 409
    tablet.post("tables/t1/keep", prompt=roll, aside="", id="")
    assert tablet.snapshot()["aside"] == []


def test_undone_hidden_card_is_offered_to_its_seat_only(rig: Rig) -> None:
    ann, ben, tablet = joined(rig, "1"), joined(rig, "2"), rig.page()
    ann.tap("cards")
    ann.tap("AS", seat="1", id="ann")
    ann.post("tables/t1/undo", to=ann.snapshot()["undo"]["to"])
    assert [aside["values"] for aside in ann.snapshot()["aside"]] == [["AS"]]
    assert ben.snapshot()["aside"] == tablet.snapshot()["aside"] == []
    prompt = ben.prompt("2")["id"]
    assert ben.post("tables/t1/keep", prompt=prompt, aside="ann", id="ben").status_code == 409


def test_phone_undoes_answers_of_its_own_seat_only(rig: Rig) -> None:
    ben, tablet = joined(rig, "2"), rig.page()
    coins(tablet, "heads", "heads", "tails")
    assert ben.snapshot()["undo"] is None and ben.post("tables/t1/undo", to=1).status_code == 422
    before = rig.hall.snapshot("t1")
    answers = [m.entry.seq for m in before.moments if isinstance(m.entry.what, AnswerGiven)]
    assert before.moments[-1].entry.seq > answers[-1], "facts followed the newest answer"
    assert ben.post("tables/t1/undo", to=answers[-1]).status_code == 422
    assert rig.hall.snapshot("t1").moments == before.moments
    assert undo(tablet).status_code == 200 and ben.snapshot()["redo"] is None


def _secret_roll(g: G) -> Rule[None]:
    yield from g.some(replace(roll("1", "Ann: roll 2 coins", COIN, 2, of=("coin",)), secret=True))
    g.emit(Scored(1))


def test_undone_secret_roll_stays_hidden(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "find", lambda _name: replace(TOY, play=_secret_roll))
    rig.hall.open("toy", name="t2")
    rig.hall.answer("t2", Answer("a", rig.hall.snapshot("t2").open[0].id, ("heads", "tails"), "1"))
    rig.hall.history.undo("t2", 1)
    told = rig.page().client.get("/api/tables/t2/snapshot").json
    assert told is not None
    assert [(line["kind"], line["values"]) for line in told["log"]] == [("undo", [])]


def test_amendable_choice_lists_its_options(rig: Rig) -> None:
    page = rig.page()
    coins(page, "heads", "heads", "tails")
    seq = next(m.entry.seq for m in rig.hall.snapshot("t1").moments if isinstance(m.entry.what, AnswerGiven))
    was = get(page, f"possible/{seq}")
    assert [option["id"] for option in was["options"]] == ["coins", "cards", "bag", "stumble"]
    dry = page.post("tables/t1/amend", seq=seq, values=["bag"], dry=True).json
    assert (dry["replayed"], len(dry["dropped"]), dry["kept"], dry["later"]) == (0, 2, 1, 2)
    assert dry["asks"] == "Ann: a token"


def test_an_earlier_moment_is_seen_and_answers_nothing(rig: Rig) -> None:
    page = rig.page()
    coins(page, "heads", "heads", "tails")
    page.tap("bag", id="later")
    steps = get(page, "steps")
    assert len(steps["at"]) == 5 and steps["rolls"] == [1]
    then = get(page, f"past?at={steps['at'][1]}")
    assert (then["now"], then["past"]["step"], then["past"]["steps"]) == ("Ann: roll 3 coins", 1, 4)
    assert then["past"]["now"] == page.snapshot()["now"]
    assert [asked["mine"] for asked in then["asked"]] == [False]
    assert then["past"]["next"][0]["values"] == ["heads", "heads", "tails"]
    assert (then["undo"], then["tray"], then["past"]["back"]) == (None, None, steps["at"][1])
    assert page.client.get("/api/tables/t1/past?at=999").status_code == 422


def test_earlier_moment_shows_no_current_reading(rig: Rig) -> None:
    page = rig.page()
    page.tap("coins")
    undo(page)
    page.tap("coins", id="again")
    rig.throw(1, SeenObject("coin", None, 0.4), *(SeenObject("coin", "heads", 0.99) for _ in range(2)))
    rig.hall.set_notice("t1", "info", "Something is said now.")
    now = page.snapshot()
    assert now["doubt"] and now["tray"] and now["notice"] and now["redo"] is None
    then = get(page, f"past?at={rig.hall.snapshot('t1').moments[0].entry.seq}")
    assert not any(then[field] for field in ("doubt", "tray", "notice", "both", "aside", "redo", "undo", "pause"))
    assert [line for line in then["log"] if line["kind"] == "undo"] == [], "it was taken back later"


def test_looking_back_shows_no_card_before_all_were_in(rig: Rig) -> None:
    ben, tablet = joined(rig, "2"), rig.page()
    tablet.tap("cards")
    tablet.tap("AS", seat="1")
    at = rig.hall.snapshot("t1").moments[-1].entry.seq
    assert '"AS"' not in ben.client.get(f"/api/tables/t1/past?at={at}").get_data(as_text=True)
    assert not get(ben, "log?only=rolls")["lines"]
    ben.tap("2S", seat="2")
    entries = [moment.entry for moment in rig.hall.snapshot("t1").moments]
    ann = next(e.seq for e in entries if isinstance(e.what, AnswerGiven) and e.what.prompt.of)
    then = get(tablet, f"past?at={ann}")
    assert not [line for line in then["log"] if line["kind"] == "answer"]
    assert {asked["prompt"]["seat"] for asked in then["asked"]} == {"1", "2"}


def test_moment_name_survives_undo_and_restart(rig: Rig, tmp_path: Path) -> None:
    page = rig.page()
    coins(page, "heads", "heads", "tails")
    assert page.post("tables/t1/saved", name="Before the attic").status_code == 200
    coins(page, "tails", "heads", "tails")
    (saved,) = page.snapshot()["saved"]
    assert (saved["name"], saved["there"], saved["steps"]) == ("Before the attic", True, 3)
    page.post("tables/t1/undo", to=1)
    assert page.snapshot()["saved"][0]["there"] is False
    page.post("tables/t1/redo", undone=page.snapshot()["redo"]["to"])
    assert page.snapshot()["saved"][0]["there"] is True
    again = SessionManager(rig.log, Random(3))
    assert [one.name for one in again.snapshot("t1").saved] == ["Before the attic"]
    page.client.delete(f"/api/tables/t1/saved/{saved['id']}", headers={"X-Lamplight": "1"})
    assert page.snapshot()["saved"] == []
    assert page.post("tables/t1/saved", name=" ").status_code == 422


@pytest.mark.slow
def test_log_pages_filter_throws_and_search(rig: Rig) -> None:
    page = rig.page()
    coins(page, "heads", "heads", "tails")
    page.post("tables/t1/undo", to=1)
    for face in ("-1", "skull", "star"):
        page.tap("bag", id=f"bag {face}")
        page.tap(face, id=face)
    newest = page.snapshot()["log"]
    older = get(page, f"log?before={newest[-1]['seq']}&most=2")
    assert [line["seq"] for line in older["lines"]] == [line["seq"] for line in newest[-3:-1]]
    assert older["more"] is True
    rolls = [line["values"] for line in get(page, "log?only=rolls")["lines"] if line["kind"] == "answer"]
    assert rolls == [["-1"], ["skull"], ["star"]]
    assert [line["kind"] for line in get(page, "log?find=TAKEN")["lines"]] == ["undo"]
    assert get(page, "log?find=nowhere") == {"lines": [], "more": False}
    page.client.set_cookie(COOKIE, "de")
    assert [line["kind"] for line in get(page, "log?find=zurückgenommen")["lines"]] == ["undo"]
    assert get(page, "log?find=taken%20back")["lines"] == []


def test_seat_tap_is_logged_on_its_device_only(rig: Rig) -> None:
    ben, tablet = joined(rig, "2"), rig.page()
    tablet.tap("coins")
    (line,) = tablet.snapshot()["log"]
    assert (line["text"], line["chosen"]) == ("Ann: what now?", ["coins"])
    assert ben.snapshot()["log"] == []


def test_undo_of_a_house_draw_includes_its_choice(opening: Opening) -> None:
    house = opening(crowded(manor_hall))
    table = house.hall.open("mansions", GameSetup(("1", "2")), "look")
    for option in ("attack", "Foe 0", "0:Knife"):
        picture = house.hall.snapshot(table)
        prompt = next(p for p in picture.open if option in [o.id for o in p.options])
        house.hall.answer(table, Answer(f"a{len(picture.moments)}", prompt.id, (option,), prompt.seat))
    picture = house.hall.snapshot(table)
    assert picture.open[0].kind == "roll"
    step = undoable(picture, LogReader("table", frozenset({"table", "1", "2"})))
    assert str(step.text) == "Ann: attack Foe 0 with what?"
    house.hall.history.undo(table, step.to)
    assert house.hall.snapshot(table).open[0].key == "attack.weapon"
