"""Read our own scenarios, handwritten TOML, into `Scenario`. docs/writing-a-scenario.md describes the format."""

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
