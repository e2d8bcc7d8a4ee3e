"""Where kits are taught: takes trayfuls from the camera or from photographs, and keeps what people say they show.

Nothing here knows of a bus. A wish comes in as `KitRequest`, its answer is `KitReply`; a look may have to wait for the tray.
"""

import logging
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.errors import LamplightError
from companion.schema.camera import CameraFinding, Fault
from companion.schema.kit_enrolment import KitFace, KitLine, KitPage, KitReply, KitRequest, KitShot
from vision.enrolment import kit_archive, shots
from vision.enrolment.confusion import confusion
from vision.enrolment.kit_builder import shape_of
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.labelled_tray import MOST, TrayObject, guess, label_tray, lying_at, shots_of
from vision.enrolment.lesson import KitLesson
from vision.enrolment.page_images import PageFiles, shot_file, shown_scale
from vision.image.decode import Image, PictureError, decode
from vision.image.frame import Frame
from vision.kit import CARD, Kit, KitError, check_name, folder_of, is_own, kit_names, load_kit
from vision.shapes import SHAPE_OF_KIND
from vision.tray.tray_plane import TrayPlane, find_tray

logger = logging.getLogger(__name__)

KEPT_TRAYFULS = 12
"""Trayfuls, each with its cut-outs, that can still be named; a lesson has five."""
LOOK_S = 3.0
"""s that a look waits for the tray, at most; the page asks again."""
FAULTS = (KitError, PictureError, OSError)
"""What may be wrong with a wish, or with the disk."""
ENOUGH = 3
"""Shots of a face after which no more are asked for."""
WORTHLESS: frozenset[Fault] = frozenset({"nothing", "dark", "glare", "blurred", "coarse", "mirrored"})
"""What a picture has of which every shot would be a bad one; the rest moves or hides things, and spoils none of their faces."""
NOTHING_FOUND = "Nothing was found on the tray. Lay the things apart from each other, on the plain floor."
TAUGHT = "taught"
RECORDED = (
    "This demo plays recorded throws. Take a photograph of your things with this device, or start it with a camera: "
    "./table demo --camera 0"
)
UNSHOWN = "It is read without shots: the readers know this print already."


Judge = Callable[[Image, TrayPlane | None], Sequence[CameraFinding]]
"""What is wrong with how a picture shows its tray, the most important first."""


@dataclass(frozen=True, slots=True, eq=False)
class CapturedTray:
    """A trayful that waits for its names."""

    kit: str
    lie: tuple[TrayObject, ...]


