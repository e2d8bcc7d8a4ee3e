"""The kits of this user: listed, shown, changed, put on the table and taken off, as the page of kits wishes."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.i18n import _
from companion.schema import KitFace, KitLine, KitPage, KitRequest, KitShot
from vision.enrolment import kit_archive, shots
from vision.enrolment.confusion import confused_faces
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.page_images import PageFiles, shot_file
from vision.kit import CARD, Kit, KitError, check_name, is_own, kit_names, load_kit

ENOUGH = 3
"""Shots of a face after which no more are requested."""
UNSHOWN = _("It is read without shots: the readers know this print already.")


@dataclass(slots=True)
class KitLibrary:
    """Every method raises KitError, or OSError where the disk fails."""

    pictures: Path
    """The folder from which the page shows pictures."""
    uploads: Path
    """Folder of the page's uploads."""
    in_use: KitsInUse
    changed: Callable[[tuple[Kit, ...]], None] = lambda _kits: None
    """Called with all kits on the table after a change of them."""
    shown: PageFiles = field(init=False)

    def __post_init__(self) -> None:
        self.shown = PageFiles(self.pictures)

    def lines(self) -> tuple[KitLine, ...]:
        """Every kit in a line; of a damaged one what is wrong with it."""
        return tuple(self._line(name) for name in kit_names())

    def page(self, kit: Kit) -> KitPage:
        """Return a kit with its faces, and which face is to be shown next."""
        faces = tuple(self._face(kit, value) for value in kit.values)
        fewest = min((face.shots for face in faces), default=0)
        wanted = next((face.value for face in faces if face.shots == fewest), "") if fewest < ENOUGH else ""
        return KitPage(
            kit.name, kit.kind, is_own(kit.name), kit.name in self.in_use.names, faces, wanted if is_taught(kit) else "",
            fewest > 0, tuple(pair.sentence for pair in confused_faces(kit)), "" if is_taught(kit) else UNSHOWN,
        )  # fmt: skip

    def shots(self, name: str, value: str) -> tuple[KitShot, ...]:
        """All shots of a face, the newest first."""
        return tuple(
            KitShot(self.shown.shot(shot.image), shot.origin.startswith(shots.CORRECTED))
            for shot in reversed(load_kit(check_name(name)).shots)
            if shot.value == value
        )

    def export(self, name: str) -> str:
        """Return the file of a packed kit, as the page calls it."""
        return self.shown.write(f"{name}-{secrets.token_hex(3)}.zip", kit_archive.pack_kit(name))

    def edit(self, request: KitRequest) -> Kit:
        """Do what the request asks of one kit, and return the kit as it is then."""
        match request.act:
            case "begin":
                return shots.create_kit(request.kit, request.kind, "", request.values)
            case "back":
                gone = shots.taught_origin(request.trayful)
                return self._reloaded(shots.drop_shots(request.kit, lambda shot: shot.origin == gone))
            case "forget":
                return self._reloaded(shots.remove_face(request.kit, "".join(request.values[:1])))
            case "drop":
                file = Path(request.file).name
                return self._reloaded(shots.drop_shots(request.kit, lambda shot: shot_file(shot.image) == file))
            case "use":
                return self.use(request.kit, request.on)
            case "import":
                packed = self.uploads / Path(request.file).name
                return self.use(kit_archive.unpack_kit(packed, request.kit, beside=True).name, on=True)
            case _:
                return load_kit(check_name(request.kit))

    def use(self, name: str, on: bool) -> Kit:
        """Put a kit on the table or take it off."""
        kit = load_kit(check_name(name))
        if (name in self.in_use.names) != on:
            self.in_use.use(name, on)
        return self._reloaded(kit)

    def remove(self, name: str) -> None:
        """Throw the user's own kit away."""
        shots.remove_kit(name)
        if name not in kit_names() and name in self.in_use.names and name not in self.in_use.configured:
            self.in_use.use(name, on=False)
        self.reload()

    def reload(self) -> None:
        """Notify the readers that the kits have changed."""
        self.changed(self.in_use.load())

    def _reloaded(self, kit: Kit) -> Kit:
        self.reload()
        return kit

    def _line(self, name: str) -> KitLine:
        used = name in self.in_use.names
        try:
            kit = load_kit(name)
        except KitError as error:
            return KitLine(name, "", is_own(name), used, 0, 0, 0, error.sentence)
        shown = {shot.value for shot in kit.shots}
        return KitLine(name, kit.kind, is_own(name), used, len(kit.values), len(shown), len(kit.shots))

    def _face(self, kit: Kit, value: str) -> KitFace:
        of_value = [shot for shot in kit.shots if shot.value == value]
        corrected = sum(shot.origin.startswith(shots.CORRECTED) for shot in of_value)
        picture = self.shown.shot(of_value[-1].image) if of_value else ""
        return KitFace(value, len(of_value), corrected, picture)


def is_taught(kit: Kit) -> bool:
    """Return whether its faces need shots; those of cards and of pips do not."""
    return kit.kind != CARD and (bool(kit.shots) or is_own(kit.name))
