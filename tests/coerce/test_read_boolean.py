"""True and false out of text."""

import pytest

from structout.coerce import Found, Unread, Why, read_boolean


@pytest.mark.parametrize(
    "text",
    ["True", "yes", "Y", "on", "1", "Sí", "Ja", "Oui", "да", "是", "はい", "네", "✓", "'True'", "**Yes**", "Definitely yes!",
     "Answer: **True**", "The answer is true", "Yes — the customer wants a refund", "True: it was asked for", "true (not false)",
     "As is KNOWN, NOTHING speaks against it: YES.", "I considered no. Final answer: yes"],
)  # fmt: skip
def test_words_and_sentences_that_say_yes(text: str) -> None:
    found = read_boolean(text)
    assert isinstance(found, Found)
    assert found.value is True


@pytest.mark.parametrize(
    "text",
    ["False", "No.", "n", "off", "0", "Nein", "non", "не" + "т", "否", "いいえ", "❌", "Not relevant (NO)", 'I would say "no".',
     "No, the item is not available.", "No\n\nThe claim is false.", "False. It does not hold true.", "لا، هذا خطأ.", "Không, điều đó không đúng.", "ไม่ใช่ครับ", "tidak", "ложь"],
)  # fmt: skip
def test_words_and_sentences_that_say_no(text: str) -> None:
    found = read_boolean(text)
    assert isinstance(found, Found)
    assert found.value is False


@pytest.mark.parametrize(
    "text",
    [
        "yes and no",
        "NO YES",
        "Ja, nein",
        "true or false",
        "true/false",
        "Yes, but no",
        "maybe",
        "It depends",
        "There is a 0.8 chance that it is true.",
        "Yes, most likely",
        "true-ish",
        "Partially true",
        "yes, but only partly",
        "ja, aber nur teilweise",
        "oui, mais seulement en partie",
    ],
)
def test_both_or_neither_is_ambiguous(text: str) -> None:
    refusal = read_boolean(text)
    assert isinstance(refusal, Unread)
    assert refusal.why is Why.AMBIGUOUS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "There is no evidence.",
        "The true cost is unknown",
        "not true",
        "I do not know",
        "in stock",
        "2",
        "!1",
        "!true",
        "KNOWN",
    ],
)
def test_a_word_that_is_no_answer_says_nothing(text: str) -> None:
    assert isinstance(read_boolean(text), Unread)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("That's correct.", True),
        ("That is incorrect.", False),
        ("네, 맞습니다", True),
        ("不,这不对", False),
        ("Wrong", False),
    ],
)
def test_what_is_said_of_the_question_answers_it(text: str, truth: bool) -> None:
    found = read_boolean(text)
    assert isinstance(found, Found)
    assert found.value is truth


@pytest.mark.parametrize(
    "text", ["The correct answer stands below.", "That is not correct.", "It is the right size."]
)
def test_what_is_said_of_another_thing_does_not(text: str) -> None:
    assert isinstance(read_boolean(text), Unread)
