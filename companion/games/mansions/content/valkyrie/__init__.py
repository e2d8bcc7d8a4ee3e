"""Read community scenarios into `scenario.Scenario`. Their terms and dialect stay in this package."""
