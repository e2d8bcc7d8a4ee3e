"""Who asks, and what that device may do: identity, permissions, download tickets."""

from __future__ import annotations

from companion.web.auth.download_tickets import DownloadTickets
from companion.web.auth.identity import SHOWS, STRANGER, Identity, Role, role_of
from companion.web.auth.permissions import DOORS, KEEPS, PAGES_OF_DOORS, Who

__all__ = [
    "DOORS",
    "KEEPS",
    "PAGES_OF_DOORS",
    "SHOWS",
    "STRANGER",
    "DownloadTickets",
    "Identity",
    "Role",
    "Who",
    "role_of",
]
