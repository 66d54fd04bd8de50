"""Tool calls written as tags."""

import pytest

from structout.shapes import Hints, read_tool_xml

CALL = Hints(("Call",), frozenset({"city", "days"}), "object")


def tag(name, body):
    opener, _, closer = name.partition(" ")
    return f"<{opener}{' ' + closer if closer else ''}>{body}</{opener.partition('=')[0]}>"


@pytest.mark.parametrize(
    "text",
    [
        tag('invoke name="f"', tag('parameter name="city"', "Ulm") + tag('parameter name="days"', "3")),
        tag("function=f", tag("parameter=city", "\nUlm\n") + tag("parameter=days", "3")),
        "Let me see. "
        + tag("tool_call", tag('tool name="f"', tag('arg name="city"', "Ulm") + tag('arg name="days"', "3"))),
        "<function=f><parameter=city>Ulm<parameter=days>3</function>",
    ],
)
def test_arguments_become_an_object(text):
    assert read_tool_xml(text, 0, len(text), CALL).value == {"city": "Ulm", "days": 3}


def test_an_argument_keeps_its_markup_and_json():
    text = tag(
        'invoke name="f"', tag('parameter name="city"', "a < b") + tag('parameter name="days"', '["&amp;"]')
    )
    assert read_tool_xml(text, 0, len(text), CALL).value == {"city": "a < b", "days": '["&amp;"]'}


def test_several_calls_are_a_list():
    one = tag('invoke name="f"', tag('parameter name="city"', "Ulm"))
    assert read_tool_xml(one + one, 0, 2 * len(one), CALL).value == [{"city": "Ulm"}, {"city": "Ulm"}]


def test_an_argument_that_is_cut_off_is_unfinished():
    text = '<invoke name="f"><parameter name="city">Ul'
    assert not read_tool_xml(text, 0, len(text), CALL).complete


@pytest.mark.parametrize(
    "text", ["", "<invoke>", "Use a parameter here.", tag('parameter name="other"', "x")]
)
def test_other_text_is_no_call(text):
    assert read_tool_xml(text, 0, len(text), CALL) is None
