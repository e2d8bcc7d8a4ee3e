"""Read our own scenarios, handwritten TOML, into `Scenario`. docs/writing-a-scenario.md describes the format."""

from companion.games.mansions.content.toml_scenarios.reader import (
    MOST_LETTERS_IMPORTED,
    SCENARIOS,
    check_letters,
    names,
    read,
    record_of,
    scenario_of,
    shipped,
)
