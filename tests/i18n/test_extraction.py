"""What is taken out of the sources: the sentences that people read, with their holes, and nothing for machines."""

from __future__ import annotations

import pytest

from companion.i18n import extract_python, extract_toml


def python(source: str) -> list[str]:
    return list(extract_python.texts(source))


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('x = f"{who} moves to {place(s)}."', ["{0} moves to {1}."]),
        ("x = f\"{n} card{'' if n == 1 else 's'} left\"", ["{0} card left", "{0} cards left"]),
        ("x = f\"A {f'{one} more' if one else 'great'} thing\"", ["A {0} more thing", "A great thing"]),
        ('x = "Two parts " "of one sentence."', ["Two parts of one sentence."]),
        ('x = some(3, "clue")', ["{0} clue", "{0} clues"]),
        ('x = some(3, "die", "dice")', ["{0} die", "{0} dice"]),
        ('x = " against ".join(names)', ["{0} against {1}"]),
        ('N = {"skull": "a skull", "elder": "elder thing"}', ["a skull", "elder thing"]),
        (
            'W = {"a": ", it is alert", "b": ""}\nx = f"It attacks{W[why]}."',
            ["It attacks, it is alert.", "It attacks."],
        ),
        (
            'def f(on):\n    more = " gladly" if on else ""\n    return f"He comes{more}."',
            ["He comes gladly.", "He comes."],
        ),
        ('x = "{of} enemy here"', ["{0} enemy here"]),
        ('x = "{observation} is tested"', ["{observation} is tested"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_sentence_of_python_is_found_with_its_holes(source, texts):
    assert [text for text in python(source) if text in texts] == texts


@pytest.mark.parametrize(
    "source",
    [
        'def f():\n    """A docstring of some words."""',
        'logger.info("table %s is open", name)',
        'raise TypeError("nobody reads this one")',
        'x = given == "an id with blanks"',
        'x = {"some key": 1}["some key"]',
        'x: Literal["a name", "another name"] = y',
        'x = "elder_thing"',
        'x = re.compile("some (pattern) here")',
        'assert x, "this cannot happen"',
        '__all__ = ["Bag", "Die"]',
    ],
)
def test_what_only_machines_read_is_left_out(source):
    assert python(source) == []


def test_titles_and_texts_of_content_are_found_and_their_marks_are_holes():
    source = (
        '[token.hive]\ntype = "interact"\ntitle = "Hive"\ntext = "You need {var:told}. {observation}"\nset = ["a b"]'
    )
    assert list(extract_toml.texts(source, "x.toml")) == ["Hive", "You need {0}. {observation}"]


def test_keys_are_read_where_they_are_names():
    assert list(extract_toml.texts('Dazed = "You cannot spend clues."', "conditions.toml")) == [
        "Dazed",
        "You cannot spend clues.",
    ]
