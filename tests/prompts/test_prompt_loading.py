import json
import os

import pytest

from structout.errors import ConfigError, TemplateError
from structout.prompts import (
    ChatPromptTemplate,
    FewShotPromptTemplate,
    MessagesPlaceholder,
    PromptTemplate,
    load_prompt,
    load_prompt_from_config,
)

PROMPTS = [
    PromptTemplate(template="Put {{x}} on {y} {z}", partial_variables={"z": '{"_type": "llm_chain"}'}),
    FewShotPromptTemplate(
        examples=[{"q": "{1}", "a": "{2}"}], example_prompt=PromptTemplate(template="{q}{a}"), suffix="{s}"
    ),
    ChatPromptTemplate.from_messages(
        [
            ("system", "{a}"),
            ("robot", "{b}"),
            ("human", "fixed"),
            MessagesPlaceholder("h", optional=True, n_messages=3),
        ]
    ),
]


@pytest.mark.parametrize("suffix", ["json", "yaml", "yml"])
@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: type(prompt).__name__)
def test_what_was_saved_is_loaded_as_it_was(tmp_path, prompt, suffix):
    prompt.save(f"deep/p.{suffix}", base_dir=tmp_path)
    assert load_prompt(f"deep/p.{suffix}", base_dir=tmp_path) == prompt
    assert load_prompt(tmp_path / "deep" / f"p.{suffix}") == prompt


def test_a_file_says_its_kind_and_version(tmp_path):
    PROMPTS[0].save(tmp_path / "p.json")
    saved = json.loads((tmp_path / "p.json").read_text())
    assert (saved["_type"], saved["version"]) == ("prompt", 1)


@pytest.mark.parametrize("path", ["../hidden.json", "link.json", "/etc/hostname.json", "a/../../hidden.json"])
def test_loading_never_leaves_the_folder(tmp_path, path):
    folder = tmp_path / "prompts"
    folder.mkdir()
    (tmp_path / "hidden.json").write_text('{"template": "hunter2"}')
    os.symlink(tmp_path / "hidden.json", folder / "link.json")
    with pytest.raises(ConfigError, match="leads out of its folder") as caught:
        load_prompt(path, base_dir=folder)
    assert path in str(caught.value)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("path", ["../x.json", "link/x.json"])
def test_saving_never_leaves_the_folder(tmp_path, path):
    folder, outside = tmp_path / "prompts", tmp_path / "outside"
    folder.mkdir()
    outside.mkdir()
    os.symlink(outside, folder / "link")
    with pytest.raises(ConfigError, match="leads out of its folder"):
        PROMPTS[0].save(path, base_dir=folder)
    assert [entry.name for entry in tmp_path.rglob("*.json")] == []


def test_a_text_file_named_by_a_prompt_is_read_from_its_folder(tmp_path):
    (tmp_path / "t.txt").write_text("Hi {x}")
    (tmp_path / "p.json").write_text('{"template_path": "t.txt"}')
    assert load_prompt(tmp_path / "p.json") == PromptTemplate(template="Hi {x}")


@pytest.mark.parametrize("path", ["../t.txt", "t.py", "/etc/hostname", 3])
def test_another_file_named_by_a_prompt_is_refused(tmp_path, path):
    (tmp_path / "t.txt").write_text("Hi {x}")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "p.json").write_text(json.dumps({"template_path": path}))
    with pytest.raises(ConfigError, match=r"leads out of its folder|is not allowed"):
        load_prompt(tmp_path / "in" / "p.json")


def test_no_file_is_read_for_a_prompt_that_comes_from_none():
    with pytest.raises(ConfigError, match="template_path '/etc/hostname' is not allowed"):
        load_prompt_from_config({"template_path": "/etc/hostname"})


