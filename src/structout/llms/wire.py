"""Chat Completions as plain JSON: messages and schemas out, choices and streamed deltas in.

Shared by every provider that speaks this shape, over HTTP or in process; it does no I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast, get_args

from structout.errors import ConfigError, ModelUnavailableError
from structout.llms.result import Generation, GenerationChunk, usage_of
from structout.llms.strict_schema import Dialect, StrictSchema, Unwrapping, strict_schema
from structout.messages import AIMessage, BaseMessage, FunctionMessage

Structured: TypeAlias = Literal["text", "json_schema", "tools"]
"""How the server is held to a schema: not at all, by constrained decoding, by a tool's arguments."""

Json: TypeAlias = Mapping[str, Any]


def wire_messages(messages: Iterable[BaseMessage]) -> list[dict[str, Any]]:
    """Messages as the API takes them, with the tool calls that came with an earlier answer."""
    return [_wire(message) for message in messages]


def _wire(message: BaseMessage) -> dict[str, Any]:
    extra = {key: message.additional_kwargs[key] for key in _PASSED_ON if key in message.additional_kwargs}
    named = {"name": message.name} if isinstance(message, FunctionMessage) else {}
    return {"role": message.role, "content": message.content, **named, **extra}


_PASSED_ON = ("name", "tool_calls", "tool_call_id")


@dataclass(frozen=True, slots=True)
class Form:
    """How one call is held to a schema, and how its answer is read back as the type's text."""

    mode: Structured = "text"
    strict: StrictSchema | None = None

    def request(self) -> dict[str, Any]:
        """The keys of the request that ask for it."""
        if self.strict is None:
            return {}
        name, schema = self.strict.name, self.strict.schema
        if self.mode == "json_schema":
            wanted = {"name": name, "schema": schema, "strict": True}
            return {"response_format": {"type": "json_schema", "json_schema": wanted}}
        function = {"name": name, "description": "Report the answer.", "parameters": schema, "strict": True}
        return {
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": name}},
            "parallel_tool_calls": False,
        }

    def unwrap(self, text: str) -> str:
        """The completion as the type's own text."""
        return text if self.strict is None else self.strict.unwrap(text)

    @property
    def waits(self) -> bool:
        """Whether a stream must be whole before its text can be told."""
        return self.strict is not None and self.strict.may_be_text

    def unwrapping(self) -> Unwrapping | None:
        """What takes the wrapper off a stream, if there is one."""
        return Unwrapping() if self.strict is not None and self.strict.wrapped and not self.waits else None


def form_of(options: dict[str, Any], dialect: Dialect, modes: frozenset[str], who: str) -> Form:
    """Take ``structured`` and ``schema`` out of a call's options.

    Raises:
        ConfigError: an unknown mode, one that ``who`` has not, no schema for it, or one it cannot express.
    """
    mode, schema = options.pop("structured", None) or "text", options.pop("schema", None)
    if mode not in modes:
        known = ", ".join(repr(each) for each in get_args(Structured) if each in modes)
        raise ConfigError(f"structured={mode!r} is not among the modes of {who}: {known}")
    if mode == "text":
        return Form()
    if schema is None:
        raise ConfigError(f"structured={mode!r} needs schema=: the type, or its JSON schema")
    return Form(mode, strict_schema(schema, dialect))


@dataclass(slots=True)
class ToolCall:
    """A call of a tool, its arguments as the JSON text that came so far."""

    id: str = ""
    name: str = ""
    arguments: str = ""

    def wire(self) -> dict[str, Any]:
        """The call as messages hold it."""
        return {
            "id": self.id,
            "type": "function",
            "function": {"name": self.name, "arguments": self.arguments},
        }


Delta: TypeAlias = tuple[int | None, str | None, str | None, str | None]
"""A streamed piece of a tool call: its index, id, name and a piece of its arguments."""


@dataclass(slots=True)
class Calls:
    """Tool calls that come in pieces: each piece belongs to the call of its index, in whatever order they come."""

    by_index: dict[int, ToolCall] = field(default_factory=dict[int, ToolCall])

    def add(self, delta: Delta) -> int:
        """Take a piece; returns the index of its call."""
        index, call_id, name, arguments = delta
        if index is None:
            index = self._place_of(call_id)
        call = self.by_index.setdefault(index, ToolCall())
        call.id = call_id or call.id
        call.name = name or call.name
        call.arguments += arguments or ""
        return index

    def _place_of(self, call_id: str | None) -> int:
        # Some servers leave the index out: a new id starts a call, a piece without one goes on with the last.
        known = next((i for i, call in self.by_index.items() if call_id and call.id == call_id), None)
        if known is not None:
            return known
        last = max(self.by_index, default=-1)
        return last + 1 if call_id or last < 0 else last

    def in_order(self) -> list[ToolCall]:
        """The calls by index."""
        return [self.by_index[index] for index in sorted(self.by_index)]


