"""The list parsers: what is a list, what is none, and how it is told."""

import pytest

from structout import (
    CommaSeparatedListOutputParser,
    FailureKind,
    MarkdownListOutputParser,
    NumberedListOutputParser,
    OutputParserException,
    RepairKind,
)

COMMA = CommaSeparatedListOutputParser()
NUMBERED = NumberedListOutputParser()
MARKDOWN = MarkdownListOutputParser()


def test_the_instructions_are_those_of_2023_to_the_letter():
    assert COMMA.get_format_instructions() == (
        "Your response should be a list of comma separated values, eg: `foo, bar, baz`"
    )
    assert NUMBERED.get_format_instructions() == (
        "Your response should be a numbered list with each item on a new line. For example: \n\n1. foo\n\n2. bar\n\n3. baz"
    )
    assert MARKDOWN.get_format_instructions() == (
        "Your response should be a markdown list, eg: `- foo\n- bar\n- baz`"
    )


def test_the_types_are_those_of_2023():
    types = [parser._type for parser in (COMMA, NUMBERED, MARKDOWN)]
    assert types == ["comma-separated-list", "numbered-list", "markdown-list"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foo, bar, baz", ["foo", "bar", "baz"]),
        ("foo,bar,baz", ["foo", "bar", "baz"]),
        ("foo,  bar ,baz \n", ["foo", "bar", "baz"]),
        ("foo", ["foo"]),
        ("", []),
        (" \n ", []),
        ("foo, bar,", ["foo", "bar"]),
        ("foo,,bar", ["foo", "bar"]),
        ("foo, bar.", ["foo", "bar"]),
        ('"a, b", c', ["a, b", "c"]),
        ("'a, b', c", ["a, b", "c"]),
        ("“a, b”, c", ["a, b", "c"]),
        ('a "quoted, word", c', ['a "quoted, word"', "c"]),
        ('"He said ""x, y""", z', ['He said "x, y"', "z"]),
        ("it's, ok", ["it's", "ok"]),
        ('5", 6"', ['5"', '6"']),
        ("a\\,b, c", ["a,b", "c"]),
        ("Oslo (Norway, north), Rome", ["Oslo (Norway, north)", "Rome"]),
        ("1,000, 2,000", ["1,000", "2,000"]),
        ("1,2,3", ["1", "2", "3"]),
        ("苹果，香蕉、梨。", ["苹果", "香蕉", "梨"]),
        ("القاهرة، أسوان", ["القاهرة", "أسوان"]),
        ("do the dishes, take out the trash, call mom", ["do the dishes", "take out the trash", "call mom"]),
        ("2 cups of flour, 1 tsp of salt, eggs", ["2 cups of flour", "1 tsp of salt", "eggs"]),
        ("foo; bar", ["foo", "bar"]),
        ("Paris, France; Rome, Italy", ["Paris, France", "Rome, Italy"]),
        ("foo, bar\nbaz, qux", ["foo", "bar", "baz", "qux"]),
        ("foo\nbar\nbaz", ["foo", "bar", "baz"]),
        ("C++, Rust, Haskell, and Go.", ["C++", "Rust", "Haskell", "Go"]),
        ("Eier, Mehl und Butter", ["Eier", "Mehl", "Butter"]),
        ("Madrid, Lleida y Barcelona.", ["Madrid", "Lleida", "Barcelona"]),
        ("salt and pepper, oil", ["salt and pepper", "oil"]),
        ("Apple Inc., Google Inc.", ["Apple Inc.", "Google Inc."]),
        ("The Lord of the Rings, Dune", ["The Lord of the Rings", "Dune"]),
        ("Here are the cities: Ulm, Jena", ["Ulm", "Jena"]),
        ("Here are the cities:\n\nUlm, Jena\n\nI hope this helps!", ["Ulm", "Jena"]),
        ("Sure! foo, bar", ["foo", "bar"]),
        ("**Cities:** Ulm, Jena", ["Ulm", "Jena"]),
        ("`foo, bar`", ["foo", "bar"]),
        ("[foo, bar]", ["foo", "bar"]),
        ("['a', 'b']", ["a", "b"]),
        ('["a", "b, c"]', ["a", "b, c"]),
        ('The list is ["a", 2, true].', ["a", "2", "true"]),
        ("```\nfoo, bar\n```", ["foo", "bar"]),
        ("<think>x, y?</think>\nfoo, bar", ["foo", "bar"]),
        ("1. foo\n2. bar", ["foo", "bar"]),
        ("1. foo 2. bar", ["foo", "bar"]),
        ("- foo, - bar", ["foo", "bar"]),
        ("Items:\n- foo\n- bar, too\n\nThat is all.", ["foo", "bar, too"]),
        ("Ratio: high, Cost: low", ["Ratio: high", "Cost: low"]),
    ],
)
def test_a_comma_list_is_read(text, expected):
    assert COMMA.parse(text) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("We still need eggs, flour, and butter for the cake.", FailureKind.INVALID),
        ("El tren para en Madrid, Zaragoza, Lleida y Barcelona.", FailureKind.INVALID),
        ("These groceries are typically flour, sugar, and coffee.", FailureKind.INVALID),
        ("She writes Python and Go at work", FailureKind.INVALID),
        ("Ulm, Jena. This is the best answer.", FailureKind.INVALID),
        ("Ulm, 219\nThe train stops in Ulm.", FailureKind.INVALID),
        ("Der Zug hält in Bonn, Ulm und Jena.", FailureKind.INVALID),
        ("Le train s'arrête à Madrid, Saragosse et Barcelone.", FailureKind.INVALID),
        ("Поезд останавливается в Москве, Твери и Клину.", FailureKind.INVALID),
        ("列車は東京、大阪、京都に停まります。", FailureKind.INVALID),
        ("기차는 서울, 부산, 대구에 정차합니다.", FailureKind.INVALID),
        ("القطار يتوقف في القاهرة، الإسكندرية، أسوان.", FailureKind.INVALID),
        ("Madrid, the capital of Spain, is large.", FailureKind.INVALID),
        ("eggs, flour, we need these for the cake", FailureKind.INVALID),
        ('{"a": 1, "b": 2}', FailureKind.INVALID),
        ('"unclosed, b', FailureKind.INVALID),
        ("I am sorry, I cannot help with that.", FailureKind.REFUSAL),
        ("<item>, <item>", FailureKind.PLACEHOLDER),
        ("egg, egg, egg, egg, egg", FailureKind.REPETITION_LOOP),
        ("Ulm, Jena, etc.", FailureKind.TRUNCATED),
        ("Ulm, Jena, and others", FailureKind.TRUNCATED),
        ("a, " * 100_000, FailureKind.TOO_LARGE),
        ("a lemon and a spoon", FailureKind.AMBIGUOUS),
        ("1,200,300", FailureKind.AMBIGUOUS),
        ('"foo, bar"', FailureKind.AMBIGUOUS),
        ("None", FailureKind.AMBIGUOUS),
        ("None of them.", FailureKind.AMBIGUOUS),
        ("None of them, unfortunately", FailureKind.REFUSAL),
        ("Keine, leider", FailureKind.REFUSAL),
        ("foo / bar", FailureKind.AMBIGUOUS),
        ("Fruits:\n- a\n\nVegetables:\n- b", FailureKind.AMBIGUOUS),
    ],
)
def test_what_is_no_list_is_refused(text, kind):
    with pytest.raises(OutputParserException) as caught:
        COMMA.parse(text)
    assert (caught.value.kind, caught.value.llm_output) == (kind, text)


