"""Files from anywhere: read as plain data of a bounded size, or refused by name."""

import os
import stat
from itertools import pairwise

import pytest

from structout.errors import ConfigError
from structout.saved import read_data, read_saved, read_text, write_saved
from structout.saved.files import MAX_BYTES

LETTERS = "abcdefghij"
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n" for before, name in pairwise(LETTERS)
)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("f.json", '{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "is no JSON|nested deeper"),
        ("f.json", "[" * 101 + "]" * 101, "nested deeper than 100"),
        ("f.yaml", "a: " + "[" * 50_000, "nested too deep"),
        ("f.yaml", LAUGHS, "holds more than 1000000 values"),
        ("f.yaml", f"a: &a [{'x, ' * 2_000}]\nb: [{'*a, ' * 2_000}]", "holds more than 1000000 values"),
        ("f.yaml", "a: &a [*a]", "nested deeper than 100"),
        ("f.json", '{"a": {"b": 1, "b": 2}}', "the key 'b' is given twice"),
        ("f.yaml", "a: {b: 1, b: 2}", "the key 'b' is given twice"),
        ("f.json", '{"a": NaN}', "NaN is no number"),
        ("f.json", '{"a": [1e999]}', "a number that is not finite"),
        ("f.yaml", "a: [-.inf]", "a number that is not finite"),
        ("f.json", "9" * 5_000, "is no JSON"),
        ("f.yaml", "a: " + "9" * 5_000, "is no plain YAML"),
        ("f.yaml", "a: 2024-13-45", "month must be in"),
        ("f.yaml", "a: !!python/name:os.system", "is no plain YAML"),
        ("f.yaml", "a: !ref {b: 1}", "is no plain YAML"),
        ("f.yaml", "? [a, b]\n: c", "unhashable key"),
        ("f.json", "\xff", "is no JSON"),
    ],
)
def test_a_text_that_is_no_plain_data_is_refused(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    with pytest.raises(ConfigError, match=message) as caught:
        read_data(tmp_path / name)
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("version", ["2", "0", '"1"', "true", "1.0", "null", "[1]"])
def test_another_version_is_refused(tmp_path, version):
    (tmp_path / "f.json").write_text(f'{{"version": {version}}}')
    with pytest.raises(ConfigError, match="this release reads 1"):
        read_saved(tmp_path / "f.json")


def test_a_file_may_leave_the_version_out_and_begin_with_a_mark(tmp_path):
    (tmp_path / "f.json").write_bytes(b'\xef\xbb\xbf{"a":\r\n 1}\r\n')
    assert read_saved(tmp_path / "f.json") == {"a": 1}


def test_what_is_named_twice_is_read_twice(tmp_path):
    (tmp_path / "f.yaml").write_text("a: &a [x]\nb: *a\nc: {<<: {d: 1}, d: 2}")
    assert read_data(tmp_path / "f.yaml") == {"a": ["x"], "b": ["x"], "c": {"d": 2}}


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    with (tmp_path / "f.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(ConfigError, match="it is larger than 16777216 bytes"):
        read_text(tmp_path / "f.txt")


def test_what_is_no_file_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    os.symlink("/dev/zero", tmp_path / "zero.json")
    (tmp_path / "folder.json").mkdir()
    for name in ("pipe.json", "zero.json", "folder.json"):
        with pytest.raises(ConfigError, match="it is no file"):
            read_data(tmp_path / name)


@pytest.mark.parametrize("name", ["f.json", "f.yaml"])
def test_any_text_comes_back(tmp_path, name):
    said = ["\ud83d", "\x00\x7f", "\\ud83d", "a: &b *c !!d", "über\u2028日本"]
    write_saved(tmp_path / name, {"a": said})
    assert read_saved(tmp_path / name) == {"a": said}


@pytest.mark.parametrize("value", [{"a": float("nan")}, {"a": object()}, {"a": {1, 2}}])
@pytest.mark.parametrize("name", ["f.json", "f.yaml"])
def test_what_is_no_plain_data_leaves_the_file_as_it_was(tmp_path, name, value):
    write_saved(tmp_path / name, {"a": 1})
    with pytest.raises(ConfigError, match="cannot be written"):
        write_saved(tmp_path / name, value)
    assert read_saved(tmp_path / name) == {"a": 1}
    assert os.listdir(tmp_path) == [name]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"f\.json' cannot be written: "):
        write_saved(tmp_path / "file" / "f.json", {})


def test_a_link_in_place_of_the_file_is_not_written_through(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "secret").write_text("keep")
    os.symlink(tmp_path / "secret", tmp_path / "in" / "f.json")
    with pytest.raises(ConfigError, match="out of its folder"):
        write_saved("f.json", {}, tmp_path / "in")
    assert (tmp_path / "secret").read_text() == "keep"


def test_a_saved_file_has_the_rights_of_any_other(tmp_path):
    write_saved(tmp_path / "f.json", {})
    (tmp_path / "other").touch()
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("f.json", "other")}
    assert len(modes) == 1
