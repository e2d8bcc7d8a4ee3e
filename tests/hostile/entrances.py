"""List every file format that comes from outside: valid samples to spoil, and the function that reads them.

A reader either accepts a file or refuses it with one of our sentences, and then leaves all other files unchanged.
"""

from __future__ import annotations

import json
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from unittest import mock

import cv2
import numpy as np

from companion import games, settings
from companion.archive.file import MANIFEST
from companion.archive.inspection import check
from companion.archive.replay import run as replay
from companion.engine import content
from companion.errors import ContentError
from companion.i18n.catalogues import UNREADABLE
from companion.i18n.compile_catalogue import compile_catalogue
from companion.ops.backup import backup_file
from companion.presentation import prove_sheets
from companion.presentation.pages.sheets import read_upload
from companion.scenarios.locate import read_scenario as scenario
from companion.schema import load_tags
from companion.sessions import SetupChoiceStore, TagBook
from companion.system.safe_load import MOST_TEXT, bytes_of
from firmware_bridge.flash.boards import RP2040, UNO
from firmware_bridge.flash.image import check as check_image
from firmware_bridge.readers import configured_readers
from tests.archive.forger import forged, members_of
from tests.archive.houses import Place, kept, short
from tests.games.mansions.own.small import PAGE
from tests.games.mansions.valkyrie.pack import zipped
from tests.hostile.odd import change_one, spoil
from vision.commands.read import load_picture
from vision.enrolment import kit_builder
from vision.enrolment.kit_archive import pack_kit, unpack_kit
from vision.enrolment.kits_in_use import KitsInUse
from vision.enrolment.shots import remove_kit
from vision.image.decoder import decode, decode_grey
from vision.kit import read_kit
from vision.stream.picture_folder import open_picture
from vision.tray.tray_plane import load_tray

ROOT = Path(__file__).parents[2]
ADVENTURES = "companion/games/draw_your_weapon/content/adventures"
Take: TypeAlias = Callable[[Path], object]
Spoil: TypeAlias = Callable[[bytes, Random], bytes]


def spoil_json(good: bytes, random: Random) -> bytes:
    """Its bytes, or what they say."""
    if random.random() < 0.4:
        return spoil(good, random)
    return json.dumps(change_one(json.loads(good), random)).encode()


def spoil_zip(good: bytes, random: Random) -> bytes:
    """Its bytes, what is in it, or how it is packed."""
    if random.random() < 0.4:
        return spoil(good, random)
    with zipfile.ZipFile(BytesIO(good)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = random.choice(list(members))
    members[name] = _bomb(random) if random.random() < 0.2 else spoil(members[name], random)
    out = BytesIO()
    with zipfile.ZipFile(
        out, "w", random.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_LZMA))
    ) as archive:
        for member, inside in members.items():
            entry = zipfile.ZipInfo(member if random.random() < 0.9 else random.choice(ELSEWHERE))
            if random.random() < 0.05:
                entry.external_attr = 0o120777 << 16  # a link
            entry.compress_type = archive.compression
            archive.writestr(entry, inside)
    return out.getvalue()


def _bomb(random: Random) -> bytes:
    """A little that becomes much."""
    return b"x" * random.choices((1000, 300_000, 20_000_000), (5, 5, 1))[0]


def spoil_backup(good: bytes, random: Random) -> bytes:
    """Mostly with a list that fits what is in it: else its database would never be looked at."""
    if random.random() < 0.4:
        return spoil_zip(good, random)
    members = members_of(good)
    name = random.choice([name for name in members if name != backup_file.MANIFEST])
    members[name] = spoil(members[name], random)
    told = json.loads(members.pop(backup_file.MANIFEST)) | {"files": backup_file.digests_of(members)}
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for member, inside in {backup_file.MANIFEST: json.dumps(told).encode(), **members}.items():
            packed.writestr(member, inside)
    return out.getvalue()


