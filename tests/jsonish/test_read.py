"""One damaged text for each kind of fault, with the value a careful reader sees and the repair that is recorded."""

import pytest

from structout.jsonish import Unreadable, read
from structout.result import Severity, Span

CASES = [
    ("single-quotes", "{'a': 'it is'}", {"a": "it is"}),
    ("single-quotes", '[\'x", "y"]', ["x", "y"]),
    ("single-quotes", "{'a\": 1}", {"a": 1}),
    ("missing-close-quote", '{"a": "it\'s x\', "b": 1}', {"a": "it's x", "b": 1}),
    ("missing-close-quote", '{"a": 1, "b\': 1}', {"a": 1, "b": 1}),
    ("missing-close-quote", '{"a": "the boys\', "b": 1}', {"a": "the boys'", "b": 1}),
    ("smart-quotes", "{“a”: “x”}", {"a": "x"}),
    ("backtick-quotes", '{"a": `x`}', {"a": "x"}),
    ("triple-quotes", '{"a": """one "two" three"""}', {"a": 'one "two" three'}),
    ("doubled-quotes", '{""a"": ""x""}', {"a": "x"}),
    ("fenced-string", '{"code": ```python\nprint(1)\n```}', {"code": "print(1)"}),
    ("unquoted-key", "{a: 1}", {"a": 1}),
    ("unquoted-string", '{"a": ends with "door"}', {"a": 'ends with "door"'}),
    ("unquoted-string", '{"a": blue door}', {"a": "blue door"}),
    ("unquoted-string", '{"a": 110,000, "b": 34 years}', {"a": "110,000", "b": "34 years"}),
    ("unquoted-string", '{"a": 2.480,90, "b": 1}', {"a": "2.480,90", "b": 1}),
    ("unquoted-string", '{"d": 2024-10-18T18:35:22Z}', {"d": "2024-10-18T18:35:22Z"}),
    ("unquoted-string", "[007, 1/2, 1.2.3]", ["007", "1/2", "1.2.3"]),
    ("non-string-key", '{7: "x"}', {"7": "x"}),
    ("missing-open-quote", '{"a": x"}', {"a": "x"}),
    ("missing-close-quote", '{"city": "New York, "n": 1}', {"city": "New York", "n": 1}),
    ("missing-close-quote", "cb(’see [2}])", "see [2}]"),
    ("missing-close-quote", '{"key:"value"}', {"key": "value"}),
    ("missing-close-quote", '{"a": "x y,\n "b" 1,\n "c": 2}', {"a": "x y", "b": 1, "c": 2}),
    ("inner-quote", '{"a": "the "old" pier", "b": 1}', {"a": 'the "old" pier', "b": 1}),
    ("inner-quote", '{"a": "see {"b": 1}, he said", "c": 2}', {"a": 'see {"b": 1}, he said', "c": 2}),
    (
        "inner-quote",
        '{"a": "the "Owl", for she said: "no"", "b": 1}',
        {"a": 'the "Owl", for she said: "no"', "b": 1},
    ),
    ("inner-quote", '{"a": "a 5" pipe", b: "x"}', {"a": 'a 5" pipe', "b": "x"}),
    ("inner-quote", '["r", "f("a", "b")", "s"]', ["r", 'f("a", "b")', "s"]),
    ("inner-quote", '{"a": ["key "n": "v" pairs", "s"], "b": 1}', {"a": ['key "n": "v" pairs', "s"], "b": 1}),
    ("inner-quote", '{"a": "x, "y": 2, z", "b": 1}', {"a": 'x, "y": 2, z', "b": 1}),
    (
        "inner-quote",
        '{"a": "«x», "y": z", "b": "one\n\nand "two", end"}',
        {"a": '«x», "y": z', "b": 'one\n\nand "two", end'},
    ),
    ("inner-quote", '["a 5" pipe", "a 7" pipe"]', ['a 5" pipe', 'a 7" pipe']),
    ("inner-quote", '{"a": ""x" and "y""}', {"a": '"x" and "y"'}),
    ("control-character", '["one\ntwo"]', ["one\ntwo"]),
    ("invalid-escape", r'{"re": "\d+", "f": "\frac{1}{2}"}', {"re": r"\d+", "f": r"\frac{1}{2}"}),
    ("invalid-escape", r'{"f": "\(\tfrac12 \to \nu\)"}', {"f": r"\(\tfrac12 \to \nu\)"}),
    ("invalid-escape", r'{"p": "C:\new\Users\", "n": 1}', {"p": "C:\\new\\Users\\", "n": 1}),
    ("inner-quote", r'{"p": "copy "a b.txt" D:\", "n": 1}', {"p": 'copy "a b.txt" D:\\', "n": 1}),
    ("invalid-escape", r'{"p": "copy C:\x D:\", "n": 1}', {"p": r"copy C:\x D:" + "\\", "n": 1}),
    ("invalid-escape", r'{"p": "C:\new\reports\table.csv"}', {"p": r"C:\new\reports\table.csv"}),
    ("invalid-escape", r'{"p": "D:\new folder\t.txt"}', {"p": r"D:\new folder\t.txt"}),
    ("invalid-escape", r'{"p": "\\nas01\backup\2026"}', {"p": r"\\nas01\backup\2026"}),
    ("invalid-escape", r'{"f": "2\,NaOH \rightarrow Na", "g": 1}', {"f": r"2\,NaOH \rightarrow Na", "g": 1}),
    (
        "invalid-escape",
        r'{"f": "\begin{matrix} a & b \\ c \end{matrix}"}',
        {"f": r"\begin{matrix} a & b \\ c \end{matrix}"},
    ),
    ("invalid-escape", r'{"f": "$\frac{1}{x}$ \times 2"}', {"f": r"$\frac{1}{x}$ \times 2"}),
    ("invalid-escape", r'{"re": "\bcat\b"}', {"re": r"\bcat\b"}),
    ("invalid-escape", r'{"f": "\alpha is\nThe angle \nu"}', {"f": "\\alpha is\nThe angle \\nu"}),
    ("invalid-escape", r'{"a": "a `\` in code", "b": 1}', {"a": r"a `\` in code", "b": 1}),
    ("over-escaped", r"{\"a\": \"x\"}", {"a": "x"}),
    ("over-escaped", r'\{"a": \[1, b\], \n c: 2\n\}', {"a": [1, "b"], "c": 2}),
    ("over-escaped", r'{\n  "a": "x",\n\t"b": 2\n}', {"a": "x", "b": 2}),
    ("separator", "['a' => 1, 'b' => ['c' => 'x']]", {"a": 1, "b": {"c": "x"}}),
    ("string-concatenation", '{"a": "up" + "hill"}', {"a": "uphill"}),
    ("trailing-comma", '{"a": [4, 5,],}', {"a": [4, 5]}),
    ("leading-comma", '{, "a": 1}', {"a": 1}),
    ("repeated-comma", '{"a": 1,, "b": 2}', {"a": 1, "b": 2}),
    ("repeated-comma", '{„a“: „x“,, „b“: "y"}', {"a": "x", "b": "y"}),
    ("missing-comma", '["x" "y" 3]', ["x", "y", 3]),
    ("missing-comma", r'["x!" "a \"b\" c", "d"]', ["x!", 'a "b" c', "d"]),
    ("missing-comma", "[1 2.5 -3]", [1, 2.5, -3]),
    ("unquoted-string", "[12 000, 13 000]", ["12 000", "13 000"]),
    ("missing-colon", '{"a" 1}', {"a": 1}),
    ("missing-colon", '{"a" [{"b": 1}], "c" {"d": 2}}', {"a": [{"b": 1}], "c": {"d": 2}}),
    ("missing-colon", "{'a': 'x', 'b' 'y'}", {"a": "x", "b": "y"}),
    ("separator", '{"a" = 1; "b": 2}', {"a": 1, "b": 2}),
    ("separator", '{"x": 1, "a", {"b": 2}}', {"x": 1, "a": {"b": 2}}),
    ("missing-value", '{"a": , "b": 2}', {"a": None, "b": 2}),
    ("missing-close", '{"a": [1, 2]', {"a": [1, 2]}),
    ("mismatched-close", '[{"a": "x"],{"a": "y"}]', [{"a": "x"}, {"a": "y"}]),
    ("mismatched-close", '{"a": [1, 2}, "b": 3}', {"a": [1, 2], "b": 3}),
    ("extra-close", '{"a": 1}, "b": 2}', {"a": 1, "b": 2}),
    ("extra-open", '{{"a": 1}}', {"a": 1}),
    ("extra-open", '{["a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
    ("missing-open", '["a": 1}]', [{"a": 1}]),
    ("comment", '{"a": 1 /* c */, // d\n "b": 2 # e\n}', {"a": 1, "b": 2}),
    ("ellipsis", "[1, 2, ...]", [1, 2]),
    ("stray-token", '{"a": 1, X "b": 2}', {"a": 1, "b": 2}),
    ("stray-token", '{"a": 533.7:, "b": 300[ "c": 5\\}', {"a": 533.7, "b": 300, "c": 5}),
    ("stray-token", '{"a": 5\n  x}', {"a": 5}),
    ("stray-token", r'{\name": \null, "b": \true}', {"name": None, "b": True}),
    ("duplicate-key", '[{"a": 1, "a": 1}]', [{"a": 1}]),
    ("conflicting-key", '[{"a": 1, "a": 2}]', [{"a": 2}]),
    ("python-literal", '{"a": None, "b": True}', {"a": None, "b": True}),
    ("js-literal", '{"a": undefined}', {"a": None}),
    ("number-format", "[.5, 5., +3, 1_000, 0x1F]", [0.5, 5.0, 3, 1000, 31]),
    ("tuple", '{"a": (1, 2), "b": (3)}', {"a": [1, 2], "b": 3}),
    ("set", "{'x', 'y'}", ["x", "y"]),
    ("call", 'cb({"a": 1});', {"a": 1}),
    (
        "call",
        "{id: 5, lines: [Line { sku: 'A' }, Line{sku='B'}]}",
        {"id": 5, "lines": [{"sku": "A"}, {"sku": "B"}]},
    ),
    ("assignment", 'const x = {"a": 1};', {"a": 1}),
    ("regexp", '{"p": /^x{2}/}', {"p": "/^x{2}/"}),
    ("whitespace", '\ufeff{"a":\xa01}', {"a": 1}),
    ("fullwidth-punctuation", '｛"a"：［］，"b"：［ ］｝', {"a": [], "b": []}),
    ("fullwidth-punctuation", "［｛'a'：\"it's\"｝，｛'a'：\"y\"｝］", [{"a": "it's"}, {"a": "y"}]),
    ("fullwidth-punctuation", "｛“a”：［1，2］｝", {"a": [1, 2]}),
    ("html-entity", "{&quot;a&quot;: &quot;x &amp; y&quot;}", {"a": "x & y"}),
    ("unfinished-value", '{"a": "half a sen', {"a": "half a sen"}),
    ("lone-surrogate", '["\\ud800"]', ["\ufffd"]),
]


@pytest.mark.parametrize(("kind", "text", "value"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_a_fault_is_read_as_a_careful_reader_reads_it_and_recorded(kind, text, value):
    reading = read(text)
    assert reading.value == value
    assert kind in {str(repair.kind) for repair in reading.repairs}


@pytest.mark.parametrize(
    "text", ['{"a": [1, 2.5e3, "x\\n", null]}', '["\\bA", "0E000"]', "[]", '"x"', "12", " true "]
)
def test_valid_json_is_unchanged(text):
    reading = read(text)
    assert (reading.json, reading.repairs, reading.complete) == (text.strip(), (), True)


@pytest.mark.parametrize("text", ["", " ", "]", "}", "{:2}", '{"a" ]', "{name}", "plum jam", "/", "\ufeff"])
def test_what_holds_no_value_is_refused(text):
    with pytest.raises(Unreadable):
        read(text)


def test_a_repair_says_where_and_what():
    reading = read("{\"items\": [{'price': 3,}]}")
    assert [str(repair) for repair in reading.repairs] == [
        "single-quotes at $.items[0] (12-19): \"'price'\" → '\"price\"'",
        "trailing-comma at $.items[0].price (22-23): ',' → ''",
    ]


@pytest.mark.parametrize(
    ("text", "repair"),
    [
        ('{"a": blue door}', "unquoted-string at $.a (6-15): 'blue door' → '\"blue door\"'"),
        ('{"a": x", "b": 1}', "missing-open-quote at $.a (6-8): 'x\"' → '\"x\"'"),
        ('{"a": "New York, "n": 1}', "missing-close-quote at $.a (6-15): '\"New York' → '\"New York\"'"),
        ('{"key:"value"}', "missing-close-quote at $ (1-5): '\"key' → '\"key\"'"),
        ('{"a": "half a', "unfinished-value at $.a (6-13): '\"half a' → '\"half a\"'"),
        ('{"a": ""x""}', 'doubled-quotes at $.a (6-11): \'""x""\' → \'"x"\''),
        ("['a\nb']", "single-quotes at $[0] (1-6): \"'a\\nb'\" → '\"a\\\\nb\"'"),
    ],
)
def test_what_is_wrong_with_a_strings_quotes_is_shown_with_the_string(text, repair):
    assert str(read(text).repairs[0]) == repair


def test_the_span_of_a_path_is_where_the_value_stands_in_the_text():
    text = "so: {'a': {b: 'x y'}} ok"
    reading = read(text, 4, 21)
    assert reading.span == Span(4, 21)
    assert reading.span_of(("a", "b")).of(text) == "'x y'"


def test_an_ellipsis_and_a_stray_word_are_lossy_but_a_comma_is_cosmetic():
    assert read("[1, ...]").severity is Severity.LOSSY
    assert read('{"a": "x" true}').severity is Severity.LOSSY
    assert read("[1,]").severity is Severity.COSMETIC


def test_different_values_for_a_key_are_a_guess():
    assert read('{"role": "user", "role": "admin"}').severity is Severity.GUESS


def test_closers_alone_leave_the_value_complete_and_a_cut_string_does_not():
    assert read('{"a": ["x", "y"').complete is True
    assert read('{"a": ["x", "y').complete is False


@pytest.mark.parametrize("text", ['{"a": "the "old"', '{"a": "the "old",', '{"a": 1, "b": \\'])
def test_a_text_that_ends_in_a_phrase_or_a_backslash_is_not_complete(text):
    assert read(text).complete is False
    assert read('{"a": "a 5" pipe"').complete is True


def test_a_closer_of_the_strings_own_does_not_end_it():
    assert read('{"a": "sized {x}').complete is False
    assert read('{"a": "sized {x}}').value == {"a": "sized {x}"}


@pytest.mark.parametrize("text", ['{"value":0.', "[0, 5.", "[0, 5.\n", "[0,-", "[1, 2e"])
def test_a_number_that_is_cut_before_its_digits_is_not_complete(text):
    assert read(text).complete is False


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ('[{"n": "a", "v": 1}, {"n": "b", "v": 4', False),
        ('{"result": {"v": 4', False),
        ('[{"v": 4\n', True),
        ('{"v": 4', False),
        ('{"v": 4\n', True),
        ('"v": 4', True),
        ("[[3, 4", True),
    ],
)
def test_a_number_that_ends_the_text_in_an_open_object_is_not_complete(text: str, complete: bool) -> None:
    assert read(text).complete is complete


def test_a_word_before_a_key_with_escapes_is_no_key():
    reading = read('{"[3]": 1,X "a\\\\d+b": 538}')
    assert reading.value == {"[3]": 1, "a\\d+b": 538}
    assert reading.severity is Severity.LOSSY


def test_integers_stay_exact_and_endless_ones_are_refused_with_their_length():
    assert read("{'a': 123456789012345678901234567890}").value == {"a": 123456789012345678901234567890}
    with pytest.raises(Unreadable, match="found one of 5000"):
        read("[" + "9" * 5000 + "]")


def test_an_overflowing_number_is_no_infinity():
    assert read("[1e999]").value == ["1e999"]


@pytest.mark.parametrize("unit", ["[", '{"a":', "{a:[", "("])
def test_depth_is_bounded(unit):
    with pytest.raises(Unreadable) as caught:
        read(unit * 100_000)
    assert caught.value.kind == "too-deep"


def test_a_lower_depth_limit_holds_for_valid_json_too():
    assert read("[[[1]]]", max_depth=3).value == [[[1]]]
    with pytest.raises(Unreadable, match="at most 2 nested"):
        read("[[[1]]]", max_depth=2)


def test_a_size_limit_holds_for_damaged_text_only():
    assert read("[1, 2, 3]", max_chars=5).value == [1, 2, 3]
    with pytest.raises(Unreadable, match="at most 5 characters"):
        read("[1, 2, 3", max_chars=5)


@pytest.mark.parametrize(
    ("text", "value", "path"),
    [
        ('{"a": [1, 23', {"a": [1]}, ("a",)),
        ('{"a": {"b": "xy', {"a": {"b": "xy"}}, ("a", "b")),
        ('{"a": 1, "b": tr', {"a": 1}, ()),
        ('{"a": 1, "b', {"a": 1}, ()),
        ('{"a": "x\\u00', {"a": "x"}, ("a",)),
        ('[{"a": 1}, ', [{"a": 1}], ()),
    ],
)
def test_partial_reading_leaves_out_what_may_still_grow(text, value, path):
    reading = read(text, partial=True)
    assert (reading.value, reading.open_path) == (value, path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'{"t": "Q:\nWhat?\nA:\nThat."}', "Q:\nWhat?\nA:\nThat."),
        (r"{'t': 'Q:\nWhat?\nA:\nThat.'}", "Q:\nWhat?\nA:\nThat."),
        (r'{"t": "B:\nuse tea"}', "B:\nuse tea"),
        (r'{"t": "\\frac{a}{b}\n\\d+\n"}', "\\frac{a}{b}\n\\d+\n"),
        (r'{"t": "C:\\new\\table.csv"}', r"C:\new\table.csv"),
        (r'{"t": "one\ntwo\tthree"}', "one\ntwo\tthree"),
    ],
)
def test_escapes_that_are_meant_stay_escapes(text: str, value: str) -> None:
    assert read(text).value == {"t": value}


def test_a_phrase_in_the_strings_own_marks_keeps_them() -> None:
    assert read("{“a”: ““Heroes””, “b”: 1}").value == {"a": "“Heroes”", "b": 1}
    assert read("{“a”: ““x”, “b”: 1}").value == {"a": "x", "b": 1}


def test_a_great_exponent_makes_valid_json_no_less_valid() -> None:
    reading = read('{"n": 1e+100, "s": "\\bA"}')
    assert (reading.value, reading.edits) == ({"n": 1e100, "s": "\bA"}, ())
