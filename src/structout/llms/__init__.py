"""Language models: the base classes, results, callbacks and caches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.llms.base import (
        LLM as LLM,
        BaseChatModel as BaseChatModel,
        BaseLanguageModel as BaseLanguageModel,
        BaseLLM as BaseLLM,
        SimpleChatModel as SimpleChatModel,
    )
    from structout.llms.cache import (
        BaseCache as BaseCache,
        InMemoryCache as InMemoryCache,
        SQLiteCache as SQLiteCache,
        get_llm_cache as get_llm_cache,
        set_llm_cache as set_llm_cache,
    )
    from structout.llms.callbacks import (
        BaseCallbackHandler as BaseCallbackHandler,
        CallbackManager as CallbackManager,
        Event as Event,
        Run as Run,
        StdOutCallbackHandler as StdOutCallbackHandler,
        get_colored_text as get_colored_text,
        get_verbose as get_verbose,
        set_verbose as set_verbose,
    )
    from structout.llms.loading import (
        load_llm as load_llm,
        load_llm_from_config as load_llm_from_config,
        register_llm as register_llm,
    )
    from structout.llms.local import (
        SmolLM as SmolLM,
    )
    from structout.llms.openai import (
        ChatOpenAI as ChatOpenAI,
        OpenAI as OpenAI,
    )
    from structout.llms.result import (
        ChatGeneration as ChatGeneration,
        ChatResult as ChatResult,
        Generation as Generation,
        GenerationChunk as GenerationChunk,
        LLMResult as LLMResult,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "base": (
                "LLM",
                "BaseChatModel",
                "BaseLanguageModel",
                "BaseLLM",
                "SimpleChatModel",
            ),
            "cache": (
                "BaseCache",
                "InMemoryCache",
                "SQLiteCache",
                "get_llm_cache",
                "set_llm_cache",
            ),
            "callbacks": (
                "BaseCallbackHandler",
                "CallbackManager",
                "Event",
                "Run",
                "StdOutCallbackHandler",
                "get_colored_text",
                "get_verbose",
                "set_verbose",
            ),
            "loading": (
                "load_llm",
                "load_llm_from_config",
                "register_llm",
            ),
            "local": ("SmolLM",),
            "openai": (
                "ChatOpenAI",
                "OpenAI",
            ),
            "result": (
                "ChatGeneration",
                "ChatResult",
                "Generation",
                "GenerationChunk",
                "LLMResult",
            ),
        },
    )
