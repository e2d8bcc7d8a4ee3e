"""The codes of HTTP errors are an interface: a class may get another name, its code stays."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from companion.errors import LamplightError
from companion.schema import Refused

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "firmware_bridge")
SUBCLASS = re.compile(r"^class \w+\(\w*(Error|StoreFails)\)", re.MULTILINE)
CODES = [
    "BACKUPERROR",
    "BROKENGAME",
    "BUSERROR",
    "BUSY",
    "CAMERAERROR",
    "CANNOTMOVE",
    "CLAIMED",
    "CODECERROR",
    "CONFIDENCEERROR",
    "CONTENTERROR",
    "DAMAGED",
    "DAMAGEDDATABASE",
    "ELSEWHERE",
    "FLASHERROR",
    "FOREIGNREADING",
    "FULL",
    "INUSE",
    "KITERROR",
    "LAMPLIGHTERROR",
    "NEWER",
    "NOADDRESS",
    "NODIGEST",
    "NOEVENT",
    "NOHOUSE",
    "NOLENS",
    "NONAME",
    "NOTCHOSEN",
    "NOTDIVIDED",
    "NOTFOLLOWED",
    "NOTINVITED",
    "NOTKEPT",
    "NOTOURS",
    "NOTPOSTGRESQL",
    "NOTREMOVED",
    "NOTSETUP",
    "NOTTAUGHT",
    "OUTBOXERROR",
    "PATTERNERROR",
    "PICTUREERROR",
    "PLANEERROR",
    "PORTTAKEN",
    "READONLY",
    "ROSTERERROR",
    "SETTINGSERROR",
    "SETTINGSERROR",
    "STALE",
    "STOREFAILS",
    "STUMBLED",
    "TOPICERROR",
    "UNKNOWNEVENT",
    "UNKNOWNGAME",
    "UNKNOWNTABLE",
    "UNREACHED",
    "UPDATEERROR",
    "VECTORSERROR",
]


def import_errors() -> None:
    """Import every module that defines an error; the training scripts never serve a page."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if SUBCLASS.search(path.read_text(encoding="utf-8")) and "training" not in path.parts:
                import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))


def subclasses(kind: type[LamplightError]) -> Iterator[type[LamplightError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from subclasses(each)


def error_classes() -> list[type[LamplightError]]:
    import_errors()
    return [
        kind
        for kind in subclasses(LamplightError)
        if kind.__module__.split(".")[0] in PACKAGES and ".training" not in kind.__module__ and kind is not Refused
    ]


def test_each_error_class_has_its_own_code() -> None:
    assert [kind for kind in error_classes() if "code" not in vars(kind)] == []


def test_error_codes_stay_as_in_version_0_1_0() -> None:
    assert sorted(kind.code for kind in error_classes()) == CODES


def test_refusal_keeps_the_code_of_its_rule() -> None:
    assert Refused("NOT_OPEN", "This is answered.").code == "NOT_OPEN"
