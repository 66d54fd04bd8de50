"""Types become the schemas that servers enforce."""

import json
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from structout.errors import ConfigError
from structout.llms.strict_schema import LLAMA, Unwrapping, strict_schema


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    n: int = 3
    s: str | None = None


class Part(BaseModel):
    code: str
    parts: list["Part"] = []


class Machine(BaseModel):
    frame: Part
    spare: Part = Field(description="the one in the box")


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


class Free(BaseModel):
    rows: list[dict[str, Any]]


def references(node: Any) -> set[str]:
    text = json.dumps(node)
    return {piece.split('"')[0] for piece in text.split('"$ref": "#/$defs/')[1:]}


def test_open_models_are_closed_and_lose_their_defaults():
    schema = strict_schema(Open).schema
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["n", "s"]
    assert '"default"' not in json.dumps(schema)
    assert {"type": "null"} in schema["properties"]["s"]["anyOf"]


def test_a_free_form_object_is_refused_with_its_path():
    with pytest.raises(ConfigError, match=r"^\$\.rows\[\] is an object with free keys"):
        strict_schema(Free)


def test_any_value_is_refused_with_its_path():
    with pytest.raises(ConfigError, match=r"^\$\[\] may hold anything"):
        strict_schema(list[Any])


@pytest.mark.parametrize("model", [Part, Machine, list[Part]])
def test_every_reference_of_a_recursive_model_resolves(model):
    schema = strict_schema(model).schema
    assert references(schema) == {"Part"}
    assert schema["$defs"]["Part"]["required"] == ["code", "parts"]


def test_a_recursive_root_is_an_object_itself():
    assert strict_schema(Part).schema["type"] == "object"


def test_siblings_of_a_recursive_reference_stand_beside_a_union():
    spare = strict_schema(Machine).schema["properties"]["spare"]
    assert spare == {"anyOf": [{"$ref": "#/$defs/Part"}], "description": "the one in the box"}


def test_siblings_of_a_plain_reference_are_merged_into_it():
    class Owner(BaseModel):
        pet: Cat = Field(description="the loud one")

    schema = strict_schema(Owner).schema
    assert schema["properties"]["pet"]["description"] == "the loud one"
    assert schema["properties"]["pet"]["required"] == ["kind"]
    assert "$defs" not in schema


def test_a_discriminated_union_has_no_one_of():
    strict = strict_schema(Annotated[Cat | Dog, Field(discriminator="kind")])
    assert strict.schema["properties"]["value"]["anyOf"] == [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]
    assert "discriminator" not in json.dumps(strict.schema)


def test_a_tuple_is_a_list_of_as_many_items():
    schema = strict_schema(tuple[int, str]).schema["properties"]["value"]
    assert schema == {
        "type": "array",
        "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        "minItems": 2,
        "maxItems": 2,
    }


def test_patterns_with_look_around_stay_with_the_parser():
    assert "pattern" not in json.dumps(strict_schema(Decimal).schema)


def test_a_root_that_is_no_object_is_wrapped_for_openai_alone():
    assert strict_schema(list[str]).wrapped
    assert strict_schema(list[str], LLAMA).schema == {"type": "array", "items": {"type": "string"}}


def test_llama_takes_free_keys():
    schema = strict_schema(dict[str, int], LLAMA).schema
    assert schema == {"type": "object", "additionalProperties": {"type": "integer"}}


@pytest.mark.parametrize(
    ("tp", "completion", "text"),
    [
        (list[str], '{"value": ["a", "b"]}', '["a", "b"]'),
        (list[str], '{"value": ["a", "b', '["a", "b'),
        (Literal["red"], '{"value": "red"}', "red"),
        (int, '{"value": 2}', "2"),
        (float, '{"value":2.480}', "2.480"),
        (dict, "{}", "{}"),
        (int | None, '{"value": null}', "null"),
        (Open, '{"n": 1, "s": null}', '{"n": 1, "s": null}'),
        (list[str], "no wrapper here", "no wrapper here"),
    ],
)
def test_the_wrapper_is_taken_off_the_completion(tp, completion, text):
    dialect = LLAMA if tp is dict else None
    strict = strict_schema(tp, dialect) if dialect else strict_schema(tp)
    assert strict.unwrap(completion) == text


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_a_stream_loses_its_wrapper_however_it_is_cut(size):
    whole = ' { "value" : [{"a": {}}, "}"] } '
    unwrapping = Unwrapping()
    told = [unwrapping.feed(whole[i : i + size]) for i in range(0, len(whole), size)]
    assert "".join([*told, unwrapping.end()]) == '[{"a": {}}, "}"]'


def test_the_name_holds_only_what_servers_allow():
    assert strict_schema({"title": "Order № 1!", "type": "object", "properties": {}}).name == "Order_1"


def test_a_type_without_a_schema_is_named():
    with pytest.raises(ConfigError, match="no JSON schema can be made of"):
        strict_schema(type(lambda: 0))


def test_a_dangling_reference_is_named():
    with pytest.raises(ConfigError, match="which the schema does not define"):
        strict_schema({"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}}})
