"""Build the set-up page: the state of each step. Check and sort tapped corners of a tray."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2

from companion.i18n import _, ngettext
from companion.presentation import ReaderState, is_free
from companion.presentation.pages.graded_throws import GRADES, graded_throw_view, reason_of_all
from companion.presentation.pages.readers import COUNTERS
from companion.presentation.responses import (
    CameraStatusView,
    GradedThrowsView,
    KeepAliveAnswer,
    ReaderDetails,
    ReaderSummary,
    SetupPage,
    SetupStep,
    StepName,
)
from companion.schema import CameraFinding, CameraHealth, Fault, ReaderStatus, Words
from companion.sessions import MOST_GRADED, Grade, SessionManager, SetupChoices
from companion.web.services import CameraSetupService, Corners, Services

TRAY_FAULTS: frozenset[Fault] = frozenset({
    "moved", "cut_off", "too_small", "too_oblique", "markers_missing", "markers_swapped", "markers_mirrored",
    "markers_reversed", "markers_foreign", "markers_doubled", "markers_turned", "tray_turned",
})  # fmt: skip
"""Faults that are fixed at the tray; all others are fixed at the camera."""
ACCEPTED = KeepAliveAnswer()
"""A throw is a test throw now, or the page expects none."""
GAME_ON = KeepAliveAnswer(_("A game is on: what is thrown answers it."), may_insist=True)
SECRET_ON_TRAY = KeepAliveAnswer(_("Something lies or is awaited on the tray that not all may see: finish that first."))
REROLL = "reroll"
"""Kind of the recorded throws in which some dice stay on the tray."""
BUILT_IN = frozenset({"card", "d6"})
"""Kinds that are read without teaching."""
LEAST_TRAY = 10_000  # px², a tray in a picture


def setup_page(house: Services, setup: CameraSetupService, name: str, assets: str, *, hidden: bool) -> SetupPage:
    """Build all data of the page.

    `name` is the id of this version of the page. `hidden`: the tray may hold something secret.
    """
    readers, choices = house.readers.details(), setup.choices.now
    described = (reader.description for reader in readers if not reader.is_serial)
    kinds = tuple(kind for description in described if description for kind in description.reads)
    camera = _camera_status(setup, readers)
    trials = _graded_throws(house.sessions, choices, camera.health)
    steps = (
        _camera_step(camera),
        _tray_step(camera),
        _dice_step(camera, choices, kinds),
        _throw_step(camera, trials.grade or choices.grade),
        _readers_step([reader for reader in readers if reader.is_serial]),
    )
    return SetupPage(
        id=name,
        assets=assets,
        table=house.sessions.lit,
        hidden=hidden,
        free=is_free(house.sessions),
        steps=steps,
        eye=camera,
        trials=trials,
        kinds=kinds,
        kits=choices.kits,
        senses=_reader_details(house.readers.summaries(), readers),
        broker=house.broker,
        languages=tuple(language.name for language in house.languages.there()),
        # a reroll only fits a prompt that keeps the other dice
        recorded=tuple(kind for kind in house.demo.offers.throws if kind != REROLL) if house.demo else (),
    )


def is_due(house: Services) -> bool:
    """Return whether the page still has to ask for a camera, or for the choice to play without one."""
    setup = house.setup
    return setup is not None and setup.by == "page" and setup.choices.now.way == ""


def _graded_throws(sessions: SessionManager, choices: SetupChoices, health: CameraHealth | None) -> GradedThrowsView:
    graded = sessions.test_throws.graded_throws
    throws = graded.throws
    looked_over = [throw for throw in throws if throw.is_looked_over]
    return GradedThrowsView(
        throws=tuple(graded_throw_view(throw, health) for throw in throws),
        grade=graded.grade,
        reason=reason_of_all(looked_over[:MOST_GRADED]),
        kept=choices.grade,
        kept_at=choices.graded_at,
    )


def _camera_status(setup: CameraSetupService, readers: Sequence[ReaderState]) -> CameraStatusView:
    camera = next((reader for reader in readers if _kind(reader) == "camera"), None)
    status = camera.status if camera is not None else None
    words = camera.words if camera is not None else ""
    return CameraStatusView(
        way=setup.choices.now.way if setup.by == "page" else "local",
        source=setup.source,
        by=setup.by,
        state=camera.state if camera is not None else "offline",
        words=(status.last_error or words) if status is not None else words,
        health=_camera_health(setup, status),
        tapped=setup.tapped,
        steered=setup.is_steered,
        found=setup.cameras() if setup.by == "page" else (),
    )


def _camera_health(setup: CameraSetupService, status: ReaderStatus | None) -> CameraHealth | None:
    """Return the newest health of the camera; None without a camera or a report.

    A report while the page is open is newer than its status.
    """
    if not setup.source and setup.by != "demo":
        return None
    newest = setup.sight or status
    return newest.health if newest is not None else None


def _camera_step(camera: CameraStatusView) -> SetupStep:
    if camera.by == "demo":
        return SetupStep("camera", "done", _("This demo plays recorded throws."))
    if camera.way == "hand":
        return SetupStep("camera", "none", _("Not needed: everything is given by hand."))
    if camera.way == "photos":
        return SetupStep("camera", "done", _("You take photographs when you want to."))
    if not camera.source:
        return SetupStep("camera", "todo", _("Which one looks at the tray?"))
    if camera.state != "ready":
        return SetupStep("camera", "look", camera.words or _("It is being opened."))
    if camera.health is None:
        return SetupStep("camera", "todo", _("It is being opened."))
    grave = [finding for finding in camera.health.findings if finding.grave]
    at_camera = [finding for finding in grave if finding.fault not in TRAY_FAULTS]
    sees_well = _("It sees well.") if at_camera == grave else _("Clear, but see the tray.")
    return _step_of_findings("camera", at_camera, sees_well)


def _tray_step(camera: CameraStatusView) -> SetupStep:
    if camera.by == "demo":
        return SetupStep("tray", "done", _("Its markers are found."))
    if camera.way in ("photos", "hand"):
        return SetupStep("tray", "none", _("Not needed without a camera."))
    health = camera.health or CameraHealth()
    at_tray = [finding for finding in health.findings if finding.fault in TRAY_FAULTS]
    if health.tray or camera.tapped:
        is_found = _("Its corners are known.") if camera.tapped else _("Its markers are found.")
        return _step_of_findings("tray", at_tray, is_found)
    if at_tray:
        return SetupStep("tray", "look", at_tray[0].advice)
    return SetupStep("tray", "todo", _("Print four markers, or tap its corners."))


def _step_of_findings(name: StepName, findings: Sequence[CameraFinding], well: Words) -> SetupStep:
    """Return the step with the advice of the first grave finding, or done with the sentence `well`."""
    grave = next((finding for finding in findings if finding.grave), None)
    if grave is not None:
        return SetupStep(name, "look", grave.advice)
    return SetupStep(name, "done", well)


def _dice_step(camera: CameraStatusView, choices: SetupChoices, kinds: Sequence[str]) -> SetupStep:
    if camera.way == "hand":
        return SetupStep("dice", "none", _("Not needed: everything is given by hand."))
    taught = len(set(kinds) - BUILT_IN)
    if taught:
        sentence = ngettext("One kind beside cards and pips.", "{n} kinds beside cards and pips.", taught)
        return SetupStep("dice", "done", sentence)
    if choices.kits:
        return SetupStep("dice", "done", _("Cards and dice with pips are known."))
    return SetupStep("dice", "todo", _("Cards and pips are known. What else?"))


def _throw_step(camera: CameraStatusView, grade: Grade) -> SetupStep:
    if camera.way == "hand":
        return SetupStep("throw", "none", _("Not needed: everything is given by hand."))
    if not grade:
        return SetupStep("throw", "todo", _("Throw what you will play with."))
    return SetupStep("throw", "look" if grade == "care" else "done", GRADES[grade])


def _readers_step(serial: Sequence[ReaderState]) -> SetupStep:
    failing = next((reader for reader in serial if reader.state != "ready"), None)
    if failing is not None:
        return SetupStep("readers", "look", failing.words or _("It is looked for."))
    if serial:
        return SetupStep("readers", "done", ngettext("One is ready.", "{n} are ready.", len(serial)))
    return SetupStep("readers", "none", _("None is connected, and none is needed."))


def _reader_details(summaries: Sequence[ReaderSummary], readers: Sequence[ReaderState]) -> tuple[ReaderDetails, ...]:
    """Return details of the readers that are in both; one may have joined in between."""
    by_name = {summary.reader: summary for summary in summaries}
    return tuple(
        ReaderDetails(by_name[reader.reader], _kind(reader), _counts(reader.status))
        for reader in readers
        if reader.reader in by_name
    )


def _kind(reader: ReaderState) -> str:
    """Return the kind of a reader, "" before its description came."""
    return reader.description.kind if reader.description is not None else ""


def _counts(status: ReaderStatus) -> tuple[tuple[str, int], ...]:
    """Return the counters above 0, and the readings always."""
    counts = ((name, getattr(status, name)) for name in COUNTERS)
    return tuple((name, count) for name, count in counts if count or name == "readings")


def is_a_tray(corners: Corners) -> bool:
    """Return whether four corners enclose at least `LEAST_TRAY`."""
    if len(corners) != 4 or min(min(corner) for corner in corners) < 0:
        return False
    edge = round_the_edge(corners)
    # shoelace formula: the sum is twice the area
    doubled = sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in zip(edge, (*edge[1:], edge[0]), strict=True))
    return abs(doubled) >= 2 * LEAST_TRAY


def round_the_edge(corners: Corners) -> Corners:
    """Sort the corners by their angle around the centre, so that each one follows its neighbour."""
    if not corners:
        return ()
    centre_x, centre_y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return tuple(sorted(corners, key=lambda corner: atan2(corner[1] - centre_y, corner[0] - centre_x)))