@dataclass(slots=True)
class KitTrainer:
    """Safe for two threads: one calls `see`, the other everything else."""

    shown: PageFiles
    uploads: Path
    in_use: KitsInUse
    judge: Judge
    changed: Callable[[tuple[Kit, ...]], None] = lambda _kits: None
    """Called with all kits on the table after a change of them."""
    lesson: KitLesson = field(default_factory=KitLesson)
    recorded: bool = False
    """Whether the camera is a recording: nobody can lay anything on its tray."""
    _picture: tuple[str, Image] = ("", np.zeros((1, 1, 3), np.uint8))
    """Of the newest trayful."""
    _taken: OrderedDict[str, CapturedTray] = field(default_factory=OrderedDict)
    _known: dict[str, tuple[int, Kit | None]] = field(default_factory=dict)
    _last: dict[str, Counter[str]] = field(default_factory=dict)
    """Kit -> the faces that were named the last time."""

    @property
    def is_blind(self) -> bool:
        """Whether no camera can show what lies on the tray."""
        return self.recorded or self.lesson.is_silent

    def see(self, frame: Frame, tray: TrayPlane | None) -> None:
        """A frame of the camera."""
        self.lesson.see(frame, tray)

    def do(self, wish: KitRequest) -> KitReply:
        """Everything but a look. What cannot be done is a sentence."""
        try:
            return self._done(wish)
        except FAULTS as error:
            return KitReply(wish.id, sentence(error))

    def _done(self, wish: KitRequest) -> KitReply:
        match wish.act:
            case "kits":
                return KitReply(wish.id, kits=tuple(self._line(name) for name in kit_names()))
            case "photo":
                return self._photo(wish)
            case "point":
                return self._point(wish)
            case "stay":
                self.lesson.stay(wish.kit)
                return KitReply(wish.id)
            case "leave":
                self.lesson.leave(wish.kit)
                return KitReply(wish.id)
            case "shots":
                return KitReply(wish.id, shots=self._shots(load_kit(check_name(wish.kit)), "".join(wish.values[:1])))
            case "remove":
                return self._remove(wish)
            case "export":
                name = f"{wish.kit}-{secrets.token_hex(3)}.zip"
                return KitReply(wish.id, file=self.shown.write(name, kit_archive.pack(wish.kit)))
            case _:
                return self._page(wish, self._kit(wish))

    def _kit(self, wish: KitRequest) -> Kit:
        """The kit after what was wished for."""
        match wish.act:
            case "begin":
                return shots.begin(wish.kit, wish.kind, SHAPE_OF_KIND.get(wish.kind, "other"), wish.values)
            case "name":
                return self._name(wish)
            case "back":
                return self._again(shots.drop(wish.kit, lambda shot: shot.origin == origin(wish.trayful)))
            case "forget":
                return self._again(shots.forget(wish.kit, "".join(wish.values[:1])))
            case "drop":
                gone = Path(wish.file).name
                return self._again(shots.drop(wish.kit, lambda shot: shot_file(shot.image) == gone))
            case "use":
                return self._use(wish.kit, wish.on)
            case "import":
                return self._use(
                    kit_archive.unpack(self.uploads / Path(wish.file).name, wish.kit, beside=True).name, on=True
                )
            case _:
                return load_kit(check_name(wish.kit))

    def _line(self, name: str) -> KitLine:
        used = name in self.in_use.names
        try:
            kit = load_kit(name)
        except KitError as error:
            return KitLine(name, "", is_own(name), used, 0, 0, 0, str(error))
        shown = {shot.value for shot in kit.shots}
        return KitLine(name, kit.kind, is_own(name), used, len(kit.values), len(shown), len(kit.shots))

    def _page(self, wish: KitRequest, kit: Kit) -> KitReply:
        faces = tuple(self._face(kit, value) for value in kit.values)
        fewest = min((face.shots for face in faces), default=0)
        wanted = next((face.value for face in faces if face.shots == fewest), "") if fewest < ENOUGH else ""
        page = KitPage(
            kit.name, kit.kind, is_own(kit.name), kit.name in self.in_use.names, faces, wanted if is_taught(kit) else "",
            fewest > 0, tuple(pair.sentence for pair in confusion(kit)), "" if is_taught(kit) else UNSHOWN,
        )  # fmt: skip
        return KitReply(wish.id, kit=page)

    def _face(self, kit: Kit, value: str) -> KitFace:
        of_value = [shot for shot in kit.shots if shot.value == value]
        corrected = sum(shot.origin.startswith(shots.CORRECTED) for shot in of_value)
        picture = self.shown.shot(of_value[-1].image) if of_value else ""
        return KitFace(value, len(of_value), corrected, picture)

    def _shots(self, kit: Kit, value: str) -> tuple[KitShot, ...]:
        """All of a face, the newest first."""
        return tuple(
            KitShot(self.shown.shot(shot.image), shot.origin.startswith(shots.CORRECTED))
            for shot in reversed(kit.shots)
            if shot.value == value
        )

    def look(self, wish: KitRequest) -> KitReply | str:
        """The trayful on the tray, or what it waits for."""
        if self.recorded:
            return RECORDED
        if not self.lesson.stay(wish.kit):
            return f"Another device teaches the kit {self.lesson.kit} with this camera. Finish there first, or take photographs."
        taken = self.lesson.take(wish.trayful)
        if isinstance(taken, str):
            return taken
        frame, tray = taken
        tray = find_tray(frame.image) or tray
        wrong = [one for one in self.judge(frame.image, tray) if one.grave]
        if wrong and wrong[0].fault in WORTHLESS:
            self.lesson.saw_badly(wish.trayful, wrong[0].advice)
            return wrong[0].advice
        try:
            answer = self._trayful(wish, frame.image, tray)
        except FAULTS as error:
            return KitReply(wish.id, sentence(error))
        if answer.trayful is None:
            return self._why_nothing(wish.trayful, answer.sentence, wrong)
        return answer

    def _why_nothing(self, last: str, found: str, wrong: Sequence[CameraFinding]) -> str:
        """Why nothing lies there for the lesson: the camera's word first, for it may be the cause."""
        if not wrong:
            self.lesson.found_nothing(last, found)
            return found
        self.lesson.saw_badly(last, wrong[0].advice)
        return wrong[0].advice

    def _photo(self, wish: KitRequest) -> KitReply:
        image = decode((self.uploads / Path(wish.file).name).read_bytes(), "The photograph")
        return self._trayful(wish, image, find_tray(image))

    def _point(self, wish: KitRequest) -> KitReply:
        """The newest trayful with one object more, the last of all."""
        taken = self._taken.get(wish.trayful)
        if taken is None or taken.kit != wish.kit or self._picture[0] != wish.trayful:
            raise KitError("This picture is not known any more. Take it again.")
        if len(taken.lie) >= MOST:
            raise KitError(f"More than {MOST} things on one tray are too many. Lay fewer.")
        image = self._picture[1]
        scale = shown_scale(image)
        kit = load_kit(wish.kit)
        shape = kit.shape if kit.shots or kit.kind in SHAPE_OF_KIND else ""
        x, y = (min(max(0.0, at / scale), side) for at, side in zip(wish.at, image.shape[1::-1], strict=True))
        lie = (*taken.lie, lying_at(image, x, y, taken.lie, shape))
        lie = guess(lie, kit, self._others(kit), self._last.get(kit.name))
        self._taken[wish.trayful] = CapturedTray(kit.name, lie)
        return KitReply(wish.id, trayful=self.shown.trayful(wish.trayful, image, lie))

    def _trayful(self, wish: KitRequest, image: Image, tray: TrayPlane | None) -> KitReply:
        kit = load_kit(check_name(wish.kit))
        lie = label_tray(
            image, kit.shape if kit.shots or kit.kind in SHAPE_OF_KIND else "", tray.corners if tray else None
        )
        if not lie:
            return KitReply(wish.id, NOTHING_FOUND)
        lie = guess(lie, kit, self._others(kit), self._last.get(kit.name))
        name = secrets.token_hex(6)
        self._taken[name] = CapturedTray(kit.name, lie)
        while len(self._taken) > KEPT_TRAYFULS:
            self._taken.popitem(last=False)
        self.lesson.newest, self._picture = name, (name, image)
        return KitReply(wish.id, trayful=self.shown.trayful(name, image, lie))

    def _others(self, kit: Kit) -> tuple[Kit, ...]:
        """Other kits of the same kind; what was read once stays in memory until its file changes."""
        found = []
        for name in kit_names():
            stamp = (folder_of(name) / "kit.toml").stat().st_mtime_ns
            if self._known.get(name, (0, None))[0] != stamp:
                self._known[name] = (stamp, _loaded(name))
            other = self._known[name][1]
            if other is not None and other.kind == kit.kind and other.name != kit.name:
                found.append(other)
        return tuple(found)

    def _name(self, wish: KitRequest) -> Kit:
        """The named objects become shots; named once more, they replace what was said before."""
        taken = self._taken.get(wish.trayful)
        if taken is None or taken.kit != wish.kit or len(taken.lie) != len(wish.names):
            raise KitError("These objects are not known any more. Take the picture again.")
        kit = load_kit(wish.kit)
        if any(shot.origin == origin(wish.trayful) for shot in kit.shots):
            kit = shots.drop(wish.kit, lambda shot: shot.origin == origin(wish.trayful))
        fresh = shots_of(taken.lie, wish.names, origin(wish.trayful))
        named = [one.found for one, name in zip(taken.lie, wish.names, strict=True) if name]
        shape = "" if kit.shots or not named else shape_of(kit.kind, named)
        self._last[wish.kit] = Counter(shot.value for shot in fresh)
        shots.add(wish.kit, fresh, shape)
        return self._use(wish.kit, on=True)

    def _use(self, name: str, on: bool) -> Kit:
        kit = load_kit(check_name(name))
        if (name in self.in_use.names) != on:
            self.in_use.use(name, on)
        return self._again(kit)

    def _again(self, kit: Kit) -> Kit:
        self.changed(self.in_use.load())
        return kit

    def _remove(self, wish: KitRequest) -> KitReply:
        shots.remove(wish.kit)
        if wish.kit not in kit_names() and wish.kit in self.in_use.names and wish.kit not in self.in_use.told:
            self.in_use.use(wish.kit, on=False)
        self.changed(self.in_use.load())
        return KitReply(wish.id)


def sentence(fault: LamplightError | OSError) -> str:
    """What a page is told of a fault; those of the disk do not speak in sentences."""
    return f"{fault.filename or 'The disk'}: {fault.strerror}." if isinstance(fault, OSError) else str(fault)


def origin(trayful: str) -> str:
    """Of the shots of a trayful."""
    return f"{TAUGHT} {trayful}"


def is_taught(kit: Kit) -> bool:
    """Whether its faces are known by shots; those of cards and of pips are known without."""
    return kit.kind != CARD and (bool(kit.shots) or is_own(kit.name))


def _loaded(name: str) -> Kit | None:
    """The kit, or None where it is damaged: the list of kits says so."""
    try:
        return load_kit(name)
    except KitError:
        logger.debug("the kit %s cannot be read", name)
        return None
