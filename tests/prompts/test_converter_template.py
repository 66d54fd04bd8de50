from collections import Counter

import pytest

from structout.errors import ConfigError, TemplateError
from structout.prompts import (
    ChatPromptTemplate,
    ConverterPromptTemplate,
    HumanMessagePromptTemplate,
    MissingVariableError,
)

BALANCES = {"Gil": 800, "Katie": 123}
TEMPLATE = "Hello. Your balance is {balance}. You have {unreads} unread message(s)."


def account(**fields):
    looked_up: Counter[str] = Counter()

    def look_up(inputs):
        looked_up[inputs["user_name"]] += 1
        return {"balance": BALANCES[inputs["user_name"]]}

    settings = {
        "template": TEMPLATE,
        "input_variables": ["unreads"],
        "converter": look_up,
        "converter_input_variables": ["user_name"],
        "converter_output_variables": ["balance"],
    }
    return ConverterPromptTemplate(**{**settings, **fields}), looked_up


def test_the_balance_is_looked_up_once_for_each_format():
    prompt, looked_up = account()
    texts = [prompt.format(user_name=name, unreads=123) for name in ("Gil", "Gil", "Katie")]
    assert texts[0] == "Hello. Your balance is 800. You have 123 unread message(s)."
    assert texts[2] == "Hello. Your balance is 123. You have 123 unread message(s)."
    assert looked_up == {"Gil": 2, "Katie": 1}


def test_inputs_are_the_given_ones_and_the_converters():
    assert account()[0].input_variables == ["unreads", "user_name"]


def test_the_converter_gets_its_inputs_alone():
    seen = []
    prompt, _ = account(converter=lambda inputs: seen.append(inputs) or {"balance": 1})
    prompt.format(user_name="Gil", unreads=2)
    assert seen == [{"user_name": "Gil"}]


@pytest.mark.parametrize(
    ("returned", "found"),
    [({}, "nothing"), ({"balance": 1, "extra": 2}, "'balance', 'extra'"), (None, "None"), (7, "7")],
)
def test_a_converter_that_returns_something_else_is_an_error(returned, found):
    prompt, _ = account(converter=lambda inputs: returned)
    with pytest.raises(
        TemplateError, match=f"should return a mapping with 'balance', as declared; found .*{found}"
    ):
        prompt.format(user_name="Gil", unreads=2)


@pytest.mark.parametrize("given", [{"unreads": 1}, {"user_name": "Gil"}])
def test_a_missing_variable_is_named_before_the_converter_runs(given):
    prompt, looked_up = account()
    with pytest.raises(MissingVariableError, match="missing variables"):
        prompt.format(**given)
    assert not looked_up


def test_an_error_of_the_converter_comes_out_unchanged():
    prompt, _ = account()
    with pytest.raises(KeyError, match="Ann"):
        prompt.format(user_name="Ann", unreads=1)


@pytest.mark.parametrize("bound", ["Gil", lambda: "Gil"])
def test_a_bound_converter_input_is_no_input_any_more(bound):
    prompt = account()[0].partial(user_name=bound)
    assert prompt.input_variables == ["unreads"]
    assert prompt.format(unreads=1).startswith("Hello. Your balance is 800.")
    assert prompt.format(unreads=1, user_name="Katie").startswith("Hello. Your balance is 123.")


def test_converted_values_win_over_given_ones_of_the_same_name():
    prompt = ConverterPromptTemplate(
        template="{name}",
        converter=lambda inputs: {"name": inputs["name"].upper()},
        converter_input_variables=["name"],
        converter_output_variables=["name"],
    )
    assert prompt.format(name="ida") == "IDA"


def test_a_field_that_nothing_fills_is_named_at_construction():
    with pytest.raises(TemplateError, match="filled by nothing: 'unreads'"):
        account(input_variables=[])


def test_a_variable_that_fills_nothing_is_named_at_construction():
    with pytest.raises(TemplateError, match="declared but not in the template: 'color'"):
        account(input_variables=["unreads", "color"])


def test_an_unsafe_field_is_refused():
    with pytest.raises(TemplateError, match="attributes and indexes are not supported"):
        account(template="{balance.__class__}")


def test_converted_values_are_data():
    prompt, _ = account(converter=lambda inputs: {"balance": "{unreads}"})
    assert prompt.format(user_name="Gil", unreads=1).startswith("Hello. Your balance is {unreads}.")


def test_it_works_as_a_message_of_a_conversation():
    prompt = ChatPromptTemplate.from_messages(
        [("system", "{s}"), HumanMessagePromptTemplate(prompt=account()[0])]
    )
    assert prompt.input_variables == ["s", "unreads", "user_name"]
    assert "balance is 123" in prompt.format(s="x", user_name="Katie", unreads=0)


def test_it_cannot_be_saved(tmp_path):
    with pytest.raises(ConfigError, match="the converter is code"):
        account()[0].save(tmp_path / "p.json")
