"""Small JSON records that several routes answer with."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema import Meaning, Seat


@dataclass(frozen=True, slots=True)
class EmptyResponse:
    """The request succeeded."""


@dataclass(frozen=True, slots=True)
class ErrorResponse:
    """The reason of a refusal. Nothing has changed."""

    code: str  # for programs: NOT_OPEN, CODECERROR, ...
    sentence: str  # for people, in the language of the device
    rule: str  # the paragraph that forbids it, "" without one


@dataclass(frozen=True, slots=True)
class OneTable:
    """The name of a table."""

    table: str  # "" without one


@dataclass(frozen=True, slots=True)
class SeatResponse:
    """The table and the seat that this device shows."""

    table: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class QrCodeResponse:
    """An address and its QR code as SVG."""

    url: str
    svg: str


@dataclass(frozen=True, slots=True)
class InvitationResponse(QrCodeResponse):
    """An invitation for one device."""

    seat: Seat
    other: QrCodeResponse | None  # the same by IP address, if the name may not resolve


@dataclass(frozen=True, slots=True)
class SheetKept:
    """The stored sheet."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class SheetsBrought:
    """The sheets stored from a file."""

    names: tuple[str, ...]
    report: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviousMeaning:
    """The earlier meaning of a tag."""

    before: Meaning | None


@dataclass(frozen=True, slots=True)
class CurrentMeaning:
    """The current meaning of a tag."""

    now: Meaning | None


@dataclass(frozen=True, slots=True)
class HealthResponse:
    """Health for machines."""

    healthy: bool
    assets: str
    wrong: tuple[str, ...]  # codes of the problems
