"""Build the page of fairness: a ledger of one table or of all, whole or of one person or evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from companion.fairness.ledger import DieStatistics, Ledger
from companion.fairness.luck import ThrowLuck, luckiest, unluckiest
from companion.fairness.played_table import DieGroup, PlayedTable
from companion.fairness.verdict_text import advice, streak, verdict
from companion.presentation.responses import DieLine, EveningLine, FaceLine, FairnessPage, LuckLine, PersonLine
from companion.schema import Words

SPREAD = 1.96 / sqrt(12)  # standard error of one throw's place, at most: 95 of 100 cases are within it


@dataclass(frozen=True, slots=True)
class LedgerFilter:
    """Selection of a ledger."""

    who: Words = ""  # "" = all people
    evening: str = ""  # "" = all


@dataclass(frozen=True, slots=True)
class LedgerData:
    """A ledger, and the luck of its throws by evening. `over`: the final sentences of ended tables."""

    ledger: Ledger
    lucks: Mapping[str, tuple[ThrowLuck, ...]]
    over: Mapping[str, Words] = field(default_factory=dict)


def fairness_page(data: LedgerData, wish: LedgerFilter, table: str, assets: str) -> FairnessPage:
    """Build the page. `table`: "" = all tables. An unknown filter selects nothing."""
    ledger = data.ledger
    shown = [evening for evening in ledger.evenings if wish.evening in ("", evening.id)]
    lucky = [line for evening in shown for line in _lucks(data, evening, wish.who)]
    if wish.who:
        dice = ledger.of_person(wish.who)
    else:
        dice = ledger.of_evening(wish.evening) if wish.evening else ledger.dice()
    best, worst = luckiest(luck for _, luck in lucky), unluckiest(luck for _, luck in lucky)
    return FairnessPage(
        assets=assets,
        table=table,
        title=ledger.evenings[0].title if table and ledger.evenings else "",
        ended=data.over.get(table, ""),
        who=wish.who,
        evening=wish.evening,
        rolls=sum(die.rolls for die in dice),
        dice=tuple(die_line(die, ledger.evenings) for die in dice),
        people=tuple(_person(data, name, shown) for name in ledger.people),
        evenings=tuple(
            EveningLine(
                evening.id, evening.title, _names(evening), len(evening.throws), evening.id in data.over, evening.began
            )
            for evening in reversed(ledger.evenings)
        ),
        luckiest=next((_luck(evening, luck) for evening, luck in lucky if luck is best), None),
        unluckiest=next((_luck(evening, luck) for evening, luck in lucky if luck is worst), None),
    )


def die_line(die: DieStatistics, evenings: Iterable[PlayedTable]) -> DieLine:
    """Build the record of a die."""
    group = die.group
    title = next((evening.title for evening in evenings if evening.game == group.game), "")
    return DieLine(
        id=id_of(group),
        kind=group.kind,
        game=title,
        app=group.by_app,
        rolls=die.rolls,
        count=die.count,
        faces=tuple(FaceLine(f.face, f.count, f.share, f.expected, f.low, f.high, f.verdict) for f in die.faces),
        sentence=verdict(die),
        advice=advice(die),
        streak=streak(die),
        told=tuple(die.sources.items()),
        amended=die.amended,
        undone=die.undone,
        unsure=die.unsure,
    )


def id_of(group: DieGroup) -> str:
    """Return the id of a group in URLs.

    >>> id_of(DieGroup("token", "pips")), id_of(DieGroup("d6", by_app=True))
    ('pips/token', 'app:d6')
    """
    name = "/".join(filter(None, (group.game, group.kind)))
    return f"app:{name}" if group.by_app else name


def _lucks(data: LedgerData, evening: PlayedTable, who: Words) -> Sequence[tuple[PlayedTable, ThrowLuck]]:
    lucks = data.lucks.get(evening.id, ())
    return [(evening, luck) for luck in lucks if who in ("", evening.name(luck.seat))]


def _luck(evening: PlayedTable, luck: ThrowLuck) -> LuckLine:
    return LuckLine(
        table=evening.id,
        name=evening.name(luck.seat),
        title=luck.title,
        kind=luck.kind,
        values=luck.values,
        best=luck.best,
        worst=luck.worst,
        app=luck.source == "virtual",
    )


def _person(data: LedgerData, name: Words, shown: Sequence[PlayedTable]) -> PersonLine:
    places = [luck.place for evening in shown for _, luck in _lucks(data, evening, name)]
    rolls = sum(evening.name(throw.seat) == name for evening in shown for throw in evening.throws)
    mean = sum(places) / len(places) if places else 0.5
    return PersonLine(name, rolls, len(places), mean, min(SPREAD / sqrt(len(places)), 0.5) if places else 0.5)


def _names(evening: PlayedTable) -> tuple[Words, ...]:
    return tuple(dict.fromkeys(evening.name(throw.seat) for throw in evening.throws))
