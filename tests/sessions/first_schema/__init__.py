"""An evening of each game in the first shape of the database; README.md says how it was made."""
