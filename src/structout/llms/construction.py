"""Providers say in one sentence what is wrong with their fields, instead of in a validation report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from structout.errors import ConfigError


class PlainErrors(BaseModel):
    """A base for providers: a bad field is a ConfigError that names it and holds no value."""

    # The fields make the signature that type checkers see.
    if not TYPE_CHECKING:

        def __init__(self, **fields: Any) -> None:
            try:
                super().__init__(**fields)
            except ValidationError as invalid:
                failure = _sentence(invalid, type(self).__name__)
            else:
                return
            raise failure


def _sentence(invalid: ValidationError, who: str) -> ConfigError:
    problems = invalid.errors(include_url=False, include_input=False)
    for problem in problems:
        error = problem.get("ctx", {}).get("error")
        if isinstance(error, ConfigError):
            return error
    told = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in problems)
    return ConfigError(f"{who} cannot be made with these arguments: {told}")
