"""Kinds of faults that own corpora brought up, one behaviour each."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone
from enum import Enum

import pytest
from pydantic import BaseModel, Field

from structout.errors import FailureKind, OutputParserException
from structout.parsers import parser_for
from structout.result import RepairKind


class City(BaseModel):
    name: str
    population: int


class Note(BaseModel):
    text: str | None
    tags: list[str]


def test_prose_behind_an_empty_line_ends_an_object_without_closer() -> None:
    text = '{"population": 5120, "name": "Bled"\n\nShall I look up more towns?'
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


@pytest.mark.parametrize(
    "text", ["a) oak\nb) elm", "(A) oak\n(B) elm", "1️⃣ oak\n2️⃣ elm", "✅ oak\n✅ elm", "- [x] oak\n- [ ] elm"]
)
def test_letters_signs_and_boxes_mark_the_items_of_a_list(text: str) -> None:
    assert parser_for(list[str]).parse(text) == ["oak", "elm"]


@pytest.mark.parametrize("text", ["🍎 apple\n🍌 banana", "🍎 apple"])
def test_a_sign_of_its_own_belongs_to_an_item(text: str) -> None:
    assert parser_for(list[str]).parse(text) == text.split("\n")


@pytest.mark.parametrize(
    "lead",
    [
        "Oops, that was wrong:",
        "Câu trả lời cuối cùng:",
        "Lopullinen vastaus:",
        "Végső válasz:",
        "תשובה סופית:",
    ],
)
def test_words_of_many_languages_announce_the_final_answer(lead: str) -> None:
    text = f'{{"name": "Bled", "population": 1}}\n{lead} {{"name": "Bled", "population": 2}}'
    assert parser_for(City).parse(text) == City(name="Bled", population=2)


@pytest.mark.parametrize(
    "text",
    ["omenat, päärynät ja luumut", "táo, lê và nho", "hrušky, jablka a švestky", "śliwki, gruszki i jabłka"],
)
def test_the_word_for_and_is_known_in_many_languages(text: str) -> None:
    assert len(parser_for(list[str]).parse(text)) == 3


@pytest.mark.parametrize(
    "text",
    [
        "Le texte parle de la mer, du vent et des marins bretons.",
        "Metinde elma, armut ve üzümden söz ediliyor.",
        "Tekstissä mainitaan omenat, päärynät ja viinirypäleet.",
        "A szöveg almáról, körtéről és szőlőről beszél.",
    ],
)
def test_a_sentence_is_no_list_in_any_language(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse(text)


@pytest.mark.parametrize("text", ["・oak\n・elm", "١. oak\n٢. elm", "一、oak\n二、elm"])
def test_marks_of_other_scripts_are_marks(text: str) -> None:
    assert parser_for(list[str]).parse(text) == ["oak", "elm"]


def test_points_below_numbered_items_are_no_items() -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse("1. solar\n   - cheap\n2. wind\n   - noisy")


def test_a_dotted_name_is_read_whole() -> None:
    class Host(BaseModel):
        host: str
        port: int

    assert parser_for(Host).parse("HOST=db.local\nPORT=5432") == Host(host="db.local", port=5432)


@pytest.mark.parametrize("mark", ["*", "_", "**", "`"])
def test_keys_of_lines_may_be_emphasised(mark: str) -> None:
    text = f"{mark}name:{mark} Bled\n{mark}population{mark}: 5120"
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


def test_a_table_in_a_box_is_read() -> None:
    rule = "+------+------------+"
    text = f"{rule}\n| name | population |\n{rule}\n| Bled | 5120       |\n{rule}"
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


BLED = '{"name": "Bled", "population": 5120}'


@pytest.mark.parametrize(
    "text",
    [
        f'{{"functionCall": {{"name": "add", "args": {BLED}}}}}',
        f'{{"toolUse": {{"toolUseId": "1", "name": "add", "input": {BLED}}}}}',
        f'{{"tool_uses": [{{"recipient_name": "functions.add", "parameters": {BLED}}}]}}',
        f'{{"tool_calls": [{{"type": "function", "function": {{"name": "add", "arguments": {json.dumps(BLED)}}}}}]}}',
        "<tool_call>add\n<arg_key>name</arg_key><arg_value>Bled</arg_value>"
        "<arg_key>population</arg_key>\n<arg_value>5120</arg_value></tool_call>",
        "Action: add\nAction Input: name=Bled, population=5120",
    ],
)
def test_a_call_in_the_form_of_a_provider_is_its_arguments(text: str) -> None:
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


def test_two_calls_are_no_single_answer() -> None:
    calls = ", ".join(f'{{"name": "add", "args": {{"name": "{name}", "population": 1}}}}' for name in "ab")
    with pytest.raises(OutputParserException):
        parser_for(City).parse(f'{{"tool_calls": [{calls}]}}')


@pytest.mark.parametrize("text", ['name: "Bled",\npopulation: 5120', "name: Bled,\npopulation: 5120,"])
def test_commas_between_lines_belong_to_no_value(text: str) -> None:
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


def test_a_mark_with_nothing_behind_it_says_that_lines_were_cut() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Note).parse("text: x\ntags:\n  - a\n  -")
    assert caught.value.kind is FailureKind.TRUNCATED


def test_labels_between_records_are_no_data() -> None:
    text = "Town 1:\nname: Bled\npopulation: 1\n\nTown 2:\nname: Kranj\npopulation: 2"
    assert [town.name for town in parser_for(list[City]).parse(text)] == ["Bled", "Kranj"]


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@pytest.mark.parametrize("text", ["- Red\n- Pink", "Red, pink", "1. red\n2. teal"])
def test_no_item_of_a_list_in_lines_is_dropped(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[Colour]).parse(text)


def test_days_with_full_stops_mark_no_items() -> None:
    text = "1. Januar 2025, 3. Februar 2025"
    assert parser_for(list[date]).parse(text) == [date(2025, 1, 1), date(2025, 2, 3)]


def test_an_item_that_agrees_is_no_lead_in() -> None:
    assert parser_for(list[bool]).parse("yes, no, yes") == [True, False, True]


@pytest.mark.parametrize("text", ["1,5, 2,25", "1,5\n2,25"])
def test_commas_in_numbers_and_between_them_are_ambiguous(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[float]).parse(text)
    assert caught.value.kind is FailureKind.AMBIGUOUS


@pytest.mark.parametrize("text", ["Smith, John\nDoe, Jane", "https://a.org/x?y=1,2\nhttps://b.org"])
def test_lines_that_may_hold_commas_are_not_divided(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse(text)


@pytest.mark.parametrize("text", ["None found.", "Keine.", "No results.", "なし", "Ninguno."])
def test_a_word_for_nothing_is_no_item(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse(text)


@pytest.mark.parametrize("text", ["A. oak\nB. elm", "i. oak\nii. elm"])
def test_letters_and_romans_with_full_stops_mark_items(text: str) -> None:
    assert parser_for(list[str]).parse(text) == ["oak", "elm"]


def test_an_initial_is_no_mark() -> None:
    assert parser_for(list[str]).parse("J. Smith\nB. Jones") == ["J. Smith", "B. Jones"]


def test_a_pair_apart_from_a_map_may_be_a_remark() -> None:
    with pytest.raises(OutputParserException):
        parser_for(dict[str, int]).parse("Berlin: 3850809\nHamburg: 1910160\n\nAs of: 2023")


@pytest.mark.parametrize(
    "text", ["Error 404: I cannot answer.", "Das kann ich nicht: ich kann die 3 nicht lesen."]
)
def test_a_number_in_words_that_decline_is_none(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(int).parse(text)


def test_an_item_told_again_beside_its_list_adds_nothing() -> None:
    text = f'[{BLED}, {{"name": "Kranj", "population": 1}}]\n\nThe lake is at {BLED}.'
    assert len(parser_for(list[City]).parse(text)) == 2


class Place(BaseModel):
    street: str
    city: str


class Employee(BaseModel):
    name: str
    place: Place


@pytest.mark.parametrize(
    "text",
    [
        "- **Name:** Rui\n- **Place:**\n  - **Street:** Rua Nova\n  - **City:** Braga",
        "## Name\nRui\n\n## Place\n- Street: Rua Nova\n- City: Braga",
        "Name: Rui\nPlace:\nStreet: Rua Nova\nCity: Braga",
        "[hire(name='Rui', place=Place(street='Rua Nova', city='Braga'))]",
    ],
)
def test_an_object_inside_is_read_from_lines_and_calls(text: str) -> None:
    assert parser_for(Employee).parse(text) == Employee(
        name="Rui", place=Place(street="Rua Nova", city="Braga")
    )


@pytest.mark.parametrize("name", ["name", "get_name()", "max(3, 4)", "names[0]"])
def test_code_that_was_not_run_is_no_value(name: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(Employee).parse(f"Employee(name={name}, place=Place(street='Rua Nova', city='Braga'))")


@pytest.mark.parametrize("total", ["| **Summe** | 3 |", "| Total: | 3 |"])
def test_a_total_under_the_rows_is_no_row(total: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[City]).parse(
            f"| name | population |\n|---|---|\n| Bled | 1 |\n| Kranj | 2 |\n{total}"
        )


def test_marks_between_numbered_lines_belong_to_no_item() -> None:
    assert parser_for(list[str]).parse("1. Москва;\n2. Казань;\n3. Сочи.") == ["Москва", "Казань", "Сочи"]


def test_bullets_below_a_key_are_a_map() -> None:
    class Poll(BaseModel):
        question: str
        results: dict[str, float]

    text = "Question: Agree?\nResults:\n- Yes: 54.2\n- No: 45.8"
    assert parser_for(Poll).parse(text) == Poll(question="Agree?", results={"Yes": 54.2, "No": 45.8})


def test_items_in_corner_brackets_are_items() -> None:
    assert parser_for(Note).parse("{「text」: 「水」、「tags」: [「みず」、「スイ」]}").tags == [
        "みず",
        "スイ",
    ]


def test_json_in_its_fence_goes_before_code_in_another() -> None:
    text = f"```js\nconst x = {{name: 'draft', population: 1}};\n```\nAs JSON:\n```json\n{BLED}\n```"
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


def test_lines_that_loop_are_a_loop() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Note).parse("text: x\ntags:\n" + "- economy\n" * 30)
    assert caught.value.kind is FailureKind.REPETITION_LOOP


@pytest.mark.parametrize("text", ["Λυπάμαι, αλλά δεν μπορώ.", "Omlouvám se, nemohu.", "Sajnálom, nem tudok."])
def test_refusals_in_many_languages_are_no_lists(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[str]).parse(text)
    assert caught.value.kind is FailureKind.REFUSAL


def test_reasoning_with_nothing_behind_it_holds_no_answer() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(City).parse('<think>{"name": "Bled", "population": 1}?</think>')
    assert caught.value.kind is FailureKind.TRUNCATED


@pytest.mark.parametrize("text", ["name:\npopulation: 5120", "population: 5120\nname:"])
def test_a_key_with_nothing_behind_it_is_no_empty_text(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(City).parse(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Bled"، "population": 5120}',
        "{«name»: «Bled», «population»: 5120}",
        "{「name」:「Bled」、「population」: 5120}",
    ],
)
def test_quotes_and_commas_of_other_scripts_are_punctuation(text: str) -> None:
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


@pytest.mark.parametrize("text", ["list(range(1, 6))", "range(1, 6)", "!!python/tuple [1, 6]"])
def test_a_call_that_makes_numbers_is_no_list_of_them(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[int]).parse(text)


@pytest.mark.parametrize("text", ["[__import__('os').getcwd()]", "oak, os.listdir().pop()"])
def test_code_is_no_list(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse(text)


def test_a_list_that_loops_and_is_never_closed_is_a_loop() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(Note).parse('{"text": null, "tags": [' + '"a", ' * 30 + '"a"')
    assert caught.value.kind is FailureKind.REPETITION_LOOP


def test_aliases_count_as_the_keys_of_lines() -> None:
    class Film(BaseModel):
        titre: str
        annee: int = Field(alias="année")
        duree: int | None = Field(default=None, alias="durée (min)")

    text = "titre : La Haine\nannée : 1995\ndurée (min) : 98"
    assert parser_for(Film).parse(text) == Film(titre="La Haine", année=1995, **{"durée (min)": 98})


@pytest.mark.parametrize("text", ["<antwort>42</antwort>", "<r>\n  <v>42</v>\n</r>"])
def test_one_element_round_a_scalar_is_a_wrapper(text: str) -> None:
    assert parser_for(int).parse(text) == 42


def test_json_in_a_string_in_a_wrapper_is_read() -> None:
    text = r'{"result": "\"{\\\"name\\\": \\\"Bled\\\", \\\"population\\\": 5120}\""}'
    assert parser_for(City).parse(text) == City(name="Bled", population=5120)


def test_a_word_boundary_beside_other_escapes_of_a_pattern_is_no_backspace() -> None:
    assert parser_for(dict[str, str]).parse(r'{"a": "\bfoo\d+\b"}') == {"a": r"\bfoo\d+\b"}


def test_prose_behind_an_empty_line_is_no_item() -> None:
    assert parser_for(list[str]).parse('["a", "b"\n\nI hope this helps') == ["a", "b"]


def test_an_object_without_its_opening_brace_keeps_every_member() -> None:
    assert parser_for(City).parse('"name": "Pau", "population": 75627}') == City(name="Pau", population=75627)


@pytest.mark.parametrize("comment", ["/* ... and 8 more */", "// ...", "# 3 more\n", "// remaining items\n"])
def test_a_comment_that_stands_for_items_is_an_ellipsis(comment: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[str]).parse(f'["a", "b", {comment}\n]')
    assert RepairKind.ELLIPSIS.value in str(caught.value)


def test_escaped_line_breaks_between_escaped_members_are_blanks() -> None:
    text = '```json\n{\\n  \\"name\\": \\"Brno\\",\\n  \\"population\\": 382405\\n}\n```'
    assert parser_for(City).parse(text) == City(name="Brno", population=382405)


def test_commas_make_a_list_where_the_notation_has_none() -> None:
    assert parser_for(Note).parse("Text: hi\nTags: a, b and c") == Note(text="hi", tags=["a", "b", "c"])


def test_an_empty_element_is_an_empty_list() -> None:
    assert parser_for(Note).parse("<Note><text>hi</text><tags/></Note>") == Note(text="hi", tags=[])


def test_a_word_for_none_is_no_text_where_the_notation_has_no_null() -> None:
    assert parser_for(Note).parse("Text: N/A\nTags: x, y, z").text is None


@pytest.mark.parametrize(
    "text",
    [
        "3-5 May 2024",
        "from 3 to 5 May 2024",
        "vom 3. bis 5. Mai 2024",
        "2024年5月3日から5日",
        "May 3-5, 2024",
    ],
)
def test_a_stretch_of_days_is_no_date(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(date).parse(text)


def test_an_offset_in_brackets_counts() -> None:
    moment = datetime(2022, 8, 20, 5, 34, 55, tzinfo=timezone(timedelta(hours=10)))
    assert parser_for(datetime).parse("2022-08-20T05:34:55(UTC+10)") == moment


def test_a_year_of_two_digits_is_ambiguous() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(datetime).parse("03/04/05 10:00")
    assert caught.value.kind is FailureKind.AMBIGUOUS


def test_the_and_of_a_chinese_enumeration_parts_two_items() -> None:
    assert parser_for(list[str]).parse("苹果、香蕉和橙子") == ["苹果", "香蕉", "橙子"]


def test_a_list_that_ends_in_a_bare_mark_is_cut() -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse("1. Alpha\n2. Beta\n3.")


def test_a_list_that_repeats_itself_is_refused() -> None:
    with pytest.raises(OutputParserException):
        parser_for(list[str]).parse("\n".join(["- apple"] * 30))


@pytest.mark.parametrize("text", ["Probably yes, but I am not certain.", "Wahrscheinlich ja.", "大概是"])
def test_doubt_is_neither_yes_nor_no(text: str) -> None:
    with pytest.raises(OutputParserException):
        parser_for(bool).parse(text)


def test_six_hundred_brackets_are_no_list_of_one() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[int]).parse("[" * 600 + "[0]" + "]" * 600)
    assert caught.value.kind is FailureKind.TOO_DEEP


def test_a_list_beside_its_count_is_the_list() -> None:
    assert parser_for(list[City]).parse('{"count": 1, "cities": [{"name": "Bled", "population": 5120}]}') == [
        City(name="Bled", population=5120)
    ]


@pytest.mark.parametrize("tp", [str, int, list[str], dict[str, int]])
@pytest.mark.parametrize("given", [None, b"{}", ["x"]])
def test_what_is_no_text_is_named_for_every_type(tp: object, given: object) -> None:
    with pytest.raises(TypeError, match="expected the completion as a str, found"):
        parser_for(tp).parse(given)  # pyright: ignore[reportArgumentType]


def test_an_ellipsis_in_one_character_is_a_slot_left_unfilled() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(dict[str, str]).parse('{"name": "…"}')
    assert caught.value.kind == "placeholder"


_TWO_FENCES = "```yaml\nname: Bled\npopulation: 1\n```\n%s\n```yaml\nname: Bled\npopulation: 2\n```"


def test_of_two_fences_without_json_the_words_before_them_tell_which_is_final() -> None:
    assert parser_for(City).parse(_TWO_FENCES % "Correction:") == City(name="Bled", population=2)


def test_of_two_fences_without_json_neither_is_taken_where_no_words_tell() -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(City).parse(_TWO_FENCES % "")
    assert caught.value.kind == "ambiguous"


@pytest.mark.parametrize(
    "text", ['name: Bled\ntext: "one and tw', '- text: x\n  tags: [a]\n- text: "one and tw']
)
def test_a_quote_that_lines_never_close_says_that_they_were_cut(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[dict[str, str | list[str]]] if text[0] == "-" else dict[str, str]).parse(text)
    assert caught.value.kind == "truncated"


@pytest.mark.parametrize("text", ["Atsiprašau, bet negaliu padėti.", "Atvainojiet, bet es to nevaru."])
def test_an_apology_with_a_comma_is_no_list(text: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(list[str]).parse(text)
    assert caught.value.kind == "refusal"


def test_a_word_of_negation_may_have_a_blank_behind_it() -> None:
    with pytest.raises(OutputParserException):
        parser_for(Enum("Mood", {"UP": "positive", "DOWN": "negative"})).parse("不是 positive。")


@pytest.mark.parametrize("slot", ["<имя>", "<âge>", "<όνομα>"])
def test_a_slot_may_be_named_in_any_european_script(slot: str) -> None:
    with pytest.raises(OutputParserException) as caught:
        parser_for(dict[str, str]).parse(json.dumps({"name": slot}, ensure_ascii=False))
    assert caught.value.kind == "placeholder"


@pytest.mark.parametrize("digits", ["20260305", "202603051015", "1700000000", "0", "20.", "1700000000.5"])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_digits_alone_are_no_moment(digits: str, quote: str) -> None:
    answer = f"{{'at': '{digits}'}}".replace("'", quote)
    for read in (parser_for(dict[str, datetime]).parse, parser_for(dict[str, datetime]).explain):
        with pytest.raises(OutputParserException):
            read(answer)
