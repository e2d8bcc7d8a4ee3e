"""The stage of a demo: recorded throws in place of a camera, and tags that a tap lays on the reader."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import LamplightError
from companion.i18n import _
from companion.messaging import Bus
from companion.presentation import Recorded
from companion.presentation.responses import DemoOffers
from companion.schema import DemoCommand as Wish
from companion.schema import Seat, codec, topics


class DemoStage:
    """Recorded throws and tags of the demo, which readers play on request."""

    def __init__(
        self,
        bus: Bus,
        place: str,
        reader: Callable[[str], str],
        recorded: Recorded = (),
        tags: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """`reader` returns the running reader of a kind, or "". `tags`: each with its meaning."""
        self._bus, self._place, self._reader = bus, place, reader
        self.recorded = recorded
        self.offers = DemoOffers(tuple(dict.fromkeys(kind for kind, _ in recorded)), tags)

    def throw(self, kind: str, sender: Seat) -> None:
        """Play a recorded throw for who sends it. Raises LamplightError where the reader does not run yet."""
        self._ask("camera", Wish(throw=kind, sender=sender))

    def lay(self, tag: str, sender: Seat) -> None:
        """Have the reader read a tag, for a seat. Raises LamplightError without a reader."""
        self._ask("bag", Wish(tag=tag, sender=sender))

    def _ask(self, kind: str, wish: Wish) -> None:
        reader = self._reader(kind)
        if not reader:
            raise LamplightError(_("The reader is not running yet. Wait a moment and try again."))
        self._bus.publish(topics.demo(self._place, reader), codec.encode(wish))


def recorded_throws() -> Recorded:
    """Those that come with us: of which kind, and what they show."""
    from vision.stream.demo_camera import load_throws  # OpenCV is loaded for the demo's list alone

    return tuple((throw.kind, throw.faces) for throw in load_throws())
