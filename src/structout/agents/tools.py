"""Tools: typed functions that an agent may use."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast, overload

from structout.agents.arguments import ArgumentReader, Arguments
from structout.checked import CheckedModel
from structout.errors import ConfigError
from structout.result import shorten
from structout.threads import finished, in_thread, running_loop


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that an agent may use; the model's text becomes its arguments by the types of its signature.

    Attributes:
        name: what the model calls it by.
        func: the function; it may be asynchronous.
        description: what it is good for, told to the model.
        return_direct: whether what it returns is the agent's answer.
        coroutine: the asynchronous form, where there are two.

    Raises:
        ConfigError: no usable name, no function, or an argument without a type.
    """

    name: str
    func: Callable[..., Any] | None
    description: str = ""
    return_direct: bool = False
    coroutine: Callable[..., Awaitable[Any]] | None = None
    reader: ArgumentReader = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.name.strip() or "\n" in self.name:
            raise ConfigError(f"a tool's name should be some words on one line; found {shorten(self.name)}")
        function = self.func or self.coroutine
        if function is None:
            raise ConfigError(f"the tool {self.name!r} has no function: give func= or coroutine=")
        object.__setattr__(self, "reader", ArgumentReader(function, self.name))

    @property
    def usage(self) -> str:
        """What the tool is good for and what its input looks like, for the prompt."""
        form = f"Input: {self.reader.outline}" if self.reader.outline else ""
        return " ".join(filter(None, [" ".join(self.description.split()), form]))

    def read(self, tool_input: str | Mapping[str, Any]) -> Arguments:
        """The arguments in what the model wrote.

        Raises:
            OutputParserException: they do not fit the signature; names each that does not.
        """
        return self.reader.read(tool_input)

    def call(self, arguments: Arguments) -> Any:
        """Call the function; an asynchronous one is run to its end.

        Raises:
            ConfigError: an asynchronous function, called where an event loop is running.
        """
        result = (self.func or cast("Any", self.coroutine))(*arguments.args, **arguments.kwargs)
        return _finished(self.name, result) if inspect.isawaitable(result) else result

    async def acall(self, arguments: Arguments) -> Any:
        """Call the function without blocking: a plain one in a thread."""
        function = self.coroutine or cast("Any", self.func)
        if inspect.iscoroutinefunction(function):
            return await function(*arguments.args, **arguments.kwargs)
        result = await in_thread(function, *arguments.args, **arguments.kwargs)
        return await result if inspect.isawaitable(result) else result

    def run(self, tool_input: str | Mapping[str, Any], **_: Any) -> Any:
        """Read the arguments and call the function.

        Raises:
            OutputParserException: the input does not fit the signature.
        """
        return self.call(self.read(tool_input))

    async def arun(self, tool_input: str | Mapping[str, Any], **_: Any) -> Any:
        """``run`` for callers that await."""
        return await self.acall(self.read(tool_input))

    def __call__(self, tool_input: str | Mapping[str, Any]) -> Any:
        """``run``."""
        return self.run(tool_input)

    @classmethod
    def from_function(cls, func: Callable[..., Any], name: str, description: str, **fields: Any) -> Tool:
        """A tool of a function."""
        return cls(name, func, description, **fields)


def _finished(name: str, result: Awaitable[Any]) -> Any:
    if running_loop() is None:
        return finished(result)
    if inspect.iscoroutine(result):
        result.close()
    raise ConfigError(
        f"the tool {name!r} is asynchronous and an event loop is running here: call the agent with acall or arun"
    )


class BaseTool(CheckedModel, ABC):
    """A tool as a class: a subclass writes ``_run``, and ``_arun`` if it can.

    Attributes:
        name: what the model calls it by.
        description: what it is good for, told to the model.
        return_direct: whether what it returns is the agent's answer.
    """

    name: str
    description: str = ""
    return_direct: bool = False

    _arun: ClassVar[Callable[..., Awaitable[Any]] | None] = None

    @abstractmethod
    def _run(self, *args: Any, **kwargs: Any) -> Any:
        """Do the work."""

    def as_tool(self) -> Tool:
        """The tool as an agent uses it."""
        return Tool(self.name, self._run, self.description, self.return_direct, self._arun)

    def run(self, tool_input: str | Mapping[str, Any], **_: Any) -> Any:
        """Read the arguments and do the work."""
        return self.as_tool().run(tool_input)


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...


@overload
def tool(
    name: str | None = None, /, *, description: str | None = None, return_direct: bool = False
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(
    given: Callable[..., Any] | str | None = None,
    /,
    *,
    description: str | None = None,
    return_direct: bool = False,
) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Make a function a tool, as a decorator.

    Args:
        given: the function, or the tool's name, by default the function's.
        description: what the tool is good for, by default the docstring's first paragraph.
        return_direct: whether what it returns is the agent's answer.

    Raises:
        ConfigError: the function has no docstring and no description is given, or an argument has no type.

    >>> @tool
    ... def add(a: int, b: int) -> int:
    ...     "Adds two numbers."
    ...     return a + b
    >>> add.run("a=2, b=3")
    5
    """

    def made(function: Callable[..., Any]) -> Tool:
        name = given if isinstance(given, str) else function.__name__
        about = description or inspect.cleandoc(function.__doc__ or "").split("\n\n")[0]
        if not about:
            raise ConfigError(f"the tool {name!r} should say what it is good for: write a docstring")
        return Tool(name, function, about, return_direct)

    return made(given) if callable(given) else made


def as_tools(tools: Iterable[Any]) -> list[Tool]:
    """Tools, tool classes and plain functions, as tools.

    Raises:
        ConfigError: something is none of these, or two have one name.
    """
    found = [_as_tool(each) for each in tools]
    names = [each.name for each in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ConfigError(f"several tools are called {', '.join(map(repr, twice))}: give each its own name")
    return found


def _as_tool(value: Any) -> Tool:
    if isinstance(value, Tool):
        return value
    if isinstance(value, BaseTool):
        return value.as_tool()
    if callable(value):
        return tool(cast("Callable[..., Any]", value))
    raise ConfigError(f"expected a tool or a function, found {shorten(value)}")


def find_tool(name: str, tools: Iterable[Tool]) -> Tool | None:
    """The tool that the model means: by its name, else the only one of that name in any case or markup."""
    known = {each.name: each for each in tools}
    bare = name.strip(" \t`*_'\"[]().")
    for spelling in (name, bare):
        if spelling in known:
            return known[spelling]
    close = [each for each in known.values() if each.name.casefold() == bare.casefold()]
    return close[0] if len(close) == 1 else None
