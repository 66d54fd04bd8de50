"""The laws hold for a strict parser, and each of the broken ones breaks one, on a completion of under 60 characters."""

import json
import re

import pytest
from pydantic import BaseModel, TypeAdapter

from structout import OutputParserException
from structout.errors import ConfigError
from structout.result import Parsed, Span
from structout.testing import LawBrokenError, assert_parser_laws


class Pet(BaseModel):
    name: str
    age: int


def without_conflicts(pairs):
    fields = {}
    for key, value in pairs:
        if fields.setdefault(key, value) != value:
            raise ValueError(f"two values for {key}")
    return fields


class Strict:
    """Reads valid JSON and refuses everything else: the laws ask no more."""

    def __init__(self, tp: object = Pet) -> None:
        self.tp = tp
        self.adapter = TypeAdapter(tp)

    def get_format_instructions(self) -> str:
        return json.dumps(self.adapter.json_schema())

    def load(self, text: str) -> object:
        if "<string>" in text or '"string"' in text:
            raise ValueError("a placeholder")
        return self.adapter.validate_python(json.loads(text, object_pairs_hook=without_conflicts))

    def parse(self, text: str) -> object:
        try:
            return self.load(text)
        except ValueError as error:
            raise OutputParserException(str(error), text) from error


class NeverRefuses(Strict):
    def load(self, text):
        try:
            return super().load(text)
        except ValueError:
            return Pet(name="", age=0)


class LeaksErrors(Strict):
    def parse(self, text):
        return Pet(**json.loads(text))


class LosesTheCompletion(Strict):
    def parse(self, text):
        try:
            return self.load(text)
        except ValueError as error:
            raise OutputParserException("no") from error


class ClosesWhatWasCut(Strict):
    def load(self, text):
        for tail in ("", '"]', "]"):
            try:
                return super().load(text + tail)
            except ValueError:
                continue
        return super().load(text)


class TakesTheFirst(Strict):
    def load(self, text):
        value, _ = json.JSONDecoder().raw_decode(text[text.index("{") :])
        return self.adapter.validate_python(value)


class DropsABackslash(Strict):
    def load(self, text):
        return super().load(re.sub(r"\\(?![\"\\/bfnrtu])", "", text))


class StripsTexts(Strict):
    def load(self, text):
        pet = super().load(text)
        return pet.model_copy(update={"name": pet.name.replace(" ", "")})


class DropsTheLastItem(Strict):
    def load(self, text):
        return super().load(text)[:2]


class StopsAtTheComma(Strict):
    def load(self, text):
        return super().load(re.sub(r'"age":"(\d+),[^"]*"', r'"age":\1', text))


class Wavers(Strict):
    calls = 0

    def load(self, text):
        self.calls += 1
        return super().load(text).model_copy(update={"age": self.calls % 2})


class LosesTheLastChunk(Strict):
    def stream(self, chunks):
        yield self.parse("".join(list(chunks)[:-1] or chunks))


class ForgetsAField(Strict):
    def get_format_instructions(self):
        return "Answer with a name."


class ForgetsTheRest(Strict):
    def explain(self, text):
        return Parsed(self.parse(text), text, Span(0, len(text) - 1))


BROKEN = [
    (NeverRefuses, Pet, "refuses"),
    (LeaksErrors, Pet, "only our error"),
    (LosesTheCompletion, Pet, "only our error"),
    (ClosesWhatWasCut, list[str], "refuses"),
    (TakesTheFirst, Pet, "never wrong"),
    (DropsABackslash, Pet, "never wrong"),
    (StripsTexts, Pet, "clean"),
    (DropsTheLastItem, list[int], "clean"),
    (StopsAtTheComma, Pet, "never wrong"),
    (Wavers, Pet, "idempotent"),
    (LosesTheLastChunk, Pet, "stream"),
    (ForgetsAField, Pet, "instructions"),
    (ForgetsTheRest, Pet, "accounted"),
]


def test_a_parser_that_reads_valid_json_only_keeps_every_law():
    assert assert_parser_laws(Strict(), Pet, max_examples=40) is None


@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize(("broken", "tp", "law"), BROKEN, ids=[case[0].__name__ for case in BROKEN])
def test_a_broken_parser_breaks_its_law_on_a_short_completion(broken, tp, law, seed):
    parser = broken(tp)
    with pytest.raises(LawBrokenError) as caught:
        assert_parser_laws(parser, parser.tp, laws=[law], max_examples=150, seed=seed)
    assert caught.value.law == law
    assert len(caught.value.completion) < 60


def test_the_damage_that_broke_a_law_is_shown_on_the_smallest_value():
    with pytest.raises(LawBrokenError) as caught:
        assert_parser_laws(StopsAtTheComma(), Pet, laws=["never wrong"])
    assert caught.value.completion == '{"name":"","age":"1,000"}'


def test_an_unknown_law_is_named_with_those_that_exist():
    with pytest.raises(ConfigError, match="no such law: gravity; known are clean, never wrong"):
        assert_parser_laws(Strict(), Pet, laws=["gravity"])


def test_a_law_about_damages_holds_where_none_can_be_done():
    class Whole(Strict):
        def load(self, text):
            return text

    assert assert_parser_laws(Whole(str), str, laws=["refuses"], max_examples=5) is None
