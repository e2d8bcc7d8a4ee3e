"""Who sits at a table, and what each is asked, as one device is told."""

from __future__ import annotations

from dataclasses import dataclass

from companion.schema import Block, Prompt, Seat, Words
from companion.sessions import Source


@dataclass(frozen=True, slots=True)
class SourceView:
    """What a seat answers with where things of one kind are asked for."""

    kind: str
    source: Source


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat at the table."""

    seat: Seat
    name: Words
    asked: bool  # a prompt of the open question is this seat's
    answered: bool  # it has answered the open question; what, nobody sees before all are in
    joined: int  # devices that show this seat now
    claimed: bool = False  # a device of its own answers for it: the tablet does not
    own: bool = False  # something is for its eyes alone, and this device may be asked for it
    source: Source = "scan"  # what it answers with
    sources: tuple[SourceView, ...] = ()  # of each kind, where its game uses more than one


@dataclass(frozen=True, slots=True)
class WholeTableSource:
    """What is asked of the whole table is answered with."""

    source: Source
    sources: tuple[SourceView, ...]  # of each kind, where its game uses more than one


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What is one seat's own to read."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class PromptView:
    """An open prompt as this seat may see it; another's has no options."""

    prompt: Prompt
    name: Words  # of the seat
    mine: bool  # this device may answer it (the table's tablet may answer what is asked of any present seat openly)
    above: bool = False  # the Now line says its title, and nothing else
    source: Source = "scan"  # what its seat answers with
    chooses: str = ""  # the kind for which another source is chosen here, "" = all of them
