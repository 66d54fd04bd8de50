"""Language models: the base classes, results, callbacks and caches."""

from __future__ import annotations

from structout.llms.base import LLM, BaseChatModel, BaseLanguageModel, BaseLLM, SimpleChatModel
from structout.llms.cache import BaseCache, InMemoryCache, SQLiteCache, get_llm_cache, set_llm_cache
from structout.llms.callbacks import (
    BaseCallbackHandler,
    CallbackManager,
    Event,
    Run,
    StdOutCallbackHandler,
    get_colored_text,
    get_verbose,
    set_verbose,
)
from structout.llms.loading import load_llm, load_llm_from_config, register_llm
from structout.llms.local import SmolLM
from structout.llms.openai import ChatOpenAI, OpenAI
from structout.llms.result import ChatGeneration, ChatResult, Generation, GenerationChunk, LLMResult

__all__ = [
    "LLM",
    "BaseCache",
    "BaseCallbackHandler",
    "BaseChatModel",
    "BaseLLM",
    "BaseLanguageModel",
    "CallbackManager",
    "ChatGeneration",
    "ChatOpenAI",
    "ChatResult",
    "Event",
    "Generation",
    "GenerationChunk",
    "InMemoryCache",
    "LLMResult",
    "OpenAI",
    "Run",
    "SQLiteCache",
    "SimpleChatModel",
    "SmolLM",
    "StdOutCallbackHandler",
    "get_colored_text",
    "get_llm_cache",
    "get_verbose",
    "load_llm",
    "load_llm_from_config",
    "register_llm",
    "set_llm_cache",
    "set_verbose",
]
