"""Numbers out of text."""

from decimal import Decimal

import pytest

from structout.coerce import Found, Unread, Why, read_number
from structout.result import SEVERITY, RepairKind, Severity


def value_of(text: str, **options: object) -> Decimal | Why:
    found = read_number(text, **options)  # type: ignore[arg-type]
    return found.value if isinstance(found, Found) else found.why


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("34", "34"), ("thirty-four", "34"), ("-5", "-5"), ("−5", "-5"), ("+7", "7"), ("007", "7"), (".5", "0.5"), ("5.", "5"), ("12.11.", "12.11"),
        ("1e3", "1000"), ("1.5 x 10^3", "1500"), ("２４", "24"), ("٤٢", "42"), ("½", "0.5"), ("3½", "3.5"),
        ("1/5", "0.2"), ("1 1/2", "1.5"), ("**8**", "8"), ('"8"', "8"),
    ],
)  # fmt: skip
def test_plain_numbers_in_any_notation(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234.50", "1234.50"), ("1.234,50", "1234.50"), ("1 234,56", "1234.56"), ("1'250.50", "1250.50"),
        ("1,234,567", "1234567"), ("1.000.000", "1000000"), ("3 250 000", "3250000"), ("12,34,567", "1234567"),
        ("1_000", "1000"), ("1.000,5", "1000.5"),
    ],
)  # fmt: skip
def test_separators_are_read_where_one_reading_is_possible(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize("text", ["1,234", "7,5", "1,23", "0,107", "1.234 €", "2.962 m", "1,859 €"])
def test_a_separator_with_two_readings_is_ambiguous_and_the_advice_names_the_option(text: str) -> None:
    refusal = read_number(text)
    assert isinstance(refusal, Unread)
    assert refusal.why is Why.AMBIGUOUS
    assert "decimal=" in refusal.advice


@pytest.mark.parametrize(
    ("text", "mark", "number"),
    [
        ("1,234", ".", "1234"),
        ("1,234", ",", "1.234"),
        ("7,5", ",", "7.5"),
        ("1.234", ",", "1234"),
        ("1.234 €", ",", "1234"),
    ],
)
def test_the_decimal_mark_decides(text: str, mark: str, number: str) -> None:
    assert value_of(text, decimal=mark) == Decimal(number)


@pytest.mark.parametrize(("text", "number"), [("12,111", 12111), ("4,100,000", 4100000), ("2.0", 2)])
def test_a_whole_number_has_one_reading_where_a_fraction_would_have_two(text: str, number: int) -> None:
    assert value_of(text, integer=True) == number


@pytest.mark.parametrize("text", ["2.5", "8/10", "1.5 dozen"])
def test_a_fraction_never_becomes_a_whole_number(text: str) -> None:
    assert isinstance(read_number(text, integer=True), Unread)


@pytest.mark.parametrize(
    ("text", "number", "kind"),
    [
        ("34 years old", "34", RepairKind.UNIT), ("10.8 g/dL", "10.8", RepairKind.UNIT), ("500mg", "500", RepairKind.UNIT),
        ("37,5 °C", "37.5", RepairKind.UNIT), ("120 Seiten", "120", RepairKind.UNIT), ("3人", "3", RepairKind.UNIT),
        ("$12.50", "12.50", RepairKind.UNIT), ("12,50 €", "12.50", RepairKind.UNIT), ("USD 12.50", "12.50", RepairKind.UNIT),
        ("R$ 1.500,00", "1500.00", RepairKind.UNIT), ("-$5.25", "-5.25", RepairKind.UNIT),
        ("15 %", "15", RepairKind.PERCENT), ("١٥٪", "15", RepairKind.PERCENT), ("1,5 %", "1.5", RepairKind.PERCENT),
    ],
)  # fmt: skip
def test_units_currencies_and_percent_are_left_away_and_named(
    text: str, number: str, kind: RepairKind
) -> None:
    found = read_number(text)
    assert isinstance(found, Found)
    assert found.value == Decimal(number)
    assert kind in found.kinds
    assert max(SEVERITY[k] for k in found.kinds) <= Severity.TYPE


@pytest.mark.parametrize(
    ("text", "number"),
    [("2.5 million", "2500000"), ("1.2k", "1200"), ("$30.04 billion", "30040000000"), ("3.5万", "35000"), ("2億", "200000000"),
     ("$1.2M", "1200000"), ("5 Mio. Euro", "5000000")],
)  # fmt: skip
def test_scale_words_multiply(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize(
    "text", ["3 or 4", "3-4", "10 to 20", "4,000 - 6,000", "4.5/5", "5 out of 10", "17:30", "see 1.2, 5.6"]
)
def test_two_numbers_a_range_or_a_time_are_refused(text: str) -> None:
    assert isinstance(read_number(text), Unread)


@pytest.mark.parametrize(
    "text",
    [
        "~34",
        "about 34",
        "at least 5",
        "5+",
        "<5",
        "Room 12",
        "#5",
        "c. 1974",
        "около 5",
        "ประมาณ 5",
        "5 (est.)",
        "300 v. Chr.",
        "down 5%",
        "▼ 5%",
        "250.00 DR",
        "2 horas y media",
        "not 5",
        "ca. 5 kg",
        "2 dozen",
        "大约15个",
        ">= 90",
    ],
)
def test_a_word_that_changes_what_the_number_says_makes_it_lossy(text: str) -> None:
    found = read_number(text)
    assert isinstance(found, Found)
    assert RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("The price of the book is 19.95 Euro.", "19.95"),
        ("Text: 1250\n\nThe answer is 1250.", "1250"),
        ("Score: 8", "8"),
        ("总共有15个。", "15"),
    ],
)
def test_the_one_number_of_a_sentence_is_read(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize(
    "text",
    ["", "nope", "COVID-19", "0x1F", "v1.2.3", "one and five", "1.2.3", "($1,234.50)", "15人以上"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    assert isinstance(read_number(text), Unread)


def test_digits_are_exact_and_too_many_are_refused() -> None:
    assert value_of("1" * 300) == Decimal("1" * 300)
    assert value_of("-" + "1" * 300) == Decimal("-" + "1" * 300)
    assert isinstance(read_number("1" * 5000), Unread)
    assert isinstance(read_number("1e99999"), Unread)


@pytest.mark.parametrize("text", ["=A1*2", "x * 42", "9**9**9", "3 * 3", "9^9", "5-5"])
def test_a_calculation_is_no_number(text):
    assert isinstance(read_number(text), Unread)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("10⁶", "1000000"), ("6.022×10²³", "6.022e23"), ("6.626 x 10^-34 J·s", "6.626e-34"), ("1.5 · 10³", "1500"),
        (r"3.0 \times 10^{8}", "3.0e8"), ("5*10**6", "5e6"),
    ],
)  # fmt: skip
def test_powers_of_ten_in_any_notation(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize("text", ["5²", "5¹", "2^10"])
def test_another_power_or_a_footnote_is_refused(text: str) -> None:
    assert isinstance(read_number(text), Unread)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.250,00-", "-1250.00"), ("–5", "-5"), ("minus 5 °C", "-5"), ("-EUR 75", "-75"), ("33.87° S", "-33.87"),
        ("151.21° E", "151.21"), ("-R$ 5,50", "-5.50"), ("5,-", "5"), ("零下 5 度", "-5"),
    ],
)  # fmt: skip
def test_a_sign_is_read_wherever_it_stands(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize("text", ["--5", "- 5", "—5", "5-", "1250-", "Saldo - EUR 5", "-5-"])
def test_a_dash_that_may_be_a_minus_is_refused(text: str) -> None:
    assert isinstance(read_number(text), Unread)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("$5m", "5e6"), ("£1.2bn", "1.2e9"), ("5 M€", "5e6"), ("450 k€", "450000"), ("2 hundred million", "2e8"),
        ("2 miliony", "2e6"), ("3 млрд", "3e9"), ("2 lakh", "200000"), ("5 लाख", "500000"), ("3 ล้าน", "3e6"),
        ("3 triệu", "3e6"), ("2 juta", "2e6"), ("5 bin", "5000"), ("4 مليون", "4e6"),
    ],
)  # fmt: skip
def test_scales_of_many_languages_and_of_money(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


def test_a_letter_that_may_be_a_scale_or_a_unit_is_refused_by_the_field() -> None:
    assert isinstance(read_number("5 M"), Unread)
    assert isinstance(read_number("83m", field="population"), Unread)
    assert value_of("83m", field="depth") == 83
    assert value_of("273 K", field="temp_k") == 273


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("one hundred and five", 105), ("two million", 2_000_000), ("three hundred twenty thousand", 320_000), ("dreizehn", 13),
        ("veinte", None), ("三百二十一", 321), ("一百零五", 105), ("二〇二五", 2025), ("一百五", None), ("两万三千", 23_000),
    ],
)  # fmt: skip
def test_numbers_written_out(text: str, number: int | None) -> None:
    found = read_number(text)
    assert (found.value if isinstance(found, Found) else None) == number


