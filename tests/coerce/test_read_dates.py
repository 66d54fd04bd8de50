"""Dates, times, moments and durations out of text."""

from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from structout.coerce import Found, Unread, Why, read_date, read_datetime, read_duration, read_time
from structout.result import RepairKind


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("August 9th, 2025", date(2025, 8, 9)), ("9 August 2025", date(2025, 8, 9)), ("Saturday, August 9th, 2025", date(2025, 8, 9)),
        ("05.03.2025", date(2025, 3, 5)), ("25/12/2024", date(2024, 12, 25)), ("12/25/2024", date(2024, 12, 25)),
        ("2024/03/05", date(2024, 3, 5)), ("2024-3-5", date(2024, 3, 5)), ("20240305", date(2024, 3, 5)), ("5-Mar-2024", date(2024, 3, 5)),
        ("2025年4月18日", date(2025, 4, 18)), ("5 மார்ச் 2024", date(2024, 3, 5)), ("5 كانون الثاني 2024", date(2024, 1, 5)), ("5 ऑगस्ट 2024", date(2024, 8, 5)), ("2024년 3월 5일", date(2024, 3, 5)), ("2024. 3. 5.", date(2024, 3, 5)),
        ("3 de octubre de 2024", date(2024, 10, 3)), ("le 3 mars 2024", date(2024, 3, 3)), ("3 wrz 2024", date(2024, 9, 3)), ("3 сент. 2024", date(2024, 9, 3)), ("3 Eyl 2024", date(2024, 9, 3)), ("1er janvier 2024", date(2024, 1, 1)),
        ("7. November 2023", date(2023, 11, 7)), ("12. März 2024", date(2024, 3, 12)), ("2 gennaio 2024", date(2024, 1, 2)),
        ("15 de março de 2024", date(2024, 3, 15)), ("1 января 2024 г.", date(2024, 1, 1)), ("3 maart 2024", date(2024, 3, 3)),
        ("Tue, 05 Mar 2024 10:00:00 GMT", date(2024, 3, 5)), ("Invoice 4471 dated 2024-03-05", date(2024, 3, 5)),
    ],
)  # fmt: skip
def test_dates_with_one_reading(text: str, day: date) -> None:
    found = read_date(text)
    assert isinstance(found, Found)
    assert found.value == day


@pytest.mark.parametrize(("dayfirst", "day"), [(True, date(2024, 4, 3)), (False, date(2024, 3, 4))])
def test_the_order_of_day_and_month_is_the_callers_to_say(dayfirst: bool, day: date) -> None:
    refusal = read_date("03/04/2024")
    assert isinstance(refusal, Unread)
    assert (refusal.why, "dayfirst=" in refusal.advice) == (Why.AMBIGUOUS, True)
    found = read_date("03/04/2024", dayfirst=dayfirst)
    assert isinstance(found, Found)
    assert found.value == day


@pytest.mark.parametrize(
    "text",
    ["", "tomorrow", "May 2024", "March 5", "2024", "12 cats", "40 h", "2024-02-30", "05.03.25", "see parts 1.2, 5.6, 7.1",
     "from 2024-01-01 to 2024-01-05", "August", "10:30"],
)  # fmt: skip
def test_nothing_is_filled_in_and_two_dates_are_refused(text: str) -> None:
    assert isinstance(read_date(text), Unread)


