"""The wishes of pages that teach, off the bus and answered on it; and corrections at the table, which become shots."""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.errors import CodecError
from companion.i18n import _
from companion.messaging import Bus, Message
from companion.schema import CorrectionMessage, KitReply, KitRequest, codec, topics
from vision.enrolment import LOOK_S, KitTrainer, ReadingCorrections
from vision.image import Frame
from vision.tray import TrayPlane

logger = logging.getLogger(__name__)
MOST_WAITING = 64  # wishes, and corrections; more come from no page

LONG = _("This kit is too large to be shown.")


@dataclass(slots=True)
class KitRequests:
    """`tick` does what was wished for, in one thread; the bus only lays it down here."""

    trainer: KitTrainer
    corrections: ReadingCorrections
    _answer: Callable[[KitReply], None] = lambda _answer: None
    _requests: deque[KitRequest] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    _corrected: deque[CorrectionMessage] = field(default_factory=lambda: deque(maxlen=MOST_WAITING))
    _looks: list[tuple[KitRequest, float]] = field(default_factory=list)
    """Looks that wait, and until when."""

    def listen(self, bus: Bus, table: str, reader: str) -> None:
        """Hear the wishes to one reader."""
        self._answer = lambda answer: bus.publish(topics.taught(table, reader), encode_reply(answer))
        bus.subscribe(topics.teach(table, reader), self._on_request)
        bus.subscribe(topics.correction(table, reader), self._on_correction)

    def add_frame(self, frame: Frame, tray: TrayPlane | None) -> bool:
        """Pass on a frame. Returns whether a lesson uses it."""
        self.trainer.add_frame(frame, tray)
        return self.trainer.lesson.is_open

    def tick(self) -> None:
        """Do everything that can be done now."""
        while self._requests:
            wish = self._requests.popleft()
            if wish.act == "look" and self.trainer.lesson.was_left(wish.kit):
                self._answer(KitReply(wish.id))
            elif wish.act == "look":
                self._looks.append((wish, self.trainer.lesson.clock() + LOOK_S))
            else:
                if wish.act == "leave":
                    self._give_up(wish.kit)
                self._answer(self.trainer.handle(wish))
        while self._corrected:
            if kits := self.corrections.learn(self._corrected.popleft()):
                logger.info("a correction became a shot of %s", ", ".join(kits))
                self.trainer.library.reload()
        self._looks = [(wish, until) for wish, until in self._looks if not self._looked(wish, until)]

    def _give_up(self, kit: str) -> None:
        """Drop pending looks for that kit, which would keep the lesson open."""
        for wish, _until in self._looks:
            if wish.kit == kit:
                self._answer(KitReply(wish.id))
        self._looks = [(wish, until) for wish, until in self._looks if wish.kit != kit]

    def _looked(self, wish: KitRequest, until: float) -> bool:
        """Return whether a look has its reply."""
        looked = self.trainer.look(wish)
        if isinstance(looked, KitReply):
            self._answer(looked)
        elif self.trainer.lesson.clock() >= until:
            self._answer(KitReply(wish.id, waits=looked, blind=self.trainer.is_blind))
        else:
            return False
        return True

    def _on_request(self, message: Message) -> None:
        message.ack()
        self._requests.append(codec.decode(KitRequest, message.payload))

    def _on_correction(self, message: Message) -> None:
        message.ack()
        self._corrected.append(codec.decode(CorrectionMessage, message.payload))


def encode_reply(answer: KitReply) -> bytes:
    """Return the payload; an answer that is too long to travel becomes a sentence."""
    try:
        return codec.encode(answer)
    except CodecError:
        return codec.encode(KitReply(answer.id, LONG))