def test_points_out_of_ten_are_no_fraction_where_something_is_rated() -> None:
    assert isinstance(read_number("8/10", field="rating"), Unread)
    assert value_of("8/10", field="share") == Decimal("0.8")


@pytest.mark.parametrize("text", ["#9", "No. 9", "Nr. 9", "№ 9"])
def test_a_mark_of_counting_is_left_away_where_a_whole_number_is_wanted(text: str) -> None:
    assert value_of(text, integer=True) == 9


def test_an_amount_of_money_in_whole_units_has_no_thousandths() -> None:
    assert value_of("389.000 €", integer=True) == 389_000
    assert isinstance(read_number("389.000", integer=True), Unread)


@pytest.mark.parametrize(("text", "number"), [("7,5", "7.5"), ("12,50", "12.50"), ("0,107", "0.107")])
def test_a_comma_alone_in_a_field_is_a_decimal_one(text: str, number: str) -> None:
    assert value_of(text, field="dose") == Decimal(number)


@pytest.mark.parametrize(
    "text", ["60k-70k", "5kg-7kg", "该市人口约为850万。", "On May 5 250 people came", "约为5"]
)
def test_ranges_of_amounts_with_units_and_hedges_before_a_verb_are_no_number(text: str) -> None:
    found = read_number(text)
    assert isinstance(found, Unread) or RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Die Temperatur liegt bei minus 12 Grad.", "-12"), ("Le montant total est de 1 234,56 €.", "1234.56"),
        ("Au total, 1 250 personnes ont participé.", "1250"), ("Der pH-Wert der Probe beträgt 7,4.", "7.4"),
    ],
)  # fmt: skip
def test_amounts_of_other_languages_in_a_sentence(text: str, number: str) -> None:
    assert value_of(text) == Decimal(number)


