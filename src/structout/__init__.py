"""structout: a language model's text becomes exactly the typed value that was asked for, or a clear error."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structout.agents import (
        Agent as Agent,
        AgentAction as AgentAction,
        AgentExecutor as AgentExecutor,
        AgentFinish as AgentFinish,
        AgentStep as AgentStep,
        ConversationalAgent as ConversationalAgent,
        Tool as Tool,
        ZeroShotAgent as ZeroShotAgent,
        initialize_agent as initialize_agent,
        load_agent as load_agent,
        tool as tool,
    )
    from structout.chains import (
        Chain as Chain,
        ConversationChain as ConversationChain,
        ConversationEntityMemory as ConversationEntityMemory,
        ConversationSummaryBufferMemory as ConversationSummaryBufferMemory,
        ConversationSummaryMemory as ConversationSummaryMemory,
        LLMChain as LLMChain,
        load_chain as load_chain,
    )
    from structout.errors import (
        ConfigError as ConfigError,
        DownloadError as DownloadError,
        FailureKind as FailureKind,
        MissingExtraError as MissingExtraError,
        ModelError as ModelError,
        ModelRequestError as ModelRequestError,
        ModelUnavailableError as ModelUnavailableError,
        OutputParserException as OutputParserException,
        StreamBrokenError as StreamBrokenError,
        StructoutError as StructoutError,
        TemplateError as TemplateError,
    )
    from structout.fixing import (
        NAIVE_FIX_PROMPT as NAIVE_FIX_PROMPT,
        Budget as Budget,
        OutputFixingParser as OutputFixingParser,
        RetryError as RetryError,
        RetryOutputParser as RetryOutputParser,
        RetryWithErrorOutputParser as RetryWithErrorOutputParser,
    )
    from structout.functions import (
        Extraction as Extraction,
        configure as configure,
        extract as extract,
    )
    from structout.llms import (
        LLM as LLM,
        BaseCallbackHandler as BaseCallbackHandler,
        BaseChatModel as BaseChatModel,
        BaseLanguageModel as BaseLanguageModel,
        BaseLLM as BaseLLM,
        ChatOpenAI as ChatOpenAI,
        Generation as Generation,
        InMemoryCache as InMemoryCache,
        LLMResult as LLMResult,
        OpenAI as OpenAI,
        SmolLM as SmolLM,
        SQLiteCache as SQLiteCache,
        StdOutCallbackHandler as StdOutCallbackHandler,
        get_llm_cache as get_llm_cache,
        set_llm_cache as set_llm_cache,
    )
    from structout.memory import (
        BaseMemory as BaseMemory,
        CombinedMemory as CombinedMemory,
        ConversationBufferMemory as ConversationBufferMemory,
        ConversationBufferWindowMemory as ConversationBufferWindowMemory,
        EntityMemory as EntityMemory,
        ReadOnlySharedMemory as ReadOnlySharedMemory,
        RecentKConversationMemory as RecentKConversationMemory,
        SimpleMemory as SimpleMemory,
        SQLiteChatMessageHistory as SQLiteChatMessageHistory,
    )
    from structout.messages import (
        AIMessage as AIMessage,
        BaseMessage as BaseMessage,
        ChatMessage as ChatMessage,
        HumanMessage as HumanMessage,
        SystemMessage as SystemMessage,
    )
    from structout.parsers import (
        BooleanOutputParser as BooleanOutputParser,
        CombiningOutputParser as CombiningOutputParser,
        CommaSeparatedListOutputParser as CommaSeparatedListOutputParser,
        DatetimeOutputParser as DatetimeOutputParser,
        EnumOutputParser as EnumOutputParser,
        JsonOutputParser as JsonOutputParser,
        MarkdownListOutputParser as MarkdownListOutputParser,
        NumberedListOutputParser as NumberedListOutputParser,
        NumberOutputParser as NumberOutputParser,
        OutputParser as OutputParser,
        PydanticOutputParser as PydanticOutputParser,
        RegexDictParser as RegexDictParser,
        RegexParser as RegexParser,
        ResponseSchema as ResponseSchema,
        StructuredOutputParser as StructuredOutputParser,
        XMLOutputParser as XMLOutputParser,
        YamlOutputParser as YamlOutputParser,
        explain_json as explain_json,
        parser_for as parser_for,
        repair_json as repair_json,
    )
    from structout.prompts import (
        ChatPromptTemplate as ChatPromptTemplate,
        ConverterPromptTemplate as ConverterPromptTemplate,
        FewShotChatMessagePromptTemplate as FewShotChatMessagePromptTemplate,
        FewShotPromptTemplate as FewShotPromptTemplate,
        MessagesPlaceholder as MessagesPlaceholder,
        MissingVariableError as MissingVariableError,
        PromptTemplate as PromptTemplate,
        load_prompt as load_prompt,
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
    from structout.streaming import (
        Partial as Partial,
    )

__version__ = "0.1.0"

__all__ = [
    "LLM",
    "NAIVE_FIX_PROMPT",
    "AIMessage",
    "Agent",
    "AgentAction",
    "AgentExecutor",
    "AgentFinish",
    "AgentStep",
    "Attempt",
    "BaseCallbackHandler",
    "BaseChatModel",
    "BaseLLM",
    "BaseLanguageModel",
    "BaseMemory",
    "BaseMessage",
    "BooleanOutputParser",
    "Budget",
    "Chain",
    "ChatMessage",
    "ChatOpenAI",
    "ChatPromptTemplate",
    "CombinedMemory",
    "CombiningOutputParser",
    "CommaSeparatedListOutputParser",
    "ConfigError",
    "ConversationBufferMemory",
    "ConversationBufferWindowMemory",
    "ConversationChain",
    "ConversationEntityMemory",
    "ConversationSummaryBufferMemory",
    "ConversationSummaryMemory",
    "ConversationalAgent",
    "ConverterPromptTemplate",
    "DatetimeOutputParser",
    "DownloadError",
    "EntityMemory",
    "EnumOutputParser",
    "Extraction",
    "FailureKind",
    "FewShotChatMessagePromptTemplate",
    "FewShotPromptTemplate",
    "Generation",
    "HumanMessage",
    "InMemoryCache",
    "JsonOutputParser",
    "LLMChain",
    "LLMResult",
    "MarkdownListOutputParser",
    "MessagesPlaceholder",
    "MissingExtraError",
    "MissingVariableError",
    "ModelError",
    "ModelRequestError",
    "ModelUnavailableError",
    "NumberOutputParser",
    "NumberedListOutputParser",
    "OpenAI",
    "OutputFixingParser",
    "OutputParser",
    "OutputParserException",
    "Parsed",
    "Partial",
    "Problem",
    "PromptTemplate",
    "PydanticOutputParser",
    "ReadOnlySharedMemory",
    "RecentKConversationMemory",
    "RegexDictParser",
    "RegexParser",
    "Repair",
    "RepairKind",
    "ResponseSchema",
    "RetryError",
    "RetryOutputParser",
    "RetryWithErrorOutputParser",
    "SQLiteCache",
    "SQLiteChatMessageHistory",
    "Severity",
    "SimpleMemory",
    "SmolLM",
    "Span",
    "StdOutCallbackHandler",
    "StreamBrokenError",
    "StructoutError",
    "StructuredOutputParser",
    "SystemMessage",
    "TemplateError",
    "Tool",
    "Usage",
    "XMLOutputParser",
    "YamlOutputParser",
    "ZeroShotAgent",
    "configure",
    "explain_json",
    "extract",
    "get_llm_cache",
    "initialize_agent",
    "load_agent",
    "load_chain",
    "load_prompt",
    "parser_for",
    "repair_json",
    "set_llm_cache",
    "tool",
]

# Names are imported on first use, so that `import structout` costs nothing a program does not ask for.
_HOME = {
    "errors": (
        "ConfigError", "DownloadError", "FailureKind", "MissingExtraError", "ModelError", "ModelRequestError",
        "ModelUnavailableError", "OutputParserException", "StreamBrokenError", "StructoutError", "TemplateError",
    ),
    "result": ("Attempt", "Parsed", "Problem", "Repair", "RepairKind", "Severity", "Span", "Usage"),
    "parsers": (
        "BooleanOutputParser", "CombiningOutputParser", "CommaSeparatedListOutputParser", "DatetimeOutputParser",
        "EnumOutputParser", "JsonOutputParser", "MarkdownListOutputParser", "NumberOutputParser",
        "NumberedListOutputParser", "OutputParser", "PydanticOutputParser", "RegexDictParser", "RegexParser",
        "ResponseSchema", "StructuredOutputParser", "XMLOutputParser", "YamlOutputParser", "explain_json",
        "parser_for", "repair_json",
    ),
    "streaming": ("Partial",),
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
    "agents": (
        "Agent", "AgentAction", "AgentExecutor", "AgentFinish", "AgentStep", "ConversationalAgent", "Tool", "ZeroShotAgent",
        "initialize_agent", "load_agent", "tool",
    ),
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
