"""Prompt templates: texts and conversations with ``{name}`` fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.prompts.base import (
        BasePromptTemplate as BasePromptTemplate,
        StringPromptTemplate as StringPromptTemplate,
    )
    from structout.prompts.chat import (
        ChatPromptTemplate as ChatPromptTemplate,
    )
    from structout.prompts.converter import (
        ConverterPromptTemplate as ConverterPromptTemplate,
    )
    from structout.prompts.few_shot import (
        ExampleSelector as ExampleSelector,
        FewShotChatMessagePromptTemplate as FewShotChatMessagePromptTemplate,
        FewShotPromptTemplate as FewShotPromptTemplate,
    )
    from structout.prompts.fields import (
        MissingVariableError as MissingVariableError,
        escape as escape,
    )
    from structout.prompts.loading import (
        load_prompt as load_prompt,
        load_prompt_from_config as load_prompt_from_config,
    )
    from structout.prompts.message_templates import (
        AIMessagePromptTemplate as AIMessagePromptTemplate,
        BaseMessagePromptTemplate as BaseMessagePromptTemplate,
        ChatMessagePromptTemplate as ChatMessagePromptTemplate,
        HumanMessagePromptTemplate as HumanMessagePromptTemplate,
        MessagesPlaceholder as MessagesPlaceholder,
        SystemMessagePromptTemplate as SystemMessagePromptTemplate,
    )
    from structout.prompts.template import (
        PromptTemplate as PromptTemplate,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "base": (
                "BasePromptTemplate",
                "StringPromptTemplate",
            ),
            "chat": ("ChatPromptTemplate",),
            "converter": ("ConverterPromptTemplate",),
            "few_shot": (
                "ExampleSelector",
                "FewShotChatMessagePromptTemplate",
                "FewShotPromptTemplate",
            ),
            "fields": (
                "MissingVariableError",
                "escape",
            ),
            "loading": (
                "load_prompt",
                "load_prompt_from_config",
            ),
            "message_templates": (
                "AIMessagePromptTemplate",
                "BaseMessagePromptTemplate",
                "ChatMessagePromptTemplate",
                "HumanMessagePromptTemplate",
                "MessagesPlaceholder",
                "SystemMessagePromptTemplate",
            ),
            "template": ("PromptTemplate",),
        },
    )
