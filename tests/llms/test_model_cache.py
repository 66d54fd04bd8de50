import asyncio
import os
import pickle
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from pydantic import create_model

from structout.errors import ConfigError
from structout.llms import Generation, InMemoryCache, SQLiteCache, get_llm_cache, set_llm_cache
from structout.messages import AIMessage
from structout.testing.doubles import FlakyLLM, ScriptedChatModel, ScriptedLLM


@pytest.fixture(params=["memory", "sqlite"])
def cache(request, tmp_path):
    return InMemoryCache() if request.param == "memory" else SQLiteCache(tmp_path / "cache.db")


def test_the_same_prompt_again_is_answered_without_a_call(cache):
    llm = ScriptedLLM(["one", "two"], cache=cache)
    assert [llm("moin"), llm("moin")] == ["one", "one"]
    assert llm.prompts == ["moin"]


def test_only_missing_prompts_go_out_and_answers_come_back_in_order(cache):
    llm = ScriptedLLM(lambda prompt: prompt.upper(), cache=cache)
    llm("b")
    result = llm.generate(["a", "b", "c"])
    assert [row[0].text for row in result.generations] == ["A", "B", "C"]
    assert llm.prompts == ["b", "a", "c"]


def test_a_prompt_twice_in_a_batch_is_sent_once(cache):
    llm = ScriptedLLM(lambda prompt: prompt.upper(), cache=cache)
    result = llm.generate(["a", "b", "a"])
    assert [row[0].text for row in result.generations] == ["A", "B", "A"]
    assert llm.prompts == ["a", "b"]


@pytest.mark.parametrize("batch", [lambda llm, x: llm.batch(x), lambda llm, x: asyncio.run(llm.abatch(x))])
def test_a_prompt_twice_in_a_batch_of_a_step_is_sent_once(cache, batch):
    llm = ScriptedLLM(lambda prompt: prompt.upper(), cache=cache)
    assert batch(llm, ["a", "b", "a"]) == ["A", "B", "A"]
    assert sorted(llm.prompts) == ["a", "b"]


def test_without_a_cache_a_prompt_twice_is_two_samples():
    result = ScriptedLLM(["one", "two"]).generate(["a", "a"])
    assert [row[0].text for row in result.generations] == ["one", "two"]


def test_a_call_that_the_cache_answers_whole_tells_no_handler_and_has_no_output(cache):
    llm = ScriptedLLM(["one"], cache=cache)
    llm("moin")
    seen = []
    result = llm.generate(["moin"], callbacks=[seen.append])
    assert (result.llm_output, seen) == ({}, [])


@pytest.mark.parametrize("change", [{"stop": ["!"]}, {"temperature": 0.9}, {"schema": {"type": "object"}}])
def test_another_stop_or_option_is_another_entry(cache, change):
    llm = ScriptedLLM(["one", "two"], cache=cache)
    assert [llm("moin"), llm("moin", **change)] == ["one", "two"]


def test_models_of_two_classes_share_no_entry(cache):
    assert ScriptedLLM(["one"], cache=cache)("moin") == "one"
    assert FlakyLLM(["two"], failures=0, cache=cache)("moin") == "two"


def test_a_failure_is_not_stored(cache):
    llm = FlakyLLM(["fine"], cache=cache)
    with pytest.raises(Exception, match="overloaded"):
        llm("moin")
    assert llm("moin") == "fine"


@pytest.mark.parametrize("reason", ["length", "content_filter", "refusal"])
def test_a_cut_or_refused_answer_is_not_stored(cache, reason):
    llm = ScriptedLLM([Generation("fi", finish_reason=reason), "fine"], cache=cache)
    assert [llm("moin"), llm("moin"), llm("moin")] == ["fi", "fine", "fine"]


def test_a_chat_answer_comes_back_as_a_message(cache):
    llm = ScriptedChatModel(["one"], cache=cache)
    assert [llm("moin"), llm("moin")] == [AIMessage("one"), AIMessage("one")]


def test_conversations_that_only_read_alike_are_different_prompts(cache):
    llm = ScriptedChatModel(["one", "two"], cache=cache)
    first = llm([("human", "a\nAI: b")])
    assert (first, llm([("human", "a"), ("ai", "b")])) == (AIMessage("one"), AIMessage("two"))


def test_a_forgotten_answer_is_asked_for_again(cache):
    llm = ScriptedLLM(["one", "two"], cache=cache)
    llm("moin", temperature=0)
    llm.forget("moin", temperature=0)
    assert llm("moin", temperature=0) == "two"


def test_clear_forgets_everything(cache):
    llm = ScriptedLLM(["one", "two"], cache=cache)
    llm("moin")
    cache.clear()
    assert llm("moin") == "two"


def test_async_calls_use_the_cache_too(cache):
    llm = ScriptedLLM(["one"], cache=cache)
    assert [asyncio.run(llm.apredict("moin")), asyncio.run(llm.apredict("moin"))] == ["one", "one"]


def test_the_global_cache_serves_models_that_do_not_refuse_it():
    set_llm_cache(InMemoryCache())
    try:
        willing, refusing = ScriptedLLM(["one"]), ScriptedLLM(["one", "two"], cache=False)
        assert [willing("moin"), willing("moin")] == ["one", "one"]
        assert [refusing("moin"), refusing("moin")] == ["one", "two"]
    finally:
        set_llm_cache(None)
    assert get_llm_cache() is None


