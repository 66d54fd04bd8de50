import pytest
from pydantic import BaseModel

from structout import OutputParserException
from structout.parsers import YamlOutputParser
from structout.result import RepairKind


class Actor(BaseModel):
    name: str
    film_names: list[str]


PARSER = YamlOutputParser(pydantic_object=Actor)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("```yaml\nname: T\nfilm_names:\n- a\n```", ("T", ["a"])),
        ("Sure:\n```yml\nname: T\nfilm_names: [a]\n```", ("T", ["a"])),
        ("name: T\nfilm_names: []", ("T", [])),
        ("name: yes\nfilm_names: [no]", ("yes", ["no"])),
        ("name: a: b\nfilm_names: []", ("a: b", [])),
        ('{"name": "T", "film_names": []}', ("T", [])),
        ("name: >\n  T\n  R\nfilm_names: []", ("T R", [])),
    ],
)
def test_yaml_is_read(text, value):
    actor = PARSER.parse(text)
    assert (actor.name.rstrip("\n"), actor.film_names) == value


@pytest.mark.parametrize("text", ["", "name: T", "- a", "name: &x T\nfilm_names: *x"])
def test_anything_else_is_refused(text):
    with pytest.raises(OutputParserException):
        PARSER.parse(text)


def test_tags_are_never_obeyed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputParserException):
        PARSER.parse("name: !!python/object/apply:os.mkdir ['exploded']\nfilm_names: []")
    assert list(tmp_path.iterdir()) == []


def test_yaml_itself_is_no_repair_but_what_the_type_decides_is():
    strict = YamlOutputParser(Actor, max_severity="none")
    assert strict.parse("name: T\nfilm_names:\n- a") == Actor(name="T", film_names=["a"])
    with pytest.raises(OutputParserException, match=r"\$\.film_names"):
        strict.parse("name: T\nfilm_names: a")
    assert [r.kind for r in PARSER.explain("name: T\nfilm_names: a").repairs] == [RepairKind.ITEM_TO_LIST]


def test_the_instructions_hold_an_example_and_the_schema():
    told = PARSER.get_format_instructions()
    assert "```yaml\ntown: Ulm\n" in told
    assert '"required": ["name", "film_names"]' in told
