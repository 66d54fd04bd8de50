"""Chains one after another, by their old names."""

import asyncio

import pytest

from structout.chains import LLMChain
from structout.compat.langchain.models import FakeListLLM
from structout.compat.langchain.sequences import SequentialChain, SimpleSequentialChain, TransformChain
from structout.llms import BaseCallbackHandler
from structout.memory import SimpleMemory
from structout.prompts import PromptTemplate


def chain(template, answer, key="text"):
    model = FakeListLLM(responses=[answer])
    return LLMChain(llm=model, prompt=PromptTemplate.from_template(template), output_key=key)


TITLE, REVIEW = ("a play about {era}", "The Rope", "title"), ("review {title} of {era}", "Dull.", "review")


def test_outputs_go_to_the_next_chain_by_name():
    both = SequentialChain(chains=[chain(*TITLE), chain(*REVIEW)], input_variables=["era"])
    assert both({"era": "1920"}) == {"era": "1920", "review": "Dull."}


@pytest.mark.parametrize("options", [{"output_variables": ["title", "review"]}, {"return_all": True}])
def test_outputs_on_the_way_are_given_on_request(options):
    both = SequentialChain(chains=[chain(*TITLE), chain(*REVIEW)], input_variables=["era"], **options)
    assert asyncio.run(both.acall({"era": "1920"}, True)) == {"title": "The Rope", "review": "Dull."}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"input_variables": []}, "Missing required input keys: {'era'}"),
        ({"input_variables": ["era", "title"]}, "Chain returned keys that already exist: {'title'}"),
        ({"input_variables": ["era"], "output_variables": ["x"]}, "variables that were not found: {'x'}"),
        (
            {"input_variables": ["era"], "memory": SimpleMemory(memories={"era": "1920"})},
            r"The input key\(s\) era are found in the Memory keys",
        ),
    ],
)
def test_variables_that_do_not_fit_are_named_at_construction(fields, words):
    with pytest.raises(ValueError, match=words):
        SequentialChain(chains=[chain(*TITLE), chain(*REVIEW)], **fields)


def test_each_chain_is_given_what_the_last_one_made():
    both = SimpleSequentialChain(
        chains=[chain("a {x}", " The Rope "), chain("review {x}", "Dull.")], strip_outputs=True
    )
    assert (both.run("play"), asyncio.run(both.arun("play"))) == ("Dull.", "Dull.")


def test_what_is_made_on_the_way_is_told():
    class Texts(BaseCallbackHandler):
        def __init__(self):
            self.seen = []

        def on_text(self, text, **_):
            self.seen.append(text)

    texts = Texts()
    first, second = chain("a {x}", " The Rope "), chain("review {x}", "Dull.")
    SimpleSequentialChain(chains=[first, second], strip_outputs=True, callbacks=[texts]).run("play")
    assert [text for text in texts.seen if not text.startswith("Prompt")] == ["The Rope", "Dull."]


def test_a_chain_of_two_inputs_does_not_fit_a_simple_sequence():
    with pytest.raises(ValueError, match=r"should all have one input; found {'era', 'title'}"):
        SimpleSequentialChain(chains=[chain(*REVIEW)])


def test_a_function_is_a_chain():
    shout = TransformChain(
        input_variables=["text"],
        output_variables=["loud"],
        transform=lambda given: {"loud": given["text"].upper()},
    )
    assert (shout.run("hey"), asyncio.run(shout.arun("hey"))) == ("HEY", "HEY")


def test_a_coroutine_function_is_used_by_callers_that_await():
    async def shout(given):
        return {"loud": given["text"] + "!"}

    both = TransformChain(
        input_variables=["text"], output_variables=["loud"], transform=lambda _: {}, atransform=shout
    )
    assert asyncio.run(both.arun("hey")) == "hey!"
