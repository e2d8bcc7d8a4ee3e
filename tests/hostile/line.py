"""Send requests that a browser never sends to a deployed server: broken, endless, slow or contradictory."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from random import Random

PATIENCE = 30.0  # s for the answer to a request that is whole; a busy machine is slow, not wrong
MOST = 1.0  # s for an answer, to the sender and to other clients
TRIES = 3  # of what took longer: other programs run on this machine too
EVERY = 50  # requests; then it is looked whether the server is as before
SILENCE = 0.25  # s, after which a server waits for more of one that is not
HEAD = b"Host: localhost\r\nX-Lamplight: 1\r\n"
POST = b"POST /api/join HTTP/1.1\r\n" + HEAD
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"

BROKEN: Mapping[str, bytes] = {
    "nothing": b"\r\n\r\n",
    "zeros": b"\0" * 400 + b"\r\n\r\n",
    "a handshake of TLS": bytes.fromhex("16030100c8010000c40303") + b"\x11" * 190,
    "no version": b"GET /\r\n\r\n",
    "a version of its own": b"GET / HTTP/9.9\r\n" + HEAD + b"\r\n",
    "a method of its own": b"BREW /api/shelf HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a method without end": b"G" * 300_000 + b" / HTTP/1.1\r\n\r\n",
    "a path without end": b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a header without end": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 400_000 + b"\r\n\r\n",
    "ten thousand headers": b"GET / HTTP/1.1\r\n" + HEAD + b"A: b\r\n" * 10_000 + b"\r\n",
    "a header with a zero": b"GET / HTTP/1.1\r\nHost: localhost\r\nA: \0\r\n\r\n",
    "a header folded": b"GET / HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n",
    "a header that is none": b"GET / HTTP/1.1\r\nHost: localhost\r\n: b\r\nnone\r\n\r\n",
    "two hosts": b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    "no host": b"GET /api/shelf HTTP/1.1\r\n\r\n",
    "another host": b"GET /api/shelf HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "the host in the line": b"GET http://evil.example/api/shelf HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a negative length": POST + b"Content-Length: -5\r\n\r\n{}",
    "a length of words": POST + b"Content-Length: five\r\n\r\n{}",
    "a length with a sign": POST + b"Content-Length: +2\r\n\r\n{}",
    "an enormous length": POST + b"Content-Length: " + b"9" * 400 + b"\r\n\r\n{}",
    "a gigabyte announced": POST + b"Content-Length: 1073741824\r\n\r\n{}",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 7\r\n\r\n{}",
    "a length and chunks": POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks without a length": CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n",
    "a negative chunk": CHUNKED + b"-2\r\n{}\r\n0\r\n\r\n",
    "an enormous chunk": CHUNKED + b"f" * 60 + b"\r\n{}\r\n",
    "an unknown encoding": POST + b"Transfer-Encoding: xchunked\r\n\r\n{}",
    "a request in a request": POST
    + b"Content-Length: 0\r\nTransfer-Encoding: identity\r\n\r\nGET /api/devices HTTP/1.1\r\n\r\n",
    "up a folder": b"GET /page/1/../../../../etc/passwd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "up a folder, packed": b"GET /picture/%2e%2e%2f%2e%2e%2fetc%2fpasswd HTTP/1.1\r\n" + HEAD + b"\r\n",
    "up a folder, packed twice": b"GET /static/%252e%252e%252fapp.py HTTP/1.1\r\n" + HEAD + b"\r\n",
    "up a folder, of another system": b"GET /static/..\\..\\app.py HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a zero in a path": b"GET /picture/a%00.jpg HTTP/1.1\r\n" + HEAD + b"\r\n",
    "half a letter": b"GET /t/%ff%fe HTTP/1.1\r\n" + HEAD + b"\r\n",
    "letters of no alphabet": b"GET /t/\xff\xfe\xc3 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "a line feed for another header": b"GET /t/a%0d%0aSet-Cookie:%20x=1 HTTP/1.1\r\n" + HEAD + b"\r\n",
    "an upgrade": b"GET / HTTP/1.1\r\n" + HEAD + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "everything traced": b"TRACE / HTTP/1.1\r\n" + HEAD + b"Cookie: a=b\r\n\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\n" + HEAD + b"\r\n",
    "another origin": b"POST /api/claim HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nX-Lamplight: 1\r\nContent-Length: 2\r\n\r\n{}",
    "the origin of nobody": b"POST /api/claim HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nX-Lamplight: 1\r\nContent-Length: 2\r\n\r\n{}",
}
"""A kind of damage, and its bytes."""
SECRETS = (b"root:x:0", b"Traceback", b"SECRET", b"def create_app")


@dataclass
class Heard:
    """Results of requests."""

    answered: int = 0
    hung_up: int = 0
    slowest: float = 0.0  # s
    beside: float = 0.0  # s, the slowest answer to another client meanwhile
    wrongs: list[str] = field(default_factory=list)


def ask(port: int, sent: bytes, patience: float = PATIENCE) -> tuple[bytes, float]:
    """The first bytes of the answer, b"" where the other side hung up or waits for more; and the s that it took to say anything."""
    began = time.monotonic()
    with closing(socket.create_connection(("127.0.0.1", port), timeout=patience)) as line:
        with suppress(OSError):  # it may have hung up in the middle of what is sent
            line.sendall(sent)
        try:
            return line.recv(65536), time.monotonic() - began
        except TimeoutError:
            return b"", 0.0
        except OSError:
            return b"", time.monotonic() - began


def judge(heard: Heard, name: str, answer: bytes, took: float) -> None:
    """Check for status 500, internal details and delays."""
    status = int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/") else 0
    heard.answered += bool(answer)
    heard.hung_up += not answer
    heard.slowest = max(heard.slowest, took)
    if status == 500:
        heard.wrongs.append(f"{name}: {answer[:300]!r}")
    if any(secret in answer for secret in SECRETS):
        heard.wrongs.append(f"{name} tells: {answer[:300]!r}")
    if took > PATIENCE:
        heard.wrongs.append(f"{name}: {took:.1f} s")


def spoil(port: int, number: int, random: Random, is_idle: Callable[[], bool] = lambda: True) -> Heard:
    """Send broken requests, each spoiled a little more. `is_idle` returns whether the server is free."""
    heard, kinds = Heard(), list(BROKEN.items())
    for done in range(number):
        if done % EVERY == 0:
            _look(heard, port, is_idle)
        name, sent = random.choice(kinds)
        if len(sent) < 5000 and random.random() < 0.8:
            at = random.randrange(len(sent))
            sent = (
                sent[:at]
                + random.choice((b"", bytes([random.randrange(256)]), b"\r\n", sent[at : at + 9] * 3))
                + sent[at + random.randrange(3) :]
            )
            name = f"{name}, spoilt"
        judge(heard, name, *ask(port, sent, SILENCE))
    return heard


def _look(heard: Heard, port: int, is_idle: Callable[[], bool]) -> None:
    """Check that another client is served at once, and that closed connections do not occupy the server."""
    took = is_served(port)
    if took > MOST:
        took = min(is_served(port) for _ in range(TRIES - 1))
    heard.beside = max(heard.beside, took)
    if took > MOST:
        heard.wrongs.append(f"somebody else waited for {took:.1f} s")
    until = time.monotonic() + TRIES * MOST
    while not is_idle():
        if time.monotonic() > until:
            heard.wrongs.append("a broken request is answered without end")
            return
        time.sleep(0.01)


class Crowd:
    """Hold connections open that send nothing, a letter at a time, or read nothing."""

    def __init__(self, port: int, number: int, begins: bytes, address: str = "127.0.0.2") -> None:
        self.lines = []
        for _ in range(number):
            with suppress(OSError):
                line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0))
                self.lines.append(line)
                line.sendall(begins)

    def drip(self, letter: bytes) -> int:
        """One more letter from each; how many are still connected."""
        there = 0
        for line in self.lines:
            with suppress(OSError):
                line.sendall(letter)
                there += 1
        return there

    def leave(self) -> None:
        for line in self.lines:
            line.close()


def is_served(port: int, patience: float = PATIENCE) -> float:
    """Return the seconds until another client is answered. Raises AssertionError if that fails."""
    answer, took = ask(port, b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", patience)
    assert answer.startswith(b"HTTP/1.1 200"), answer[:200]
    return took
