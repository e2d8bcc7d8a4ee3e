"""Build the page of set-up: the state of each step, and the corners of a tray from taps."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2

from companion.i18n import _, ngettext
from companion.presentation import ReaderState
from companion.presentation.pages.graded_throws import GRADES, graded_throw_view, reason_of_all
from companion.presentation.pages.readers import COUNTED as COUNTERS
from companion.presentation.responses import (
    CameraStatusView,
    GradedThrowsView,
    KeepAliveAnswer,
    ReaderDetails,
    ReaderSummary,
    SetupPage,
    SetupStep,
    StepName,
    StepState,
)
from companion.schema import CameraFinding, CameraHealth, Fault, Words
from companion.sessions import COUNTED, Grade, SessionManager, SetupChoices
from companion.web.services import CameraSetupService, Corners, Services

OF_TRAY: frozenset[Fault] = frozenset(
    {
        "moved",
        "cut_off",
        "too_small",
        "too_oblique",
        "markers_missing",
        "markers_swapped",
        "markers_mirrored",
        "markers_reversed",
        "markers_foreign",
        "markers_doubled",
        "markers_turned",
        "tray_turned",
    }
)
"""Faults that are fixed at the tray; all others are fixed at the camera."""
OURS = KeepAliveAnswer()
OF_THE_GAME = KeepAliveAnswer(_("A game is on: what is thrown answers it."), may_insist=True)
HIDDEN = KeepAliveAnswer(_("Something lies or is awaited on the tray that not all may see: finish that first."))
AGAIN = "reroll"
"""Kind of the recorded throws in which some dice stay on the tray."""
BUILT_IN = frozenset({"card", "d6"})
"""Kinds that are read without teaching."""


def setup_page(house: Services, setup: CameraSetupService, name: str, assets: str, *, hidden: bool) -> SetupPage:
    """`name`: id of this version of the page; `hidden`: the tray may hold something secret."""
    heard, chosen, trial = house.readers.details(), setup.choices.now, house.sessions.test_throws.graded_throws
    eye, kinds = eye_of(setup, heard), _kinds(heard)
    grade = trial.grade
    trials = GradedThrowsView(
        tuple(graded_throw_view(one, eye.health) for one in trial.throws),
        grade,
        reason_of_all([one for one in trial.throws if one.is_looked_over][:COUNTED]),
        chosen.grade,
        chosen.graded_at,
    )
    serial = [one for one in heard if one.is_serial]
    steps = (
        _camera(eye),
        _tray(eye),
        _dice(eye, chosen, kinds),
        _throw(eye, grade or chosen.grade),
        _readers(serial),
    )
    return SetupPage(
        id=name,
        assets=assets,
        table=house.sessions.lit,
        hidden=hidden,
        free=is_free(house.sessions),
        steps=steps,
        eye=eye,
        trials=trials,
        kinds=kinds,
        kits=chosen.kits,
        senses=_senses(house.readers.summaries(), heard),
        broker=house.broker,
        languages=tuple(one.name for one in house.languages.there()),
        recorded=_recorded(house),
    )


def _recorded(house: Services) -> tuple[str, ...]:
    """Return the recorded throws of a demo, without rerolls: those answer a question that keeps the other dice."""
    return tuple(kind for kind in house.demo.offers.throws if kind != AGAIN) if house.demo else ()


def is_free(hall: SessionManager) -> bool:
    """Return whether no game is running, so that nothing next to the tray belongs to a hand."""
    return not hall.lit or bool(hall.snapshot(hall.lit).over)


def is_due(house: Services) -> bool:
    """Return whether set-up is still to be done: no camera chosen, and not declared unnecessary."""
    setup = house.setup
    return setup is not None and setup.by == "page" and setup.choices.now.way == ""


def eye_of(setup: CameraSetupService, heard: Sequence[ReaderState]) -> CameraStatusView:
    """Combine the chosen camera with its own status."""
    camera = next((one for one in heard if one.description is not None and one.description.kind == "camera"), None)
    chosen = setup.choices.now
    way = chosen.way if setup.by == "page" else "local"
    state, words = (camera.state, camera.words) if camera is not None else ("offline", "")
    status = camera.status if camera is not None else None
    sight = setup.sight
    health = sight.health if sight is not None else status.health if status is not None else None
    return CameraStatusView(
        way,
        setup.source,
        setup.by,
        state,
        (status.last_error or words) if status is not None else words,
        health if setup.source or setup.by == "demo" else None,
        setup.tapped,
        setup.is_steered,
        setup.cameras() if setup.by == "page" else (),
    )


def _camera(eye: CameraStatusView) -> SetupStep:
    if eye.by == "demo":
        return SetupStep("camera", "done", _("This demo plays recorded throws."))
    if eye.way == "hand":
        return SetupStep("camera", "none", _("Not needed: everything is given by hand."))
    if eye.way == "photos":
        return SetupStep("camera", "done", _("You take photographs when you want to."))
    if not eye.source:
        return SetupStep("camera", "todo", _("Which one looks at the tray?"))
    if eye.state != "ready":
        return SetupStep("camera", "look", eye.words or _("It is being opened."))
    if eye.health is None:
        return SetupStep("camera", "todo", _("It is being opened."))
    grave = [one for one in eye.health.findings if one.grave]
    well = _("Clear, but see the tray.") if any(one.fault in OF_TRAY for one in grave) else _("It sees well.")
    return _as_found("camera", [one for one in grave if one.fault not in OF_TRAY], well)


def _tray(eye: CameraStatusView) -> SetupStep:
    if eye.by == "demo":
        return SetupStep("tray", "done", _("Its markers are found."))
    if eye.way in ("photos", "hand"):
        return SetupStep("tray", "none", _("Not needed without a camera."))
    health = eye.health or CameraHealth()
    found = [one for one in health.findings if one.fault in OF_TRAY]
    if health.tray or eye.tapped:
        return _as_found("tray", found, _("Its corners are known.") if eye.tapped else _("Its markers are found."))
    if found:
        return SetupStep("tray", "look", found[0].advice)
    return SetupStep("tray", "todo", _("Print four markers, or tap its corners."))


def _as_found(name: StepName, found: Sequence[CameraFinding], well: Words) -> SetupStep:
    grave = [one for one in found if one.grave]
    state: StepState = "look" if grave else "done"
    return SetupStep(name, state, grave[0].advice if grave else well)


def _dice(eye: CameraStatusView, chosen: SetupChoices, kinds: Sequence[str]) -> SetupStep:
    if eye.way == "hand":
        return SetupStep("dice", "none", _("Not needed: everything is given by hand."))
    own = len(set(kinds) - BUILT_IN)
    if own:
        return SetupStep(
            "dice", "done", ngettext("One kind beside cards and pips.", "{n} kinds beside cards and pips.", own)
        )
    if chosen.kits:
        return SetupStep("dice", "done", _("Cards and dice with pips are known."))
    return SetupStep("dice", "todo", _("Cards and pips are known. What else?"))


def _throw(eye: CameraStatusView, grade: Grade) -> SetupStep:
    if eye.way == "hand":
        return SetupStep("throw", "none", _("Not needed: everything is given by hand."))
    if not grade:
        return SetupStep("throw", "todo", _("Throw what you will play with."))
    return SetupStep("throw", "look" if grade == "care" else "done", GRADES[grade])


def _readers(serial: Sequence[ReaderState]) -> SetupStep:
    bad = [one for one in serial if one.state != "ready"]
    if bad:
        return SetupStep("readers", "look", bad[0].words or _("It is looked for."))
    if serial:
        return SetupStep("readers", "done", ngettext("One is ready.", "{n} are ready.", len(serial)))
    return SetupStep("readers", "none", _("None is connected, and none is needed."))


def _kinds(heard: Sequence[ReaderState]) -> tuple[str, ...]:
    return tuple(kind for one in heard if not one.is_serial and one.description for kind in one.description.reads)


def _senses(senses: Sequence[ReaderSummary], heard: Sequence[ReaderState]) -> tuple[ReaderDetails, ...]:
    """Return details of the readers that are in both; one may have joined in between."""
    known = {one.reader: one for one in senses}
    return tuple(_sense(known[one.reader], one) for one in heard if one.reader in known)


def _sense(sense: ReaderSummary, heard: ReaderState) -> ReaderDetails:
    kind = heard.description.kind if heard.description is not None else ""
    said = tuple((name, getattr(heard.status, name)) for name in COUNTERS)
    return ReaderDetails(sense, kind, tuple((name, count) for name, count in said if count or name == "readings"))


LEAST_TRAY = 10_000  # px², a tray in a picture


def is_a_tray(corners: Corners) -> bool:
    """Return whether four corners enclose at least a hundredth of a megapixel."""
    if len(corners) != 4 or min(min(corner) for corner in corners) < 0:
        return False
    edge = round_the_edge(corners)
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(edge, (*edge[1:], edge[0]), strict=True))
    return abs(twice) >= 2 * LEAST_TRAY


def round_the_edge(corners: Corners) -> Corners:
    """Sort the corners into walking order around the tray."""
    if not corners:
        return ()
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return tuple(sorted(corners, key=lambda corner: atan2(corner[1] - y, corner[0] - x)))
