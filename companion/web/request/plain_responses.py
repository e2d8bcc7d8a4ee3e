"""Small JSON records that several routes answer with."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema import Meaning, Seat


@dataclass(frozen=True, slots=True)
class EmptyResponse:
    """It is done."""


@dataclass(frozen=True, slots=True)
class ErrorResponse:
    """Why it was not done; then nothing has changed."""

    code: str  # for programs: NOT_OPEN, CODECERROR, ...
    sentence: str  # for people, in the language of the device
    rule: str  # the paragraph that forbids it, "" = none does


@dataclass(frozen=True, slots=True)
class OneTable:
    """A table by its name."""

    table: str  # "" = there is none


@dataclass(frozen=True, slots=True)
class SeatResponse:
    """What this device shows from now on."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class QrCodeResponse:
    """An address in letters and as a picture of squares."""

    url: str
    svg: str


@dataclass(frozen=True, slots=True)
class InvitationResponse(QrCodeResponse):
    """An invitation, which one device can take."""

    seat: Seat
    other: QrCodeResponse | None  # the same by number, where the name may not be found


@dataclass(frozen=True, slots=True)
class SheetKept:
    """A sheet is kept."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class SheetsBrought:
    """All sheets of a file are kept."""

    names: tuple[str, ...]
    report: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviousMeaning:
    """What a tag stood for until now."""

    before: Meaning | None


@dataclass(frozen=True, slots=True)
class CurrentMeaning:
    """What a tag stands for from now on."""

    now: Meaning | None


@dataclass(frozen=True, slots=True)
class HealthResponse:
    """Whether all is well, for machines."""

    healthy: bool
    assets: str
    wrong: tuple[str, ...]  # codes of what is
