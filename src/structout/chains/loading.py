"""Saved chains, read back: prompts and parameters, no code, no secrets, no path outside the folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from structout.chains.base import Chain
from structout.chains.conversation import ConversationChain
from structout.chains.llm import LLMChain
from structout.errors import ConfigError
from structout.llms.language_model import BaseLanguageModel
from structout.llms.loading import load_llm_from_config
from structout.prompts import load_prompt_from_config
from structout.result import shorten
from structout.saved import AnyPath, check_fields, read_saved, resolved

_CLASSES: dict[str, type[Chain]] = {"llm_chain": LLMChain, "conversation_chain": ConversationChain}


def register_chain(name: str, cls: type[Chain]) -> None:
    """Let saved chains of your own class be loaded.

    Args:
        name: the class's ``_chain_type``.
        cls: made from what its ``dict`` held.
    """
    _CLASSES[name] = cls


def load_chain(
    path: AnyPath, base_dir: AnyPath | None = None, *, llm: BaseLanguageModel | None = None, **given: Any
) -> Chain:
    """Read a chain that ``save`` wrote.

    Args:
        path: a ``.json``, ``.yaml`` or ``.yml`` file.
        base_dir: the folder that must not be left; files that the chain names are looked for there, by default in
            the chain's own folder.
        llm: the model, in place of the one that was saved.
        given: fields that the file does not hold: memory, a parser, callbacks.

    Raises:
        ConfigError: the file cannot be read, is not allowed, or holds no known chain.
    """
    folder = resolved(path).parent if base_dir is None else Path(base_dir)
    return load_chain_from_config(read_saved(path, base_dir), folder, llm=llm, **given)


def load_chain_from_config(
    config: Mapping[str, Any],
    base_dir: AnyPath | None = None,
    *,
    llm: BaseLanguageModel | None = None,
    **given: Any,
) -> Chain:
    """Make a chain from plain data.

    Args:
        config: the data, its kind under ``_type``.
        base_dir: where files that the data names are looked for; without it, none may be named.
        llm: the model, in place of the one in the data.
        given: fields that the data does not hold.

    Raises:
        ConfigError: the kind is not known, or the data does not fit it.
    """
    data = dict(config)
    kind = data.pop("_type", None)
    if not isinstance(kind, str) or kind not in _CLASSES:
        known = ", ".join(map(repr, _CLASSES))
        raise ConfigError(
            f"chain _type {shorten(kind)} is not known ({known}): register_chain() adds your own"
        )
    if data.get("memory") is not None:
        raise ConfigError("a saved chain holds no memory: give memory= when you load it")
    data.pop("memory", None)
    prompt, model = _part(data, "prompt", base_dir), _part(data, "llm", base_dir)
    if prompt is not None:
        data["prompt"] = load_prompt_from_config(prompt, base_dir)
    if llm is not None or model is not None:
        data["llm"] = load_llm_from_config(model or {}) if llm is None else llm
    check_fields(data, _CLASSES[kind], kind)
    return _made(kind, {**data, **given})


def _part(data: dict[str, Any], name: str, base_dir: AnyPath | None) -> dict[str, Any] | None:
    """A part of the chain, which stands in the data or in a file of its own."""
    part, path = data.pop(name, None), data.pop(f"{name}_path", None)
    if path is not None:
        if base_dir is None or part is not None or not isinstance(path, str):
            raise ConfigError(
                f"{name}_path {shorten(path)} is not allowed: a saved file, in place of {name!r}"
            )
        part = read_saved(path, base_dir)
    if part is not None and not isinstance(part, dict):
        raise ConfigError(f"a saved chain's {name} should be a mapping; found {shorten(part)}")
    return cast("dict[str, Any] | None", part)


def _made(kind: str, fields: dict[str, Any]) -> Chain:
    try:
        return _CLASSES[kind](**fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ConfigError(f"a saved {kind}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
