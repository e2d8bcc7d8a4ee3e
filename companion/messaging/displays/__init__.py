"""The public view out to lamps, boards and Home Assistant. What one seat alone may see never comes here."""