def spoil_record(good: bytes, random: Random) -> bytes:
    """Mostly under a seal that fits: else every one would end there."""
    if random.random() < 0.2:
        return spoil_zip(good, random)
    members = members_of(good)
    name = random.choice([name for name in members if name != MANIFEST])
    return forged(good, {name: spoil(members[name], random)})


ELSEWHERE = (
    "../out.txt",
    "/etc/out.txt",
    "C:\\out.txt",
    "a\\..\\..\\out",
    "a/" * 200 + "x",
    "\u202etxt.exe",
    "x" * 300,
    "quest.ini",
    "a\x01b",
)


SPOILS: Mapping[str, Spoil] = {".json": spoil_json, ".zip": spoil_zip, ".valkyrie": spoil_zip}


@dataclass(frozen=True, slots=True)
class Entrance:
    """One kind of file."""

    name: str
    file: str  # its name
    samples: tuple[bytes, ...] | Callable[[], tuple[bytes, ...]]
    take: Take
    own_spoil: Spoil | None = None
    uploaded: bool = False  # it comes over the page alone, so its file type on disk does not matter

    def good(self) -> tuple[bytes, ...]:
        """Return valid files."""
        return self.samples() if callable(self.samples) else self.samples

    def spoil(self, good: bytes, random: Random) -> bytes:
        return (self.own_spoil or SPOILS.get(Path(self.file).suffix, spoil))(good, random)


def toml(pattern: str) -> Callable[[], tuple[bytes, ...]]:
    return lambda: tuple(path.read_bytes() for path in ROOT.glob(pattern))


@cache
def pictures() -> tuple[bytes, ...]:
    """A small tray in every format that is read."""
    grid = np.indices((90, 120)).sum(0)[..., None] * np.array([1, 3, 7])
    image = (grid % 251).astype(np.uint8)
    made = [cv2.imencode(ending, image)[1].tobytes() for ending in (".jpg", ".png", ".webp", ".bmp", ".gif")]
    made.append(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes())
    return tuple(made)


def huge_png(width: int = 30_000, height: int = 30_000) -> bytes:
    """A PNG of nothing, of a hundred kB and 900 megapixels."""

    def chunk(kind: bytes, inside: bytes) -> bytes:
        return struct.pack(">I", len(inside)) + kind + inside + struct.pack(">I", zlib.crc32(kind + inside))

    packed = zlib.compressobj(9)
    row = b"\0" * (1 + (width + 7) // 8)
    lines = b"".join(packed.compress(row) for _ in range(height)) + packed.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


def read_photograph(path: Path) -> None:
    """As a photograph is read, in colour and in grey."""
    data = path.read_bytes()
    decode(data, path.name)
    decode_grey(data, path.name, 16)


def sheet_entrance(game: str, kind: str) -> Entrance:
    found = games.find(game)

    def good() -> tuple[bytes, ...]:
        shipped = list(found.sheets[kind].shipped().items())[:3]
        return tuple(json.dumps({kind: {f"my-{name}": to_json_values(data)}}).encode() for name, data in shipped)

    def take(path: Path) -> object:
        return prove_sheets(found, kind, read_upload(found, kind, path.name, path.read_bytes()).record, {})

    return Entrance(f"sheet {game}/{kind}", "sheet.json", good, take, uploaded=True)


def to_json_values(value: Any) -> Any:
    """Return JSON of a frozen record."""
    if isinstance(value, Mapping):
        return {key: to_json_values(inner) for key, inner in value.items()}
    return [to_json_values(inner) for inner in value] if isinstance(value, list | tuple) else value


@cache
def own_scenarios() -> tuple[bytes, ...]:
    """The example that the page for authors shows: small, with all that there is."""
    return (PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0].encode(),)


def own_scenario(path: Path) -> None:
    content.load.cache_clear()  # it reads a file once
    scenario(path)


