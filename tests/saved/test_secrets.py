"""What is left of options without credentials."""

import pytest

from structout.saved import secrets_in, without_secrets


@pytest.mark.parametrize(
    "name",
    [
        "key",
        "api-key",
        "X-API-Key",
        "apikey",
        "access_token",
        "token",
        "client_secret",
        "Authorization",
        "Cookie",
    ],
)
def test_what_is_named_like_a_credential_goes(name):
    assert without_secrets({name: "x", "a": [{name: "y"}]}) == {"a": [{}]}


@pytest.mark.parametrize("name", ["max_tokens", "pad_token", "top_k", "keys", "monkey"])
def test_what_only_sounds_like_one_stays(name):
    assert without_secrets({name: "x"}) == {name: "x"}


def test_what_looks_like_a_credential_goes_under_any_name():
    assert without_secrets({"a": "sk-12345678", "b": ["Bearer abcdef", "c"]}) == {"b": ["c"]}


def test_a_number_and_a_schema_are_none():
    schema = {"properties": {"key": {"type": "string"}, "token": 3}}
    assert without_secrets(schema) == schema


def test_in_a_repr_the_names_stay():
    assert without_secrets({"key": "x", "b": 1}, "***") == {"key": "***", "b": 1}


def test_the_credentials_themselves():
    found = secrets_in({"authorization": "Basic abcd", "a": [{"key": "wxyz"}], "password": "x"})
    assert sorted(found) == ["Basic abcd", "abcd", "wxyz"]
