"""The fixtures, used by tests that pytest runs inside the test."""

import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]


def test_a_scripted_model_gives_its_replies_in_order(scripted_llm):
    llm = scripted_llm("one", "two")
    assert [llm.predict("a"), llm.predict("b")] == ["one", "two"]


def test_a_scripted_chat_model_is_made_on_request(scripted_llm):
    assert scripted_llm("one", chat=True).predict("a") == "one"


@pytest.mark.parametrize("call", ["llm.predict('x')", "list(llm.stream('x'))"])
def test_a_model_call_fails_where_it_is_forbidden(pytester, call):
    pytester.makepyfile(
        f"def test_it(scripted_llm, forbid_llm_calls):\n    llm = scripted_llm('a')\n    {call}\n"
    )
    result = pytester.runpytest_inprocess("-p", "no:randomly")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*a model was asked, but the test forbids it: ScriptedLLM*"])


def test_parsing_is_allowed_where_model_calls_are_forbidden(forbid_llm_calls):
    from structout import parser_for

    assert parser_for(int).parse("34") == 34


def test_a_cassette_lies_beside_the_test(pytester):
    pytester.makepyfile(
        "def test_it(cassette):\n    print(cassette.path.relative_to(cassette.path.parents[2]))\n"
    )
    result = pytester.runpytest_inprocess("-s", "-p", "no:randomly")
    result.stdout.fnmatch_lines(["*cassettes/test_a_cassette_lies_beside_the_test/test_it.json*"])


def test_the_plugin_imports_neither_hypothesis_nor_openai_nor_pydantic():
    code = "import structout.testing.pytest_plugin, sys; print({'hypothesis','openai','pydantic'} & set(sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"
    )
