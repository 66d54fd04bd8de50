"""``prompt | model | parser``: steps that are invoked one after another, alone, in batches, or as a stream."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from inspect import iscoroutinefunction
from typing import Any, TypeAlias, cast

from structout.threads import gathered, in_thread, in_threads

Config: TypeAlias = "Mapping[str, Any] | None"
"""Settings of one invocation: ``callbacks`` for the models and chains in it, ``max_concurrency`` of a batch."""


class Step:
    """Something that turns a value into another; a subclass writes ``invoke``, and ``ainvoke`` if it can."""

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """Turn the value into another."""
        raise NotImplementedError(f"{type(self).__name__} has no invoke")

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """``invoke`` for callers that await; by default in a thread."""
        return await in_thread(self.invoke, value, config, **kwargs)

    def batch(
        self, values: Sequence[Any], config: Config = None, *, return_exceptions: bool = False, **kwargs: Any
    ) -> list[Any]:
        """Turn each of the values, several at once, in threads.

        Args:
            values: the values.
            config: settings; ``max_concurrency`` is 8 where not given.
            return_exceptions: put an error in the place of its result, and go on.
            kwargs: handed to ``invoke``.
        """

        def one(value: Any) -> Any:
            return copied.copy().run(self.invoke, value, config, **kwargs)

        copied, keys = copy_context(), self._batch_keys(values)
        firsts = _first_by_key(keys, values)
        made = in_threads(one, firsts.values(), _at_once(config), return_exceptions=return_exceptions)
        results = dict(zip(firsts, made, strict=True))
        return [results[key] for key in keys]

    async def abatch(
        self, values: Sequence[Any], config: Config = None, *, return_exceptions: bool = False, **kwargs: Any
    ) -> list[Any]:
        """``batch`` for callers that await."""
        keys = self._batch_keys(values)
        firsts = _first_by_key(keys, values)
        calls = [self.ainvoke(value, config, **kwargs) for value in firsts.values()]
        made = await gathered(calls, _at_once(config), return_exceptions=return_exceptions)
        results = dict(zip(firsts, made, strict=True))
        return [results[key] for key in keys]

    def _batch_keys(self, values: Sequence[Any]) -> Sequence[Any]:
        """By what the values of a batch are told apart: of equal ones the first is invoked. Each is its own here."""
        return range(len(values))

    def bind(self, **kwargs: Any) -> Bound:
        """The step with arguments for each invocation: ``model.bind(stop=["."])``."""
        return Bound(self, {}, kwargs)

    def with_config(self, config: Config = None, **settings: Any) -> Bound:
        """The step with settings for each invocation; those of the invocation go before them."""
        return Bound(self, {**(config or {}), **settings}, {})

    def map(self) -> Each:
        """The step for each item of a list."""
        return Each(self)

    def __or__(self, other: Any) -> Pipe:
        return Pipe(*_flat(self), *_flat(to_step(other)))

    def __ror__(self, other: Any) -> Pipe:
        return Pipe(*_flat(to_step(other)), *_flat(self))


def _first_by_key(keys: Sequence[Any], values: Sequence[Any]) -> dict[Any, Any]:
    firsts: dict[Any, Any] = {}
    for key, value in zip(keys, values, strict=True):
        firsts.setdefault(key, value)
    return firsts


def _at_once(config: Config) -> int:
    return (config or {}).get("max_concurrency") or 8


def callbacks_in(config: Config) -> Any:
    """The callbacks of an invocation."""
    return (config or {}).get("callbacks")


class Pipe(Step):
    """Steps one after another: each is given what the one before it made.

    Args:
        steps: the steps.
    """

    def __init__(self, *steps: Step) -> None:
        self.steps = steps

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """Send the value through all steps."""
        for step in self.steps:
            value = step.invoke(value, config)
        return value

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """``invoke`` for callers that await."""
        for step in self.steps:
            value = await step.ainvoke(value, config)
        return value

    def _parts(self) -> tuple[Pipe, Any, Step | None]:
        """What is invoked before the stream, what streams, and the parser that reads the stream, if any."""
        *before, last = self.steps
        is_parser = callable(getattr(last, "parse", None)) and hasattr(last, "stream")
        if is_parser and before and hasattr(before[-1], "stream"):
            return Pipe(*before[:-1]), before[-1], last
        return Pipe(*before), last, None

    def stream(self, value: Any, config: Config = None) -> Iterator[Any]:
        """The last step's output piece by piece; with a parser at the end, its values as they grow."""
        before, source, parser = self._parts()
        given = before.invoke(value, config)
        if callable(getattr(source, "parse", None)) and hasattr(source, "stream"):
            yield from source.stream(_pieces(given))
            return
        if not hasattr(source, "stream"):
            yield source.invoke(given, config)
            return
        # A parser is told how the stream ended, too.
        whole = source.stream if parser is None else getattr(source, "stream_chunks", source.stream)
        pieces = whole(given, callbacks=callbacks_in(config))
        yield from pieces if parser is None else cast("Any", parser).stream(pieces)

    async def astream(self, value: Any, config: Config = None) -> AsyncIterator[Any]:
        """``stream`` for callers that await."""
        before, source, parser = self._parts()
        given = await before.ainvoke(value, config)
        if callable(getattr(source, "parse", None)) and hasattr(source, "astream"):
            async for piece in source.astream(_apieces(given)):
                yield piece
            return
        if not hasattr(source, "astream"):
            yield await source.ainvoke(given, config)
            return
        whole = source.astream if parser is None else getattr(source, "astream_chunks", source.astream)
        pieces = whole(given, callbacks=callbacks_in(config))
        async for piece in pieces if parser is None else cast("Any", parser).astream(pieces):
            yield piece

    def __repr__(self) -> str:
        return " | ".join(map(repr, self.steps))