@pytest.mark.parametrize("text", ["the 1990s", "'90s", "1980er Jahre", "1990年代", "3-ish"])
def test_a_decade_is_no_year(text: str) -> None:
    found = read_number(text, integer=True)
    assert isinstance(found, Unread) or RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize(("text", "number"), [("30s", 30), ("3백", 300), ("2천", 2000)])
def test_seconds_and_korean_hundreds_are_read(text: str, number: int) -> None:
    assert value_of(text, integer=True) == number


def test_a_score_that_divides_without_a_rest_is_no_whole_number() -> None:
    assert isinstance(read_number("4/2", integer=True), Unread)


def test_minutes_behind_a_number_are_no_minimum_before_it() -> None:
    assert value_of("12 min") == 12
    for text in ("min. 12", "max 12", "12 max"):
        found = read_number(text)
        assert isinstance(found, Found)
        assert RepairKind.LEFT_OUT_TEXT in found.kinds


def test_the_number_behind_a_cue_is_the_answer() -> None:
    assert value_of("3 cats and 4 dogs.\n\nFinal answer: 7", integer=True) == 7
    assert isinstance(read_number("3 and 4. The answer is 5 or 6."), Unread)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Hay 12 manzanas y 30 peras.\nRespuesta final: 42", 42), ("According to [3], the tower has 27 floors.", 27),
        ("The temperature fell to −7 degrees.", -7), ("Ticket #4521", 4521), ("42\n\nExplanation: 6*7", 42), ("[15]", 15),
    ],
)  # fmt: skip
def test_the_number_of_the_answer_is_told_from_others(text: str, number: int) -> None:
    assert value_of(text, integer=True) == number


