"""Tool calls written as tags go in (``<invoke>`` with ``<parameter>``s, ``<function=…>``), their arguments come out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from structout.result import Repair, RepairKind, Span
from structout.scripts import SIGNS
from structout.shapes.markup import decode
from structout.shapes.reading import (
    Hints,
    Once,
    Piece,
    ShapeReading,
    list_piece,
    object_piece,
    plain_scalar,
    reading_of,
    trimmed,
)


@cache
def _tags() -> re.Pattern[str]:
    prefix = r"<(?P<close>/?+)(?P<tag>(?:[A-Za-z_][\w.\-]{0,40}+:)?+"
    call = r"(?P<call>invoke|function|tool)"
    argument = r"(?P<argument>parameter|param|argument|arg)"
    name = (
        r"(?:\s*+=\s*+|\s++name\s*+=\s*+)"
        r"(?:[\"'](?P<quoted>[^\"'<>\n]{1,100}+)[\"']|(?P<name>[\w." + SIGNS + r"\-]{1,100}+))[^<>]{0,200}+"
    )
    return re.compile(rf"{prefix}(?:{call}|{argument}))\b(?:{name})?+\s*+>")


def _name(tag: re.Match[str]) -> str:
    return tag["quoted"] or tag["name"]


@dataclass(slots=True)
class _Argument:
    name: str
    inner: int
    inner_end: int
    closed: bool


def read_tool_xml(text: str, start: int, end: int, hints: Hints) -> ShapeReading | None:
    """Read the arguments of a call that is written as tags.

    Args:
        text: the completion.
        start: where to begin, in characters.
        end: where to stop.
        hints: what is known of the type.

    Returns:
        One call's arguments as an object, several calls' as a list of objects; ``None`` where there is no call
        whose arguments are the type's fields.
    """
    calls = [call for call in _calls(text, start, end) if call[1]] or list(_keyed_calls(text, start, end))
    if hints.wants == "scalar" or not calls:
        return None
    if hints.fields and not any(hints.convinced(tuple(a.name for a in arguments)) for _, arguments in calls):
        return None
    pieces = [_call_piece(text, span, arguments) for span, arguments in calls]
    whole = Span(pieces[0].span.start, pieces[-1].span.end)
    root = pieces[0] if len(pieces) == 1 else list_piece(whole, pieces)
    cut = [argument for _, arguments in calls for argument in arguments if not argument.closed]
    repairs = [
        Repair(RepairKind.UNFINISHED_VALUE, f"$.{a.name}", Span(a.inner_end, a.inner_end), "", "")
        for a in cut
    ]
    return reading_of(text, root, RepairKind.TOOL_CALL, *repairs, complete=not cut)


def _call_piece(text: str, span: Span, arguments: list[_Argument]) -> Piece:
    return object_piece(span, [(argument.name, _value(text, argument)) for argument in arguments])


def _value(text: str, argument: _Argument) -> Piece:
    start, end = trimmed(text, argument.inner, argument.inner_end)
    raw = text[start:end]
    # Entities stand for markup only where the model wrote any; JSON and code inside stay as they are.
    return Piece(Span(start, end), plain_scalar(raw if raw[:1] in '{["' else decode(raw)))


def _calls(text: str, start: int, end: int) -> Iterator[tuple[Span, list[_Argument]]]:
    """Each call with its arguments; arguments that stand in no call are one call."""
    once = Once(text, end)
    opened, arguments, position = -1, list[_Argument](), start
    while (tag := _next_tag(text, position, end, once)) is not None:
        position = tag.end()
        if tag["call"]:
            if arguments:
                yield Span(opened, tag.end() if tag["close"] else tag.start()), arguments
            opened, arguments = tag.start(), []
        elif _name(tag) and not tag["close"]:
            opened = tag.start() if opened < 0 else opened
            argument, position = _argument(text, tag, end, once)
            arguments.append(argument)
    if arguments:
        yield Span(opened, position), arguments


_KEY, _KEY_END, _VALUE, _VALUE_END = "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>"


def _keyed_calls(text: str, start: int, end: int) -> Iterator[tuple[Span, list[_Argument]]]:
    """Calls whose arguments are pairs of ``<arg_key>`` and ``<arg_value>``; a key that comes again begins the next."""
    once = Once(text, end)
    opened, arguments, position, seen = -1, list[_Argument](), start, set[str]()
    while (at := once.find(_KEY, position)) >= 0:
        stop = once.find(_KEY_END, at)
        value = once.find(_VALUE, stop) if stop >= 0 else -1
        if value < 0:
            break
        close = once.find(_VALUE_END, value)
        name = text[at + len(_KEY) : stop].strip()
        if name in seen:
            yield Span(opened, position), arguments
            opened, arguments, seen = -1, [], set[str]()
        seen.add(name)
        opened = at if opened < 0 else opened
        inner_end, position = (close, close + len(_VALUE_END)) if close >= 0 else (end, end)
        arguments.append(_Argument(name, value + len(_VALUE), inner_end, closed=close >= 0))
    if arguments:
        yield Span(opened, position), arguments


def _next_tag(text: str, position: int, end: int, once: Once) -> re.Match[str] | None:
    while (position := once.find("<", position)) >= 0:
        tag = _tags().match(text, position, end)
        if tag is not None:
            return tag
        position += 1
    return None


def _argument(text: str, tag: re.Match[str], end: int, once: Once) -> tuple[_Argument, int]:
    closer = f"</{tag['tag']}>"
    close = once.find(closer, tag.end())
    if close >= 0:
        return _Argument(_name(tag), tag.end(), close, closed=True), close + len(closer)
    # Without its closer an argument runs to the next tag of the call.
    following = _next_tag(text, tag.end(), end, once)
    stop = following.start() if following else end
    return _Argument(_name(tag), tag.end(), stop, closed=following is not None), stop
