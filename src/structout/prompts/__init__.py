"""Prompt templates: texts and conversations with ``{name}`` fields."""

from __future__ import annotations

from structout.prompts.base import BasePromptTemplate, StringPromptTemplate
from structout.prompts.chat import ChatPromptTemplate
from structout.prompts.converter import ConverterPromptTemplate
from structout.prompts.few_shot import (
    ExampleSelector,
    FewShotChatMessagePromptTemplate,
    FewShotPromptTemplate,
)
from structout.prompts.fields import MissingVariableError, escape
from structout.prompts.loading import load_prompt, load_prompt_from_config
from structout.prompts.message_templates import (
    AIMessagePromptTemplate,
    BaseMessagePromptTemplate,
    ChatMessagePromptTemplate,
    HumanMessagePromptTemplate,
    MessagesPlaceholder,
    SystemMessagePromptTemplate,
)
from structout.prompts.template import PromptTemplate

__all__ = [
    "AIMessagePromptTemplate",
    "BaseMessagePromptTemplate",
    "BasePromptTemplate",
    "ChatMessagePromptTemplate",
    "ChatPromptTemplate",
    "ConverterPromptTemplate",
    "ExampleSelector",
    "FewShotChatMessagePromptTemplate",
    "FewShotPromptTemplate",
    "HumanMessagePromptTemplate",
    "MessagesPlaceholder",
    "MissingVariableError",
    "PromptTemplate",
    "StringPromptTemplate",
    "SystemMessagePromptTemplate",
    "escape",
    "load_prompt",
    "load_prompt_from_config",
]
