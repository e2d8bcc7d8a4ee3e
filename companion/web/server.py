"""Run waitress in a thread. The thread closes the server itself, because waitress's loop must not lose its sockets while it runs."""

from __future__ import annotations

import contextlib
import errno
import logging
import queue
import socket
import threading
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import waitress
from flask import Flask

from companion.errors import LamplightError
from companion.system.atomic_write import explain_os_error
from companion.system.network import ALL_ADDRESSES
from companion.web.connection_limits import (
    IDLE_S,
    INSIDE,
    MOST_HEAD,
    MOST_LARGE,
    MOST_LINES,
    LimitedChannel,
    LimitedServer,
    Most,
    OwnAddresses,
    SilenceWatch,
)
from companion.web.request import VISITOR, most_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

logger = logging.getLogger(__name__)

THREADS = 64  # at most 40 of them are streams
PORT_TRIES = 20  # ports to try after the wished one
PORTS, OF_SYSTEM = 65_536, 1024  # number of ports, and how many are reserved for the system
TURN = 0.5  # s between two checks of the stop flag; requests do not wait for it
GRACE = 3  # s for running requests
AT_ONCE = 64  # connections accepted in one turn
SPARE_FILES = (
    16  # files of the loop besides network connections, so that waitress never counts too many and stops accepting
)

PROXY_HEADERS = {"x-forwarded-for", "x-forwarded-proto"}
"""Headers to believe of a trusted proxy. The host stays as the client sent it."""


class PortInUseError(LamplightError):
    """Another program listens on the port."""

    code = "PORTTAKEN"


class ListenAddressError(LamplightError):
    """The address cannot be bound."""

    code = "NOADDRESS"


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Concurrency limits of a server."""

    threads: int = THREADS
    lines: int = MOST_LINES
    """Open connections. Above the default all of them may come through one proxy."""
    most: Most | None = None
    """Sizes of request bodies; None = as the app's guards compute them."""


USUAL_LIMITS = ServerLimits()


class PageServer:
    """Start and stop waitress."""

    def __init__(
        self,
        app: WSGIApplication,
        host: str,
        port: int,
        *,
        move: bool = False,
        proxy: str = "",
        limits: ServerLimits = USUAL_LIMITS,
    ) -> None:
        """Bind at once. With `move` a free port after the wished one is used. Raises PortInUseError, ListenAddressError.

        `proxy`: address whose X-Forwarded-For and X-Forwarded-Proto are believed, "" = none.
        """
        self._own = OwnAddresses(proxy)
        self._listening = listening = _listen(host, range(port, min(port + (PORT_TRIES if move else 1), PORTS)))
        self._sockets: dict[int, Any] = {}  # waitress's map of open files by file number
        self._server = _serve(_note_addresses(app, self._own), listening, proxy, limits, self._sockets)
        # an app without services checks sizes itself
        guards = partial(most_of, app) if isinstance(app, Flask) and "lamplight" in app.extensions else None
        self._server.channel_class = partial(LimitedChannel, limits.most or guards or (lambda _environ: MOST_LARGE))
        listening.limit(self._server.active_channels, self._own, limits.lines)
        self._inside: queue.SimpleQueue[socket.socket] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def port(self) -> int:
        return int(self._server.effective_port)

    def start(self) -> None:
        self._thread.start()

    def connect(self) -> socket.socket:
        """Return a connection to the page that bypasses the network, and so its limits. Raises OSError."""
        near_end, far_end = socket.socketpair()
        self._inside.put(far_end)
        with contextlib.suppress(OSError):  # the loop has ended and closed its trigger
            self._server.pull_trigger()
        if self._stopping.is_set():  # stop() may have drained the queue before this connection was added
            far_end.close()
            near_end.close()
            raise ConnectionRefusedError(errno.ECONNREFUSED, "the page was stopped")
        return near_end

    def stop(self) -> None:
        """Refuse new requests, wait for running ones, and close. End streams before."""
        self._stopping.set()
        if self._thread.is_alive():
            with contextlib.suppress(OSError):  # the loop has ended by itself and closed its trigger
                self._server.pull_trigger()
            self._thread.join(2 * GRACE)
        else:
            self._close()

    def _run(self) -> None:
        server = self._server
        turn = {"timeout": TURN, "map": self._sockets, "use_poll": server.adj.asyncore_use_poll, "count": 1}
        watch = SilenceWatch(self._own)
        while not self._stopping.is_set():
            server.asyncore.loop(**turn)
            self._take_lines()
            watch.look(server.active_channels)
        self._close()

    def _take_lines(self) -> None:
        """Accept further waiting connections, so that a crowd does not wait one turn each."""
        server = self._server
        for _ in range(AT_ONCE):
            if not self._listening.is_awaited:
                break
            server.handle_accept()
        while not self._inside.empty():
            server.channel_class(server, self._inside.get(), (INSIDE, None), server.adj, map=self._sockets)

    def _close(self) -> None:
        self._server.task_dispatcher.shutdown(timeout=GRACE)
        for channel in tuple(self._server.active_channels.values()):
            channel.handle_close()
        while not self._inside.empty():
            self._inside.get().close()
        self._server.close()


