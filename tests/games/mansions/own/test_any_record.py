"""Random records give a scenario, or an error with its place."""

from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ContentError
from companion.games.mansions.content import Scenario, toml_scenarios
from tests.games.mansions.own.small import example

WORDS = st.sampled_from(
    ["", "Kitchen", "door", "rat", "start", "mythos", "fear >= 1", "a(", "{c:x}", "signal x", "each", "kp"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats(allow_nan=False) | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(WORDS | st.sampled_from(["next", "text", "choice"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(table, path=()):
    """Yield the path of each table and value."""
    keys = table if isinstance(table, dict) else range(len(table)) if isinstance(table, list) else ()
    for key in keys:
        yield (*path, key)
        yield from places(table[key], (*path, key))


PLACES = list(places(example()))


def put(told, path, value):
    table = told
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = value
    return told


def read(told):
    try:
        return toml_scenarios.scenario_of(told, "the page")
    except ContentError as error:
        return str(error)


@given(st.sampled_from(PLACES), VALUES)
def test_changed_record_reads_or_names_its_fault(path, value):
    told = read(put(example(), path, value))
    assert isinstance(told, Scenario) or told.startswith("the page: ")


@given(
    st.dictionaries(
        st.sampled_from(["event", "token", "room", "map", "title", "start", "monster", "puzzle", "item"]), VALUES
    )
)
def test_random_record_names_its_fault(record):
    assert str(read(record)).startswith("the page: ")
