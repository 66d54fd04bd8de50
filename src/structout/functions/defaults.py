"""Defaults that hold where a function does not say otherwise: set by ``configure``, or by STRUCTOUT_LLM."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from itertools import count
from pathlib import Path
from threading import Lock
from types import MappingProxyType, TracebackType
from typing import Any

# A provider is imported when a function asks it.
from structout import llms
from structout.errors import ConfigError
from structout.fixing import strategy_of
from structout.functions.options import Options, check_names
from structout.llms.base import BaseLanguageModel

VARIABLE = "STRUCTOUT_LLM"

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_context: ContextVar[Mapping[str, Any]] = ContextVar("structout_defaults")
_process: Mapping[str, Any] = _NOTHING
_layers: dict[int, Mapping[str, Any]] = {}
_lock = Lock()
_places = count()
_named: dict[str, BaseLanguageModel] = {}


class configure:  # noqa: N801  it is called like a function, and may be entered
    """Set defaults for functions: for good, or for a ``with`` block.

    Called plainly it holds for this context (thread or task) and for all that set nothing themselves. In a
    ``with`` statement it holds inside the block and in the tasks started there, and nowhere else.

    Args:
        options: as ``extract`` takes them, ``llm`` above all.

    Raises:
        ConfigError: there is no such option, or it cannot have that value.

    >>> from structout.testing import ScriptedLLM
    >>> with configure(llm=ScriptedLLM([])):
    ...     pass
    """

    def __init__(self, **options: Any) -> None:
        check_names(options)
        strategy_of(Options(**options).fix)
        self._options = options
        with _lock:
            self._place = next(_places)
            _layers[self._place] = options
            _put_together()
        self._token: Token[Mapping[str, Any]] | None = _context.set({**current(), **options})

    def __enter__(self) -> None:
        # Only its own part: other threads may have set theirs since.
        with _lock:
            if _layers.pop(self._place, None) is not None:
                _put_together()
        if self._token is None:
            self._token = _context.set({**current(), **self._options})

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._token is not None:
            _context.reset(self._token)
            self._token = None


def _put_together() -> None:
    global _process
    _process = {name: value for layer in _layers.values() for name, value in layer.items()}


def current() -> Mapping[str, Any]:
    """The defaults that hold here."""
    return _context.get(_process)


def options_of(given: Mapping[str, Any]) -> Options:
    """The options that hold: those given, else the defaults of this context, else the built-in ones.

    Raises:
        ConfigError: there is no such option, or it cannot have that value.
    """
    check_names(given)
    return Options(**{**current(), **given})


def model_of(llm: BaseLanguageModel | str | None, function: str) -> BaseLanguageModel:
    """The model to ask: the one given, the default, or the one that STRUCTOUT_LLM names.

    Args:
        llm: a model, or a name as STRUCTOUT_LLM takes it.
        function: who asks, for the error.

    Raises:
        ConfigError: there is none, or no model has that name.
    """
    chosen = llm if llm is not None else os.environ.get(VARIABLE) or None
    if chosen is None:
        raise ConfigError(
            f"{function} has no model: give llm= to @extract, call structout.configure(llm=…), "
            f"or set {VARIABLE} to 'local' or 'openai:MODEL'"
        )
    return chosen if isinstance(chosen, BaseLanguageModel) else named_model(chosen)


_MAKERS: Mapping[str, Callable[[str], BaseLanguageModel]] = {
    "local": lambda path: llms.SmolLM(path=Path(path)) if path else llms.SmolLM(),
    "openai": lambda model: llms.ChatOpenAI(model=model) if model else llms.ChatOpenAI(),
}


def named_model(name: str) -> BaseLanguageModel:
    """The model of a name: ``local``, ``local:PATH``, ``openai``, ``openai:MODEL``; made once.

    Raises:
        ConfigError: no model has that name.
    """
    kind, _, rest = name.partition(":")
    if kind not in _MAKERS:
        raise ConfigError(f"{name!r} names no model: expected 'local', 'local:PATH' or 'openai:MODEL'")
    with _lock:
        if name not in _named:
            _named[name] = _MAKERS[kind](rest)
        return _named[name]
