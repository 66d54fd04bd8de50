"""Scripts that import only from ``langchain``, as the articles of 2023 print them, with scripted models."""

from structout.testing.doubles import ScriptedLLM


def test_the_actor_in_single_quotes_needs_no_call_and_the_strict_parser_one(run_script):
    models = [ScriptedLLM([]), ScriptedLLM(['{"name": "Tom Hanks", "film_names": ["Forrest Gump"]}'])]
    given = iter(models)
    actor = "Actor(name='Tom Hanks', film_names=['Forrest Gump'])"
    printed = run_script("actor", model=lambda: next(given))
    assert printed[:3] == ["OutputParserException", actor, actor]
    assert printed[3].startswith("The output should be formatted as a JSON instance that conforms")
    assert [len(model.prompts) for model in models] == [0, 1]
    assert models[1].prompts[0].startswith("Instructions:\n--------------\nThe output should be formatted")


def test_list_moment_and_choice_are_read_in_a_prompt(run_script):
    llm = ScriptedLLM(["Vanilla, Chocolate, Strawberry", "2009-01-03T18:15:05.000000Z"])
    assert run_script("parsers", model=lambda: llm) == [
        "['Vanilla', 'Chocolate', 'Strawberry']",
        "2009-01-03 18:15:05",
        "Colors.RED Colors.GREEN Colors.BLUE",
        "OutputParserException",
        "Select one of the following options: red, green, blue",
    ]
    assert llm.prompts[0].startswith("List five ice cream flavors.\nYour response should be a list of comma")


def test_the_balance_is_looked_up_once_for_each_format(run_script):
    assert run_script("balance", model=lambda: ScriptedLLM(["Thanks"])) == [
        "Hello. Your balance is 800. You have 123 unread message(s).",
        "Hello. Your balance is 800. You have 99 unread message(s).",
        "Hello. Your balance is 123. You have 0 unread message(s).",
        "{'Gil': 2, 'Katie': 1}",
        "Thanks",
        "{'Gil': 3, 'Katie': 1}",
    ]


def test_what_was_said_about_harrison_comes_back_when_he_is_named(run_script):
    llm = ScriptedLLM(["Great to hear that!", "Perhaps computer science."])
    printed = run_script("harrison", model=lambda: llm)
    assert "> Entering new ConversationChain chain..." in "\n".join(printed)
    assert printed.count("Great to hear that!") == 1
    assert "Relevant entity information:\n\n\nConversation" in llm.prompts[0]
    assert "Relevant entity information:\nHarrison likes machine learning\n\nConversation" in llm.prompts[1]


ANSWERS = [
    "{'reply': 'Welcome'; 'next': 'Ann'}",
    "{'reply': 'Thanks, Ann'; 'next': 'Bob'}",
    '{"reply": "Thanks, Bob", "next": ""}',
    '{"reply": "Bye", "next": ""}',
]


def test_the_facilitator_sees_the_replies_of_the_last_two_turns(run_script):
    printed = run_script("meeting", model=lambda: ScriptedLLM(ANSWERS))
    assert printed[:4] == ANSWERS
    assert printed[4:] == [
        "你是会议主持人，请用 JSON 回答：reply、next。",
        "",
        "Current conversation:",
        "",
        "Human: Ann: I am done.",
        "AI: Thanks, Ann",
        "Human: Bob: me too.",
        "AI: Thanks, Bob",
        "Human: Goodbye.",
        "AI:",
    ]


def test_the_window_drops_the_oldest_turns(run_script):
    assert run_script("window", model=lambda: ScriptedLLM(["a1", "a2", "a3", "a4"])) == [
        "Human: Is it going well?",
        "AI: a3",
        "Human: What's the solution?",
        "AI: a4",
        "2",
    ]


def test_predict_calls_its_steps_in_order_with_their_arguments(run_script):
    whole = "{'input': 'hi', 'stop': ['.'], 'history': ''}"
    assert run_script("order") == [
        "__call__ {'input': 'hi', 'stop': ['.']}",
        "prep_inputs {'input': 'hi', 'stop': ['.']}",
        f"on_chain_start Traced {whole}",
        f"_call {whole}",
        f"prep_prompts [{whole}]",
        "generate_prompt ['|hi'] ['.']",
        "llm._call '|hi' ['.']",
        "create_outputs |HI",
        "on_chain_end {'text': '|HI'}",
        "prep_outputs {'text': '|HI'}",
        "|HI",
        "{'history': 'Human: hi\\nAI: |HI'}",
    ]


def test_batches_stop_words_and_minus_one_tokens(run_script, loopback):
    loopback.say("1", "3")
    printed = run_script("batches", url=loopback.url)
    assert len(loopback.requests) == 2
    assert [request.body["prompt"] for request in loopback.requests] == [["one", "two"], ["three"]]
    assert printed == [
        "['1', '1', '3']",
        "['completion_tokens', 'prompt_tokens', 'total_tokens']",
        "`stop` found in both the input and default params",
        "max_tokens set to -1 not supported for multiple inputs. Give a number, or one prompt a call.",
    ]
