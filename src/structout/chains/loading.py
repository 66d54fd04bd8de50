"""Saved chains, read back: prompts and parameters, no code, no secrets, no path outside the folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from structout.chains.base import Chain
from structout.chains.conversation import ConversationChain
from structout.chains.llm import LLMChain
from structout.errors import ConfigError
from structout.llms.language_model import BaseLanguageModel
from structout.llms.loading import load_llm_from_config
from structout.prompts import load_prompt_from_config
from structout.saved import AnyPath, Kinds, folder_for, part_of, read_saved

_KINDS = Kinds[Chain]("chain", {"llm_chain": LLMChain, "conversation_chain": ConversationChain})


def register_chain(name: str, cls: type[Chain]) -> None:
    """Let saved chains of your own class be loaded.

    Args:
        name: the class's ``_chain_type``.
        cls: made from what its ``dict`` held.
    """
    _KINDS.register(name, cls)


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
    folder = folder_for(path, base_dir)
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
    _KINDS.class_of(kind)
    if data.get("memory") is not None:
        raise ConfigError("a saved chain holds no memory: give memory= when you load it")
    data.pop("memory", None)
    prompt, model = (part_of(data, name, base_dir, "chain") for name in ("prompt", "llm"))
    if prompt is not None:
        data["prompt"] = load_prompt_from_config(prompt, base_dir)
    if llm is not None or model is not None:
        data["llm"] = load_llm_from_config(model or {}) if llm is None else llm
    return _KINDS.made(str(kind), data, given)
