"""Answer the requests of pages that teach kits: with trayfuls of the camera or of photographs, and with the library of kits.

Without a bus: a request comes in as `KitRequest`, its answer is `KitReply`. A look may have to wait for the tray.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.errors import own_command
from companion.i18n import _
from companion.schema import CameraFinding, Fault, KitReply, KitRequest, TrayObjects, Words
from vision.enrolment.kit_library import KitLibrary
from vision.enrolment.lesson import KitLesson
from vision.enrolment.tray_captures import TrayCaptures
from vision.image import Frame, Image, PictureError
from vision.kit import KitError
from vision.tray import TrayPlane, find_tray

LOOK_S = 3.0
"""Longest wait for the tray, s; the page repeats the request."""
FAULTS = (KitError, PictureError, OSError)
"""Faults of a request or of the disk."""
WORTHLESS: frozenset[Fault] = frozenset({"nothing", "dark", "glare", "blurred", "coarse", "mirrored"})
"""Findings that spoil every shot of a picture. The others move or hide objects only."""
NOTHING_FOUND = _("Nothing was found on the tray. Lay the things apart from each other, on the plain floor.")
RECORDED = _(
    "This demo plays recorded throws. Take a photograph of your things with this device, or start it with a camera: {command}",
    command=own_command("demo --camera 0"),
)


Judge = Callable[[Image, TrayPlane | None], Sequence[CameraFinding]]
"""Returns the findings on a picture's tray, the most important first."""


@dataclass(slots=True)
class KitTrainer:
    """Safe for two threads: one calls `add_frame`, the other everything else."""

    library: KitLibrary
    judge: Judge
    lesson: KitLesson = field(default_factory=KitLesson)
    recorded: bool = False
    """True if the camera is a recording, whose tray cannot be used."""
    captures: TrayCaptures = field(init=False)

    def __post_init__(self) -> None:
        self.captures = TrayCaptures(self.library.shown, self.lesson)

    @property
    def is_blind(self) -> bool:
        """Return whether the tray has no usable camera."""
        return self.recorded or self.lesson.is_silent

    def add_frame(self, frame: Frame, tray: TrayPlane | None) -> None:
        """Follow the camera while a lesson is open."""
        self.lesson.add_frame(frame, tray)

    def handle(self, request: KitRequest) -> KitReply:
        """Handle every request but a look. A failure becomes an error message."""
        try:
            return self._handled(request)
        except FAULTS as error:
            return KitReply(request.id, fault_sentence(error))

    def _handled(self, request: KitRequest) -> KitReply:
        name, library, captures = request.kit, self.library, self.captures
        match request.act:
            case "kits":
                return KitReply(request.id, kits=library.lines())
            case "photo":
                return _reply(request, captures.capture_photo(name, library.uploads / Path(request.file).name))
            case "point":
                return _reply(request, captures.add_object(name, request.trayful, request.at))
            case "stay":
                self.lesson.keep_open(name)
                return KitReply(request.id)
            case "leave":
                self.lesson.close(name)
                return KitReply(request.id)
            case "shots":
                return KitReply(request.id, shots=library.shots(name, "".join(request.values[:1])))
            case "remove":
                library.remove(name)
                return KitReply(request.id)
            case "export":
                return KitReply(request.id, file=library.export(name))
            case "name":
                captures.name_objects(name, request.trayful, request.names)
                return KitReply(request.id, kit=library.page(library.use(name, on=True)))
            case _:
                return KitReply(request.id, kit=library.page(library.edit(request)))

    def look(self, request: KitRequest) -> KitReply | Words:
        """Return the trayful on the tray, or what it waits for."""
        if self.recorded:
            return RECORDED
        if not self.lesson.keep_open(request.kit):
            return _(
                "Another device teaches the kit {kit} with this camera. Finish there first, or take photographs.",
                kit=self.lesson.kit,
            )
        taken = self.lesson.capture(request.trayful)
        if not isinstance(taken, tuple):
            return taken
        frame, tray = taken
        tray = find_tray(frame.image) or tray
        wrong = [finding for finding in self.judge(frame.image, tray) if finding.grave]
        if wrong and wrong[0].fault in WORTHLESS:
            self.lesson.retry_soon(request.trayful, wrong[0].advice)
            return wrong[0].advice
        try:
            trayful = self.captures.capture(request.kit, frame.image, tray)
        except FAULTS as error:
            return KitReply(request.id, fault_sentence(error))
        if trayful is None:
            return self._why_nothing(request.trayful, wrong)
        return _reply(request, trayful)

    def _why_nothing(self, last: str, wrong: Sequence[CameraFinding]) -> Words:
        """Why nothing was found for the lesson: the camera's word first, for it may be the cause."""
        if not wrong:
            self.lesson.wait_for_change(last, NOTHING_FOUND)
            return NOTHING_FOUND
        self.lesson.retry_soon(last, wrong[0].advice)
        return wrong[0].advice


def _reply(request: KitRequest, trayful: TrayObjects | None) -> KitReply:
    return KitReply(request.id, NOTHING_FOUND) if trayful is None else KitReply(request.id, trayful=trayful)


def fault_sentence(fault: KitError | PictureError | OSError) -> Words:
    """Return the message for a fault. Those of the disk have none of their own."""
    if not isinstance(fault, OSError):
        sentence: Words = fault.sentence
        return sentence
    why = fault.strerror or ""
    return _("{file}: {why}.", file=str(fault.filename), why=why) if fault.filename else _("The disk: {why}.", why=why)
