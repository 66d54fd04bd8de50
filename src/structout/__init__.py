"""structout: a language model's text becomes exactly the typed value that was asked for, or a clear error."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structout.errors import (
        ConfigError as ConfigError,
        DownloadError as DownloadError,
        FailureKind as FailureKind,
        MissingExtraError as MissingExtraError,
        ModelError as ModelError,
        ModelRequestError as ModelRequestError,
        ModelUnavailableError as ModelUnavailableError,
        OutputParserException as OutputParserException,
        StructoutError as StructoutError,
        TemplateError as TemplateError,
    )
    from structout.result import (
        Attempt as Attempt,
        Parsed as Parsed,
        Problem as Problem,
        Repair as Repair,
        RepairKind as RepairKind,
        Severity as Severity,
        Span as Span,
        Usage as Usage,
    )

__version__ = "0.1.0"

# Names are imported on first use, so that `import structout` costs nothing a program does not ask for.
_HOME = {
    "errors": (
        "ConfigError", "DownloadError", "FailureKind", "MissingExtraError", "ModelError", "ModelRequestError",
        "ModelUnavailableError", "OutputParserException", "StructoutError", "TemplateError",
    ),
    "result": ("Attempt", "Parsed", "Problem", "Repair", "RepairKind", "Severity", "Span", "Usage"),
    "parsers": (
        "BooleanOutputParser", "CommaSeparatedListOutputParser", "DatetimeOutputParser", "EnumOutputParser",
        "JsonOutputParser", "MarkdownListOutputParser", "NumberedListOutputParser", "OutputParser",
        "PydanticOutputParser", "explain_json", "parser_for", "repair_json",
    ),
    "prompts": (
        "ChatPromptTemplate", "ConverterPromptTemplate", "FewShotChatMessagePromptTemplate", "FewShotPromptTemplate",
        "MessagesPlaceholder", "MissingVariableError", "PromptTemplate", "load_prompt",
    ),
    "messages": ("AIMessage", "BaseMessage", "ChatMessage", "HumanMessage", "SystemMessage"),
    "llms": (
        "BaseCallbackHandler", "BaseChatModel", "BaseLLM", "BaseLanguageModel", "ChatOpenAI", "Generation",
        "InMemoryCache", "LLM", "LLMResult", "OpenAI", "SQLiteCache", "SmolLM", "StdOutCallbackHandler",
        "get_llm_cache", "set_llm_cache",
    ),
    "memory": (
        "BaseMemory", "CombinedMemory", "ConversationBufferMemory", "ConversationBufferWindowMemory", "EntityMemory",
        "ReadOnlySharedMemory", "RecentKConversationMemory", "SQLiteChatMessageHistory", "SimpleMemory",
    ),
    "chains": (
        "Chain", "ConversationChain", "ConversationEntityMemory", "ConversationSummaryBufferMemory",
        "ConversationSummaryMemory", "LLMChain", "load_chain",
    ),
    "fixing": (
        "Budget", "NAIVE_FIX_PROMPT", "OutputFixingParser", "RetryError", "RetryOutputParser",
        "RetryWithErrorOutputParser",
    ),
    "functions": ("Extraction", "configure", "extract"),
}  # fmt: skip
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULE_OF])
