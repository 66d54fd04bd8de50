"""Saved prompts, models, chains and agents: plain JSON or YAML files, without code and without secrets."""

from structout.saved.files import AnyPath, read_data, read_saved, read_text, resolved, write_saved
from structout.saved.kinds import Kinds, check_fields, folder_for, part_of, plain_fields
from structout.saved.secrets import Guarded, secrets_in, without_secrets

__all__ = [
    "AnyPath",
    "Guarded",
    "Kinds",
    "check_fields",
    "folder_for",
    "part_of",
    "plain_fields",
    "read_data",
    "read_saved",
    "read_text",
    "resolved",
    "secrets_in",
    "without_secrets",
    "write_saved",
]
