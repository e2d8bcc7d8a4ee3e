"""Health of an installation: problems with what to do, metrics, and the watchdog."""
