"""What held for the whole program: a callback manager, ``debug``, the colours of verbose runs."""

from __future__ import annotations

from collections.abc import Sequence

from structout.llms import CallbackManager, set_verbose

_manager = CallbackManager()


def get_callback_manager() -> CallbackManager:
    """The manager of the program: give it as ``callbacks=`` to what its handlers are to see."""
    return _manager


def get_color_mapping(items: Sequence[str], excluded_colors: Sequence[str] | None = None) -> dict[str, str]:
    """A colour for each item, in turn.

    Raises:
        ValueError: all colours are excluded.
    """
    colors = [
        each for each in ("blue", "yellow", "pink", "green", "red") if each not in (excluded_colors or ())
    ]
    if not colors:
        raise ValueError("No colors available: exclude fewer of them")
    return {item: colors[number % len(colors)] for number, item in enumerate(items)}


_debug = False


def set_debug(value: bool) -> None:
    """Switch ``verbose`` on or off by its other name."""
    global _debug
    _debug = value
    set_verbose(value)


def get_debug() -> bool:
    """What ``set_debug`` was told last."""
    return _debug
