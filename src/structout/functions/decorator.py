"""``@extract``: a signature becomes a prompt, a parser and a call of a model."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from types import FrameType
from typing import Any, Final, ParamSpec, TypeVar, overload

from structout.fixing import Budget, Fix
from structout.functions.declaration import Declaration
from structout.functions.function import AsyncFunction, AsyncItemsFunction, Function, ItemsFunction
from structout.functions.options import GroundingMode, OnItemError, Structured, Style, check_names
from structout.llms.base import BaseLanguageModel
from structout.llms.callbacks import Callbacks
from structout.parsers.base import OutputParser
from structout.reprompting.steps import OnTruncation
from structout.result import Severity

P = ParamSpec("P")
T = TypeVar("T")


class Extract:
    """What ``extract`` is: a decorator, and, called with options, a decorator with these options."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self.__doc__ = type(self).__call__.__doc__

    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self, function: Callable[P, Coroutine[Any, Any, T]], /
    ) -> AsyncFunction[P, T]: ...
    @overload
    def __call__(self, function: Callable[P, AsyncIterator[T]], /) -> AsyncItemsFunction[P, T]: ...
    @overload
    def __call__(self, function: Callable[P, Iterator[T]], /) -> ItemsFunction[P, T]: ...
    @overload
    def __call__(self, function: Callable[P, T], /) -> Function[P, T]: ...
    @overload
    def __call__(
        self,
        /,
        *,
        llm: BaseLanguageModel | str = ...,
        parser: OutputParser[Any] = ...,
        style: Style = ...,
        examples: Sequence[tuple[Any, Any]] = ...,
        system: str = ...,
        fix: Fix = ...,
        max_retries: int = ...,
        budget: Budget = ...,
        max_severity: Severity | str = ...,
        context: Any = ...,
        structured: Structured = ...,
        on_item_error: OnItemError = ...,
        on_truncation: OnTruncation = ...,
        stop_early: bool = ...,
        grounding: GroundingMode = ...,
        callbacks: Callbacks = ...,
        llm_kwargs: Mapping[str, Any] = ...,
    ) -> Extract: ...
    def __call__(self, function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
        """Declare a function whose body is a language model.

        The return annotation says what the answer is read as, and the docstring is the prompt: a template of the
        arguments. Format instructions are appended, unless the template has ``{format_instructions}``. A body that
        is more than a docstring is run, and what it returns, a text or messages, is the prompt.

        Args:
            function: the function.
            options: the attributes of ``Options``: ``llm``, ``examples``, ``max_retries``, ``structured``, …

        Returns:
            A function of the same signature, with ``explain``, ``prompt`` and ``with_options``; without a function
            a decorator that has these options.

        Raises:
            ConfigError: no docstring, no return annotation, a template field that is no argument, a wrong option.
            TemplateError: the docstring is no template.

        >>> from structout.testing.doubles import ScriptedLLM
        >>> @extract(llm=ScriptedLLM(["34"]))
        ... def age(text: str) -> int:
        ...     '''How old is the person in this text? {text}'''
        >>> age("Maria is 34.")
        34
        """
        given = {**self._options, **options}
        if function is None:
            check_names(given)
            return Extract(given)
        here = inspect.currentframe()
        return _declared(function, given, None if here is None else here.f_back)


extract: Final = Extract({})
"""``@extract`` or ``@extract(llm=…, …)`` declares a function whose body is a language model."""


def _declared(function: Callable[..., Any], options: Mapping[str, Any], frame: FrameType | None) -> Any:
    declaration = Declaration(function, options, frame)
    is_items, awaits = declaration.returns.kind
    return _CLASS_OF[awaits or inspect.iscoroutinefunction(function), is_items](declaration)


_CLASS_OF: Mapping[tuple[bool, bool], Callable[[Declaration], Any]] = {
    (False, False): Function,
    (True, False): AsyncFunction,
    (False, True): ItemsFunction,
    (True, True): AsyncItemsFunction,
}
