"""What holds for every reader of another notation, whatever the text."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from counting import function_calls
from structout.shapes import READERS, Hints, readings

FIELDS = frozenset({"name", "age", "tags"})
HINTS = [
    Hints(("Person",), FIELDS, "object", (frozenset({"name"}),), FIELDS),
    Hints(("Person",), FIELDS, "list", (frozenset({"name"}),), FIELDS),
    Hints(wants="list"),
    Hints(wants="object"),
    Hints(wants="any"),
]
PIECES = st.sampled_from(
    "name age tags : = , | - * # ( ) [ ] { } < > / \" ' \\ ` ~ & ; | --- \n \t Ann 34 1. <name> </name> <person "
    "Person( name= </person> |---| ~~~ <![CDATA[ ]]> <!-- &amp; and 、 ： ** > ? !".split(" ")
)
TEXTS = (
    st.lists(PIECES, max_size=40).map("".join)
    | st.lists(PIECES, max_size=40).map(" ".join)
    | st.text(max_size=60)
)
PROSE = [
    "The name of the cat is Tom, and its age is 3 or 4.",
    "I am sorry, but I cannot help with that request.",
    "Time: it flies. See [1] for more (and {brand} too).",
    "She said: age is no matter - really.\n\nHe said: fine.",
    "Use `x = 3` or call f(x=3), then look at <b>this</b>.",
]


@pytest.mark.parametrize("hints", HINTS)
@settings(max_examples=60, deadline=None)
@given(text=TEXTS)
def test_a_reading_is_json_and_its_places_lie_in_the_text(hints, text):
    for reading in readings(text, 0, len(text), hints):
        assert json.loads(reading.json) == reading.value
        assert 0 <= reading.span.start <= reading.span.end <= len(text)
        for repair in reading.repairs:
            assert 0 <= repair.span.start <= repair.span.end <= len(text)


@pytest.mark.parametrize("text", PROSE)
@pytest.mark.parametrize("hints", HINTS[:2])
def test_prose_is_no_data(text, hints):
    assert list(readings(text, 0, len(text), hints)) == []


def test_a_stretch_is_read_in_its_place():
    text = "xx name: Ann\nage: 3 yy"
    reading = next(readings(text, 3, 19, HINTS[0]))
    assert (reading.value, reading.span_of(("age",)).of(text)) == ({"name": "Ann", "age": 3}, "3")


UNITS = [
    "a: 1\n",
    "- a\n",
    "<a>",
    "</a>",
    "<a b='",
    "A(",
    "A(a='",
    "|a|\n|-|\n",
    "a, ",
    '"a, ',
    "[",
    "{",
    "a\n\n",
    "**",
    "&",
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("kind", READERS)
def test_work_grows_with_the_text(unit, kind):
    small, large = (
        function_calls(_read_all, READERS[kind], (unit * size)[:size]) for size in (3_000, 12_000)
    )
    # Four times the text: four times the work, or sixteen where it grows with the square.
    assert large < 6 * max(small, 500)


def _read_all(reader, text):
    for hints in HINTS[:3]:
        reader(text, 0, len(text), hints)
