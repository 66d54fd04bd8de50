"""The unit of a field's name against the unit in the text."""

from __future__ import annotations

import json

import pytest
from pydantic import BaseModel, Field

from structout.coerce.units import unit_clash
from structout.errors import OutputParserException
from structout.parsers import parser_for


class Parcel(BaseModel):
    weight_kg: float


@pytest.mark.parametrize("text", ["150 lb", "3 pounds", "900 g", "2 tonnes"])
def test_another_unit_of_the_same_kind_is_refused(text: str) -> None:
    with pytest.raises(OutputParserException, match="is in kg"):
        parser_for(Parcel).parse(f'{{"weight_kg": "{text}"}}')


@pytest.mark.parametrize("text", ["72.5 kg", "72.5 kilograms", "72.5", "72.5 in all"])
def test_the_units_own_spellings_and_none_pass(text: str) -> None:
    assert parser_for(Parcel).parse(f'{{"weight_kg": "{text}"}}').weight_kg == 72.5


class Sample(BaseModel):
    value: float
    unit: str


@pytest.mark.parametrize(
    ("text", "unit"), [("500 g", "kg"), ("$12.50", "EUR"), ("10.8 g/L", "mg/dL"), ("50 bps", "%")]
)
def test_a_unit_other_than_the_one_beside_it_is_refused(text: str, unit: str) -> None:
    with pytest.raises(OutputParserException, match="'unit' says"):
        parser_for(Sample).parse(f'{{"value": "{text}", "unit": "{unit}"}}')


@pytest.mark.parametrize(
    ("text", "unit"), [("500 g", "g"), ("$12.50", "CAD"), ("10.8 g/dL", "g/dl"), ("3 boxes", "box")]
)
def test_the_unit_beside_it_or_one_of_another_kind_passes(text: str, unit: str) -> None:
    assert parser_for(Sample).parse(f'{{"value": "{text}", "unit": "{unit}"}}').unit == unit


class Described(BaseModel):
    weight: float = Field(description="weight in kilograms")
    size: list[float] = Field(default=[], description="length and width (cm)")


def test_the_unit_of_a_description_counts() -> None:
    assert parser_for(Described).parse('{"weight": "150 kg"}').weight == 150
    with pytest.raises(OutputParserException, match="is in kg"):
        parser_for(Described).parse('{"weight": "150 lb"}')
    with pytest.raises(OutputParserException, match="is in cm"):
        parser_for(Described).parse('{"weight": 2, "size": ["3 in", "4 in"]}')


class Flat(BaseModel):
    price: float
    area: str


def test_other_amounts_with_a_decimal_comma_show_that_points_group_thousands() -> None:
    assert parser_for(Flat).parse('{"price": "1.250 €", "area": "92,5 m²"}').price == 1250
    assert parser_for(Flat).parse('{"price": "1.250", "area": "92,5 m²"}').price == 1250
    for odd in ('{"price": "1.250 €", "area": "large"}', '{"price": "1,250", "area": "92.5 m²"}'):
        with pytest.raises(OutputParserException):
            parser_for(Flat).parse(odd)


class Shift(BaseModel):
    hours_per_week: float
    price_per_kg: float = 1


def test_what_stands_before_per_is_the_unit_of_the_number() -> None:
    assert parser_for(Shift).parse('{"hours_per_week": "40h", "price_per_kg": "3 €"}').hours_per_week == 40
    with pytest.raises(OutputParserException, match="is in h"):
        parser_for(Shift).parse('{"hours_per_week": "5 days"}')


@pytest.mark.parametrize("text", ["2 ไร่", "3 acres", "5 亩"])
def test_old_units_of_area_are_known(text: str) -> None:
    class Plot(BaseModel):
        area_ha: float

    with pytest.raises(OutputParserException, match="is in ha"):
        parser_for(Plot).parse(f'{{"area_ha": "{text}"}}')


class Star(BaseModel):
    mass_kg: float


@pytest.mark.parametrize("text", ["317.8 Earth masses", "2 bags"])
def test_a_word_that_may_be_another_unit_is_refused_where_the_key_names_one(text: str) -> None:
    with pytest.raises(OutputParserException, match="is in kg"):
        parser_for(Star).parse(f'{{"mass_kg": "{text}"}}')


@pytest.mark.parametrize("text", ["5 in total", "5 each", "5 kg netto", "5 公斤", "5 কেজি"])
def test_other_words_and_other_scripts_pass(text: str) -> None:
    assert parser_for(Star).parse(f'{{"mass_kg": "{text}"}}').mass_kg == 5


