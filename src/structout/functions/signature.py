"""A function's signature → what it asks for: the template, its variables, and the type of the result.

Everything that can be wrong with a declaration is said when the function is decorated; only a name that is
defined later is waited for, until the first call.
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from types import CodeType, FrameType
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from structout.errors import ConfigError
from structout.prompts import PromptTemplate
from structout.streaming import Partial

Shape: TypeAlias = Literal["value", "items"]

INSTRUCTIONS_FIELD: Final = "format_instructions"
"""The template field that the format instructions are put into; without it they are appended."""

_ASYNC: Final[frozenset[Any]] = frozenset({AsyncIterator, AsyncIterable, AsyncGenerator})
_ITERATORS: Final[frozenset[Any]] = frozenset({Iterator, Iterable, Generator}) | _ASYNC
_AWAITABLES: Final[frozenset[Any]] = frozenset({Awaitable, Coroutine})
_WRITTEN_ITERATOR: Final = re.compile(r"[\w.]*?\b(Async)?(?:Iterator|Iterable|Generator)\[")
_EMPTY_BODY: Final = frozenset(
    {
        "RESUME", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "NOP", "RETURN_GENERATOR", "POP_TOP",
        "CALL_INTRINSIC_1", "RERAISE", "COPY_FREE_VARS", "MAKE_CELL", "CACHE", "LOAD_COMMON_CONSTANT",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What a function returns.

    Attributes:
        tp: the type of the value, of each item for ``items``.
        shape: one value, or items one by one.
        partial: whether growing values are wanted.
        awaits: whether they come from an asynchronous iterator.
    """

    tp: Any
    shape: Shape = "value"
    partial: bool = False
    awaits: bool = False


def is_empty(function: Callable[..., Any]) -> bool:
    """Whether the body is only a docstring, ``...`` or ``pass``, so that there is nothing to run."""
    code: CodeType = function.__code__
    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR):
        return False
    loaded = [each for each in dis.get_instructions(code) if each.opname == "LOAD_CONST"]
    return all(each.opname in _EMPTY_BODY for each in dis.get_instructions(code)) and all(
        each.argval is None for each in loaded
    )


def read_template(function: Callable[..., Any], signature: inspect.Signature) -> PromptTemplate:
    """The docstring as a template of the function's arguments.

    Raises:
        ConfigError: there is no docstring, it uses no argument though there are some, or a field is no argument.
        TemplateError: a field is no plain name, or a brace stands alone.
    """
    name = function.__qualname__
    text = inspect.cleandoc(function.__doc__ or "")
    if not text:
        raise ConfigError(f"{name} has no docstring: write the prompt there, or return it from the body")
    template = PromptTemplate.from_template(text)
    arguments = variables(signature)
    if INSTRUCTIONS_FIELD in arguments:
        raise ConfigError(
            f"{name} has an argument {INSTRUCTIONS_FIELD!r}, which is where the form of the answer goes: rename it"
        )
    fields = [field for field in template.input_variables if field != INSTRUCTIONS_FIELD]
    unknown = [field for field in fields if field not in arguments]
    if unknown:
        known = ", ".join(arguments) or "none"
        raise ConfigError(
            f"the docstring of {name} has the field {unknown[0]!r}, which is no argument (arguments: {known}); "
            "for literal braces double them: {{ … }}"
        )
    if arguments and not fields:
        raise ConfigError(
            f"the docstring of {name} uses none of its arguments ({', '.join(arguments)}): "
            f"put {{{arguments[0]}}} where its value belongs"
        )
    return template


def variables(signature: inspect.Signature) -> tuple[str, ...]:
    """The names of the arguments that a template may use: all but ``self`` and ``cls``."""
    names = list(signature.parameters)
    if names and names[0] in ("self", "cls"):
        del names[0]
    return tuple(names)


