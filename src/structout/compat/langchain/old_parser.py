"""What parsers of 2023 have beside ``parse``: the type of their result, results of models as input, pipes of pieces."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict

from structout import parsers
from structout.compat.langchain.counting import CountingType
from structout.llms import ChatGeneration, Generation
from structout.messages import AIMessage, BaseMessage
from structout.pipes import text_of

T = TypeVar("T")

_OURS: Any = parsers.BaseOutputParser

# In classes with a method `dict` the type has to go by another name.
Values: TypeAlias = dict[str, Any]


class OldParser(Generic[T]):
    """Mixed in before a parser: the methods by their old names."""

    output_type: ClassVar[Any] = Any

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The type of what ``parse`` returns."""
        return self.output_type

    @property
    def InputType(self) -> Any:  # noqa: N802
        """The type of what is parsed."""
        return str

    def parse_result(self, result: Sequence[Generation], *, partial: bool = False) -> Any:
        """The value in the first of a model's completions."""
        return _of(self).parse(result[0].text)

    async def aparse_result(self, result: Sequence[Generation], *, partial: bool = False) -> Any:
        """``parse_result`` for callers that await."""
        return await _of(self).aparse(result[0].text)

    def parse_with_prompt(self, completion: str, prompt_value: Any) -> Any:
        """``parse``; the prompt is needed only by parsers that ask again."""
        again = getattr(super(), "parse_with_prompt", None)
        return _of(self).parse(completion) if again is None else again(completion, prompt_value)

    def transform(self, pieces: Iterable[Any], config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """The value as it grows, piece by piece."""
        for partial in _OURS.stream(self, map(text_of, pieces)):
            yield partial.value

    async def atransform(self, pieces: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """``transform`` for an asynchronous stream."""
        texts = (text_of(piece) async for piece in pieces)
        async for partial in _OURS.astream(self, texts):
            yield partial.value

    def stream(self, chunks: Any, config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """The value as it grows: of the pieces of a completion, or of a whole one."""
        return self.transform([chunks] if isinstance(chunks, str) else chunks)

    def astream(self, chunks: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """``stream`` for callers that await."""
        return self.atransform(_one(chunks) if isinstance(chunks, str) else chunks)

    def dict(self, **kwargs: Any) -> Values:
        """The parser as plain data, its kind under ``_type``."""
        me: Any = self
        return {"_type": me._type}


async def _one(value: Any) -> AsyncIterator[Any]:
    yield value


def _of(parser: Any) -> parsers.BaseOutputParser[Any]:
    return parser


class BaseOutputParser(
    BaseModel, OldParser[T], parsers.BaseOutputParser[T], Generic[T], metaclass=CountingType
):
    """Base for parsers of your own: a subclass writes ``parse``; its fields are a Pydantic model's."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="ignore")

    counts_as: ClassVar[Any] = parsers.BaseOutputParser

    @property
    def OutputType(self) -> Any:  # noqa: N802
        """The type in the brackets of the base class.

        Raises:
            TypeError: there is none; override this property.
        """
        for cls in type(self).__mro__:
            arguments = getattr(cls, "__pydantic_generic_metadata__", {}).get("args") or ()
            found = [each for each in arguments if not isinstance(each, TypeVar)]
            if found:
                return found[0]
        for base in (base for cls in type(self).__mro__ for base in getattr(cls, "__orig_bases__", ())):
            found = [each for each in get_args(base) if not isinstance(each, TypeVar)]
            if found:
                return found[0]
        raise TypeError(
            f"{type(self).__name__} does not say what it returns: override the property OutputType"
        )

    def parse(self, text: str) -> T:
        """Read the completion: by ``parse_result``, where that is what a subclass writes."""
        if self._reads_results:
            return self.parse_result([Generation(text)])
        return super().parse(text)

    def invoke(self, value: Any, config: Any = None, **kwargs: Any) -> T:
        """``parse`` by its name in pipes: of a text, or of a model's message."""
        if not self._reads_results:
            return super().invoke(value, config)
        made = ChatGeneration(value) if isinstance(value, BaseMessage) else Generation(text_of(value))
        return self.parse_result([made])

    async def ainvoke(self, value: Any, config: Any = None, **kwargs: Any) -> T:
        """``invoke`` for callers that await."""
        return self.invoke(value, config) if self._reads_results else await super().ainvoke(value, config)

    @property
    def _reads_results(self) -> bool:
        written, base, mixin = cast("Any", type(self)), cast("Any", BaseOutputParser), cast("Any", OldParser)
        return written.parse_result is not mixin.parse_result and written.parse is base.parse

    def dict(self, **kwargs: Any) -> Values:
        """The parser as plain data, its kind under ``_type`` if it has one."""
        data = self.model_dump(**kwargs)
        try:
            return {**data, "_type": self._type}
        except NotImplementedError:
            return data


class BaseTransformOutputParser(BaseOutputParser[T], Generic[T]):
    """Base for parsers that read each piece of a stream for itself, with ``parse_result``."""

    def transform(self, pieces: Iterable[Any], config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """The value of each piece."""
        for piece in pieces:
            yield self.parse_result([_generation(piece)])

    async def atransform(self, pieces: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """``transform`` for an asynchronous stream."""
        async for piece in pieces:
            yield self.parse_result([_generation(piece)])


def _generation(piece: Any) -> Generation:
    # A piece is a text; whether a chat model said it cannot be seen, and as a message it is good for both.
    return ChatGeneration(piece if isinstance(piece, BaseMessage) else AIMessage(text_of(piece)))
