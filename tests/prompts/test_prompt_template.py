import copy
import pickle

import pytest

from structout.errors import ConfigError, TemplateError
from structout.messages import HumanMessage, StringPromptValue
from structout.prompts import MissingVariableError, PromptTemplate, escape


def test_variables_are_found_in_the_text_each_once_in_order():
    assert PromptTemplate.from_template("{b} {a} {b}").input_variables == ["a", "b"]


def test_format_fills_the_variables_in():
    assert PromptTemplate(template="From {a} to {b}").format(a="Bern", b=3) == "From Bern to 3"


def test_doubled_braces_are_literal_ones():
    assert PromptTemplate(template='{{"city": "{city}"}}').format(city="Bern") == '{"city": "Bern"}'


@pytest.mark.parametrize("value", ["{secret}", "{0.__class__}", "{{x}}", "}", "{"])
def test_braces_in_a_value_are_data(value):
    assert (
        PromptTemplate(template="Say {x}!").format(
            x=value,
        )
        == f"Say {value}!"
    )


def test_format_prompt_is_a_text_and_a_message():
    value = PromptTemplate(template="Hi {x}").format_prompt(x="you")
    assert value == StringPromptValue("Hi you")
    assert value.to_messages() == [HumanMessage("Hi you")]


def test_every_identifier_can_be_a_variable():
    template = PromptTemplate(template="Put {template} on {self} as {format_spec} of {größe}")
    filled = template.format(template="wax", self="oak", format_spec="film", größe="3")
    assert filled == "Put wax on oak as film of 3"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ('Reply like {"name": "tea", "qty": 2} for {order}', 12, "a field is a plain name"),
        ("Rate {} out of {max}", 6, "give the field a name"),
        ("Rate {0} out of {max}", 6, "positional"),
        ("Hi {u.__class__.__init__.__globals__}", 4, "attributes and indexes are not supported"),
        ("Hi {u[0]}", 4, "attributes and indexes are not supported"),
        ("Hi {0.x}", 4, "attributes and indexes are not supported"),
        ("Hi {u!r}", 4, "a conversion is not supported"),
        ("Hi {u!r:{w}}", 4, "a conversion is not supported"),
        ("Hi {u:>10}", 4, "a format specification is not supported"),
        ("Hi {a b}", 4, "a field is a plain name"),
        ("Hi { a }", 4, "a field is a plain name"),
    ],
)
def test_a_field_that_is_no_plain_name_is_refused_with_column_and_remedy(text, column, reason):
    with pytest.raises(TemplateError, match=f"column {column}: .*{reason}.*for literal braces double them"):
        PromptTemplate(template=text)


@pytest.mark.parametrize(("text", "column"), [("a } b", 3), ("{a}}", 4), ("}}}", 3)])
def test_a_single_closing_brace_is_refused(text, column):
    with pytest.raises(
        TemplateError, match=f"column {column}: a single }}; for a literal brace double it: }}}}"
    ):
        PromptTemplate(template=text)


def test_an_unclosed_field_is_refused():
    with pytest.raises(TemplateError, match=r"column 3: '\{ b' is no field"):
        PromptTemplate(template="a { b")


def test_a_fault_on_a_later_line_is_told_by_line_and_column():
    with pytest.raises(TemplateError, match="line 2, column 5"):
        PromptTemplate(template="ok\nand {}")


class User:
    secret = "hunter2"


BYPASSES = {
    "setattr": lambda prompt, text: setattr(prompt, "template", text) or prompt,
    "object": lambda prompt, text: object.__setattr__(prompt, "template", text) or prompt,
    "deepcopy": lambda prompt, text: copy.deepcopy(prompt.model_copy(update={"template": text})),
    "pickle": lambda prompt, text: pickle.loads(pickle.dumps(prompt.model_copy(update={"template": text}))),
    "construct": lambda prompt, text: PromptTemplate.model_construct(
        template=text, input_variables=["u"], partial_variables={}, output_parser=None
    ),
}


@pytest.mark.parametrize("text", ["Hi {u.secret}", "Hi {u[0]}", "Hi {u!r}", "Hi {u:x}", "Hi {}"])
@pytest.mark.parametrize("bypass", BYPASSES)
def test_a_template_put_in_past_the_constructor_is_refused_at_format(bypass, text):
    prompt = BYPASSES[bypass](PromptTemplate(template="Hi {u}"), text)
    with pytest.raises(TemplateError, match="column 4") as caught:
        prompt.format(u=User())
    assert "hunter2" not in str(caught.value)


def test_a_missing_variable_is_named_and_is_a_key_error_too():
    with pytest.raises(MissingVariableError, match=r"missing variables {'b'}; given were {'a'}") as caught:
        PromptTemplate(template="{a}{b}").format(a=1)
    assert isinstance(caught.value, KeyError)


