"""Twenty things that happen at a table, each to its end as the people there would expect it."""
