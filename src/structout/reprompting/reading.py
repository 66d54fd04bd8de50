"""Whatever a model or a retry function answers → a reply, and a reply → the value or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from structout.errors import ConfigError
from structout.llms.result import Generation, LLMResult
from structout.llms.signatures import fitting
from structout.messages import BaseMessage, copied_from
from structout.parsers.base import OutputParser, stopped_early
from structout.reprompting.task import Absent, Reply, Task
from structout.result import Parsed, Span, shorten

T = TypeVar("T")


class ReplyShapeError(ConfigError, TypeError):
    """What answered gave neither text nor a value of the type."""


def reply_of(answer: object, *, seconds: float = 0.0) -> Reply:
    """Take the text out of any answer: a text, a message, a generation, a result, a mapping with ``content``.

    Anything else is kept as a value, which has to be of the type that was asked for.

    >>> reply_of({"role": "assistant", "content": "7"}).text
    '7'
    """
    if isinstance(answer, Reply):
        return answer
    if isinstance(answer, LLMResult):
        generation = _first_generation(answer)
        return Reply(generation.text, answer.usage, seconds, generation.finish_reason)
    if isinstance(answer, Generation):
        return Reply(answer.text, seconds=seconds, finish_reason=answer.finish_reason)
    text = _text_of(answer)
    return Reply(value=answer, seconds=seconds) if text is None else Reply(text, seconds=seconds)


def _first_generation(result: LLMResult) -> Generation:
    for generations in result.generations:
        for generation in generations:
            return generation
    raise ReplyShapeError("expected a generation in the model's result, found none: the model must answer")


_TEXT_NAMES = ("content", "text", "completion")


def _text_of(answer: object) -> str | None:
    if isinstance(answer, str):
        return answer
    if isinstance(answer, BaseMessage):
        return answer.content
    for name in _TEXT_NAMES:
        if isinstance(answer, Mapping):
            part = cast("Mapping[str, Any]", answer).get(name)
        else:
            part = getattr(answer, name, None)
        text = _joined(part)
        if text is not None:
            return text
    return None


def _joined(part: object) -> str | None:
    """The text of a content that may come in parts, as chat APIs send it."""
    if isinstance(part, str):
        return part
    if not isinstance(part, Sequence) or isinstance(part, bytes):
        return None
    texts: list[str] = []
    for piece in cast("Sequence[object]", part):
        text = cast("Mapping[str, object]", piece).get("text") if isinstance(piece, Mapping) else piece
        if not isinstance(text, str):
            return None
        texts.append(text)
    return "".join(texts) if texts else None


def read_reply(task: Task[T], reply: Reply) -> Parsed[T]:
    """Read the value out of a reply.

    Raises:
        OutputParserException: the text holds no such value.
        ReplyShapeError: the reply has no text, and its value is not of the type.
    """
    if isinstance(reply.value, Absent):
        prompt = None if task.prompt is None else copied_from(task.prompt)
        return explain_with(task.parser, reply.text, prompt=prompt, finish_reason=reply.finish_reason)
    return Parsed(_validated(task, reply.value), "", Span(0, 0))


def explain_with(
    parser: OutputParser[T], text: str, *, prompt: str | None = None, finish_reason: str | None = None
) -> Parsed[T]:
    """``explain`` of any parser: one that has only ``parse`` gives an account without repairs.

    Raises:
        OutputParserException: the completion holds no such value.
    """
    explain: Callable[..., Parsed[T]] | None = getattr(parser, "explain", None)
    if explain is not None:
        return explain(text, **fitting(explain, {"prompt": prompt, "finish_reason": finish_reason}))
    stopped_early(text, finish_reason)
    return Parsed(parser.parse(text), text, Span(0, len(text)))


def adapter_of(parser: OutputParser[T], tp: Any = None) -> TypeAdapter[T] | None:
    """What validates a value of the parser's type, where the parser or the task knows that type."""
    adapter = getattr(parser, "adapter", None)
    if isinstance(adapter, TypeAdapter):
        return cast("TypeAdapter[T]", adapter)
    return None if tp is None else TypeAdapter(tp)


def _validated(task: Task[T], value: object) -> T:
    adapter = adapter_of(task.parser, task.tp)
    wanted = f"text or a value of {type(task.parser).__name__}'s type"
    if adapter is None:
        raise ReplyShapeError(f"expected {wanted}, found {type(value).__name__}: {shorten(value)}")
    try:
        return adapter.validate_python(value, strict=True)
    except ValidationError as error:
        raise ReplyShapeError(f"expected {wanted}, found {type(value).__name__}: {shorten(value)}") from error