def test_a_word_that_makes_a_date_vague_is_lossy() -> None:
    found = read_date("before May 3, 2024")
    assert isinstance(found, Found)
    assert RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-03-05 10:30", datetime(2024, 3, 5, 10, 30)),
        (
            "The event takes place on August 12, 2026 at 5:34 PM in the afternoon.",
            datetime(2026, 8, 12, 17, 34),
        ),
        ("Die Sitzung findet am 05.03.2025 um 18:00 Uhr statt.", datetime(2025, 3, 5, 18)),
        ("2025年4月18日晚上7点半", datetime(2025, 4, 18, 19, 30)),
        ("3 de octubre de 2024 a las 17:00", datetime(2024, 10, 3, 17)),
        ("le 3 mars 2024 à 14h30", datetime(2024, 3, 3, 14, 30)),
        ("Tue Mar  5 10:30:00 2024", datetime(2024, 3, 5, 10, 30)),
        ("20240305T103000Z", datetime(2024, 3, 5, 10, 30, tzinfo=UTC)),
        ("2024-03-05 10:30 UTC+3", datetime(2024, 3, 5, 10, 30, tzinfo=timezone(timedelta(hours=3)))),
        (
            "2024-03-05 10:30 -0330",
            datetime(2024, 3, 5, 10, 30, tzinfo=timezone(-timedelta(hours=3, minutes=30))),
        ),
        ("2024-03-05", datetime(2024, 3, 5)),
    ],
)
def test_moments_with_one_reading(text: str, moment: datetime) -> None:
    found = read_datetime(text)
    assert isinstance(found, Found)
    assert found.value == moment


@pytest.mark.parametrize(
    "text",
    [
        "March 5, 2024",
        "10:30",
        "2024-03-05 from 10:00 to 11:00",
        "2024-03-05 10:30 EST",
        "5 May 2024 10:30-11:30",
    ],
)
def test_a_moment_without_a_certain_time_is_refused(text: str) -> None:
    assert isinstance(read_datetime(text), Unread)


@pytest.mark.parametrize(
    ("text", "clock"),
    [("7:30 pm", time(19, 30)), ("7pm", time(19)), ("7 p.m.", time(19)), ("12:30 am", time(0, 30)), ("19h30", time(19, 30)),
     ("18 Uhr", time(18)), ("14.30 Uhr", time(14, 30)), ("13.40", time(13, 40)), ("Pociąg odjeżdża o 6.45.", time(6, 45)), ("下午3点", time(15)), ("noon", time(12)), ("12:30:00", time(12, 30))],
)  # fmt: skip
def test_times_of_day(text: str, clock: time) -> None:
    found = read_time(text)
    assert isinstance(found, Found)
    assert found.value == clock


@pytest.mark.parametrize(
    "text", ["6:30 in the evening", "a las 6:30 de la tarde", "6:30 pm in the evening", "18:30 abends"]
)
def test_the_part_of_the_day_is_heard(text: str) -> None:
    found = read_time(text)
    assert isinstance(found, Found)
    assert found.value == time(18, 30)


@pytest.mark.parametrize(
    "text",
    ["6:30 μμ", "6:30 م", "6:30 вечера", "öğleden sonra 6:30", "6:30 tối", "บ่าย 6:30", "저녁 6:30", "6:30 בערב", "délután 6:30", "6:30 wieczorem"],
)  # fmt: skip
def test_the_part_of_the_day_is_heard_in_many_languages(text: str) -> None:
    found = read_time(text)
    assert isinstance(found, Found)
    assert found.value == time(18, 30)


@pytest.mark.parametrize("text", ["2:30 ночи", "12:30 π.μ.", "밤 8:30", "8:30 malam"])
def test_a_part_of_the_day_that_needs_24_hours_is_refused(text: str) -> None:
    assert isinstance(read_time(text), Unread)


@pytest.mark.parametrize("text", ["más tarde, 6:30", "Le départ sera à 6:30", "sore since 6:30"])
def test_words_that_only_look_like_a_part_of_the_day_change_nothing(text: str) -> None:
    found = read_time(text)
    assert isinstance(found, Found)
    assert found.value == time(6, 30)


@pytest.mark.parametrize("text", ["13/03/2567", "13 March 2567", "1403/12/14"])
def test_a_year_that_may_be_of_another_calendar_is_refused(text: str) -> None:
    assert isinstance(read_date(text), Unread)


@pytest.mark.parametrize(
    ("text", "day"), [("1 มกราคม 2568", date(2025, 1, 1)), ("31/12/9999", date(9999, 12, 31))]
)
def test_a_year_of_a_calendar_that_is_said_is_read(text: str, day: date) -> None:
    found = read_date(text)
    assert isinstance(found, Found)
    assert found.value == day