@pytest.mark.parametrize("parser", [NUMBERED, MARKDOWN])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. foo\n\n2. bar", ["foo", "bar"]),
        ("1) foo\n2) bar", ["foo", "bar"]),
        ("1.foo\n2.bar", ["foo", "bar"]),
        ("Items:\n1. foo\n2. bar", ["foo", "bar"]),
        ("1. foo\n   more\n2. bar", ["foo more", "bar"]),
        ("1. **foo**: text\n2. **bar**", ["**foo**: text", "**bar**"]),
        ("1. v2. x y", ["v2. x y"]),
        ("1. \n2. bar", ["bar"]),
        ("- 1. foo", ["foo"]),
        ("３. foo", ["foo"]),
        ("- foo\r\n* bar\r\n+ baz", ["foo", "bar", "baz"]),
        ("  - foo\n    - nested", ["foo", "nested"]),
        ("- [ ] todo\n- [x] done", ["todo", "done"]),
        ("• foo\n• bar", ["foo", "bar"]),
        ("---\n- a", ["a"]),
        ("**bold** text\n- a", ["a"]),
        ("foo, bar", ["foo", "bar"]),
        ("", []),
    ],
)
def test_a_marked_list_is_read(parser, text, expected):
    assert parser.parse(text) == expected


@pytest.mark.parametrize("parser", [NUMBERED, MARKDOWN])
@pytest.mark.parametrize("text", ["no list", "Version 1. 2 is out.", "There is nothing to list here."])
def test_prose_is_no_marked_list(parser, text):
    with pytest.raises(OutputParserException):
        parser.parse(text)


def test_what_was_done_is_told():
    parsed = COMMA.explain("Here: foo, bar\n")
    assert (parsed.span.of(parsed.text), parsed.ignored[0].of(parsed.text)) == ("foo, bar", "Here: ")
    parsed = COMMA.explain("- foo\n- bar")
    assert [repair.kind for repair in parsed.repairs] == [RepairKind.LIST_MARKUP]


def test_a_list_that_was_cut_off_is_refused():
    with pytest.raises(OutputParserException) as caught:
        COMMA.explain("foo, ba", finish_reason="length")
    assert caught.value.kind is FailureKind.TRUNCATED


def test_no_repair_is_made_where_none_is_allowed():
    strict = CommaSeparatedListOutputParser(max_severity="none")
    assert strict.parse("foo, bar") == ["foo", "bar"]


@pytest.mark.parametrize("parser", [COMMA, NUMBERED, MARKDOWN])
def test_an_empty_array_is_an_empty_list(parser):
    assert parser.parse("[]") == []


@pytest.mark.parametrize(
    ("parser", "text"), [(NUMBERED, "Answer: 1. oak\n2. elm"), (MARKDOWN, "Answer: - oak\n- elm")]
)
def test_a_label_in_the_line_of_the_first_item_is_none(parser, text):
    assert parser.parse(text) == ["oak", "elm"]


@pytest.mark.parametrize("text", ["-foo\n-bar", "- foo\n-bar"])
def test_a_dash_without_a_blank_marks_an_item(text):
    assert MarkdownListOutputParser().parse(text) == ["foo", "bar"]


def test_what_is_no_text_is_named():
    with pytest.raises(TypeError, match="expected the completion as a str, found NoneType"):
        CommaSeparatedListOutputParser().parse(None)


def test_a_bracket_that_is_never_closed_is_a_list_cut_off():
    with pytest.raises(OutputParserException) as caught:
        COMMA.parse("[oak, elm")
    assert caught.value.kind is FailureKind.TRUNCATED
