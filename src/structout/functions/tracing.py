"""Runs of functions and chains → OpenTelemetry spans that follow the GenAI conventions; nothing leaves by itself.

Needs the extra ``otel``. What was asked and answered is left out unless ``capture_content`` is set.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from structout.errors import MissingExtraError, OutputParserException
from structout.llms.callbacks import BaseCallbackHandler
from structout.llms.result import LLMResult
from structout.messages import BaseMessage, HumanMessage
from structout.result import Repair

_PROVIDERS: Mapping[str, str] = {"ChatOpenAI": "openai", "OpenAI": "openai", "SmolLM": "llama.cpp"}


def _telemetry(module: str) -> Any:
    try:
        return importlib.import_module(f"opentelemetry.{module}")
    except ModuleNotFoundError as error:
        raise MissingExtraError("otel", "OpenTelemetryHandler") from error


class OpenTelemetryHandler(BaseCallbackHandler):
    """Writes a span for each extraction or chain, and inside it one for each call of the model.

    Give it as ``callbacks=[OpenTelemetryHandler()]``.

    Args:
        tracer_provider: where spans go; the global one where not given.
        capture_content: also write prompts and completions.

    Raises:
        MissingExtraError: OpenTelemetry is not installed.
    """

    def __init__(self, tracer_provider: Any = None, *, capture_content: bool = False) -> None:
        self._trace = _telemetry("trace")
        self._tracer = self._trace.get_tracer("structout", tracer_provider=tracer_provider)
        self._content = capture_content
        self._spans: dict[UUID, Any] = {}

    def _open(self, name: str, kind: str, run: Mapping[str, Any], attributes: Mapping[str, Any]) -> None:
        parent = self._spans.get(run["parent_run_id"]) if run.get("parent_run_id") else None
        context = None if parent is None else self._trace.set_span_in_context(parent)
        self._spans[run["run_id"]] = self._tracer.start_span(
            name, context=context, kind=self._trace.SpanKind[kind], attributes=dict(attributes)
        )

    def _close(self, run: Mapping[str, Any], error: BaseException | None = None) -> None:
        span = self._spans.pop(run["run_id"], None)
        if span is None:
            return
        if error is not None:
            span.set_attribute("error.type", type(error).__qualname__)
            # The message of a refusal quotes the completion.
            told = str(error) if self._content or not isinstance(error, OutputParserException) else error.kind
            span.set_status(self._trace.Status(self._trace.StatusCode.ERROR, str(told)))
        span.end()

    def on_chain_start(self, serialized: dict[str, Any], inputs: dict[str, Any], **kwargs: Any) -> None:
        """An extraction or a chain starts."""
        name = str(serialized["name"])
        self._open(name, "INTERNAL", kwargs, {"structout.function": name})

    def on_chain_end(self, outputs: dict[str, Any], **kwargs: Any) -> None:
        """An extraction or a chain ended."""
        self._close(kwargs)

    def on_chain_error(self, error: BaseException, **kwargs: Any) -> None:
        """An extraction or a chain failed."""
        self._close(kwargs, error)

    def on_llm_start(self, serialized: dict[str, Any], prompts: list[str], **kwargs: Any) -> None:
        """A prompt goes out."""
        self._called(
            str(serialized["name"]), "text_completion", [[HumanMessage(each)] for each in prompts], kwargs
        )

    def on_chat_model_start(
        self, serialized: dict[str, Any], messages: list[list[BaseMessage]], **kwargs: Any
    ) -> None:
        """A conversation goes out."""
        self._called(str(serialized["name"]), "chat", messages, kwargs)

    def _called(
        self, name: str, operation: str, messages: Sequence[Sequence[BaseMessage]], run: Mapping[str, Any]
    ) -> None:
        attributes = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": _PROVIDERS.get(name, name),
            "gen_ai.request.model": name,
        }
        if self._content:
            attributes["gen_ai.input.messages"] = _as_json(message for each in messages for message in each)
        self._open(f"{operation} {name}", "CLIENT", run, attributes)

    def on_llm_end(self, response: LLMResult, **kwargs: Any) -> None:
        """The answer came in."""
        span = self._spans.get(kwargs["run_id"])
        if span is None:
            return
        generations = [each for row in response.generations for each in row]
        model = (response.llm_output or {}).get("model_name")
        if model:
            span.set_attribute("gen_ai.request.model", model)
            span.set_attribute("gen_ai.response.model", model)
            span.update_name(f"chat {model}")
        span.set_attribute("gen_ai.usage.input_tokens", response.usage.prompt_tokens)
        span.set_attribute("gen_ai.usage.output_tokens", response.usage.completion_tokens)
        span.set_attribute(
            "gen_ai.response.finish_reasons", [each.finish_reason or "" for each in generations]
        )
        if self._content:
            span.set_attribute("gen_ai.output.messages", _as_json(each.as_message() for each in generations))
        self._close(kwargs)

    def on_llm_error(self, error: BaseException, **kwargs: Any) -> None:
        """The call failed."""
        self._close(kwargs, error)

    def on_attempt_failed(self, error: OutputParserException, **kwargs: Any) -> None:
        """An answer held no value."""
        self._note(kwargs, "structout.attempt_failed", {"structout.failure": str(error.kind)})

    def on_repair(self, repair: Repair, **kwargs: Any) -> None:
        """A liberty was taken with an answer."""
        attributes = {"structout.repair": str(repair.kind), "structout.severity": str(repair.severity)}
        self._note(kwargs, "structout.repair", attributes)

    def _note(self, run: Mapping[str, Any], name: str, attributes: Mapping[str, str]) -> None:
        span = self._spans.get(run["run_id"])
        if span is not None:
            span.add_event(name, dict(attributes))


def _as_json(messages: Any) -> str:
    return json.dumps([{"role": each.role, "content": each.content} for each in messages], ensure_ascii=False)
