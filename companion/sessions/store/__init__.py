"""All SQL and stored files of the sessions: event log, devices, sheets, images, savepoints."""