@pytest.mark.parametrize("text", ["25:00", "2:00 at night", "9 in the morning", "10:00 to 11:00", "soon"])
def test_times_that_are_none(text: str) -> None:
    assert isinstance(read_time(text), Unread)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [("2h 30m", 150), ("90 minutes", 90), ("1:30:00", 90), ("2 hours and 15 minutes", 135), ("1.5 hours", 90), ("3 days", 4320),
     ("2 Stunden 30 Minuten", 150), ("1h30", 90), ("2小时", 120), ("2時間5分", 125), ("The flight takes 45 min.", 45), ("2 hours (120 minutes)", 120)],
)  # fmt: skip
def test_durations(text: str, minutes: int) -> None:
    found = read_duration(text)
    assert isinstance(found, Found)
    assert found.value == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["90", "2 months", "10-15 minutes", "10 minutes or 2 hours", "a while"])
def test_durations_without_a_unit_or_with_two_readings_are_refused(text: str) -> None:
    assert isinstance(read_duration(text), Unread)


@pytest.mark.parametrize("text", ["5 Մարտի 2024", "5. ožujka 2024"])
def test_months_of_further_languages_are_read_by_dateparser(text: str) -> None:
    pytest.importorskip("dateparser")
    found = read_date(text)
    assert isinstance(found, Found)
    assert found.value == date(2024, 3, 5)


@pytest.mark.parametrize("text", ["Friday, 3 April 2025", "2025年4月3日(金曜日)", "2025-04-03 (Friday)"])
def test_a_date_that_its_day_of_the_week_contradicts_is_refused(text: str) -> None:
    assert isinstance(read_date(text), Unread)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Thursday, 3 April 2025", "2025-04-03"), ("3 เมษายน พ.ศ. 2568", "2025-04-03"), ("令和7年4月3日", "2025-04-03"),
        ("民國114年4月3日", "2025-04-03"), ("3 tháng 4 năm 2025", "2025-04-03"), ("३ अप्रैल २०२५", "2025-04-03"),
        ("3 aprilie 2025", "2025-04-03"), ("3 Aprili 2025", "2025-04-03"), ("2025. április 3.", "2025-04-03"),
    ],
)  # fmt: skip
def test_calendars_and_months_of_more_languages(text: str, value: str) -> None:
    found = read_date(text)
    assert isinstance(found, Found)
    assert found.value.isoformat() == value


@pytest.mark.parametrize(
    "text",
    [
        "c. 3 April 2025",
        "~2025-04-03",
        "2025-04-03?",
        "2025-04-03 (estimated)",
        "3 Apr 2025 BC",
        "um den 3. April 2025",
    ],
)
def test_a_date_that_is_only_about_right_costs_what_is_left_out(text: str) -> None:
    found = read_date(text)
    assert isinstance(found, Found)
    assert RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize(
    "text",
    [
        "April 3, 2025, 10-11 AM",
        "2025-04-03 10:00 Europe/Berlin",
        "2025-04-03 10:00 Berlin time",
        "2025-04-03 10:00-11:30",
        "2025-04-03 10:00 -1800",
        "2025-04-03 17 h +02:00",
        "2025-04-03 +02:00 17:30",
        "3.4.2025 17 Uhr MEZ",
        "2025年4月3日 9:30（北京时间）",
    ],
)
def test_a_stretch_of_time_and_a_zone_by_its_place_are_refused(text: str) -> None:
    assert isinstance(read_datetime(text), Unread)


def test_an_offset_of_whole_hours_is_kept() -> None:
    found = read_datetime("2025-04-03 10:00 +03")
    assert isinstance(found, Found)
    assert found.value.isoformat() == "2025-04-03T10:00:00+03:00"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("two weeks", 1_209_600), ("half an hour", 1_800), ("1½ hours", 5_400), ("2d3h", 183_600), ("2 часа 15 минут", 8_100),
        ("2 hours (120 min)", 7_200), ("2 godziny", 7_200),
    ],
)  # fmt: skip
def test_lengths_of_time_in_words_and_other_languages(text: str, seconds: int) -> None:
    found = read_duration(text)
    assert isinstance(found, Found)
    assert found.value.total_seconds() == seconds


