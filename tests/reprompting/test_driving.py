"""What a model is sent besides the request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from structout.messages import StringPromptValue
from structout.reprompting import Request
from structout.reprompting.driving import ModelRespondent
from structout.testing import FunctionLLM


class Looping(FunctionLLM):
    """A model that repeats itself unless it is kept from it."""

    @property
    def reprompt_options(self) -> Mapping[str, Any]:
        """What a second request to it adds."""
        return {"frequency_penalty": 0.3, "temperature": 0.1}


def test_a_request_after_a_refused_answer_has_the_model_s_own_options_unless_it_sets_them():
    llm = Looping(lambda prompt: "{}")
    respondent = ModelRespondent(llm)
    respondent.ask(Request(StringPromptValue("What?")))
    respondent.ask(Request(StringPromptValue("Again."), "again", {"temperature": 0.7}))
    sent = [{name: call[name] for name in call.keys() - {"stop"}} for call in llm.calls]
    assert sent == [{}, {"frequency_penalty": 0.3, "temperature": 0.7}]
