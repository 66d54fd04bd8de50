"""Memory that asks a model: a summary of what is too old to be shown, and what is known about each entity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import Field

from structout.chains.llm import LLMChain
from structout.errors import ConfigError
from structout.llms.language_model import BaseLanguageModel
from structout.memory import BaseChatMemory
from structout.memory.base import input_key, said
from structout.memory.buffer import last_turns
from structout.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, get_buffer_string
from structout.prompts import BasePromptTemplate, PromptTemplate

SUMMARY_PROMPT = PromptTemplate(
    template=(
        "Bring the summary of a conversation up to date: add what the new lines say, leave out nothing that matters, "
        "stay brief.\n\nSummary so far:\n{summary}\n\nNew lines:\n{new_lines}\n\nNew summary:"
    )
)
"""How a summary is asked for; ours to word."""

ENTITY_EXTRACTION_PROMPT = PromptTemplate(
    template=(
        "Name the people, places, organisations and things with a proper name in the last line of the conversation, "
        "separated by commas. Answer NONE if there are none.\n\n"
        "Conversation:\n{history}\n\nLast line:\nHuman: {input}\n\nNames:"
    )
)
"""How the entities of an input are asked for; ours to word."""

ENTITY_SUMMARIZATION_PROMPT = PromptTemplate(
    template=(
        "Bring what is known about {entity} up to date with the last line of the conversation. One or two sentences, "
        "facts only; repeat what is known if the line says nothing new.\n\n"
        "Conversation:\n{history}\n\nKnown about {entity}:\n{summary}\n\nLast line:\nHuman: {input}\n\nNow known:"
    )
)
"""How what is known of an entity is asked for; ours to word."""


def asked(llm: BaseLanguageModel, prompt: BasePromptTemplate, **values: Any) -> str:
    """The model's answer to a prompt, without the white space round it."""
    return LLMChain(llm=llm, prompt=prompt).predict(**values).strip()


class _Asking(BaseChatMemory):
    llm: BaseLanguageModel

    @property
    def asks_a_model(self) -> bool:
        """Yes."""
        return True


class ConversationSummaryMemory(_Asking):
    """Remembers the conversation as a summary, which the model brings up to date after each turn.

    Attributes:
        llm: writes the summary.
        prompt: asks for it, with the variables ``summary`` and ``new_lines``.
        buffer_text: the summary so far.
    """

    prompt: BasePromptTemplate = SUMMARY_PROMPT
    buffer_text: str = ""

    def shown(self) -> list[BaseMessage]:
        """The summary as a system message, once there is one."""
        return [SystemMessage(self.buffer_text)] if self.buffer_text else []

    @property
    def buffer_as_str(self) -> str:
        """The summary."""
        return self.buffer_text

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keep a turn, and bring the summary up to date."""
        question, answer = self.turn_of(inputs, outputs)
        turn = [HumanMessage(question), AIMessage(answer)]
        lines = get_buffer_string(turn, self.human_prefix, self.ai_prefix)
        summary = asked(self.llm, self.prompt, summary=self.buffer_text, new_lines=lines)
        self.chat_memory.add_messages(turn)
        self.buffer_text = summary

    def clear(self) -> None:
        """Forget the conversation and its summary."""
        super().clear()
        self.buffer_text = ""


class ConversationSummaryBufferMemory(_Asking):
    """Remembers the last turns as they were and the older ones as a summary.

    After each turn, what prompts are given, summary and messages with their ``Human:`` and ``AI:``, is within the
    limit, as far as a summary of that size can be had; each message is summarised once. The summary stands first in
    the history, as a system message.

    Attributes:
        llm: writes the summary.
        max_token_limit: tokens that prompts are given at most.
        count: counts the tokens of a text; as the model does where not given.
        prompt: asks for the summary, with the variables ``summary`` and ``new_lines``.
    """

    max_token_limit: int = Field(default=2000, ge=1)
    count: Callable[[str], int] | None = Field(default=None, exclude=True, repr=False)
    prompt: BasePromptTemplate = SUMMARY_PROMPT

    def _check(self) -> None:
        """Check the prompt's variables.

        Raises:
            ConfigError: they are others than ``summary`` and ``new_lines``.
        """
        if {*self.prompt.input_variables} != {"summary", "new_lines"}:
            raise ConfigError(
                f"the prompt should have the variables 'summary' and 'new_lines'; it has {self.prompt.input_variables}"
            )

    def _size(self, messages: list[BaseMessage]) -> int:
        count = self.count or self.llm.get_num_tokens
        return sum(
            count(get_buffer_string([each], self.human_prefix, self.ai_prefix) + "\n") for each in messages
        )

    @property
    def summary(self) -> str:
        """The summary of what is no longer shown as it was."""
        first = self.chat_memory.messages[:1]
        return first[0].content if first and isinstance(first[0], SystemMessage) else ""

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keep a turn, and summarise the oldest ones if it is too much."""
        question, answer = self.turn_of(inputs, outputs)
        before = self.chat_memory.messages
        messages = [*before, HumanMessage(question), AIMessage(answer)]
        if self._size(messages) <= self.max_token_limit:
            self.chat_memory.add_messages(messages[len(before) :])
        else:
            self.chat_memory.replace(self._pruned(messages))

    def _pruned(self, messages: list[BaseMessage]) -> list[BaseMessage]:
        summary: list[BaseMessage] = [each for each in messages[:1] if isinstance(each, SystemMessage)]
        turns = messages[len(summary) :]
        old, kept = self._split(summary, turns)
        while old:
            summary = [self._summarised(summary, old)]
            old, kept = self._split(summary, kept)
        return [*summary, *kept]

    def _split(
        self, summary: list[BaseMessage], turns: list[BaseMessage]
    ) -> tuple[list[BaseMessage], list[BaseMessage]]:
        """What is too old to be shown beside the summary, and what can be shown."""
        sizes = [self._size([each]) for each in turns]
        start, size = 0, self._size(summary) + sum(sizes)
        while start < len(turns) and size > self.max_token_limit:
            size -= sizes[start]
            start += 1
        return turns[:start], turns[start:]

    def _summarised(self, summary: list[BaseMessage], old: list[BaseMessage]) -> SystemMessage:
        lines = get_buffer_string(old, self.human_prefix, self.ai_prefix)
        before = summary[0].content if summary else ""
        return SystemMessage(asked(self.llm, self.prompt, summary=before, new_lines=lines))


