"""Our own scenarios: TOML written by hand, read into `Scenario`. The way of writing them: docs/writing-a-scenario.md."""

from companion.games.mansions.content.toml_scenarios.reader import read, record_of, scenario_of
from companion.games.mansions.content.toml_scenarios.shipped_scenarios import SCENARIOS, names, shipped

__all__ = ["SCENARIOS", "names", "read", "record_of", "scenario_of", "shipped"]
