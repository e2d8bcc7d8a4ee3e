"""The back of an Insane condition: for its owner alone."""

from __future__ import annotations

from companion.engine import shown
from companion.games.mansions import GAME
from companion.games.mansions.facts import InsaneTaken
from companion.i18n import _
from tests.games.mansions.evening import tap
from tests.games.mansions.manor import asked, begun, hall, say
from tests.games.mansions.table import seat

MAD = seat("Ann", conditions=("Insane",))


def question(run):
    return asked(run, "How many players")


def test_its_owner_is_asked_in_secret_and_may_wait():
    run = begun(hall(ann=MAD))
    prompt = question(run)
    assert (prompt.seat, prompt.secret) == ("1", True)
    tap(run, "move", "stay")
    assert question(run)


def test_a_copy_for_as_many_players_is_kept():
    run = begun(hall(ann=MAD))
    say(run, question(run), "2")
    prompt = asked(run, "a few words for yourself")
    assert prompt.secret
    say(run, prompt, "Burn the house")
    assert run.state.seats["1"].insane == "Burn the house"
    assert not [p for p in run.open if p.key == "insane.players"]


def test_a_copy_for_more_players_is_replaced():
    run = begun(hall(ann=MAD))
    say(run, question(run), "4")
    tap(run, "I took another copy")
    say(run, asked(run, "how many players does the new copy require"), "1")
    say(run, asked(run, "a few words"), "Hide")
    assert run.facts[-1] == InsaneTaken("1", "Hide", (_("copy {n}", n=1),))


def test_the_last_copy_is_kept_whatever_it_asks():
    run = begun(hall(ann=MAD))
    say(run, question(run), "5")
    tap(run, "There is no other: I keep it")
    say(run, asked(run, "a few words"), "Hide")
    assert run.state.seats["1"].insane == "Hide"


def test_nobody_else_is_told_or_shown_it():
    run = begun(hall(ann=MAD))
    say(run, question(run), "2")
    assert not any(p.options for p in shown(run.open, "2") if p.key == "insane.words")
    say(run, asked(run, "a few words"), "Burn the house")
    for who in ("2", "table"):
        assert "Burn" not in "".join(str(GAME.tell(run.state, fact, who)) for fact in run.facts)
        assert "Burn" not in repr(GAME.view(run.state, who))
    assert "Burn the house" in repr(GAME.view(run.state, "1"))


def test_who_is_cured_forgets_it():
    run = begun(hall(ann=seat("Ann", conditions=("Insane",), insane="Hide")))
    say(run, asked(run, "Ann: cards"), "cure")
    tap(run, "Insane")
    assert run.state.seats["1"].insane == ""
