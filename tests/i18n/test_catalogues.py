"""Every catalogue of ours fits the sources: holes, marks, paragraphs, and nothing that was left English by mistake."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion.i18n.catalogue_update import NOT_READ, lacking
from companion.i18n.domains import DOMAINS
from companion.i18n.languages import OURS

FILES = sorted(OURS.glob("*/*.po"))
HOLE = re.compile(r"\{(\d+)(?::\w+)*\}")
MARK = re.compile(r"</?[a-z]+>|\{[a-z]+\}")


@cache
def messages(path: Path) -> tuple[Message, ...]:
    with path.open("rb") as file:
        return tuple(message for message in read_po(file, abort_invalid=True) if message.id)


def translated(path: Path) -> list[Message]:
    return [message for message in messages(path) if message.string]


files = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")


@files
def test_a_translation_has_the_holes_of_its_sentence_or_fewer(path):
    wrong = [m.id for m in translated(path) if not set(HOLE.findall(m.string)) <= set(HOLE.findall(m.id))]
    assert wrong == []


@files
def test_a_translation_has_the_marks_that_the_page_draws(path):
    wrong = [m.id for m in translated(path) if sorted(MARK.findall(m.string)) != sorted(MARK.findall(m.id))]
    assert wrong == []


@files
def test_a_translation_is_as_long_in_lines_as_its_sentence(path):
    """Each line of a text is also found alone."""
    wrong = [m.id for m in translated(path) if m.string.count("\n\n") != m.id.count("\n\n")]
    assert wrong == []


@files
def test_what_is_the_same_in_both_languages_says_so(path):
    wrong = [m.id for m in translated(path) if m.string == m.id and not m.context and "same" not in m.user_comments]
    assert wrong == []


@files
def test_nothing_is_said_of_what_nobody_reads(path):
    assert [m.id for m in translated(path) if NOT_READ in m.user_comments] == []


@pytest.mark.slow
@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_sentence_of_the_sources_is_translated_or_said_to_be_read_by_nobody(domain):
    assert lacking("de", domain) == (), f"./table words update de {domain.name}, and translate them"
