"""Every shipped catalogue fits its sources, and German is complete."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.tools.text_check import faults as built_of_strings
from tests.tools.text_check import sources
from tests.tools.words.catalogue_check import FORMS, faults
from tests.tools.words.template import KEYWORDS, ROOT, domains, is_open, languages, path_of, read, template

PACKAGES = ("companion", "vision", "firmware_bridge")
domain = pytest.mark.parametrize("domain", domains())


@domain
@pytest.mark.parametrize("language", languages())
@pytest.mark.slow
def test_a_catalogue_fits_its_sources(language: str, domain: str) -> None:
    found = list(faults(language, domain)) if path_of(language, domain).exists() else []
    assert found == [], f"./table words update {language} {domain}, and mend what is named"


@domain
@pytest.mark.slow
def test_german_is_whole(domain: str) -> None:
    known = {(one.id, one.context) for one in read("de", domain) if not is_open(one) and not one.fuzzy}
    assert {(one.id, one.context) for one in template(domain) if one.id} - known == set()


@pytest.mark.slow
def test_names_have_their_forms_in_files_of_their_own() -> None:
    """No source shows them: an update would comment them out."""
    for path in path_of("de", "page").parent.glob("*.po"):
        contexts = {message.context for message in read("de", path.stem) if message.id}
        assert (None not in contexts) == path.stem.endswith(FORMS), path.name


def marked() -> Iterator[tuple[object, str | None]]:
    """The messages of all calls, by the syntax of the sources: Babel reads their letters."""
    for path, tree in sources(*(ROOT / package for package in PACKAGES)):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
                words = [one.value if isinstance(one, ast.Constant) else path for one in node.args]
                match node.func.id:
                    case "ngettext":
                        yield (words[0], words[1]), None
                    case "pgettext":
                        yield words[1], str(words[0])
                    case _:
                        yield words[0], None


@pytest.mark.slow
def test_no_message_is_lost_on_the_way_to_the_catalogues() -> None:
    found = {(message.id, message.context) for one in domains() for message in template(one)}
    assert [message for message in marked() if message not in found] == []


@pytest.mark.slow
def test_text_is_never_built_of_strings() -> None:
    found = "\n".join(built_of_strings(sources(*(ROOT / package for package in PACKAGES))))
    assert not found, found
