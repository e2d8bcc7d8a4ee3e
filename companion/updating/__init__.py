"""The updater: exchange this version for another one, and go back."""
