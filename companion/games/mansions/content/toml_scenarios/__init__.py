"""Our own scenarios: TOML written by hand, read into `Scenario`. The way of writing them: docs/writing-a-scenario.md."""

from companion.games.mansions.content.toml_scenarios.reader import (
    MOST_BEFORE,
    SCENARIOS,
    check_letters,
    names,
    read,
    record_of,
    scenario_of,
    shipped,
)

__all__ = ["MOST_BEFORE", "SCENARIOS", "check_letters", "names", "read", "record_of", "scenario_of", "shipped"]
