"""Reads scenarios of the community into `scenario.Scenario`. Its words and its dialect stay in this package."""
