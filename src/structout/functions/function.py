"""Decorated functions: call them for the value, ``explain`` for the whole account, ``prompt`` for what is sent."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, cast, overload

from structout.fixing import arun, run
from structout.functions.asking import Call, call_steps, extraction
from structout.functions.declaration import Declaration
from structout.functions.extraction import Extraction
from structout.functions.items import AsyncItemStream, ItemStream
from structout.functions.streams import aopened, opened
from structout.messages import PromptValue
from structout.streaming import Partial

P = ParamSpec("P")
Q = ParamSpec("Q")
T = TypeVar("T")
S = TypeVar("S")


class _Declared(Generic[P]):
    """What all decorated functions have."""

    def __init__(self, declaration: Declaration) -> None:
        self._declaration = declaration
        functools.update_wrapper(cast("Callable[..., Any]", self), declaration.function)

    def with_options(self, **options: Any) -> Self:
        """The same function with some options changed; this one stays as it is.

        Args:
            options: as ``extract`` takes them.

        Raises:
            ConfigError: there is no such option, or it cannot have that value.
        """
        return type(self)(self._declaration.with_options(options))

    def prompt(self, *args: P.args, **kwargs: P.kwargs) -> PromptValue:
        """What would be sent first; no call is made.

        Raises:
            TypeError: the arguments do not fit the signature.
        """
        plan = self._declaration.plan()
        return self._declaration.prompt(plan, self._declaration.written(plan, args, kwargs))

    def _bound(self, instance: Any) -> Any:
        return self if instance is None else type(self)(self._declaration.bind(instance))

    def _call(self, args: Any, kwargs: Any) -> Call[Any]:
        plan = self._declaration.plan()
        return self._declaration.call(plan, self._declaration.written(plan, args, kwargs))

    async def _acall(self, args: Any, kwargs: Any) -> Call[Any]:
        plan = self._declaration.plan()
        return self._declaration.call(plan, await self._declaration.awritten(plan, args, kwargs))

    def _explained(self, call: Call[Any], args: Any, kwargs: Any) -> Extraction[Any]:
        with _reported(call, self._declaration.arguments(args, kwargs)) as told:
            return told(extraction(call, run(call_steps(call), call.respondent)))

    async def _aexplained(self, call: Call[Any], args: Any, kwargs: Any) -> Extraction[Any]:
        try:
            with _reported(call, self._declaration.arguments(args, kwargs)) as told:
                return told(extraction(call, await arun(call_steps(call), call.respondent)))
        finally:
            await call.run.settled()

    async def aprompt(self, *args: P.args, **kwargs: P.kwargs) -> PromptValue:
        """``prompt``, for a body that awaits."""
        plan = self._declaration.plan()
        return self._declaration.prompt(plan, await self._declaration.awritten(plan, args, kwargs))

    def __reduce__(self) -> str:
        # Pickled by name, as functions are: so processes share it, and no model and no key travels along.
        return cast("Callable[..., Any]", self).__qualname__

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._declaration.name}{self._declaration.signature}>"


async def _at_once(call: Call[Any]) -> Call[Any]:
    return call


@contextmanager
def _reported(
    call: Call[Any], inputs: dict[str, Any]
) -> Generator[Callable[[Extraction[Any]], Extraction[Any]]]:
    """Tell the handlers of the start, of the value or the error, and of the end."""
    call.run.emit("on_chain_start", {"name": call.name}, inputs)

    def told(done: Extraction[Any]) -> Extraction[Any]:
        call.run.emit("on_value", done.value, extraction=done)
        call.run.emit("on_chain_end", {"value": done.value})
        return done

    try:
        yield told
    except BaseException as error:
        call.run.emit("on_chain_error", error)
        raise


class Function(_Declared[P], Generic[P, T]):
    """A function whose body is a language model."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask the model and read the value.

        Raises:
            OutputParserException: no answer was a value; it has every attempt.
            ModelError: a call failed.
        """
        return self.explain(*args, **kwargs).value

    def explain(self, *args: P.args, **kwargs: P.kwargs) -> Extraction[T]:
        """Ask the model and read the value, with the account of everything."""
        return self._explained(self._call(args, kwargs), args, kwargs)

    async def acall(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """The value, for callers that await."""
        return (await self.aexplain(*args, **kwargs)).value

    async def aexplain(self, *args: P.args, **kwargs: P.kwargs) -> Extraction[T]:
        """``explain`` for callers that await."""
        return await self._aexplained(await self._acall(args, kwargs), args, kwargs)

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(
        self: Function[Concatenate[S, Q], T], instance: S, owner: type[Any] | None = None
    ) -> Function[Q, T]: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        return self._bound(instance)


class AsyncFunction(_Declared[P], Generic[P, T]):
    """A function whose body is a language model, for callers that await."""

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Ask the model and read the value.

        Raises:
            OutputParserException: no answer was a value; it has every attempt.
            ModelError: a call failed.
        """
        return (await self.explain(*args, **kwargs)).value

    async def explain(self, *args: P.args, **kwargs: P.kwargs) -> Extraction[T]:
        """Ask the model and read the value, with the account of everything."""
        return await self._aexplained(await self._acall(args, kwargs), args, kwargs)

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(
        self: AsyncFunction[Concatenate[S, Q], T], instance: S, owner: type[Any] | None = None
    ) -> AsyncFunction[Q, T]: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        return self._bound(instance)


