"""Valid JSON whose escapes are none to a person: paths, formulas, patterns."""

import pytest
from pydantic import BaseModel

from structout import parser_for


class Note(BaseModel):
    text: str


@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "Here: {} and so on"])
def test_a_path_with_escapes_in_it_stays_a_path(around: str) -> None:
    completion = around.replace("{}", r'{"text": "C:\new\reports\table.csv"}')
    assert parser_for(Note).parse(completion) == Note(text=r"C:\new\reports\table.csv")


def test_a_formula_in_valid_json_is_a_repair_that_is_told() -> None:
    parsed = parser_for(Note).explain(r'{"text": "$\frac{1}{2}$"}')
    assert parsed.value.text == r"$\frac{1}{2}$"
    assert [str(repair.kind) for repair in parsed.repairs] == ["invalid-escape"]


def test_line_breaks_and_tabs_of_valid_json_stay() -> None:
    assert parser_for(Note).parse(r'{"text": "A:\nyes\tno"}').text == "A:\nyes\tno"
