"""Callbacks: who is told what, in which order, while chains and models run.

A handler is a ``BaseCallbackHandler``, any object with some of its methods, or a callable that takes an ``Event``.
"""

from __future__ import annotations

import inspect
import sys
import warnings
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeAlias, cast
from uuid import UUID, uuid4

from structout.errors import ConfigError
from structout.llms.result import LLMResult
from structout.llms.signatures import fitting
from structout.messages import BaseMessage, get_buffer_string
from structout.result import shorten
from structout.threads import finished, running_loop

if TYPE_CHECKING:
    import asyncio


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a run.

    Attributes:
        name: the method of ``BaseCallbackHandler`` that would have been called.
        arguments: its positional arguments.
        details: its keyword arguments, ``run_id`` and ``parent_run_id`` among them.
    """

    name: str
    arguments: tuple[Any, ...]
    details: Mapping[str, Any]


class BaseCallbackHandler:
    """A handler that ignores every event; override what you want to see, with plain or async methods.

    An error raised by a handler is raised by the call that it watched.
    """

    @property
    def ignore_llm(self) -> bool:
        """Whether to be told nothing of models."""
        return False

    @property
    def ignore_chain(self) -> bool:
        """Whether to be told nothing of chains."""
        return False

    @property
    def ignore_agent(self) -> bool:
        """Whether to be told nothing of agents and tools."""
        return False

    def on_llm_start(self, serialized: dict[str, Any], prompts: list[str], **kwargs: Any) -> Any:
        """A prompt goes out; ``serialized["name"]`` is the model's class."""

    def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], **kwargs: Any
    ) -> Any:
        """A conversation goes out; reported as its text to ``on_llm_start`` where not overridden."""
        return self.on_llm_start(serialized, [get_buffer_string(each) for each in messages], **kwargs)

    def on_llm_new_token(self, token: str, **kwargs: Any) -> Any:
        """A piece of a streamed completion came in."""

    def on_llm_end(self, response: LLMResult, **kwargs: Any) -> Any:
        """The answer to one prompt came in."""

    def on_llm_error(self, error: BaseException, **kwargs: Any) -> Any:
        """The call for one prompt failed."""

    def on_chain_start(self, serialized: dict[str, Any], inputs: dict[str, Any], **kwargs: Any) -> Any:
        """A chain starts, with all its inputs; ``serialized["name"]`` is the chain's class."""

    def on_chain_end(self, outputs: dict[str, Any], **kwargs: Any) -> Any:
        """A chain ended; ``outputs`` holds only what it made."""

    def on_chain_error(self, error: BaseException, **kwargs: Any) -> Any:
        """A chain failed."""

    def on_tool_start(self, serialized: dict[str, Any], input_str: str, **kwargs: Any) -> Any:
        """An agent's tool starts."""

    def on_tool_end(self, output: str, **kwargs: Any) -> Any:
        """An agent's tool ended."""

    def on_tool_error(self, error: BaseException, **kwargs: Any) -> Any:
        """An agent's tool failed."""

    def on_text(self, text: str, **kwargs: Any) -> Any:
        """A text for the reader of a verbose run: the prompt after formatting."""

    def on_agent_action(self, action: Any, **kwargs: Any) -> Any:
        """An agent decided on a tool."""

    def on_agent_finish(self, finish: Any, **kwargs: Any) -> Any:
        """An agent has its answer."""


Handler: TypeAlias = "BaseCallbackHandler | Callable[[Event], Any] | Any"
"""What is taken as a handler."""


@dataclass(slots=True)
class CallbackManager:
    """Handlers for a call and all that it calls in turn."""

    handlers: list[Handler] = field(default_factory=list[Any])
    parent_run_id: UUID | None = None

    def add_handler(self, handler: Handler) -> None:
        """Let one more handler see the events."""
        self.handlers.append(handler)

    def remove_handler(self, handler: Handler) -> None:
        """Let a handler see no more events."""
        self.handlers.remove(handler)

    def set_handler(self, handler: Handler) -> None:
        """Let this handler alone see the events."""
        self.handlers = [handler]