class ItemsFunction(_Declared[P], Generic[P, T]):
    """A function whose answer is a list that is read while it comes, or a value while it grows."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> ItemStream[T]:
        """The items, each as soon as it is whole.

        Raises:
            OutputParserException: while iterating: an item is not of the type.
            StreamBrokenError: while iterating: the stream broke off.
        """
        declaration = self._declaration
        plan = declaration.plan()
        inputs = declaration.arguments(args, kwargs)
        return opened(plan, self._call(args, kwargs), declaration.model(plan), inputs)

    @overload
    def explain(self: ItemsFunction[P, Partial[S]], *args: P.args, **kwargs: P.kwargs) -> Extraction[S]: ...
    @overload
    def explain(self, *args: P.args, **kwargs: P.kwargs) -> Extraction[list[T]]: ...
    def explain(self, *args: Any, **kwargs: Any) -> Extraction[Any]:
        """All items, or the value that would have grown, at once, with the account of everything."""
        return self._explained(self._call(args, kwargs), args, kwargs)

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(
        self: ItemsFunction[Concatenate[S, Q], T], instance: S, owner: type[Any] | None = None
    ) -> ItemsFunction[Q, T]: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        return self._bound(instance)


class AsyncItemsFunction(_Declared[P], Generic[P, T]):
    """``ItemsFunction`` for callers that await."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> AsyncItemStream[T]:
        """The items, each as soon as it is whole; may be awaited for the stream itself."""
        declaration = self._declaration
        plan = declaration.plan()
        inputs = declaration.arguments(args, kwargs)
        if not declaration.awaits_body:
            ready = self._call(args, kwargs)
            return aopened(plan, lambda: _at_once(ready), declaration.model(plan), inputs)
        return aopened(plan, lambda: self._acall(args, kwargs), declaration.model(plan), inputs)

    @overload
    async def explain(
        self: AsyncItemsFunction[P, Partial[S]], *args: P.args, **kwargs: P.kwargs
    ) -> Extraction[S]: ...
    @overload
    async def explain(self, *args: P.args, **kwargs: P.kwargs) -> Extraction[list[T]]: ...
    async def explain(self, *args: Any, **kwargs: Any) -> Extraction[Any]:
        """All items, or the value that would have grown, at once, with the account of everything."""
        return await self._aexplained(await self._acall(args, kwargs), args, kwargs)

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> Self: ...
    @overload
    def __get__(
        self: AsyncItemsFunction[Concatenate[S, Q], T], instance: S, owner: type[Any] | None = None
    ) -> AsyncItemsFunction[Q, T]: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        return self._bound(instance)
