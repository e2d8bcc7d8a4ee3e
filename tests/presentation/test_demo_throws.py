"""A demo offers the throws that its recordings can show."""

from __future__ import annotations

from companion.presentation.responses import DemoOffers
from companion.presentation.tray import fitting_offers
from companion.schema import ChoosePrompt, DrawPrompt, Option, Prompt, Refusal

DEMO = DemoOffers(("token", "d6", "handful"), (("0F00A1", "skull"), ("0F00A2", "adult-3")))
RECORDED = (("token", ("skull",)), ("token", ("-1",)), ("d6", ("3", "4")), ("d6", ("1", "6", "6")))


def drawing(*faces: str) -> Prompt:
    return DrawPrompt("1", "Ann: draw a token", tuple(map(Option, faces)), of=("token", "tag"))


def throws(*prompts: Prompt) -> tuple[str, ...]:
    offered = fitting_offers(DEMO, RECORDED, prompts)
    assert offered
    return offered.throws


def test_a_real_table_offers_nothing() -> None:
    assert fitting_offers(None, RECORDED, (drawing("skull"),)) is None


def test_all_throws_are_offered_without_a_prompt() -> None:
    assert throws() == DEMO.throws
    assert throws(ChoosePrompt("1", "Ann: choose", (Option("go"),))) == DEMO.throws


def test_tokens_of_another_bag_are_not_offered() -> None:
    assert throws(drawing("blank", "adult-3")) == ()


def test_a_token_that_is_refused_is_not_offered() -> None:
    refused = Option("skull", refused=Refusal("GONE", "It is out of the bag."))
    assert throws(DrawPrompt("1", "Ann: draw a token", (refused,), of=("token",))) == ()


def test_the_reader_is_offered_the_tokens_that_can_be_meant() -> None:
    offered = fitting_offers(DEMO, RECORDED, (drawing("blank", "adult-3"),))
    assert offered and offered.tags == (("0F00A2", "adult-3"),)
