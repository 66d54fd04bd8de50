import pytest

from structout import FailureKind, OutputParserException
from structout.parsers import XMLOutputParser
from structout.result import RepairKind

PARSER = XMLOutputParser(tags=["foo", "bar"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<foo><bar>x</bar><bar>y</bar></foo>", {"foo": [{"bar": "x"}, {"bar": "y"}]}),
        ("```xml\n<foo>x</foo>\n```", {"foo": "x"}),
        ("Here: ```XML\n<foo>x</foo>\n``` done", {"foo": "x"}),
        ("Here: <foo>x</foo> trailing", {"foo": "x"}),
        ("<think><foo>no</foo></think><foo>x</foo>", {"foo": "x"}),
        ("<?xml version='1.0' encoding='utf-8'?><foo>x</foo>", {"foo": "x"}),
        ("<foo/>", {"foo": []}),
        ("<foo> </foo>", {"foo": []}),
        ("<foo><bar/></foo>", {"foo": [{"bar": None}]}),
        ("<foo>a & b &lt; &#65;</foo>", {"foo": "a & b < A"}),
        ("<foo>\n <bar> x </bar>\n</foo>", {"foo": [{"bar": " x "}]}),
        ("<foo><![CDATA[a<b & &lt;]]></foo>", {"foo": "a<b & &lt;"}),
        ("<foo>a<!-- no -->b</foo>", {"foo": "ab"}),
        ("<b>Note</b> <foo>x</foo>", {"foo": "x"}),
    ],
)
def test_an_element_is_read(text, value):
    assert PARSER.parse(text) == value


def test_attributes_and_mixed_text_are_kept_in_order():
    assert PARSER.parse('<foo a="1">x<bar b="&lt;">y</bar>z</foo>') == {
        "foo": [{"@a": "1"}, {"#text": "x"}, {"bar": [{"@b": "<"}, {"#text": "y"}]}, {"#text": "z"}]
    }


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", FailureKind.EMPTY),
        ("plain", FailureKind.NO_VALUE),
        ("<baz>1</baz>", FailureKind.NO_VALUE),
        ("<foo>", FailureKind.TRUNCATED),
        ("<foo>x", FailureKind.TRUNCATED),
        ("<foo><bar></foo>", FailureKind.TRUNCATED),
        ("<foo>1</foo><bar>2</bar>", FailureKind.AMBIGUOUS),
        ('<!DOCTYPE foo [<!ENTITY x "y">]><foo>&x;</foo>', FailureKind.NO_VALUE),
        ("<foo>" * 300 + "</foo>" * 300, FailureKind.TOO_DEEP),
    ],
)
def test_anything_else_is_refused(text, kind):
    with pytest.raises(OutputParserException) as caught:
        PARSER.parse(text)
    assert caught.value.kind is kind


def test_a_missing_end_tag_round_whole_elements_is_told():
    parsed = PARSER.explain("<foo><bar>x</bar>")
    assert parsed.value == {"foo": [{"bar": "x"}]}
    assert [repair.kind for repair in parsed.repairs] == [RepairKind.MISSING_CLOSE]


def test_the_instructions_name_the_tags_there_are():
    assert "Use only these tags: foo, bar." in PARSER.get_format_instructions()
    assert "these tags:" not in XMLOutputParser().get_format_instructions()
