"""Saved prompts, read back: from JSON or YAML files, without code and without leaving their folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pydantic import ValidationError

from structout.errors import ConfigError
from structout.prompts.base import BasePromptTemplate
from structout.prompts.chat import ChatPromptTemplate, message_template_from_data
from structout.prompts.few_shot import FewShotPromptTemplate
from structout.prompts.template import PromptTemplate
from structout.result import shorten
from structout.saved import AnyPath, check_fields, folder_for, part_of, read_data, read_saved, read_text


def load_prompt(path: AnyPath, base_dir: AnyPath | None = None) -> BasePromptTemplate:
    """Read a prompt that ``save`` wrote.

    Args:
        path: a ``.json``, ``.yaml`` or ``.yml`` file.
        base_dir: the folder that must not be left; files that the prompt names are looked for there, by default in
            the prompt's own folder.

    Raises:
        ConfigError: the file cannot be read, is not allowed, or holds no prompt.
    """
    config = read_saved(path, base_dir)
    return load_prompt_from_config(config, folder_for(path, base_dir))


def load_prompt_from_config(config: Mapping[str, Any], base_dir: AnyPath | None = None) -> BasePromptTemplate:
    """Build a prompt from plain data.

    Args:
        config: the data, its kind under ``_type`` (``prompt`` where that is absent).
        base_dir: where files that the data names are looked for; without it, none may be named.

    Raises:
        ConfigError: the data is no prompt.
    """
    data = dict(config)
    kind = data.pop("_type", "prompt")
    if not isinstance(kind, str) or kind not in _LOADERS:
        known = ", ".join(_LOADERS)
        raise ConfigError(f"prompt _type {shorten(kind)} is not supported; known are {known}")
    try:
        return _LOADERS[kind](data, base_dir)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ConfigError(f"a saved prompt of _type {kind!r}: {where}: {first['msg']}") from error


def _with_texts(data: dict[str, Any], base_dir: AnyPath | None, *names: str) -> dict[str, Any]:
    """Put the text of a file in the place of ``template_path`` and the like."""
    for name in names:
        path = data.pop(f"{name}_path", None)
        if path is None:
            continue
        if base_dir is None or name in data or not isinstance(path, str) or not path.endswith(".txt"):
            raise ConfigError(
                f"{name}_path {shorten(path)} is not allowed: a .txt file, in place of {name!r}"
            )
        data[name] = read_text(path, base_dir)
    return data


def _prompt(data: dict[str, Any], base_dir: AnyPath | None) -> BasePromptTemplate:
    filled = _with_texts(data, base_dir, "template")
    check_fields(filled, PromptTemplate, "prompt")
    return PromptTemplate(**filled)


def _few_shot(data: dict[str, Any], base_dir: AnyPath | None) -> BasePromptTemplate:
    filled = _with_texts(data, base_dir, "prefix", "suffix")
    filled["example_prompt"] = _example_prompt(filled, base_dir)
    if isinstance(filled.get("examples"), str):
        filled["examples"] = _examples(filled["examples"], base_dir)
    check_fields(filled, FewShotPromptTemplate, "few_shot")
    return FewShotPromptTemplate(**filled)


def _example_prompt(data: dict[str, Any], base_dir: AnyPath | None) -> BasePromptTemplate:
    example = part_of(data, "example_prompt", base_dir, "few_shot prompt")
    if example is None:
        raise ConfigError("a saved few_shot prompt has an example_prompt; found None")
    return load_prompt_from_config(example, base_dir)


def _examples(path: str, base_dir: AnyPath | None) -> Any:
    if base_dir is None:
        raise ConfigError(
            f"examples {shorten(path)} are not allowed: a list, or a file beside the prompt's own"
        )
    return read_data(path, base_dir)


def _chat(data: dict[str, Any], base_dir: AnyPath | None) -> BasePromptTemplate:
    messages = data.pop("messages", None)
    if not isinstance(messages, list):
        raise ConfigError(f"a saved chat prompt has a list of messages; found {shorten(messages)}")
    check_fields(data, ChatPromptTemplate, "chat")
    return ChatPromptTemplate(map(message_template_from_data, cast("list[Any]", messages)), **data)


_LOADERS: dict[str, Callable[[dict[str, Any], AnyPath | None], BasePromptTemplate]] = {
    "prompt": _prompt,
    "few_shot": _few_shot,
    "chat": _chat,
}
