"""Laws of templates, for any text: held against str.format, which knows more than is allowed here."""

import string

from hypothesis import given, strategies as st

from structout.errors import TemplateError
from structout.prompts import PromptTemplate, escape

TEXTS = st.text(alphabet="{}ab.0!:[] é\n", max_size=20)


def names_by_the_standard_library(text):
    """The plain names in a template, or None where it has anything else or is none."""
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return None
    found = {name for _, name, spec, conversion in fields if name is not None}
    odd = any(spec or conversion for _, name, spec, conversion in fields if name is not None)
    return found if not odd and all(name.isidentifier() for name in found) else None


@given(TEXTS)
def test_a_template_is_taken_only_if_its_fields_are_plain_names_and_filled_as_str_format_does(text):
    expected = names_by_the_standard_library(text)
    try:
        prompt = PromptTemplate(template=text)
    except TemplateError:
        assert expected is None or ":}" in text
        return
    values = {name: f"<{name}>" for name in prompt.input_variables}
    assert set(values) == expected
    assert prompt.format(**values) == text.format(**values)


@given(TEXTS, TEXTS)
def test_a_value_comes_out_as_it_went_in(before, value):
    assert PromptTemplate(template=escape(before) + "{x}").format(x=value) == before + value


@given(TEXTS, TEXTS)
def test_binding_a_value_and_giving_it_are_the_same(first, second):
    prompt = PromptTemplate(template="{a}|{b}")
    assert prompt.partial(a=first).format(b=second) == prompt.format(a=first, b=second)