def test_asking_for_the_global_cache_where_there_is_none_is_an_error():
    with pytest.raises(ConfigError, match="Asked to cache, but no cache found"):
        ScriptedLLM(["one"], cache=True)("moin")


def test_a_bounded_cache_drops_the_oldest_entry():
    cache = InMemoryCache(maxsize=2)
    for prompt in "abc":
        cache.update(prompt, "m", [Generation(prompt)])
    assert [cache.lookup(prompt, "m") is None for prompt in "abc"] == [True, False, False]


def test_a_cache_for_no_entries_is_refused():
    with pytest.raises(ValueError, match="maxsize must be greater than 0"):
        InMemoryCache(maxsize=0)


def test_what_a_cache_hands_out_can_be_changed_without_harm():
    cache = InMemoryCache()
    cache.update("a", "m", [Generation("x")])
    cache.lookup("a", "m").clear()
    assert cache.lookup("a", "m") == [Generation("x")]


def test_a_sqlite_cache_serves_another_object_on_the_same_file(tmp_path):
    ScriptedLLM(["one"], cache=SQLiteCache(tmp_path / "c.db"))("moin")
    assert ScriptedLLM([], cache=SQLiteCache(tmp_path / "c.db"))("moin") == "one"


def test_a_sqlite_cache_keeps_information_and_finish_reason(tmp_path):
    cache = SQLiteCache(tmp_path / "c.db")
    generation = Generation("x", {"logprobs": None}, "stop", AIMessage("x"))
    cache.update("a", "m", [generation])
    assert cache.lookup("a", "m") == [generation]


def test_a_sqlite_cache_keeps_half_an_emoji(tmp_path):
    cache = SQLiteCache(tmp_path / "c.db")
    cache.update("a", "m", [Generation("\ud83d")])
    assert cache.lookup("a", "m") == [Generation("\ud83d")]


def test_the_folder_of_a_sqlite_cache_is_the_owners_alone(tmp_path):
    SQLiteCache(tmp_path / "new" / "c.db")
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (tmp_path / "new", tmp_path / "new" / "c.db")]
    assert modes == [0o700, 0o600]


@pytest.mark.parametrize(
    "row", ["{", "[]", '{"version": 2, "generations": []}', '{"version": 1, "generations": [{}]}']
)
def test_a_row_of_another_shape_is_a_miss_with_a_warning(tmp_path, row):
    llm = ScriptedLLM(["one", "two", "three"], cache=SQLiteCache(tmp_path / "c.db"))
    llm("moin")
    with sqlite3.connect(tmp_path / "c.db") as rows:
        rows.execute("UPDATE completions SET value = ?", (row,))
    rows.close()
    with pytest.warns(UserWarning, match="the cache is passed over"):
        assert llm("moin") == "two"
    assert llm("moin") == "two"


class Bomb:
    def __reduce__(self):
        return os.mkdir, ("exploded",)


def test_a_cache_file_replaced_by_a_pickle_is_never_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cache = SQLiteCache("c.db")
    (tmp_path / "c.db").write_bytes(pickle.dumps(Bomb()))
    with pytest.warns(UserWarning, match="file is not a database"):
        assert ScriptedLLM(["one"], cache=cache)("moin") == "one"
    assert not (tmp_path / "exploded").exists()


def test_what_is_no_json_is_answered_but_not_stored(tmp_path):
    llm = ScriptedLLM([Generation("x", {"o": object()}), "two"], cache=SQLiteCache(tmp_path / "c.db"))
    with pytest.warns(UserWarning, match="cannot be stored"):
        assert llm("moin") == "x"
    assert llm("moin") == "two"


def test_threads_share_a_sqlite_cache(tmp_path):
    cache = SQLiteCache(tmp_path / "c.db")

    def fill(name: str) -> None:
        for number in range(20):
            cache.update(f"{name}{number}", "m", [Generation(name)])

    threads = [threading.Thread(target=fill, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(cache.lookup(f"{name}{number}", "m") for name in "abcd" for number in range(20))


def test_a_schema_counts_by_its_fields_and_not_by_its_name():
    def actor(**fields):
        return create_model("Actor", **fields)

    llm = ScriptedLLM(["one", "two", "three"], cache=InMemoryCache())
    schemas = [
        actor(name=(str, ...)),
        actor(name=(str, ...)),
        actor(age=(int, ...)),
        list[actor(age=(int, ...))],
    ]
    assert [llm("moin", schema=schema) for schema in schemas] == ["one", "one", "two", "three"]


def test_any_option_can_be_part_of_the_key():
    llm = ScriptedLLM(["one"], cache=InMemoryCache())
    assert [llm("moin", hook=object, path=Path("x")) for _ in range(2)] == ["one", "one"]


def test_a_cache_can_be_used_by_callers_that_await(cache):
    async def use():
        await cache.aupdate("a", "m", [Generation("x")])
        found = await cache.alookup("a", "m")
        await cache.aclear()
        return found, await cache.alookup("a", "m")

    assert asyncio.run(use()) == ([Generation("x")], None)