class Price(BaseModel):
    price: float
    currency: str = "GBP"
    fee_cents: int = 0


@pytest.mark.parametrize("answer", ['{"price": "50 cents"}', '{"price": "68.4p", "currency": "GBP"}'])
def test_the_hundredth_part_of_a_currency_is_not_the_currency(answer: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Price).parse(answer)


def test_a_key_in_cents_takes_cents() -> None:
    assert parser_for(Price).parse('{"price": 1, "fee_cents": "50 cents"}').fee_cents == 50


class Dollars(BaseModel):
    price_usd: int


@pytest.mark.parametrize("amount", ["1.5万円", "1億2000万円", "3억 5천만원"])
def test_a_currency_behind_a_myriad_is_seen(amount: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Dollars).parse(f'{{"price_usd": "{amount}"}}')


class Rated(BaseModel):
    stars: int = Field(ge=1, le=5)


@pytest.mark.parametrize(
    "text",
    [
        "4 out of 5",
        "4 von 5 Sternen",
        "4 sur 5",
        "four out of 5",
        "4 stelle su 5",
        "Rating: 4 out of 5",
        "4 من 5",
    ],
)
def test_points_out_of_the_greatest_that_the_type_allows_are_the_number(text: str) -> None:
    assert parser_for(Rated).parse(json.dumps({"stars": text})).stars == 4


def test_a_unit_in_mixed_case_is_one_word_of_the_name() -> None:
    assert unit_clash("Verbrauch_kWh", "1.045,7 kWh") == ""
    assert "wh" in unit_clash("Verbrauch_kWh", "1045 Wh")


@pytest.mark.parametrize("text", ["4 out of 10", "four of 7", "6 von 5", "4/5"])
def test_points_out_of_anything_else_are_refused(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Rated).parse(json.dumps({"stars": text}))


class Whole(BaseModel):
    price_eur: int


class Broken(BaseModel):
    price_eur: float


def test_a_field_that_is_money_by_its_name_has_no_three_decimals() -> None:
    assert parser_for(Whole).parse("Price EUR: 210.000").price_eur == 210_000
    with pytest.raises(OutputParserException):
        parser_for(Broken).parse('{"price_eur": "210.000"}')


@pytest.mark.parametrize("text", ["1.482 Stimmen", "En total hay 1.482 habitantes.", "1.482 голосов"])
def test_what_is_counted_has_no_fraction(text: str) -> None:
    assert parser_for(int).parse(text) == 1482


@pytest.mark.parametrize(
    "text", ["1.482", "1.482 kg", "1.482 seconds", "1.482 points", "1.482 Millionen", "1.482 times"]
)
def test_what_is_measured_may_have_one(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(int).parse(text)


class Peak(BaseModel):
    height_m: int


@pytest.mark.parametrize("text", ["6,962 m (22,841 ft)", "22841 ft (6962 m)"])
def test_an_amount_in_another_unit_beside_it_is_left_out(text: str) -> None:
    assert parser_for(Peak).parse(json.dumps({"height_m": text})).height_m == 6962


@pytest.mark.parametrize(
    "text", ["6962 (22841 ft)", "5 m (2 people)", "22841 ft (6.9 mi)", "6962 m / 22841 ft"]
)
def test_two_amounts_of_which_none_is_surely_in_the_unit_are_refused(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Peak).parse(json.dumps({"height_m": text}))


class Film(BaseModel):
    runtime_min: int
    wait: float = Field(0, description="waiting time in hours")


@pytest.mark.parametrize(
    "text", ["1h 52min", "1h52m", "1 hour and 52 minutes", "1 Std. 52 Min.", "1시간 52분"]
)
def test_a_length_in_several_units_counts_in_the_fields_where_that_is_the_last(text: str) -> None:
    assert parser_for(Film).parse(f'{{"runtime_min": "{text}"}}').runtime_min == 112


def test_the_unit_of_a_length_may_be_the_descriptions() -> None:
    assert parser_for(Film).parse('{"runtime_min": 1, "wait": "2 days 3 hours"}').wait == 51


@pytest.mark.parametrize(
    "text",
    [
        "2 h",
        "1 h 30 s",
        "1 h 52 min 30 s",
        "2 days 3 hours",
        "about 1h 52min",
        "1h 10min - 1h 20min",
        "1h 20",
    ],
)
def test_a_length_that_is_not_all_in_the_fields_unit_is_none(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Film).parse(f'{{"runtime_min": "{text}"}}')
