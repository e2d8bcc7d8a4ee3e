"""Who asks, and what that device may do: identity, permissions, download tickets."""

from __future__ import annotations

from companion.web.auth import browser_half
from companion.web.auth.download_tickets import DownloadTickets
from companion.web.auth.identity import SHOWS, STRANGER, Identity, Role, role_of
from companion.web.auth.permissions import KEEPS, PAGE_ENDPOINTS, ROLES_BY_ENDPOINT, Who

__all__ = [
    "KEEPS",
    "PAGE_ENDPOINTS",
    "ROLES_BY_ENDPOINT",
    "SHOWS",
    "STRANGER",
    "DownloadTickets",
    "Identity",
    "Role",
    "Who",
    "browser_half",
    "role_of",
]
