"""One of given options out of text."""

import pytest

from structout.coerce import Found, Unread, Why, read_choice
from structout.result import RepairKind

LEVELS = ["low", "medium", "high"]


def chosen(text: str, options: list[str], names: tuple[str, ...] = ()) -> str | Why:
    found = read_choice(text, options, names)
    return options[found.value] if isinstance(found, Found) else found.why


@pytest.mark.parametrize("text", ["high", "High", " HIGH ", '"high"', "`high`", "**High**.", "high!"])
def test_case_blanks_quotes_and_markdown_do_not_matter(text: str) -> None:
    assert chosen(text, LEVELS) == "high"


@pytest.mark.parametrize("text", ["In Progress", "inProgress", "IN-PROGRESS", "in progress."])
def test_separators_do_not_matter(text: str) -> None:
    assert chosen(text, ["in_progress", "done"]) == "in_progress"


@pytest.mark.parametrize(("text", "option"), [("C", "C"), ("c++", "C++"), ("C#", "C#")])
def test_signs_matter_where_options_differ_by_them(text: str, option: str) -> None:
    assert chosen(text, ["C++", "C", "C#"]) == option


def test_accents_may_be_left_out() -> None:
    found = read_choice("SENOR-JOSE", ["señor-josé", "café_bar"])
    assert isinstance(found, Found)
    assert (found.value, found.kinds) == (0, (RepairKind.CHOICE_ACCENTS,))


def test_a_name_is_taken_where_no_value_fits() -> None:
    found = read_choice("HR", ["human resources", "sales"], ["HR", "SALES"])
    assert isinstance(found, Found)
    assert (found.value, found.kinds) == (0, (RepairKind.CHOICE_NAME,))


@pytest.mark.parametrize(
    "text",
    ["The priority is high, not low.", "I would say it is **high**.", "high: it cannot wait", "Options were low and medium. Final answer: high"],
)  # fmt: skip
def test_the_one_option_a_sentence_names_is_taken(text: str) -> None:
    assert chosen(text, LEVELS) == "high"


@pytest.mark.parametrize(
    "text", ["high or medium", "low (but rising to high)", "Is it low or high? It is high."]
)
def test_two_options_in_one_sentence_are_refused(text: str) -> None:
    assert chosen(text, LEVELS) is Why.SEVERAL


@pytest.mark.parametrize(
    "text", ["not high", "It is not really high", "neither high nor low", "nicht high", "不是high"]
)
def test_an_option_that_is_ruled_out_is_no_hit(text: str) -> None:
    assert chosen(text, LEVELS) is Why.NONE


@pytest.mark.parametrize("text", ["公司位于中国", "风险正在提高", "其中有三项", "成本已经降低"])
def test_one_character_within_a_word_is_no_hit(text: str) -> None:
    assert isinstance(read_choice(text, ["高", "中", "低"]), Unread)


@pytest.mark.parametrize("text", ["风险较高", "属于高风险", "等级：高。", "リスクは高いです", "其中风险为高"])
def test_one_character_that_is_a_word_is_a_hit(text: str) -> None:
    assert chosen(text, ["高", "中", "低"]) == "高"


@pytest.mark.parametrize("text", ["highly likely", "medium-high", "Perhaps high"])
def test_parts_of_words_and_guesses_are_no_hits(text: str) -> None:
    assert isinstance(read_choice(text, LEVELS), Unread)


def test_the_longest_option_wins() -> None:
    assert chosen("I would book the van-xl.", ["van", "van-xl"]) == "van-xl"
    assert chosen("Either van or van-xl would do", ["van", "van-xl"]) is Why.SEVERAL


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("B", "B"),
        ("b", "B"),
        ("The answer is B.", "B"),
        ("B) because", "B"),
        ("Option C", "C"),
        ("Option B is the best", "B"),
    ],
)
def test_a_single_letter_is_taken_where_it_answers(text: str, option: str) -> None:
    assert chosen(text, ["A", "B", "C"]) == option


def test_an_article_is_no_letter() -> None:
    assert chosen("A good choice would be hard", ["A", "B", "C"]) is Why.NONE


def test_words_of_languages_without_blanks_are_found() -> None:
    assert chosen("答案应该是紧急的", ["紧急", "普通"]) == "紧急"


def test_the_list_of_options_itself_is_a_placeholder() -> None:
    assert chosen("low|medium|high", LEVELS) is Why.PLACEHOLDER


def test_a_typo_with_a_clear_margin_is_a_guess() -> None:
    found = read_choice("negatve", ["positive", "negative", "neutral"])
    assert isinstance(found, Found)
    assert found.kinds == (RepairKind.CHOICE_TYPO,)


@pytest.mark.parametrize("text", ["hight", "form 1041", "lo"])
def test_a_typo_without_a_clear_margin_is_refused(text: str) -> None:
    assert isinstance(read_choice(text, ["night", "right", "form 1040", "low"]), Unread)


