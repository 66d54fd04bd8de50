"""Prompts that are made of prompts, selectors of examples, and functions over templates, by their old names."""

import asyncio

import pytest

from structout.compat.langchain.composed import (
    BaseExampleSelector,
    FewShotPromptWithTemplates,
    LengthBasedExampleSelector,
    PipelinePromptTemplate,
)
from structout.compat.langchain.prompts import ChatPromptTemplate, PromptTemplate
from structout.compat.langchain.templates import check_valid_template, formatter, get_template_variables
from structout.messages import HumanMessage
from structout.prompts import MessagesPlaceholder

PAIR = PromptTemplate.from_template("{word}: {opposite}")
EXAMPLES = [{"word": "happy", "opposite": "sad"}, {"word": "tall", "opposite": "short {x}"}]


class First(BaseExampleSelector):
    def add_example(self, example):
        raise NotImplementedError

    def select_examples(self, input_variables):
        return EXAMPLES[: input_variables["count"]]


def few_shot(**fields):
    return FewShotPromptWithTemplates(
        example_prompt=PAIR,
        prefix=PromptTemplate.from_template("Opposites in {language}."),
        suffix=PromptTemplate.from_template("{word}:"),
        example_separator="\n",
        **fields,
    )


def test_examples_stand_between_two_prompts():
    prompt = few_shot(examples=EXAMPLES)
    written = "Opposites in English.\nhappy: sad\ntall: short {x}\nbig:"
    assert prompt.input_variables == ["language", "word"]
    assert prompt.format(language="English", word="big") == written
    assert asyncio.run(prompt.aformat(language="English", word="big")) == written


@pytest.mark.parametrize("write", ["format", "aformat"])
def test_a_selector_chooses_examples_by_all_variables(write):
    made = getattr(few_shot(example_selector=First()), write)(language="L", word="w", count=1)
    assert (asyncio.run(made) if write == "aformat" else made) == "Opposites in L.\nhappy: sad\nw:"


def test_declared_variables_are_held_against_the_prompts_on_request():
    with pytest.raises(ValueError, match=r"Got input_variables=\[\], but based on prefix/suffix expected"):
        few_shot(examples=EXAMPLES, input_variables=[], validate_template=True)


def test_prompts_are_filled_into_a_prompt():
    pipeline = PipelinePromptTemplate(
        final_prompt=PromptTemplate.from_template("{intro}\n{task}"),
        pipeline_prompts=[
            ("intro", PromptTemplate.from_template("You are {who}.")),
            ("task", PromptTemplate.from_template("Answer {question} as {who}, after '{intro}'")),
        ],
    )
    assert pipeline.input_variables == ["question", "who"]
    assert pipeline.format(who="Bo", question="{q}") == "You are Bo.\nAnswer {q} as Bo, after 'You are Bo.'"


def test_a_conversation_is_filled_into_a_placeholder():
    pipeline = PipelinePromptTemplate(
        final_prompt=ChatPromptTemplate([MessagesPlaceholder(variable_name="turns")]),
        pipeline_prompts=[("turns", ChatPromptTemplate.from_template("hi {name}"))],
    )
    assert pipeline.format_prompt(name="Bo").to_messages() == [HumanMessage("hi Bo")]


def test_a_selector_takes_as_many_examples_as_there_is_room_for():
    selector = LengthBasedExampleSelector(examples=list(EXAMPLES), example_prompt=PAIR, max_length=6)
    assert selector.select_examples({"input": "big"}) == EXAMPLES
    assert selector.select_examples({"input": "big and bigger"}) == EXAMPLES[:1]
    assert selector.select_examples({"input": "so big that nothing fits any more"}) == []


def test_a_selector_takes_examples_later():
    selector = LengthBasedExampleSelector(
        examples=[], example_prompt=PAIR, get_text_length=len, max_length=20
    )
    asyncio.run(selector.aadd_example(EXAMPLES[0]))
    assert asyncio.run(selector.aselect_examples({"input": "big"})) == EXAMPLES[:1]


def test_the_variables_of_a_text():
    assert get_template_variables("{b} {a} {{c}}", "f-string") == ["a", "b"]
    with pytest.raises(ValueError, match="in the template but not declared: 'b'"):
        check_valid_template("{a} {b}", "f-string", ["a"])


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{a.b}", "^Variable names cannot contain attribute access or indexing: template, column 1: "),
        ("{a:{b}}", "^Nested replacement fields are not allowed, nor other format specifications: "),
        ("{}", r"^Invalid prompt schema; check for mismatched or missing input parameters from \[''\]: "),
        ("{a-b}", "^template, column 1: '{a-b}' is no field: a field is a plain name"),
    ],
)
def test_errors_of_a_text_begin_with_the_old_words(template, words):
    with pytest.raises(ValueError, match=words):
        PromptTemplate.from_template(template)


def test_a_formatter_takes_no_positions():
    with pytest.raises(ValueError, match="No arguments should be provided, everything should be passed as"):
        formatter.format("{}", "x")


def test_a_sum_of_prompts_passes_over_values_too():
    both = PromptTemplate.from_template("{a}") + " {b}"
    assert both.format(a=1, b=2, c=3) == "1 2"