Callbacks: TypeAlias = "CallbackManager | Sequence[Handler] | None"
"""What is taken as ``callbacks=``."""

_IGNORED_BY: Mapping[str, str] = {
    "on_llm": "ignore_llm",
    "on_chat": "ignore_llm",
    "on_chain": "ignore_chain",
    "on_agent": "ignore_agent",
    "on_tool": "ignore_agent",
}


def _ignores(handler: Handler, event: str) -> bool:
    family = "_".join(event.split("_")[:2])
    return bool(getattr(handler, _IGNORED_BY.get(family, ""), False))


def _tell(handler: Handler, event: str, arguments: tuple[Any, ...], details: Mapping[str, Any]) -> Any:
    method = getattr(handler, event, None)
    if method is not None:
        return None if _ignores(handler, event) else method(*arguments, **fitting(method, details))
    if event == "on_chat_model_start" and hasattr(handler, "on_llm_start"):
        texts = [get_buffer_string(messages) for messages in arguments[1]]
        return _tell(handler, "on_llm_start", (arguments[0], texts), details)
    return handler(Event(event, arguments, details)) if callable(handler) else None


def handlers_of(callbacks: Callbacks) -> list[Handler]:
    """The handlers in what was given as ``callbacks=``."""
    if callbacks is None:
        return []
    if isinstance(callbacks, CallbackManager):
        return list(callbacks.handlers)
    if not isinstance(cast("object", callbacks), Iterable):
        raise ConfigError(f"callbacks must be a list of handlers, as [handler]; found {shorten(callbacks)}")
    return list(callbacks)


def _unique(handlers: Iterable[Handler]) -> tuple[Handler, ...]:
    return tuple({id(handler): handler for handler in handlers}.values())


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a chain, a model or a tool, and who is told about it.

    ``_call`` of a chain gets it as ``run_manager``.
    """

    handlers: tuple[Handler, ...] = ()
    inheritable: tuple[Handler, ...] = ()
    parent_run_id: UUID | None = None
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    run_id: UUID = field(default_factory=uuid4)
    _told: list[asyncio.Task[None]] = field(
        default_factory=list["asyncio.Task[None]"], repr=False, compare=False
    )

    def emit(self, event: str, *arguments: Any, **details: Any) -> None:
        """Tell every handler of an event, in the order in which they were given."""
        if not self.handlers:
            return
        about = {"run_id": self.run_id, "parent_run_id": self.parent_run_id, **self.details, **details}
        for handler in self.handlers:
            answer = _tell(handler, event, arguments, about)
            if inspect.isawaitable(answer):
                self._tell_async(answer)

    def _tell_async(self, telling: Awaitable[Any]) -> None:
        """Await an async handler: at once where nothing runs, else as a task, one after another."""
        loop = running_loop()
        if loop is None:
            finished(telling)
            return
        before = self._told[-1] if self._told else None
        self._told.append(loop.create_task(_after(before, telling)))

    async def settled(self) -> None:
        """Wait until every async handler has been told everything."""
        while self._told:
            await self._told.pop(0)

    def on_text(self, text: str, color: str | None = None, end: str = "", **details: Any) -> None:
        """Tell of a text for the reader of a verbose run."""
        self.emit("on_text", text, color=color, end=end, **details)

    def get_child(self, tag: str | None = None) -> CallbackManager:
        """The callbacks for a call made inside this run."""
        return CallbackManager(list(self.inheritable), self.run_id)


async def _after(before: asyncio.Task[None] | None, telling: Awaitable[Any]) -> None:
    if before is not None:
        await before
    await telling


_listening: ContextVar[tuple[Handler, ...]] = ContextVar("listening", default=())


@contextmanager
def listening(*handlers: Handler) -> Generator[None]:
    """Let handlers see all that is called in the block, in tasks and threads of it too, without being handed on."""
    token = _listening.set((*_listening.get(), *handlers))
    try:
        yield
    finally:
        _listening.reset(token)


def start_run(own: Callbacks, given: Callbacks, **details: Any) -> Run:
    """A run that is seen by an object's own handlers and by those given to the call.

    Only the latter, and those that are listening, also see the runs inside it.
    """
    inheritable = _unique([*handlers_of(given), *_listening.get()])
    parent = given.parent_run_id if isinstance(given, CallbackManager) else None
    return Run(_unique([*handlers_of(own), *inheritable]), inheritable, parent, details)


def without_manager(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields in which ``callback_manager``, the old name, has become ``callbacks``.

    Raises:
        ConfigError: both are given.
    """
    manager = fields.pop("callback_manager", None)
    if manager is None:
        return fields
    if fields.get("callbacks") is not None:
        raise ConfigError(
            "Cannot specify both callback_manager and callbacks: the first is the old name of the second"
        )
    warnings.warn("callback_manager is deprecated: use callbacks", DeprecationWarning, stacklevel=4)
    return {**fields, "callbacks": manager}


