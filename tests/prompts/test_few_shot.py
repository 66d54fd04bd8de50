import pytest

from structout.errors import TemplateError
from structout.prompts import FewShotPromptTemplate, MissingVariableError, PromptTemplate

PAIR = PromptTemplate(template="{q} -> {a}")


def test_prefix_examples_and_suffix_are_joined_without_empty_pieces():
    prompt = FewShotPromptTemplate(
        examples=[{"q": "1", "a": "one"}, {"q": "2", "a": "two"}], example_prompt=PAIR, suffix="{q} ->"
    )
    assert prompt.format(q=3) == "1 -> one\n\n2 -> two\n\n3 ->"


def test_braces_in_examples_are_data():
    prompt = FewShotPromptTemplate(
        examples=[{"q": "{x}", "a": '{"n": 1}'}], example_prompt=PAIR, prefix="P{p}", suffix="S"
    )
    assert prompt.format(p=1) == 'P1\n\n{x} -> {"n": 1}\n\nS'


def test_keys_of_an_example_that_it_does_not_show_are_passed_over():
    prompt = FewShotPromptTemplate(examples=[{"q": 1, "a": 2, "note": 3}], example_prompt=PAIR, suffix="")
    assert prompt.format() == "1 -> 2"


def test_an_example_that_lacks_a_key_names_it():
    prompt = FewShotPromptTemplate(examples=[{"q": 1}], example_prompt=PAIR, suffix="")
    with pytest.raises(MissingVariableError, match=r"missing variables {'a'}"):
        prompt.format()


class Shortest:
    def select_examples(self, input_variables):
        return [{"q": input_variables["q"], "a": "chosen"}]


def test_a_selector_chooses_by_the_variables():
    prompt = FewShotPromptTemplate(example_selector=Shortest(), example_prompt=PAIR, suffix="{q}?")
    assert prompt.format(q="x") == "x -> chosen\n\nx?"


@pytest.mark.parametrize("sources", [{}, {"examples": [], "example_selector": Shortest()}])
def test_examples_come_from_exactly_one_source(sources):
    with pytest.raises(TemplateError, match="give one of 'examples' and 'example_selector'"):
        FewShotPromptTemplate(example_prompt=PAIR, suffix="", **sources)


def test_declared_variables_are_those_of_prefix_and_suffix():
    with pytest.raises(TemplateError, match="declared but not in the template: 'z'"):
        FewShotPromptTemplate(examples=[], example_prompt=PAIR, suffix="{q}", input_variables=["q", "z"])


def test_bound_values_fill_prefix_and_suffix():
    prompt = FewShotPromptTemplate(examples=[], example_prompt=PAIR, prefix="{p}", suffix="{q}").partial(p=1)
    assert prompt.format(q=2) == "1\n\n2"