def test_an_unknown_variable_is_named():
    with pytest.raises(TemplateError, match=r"unknown variables {'c'}; the template has {'a'}"):
        PromptTemplate(template="{a}").format(a=1, c=2)


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (["a", "b"], "declared but not in the template: 'b'"),
        ([], "in the template but not declared: 'a'"),
        (["b"], "declared but not in the template: 'b'; in the template but not declared: 'a'"),
    ],
)
def test_declared_variables_are_those_of_the_template(declared, message):
    with pytest.raises(TemplateError, match=message):
        PromptTemplate(template="{a}", input_variables=declared)


def test_without_validation_the_template_decides():
    prompt = PromptTemplate(template="{a}", input_variables=["b"], validate_template=False)
    assert prompt.input_variables == ["a"]


def test_a_variable_that_is_both_input_and_bound_is_named():
    with pytest.raises(TemplateError, match="overlapping input and partial variables: 'a'"):
        PromptTemplate(template="{a}", input_variables=["a"], partial_variables={"a": 1})


def test_a_bound_value_need_not_be_given():
    prompt = PromptTemplate(
        template="{q}\n{format_instructions}",
        input_variables=["q"],
        partial_variables={"format_instructions": 'like {"a": 1}'},
    )
    assert prompt.format(q="who?") == 'who?\nlike {"a": 1}'


def test_a_bound_callable_is_called_at_each_format():
    counter = iter(range(9))
    prompt = PromptTemplate(template="{n}").partial(n=lambda: next(counter))
    assert [prompt.format(), prompt.format()] == ["0", "1"]


def test_a_given_value_beats_a_bound_one():
    assert PromptTemplate(template="{n}").partial(n=1).format(n=2) == "2"


def test_partial_gives_a_copy_and_may_be_repeated():
    whole = PromptTemplate(template="{a}{b}{c}")
    part = whole.partial(a=1).partial(b=2)
    assert (part.input_variables, part.format(c=3)) == (["c"], "123")
    assert (whole.input_variables, whole.partial_variables) == (["a", "b", "c"], {})


def test_partial_with_an_unknown_variable_names_it():
    with pytest.raises(TemplateError, match=r"unknown variables {'z'}; the template has {'a'}"):
        PromptTemplate(template="{a}").partial(z=1)


def test_joining_keeps_bound_values_and_leaves_the_parts_alone():
    left = PromptTemplate(template="From {a} to {b}").partial(a="Bern")
    joined = left + PromptTemplate(template=", by {c}")
    assert joined.input_variables == ["b", "c"]
    assert joined.format(b="Chur", c="rail") == "From Bern to Chur, by rail"
    assert (left.template, left.input_variables) == ("From {a} to {b}", ["b"])


def test_a_text_can_be_joined_as_a_template():
    assert (PromptTemplate(template="{a}") + " and {b}").format(a=1, b=2) == "1 and 2"


def test_joining_two_values_for_one_variable_is_an_error():
    with pytest.raises(TemplateError, match="partialed twice: 'a'"):
        PromptTemplate(template="{a}").partial(a=1) + PromptTemplate(template="{a}").partial(a=2)


def test_examples_are_data():
    prompt = PromptTemplate.from_examples(["in {x}", "out {y}"], "Now {q}", ["q"], prefix="See:")
    assert prompt.format(q="you") == "See:\n\nin {x}\n\nout {y}\n\nNow you"


def test_a_template_from_a_file(tmp_path):
    (tmp_path / "t.txt").write_text("Grüße, {name}", encoding="utf-8")
    assert PromptTemplate.from_file(tmp_path / "t.txt", ["name"]).format(name="Ida") == "Grüße, Ida"
    assert PromptTemplate.from_file("t.txt", base_dir=tmp_path).input_variables == ["name"]


def test_a_template_file_outside_the_folder_is_refused(tmp_path):
    (tmp_path / "hidden.txt").write_text("secret")
    (tmp_path / "in").mkdir()
    with pytest.raises(ConfigError, match="leads out of its folder") as caught:
        PromptTemplate.from_file("../hidden.txt", base_dir=tmp_path / "in")
    assert "secret" not in str(caught.value)


def test_a_template_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"'none\.txt' cannot be read: No such file"):
        PromptTemplate.from_file("none.txt", base_dir=tmp_path)


@pytest.mark.parametrize("engine", ["jinja2", "mustache"])
def test_an_engine_with_expressions_is_refused(engine):
    with pytest.raises(ConfigError, match=f"Unsupported template format: {engine}"):
        PromptTemplate(template="{{ x }}", template_format=engine)


def test_templates_with_the_same_fields_are_equal():
    assert PromptTemplate(template="{a}") == PromptTemplate(template="{a}", input_variables=["a"])


def test_escape_makes_any_text_a_template_of_itself():
    assert PromptTemplate(template=escape("{a} }{")).format() == "{a} }{"


def test_finding_fields_takes_linear_time_on_braces():
    with pytest.raises(TemplateError, match="column 200001:"):
        PromptTemplate(template="{" * 200_001)