@pytest.mark.parametrize(
    ("text", "option"), [("I choose 2.", "2"), ("It is based in the UK and growing", "UK")]
)
def test_numbers_and_capitals_are_found_in_sentences(text: str, option: str) -> None:
    assert chosen(text, ["1", "2", "UK", "it"]) == option


@pytest.mark.parametrize(
    "text",
    [
        "far from low",
        "below high",
        "at least high",
        "high+",
        "high or above",
        "less than low",
        "low-ish",
        "high?",
        "≥ high",
    ],
)
def test_a_comparison_or_a_question_is_not_the_option_it_names(text: str) -> None:
    assert isinstance(read_choice(text, ["low", "high"]), Unread)


@pytest.mark.parametrize("text", ["-3", "about 3", "3+", "~3"])
def test_a_number_with_a_sign_or_a_hedge_is_not_the_option(text: str) -> None:
    assert isinstance(read_choice(text, ["1", "2", "3"]), Unread)


def test_options_with_signs_of_their_own_are_taken() -> None:
    found = read_choice("c++", ["C", "C++"])
    assert isinstance(found, Found)
    assert found.value == 1


@pytest.mark.parametrize(
    "text",
    [
        "None of the others is olumlu, so olumsuz",
        "肯定的ではなく否定的です。",
        "긍정이 아니라 부정입니다.",
        "olumlu değil, olumsuz",
    ],
)
def test_a_negation_behind_an_option_rules_it_out(text: str) -> None:
    options = ["肯定的", "否定的", "긍정", "부정", "olumlu", "olumsuz"]
    assert chosen(text, options) in ("否定的", "부정", "olumsuz")


@pytest.mark.parametrize("text", ["A, C", "A/C", "A and C", "A; B; C"])
def test_nothing_but_options_is_no_single_one(text: str) -> None:
    assert chosen(text, ["A", "B", "C"]) is Why.SEVERAL


@pytest.mark.parametrize(
    "text", ["nie high", "ikke high", "не high", "không high", "ليس high", "לא high", "inte high", "ไม่ high", "high 아님"]
)  # fmt: skip
def test_an_option_is_ruled_out_in_many_languages(text: str) -> None:
    assert isinstance(read_choice(text, ["low", "high"]), Unread)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("风险不太高", "高"), ("算不上高", "高"), ("リスクは高くない", "高"), ("高いとは言えない", "高"), ("高いとは言えず", "高"), ("긍정적이지 않습니다", "긍정"),
        ("긍정적이라고 보기 어렵습니다", "긍정"), ("এটা ভালো নয়", "ভালো"), ("இது நல்ல இல்லை", "நல்ல"), ("این نظر مثبت نیست", "مثبت"),
        ("یہ اچھا نہیں ہے", "اچھا"), ("tidak terlalu baik", "baik"), ("chưa tốt", "tốt"), ("ไม่ค่อยดี", "ดี"), ("si nzuri", "nzuri"),
        ("nada alto", "alto"), ("peu élevé", "élevé"), ("keineswegs hoch", "hoch"), ("не очень высокий", "высокий"),
        ("pouco alto", "alto"), ("pek yüksek sayılmaz", "yüksek"), ("ni alto ni bajo", "alto"), ("nem túl magas", "magas"),
    ],
)  # fmt: skip
def test_an_option_that_is_denied_is_no_hit_in_any_language(text: str, option: str) -> None:
    assert chosen(text, [option, "x-y"]) is Why.NONE


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("Not low but high", "high"), ("Hali si nzuri, ni mbaya.", "mbaya"), ("no es bajo sino alto", "alto"), ("不但高而且稳", "高"),
        ("没有问题，属于高", "高"), ("긍정. 문제 없음", "긍정"), ("التعليق ليس سلبيا بل إيجابي", "إيجابي"), ("not low; it is high", "high"),
    ],
)  # fmt: skip
def test_an_option_behind_the_denial_of_another_is_taken(text: str, option: str) -> None:
    assert chosen(text, [option, "nzuri", "bajo", "low"]) == option


@pytest.mark.parametrize("text", ["Monday", "mon.", "Montag", "lunes", "月曜日"])
def test_a_day_is_the_option_that_names_it_in_another_length_or_language(text: str) -> None:
    assert chosen(text, ["MON", "TUE", "daily"]) == "MON"


@pytest.mark.parametrize("text", ["MAR", "march", "mars", "марта"])
def test_a_month_is_the_option_that_names_it_in_another_length_or_language(text: str) -> None:
    assert chosen(text, ["February", "March"]) == "March"


def test_a_day_is_known_by_the_name_of_a_member_too() -> None:
    assert chosen("Tue", ["1", "2"], ("MONDAY", "TUESDAY")) == "2"


@pytest.mark.parametrize("text", ["Sunday", "not Monday"])
def test_a_day_that_no_option_names_is_none(text: str) -> None:
    assert isinstance(chosen(text, ["Mon", "Tue"]), Why)


def test_one_option_that_looks_like_a_month_makes_no_months_of_the_others() -> None:
    assert isinstance(chosen("March", ["mar", "rio"]), Why)
