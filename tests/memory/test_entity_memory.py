from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from structout.chains import ConversationChain
from structout.errors import ConfigError, MissingExtraError
from structout.memory import BaseMemory, EntityMemory, capitalised_names, finder_of, spacy_finder
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM

PROMPT = PromptTemplate(
    template=(
        "The following is a conversation with an AI that knows about people.\n\n"
        "Relevant entity information:\n{entities}\n\nConversation:\nHuman: {input}\nAI:"
    )
)


@dataclass
class Doc:
    ents: list[Any]


def nlp(text):
    """Stands for a spaCy pipeline."""
    return Doc([word.strip(".,?") for word in text.split() if word.startswith("Harrison")])


class SpacyEntityMemory(BaseMemory, BaseModel):
    """The memory that an article of 2023 prints, as a user would paste it."""

    entities: dict = {}
    memory_key: str = "entities"

    def clear(self):
        self.entities = {}

    @property
    def memory_variables(self):
        return [self.memory_key]

    def load_memory_variables(self, inputs):
        doc = nlp(inputs[list(inputs.keys())[0]])  # noqa: RUF015
        entities = [self.entities[str(ent)] for ent in doc.ents if str(ent) in self.entities]
        return {self.memory_key: "\n".join(entities)}

    def save_context(self, inputs, outputs):
        text = inputs[list(inputs.keys())[0]]  # noqa: RUF015
        doc = nlp(text)
        for ent in doc.ents:
            ent_str = str(ent)
            if ent_str in self.entities:
                self.entities[ent_str] += f"\n{text}"
            else:
                self.entities[ent_str] = text


MEMORIES = {
    "pasted": SpacyEntityMemory,
    "capital letters": EntityMemory,
    "pipeline": lambda: EntityMemory(finder=finder_of(nlp)),
}


@pytest.mark.parametrize("make", MEMORIES.values(), ids=MEMORIES)
def test_what_was_said_about_harrison_comes_back_when_he_is_named(make):
    chain = ConversationChain(llm=ScriptedLLM(["Great!", "ML."]), prompt=PROMPT, memory=make())
    chain.predict(input="Harrison likes machine learning")
    assert chain.predict(input="What do you think Harrison's favourite subject was? Ask Harrison") == "ML."
    first, second = chain.llm.prompts
    assert "information:\n\n\nConversation:\nHuman: Harrison likes machine learning\nAI:" in first
    assert "information:\nHarrison likes machine learning\n\nConversation:" in second


def test_an_unknown_entity_brings_nothing():
    memory = EntityMemory()
    memory.save_context({"input": "Ada sings"}, {"text": "ok"})
    assert memory.load_memory_variables({"input": "Who is Bob?"}) == {"entities": ""}


def test_a_line_about_two_entities_is_given_once():
    memory = EntityMemory()
    memory.save_context({"input": "Ada met Bob"}, {"text": "ok"})
    memory.save_context({"input": "I like Bob"}, {"text": "ok"})
    assert memory.load_memory_variables({"input": "Ada and Bob?"})["entities"] == "Ada met Bob\nI like Bob"


def test_two_memories_share_no_entities():
    first, second = EntityMemory(), EntityMemory()
    first.save_context({"input": "Ada sings"}, {"text": "ok"})
    assert second.entities == {}
    first.clear()
    assert first.entities == {}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Harrison likes machine learning", ["Harrison"]),
        ("What does Harrison Chase think of New York?", ["Harrison Chase", "New York"]),
        ("I met Ada's friend. The Émile I know", ["Ada", "Émile"]),
        ("nobody is named here", []),
        ("", []),
    ],
)
def test_names_are_runs_of_capitalised_words(text, names):
    assert capitalised_names(text) == names


def test_what_a_finder_gives_is_text():
    memory = EntityMemory(finder=lambda text: [text, 7])
    with pytest.raises(ConfigError, match=r"the finder should give texts; found 7: finder_of\(\)"):
        memory.load_memory_variables({"input": "Ada"})


def test_without_spacy_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"structout-parsers\[spacy\]"):
        spacy_finder()
