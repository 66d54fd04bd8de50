"""Faults that are mended in one pass: what is told of each, and where it stands."""

import pytest

from structout.jsonish import read


def test_each_string_of_a_run_in_single_quotes_is_a_repair_of_its_own():
    reading = read("{'a': 'x', 'b': [1, 'y']}")
    assert [(each.path, each.span.start, each.before, each.after) for each in reading.repairs] == [
        ("$", 1, "'a'", '"a"'),
        ("$.a", 6, "'x'", '"x"'),
        ("$", 11, "'b'", '"b"'),
        ("$.b[1]", 20, "'y'", '"y"'),
    ]


@pytest.mark.parametrize(
    ("text", "kind", "at"),
    [
        ('[{"id": 1, "at": {"x": 2} , {"id": 3}]', "missing-close", 25),
        ('{"a": [1, 2] "b": 3}', "missing-comma", 12),
        ('[{"a": 1}{"a": 2}]', "missing-comma", 9),
        ('{"a": {"b": 1 , }}', "trailing-comma", 14),
        ('{"a": {"b": 1 /* one */}}', "comment", 14),
    ],
)
def test_a_fault_behind_a_value_is_told_where_it_stands(text, kind, at):
    assert [(str(each.kind), each.span.start) for each in read(text).repairs] == [(kind, at)]


@pytest.mark.parametrize(
    "text", ['{"a": 1.2.3, "b": True}', '{"a": 007, "b": True}', '{"a": 3-4, "b": True}']
)
def test_what_only_looks_like_a_number_is_a_text(text):
    assert read(text).value == {"a": text[6:].split(",")[0], "b": True}
