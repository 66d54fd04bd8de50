"""The choice between two settings, and the faults of types."""

from enum import Enum
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from structout.bench import Case, Contestant, Reader
from structout.bench.ab import choose, setting_of
from structout.bench.lint import lint, token_costs
from structout.errors import ConfigError
from structout.testing import ScriptedChatModel

CASES = [Case(str(n), "k", list[int], f"[{n},]", ([n],)) for n in range(8)]


def quiet(*_):
    """Say nothing of the progress."""


def parser(name):
    return setting_of(f"parser={name}")


def test_the_better_parser_is_named_with_its_certainty():
    choice = choose(CASES, parser("pydantic"), parser("structout"), quiet)
    assert choice.decided
    assert str(choice).startswith("structout is better. structout: 100.0 % right; pydantic: 0.0 % right.")


def test_too_few_samples_are_told_with_how_many_more_it_takes():
    choice = choose(CASES[:3], parser("pydantic"), parser("structout"), quiet)
    assert str(choice).startswith("Undecided: it takes about 3 more samples")


def test_no_difference_is_told_as_such():
    cases = [Case("1", "k", int, "1", (1,))]
    assert str(choose(cases, parser("pydantic"), parser("structout"), quiet)).startswith(
        "No difference was found."
    )


def test_two_prompts_are_compared_on_a_model():
    tasks = [Case(str(n), "k", int, None, (n,), source=f"{n} cats") for n in range(8)]
    good = ScriptedChatModel(lambda prompt: prompt[-1].content.split()[-2])
    bad = ScriptedChatModel(lambda prompt: "many")
    one, other = (
        Contestant("m", good, template="Count: {text}", label="one"),
        Contestant("m", bad, label="two"),
    )
    assert choose(tasks, one, other, quiet).comparison.first == "m chat one T=0"


def test_a_setting_is_read_from_words(tmp_path):
    (tmp_path / "short.txt").write_text("{text}")
    setting = setting_of(
        f"model=x,style=example,temperature=0.7,prompt={tmp_path / 'short.txt'}",
        lambda name: ScriptedChatModel([]),
    )
    assert setting.setting == "x example short T=0.7"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "expected parser=… or model=…"), ("colour=red", "expected parser=… or model=…"),
        ("parser=nothing", "unknown parser nothing"), ("model=x,style=baroque", "expected style to be one of"),
        ("model=x,temperature=warm", "expected a number as temperature, found 'warm'"),
        ("model=x,structured=maybe", "expected structured to be one of text, json_schema, tools, found 'maybe'"),
        ("model=x,prompt=/none.txt", "the prompt /none.txt cannot be read"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_refused(words, message):
    with pytest.raises(ConfigError, match=message):
        setting_of(words, lambda name: ScriptedChatModel([]))


def test_a_setting_is_not_compared_with_itself():
    with pytest.raises(ConfigError, match="both are structout: give two that differ"):
        choose(CASES, parser("structout"), parser("structout"), quiet)


def test_models_are_not_compared_on_completions():
    one, other = (Contestant(name, ScriptedChatModel([])) for name in "mn")
    with pytest.raises(
        ConfigError, match=r"expected tasks \(rows with text\) to compare m chat T=0 and n chat T=0"
    ):
        choose(CASES, one, other, quiet)


def test_a_parser_is_not_compared_with_a_model():
    with pytest.raises(ConfigError, match="only be compared with a parser"):
        choose(CASES, parser("structout"), Contestant("m", ScriptedChatModel([])), quiet)


def test_a_reader_is_found_by_name():
    assert isinstance(parser("json_repair"), Reader)


class Circle(BaseModel):
    radius_cm: float


class Box(BaseModel):
    width_cm: float


class Shades(Enum):
    A = "Dark-Red"
    B = "dark red"


class Late(BaseModel):
    verdict: bool
    reasoning: str


class Invoice(BaseModel):
    email: str
    total: float = Field(description="in euros")


class Close(BaseModel):
    userName: str
    user_name: str


class Measured(BaseModel):
    weight: float


class Loose(BaseModel):
    extra: object


class Marked(BaseModel):
    kind: Literal["a"]


@pytest.mark.parametrize(
    ("tp", "rules"),
    [
        (Shades, ["close-options"]), (Circle | Box, ["open-union"]), (Late, ["late-reasoning"]),
        (Invoice, ["forced-invention"]), (Close, ["close-keys"]), (Measured, ["unit"]), (dict[str, int], ["not-strict"]),
        (Loose, ["anything"]), (Marked, []), (Circle, []),
    ],
)  # fmt: skip
def test_each_fault_of_a_type_is_found(tp, rules):
    assert [finding.rule for finding in lint(tp)] == rules


def test_a_finding_says_where_what_and_how_to_mend_it():
    assert str(lint(Invoice)[0]) == (
        "$: the field 'email' is required, and texts often do not say it: the model will invent one\n"
        "    make it `email: … | None = None` [forced-invention]"
    )


def test_the_compact_styles_cost_less():
    costs = token_costs(Invoice)
    assert costs["typescript"] < costs["json_schema"]


def test_a_type_that_nothing_can_be_validated_against_is_refused():
    class Nothing:
        pass

    with pytest.raises(ConfigError, match="expected a type that JSON can express, found Nothing"):
        lint(Nothing)