class ReturnType:
    """The type that a function returns, read as soon as all its names are defined.

    Args:
        function: the function.
        frame: where it is defined; classes that are local to an enclosing function are found there.

    Raises:
        ConfigError: the return annotation is missing.
    """

    def __init__(self, function: Callable[..., Any], frame: FrameType | None) -> None:
        self._function = function
        # Taken now: a frame that has ended no longer knows the ones around it.
        self._frames = tuple(_enclosing(frame))
        self._result: Result | None = None
        if "return" not in _raw_annotations(function):
            raise ConfigError(
                f"{function.__qualname__} has no return annotation: it says what the answer is read as"
            )
        try:
            self._read()
        except NameError:
            return

    @property
    def result(self) -> Result:
        """What the function returns.

        Raises:
            ConfigError: a name in the annotation is still not defined.
        """
        try:
            return self._read()
        except NameError as error:
            name = getattr(error, "name", None) or str(error)
            raise ConfigError(
                f"the return annotation of {self._function.__qualname__} names {name!r}, which is not defined"
            ) from error

    @property
    def known(self) -> bool:
        """Whether the annotation could be read."""
        return self._result is not None

    @property
    def kind(self) -> tuple[bool, bool]:
        """Whether items are wanted one by one, and whether they come from an asynchronous iterator."""
        if self._result is not None:
            return self._result.shape == "items", self._result.awaits
        # Which kind of function it becomes cannot wait for a name that is defined later.
        written = _WRITTEN_ITERATOR.match(str(_raw_annotations(self._function)["return"]))
        return written is not None, bool(written and written[1])

    def _read(self) -> Result:
        if self._result is None:
            annotation = self._resolved()
            self._result = result_of(annotation, self._function.__qualname__)
            # Frames would keep every local of the enclosing functions alive.
            self._frames = ()
        return self._result

    def _resolved(self) -> Any:
        local: dict[str, Any] = {}
        for frame in self._frames:
            local = {**frame.f_locals, **local}
        only = _ReturnOnly(_raw_annotations(self._function)["return"])
        names = {**local, **_closed_over(self._function)}
        try:
            hints = get_type_hints(only, self._function.__globals__, names, include_extras=True)
        except (TypeError, SyntaxError) as error:
            raise ConfigError(
                f"the return annotation of {self._function.__qualname__} is no type: {error}"
            ) from error
        return hints["return"]


def _closed_over(function: Callable[..., Any]) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found: dict[str, Any] = {}
    for name, cell in cells:
        # Empty as yet: a class that comes later, or the function itself, which its body calls.
        with suppress(ValueError):
            found[name] = cell.cell_contents
    return found


def _enclosing(frame: FrameType | None) -> Iterator[FrameType]:
    """The frame of a definition and those of the functions around it, which are still running then."""
    code: CodeType | None = None
    while frame is not None:
        if code is None or code in frame.f_code.co_consts:
            yield frame
            code = frame.f_code
        frame = frame.f_back


class _ReturnOnly:
    """Stands for the function, so that the annotations of its arguments need not be defined."""

    def __init__(self, annotation: Any) -> None:
        self.__annotations__ = {"return": annotation}


def _raw_annotations(function: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return function.__annotations__
    except NameError:
        # From Python 3.14 on annotations are worked out when first looked at.
        library: Any = import_module("annotationlib")
        return library.get_annotations(function, format=library.Format.FORWARDREF)


def result_of(annotation: Any, name: str = "the function") -> Result:
    """Read a return annotation.

    Args:
        annotation: with all its names resolved.
        name: the function's name, for errors.

    Raises:
        ConfigError: it is ``None``, or an iterator that does not say of what.
    """
    if annotation is None or annotation is type(None):
        raise ConfigError(f"{name} returns None: annotate the type that the answer is read as")
    origin = get_origin(annotation)
    if origin is Partial:
        raise ConfigError(f"{name} returns one Partial: for a value that grows annotate Iterator[Partial[…]]")
    if origin in _AWAITABLES:
        raise ConfigError(f"{name} returns an awaitable: write async def, and annotate what is awaited")
    _check_solved(annotation, name)
    if origin in _ITERATORS and not get_args(annotation):
        annotation = origin
    if isinstance(annotation, type) and annotation in _ITERATORS:
        raise ConfigError(f"{name} returns {annotation.__name__} of anything: say of what, as Iterator[str]")
    if origin in _ITERATORS:
        item = get_args(annotation)[0]
        inner = _partial_of(item)
        awaits = origin in _ASYNC
        return Result(item if inner is None else inner, "items", inner is not None, awaits)
    return Result(annotation)


def _check_solved(annotation: Any, name: str) -> None:
    """Refuse type variables: what they stand for is known to nobody but the type checker."""
    open_ones = () if isinstance(annotation, type) else getattr(annotation, "__parameters__", ())
    for variable in (annotation,) if isinstance(annotation, TypeVar) else open_ones:
        raise ConfigError(
            f"{name} returns the type variable {variable}, which no call can fill: annotate a type, and make one "
            "function for each"
        )


def _partial_of(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Partial else None