def two_files(path: Path) -> None:
    """A scenario in two files of a folder: one good, one spoiled."""
    if not path.with_name("a.toml").exists():
        path.with_name("a.toml").write_bytes(own_scenarios()[0])
    own_scenario(path.parent)


def kit_folder(path: Path) -> None:
    """Write a kit.toml with a shot."""
    shot = path.parent / "shots" / "a.jpg"
    if not shot.exists():
        shot.parent.mkdir(exist_ok=True)
        shot.write_bytes(pictures()[0])
    read_kit(path.parent)


def kit_parcel(path: Path) -> None:
    """Taken in and thrown away again: thousands of kits would be all that is looked at."""
    remove_kit(unpack_kit(path, beside=True).name)


def adventure(path: Path) -> None:
    read_upload(games.find("draw_your_weapon"), "adventure", path.name, path.read_bytes())


def configured_readers_of(path: Path) -> None:
    configured_readers.load_configured_readers(path.parent)


def evenings() -> tuple[bytes, ...]:
    return kept("nemesis"), kept("mansions")


def images() -> tuple[bytes, ...]:
    """One in each format."""
    block = bytearray(512)
    struct.pack_into("<2I", block, 0, 0x0A324655, 0x9E5D5157)
    struct.pack_into("<I", block, 28, RP2040.family)
    return b":100000000C9434000C943E000C943E000C943E0082\n:00000001FF\n", bytes(block)


def firmware(path: Path) -> None:
    """Return the board that the first bytes belong to."""
    begins = path.read_bytes()[:1] if path.is_file() and path.stat().st_size < 1_000_000 else b""
    check_image(UNO if begins == b":" else RP2040, path)


def parcel_of_kit() -> tuple[bytes, ...]:
    """Two shots of a kit that ships."""
    with zipfile.ZipFile(BytesIO(pack_kit("demo_token"))) as archive:
        shots = [name for name in archive.namelist() if name.endswith(".jpg")][:2]
        rows = "".join(f'[[shot]]\nvalue = "skull"\nfile = "{Path(name).name}"\n' for name in shots)
        told = f'kind = "token"\nshape = "disc"\nvalues = ["skull"]\n{rows}'
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as small:
            small.writestr("mine/kit.toml", told)
            for name in shots:
                small.writestr(f"mine/shots/{Path(name).name}", archive.read(name))
    return (out.getvalue(),)


def catalogue() -> tuple[bytes, ...]:
    """Return the header of one of our catalogues, and some sentences."""
    told = (ROOT / "companion" / "i18n" / "locale" / "de" / "LC_MESSAGES" / "house.po").read_bytes().split(b"\n\n")
    return (b"\n\n".join(told[:30]) + b"\n",)


def catalogue_take(path: Path) -> None:
    """As a dropped one is read. Raises ContentError."""
    try:
        compile_catalogue(bytes_of(path, MOST_TEXT), "de")
    except UNREADABLE as error:
        raise ContentError(f"{path}: {error}") from error


def labels() -> tuple[bytes, ...]:
    one = {"kind": "d6", "value": "3", "box": [4, 5, 30, 30], "cocked": False, "partial": False}
    return (
        json.dumps(
            [{"file": "a.jpg", "objects": [one, {**one, "box": None}]}, {"file": "b.jpg", "objects": [one]}]
        ).encode(),
    )


def database() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        place.lay(short("mansions"))
        place.log.close()
        file = next(Path(folder).glob("*.db"))
        return (file.read_bytes(),)


def backups() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        log, into = Path(folder, "log.db"), Path(folder, "a.zip")
        log.write_bytes(database()[0])
        backup_file.write_backup(backup_file.BackupManifest(1.0), log, {"tags.json": BOOK}, into)
        return (into.read_bytes(),)


def environment(path: Path) -> None:
    """Settings of the environment."""
    told = path.read_text(encoding="utf-8", errors="surrogateescape").replace("\0", "")
    rows = (line.partition("=") for line in told.splitlines())
    with mock.patch.object(os, "environ", {**os.environ, **{name: value for name, _, value in rows if name}}):
        settings.load()  # the C library never frees variables that were put into the real environment