def collect_calls(deltas: Iterable[Delta]) -> list[ToolCall]:
    """Join the streamed pieces of parallel tool calls, whatever their interleaving, in index order."""
    calls = Calls()
    for delta in deltas:
        calls.add(delta)
    return calls.in_order()


def _deltas(message: Json) -> Iterator[Delta]:
    for piece in message.get("tool_calls") or ():
        function: Json = piece.get("function") or {}
        yield piece.get("index"), piece.get("id"), function.get("name"), function.get("arguments")


def read_choice(choice: Json, form: Form) -> Generation:
    """One choice of an answer as a generation: the text by the call's form, the finish reason, the tool calls."""
    message: Json = choice.get("message") or {}
    calls = [
        ToolCall(call_id or "", name or "", arguments or "")
        for _, call_id, name, arguments in _deltas(message)
    ]
    reason = choice.get("finish_reason")
    return _generation(message.get("content"), message.get("refusal"), calls, reason, form, choice)


def _generation(
    content: Any, refusal: Any, calls: Sequence[ToolCall], reason: Any, form: Form, choice: Json
) -> Generation:
    said = content if isinstance(content, str) else ""
    text = "\n".join(form.unwrap(call.arguments) for call in calls) if form.mode == "tools" and calls else ""
    text = text or form.unwrap(said) or (refusal if isinstance(refusal, str) else "")
    reason = "refusal" if refusal else reason
    told = {"finish_reason": reason, "refusal": refusal, "logprobs": choice.get("logprobs")}
    info = {key: value for key, value in told.items() if value is not None}
    extra = {"tool_calls": [call.wire() for call in calls]} if calls else {}
    return Generation(text, info, reason, AIMessage(text, additional_kwargs=extra))


def read_choices(reply: Json, form: Form, source: str) -> list[Generation]:
    """The choices of an answer.

    Raises:
        ModelUnavailableError: there is none.
    """
    choices = cast("list[Json]", reply.get("choices") or [])
    if not choices:
        raise ModelUnavailableError(f"{source} answered without any choice; try again, or another model")
    return [read_choice(choice, form) for choice in sorted(choices, key=_index)]


def _index(choice: Json) -> int:
    index = choice.get("index")
    return index if isinstance(index, int) else 0


@dataclass(slots=True)
class StreamReader:
    """Reads the chunks of one streamed answer: text as it comes, at the end the finish reason and usage."""

    form: Form
    source: str
    _said: list[str] = field(default_factory=list[str], init=False)
    _refusal: list[str] = field(default_factory=list[str], init=False)
    _calls: Calls = field(default_factory=Calls, init=False)
    _reason: str | None = field(default=None, init=False)
    _usage: Any = field(default=None, init=False)
    _first: int | None = field(default=None, init=False)
    _unwrapping: Unwrapping | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._unwrapping = self.form.unwrapping()

    def feed(self, chunk: Json) -> str:
        """Take a chunk; returns the text that can be told at once, which may be empty."""
        if chunk.get("usage"):
            self._usage = chunk["usage"]
        choices = cast("list[Json]", chunk.get("choices") or [])
        text = "".join(self._choice(choice) for choice in choices if _index(choice) == 0)
        if self._unwrapping is not None:
            return self._unwrapping.feed(text)
        return "" if self.form.waits else text

    def _choice(self, choice: Json) -> str:
        self._reason = choice.get("finish_reason") or self._reason
        delta: Json = choice.get("delta") or {}
        if delta.get("refusal"):
            self._refusal.append(delta["refusal"])
        pieces = "".join(self._piece(piece) for piece in _deltas(delta))
        said = delta.get("content") or ""
        self._said.append(said)
        return pieces if self.form.mode == "tools" else said

    def _piece(self, delta: Delta) -> str:
        index = self._calls.add(delta)
        self._first = index if self._first is None else self._first
        # Only the first call is told live; the others follow when they are whole.
        return (delta[3] or "") if index == self._first else ""

    def end(self) -> GenerationChunk:
        """What is left to tell when the stream is over.

        Raises:
            ModelUnavailableError: the stream broke off before the model was done.
        """
        if self._reason is None:
            raise ModelUnavailableError(
                f"the stream from {self.source} ended without a finish reason: it was cut off; try again"
            )
        refused, reason = "".join(self._refusal), "refusal" if self._refusal else self._reason
        usage = None if self._usage is None else usage_of(self._usage)
        return GenerationChunk(self._rest() or refused, reason, usage)

    def _rest(self) -> str:
        calls, said = self._calls.in_order(), "".join(self._said)
        if self.form.mode != "tools" or not calls:
            # In tools mode nothing of the content was told yet: it counts only where no call came.
            untold = self.form.waits or self.form.mode == "tools"
            return self.form.unwrap(said) if untold else self._tail()
        whole = [self.form.unwrap(call.arguments) for call in calls]
        return "\n".join(whole) if self.form.waits else "\n".join([self._tail(), *whole[1:]])

    def _tail(self) -> str:
        return "" if self._unwrapping is None else self._unwrapping.end()
