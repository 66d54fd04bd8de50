"""Laws that hold for any text: only one error, valid output, idempotence, linear work."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from structout.jsonish import Unreadable, read
from structout.jsonish.scan import Expect, Scan
from structout.jsonish.scanner import step

PIECES = st.sampled_from(
    '{ } [ ] ( ) : , " \' "a" "b": 1 -2.5 true None \\ \\" // /* */ # ... “ ” a key ``` cb( x= ： ， \ufeff \ud800 + ; \n \t'.split(
        " "
    )
)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=16).map("".join))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_only_unreadable_comes_out_and_what_is_read_is_json(text):
    try:
        reading = read(text)
    except Unreadable:
        return
    assert json.loads(reading.json) == reading.value or "NaN" in reading.json
    assert all(0 <= repair.span.start <= repair.span.end <= len(text) for repair in reading.repairs)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_reading_what_was_repaired_repairs_nothing(text):
    try:
        repaired = read(text).json
    except Unreadable:
        return
    kinds = {str(repair.kind) for repair in read(repaired).repairs}
    assert kinds <= {"non-finite", "duplicate-key", "conflicting-key"}


@settings(max_examples=100, deadline=None)
@given(VALUES, st.sampled_from([None, 1]))
def test_valid_json_is_read_as_it_stands(value, indent):
    reading = read(json.dumps(value, indent=indent))
    assert reading.value == json.loads(json.dumps(value))
    assert reading.repairs == ()


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_partial_reading_raises_nothing_else(text):
    try:
        reading = read(text, partial=True)
    except Unreadable:
        return
    assert reading.open_path is None or isinstance(reading.open_path, tuple)


@pytest.mark.parametrize(
    "unit",
    [
        '"',
        "'",
        '"{',
        '\\"',
        '",',
        "{'a':",
        '"a":"',
        ",",
        "a,",
        "`",
        "]",
        "[{\"'",
        "5:,",
        "'x\"",
        "\\[",
        "5\n x",
        "1 ",
    ],
)
@pytest.mark.parametrize("head", ["", '["a", ', '{"a": "', '{"a": b'])
def test_the_steps_grow_with_the_text(head, unit):
    assert steps(head + unit * 1000) <= 2.5 * steps(head + unit * 500) + 50


def steps(text: str) -> int:
    scan = Scan(text, len(text))
    try:
        while scan.expect is not Expect.DONE:
            step(scan)
    except Unreadable:
        pass
    return scan.steps
