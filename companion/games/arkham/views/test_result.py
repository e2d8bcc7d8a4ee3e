"""The last test with its reasons, as a sum and as a sentence."""

from __future__ import annotations

from companion.games.arkham.state import State, Verdict
from companion.schema.view import Sum


def verdict(s: State, last: Verdict) -> Sum:
    """The last test with its reasons."""
    return Sum(
        title=f"{'Success' if last.passed else 'Failure'} by {last.by}",
        terms=last.terms,
        total=last.value,
        needed=last.difficulty,
        verdict="passed" if last.passed else "failed",
        sentence=sentence(s, last),
        faces=last.tokens,
        object="token",
        rule=decides(last),
    )


def sentence(s: State, last: Verdict) -> str:
    """As in "Ann: intellect 4 + icons 2 - token 2 = 4, 3 needed: passed by 1."."""
    name = s.seats[last.performer].name
    end = f"{'passed' if last.passed else 'failed'} by {last.by}"
    if last.auto:
        return f"{name}: automatic {'success' if last.auto == 'success' else 'failure'}, {end}."
    first, *others = last.terms
    parts = [f"{first.label} {first.value}"]
    parts += [
        f"{t.label} {t.text}" if t.text else f"{'−' if t.value < 0 else '+'} {t.label} {abs(t.value)}" for t in others
    ]
    floor = f" (counts as {last.value})" if last.value != last.total else ""
    return f"{name}: {' '.join(parts)} = {last.total}{floor}, {last.difficulty} needed: {end}."


def decides(last: Verdict) -> str:
    """The clause by which the last test came out so."""
    if last.auto:
        return "AH-ST-6-3" if last.auto == "success" else "AH-ST-6-5"
    return "AH-ST-6-2" if last.passed else "AH-ST-6-4"
