"""The page, looked at in headless Chromium."""

import pytest
from chromium import Browser, executable

from structout.bench.page import page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(executable() is None, reason="Chromium is not installed"),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def shown(browser, report, tmp_path):
    browser.errors.clear()
    browser.requests.clear()
    file = tmp_path / "report.html"
    file.write_text(page(report), encoding="utf-8")
    browser.media()
    browser.size(1200, 900)
    browser.open(file)
    return browser


def entries(browser):
    return browser.run(
        "[...document.querySelectorAll('#cases summary')].map(s => s.textContent.split(' · ')[0])"
    )


def choose(browser, name, value):
    browser.run(
        f"(() => {{ const f = document.forms.filters.elements[{name!r}]; f.value = {value!r};"
        "f.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


def test_the_page_loads_without_complaint_and_asks_for_nothing_else(shown):
    assert shown.errors == []
    assert [url for url in shown.requests if not url.startswith(("file:", "data:"))] == []


def test_every_failure_is_listed_worst_first(shown):
    assert (
        entries(shown)
        == ["wrong", "lossy", "lossy", "raised", "raised", "raised", "raised", "raised"][
            : len(entries(shown))
        ]
    )
    assert len(entries(shown)) == 7


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [
        ("verdict", "raised", 4),
        ("setting", "pydantic", 4),
        ("kind", "no-json", 2),
        ("text", "could not", 0),
        ("text", "none", 2),
    ],
)
def test_filters_leave_what_fits(shown, name, value, count):
    choose(shown, name, value)
    assert len(entries(shown)) == count
    assert shown.run("document.querySelector('#filters output').textContent") == f"{count} of 7"


def test_repairs_are_marked_in_the_completion(shown):
    choose(shown, "text", "[3,]")
    shown.run("document.querySelector('#cases details').open = true")
    shown.run("new Promise(r => setTimeout(r, 50))")
    assert "trailing-comma" in shown.run("document.querySelector('#cases mark')?.title ?? ''")


def test_markup_in_a_completion_is_shown_as_text(shown):
    choose(shown, "text", "</script>")
    assert shown.run("document.querySelectorAll('#cases b').length") == 0
    assert len(entries(shown)) == 2


@pytest.mark.parametrize("width", [360, 1200])
def test_the_page_is_never_wider_than_the_screen(shown, width):
    shown.size(width, 800)
    assert shown.run("document.documentElement.scrollWidth") <= width


def test_words_in_the_charts_are_readable_on_a_phone(shown):
    shown.size(360, 800)
    assert shown.run("document.querySelector('#verdicts svg text').getBoundingClientRect().height") >= 10


def brightness(browser):
    return browser.run("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")


def test_the_page_follows_the_colour_scheme(shown):
    light = brightness(shown)
    shown.media(scheme="dark")
    assert (light > 200, brightness(shown) < 60) == (True, True)


def test_in_print_there_are_no_controls(shown):
    shown.media("print")
    assert shown.run("getComputedStyle(document.getElementById('filters')).display") == "none"


def test_a_screenshot_shows_the_colours_of_the_verdicts(shown):
    colours = shown.run("[...document.querySelectorAll('#verdicts rect')].map(r => getComputedStyle(r).fill)")
    assert len(set(colours)) >= 3
    assert len(shown.screenshot()) > 10_000
