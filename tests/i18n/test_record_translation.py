"""Every field that people read is said in a device's language, and no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from companion.presentation.pages import readers
from companion.presentation.responses import LogLineView
from companion.schema import (
    WORDS,
    Heading,
    Option,
    Prompt,
    Refusal,
    Sum,
    Term,
    Words,
    camera,
    kit_enrolment,
    public_state,
    reader_status,
)
from companion.schema.record_translation import translate_record
from tests.web.types_of import RECORDS

SENT = (
    *RECORDS,
    public_state.PublicState,
    public_state.PublicEvent,
    camera.PhotoResult,
    kit_enrolment.KitReply,
    reader_status.PortList,
    readers.ReadersPage,
)
IDS = """
id seat seats game table rev assets rule zone at source reading picture file files join next see reader tag tags prompts
openings ends numbers beyond option more less other here marks where driver prefix sheet language throws was model
kit recorded version versions languages path evening address lamp
"""
KINDS = "kind kinds chooses object icon drawing floor text_color back_color align code state verdict colour waits"
FACES = (
    "of symbols locked sides face faces value values likely others wanted guesses alternatives inputs counts said told"
)
TYPED = "name names data choices who whom"  # what people called things
NAMES = frozenset(f"{IDS} {KINDS} {FACES} {TYPED}".split())
"""Fields of text that are names for machines, faces, or what people have called things."""


def texts(hint: Any, field: str, seen: set[type]) -> Iterator[str]:
    """The fields of text in a type that are no `Words`, each as "Record.field"."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        yield from () if WORDS in args[1:] else texts(args[0], field, seen)
    elif hint is str:
        yield field
    elif is_dataclass(hint) and hint not in seen:
        seen.add(hint)
        hints = get_type_hints(hint, include_extras=True)
        for one in fields(hint):
            yield from texts(hints[one.name], f"{hint.__name__}.{one.name}", seen)
    elif origin is not Literal:
        for arg in args[1:] if isinstance(origin, type) and issubclass(origin, Mapping) else args:
            yield from texts(arg, field, seen)


def test_every_field_of_text_that_is_sent_is_words_or_a_name():
    seen: set[type] = set()
    found = {field for record in SENT for field in texts(record, "", seen)}
    unsaid = sorted(field for field in found if field.partition(".")[2] not in NAMES)
    assert unsaid == [], "people read them: Words; or machines: NAMES"


@dataclass(frozen=True, slots=True)
class Inner:
    title: Words
    id: str = "id"


@dataclass(frozen=True, slots=True)
class Outer:
    many: tuple[Inner, ...]
    lines: tuple[Words, ...]
    pairs: tuple[tuple[str, Words], ...]
    named: Mapping[str, Words]
    kept: Mapping[str, Inner]
    maybe: Inner | None = None
    either: Inner | Heading | None = None
    name: str = "name"
    empty: Words = ""


def loud(text: str) -> str:
    return text.upper()


def test_words_are_said_wherever_they_stand_and_names_stay():
    record = Outer(
        many=(Inner("a"), Inner("b")),
        lines=("c", "d"),
        pairs=(("e", "f"),),
        named=MappingProxyType({"g": "h"}),
        kept={"i": Inner("j")},
        either=Heading("k", "l"),
    )
    assert translate_record(record, loud) == {
        "many": [{"title": "A", "id": "id"}, {"title": "B", "id": "id"}],
        "lines": ["C", "D"],
        "pairs": [["e", "F"]],
        "named": {"g": "H"},
        "kept": {"i": {"title": "J", "id": "id"}},
        "maybe": None,
        "either": {"title": "K", "subtitle": "L", "kind": "heading"},
        "name": "name",
        "empty": "",
    }


def test_a_prompt_keeps_its_ids_and_says_its_title_options_and_refusals():
    options = (Option("go", "go on"), Option("stay", refused=Refusal("NO", "not now")), Option("Steady breath"))
    made = translate_record(Prompt("1", "choose", "ann: which?", options), loud)
    assert made["title"] == "ANN: WHICH?"
    assert [(one["id"], one["text"]) for one in made["options"]] == [
        ("go", "GO ON"),
        ("stay", ""),  # the page words such ids
        ("Steady breath", "STEADY BREATH"),  # a name that is its own id
    ]
    assert made["options"][1]["refused"]["sentence"] == "NOT NOW"


def test_the_faces_of_a_sum_stay_what_they_are():
    made = translate_record(Sum("enough", (Term("icons", 2),), 5, faces=("skull",), names=("ann 10",)), loud)
    assert (made["title"], made["terms"][0]["label"], made["names"]) == ("ENOUGH", "ICONS", ["ANN 10"])
    assert (made["faces"], made["kind"]) == (["skull"], "sum")


def test_a_snapshot_is_said_without_changing_it():
    line = LogLineView(1, "the night falls.", "fact", "rules")
    made = translate_record(line, loud)
    assert made["text"] == "THE NIGHT FALLS."
    assert line.text == "the night falls."
