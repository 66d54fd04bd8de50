"""A value that the words round it take back."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from structout import OutputParserException, parser_for


class Review(BaseModel):
    name: str
    stars: int


VALUE = '{"name": "Ada", "stars": 4}'


@pytest.mark.parametrize(
    "text",
    [
        f"I'm sorry, but I can't open the file. Here is what the output would look like:\n```json\n{VALUE}\n```",
        f"No tengo acceso al documento. Un ejemplo de la respuesta sería:\n{VALUE}",
        f"Leider kann ich die Datei nicht öffnen. Beispiel:\n{VALUE}",
        f"Here is an example:\n{VALUE}\nSince there is no review, I cannot give the real values.",
        "The review text is missing. For example: {'name': 'Ada', 'stars': 4}",
    ],
)
def test_an_example_beside_words_that_decline_is_a_refusal(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Review).parse(text)
    assert caught.value.kind == "refusal"


@pytest.mark.parametrize(
    "text",
    [
        f"Here is an example of the JSON, made from your text:\n{VALUE}",
        f"Here is the JSON:\n{VALUE}\nNote that I can't verify the spelling of the name.",
        f"Here is the result for your example:\n{VALUE}\nUnfortunately I could not find a date.",
        f"I can't show an example of the file itself. Here is the final answer:\n{VALUE}",
    ],
)
def test_an_answer_is_taken_whatever_else_is_said(text: str) -> None:
    assert parser_for(Review).parse(text) == Review(name="Ada", stars=4)


@pytest.mark.parametrize(
    "text",
    [
        f"{VALUE}\n\nEdit: the stars should be 3.",
        f"```json\n{VALUE}\n```\n**Korrektur:** es sind 3 Sterne.",
        f"{VALUE}\nActually, the number of stars is 3, not 4.",
    ],
)
def test_a_value_corrected_in_words_is_ambiguous(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Review).parse(text)
    assert caught.value.kind == "ambiguous"
