"""Serve the page on which a person chooses how a damaged database is mended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.i18n.languages import Languages
from companion.ops.recovery_service import RecoveryService
from companion.settings import Settings
from companion.system.network import page_host
from companion.web.recovery_app import create_mending_app
from companion.web.server import PageServer


@contextmanager
def serve_recovery_page(settings: Settings, service: RecoveryService) -> Iterator[str]:
    """Serve the page at the usual port, and yield its URL with the key. Raises PortInUseError, ListenAddressError."""
    languages = Languages(settings.data / "words")
    app = create_mending_app(service, service.key, languages, settings.language, frozenset(settings.hosts))
    server = PageServer(app, settings.bind, settings.port)
    server.start()
    try:
        yield f"http://{page_host(settings.bind)}:{server.port}/#{service.key}"
    finally:
        server.stop()