@pytest.mark.parametrize("name", ["p.py", "p.pkl", "p"])
def test_only_json_and_yaml_are_read(tmp_path, name):
    (tmp_path / name).write_text("raise SystemExit")
    with pytest.raises(ConfigError, match="must be json or yaml"):
        load_prompt(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("!!python/object/apply:os.mkdir ['exploded']", "is no plain YAML"),
        ("template: !!python/name:os.system ''", "is no plain YAML"),
        ("- a\n- b", "expected a mapping"),
        ("template: '{x}'\nversion: 2", "has version 2; this release reads 1"),
        ("_type: os.system\ntemplate: x", "_type 'os.system' is not supported"),
        ("_type: [1]\ntemplate: x", "is not supported"),
        ("template: '{x}'\nsecrets: {a: b}", "'secrets' is not a field that is saved"),
        (
            "template: '{{ x.__class__ }}'\ntemplate_format: jinja2",
            "Unsupported template format: jinja2",
        ),
        ("template: 3", "template: Input should be a valid string"),
        ("_type: chat\nmessages: 3", "has a list of messages"),
    ],
)
def test_a_file_that_holds_anything_but_a_plain_prompt_is_refused(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text(text)
    with pytest.raises(ConfigError, match=message):
        load_prompt("p.yaml")
    assert not (tmp_path / "exploded").exists()


def test_a_saved_template_is_held_to_the_same_fields():
    with pytest.raises(TemplateError, match="attributes and indexes are not supported"):
        load_prompt_from_config({"template": "{u.__class__}"})
    with pytest.raises(TemplateError, match="expected a saved message, found"):
        load_prompt_from_config({"_type": "chat", "messages": [{"role": "system", "code": "x"}]})


def test_bound_values_that_are_no_texts_cannot_be_saved(tmp_path):
    with pytest.raises(ConfigError, match="Cannot save prompt with partial variables"):
        PromptTemplate(template="{a}").partial(a=lambda: 1).save(tmp_path / "p.json")


def test_a_parser_cannot_be_saved(tmp_path):
    prompt = PromptTemplate(template="{a}", output_parser=object())
    with pytest.raises(ConfigError, match="give the parser after loading"):
        prompt.save(tmp_path / "p.json")
    assert list(tmp_path.iterdir()) == []


def test_environment_values_are_never_read(monkeypatch):
    monkeypatch.setenv("KEY", "hunter2")
    prompt = load_prompt_from_config(
        {"template": "{a}", "partial_variables": {"a": "$KEY {'lc': 1, 'id': ['KEY']}"}}
    )
    assert "hunter2" not in prompt.format()


def test_examples_may_stand_in_files_of_the_prompts_folder(tmp_path):
    (tmp_path / "examples.yaml").write_text("- {q: 1, a: one}")
    PromptTemplate(template="{q}={a}").save(tmp_path / "example.json")
    config = {
        "_type": "few_shot",
        "examples": "examples.yaml",
        "example_prompt_path": "example.json",
        "suffix": "{q}=",
    }
    assert load_prompt_from_config(config, tmp_path).format(q=2) == "1=one\n\n2="


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"examples": "../examples.json"}, "leads out of its folder"),
        ({"examples": "examples.py"}, "must be json or yaml"),
        ({"example_prompt_path": "../p.json", "example_prompt": None}, "leads out of its folder"),
        ({"example_prompt_path": "p.json"}, "is not allowed"),
        ({"example_prompt": None}, "has an example_prompt; found None"),
    ],
)
def test_examples_from_anywhere_else_are_refused(tmp_path, change, message):
    config = {
        "_type": "few_shot",
        "examples": [],
        "example_prompt": {"template": "{q}"},
        "suffix": "",
    } | change
    with pytest.raises(ConfigError, match=message):
        load_prompt_from_config({key: value for key, value in config.items() if value is not None}, tmp_path)


def test_no_examples_are_read_for_a_prompt_that_comes_from_no_file():
    config = {"_type": "few_shot", "examples": "e.json", "example_prompt": {"template": "{q}"}, "suffix": ""}
    with pytest.raises(ConfigError, match=r"examples 'e\.json' are not allowed"):
        load_prompt_from_config(config)
