"""Wishes about serial readers on their way to the bridge's process and back."""

from __future__ import annotations

import pytest

from companion.messaging import MemoryBus, Message
from companion.messaging.rpc.port_client import PortClient, PortRequestError
from companion.schema import PortLine, PortList, PortRequestMessage, codec, topics

LINE = PortLine("/dev/ttyUSB0", "USB serial converter", "free")


class Station:
    """A bridge's process that answers every wish, or none."""

    def __init__(self, answers: bool = True, sentence: str = "", runs: bool = True) -> None:
        self.bus = MemoryBus()
        self.asked: list[PortRequestMessage] = []
        self.answers, self.sentence = answers, sentence
        self.desk = PortClient(self.bus, "lamp", lambda: runs, patience=5.0 if answers else 0.0)
        self.bus.subscribe(topics.ports("lamp", "bridge"), self._hear)
        self.bus.start()

    def _hear(self, message: Message) -> None:
        wish = codec.decode(PortRequestMessage, message.payload)
        self.asked.append(wish)
        told = topics.ports_told("lamp", "bridge")
        self.bus.publish(told, b"no answer at all")
        self.bus.publish(told, codec.encode(PortList("another one's")))
        if self.answers:
            self.bus.publish(told, codec.encode(PortList(wish.id, self.sentence, (LINE,))))


def test_a_wish_comes_back_with_the_list_as_it_is_now() -> None:
    station = Station()
    assert station.desk.ask(PortRequestMessage("", "look")).ports == (LINE,)
    assert station.asked[0].act == "look" and station.asked[0].id


def test_what_cannot_be_done_is_a_sentence_beside_the_list() -> None:
    told = Station(sentence="ModemManager holds it.").desk.ask(PortRequestMessage("", "use", "/dev/ttyUSB0"))
    assert (told.sentence, told.ports) == ("ModemManager holds it.", (LINE,))


def test_without_a_process_it_says_so() -> None:
    with pytest.raises(PortRequestError, match="not running"):
        Station(runs=False).desk.ask(PortRequestMessage("", "look"))


def test_no_answer_is_said_after_a_while() -> None:
    with pytest.raises(PortRequestError, match="did not answer in time"):
        Station(answers=False).desk.ask(PortRequestMessage("", "look"))
