"""Health of the server of the screens: well, or with three problems."""

from __future__ import annotations

from companion.ops.health.conditions import conditions
from companion.ops.health.inputs import BackupState, HealthInputs
from companion.presentation.responses import HealthFigures, ProblemLine, ReaderSummary

NIGHT = 1_763_841_600.0  # s, Unix; an evening in November
CAMERA = ReaderSummary(
    "vision-cam0", "Tray camera", "retrying", "The camera sends no pictures any more. Is its cable loose?"
)
ILL = HealthInputs(
    connected=False,
    senses=(CAMERA,),
    met=frozenset({"vision-cam0"}),
    backups=BackupState(behind=30 * 3600.0),
    is_old=True,
)


class ShownCaring:
    """`is_ill` chooses the health of the next page."""

    token = ""

    def __init__(self) -> None:
        self.is_ill = False

    def wrong(self) -> tuple[ProblemLine, ...]:
        found = conditions(ILL if self.is_ill else HealthInputs())
        return tuple(
            ProblemLine(one.code, one.severity, one.sentence, one.remedy, one.about, NIGHT - 900.0 * k)
            for k, one in enumerate(found)
        )

    def figures(self) -> HealthFigures:
        return HealthFigures(
            began=NIGHT - 9 * 3600,
            tables=3,
            away=27,
            free=18_400_000_000,
            log=41_300_000,
            memory=182_000_000,
            pages=5,
            most_pages=40,
            backup_at=NIGHT - 3600,
            version="0.1.0",
        )

    def metrics(self) -> bytes:
        return b""

    def answered(self, code: int) -> None:
        """Count nothing."""
