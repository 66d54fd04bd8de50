"""Spans of extractions: what is in them, and what is not."""

from __future__ import annotations

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from structout.errors import OutputParserException
from structout.functions import extract
from structout.functions.tracing import OpenTelemetryHandler
from structout.testing.doubles import ScriptedChatModel


def traced(*replies: str, content: bool = False):
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    handler = OpenTelemetryHandler(provider, capture_content=content)

    @extract(llm=ScriptedChatModel(list(replies)), callbacks=[handler], max_retries=1)
    def count(text: str) -> int:
        """How many? {text}"""

    return count, exporter


def test_an_extraction_is_a_span_with_one_for_each_call_inside() -> None:
    count, exporter = traced("many", "7")
    assert count("secret") == 7
    first, second, whole = exporter.get_finished_spans()
    assert (first.kind, second.kind, whole.kind) == (SpanKind.CLIENT, SpanKind.CLIENT, SpanKind.INTERNAL)
    assert first.parent.span_id == second.parent.span_id == whole.context.span_id
    assert first.attributes["gen_ai.operation.name"] == "chat"
    assert second.attributes["gen_ai.usage.output_tokens"] > 0
    assert [event.name for event in whole.events] == ["structout.attempt_failed"]


def test_content_is_left_out_by_default() -> None:
    count, exporter = traced("nothing of the kind", "no")
    with pytest.raises(OutputParserException):
        count("secret")
    written = "".join(span.to_json() for span in exporter.get_finished_spans())
    assert "secret" not in written
    assert "nothing of the kind" not in written
    assert exporter.get_finished_spans()[-1].status.status_code is StatusCode.ERROR


def test_content_is_written_where_wanted() -> None:
    count, exporter = traced("7", content=True)
    count("secret")
    assert "secret" in exporter.get_finished_spans()[0].attributes["gen_ai.input.messages"]
