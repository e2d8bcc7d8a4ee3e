"""The ledger of what was thrown."""