ENVIRONMENT = b'LAMPLIGHT_PORT=8080\nLAMPLIGHT_CAMERA__SOURCE=0\nLAMPLIGHT_BROKER={"kind": "external"}\nLAMPLIGHT_HOSTS=["a.lan"]\nLAMPLIGHT_DATA=/tmp/x\nLAMPLIGHT_CAMERA__KITS=["d6"]\n'

TAGS = b'[tags]\n62E3086CED = "skull"\n[cards]\n04A1B2C3 = "QS"\n[buttons]\n"button:1" = "go"\n'
CHOICES = b'{"way": "local", "source": "/dev/video0", "kits": true}\n'
TRAY = b'{"corners": [[0, 0], [9, 0], [9, 9], [0, 9]], "px_per_mm": 2.5}\n'
KIT = b'kind = "token"\nshape = "disc"\nvalues = ["a", "b"]\n[thresholds]\nsame = 0.8\n[[shot]]\nvalue = "a"\nfile = "a.jpg"\n'
SECOND = b"room = {}\nmonster = {}\nactivation = {}\n"
BOOK = b'{"tags": {"62E3086CED": {"meaning": {"kind": "token", "value": "skull"}, "reading": ""}}}\n'

ENTRANCES: tuple[Entrance, ...] = (
    Entrance("settings", "table.toml", toml("deploy/table.toml"), settings.load),
    Entrance("environment", "environment", (ENVIRONMENT,), environment, uploaded=True),
    Entrance("tags", "tags.toml", (TAGS,), load_tags),
    Entrance("content", "content.toml", toml("companion/games/nemesis/content/rules.toml"), content.load.__wrapped__),
    Entrance("own scenario", "own.toml", own_scenarios, own_scenario),
    Entrance("second file of a scenario", "scenario/b.toml", (SECOND,), two_files, uploaded=True),
    Entrance("community scenario", "quest.valkyrie", lambda: (zipped(),), scenario),
    Entrance("adventure", "evening.toml", toml(f"{ADVENTURES}/*.toml"), adventure, uploaded=True),
    Entrance("choices of the set-up", "setup.json", (CHOICES,), SetupChoiceStore),
    Entrance("tag book", "tags.json", (BOOK,), lambda p: TagBook({}, p)),
    Entrance("readers set up", configured_readers.READERS_FILE, (b'{"readers": []}\n',), configured_readers_of),
    Entrance("kits in use", "kits.json", (b'{"added": ["d6"], "left_out": []}\n',), lambda p: KitsInUse((), p)),
    sheet_entrance("arkham", "investigator"),
    sheet_entrance("draw_your_weapon", "character"),
    sheet_entrance("mansions", "investigator"),
    sheet_entrance("nemesis", "crew"),
    Entrance("evening", "evening.lamplight", evenings, lambda p: check(p, lambda _: None), spoil_record),
    Entrance("log", "log.db", database, lambda p: replay(p, lambda _: None)),
    Entrance("backup", "lamplight-0001-2026-11-22-2143.zip", backups, backup_file.verify_backup, spoil_backup),
    Entrance("catalogue", "house.po", catalogue, catalogue_take),
    Entrance("labels", "labels.json", labels, lambda p: kit_builder.read_labels(p, "d6")),
    Entrance("tray", "tray.json", (TRAY,), load_tray),
    Entrance("kit folder", "kit.toml", (KIT,), kit_folder),
    Entrance("kit parcel", "kit.zip", parcel_of_kit, kit_parcel),
    Entrance("photograph", "a.jpg", pictures, read_photograph, uploaded=True),
    Entrance("picture", "a.jpg", pictures, load_picture),
    Entrance("folder camera", "a.jpg", pictures, open_picture),
    Entrance("firmware", "image.hex", images, firmware),
)