class ConversationEntityMemory(_Asking):
    """Remembers the last turns, and what is known of each entity that they name, in the model's words.

    Attributes:
        llm: finds the entities of an input, and writes what is known of each.
        entity_extraction_prompt: asks for the entities, with the variables ``history`` and ``input``.
        entity_summarization_prompt: asks for what is known, with ``entity``, ``summary`` too.
        k: turns shown.
        entity_store: what is known, by entity.
        entity_cache: the entities of the turn under way.
        chat_history_key: the variable of the turns; that of the entities is ``entities``.
    """

    entity_extraction_prompt: BasePromptTemplate = ENTITY_EXTRACTION_PROMPT
    entity_summarization_prompt: BasePromptTemplate = ENTITY_SUMMARIZATION_PROMPT
    k: int = Field(default=3, ge=0)
    entity_store: dict[str, str] = Field(default_factory=dict)
    entity_cache: list[str] = Field(default_factory=list)
    chat_history_key: str = "history"

    @property
    def memory_variables(self) -> list[str]:
        """The variables of entities and turns."""
        return ["entities", self.chat_history_key]

    def shown(self) -> list[BaseMessage]:
        """The messages of the last turns."""
        return last_turns(self.chat_memory, self.k)

    def load_memory_variables(self, inputs: dict[str, Any]) -> dict[str, Any]:
        """The last turns, and what is known of the entities that the input names."""
        question = said(inputs, self.input_key or input_key(inputs, self.memory_variables))
        names = asked(self.llm, self.entity_extraction_prompt, history=self.buffer_as_str, input=question)
        found = [name.strip() for name in names.split(",")]
        self.entity_cache = [] if names == "NONE" else [name for name in dict.fromkeys(found) if name]
        known = {name: self.entity_store.get(name, "") for name in self.entity_cache}
        return {self.chat_history_key: self.buffer, "entities": known}

    def save_context(self, inputs: dict[str, Any], outputs: dict[str, Any]) -> None:
        """Keep the turn, and bring what is known of its entities up to date."""
        question, answer = self.turn_of(inputs, outputs)
        history = get_buffer_string(
            [*self.shown(), HumanMessage(question), AIMessage(answer)], self.human_prefix, self.ai_prefix
        )
        known: dict[str, str] = {}
        for name in self.entity_cache:
            known[name] = asked(
                self.llm,
                self.entity_summarization_prompt,
                entity=name,
                summary=self.entity_store.get(name, ""),
                history=history,
                input=question,
            )
        # Nothing is kept before every call has succeeded: no half turn.
        self.chat_memory.add_messages([HumanMessage(question), AIMessage(answer)])
        self.entity_store |= known

    def clear(self) -> None:
        """Forget the turns and the entities."""
        super().clear()
        self.entity_store.clear()
        self.entity_cache.clear()
