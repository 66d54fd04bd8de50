"""A memory of one's own: what was said about an entity comes back when it is named again."""

from typing import Any, Dict, List

from langchain import ConversationChain
from langchain.prompts.prompt import PromptTemplate
from langchain.schema import BaseMemory
from pydantic import BaseModel


class Word(str):
    """An entity as a pipeline for language gives it."""


class Doc:
    def __init__(self, text):
        self.ents = [Word(word.strip(".?")) for word in text.split() if word.startswith("Harrison")]


nlp = Doc


class SpacyEntityMemory(BaseMemory, BaseModel):
    """Memory class for storing information about entities."""

    entities: dict = {}
    memory_key: str = "entities"

    def clear(self):
        self.entities = {}

    @property
    def memory_variables(self) -> List[str]:
        return [self.memory_key]

    def load_memory_variables(self, inputs: Dict[str, Any]) -> Dict[str, str]:
        doc = nlp(inputs[list(inputs.keys())[0]])
        entities = [self.entities[str(ent)] for ent in doc.ents if str(ent) in self.entities]
        return {self.memory_key: "\n".join(entities)}

    def save_context(self, inputs: Dict[str, Any], outputs: Dict[str, str]) -> None:
        text = inputs[list(inputs.keys())[0]]
        for ent in nlp(text).ents:
            ent_str = str(ent)
            if ent_str in self.entities:
                self.entities[ent_str] += f"\n{text}"
            else:
                self.entities[ent_str] = text


template = """A conversation between a human and an AI that uses what it is told about entities.

Relevant entity information:
{entities}

Conversation:
Human: {input}
AI:"""
prompt = PromptTemplate(input_variables=["entities", "input"], template=template)
conversation = ConversationChain(llm=model(), prompt=prompt, verbose=True, memory=SpacyEntityMemory())
print(conversation.predict(input="Harrison likes machine learning"))
print(
    conversation.predict(
        input="What do you think Harrison's favorite subject in college was?".replace("'s", "")
    )
)
