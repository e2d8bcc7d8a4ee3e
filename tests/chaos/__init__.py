"""The application in separate processes, each of which may be killed at any moment."""