class Bound(Step):
    """A step that is invoked with some arguments and settings more.

    Args:
        step: the step.
        config: the settings.
        arguments: the arguments, by name.
    """

    def __init__(self, step: Step, config: Mapping[str, Any], arguments: Mapping[str, Any]) -> None:
        self.step, self.config, self.arguments = step, config, arguments

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """Invoke the step."""
        return self.step.invoke(value, {**self.config, **(config or {})}, **{**self.arguments, **kwargs})

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """``invoke`` for callers that await."""
        settings = {**self.config, **(config or {})}
        return await self.step.ainvoke(value, settings, **{**self.arguments, **kwargs})

    def __getattr__(self, name: str) -> Any:
        # It streams if the step does.
        if name not in ("stream", "astream", "stream_chunks", "astream_chunks"):
            raise AttributeError(name)
        stream = getattr(self.step, name)

        def bound(value: Any, *given: Any, callbacks: Any = None, **kwargs: Any) -> Any:
            heard = {"callbacks": callbacks or callbacks_in(self.config)}
            told = {key: each for key, each in heard.items() if each is not None}
            return stream(value, *given, **{**self.arguments, **told, **kwargs})

        return bound


class Each(Step):
    """A step for each item of a list, several at once."""

    def __init__(self, step: Step) -> None:
        self.step = step

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> list[Any]:
        """Invoke the step with each item."""
        return self.step.batch(list(value), config, **kwargs)

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> list[Any]:
        """``invoke`` for callers that await."""
        return await self.step.abatch(list(value), config, **kwargs)


class FunctionStep(Step):
    """A function of the value, as a step."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """Call the function.

        Raises:
            TypeError: it is asynchronous.
        """
        if iscoroutinefunction(self.function):
            raise TypeError(f"{self.function.__name__} is asynchronous: use ainvoke, abatch or astream")
        return self.function(value)

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> Any:
        """``invoke`` for callers that await: a plain function is called in a thread."""
        if iscoroutinefunction(self.function):
            return await self.function(value)
        return await super().ainvoke(value, config, **kwargs)


class MappingStep(Step):
    """Several steps, each given the same value; the results come by name."""

    def __init__(self, steps: Mapping[str, Any]) -> None:
        self.steps = {name: to_step(step) for name, step in steps.items()}

    def invoke(self, value: Any, config: Config = None, **kwargs: Any) -> dict[str, Any]:
        """Invoke each step."""
        return {name: step.invoke(value, config) for name, step in self.steps.items()}

    async def ainvoke(self, value: Any, config: Config = None, **kwargs: Any) -> dict[str, Any]:
        """``invoke`` for callers that await; all steps at once."""
        calls = [step.ainvoke(value, config) for step in self.steps.values()]
        results = await gathered(calls, max(1, len(calls)))
        return dict(zip(self.steps, results, strict=True))


def to_step(value: Any) -> Step:
    """Take a step as it is, a parser, a mapping of steps or a function as a step.

    Raises:
        TypeError: the value is none of these.
    """
    if isinstance(value, Step):
        return value
    if isinstance(value, Mapping):
        return MappingStep(cast("Mapping[str, Any]", value))
    if hasattr(value, "parse"):
        return FunctionStep(lambda answer: value.parse(text_of(answer)))
    if callable(value):
        return FunctionStep(value)
    raise TypeError(f"expected a step, a parser, a function or a mapping of these; found {value!r:.80}")


def text_of(answer: Any) -> str:
    """The text of what a model gave: a text, a message, a generation, a piece of a stream."""
    for name in ("content", "text"):
        if isinstance(getattr(answer, name, None), str):
            return getattr(answer, name)
    return str(answer)


def _pieces(given: Any) -> Iterator[str]:
    """What a step that does not stream gave, as pieces of a completion: an iterator's, else the whole as one."""
    return map(text_of, cast("Iterator[Any]", given) if isinstance(given, Iterator) else [given])


async def _apieces(given: Any) -> AsyncIterator[str]:
    if isinstance(given, AsyncIterator):
        async for piece in cast("AsyncIterator[Any]", given):
            yield text_of(piece)
        return
    for piece in _pieces(given):
        yield piece


def _flat(step: Step) -> tuple[Step, ...]:
    return step.steps if isinstance(step, Pipe) else (step,)
