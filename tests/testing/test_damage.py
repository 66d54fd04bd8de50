"""Damages: what each does, what it leaves alone, how they go together."""

from enum import Enum
from random import Random
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from structout import parser_for
from structout.errors import ConfigError
from structout.testing.damage import DAMAGES, NO_DAMAGE, compose, damages_named, shape_of
from structout.testing.damage.table import OTHER_NAMES

# Copied from the list of fault kinds, whose names the damages share.
KINDS = (
    "valid scalar unicode deep-nesting no-json bare-string unrepairable fence fence-malformed fence-in-string "
    "multi-block think-tags xml-tags xml-output yaml-output list-markup wrapper-call schema-echo wrapper-object "
    "trailing-comma leading-comma repeated-comma missing-comma missing-colon missing-value missing-close "
    "mismatched-close extra-close missing-open ellipsis stray-token duplicate-keys single-quotes smart-quotes "
    "backticks triple-quotes triple-backticks-value doubled-quotes missing-open-quote missing-close-quote "
    "unescaped-inner-quote unescaped-brace unquoted-key unquoted-value non-string-key control-chars invalid-escape "
    "over-escaped string-concat regexp-literal special-whitespace comments python-literals python-tuple python-set "
    "js-literals number-format thousands-separator truncated-string truncated-key truncated-number truncated-keyword "
    "truncated-escape bool-coercion bool-in-prose enum enum-case enum-in-prose literal union-pick single-to-list "
    "list-to-single list-to-object scalar-to-object object-to-scalar string-target map recursive-type key-case "
    "optional-null missing-required extra-keys wrong-type constraint prose-around concatenated-values scalar-coercion "
    "enum-alias literal-case literal-in-prose accent-fold map-value-coercion key-alias default-fill date"
).split()


class Item(BaseModel):
    unit_price: float
    amount: int
    colour: Literal["red", "green"]
    note: str | None = None


SHAPE = shape_of(Item)
TEXT = '{"unit_price":0.5,"amount":1250,"colour":"red","note":null}'
STRINGS = r'{"a":"blue door","b":"the \"old\" pier","c":"one\ntwo","d":"C:\\dir","e":["x","y"]}'


def test_every_kind_of_fault_has_a_damage_or_a_reason_why_not():
    assert [kind for kind in KINDS if kind not in {*DAMAGES, *NO_DAMAGE, *OTHER_NAMES}] == []
    assert {name for names in OTHER_NAMES.values() for name in names} <= DAMAGES.keys()


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        ("trailing-comma", '{"a":1,}'), ("leading-comma", '{,"a":1}'), ("missing-colon", '{"a" 1}'),
        ("extra-close", '{"a":1}}'), ("missing-open", '"a":1}'), ("unquoted-key", "{a:1}"),
        ("mismatched-close", '{"a":1]'), ("number-format", '{"a":+1}'), ("single-quotes", "{'a':1}"),
        ("fullwidth-punctuation", '｛"a"：1｝'), ("xml-output", "<record><a>1</a></record>"), ("python-repr", "Record(a=1)"),
        ("yaml-output", "a: 1\n"), ("duplicate-keys", '{"a":1, "a":1}'), ("fence-unclosed", '```json\n{"a":1}'),
        ("schema-echo", '{"properties": {"a":1}}'), ("json-in-string", r'"{\"a\":1}"'),
    ],
)  # fmt: skip
def test_a_damage_to_notation(name, spoilt):
    assert DAMAGES[name]('{"a":1}', Random(0)).text == spoilt


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("unescaped-inner-quote", r"the \"old\" pier", 'the "old" pier'), ("control-chars", r"one\ntwo", "one\ntwo"),
        ("invalid-escape", r"C:\\dir", r"C:\dir"), ("python-tuple", '["x","y"]', '("x","y")'),
        ("python-set", '["x","y"]', '{"x","y"}'), ("ellipsis", '"y"]', '"y", ...]'),
    ],
)  # fmt: skip
def test_a_damage_to_strings_and_lists(name, old, new):
    assert DAMAGES[name](STRINGS, Random(0)).text == STRINGS.replace(old, new)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("thousands-separator", "1250", '"1,250"'), ("enum-case", '"red"', '"RED"'), ("optional-null", ',"note":null', ""),
        ("localized-digits", "1250", '"１２５０"'), ("enum-unknown", '"red"', '"quite another word"'),
        ("python-literals", "null", "None"), ("js-literals", "null", "undefined"),
    ],
)  # fmt: skip
def test_a_damage_to_meaning(name, old, new):
    assert DAMAGES[name](TEXT, Random(0), SHAPE).text == TEXT.replace(old, new)


class Drink(Enum):
    A_CUP = "café"
    POT = "tea"


class Order(BaseModel):
    drink: Drink = Field(alias="Getränk")
    cups: int = 1


@pytest.mark.parametrize(
    ("name", "spoilt"),
    [
        ("accent-fold", '{"Getränk":"cafe","cups":1}'), ("enum-alias", '{"Getränk":"A_CUP","cups":1}'),
        ("key-alias", '{"drink":"café","cups":1}'), ("default-fill", '{"Getränk":"café"}'),
    ],
)  # fmt: skip
def test_a_damage_to_names_is_read_back(name, spoilt):
    clean = '{"Getränk":"café","cups":1}'
    assert DAMAGES[name](clean, Random(0), shape_of(Order)).text == spoilt
    assert parser_for(Order).parse(spoilt) == parser_for(Order).parse(clean)


def test_a_damage_to_meaning_is_not_done_where_the_type_is_unknown():
    assert DAMAGES["thousands-separator"](TEXT, Random(0)) is None


def test_keys_of_a_dict_are_data():
    assert DAMAGES["key-case"]('{"user_name":1}', Random(0), shape_of(dict[str, int])) is None


@pytest.mark.parametrize(
    "name",
    ["truncated-string", "truncated-key", "truncated-number", "ellipsis", "refusal", "conflicting-keys"],
)
def test_some_damages_leave_no_answer(name):
    assert DAMAGES[name]('{"a":[1.5,"long"],"b":2}', Random(0)).recoverable is False


@pytest.mark.parametrize("name", DAMAGES)
def test_the_same_seed_gives_the_same_damage(name):
    assert DAMAGES[name](TEXT, Random(7), SHAPE) == DAMAGES[name](TEXT, Random(7), SHAPE)


def test_damages_are_done_from_the_value_outwards():
    both = compose(DAMAGES["fence"], DAMAGES["trailing-comma"])('{"a":1}', Random(1))
    assert (both.name, both.recoverable) == ("trailing-comma+fence", True)
    assert both.text.endswith('{"a":1,}\n```')


def test_no_closing_frame_hides_that_a_payload_was_cut():
    both = compose(DAMAGES["fence"], DAMAGES["truncated-string"])('{"a":"long"}', Random(1))
    assert (both.name, both.recoverable) == ("truncated-string", False)


def test_a_damage_says_what_it_did():
    assert DAMAGES["trailing-comma"]('{"a":1}', Random(0)).what == "trailing-comma: '' → ',' at 6"


def test_an_unknown_damage_is_named():
    with pytest.raises(ConfigError, match="no such damage: coffee"):
        damages_named(["coffee"])
