"""Saved models, read back: parameters only, no secrets; credentials are given again or stand in the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from structout.llms.language_model import BaseLanguageModel
from structout.llms.local import SmolLM
from structout.llms.openai import ChatOpenAI, OpenAI
from structout.saved import AnyPath, Kinds, read_saved

_KINDS = Kinds[BaseLanguageModel]("llm", {"openai": OpenAI, "openai-chat": ChatOpenAI, "smollm": SmolLM})


def register_llm(name: str, cls: type[BaseLanguageModel]) -> None:
    """Let saved models of your own class be loaded.

    Args:
        name: the class's ``_llm_type``.
        cls: made from what its ``_identifying_params`` held.
    """
    _KINDS.register(name, cls)


def load_llm(path: AnyPath, base_dir: AnyPath | None = None, **given: Any) -> BaseLanguageModel:
    """Read a model that ``save`` wrote.

    Args:
        path: a ``.json``, ``.yaml`` or ``.yml`` file.
        base_dir: the folder that must not be left.
        given: fields that the file does not hold, such as credentials.

    Raises:
        ConfigError: the file cannot be read, is not allowed, or holds no known model.
    """
    return load_llm_from_config(read_saved(path, base_dir), **given)


def load_llm_from_config(config: Mapping[str, Any], **given: Any) -> BaseLanguageModel:
    """Make a model from plain data.

    Args:
        config: its parameters, with its ``_type``.
        given: fields that the data does not hold, such as credentials.

    Raises:
        ConfigError: the type is not known, or the parameters do not fit it.
    """
    kind = config.get("_type")
    cls = _KINDS.class_of(kind)
    # SmolLM names its model without having a field for it: the file is where the weights are.
    beside = {"_type"} if "model" in cls.model_fields else {"_type", "model"}
    fields = {name: value for name, value in config.items() if name not in beside}
    return _KINDS.made(str(kind), fields, given)
