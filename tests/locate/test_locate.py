"""Where the answer stands in a completion."""

from __future__ import annotations

import pytest

from structout.errors import FailureKind
from structout.locate import cue, failure_sign, is_schema, locate, next_start, stands_in
from structout.result import RepairKind, Span


def answer(text: str, **options: frozenset[str]) -> str:
    return locate(text, **options).answer.of(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<think>so</think>\n42", "42"),
        ("it must be so</think> 42", "42"),
        ("<thinking>\na\n</thinking>b", "b"),
        ("<reasoning>a</reasoning>b", "b"),
        ("[THINK]a[/THINK]b", "b"),
        ("<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b", "b"),
        ("<think>a</think><think>b</think>c", "c"),
        ("\ufeff 42\n", "42"),
    ],
)
def test_the_answer_stands_behind_the_reasoning(text: str, expected: str) -> None:
    assert answer(text) == expected


def test_reasoning_that_never_ends_leaves_no_answer() -> None:
    assert answer("<think>maybe 42") == ""


def test_a_reasoning_tag_inside_a_value_is_text() -> None:
    assert answer('{"a": "<think>x</think>"}') == '{"a": "<think>x</think>"}'


def test_a_tag_that_is_a_field_of_the_type_is_data() -> None:
    text = "<reasoning>a</reasoning><answer>b</answer>"
    assert answer(text, fields=frozenset({"reasoning", "answer"})) == text


def test_reasoning_is_reported_as_a_repair() -> None:
    (repair,) = locate("<think>so</think>42").repairs
    assert (repair.kind, repair.span) == (RepairKind.REASONING, Span(0, 17))


@pytest.mark.parametrize(
    ("text", "label", "body", "closed"),
    [
        ("```json\n{}\n```", "json", "{}", True),
        ("```\n{}\n```", "", "{}", True),
        ("````md\n```\n````", "md", "```", True),
        ("~~~\n{}\n~~~", "", "{}", True),
        ("```json\n{}", "json", "{}", False),
        ("```{}```", "", "{}", True),
    ],
)
def test_a_fence_has_a_label_and_a_body(text: str, label: str, body: str, closed: bool) -> None:
    (fence,) = locate(text).fences
    assert (fence.label, fence.body.of(text), fence.closed) == (label, body, closed)


def test_an_answer_tag_is_a_region() -> None:
    text = "So: <answer> red </answer>."
    (tag,) = locate(text).tags
    assert (tag.label, tag.body.of(text)) == ("answer", "red")


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        "{a: 1}",
        "{}",
        "{'a': 1}",
        '[{"a"',
        '["a"',
        "[1, 2]",
        "[[1]]",
        "[true]",
        "[oak, elm]",
        "｛“a”：1｝",
        "[]",
    ],
)
def test_a_bracket_before_something_like_json_opens_a_value(text: str) -> None:
    assert next_start(text, 0, Span(0, len(text))) == 0


@pytest.mark.parametrize(
    "text",
    [
        "see [3].",
        "dear {brand}",
        "[home](http://a.b)",
        "a[0]",
        "list[int]",
        "${name}",
        "[plan] it",
        "{ }x{y z}"[3:],
    ],
)
def test_a_bracket_in_prose_opens_nothing(text: str) -> None:
    assert next_start(text, 0, Span(0, len(text))) is None


@pytest.mark.parametrize(
    ("lead", "expected"),
    [
        ("Final answer: ", "final"),
        ("Corrected version:\n", "final"),
        ("Korrigiert: ", "final"),
        ("Respuesta final: ", "final"),
        ("更正：", "final"),
        ("訂正：", "final"),
        ("Wait, all of them are affected:\n", "final"),
        ("Moment, da steht noch etwas: ", "final"),
        ("First draft: ", "draft"),
        ("For example: ", "draft"),
        ("Entwurf: ", "draft"),
        ("Not the draft, the final one: ", "final"),
        ("Here it is: ", "none"),
    ],
)
def test_words_before_a_value_say_what_it_is(lead: str, expected: str) -> None:
    assert cue(lead, 0, len(lead)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't help with that.",
        "As an AI language model I have no access.",
        "Es tut mir leid, das kann ich nicht.",
        "Lo siento, no puedo ayudar.",
        "Je suis désolé, je ne peux pas.",
        "Mi dispiace, non posso.",
        "Desculpe, não posso.",
        "К сожалению, я не могу.",
        "抱歉，我无法提供。",
        "申し訳ありませんが、できません。",
        "죄송합니다.",
    ],
)
def test_a_refusal_is_known_in_many_languages(text: str) -> None:
    assert failure_sign(text) is FailureKind.REFUSAL


def test_an_empty_text_and_a_loop_are_known() -> None:
    assert failure_sign(" \n") is FailureKind.EMPTY
    assert failure_sign("It is as it is and " * 8) is FailureKind.REPETITION_LOOP
    assert failure_sign("Rain in Bern, sun in Chur.") is None


def test_a_schema_is_told_from_data() -> None:
    assert is_schema({"properties": {"a": {"type": "integer"}}, "required": ["a"]})
    assert not is_schema({"properties": {"a": 1}})
    assert not is_schema({"type": "string", "name": "x"})


def test_a_payload_is_found_in_the_prompt_whatever_the_blanks() -> None:
    assert stands_in('{"name": "Ann", "age": 3}', 'Like {"name":"Ann","age":3}, say')
    assert not stands_in('{"name": "Bob", "age": 3}', 'Like {"name":"Ann","age":3}, say')
