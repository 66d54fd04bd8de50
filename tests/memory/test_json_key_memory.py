import pytest

from structout.chains import ConversationChain
from structout.memory import RecentJSONMemory, RecentKConversationMemory
from structout.prompts import PromptTemplate
from structout.testing.doubles import ScriptedLLM

PROMPT = PromptTemplate(
    template="You facilitate a meeting；answer in JSON，with「reply」and「next」.\n{history}\nHuman: {input}\nAI:"
)
ANSWERS = [
    "{'reply': 'Welcome; who begins?'; 'next': 'Ann'}",
    'Sure:\n```json\n{"reply": "Thanks, Ann", "next": "Bob"}\n```',
    '{"next": "Bob"}',
    '{"reply": "Done", "next": null}',
]


def facilitator(k=2):
    memory = RecentKConversationMemory(k=k, key="reply")
    return ConversationChain(llm=ScriptedLLM(ANSWERS), prompt=PROMPT, memory=memory)


def history_of(prompt):
    return prompt.split("\n", 1)[1].rsplit("\nHuman:", 1)[0]


def test_only_the_reply_of_the_last_two_turns_is_shown():
    chain = facilitator()
    for text in ("start", "Ann spoke", "Bob spoke", "end"):
        chain.predict(input=text)
    assert [history_of(prompt) for prompt in chain.llm.prompts] == [
        "",
        "\nHuman: start\nAI: Welcome; who begins?",
        "\nHuman: start\nAI: Welcome; who begins?\nHuman: Ann spoke\nAI: Thanks, Ann",
        "\nHuman: Ann spoke\nAI: Thanks, Ann",
    ]


def test_the_prompt_keeps_its_full_width_punctuation():
    chain = facilitator()
    chain.predict(input="start")
    assert chain.llm.prompts[0].startswith(
        "You facilitate a meeting；answer in JSON，with「reply」and「next」."
    )


@pytest.mark.parametrize(
    "answer",
    [
        "plain words",
        "",
        '{"reply": null}',
        "[1]",
        '{"reply": "cut o',
        "__import__('os').mkdir('exploded')",
        "{" * 5000,
    ],
)
def test_an_answer_without_the_key_is_left_out(answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    memory = RecentJSONMemory(k=3)
    memory.save_context({"input": "a"}, {"response": answer})
    memory.save_context({"input": "b"}, {"response": '{"reply": "yes"}'})
    assert memory.load_memory_variables({}) == {"history": "\nHuman: b\nAI: yes"}
    assert list(tmp_path.iterdir()) == []


def test_whole_answers_stay_in_the_history():
    memory = RecentKConversationMemory(k=1)
    memory.save_context({"input": "a"}, {"response": ANSWERS[0]})
    assert memory.chat_memory.messages[1].content == ANSWERS[0]
