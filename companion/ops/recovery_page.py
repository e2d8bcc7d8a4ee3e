"""Serve the page on which a person chooses how a damaged database is mended."""

from __future__ import annotations

from companion.i18n.languages import Languages
from companion.ops.recovery_service import RecoveryService
from companion.settings import Settings
from companion.system.network import page_host
from companion.web.recovery_app import create_mending_app
from companion.web.server import PageServer


class RecoveryServer:
    """The recovery page, at the usual port."""

    def __init__(self, settings: Settings, service: RecoveryService) -> None:
        self._settings, self._service = settings, service
        self._server: PageServer | None = None

    @property
    def url(self) -> str:
        """URL of the page with its key. Valid after `start`."""
        assert self._server is not None, "the page has no address before the start"
        return f"http://{page_host(self._settings.bind)}:{self._server.port}/#{self._service.key}"

    def start(self) -> None:
        """Serve the page. Raises PortInUseError, ListenAddressError."""
        settings = self._settings
        languages = Languages(settings.data / "words")
        app = create_mending_app(
            self._service, self._service.key, languages, settings.language, frozenset(settings.hosts)
        )
        self._server = PageServer(app, settings.bind, settings.port)
        self._server.start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()
