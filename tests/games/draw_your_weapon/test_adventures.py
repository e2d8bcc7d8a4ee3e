"""Adventures: the shipped one is complete, and faults of others name their place."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import pytest

from companion.errors import ContentError
from companion.games.draw_your_weapon.content import adventures
from companion.games.draw_your_weapon.content.adventures import SAMPLE

GUIDE = Path(__file__).parents[3] / "docs" / "draw-your-weapon.md"


def told():
    """The one that ships, to be spoilt."""
    return json.loads(json.dumps(dict(adventures.shipped()[SAMPLE])))


def spoilt(change):
    record = copy.deepcopy(told())
    change(record)
    with pytest.raises(ContentError) as no:
        adventures.proof(record)
    return str(no.value)


def scene(record, name):
    return next(one for one in record["scenes"] if one["id"] == name)


def test_bell_uses_all_its_figures():
    bell = adventures.adventures()[SAMPLE]
    met = {name for one in bell.scenes for name in one.figures}
    assert met == {figure.id for figure in bell.figures}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: scene(r, "lantern")["next"].append("cellar"), "scenes.0.next: there is no scene 'cellar'"),
        (lambda r: scene(r, "lantern")["figures"].append("ghost"), "scenes.0.figures: there is no figure 'ghost'"),
        (lambda r: scene(r, "lantern")["calls"][0].update(attribute="luck"), "scenes.0.calls.0.attribute: there is no"),
        (lambda r: scene(r, "lantern")["calls"][0].update(suit="X"), "scenes.0.calls.0.suit: there is no suit 'X'"),
        (lambda r: scene(r, "lantern")["calls"][0].update(required=0), "scenes.0.calls.0.required: a number from 1"),
        (lambda r: scene(r, "lantern")["calls"][0].update(kind="duel"), "kind"),
        (lambda r: scene(r, "dyke")["calls"][0].update(against=[]), "scenes.2.calls.0.against: whom is the Contest"),
        (lambda r: scene(r, "dyke")["calls"][0].update(required=4), "scenes.2.calls.0.required: a Contest needs no"),
        (lambda r: scene(r, "dyke")["calls"][1].update(against=["corrie"]), "scenes.2.calls.1.against: a Skill Test"),
        (lambda r: scene(r, "tower").update(id="lantern"), "scenes.1.id: 'lantern' stands there twice"),
        (lambda r: scene(r, "lock").update(next=["bell", "boats"]), "nothing leads to 'bargain'"),
        (lambda r: r.update(scenes=[]), "scenes: at least one scene is needed"),
        (lambda r: r.update(title=" "), "title: a name is needed"),
        (lambda r: r["figures"][0].update(weapons=["halberd"]), "figures.0.weapons.0: there is no weapon 'halberd'"),
        (lambda r: r.update(scnes=[]), "there is no 'scnes'"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_adventure_fault_names_its_place(change, sentence):
    assert sentence in spoilt(change)


def test_adventure_reports_several_faults_at_once():
    def two(record):
        scene(record, "lantern")["next"].append("cellar")
        scene(record, "tower")["calls"][0]["suit"] = "X"

    assert len(spoilt(two).splitlines()) == 2


@pytest.mark.parametrize("upload", [b"title = ", b"\xff\xfe", b"a" * 5000 + b" = 1", b"a." * 200 + b"b = 1"])
def test_invalid_toml_is_refused_with_the_file_name(upload):
    with pytest.raises(ContentError, match=r"evening.toml: this is no TOML"):
        adventures.read("evening.toml", upload)


def test_guide_example_is_a_valid_adventure():
    text = GUIDE.read_text(encoding="utf-8")
    (written,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert str(adventures.read("guide.toml", written.encode()).report[1]) == "It can end in: The road at night."