@pytest.mark.parametrize("text", ["The year was 44 BC.", "√2", "5% lower", "fell 5%"])
def test_a_mark_beside_a_number_that_changes_it_makes_it_lossy(text: str) -> None:
    found = read_number(text)
    assert isinstance(found, Found)
    assert RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize("text", ["(42.10)", "$(42)", "EUR (42)", "(12) zł", "-(42)"])
def test_an_amount_in_brackets_may_be_a_loss(text: str) -> None:
    assert isinstance(read_number(text), Unread)


@pytest.mark.parametrize(("text", "number"), [("(42)", 42), ("Low (3)", 3), ("three (3)", 3)])
def test_a_number_in_brackets_that_is_no_loss(text: str, number: int) -> None:
    found = read_number(text, integer=True)
    assert isinstance(found, Found)
    assert found.value == number


@pytest.mark.parametrize("text", ["three (4)", "4 (three)"])
def test_a_word_and_digits_that_differ_are_two_numbers(text: str) -> None:
    assert isinstance(read_number(text, integer=True), Unread)


@pytest.mark.parametrize(
    ("text", "number"),
    [("3억 5천만원", 350_000_000), ("1億2000万円", 120_000_000), ("1万500円", 10_500), ("2만 3천", 23_000), ("十二名", 12), ("两台", 2), ("3 mlrd", 3 * 10**9)],
)  # fmt: skip
def test_numbers_in_myriads_and_with_counters(text: str, number: int) -> None:
    found = read_number(text, integer=True)
    assert isinstance(found, Found)
    assert found.value == number


@pytest.mark.parametrize("text", ["3억 5천", "3万5"])
def test_a_myriad_that_may_be_left_out_is_not_guessed(text: str) -> None:
    assert isinstance(read_number(text, integer=True), Unread)


@pytest.mark.parametrize(
    "text", ["mínusz 5", "מינוס 5", "μείον 5", "माइनस 5", "ติดลบ 5", "âm 5", "سالب 5"]
)  # fmt: skip
def test_the_word_for_minus_is_heard_in_many_languages(text: str) -> None:
    assert value_of(text) == Decimal(-5)


@pytest.mark.parametrize(
    "text",
    ["mehr als 5", "5 से अधिक", "fler än 5", "až 5", "έως 5", "en az 5", "최대 5", "5 미만", "อย่างน้อย 5", "ít nhất 5", "على الأقل 5", "לפחות 5",
     "不少于5", "2 Dutzend", "3 docenas", "3 дюжины", "5 ниже нуля", "الحرارة سالب 5"],
)  # fmt: skip
def test_words_that_change_a_number_are_a_loss_in_many_languages(text: str) -> None:
    found = read_number(text)
    assert isinstance(found, Found)
    assert RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize("text", ["2打", "50多人"])
def test_a_changed_number_without_blanks_is_refused(text: str) -> None:
    assert isinstance(read_number(text), Unread)


def test_a_comma_before_a_power_of_ten_is_a_decimal_one() -> None:
    found = read_number("6,626e-34", field="value")
    assert isinstance(found, Found)
    assert found.value == Decimal("6.626e-34")


@pytest.mark.parametrize(
    ("text", "number"),
    [("Összesen 1 204 szavazat érkezett.", 1204), ("Foram vendidas 3.750 unidades no trimestre.", 3750)],
)
def test_words_that_only_add_up_or_place_a_number_leave_it_alone(text: str, number: int) -> None:
    found = read_number(text, integer=True)
    assert isinstance(found, Found)
    assert found.value == number
    assert RepairKind.LEFT_OUT_TEXT not in found.kinds