def _note_addresses(app: WSGIApplication, own: OwnAddresses) -> WSGIApplication:
    """Wrap the app to record the addresses of devices that were let in."""

    def noting(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        answer = app(environ, start)
        visitor = environ.get(VISITOR)
        if visitor is not None and visitor.devices:
            own.note(environ["REMOTE_ADDR"])
        return answer

    return noting


def _serve(
    app: WSGIApplication, listening: LimitedServer, proxy: str, limits: ServerLimits, sockets: dict[int, Any]
) -> Any:
    trusted = (
        {"trusted_proxy": proxy, "trusted_proxy_headers": PROXY_HEADERS, "trusted_proxy_count": 1} if proxy else {}
    )
    # reads ahead: detects a hang-up at the next event, not the one after it
    return waitress.create_server(
        app,
        map=sockets,
        sockets=[listening],
        threads=limits.threads,
        ident=None,
        channel_request_lookahead=1,
        clear_untrusted_proxy_headers=False,  # forwarded requests must be recognisable: a demo trusts its own machine
        max_request_body_size=MOST_LARGE,
        max_request_header_size=MOST_HEAD,
        connection_limit=limits.lines + SPARE_FILES,
        asyncore_use_poll=limits.lines > MOST_LINES,  # select() cannot handle file numbers above 1023
        channel_timeout=IDLE_S,
        cleanup_interval=IDLE_S // 4,
        **trusted,
    )


def _listen(host: str, ports: range) -> LimitedServer:
    """Return a socket bound to the first free port. Raises PortInUseError, ListenAddressError."""
    for port in ports:
        try:
            return _bind(host or ALL_ADDRESSES[0], port)
        except (OSError, UnicodeError) as error:
            if not isinstance(error, OSError) or error.errno != errno.EADDRINUSE:
                raise ListenAddressError(_bind_failure(host, port, error)) from error
            logger.debug("port %s: %s", port, error)
    raise PortInUseError(
        f"Port {ports.start} is taken. Stop what uses it, or choose another with --port or LAMPLIGHT_PORT."
    )


def _bind(host: str, port: int) -> LimitedServer:
    """Bind a socket, preferably IPv4. Raises OSError, and UnicodeError if `host` cannot be a name."""
    addresses = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    family, kind, _, _, place = min(addresses, key=lambda address: address[0] != socket.AF_INET)
    bound = LimitedServer(family, kind)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:  # "all addresses" includes those of IPv4
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        bound.bind(place)
    except OSError:  # waitress would leave its own socket open
        bound.close()
        raise
    return bound


def _bind_failure(host: str, port: int, error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError | socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no address {host}. Choose one that it has with `bind` in the settings, or 0.0.0.0 for all."
    if error.errno == errno.EACCES and port < OF_SYSTEM:
        return f"Port {port} is kept for services of the system. Choose one above 1023 with --port or LAMPLIGHT_PORT."
    return (
        f"The page cannot listen at {host}, port {port}: {explain_os_error(error)}. Choose another address with `bind`."
    )
