"""Public state of a table, retained, for lights, displays and Home Assistant. Publishes nothing that one seat alone may see."""