_verbose = False


def set_verbose(value: bool) -> None:
    """Whether chains that do not say so themselves are verbose."""
    global _verbose
    _verbose = value


def get_verbose() -> bool:
    """Whether chains that do not say so themselves are verbose."""
    return _verbose


_COLORS: Mapping[str, str] = {
    "blue": "36;1",
    "yellow": "33;1",
    "pink": "38;5;200",
    "green": "32;1",
    "red": "31;1",
}


def get_colored_text(text: str, color: str) -> str:
    """The text in a terminal's colour, bold: blue, yellow, pink, green or red."""
    return f"\x1b[{_COLORS[color]}m\x1b[1;3m{text}\x1b[0m"


class _HasLog(Protocol):
    log: str


class StdOutCallbackHandler(BaseCallbackHandler):
    """Prints what chains and agents do, as ``verbose=True`` shows it.

    Args:
        color: colour of texts that bring none.
        file: where to, the standard output by default.
    """

    def __init__(self, color: str | None = None, file: TextIO | None = None) -> None:
        self.color = color
        self.file = file

    def _print(self, text: str, color: str | None = None, end: str = "\n") -> None:
        shade = color or self.color
        print(get_colored_text(text, shade) if shade else text, end=end, file=self.file or sys.stdout)

    def on_chain_start(self, serialized: dict[str, Any], inputs: dict[str, Any], **kwargs: Any) -> None:
        """Print which chain starts."""
        print(f"\n\n\x1b[1m> Entering new {serialized['name']} chain...\x1b[0m", file=self.file or sys.stdout)

    def on_chain_end(self, outputs: dict[str, Any], **kwargs: Any) -> None:
        """Print that a chain ended."""
        print("\n\x1b[1m> Finished chain.\x1b[0m", file=self.file or sys.stdout)

    def on_text(self, text: str, color: str | None = None, end: str = "", **kwargs: Any) -> None:
        """Print the text."""
        self._print(text, color, end)

    def on_agent_action(self, action: _HasLog, color: str | None = None, **kwargs: Any) -> None:
        """Print what the agent said."""
        self._print(action.log, color, "")

    def on_tool_end(self, output: str, color: str | None = None, **kwargs: Any) -> None:
        """Print what the tool returned."""
        prefix, suffix = kwargs.get("observation_prefix"), kwargs.get("llm_prefix")
        self._print("" if prefix is None else f"\n{prefix}", end="")
        self._print(str(output), color, "")
        self._print("" if suffix is None else f"\n{suffix}", end="")

    def on_agent_finish(self, finish: _HasLog, color: str | None = None, **kwargs: Any) -> None:
        """Print what the agent said at last."""
        self._print(finish.log, color)