@pytest.mark.parametrize(
    "text",
    [
        "2 horas y media",
        "2 hours and a half",
        "2 heures et demie",
        "two hours and 30 minutes",
        "ساعتان و 30 دقيقة",
    ],
)
def test_a_part_that_would_be_lost_is_refused(text: str) -> None:
    assert isinstance(read_duration(text), Unread)


def test_noon_does_not_part_a_time_from_its_zone() -> None:
    found = read_datetime("5 May 2025, 12:00 noon UTC")
    assert isinstance(found, Found)
    assert found.value == datetime(2025, 5, 5, 12, tzinfo=UTC)
    assert isinstance(read_datetime("5 May 2025, 12:00 (start), UTC"), Unread)


@pytest.mark.parametrize(
    "text",
    ["před 4. března 2024", "ennen 4. maaliskuuta 2024", "2024. március 4. előtt", "4 Mart 2024'ten önce", "μετά τις 4 Μαρτίου 2024", "قبل 4 مارس 2024",
     "אחרי 4 במרץ 2024", "4 मार्च 2024 के बाद", "ก่อน 4 มีนาคม 2567", "trước ngày 4 tháng 3 năm 2024", "2024년 3월 4일 이후", "2024年3月4日頃", "după 4 martie 2024"],
)  # fmt: skip
def test_a_date_before_or_after_is_a_loss_in_many_languages(text: str) -> None:
    found = read_date(text)
    assert isinstance(found, Found)
    assert RepairKind.LEFT_OUT_TEXT in found.kinds


@pytest.mark.parametrize("text", ["2시간 반", "2時間半", "2 saat buçuk", "2 שעות וחצי", "2 giờ rưỡi"])
def test_a_half_behind_a_length_of_time_is_not_left_out(text: str) -> None:
    assert isinstance(read_duration(text), Unread)


@pytest.mark.parametrize(
    "text",
    [
        "1 ώρα και 30 λεπτά",
        "1 oră și 30 de minute",
        "1 óra és 30 perc",
        "1 hodina a 30 minut",
        "1 година і 30 хвилин",
    ],
)
def test_the_parts_of_a_length_may_be_joined_by_an_and(text: str) -> None:
    found = read_duration(text)
    assert isinstance(found, Found)
    assert found.value == timedelta(hours=1, minutes=30)


@pytest.mark.parametrize(("text", "minutes"), [("1/4 h", 15), ("3/4 Stunde", 45), ("1 1/2 hours", 90)])
def test_quarters_and_halves_of_a_unit_may_be_written_as_fractions(text: str, minutes: int) -> None:
    found = read_duration(text)
    assert isinstance(found, Found)
    assert found.value == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Thursday, 05/03/2026", date(2026, 3, 5)),
        ("05/03/2026 (Sun)", date(2026, 5, 3)),
        ("Montag, 04/05/2026", date(2026, 5, 4)),
    ],
)
def test_the_day_of_the_week_decides_between_day_and_month(text: str, day: date) -> None:
    found = read_date(text)
    assert isinstance(found, Found)
    assert found.value == day


@pytest.mark.parametrize("text", ["Friday, 05/03/2026", "Monday 06/07/2026 (Tuesday)"])
def test_a_day_of_the_week_that_fits_neither_decides_nothing(text: str) -> None:
    assert isinstance(read_date(text), Unread)


@pytest.mark.parametrize("text", ["7 Ekim 2026 14.30", "7.10.2026, 14.30", "2026-10-07 14.30"])
def test_a_point_parts_hour_and_minute_right_behind_a_whole_date(text: str) -> None:
    found = read_datetime(text)
    assert isinstance(found, Found)
    assert found.value == datetime(2026, 10, 7, 14, 30)


@pytest.mark.parametrize(
    "text", ["7 October 2026 14.75", "7 October 2026 3.50 EUR", "7 October 2026 14.30.15"]
)
def test_other_numbers_behind_a_date_are_no_time(text: str) -> None:
    assert isinstance(read_datetime(text), Unread)
