"""ConversationChain: a chain that remembers what was said."""

from __future__ import annotations

from pydantic import Field

from structout.chains.llm import LLMChain
from structout.errors import ConfigError
from structout.memory import BaseMemory, ConversationBufferMemory
from structout.prompts import BasePromptTemplate, PromptTemplate

CONVERSATION_PROMPT = PromptTemplate(
    template=(
        "The following is a friendly conversation between a human and an AI. The AI is talkative and provides lots of "
        "specific details from its context. If the AI does not know the answer to a question, it truthfully says it "
        "does not know.\n\nCurrent conversation:\n{history}\nHuman: {input}\nAI:"
    )
)
"""The prompt of a conversation, to the letter of the systems that this one replaces."""


class ConversationChain(LLMChain):
    """Answers one input at a time and remembers the conversation.

    Attributes:
        memory: what is remembered; the whole conversation by default, each chain its own.
        prompt: its variables are those of the memory and the input.
        input_key: the name of the input.
    """

    memory: BaseMemory | None = Field(default_factory=ConversationBufferMemory)
    prompt: BasePromptTemplate = CONVERSATION_PROMPT
    input_key: str = "input"
    output_key: str = "response"

    def _check(self) -> None:
        """Check that memory, input and prompt fit one another.

        Raises:
            ConfigError: they do not; names the variables.
        """
        super()._check()
        remembered = [] if self.memory is None else self.memory.memory_variables
        if self.input_key in remembered:
            raise ConfigError(
                f"The input key {self.input_key} was also found in the memory keys ({remembered}) - "
                "please provide keys that don't overlap."
            )
        if {*remembered, self.input_key} != {*self.prompt.input_variables}:
            raise ConfigError(
                "Got unexpected prompt input variables. The prompt expects "
                f"{sorted(self.prompt.input_variables)}, but got {sorted(remembered)} as inputs from memory, "
                f"and {self.input_key} as the normal input key."
            )

    @property
    def input_keys(self) -> list[str]:
        """The input; the rest comes from memory."""
        return [self.input_key]

    @property
    def _chain_type(self) -> str:
        return "conversation_chain"
