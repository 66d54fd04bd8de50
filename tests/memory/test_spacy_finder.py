"""The finder with spaCy itself; a blank pipeline with rules for names needs no model."""

import pytest

from structout.chains import ConversationChain
from structout.errors import ConfigError
from structout.memory import CombinedMemory, ConversationBufferMemory, EntityMemory, finder_of, spacy_finder
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM

spacy = pytest.importorskip("spacy")

NAMES = [
    {"label": "PERSON", "pattern": "Harrison Chase"},
    {"label": "PERSON", "pattern": [{"LOWER": "ada"}]},
    {"label": "GPE", "pattern": "New York"},
]


@pytest.fixture(scope="module")
def pipeline():
    nlp = spacy.blank("en")
    nlp.add_pipe("entity_ruler").add_patterns(NAMES)
    return nlp


def test_entities_are_found_as_they_are_written(pipeline):
    found = finder_of(pipeline)("Ada met Harrison Chase in New York; ada's friend")
    assert found == ["Ada", "Harrison Chase", "New York", "ada"]


def test_a_pipeline_is_loaded_by_its_folder(pipeline, tmp_path):
    pipeline.to_disk(tmp_path / "names")
    assert spacy_finder(str(tmp_path / "names"))("Was it Ada?") == ["Ada"]


def test_a_model_that_is_not_installed_is_named():
    with pytest.raises(
        ConfigError, match=r"no model 'en_no_such_model': `python -m spacy download en_no_such"
    ):
        spacy_finder("en_no_such_model")


def test_a_conversation_remembers_what_the_pipeline_finds(pipeline):
    memory = CombinedMemory(
        memories=[ConversationBufferMemory(), EntityMemory(finder=finder_of(pipeline), input_key="input")]
    )
    prompt = PromptTemplate.from_template("{entities}|{history}|{input}")
    chain = ConversationChain(llm=ScriptedLLM(["Fine.", "She sings."]), prompt=prompt, memory=memory)
    chain.predict(input="Ada sings")
    chain.predict(input="What does Ada do?")
    assert chain.llm.prompts[1] == "Ada sings|Human: Ada sings\nAI: Fine.|What does Ada do?"


def test_a_pipeline_itself_is_no_finder(pipeline):
    memory = EntityMemory(finder=pipeline)
    with pytest.raises(ConfigError, match=r"the finder should give texts; found Ada: finder_of"):
        memory.save_context({"input": "Ada sings"}, {"text": "ok"})
