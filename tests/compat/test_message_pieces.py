"""Chat models of the old paths stream pieces of messages, which are added with +."""

import asyncio
import pickle

import pytest

from structout.compat.langchain import models, pieces
from structout.compat.langchain.messages import AIMessage, HumanMessage
from structout.testing.doubles import ScriptedChatModel


def test_a_chat_model_streams_pieces_of_a_message():
    said = list(models.FakeListChatModel(responses=["hey"]).stream("hi"))
    assert said == [pieces.AIMessageChunk(letter) for letter in "hey"]
    assert {isinstance(each, pieces.AIMessageChunk) for each in said} == {True}


def test_pieces_of_a_message_add_up_to_it():
    model = models.GenericFakeChatModel(messages=iter(["hello you there"]))
    first, *rest = model.stream("hi")
    assert sum(rest, first).content == "hello you there"


def test_a_text_model_streams_texts():
    assert list(models.FakeListLLM(responses=["hello"]).stream("hi")) == ["hello"]
    assert list(models.FakeStreamingListLLM(responses=["hey"]).stream("hi")) == ["h", "e", "y"]


def test_handlers_come_second_in_a_stream():
    from structout.llms import BaseCallbackHandler

    class Tokens(BaseCallbackHandler):
        def __init__(self):
            self.seen = []

        def on_llm_new_token(self, token, **_):
            self.seen.append(token)

    tokens, model = Tokens(), models.GenericFakeChatModel(messages=iter(["a b"]))
    list(model.stream("hi", {"callbacks": [tokens]}))
    assert tokens.seen == ["a", " ", "b"]


def test_pieces_come_to_callers_that_await():
    async def collect():
        model = models.FakeListChatModel(responses=["hello"])
        return [piece.content async for piece in model.astream("hi")]

    assert "".join(asyncio.run(collect())) == "hello"


def test_what_stands_beside_the_text_is_joined_by_name():
    call = {"name": "move", "arguments": "{}"}
    said = AIMessage("", additional_kwargs={"function_call": call}, id="a1")
    first, *rest = models.GenericFakeChatModel(messages=iter([said])).stream("hi")
    assert len(rest) == 1
    assert sum(rest, first).additional_kwargs == {"function_call": call}


def test_a_piece_is_a_message_and_a_message_is_no_piece():
    assert isinstance(pieces.AIMessageChunk("a"), AIMessage)
    assert isinstance(pieces.AIMessageChunk("a"), pieces.BaseMessageChunk)
    assert not isinstance(AIMessage("a"), pieces.BaseMessageChunk)
    assert not isinstance(pieces.HumanMessageChunk("a"), pieces.AIMessageChunk)


def test_a_sum_is_of_the_left_kind_and_keeps_the_id():
    both = pieces.AIMessageChunk("I am", id="ai") + HumanMessage(" here", id="you")
    assert (both, both.id) == (pieces.AIMessageChunk("I am here"), "ai")


def test_pieces_of_two_speakers_do_not_add_up():
    with pytest.raises(ValueError, match="Cannot concatenate ChatMessageChunks with different roles"):
        pieces.ChatMessageChunk("a", role="x") + pieces.ChatMessageChunk("b", role="y")


def test_a_piece_becomes_a_whole_message():
    whole = pieces.message_chunk_to_message(pieces.AIMessageChunk("a", id="x"))
    assert (whole, whole.id, isinstance(whole, pieces.AIMessageChunk)) == (AIMessage("a"), "x", False)
    assert pieces.message_chunk_to_message(whole) is whole


def test_a_piece_survives_a_pickle():
    piece = pieces.AIMessageChunk("a", id="x")
    again = pickle.loads(pickle.dumps(piece))
    assert (again, again.id, type(again)) == (piece, "x", type(piece))


@pytest.mark.parametrize(
    ("contents", "merged"),
    [
        (["a", "b"], "ab"),
        (["a", ["b"]], ["a", "b"]),
        ([["a"], "b"], ["ab"]),
        ([[{"index": 0, "text": "a"}], [{"index": 0, "text": "b"}]], [{"index": 0, "text": "ab"}]),
        ([[{"index": 0, "text": "a"}], [{"text": "b"}]], [{"index": 0, "text": "a"}, {"text": "b"}]),
    ],
)
def test_contents_are_joined_part_by_part(contents, merged):
    assert pieces.merge_content(*contents) == merged


def test_a_generation_of_pieces_adds_up():
    both = pieces.ChatGenerationChunk(pieces.AIMessageChunk("a")) + pieces.ChatGenerationChunk(
        pieces.AIMessageChunk("b"), generation_info={"finish_reason": "stop"}
    )
    assert (both.text, both.message.content) == ("ab", "ab")
    assert both.generation_info == {"finish_reason": "stop"}


def test_models_of_structout_count_as_old_ones():
    assert isinstance(ScriptedChatModel(["a"]), models.BaseChatModel)
    assert not isinstance(ScriptedChatModel(["a"]), models.ChatOpenAI)


def test_a_batch_of_a_list_model_is_answered_in_order():
    model = models.FakeListChatModel(responses=["a", "b", "c"])
    assert [each.content for each in model.batch(["1", "2", "3"])] == ["a", "b", "c"]
