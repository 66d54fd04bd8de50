"""Old import paths on, and off again: a finder for ``import`` that makes the old modules out of the table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

from structout.compat.langchain.absences import absent
from structout.compat.langchain.names import __file__ as table, modules
from structout.compat.langchain.settings import get_debug, set_debug
from structout.errors import ConfigError
from structout.llms import get_llm_cache, get_verbose, set_llm_cache, set_verbose

_ROOTS = ("langchain", "langchain_classic", "langchain_core", "langchain_openai", "langchain_community")
_DOCS = "docs/migration.md has the table"
# Settings that were attributes of the module `langchain`.
_SETTINGS = {
    "verbose": (get_verbose, set_verbose),
    "debug": (get_debug, set_debug),
    "llm_cache": (get_llm_cache, set_llm_cache),
}


class OldModule(ModuleType):
    """A module of 2023: its names are looked up when they are asked for."""

    def __init__(self, name: str, names: Mapping[str, tuple[str, str]]) -> None:
        super().__init__(name, f"The names of `{name}` that structout has; {_DOCS}.")
        self.__dict__["_names"] = names
        # Python names this file where a name is not found.
        self.__dict__["__file__"] = table
        self.__dict__["__all__"] = sorted(names)

    def __getattr__(self, name: str) -> Any:
        if name in _SETTINGS and "." not in self.__name__:
            return _SETTINGS[name][0]()
        if name in self._names:
            home, here = self._names[name]
            return getattr(import_module(home), here)
        if f"{self.__name__}.{name}" in modules():
            return import_module(f"{self.__name__}.{name}")
        reason = absent().get((self.__name__, name))
        if reason is not None:
            raise ImportError(f"{self.__name__}.{name} is not in structout: {reason}; {_DOCS}")
        raise AttributeError(f"{self.__name__}.{name} is not among the names that structout has; {_DOCS}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SETTINGS and "." not in self.__name__:
            _SETTINGS[name][1](value)
        else:
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._names})


class OldModules(Loader):
    """Finds and makes the old modules, for ``sys.meta_path``."""

    def __init__(self, roots: Sequence[str]) -> None:
        self.roots = frozenset(roots)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The spec of an old module; ``None`` for every other module.

        Raises:
            ModuleNotFoundError: a module of the old packages that is not here.
        """
        if name.partition(".")[0] not in self.roots:
            return None
        if name not in modules():
            reason = next((why for above in _upwards(name) if (why := absent().get((above, "*")))), None)
            about = (
                f"is not in structout: {reason}" if reason else "is not among the paths that structout has"
            )
            raise ModuleNotFoundError(f"No module named {name!r}: it {about}; {_DOCS}", name=name)
        return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> OldModule:
        """An old module."""
        return OldModule(spec.name, modules()[spec.name])

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do."""


def _upwards(module: str) -> list[str]:
    """A module and those that it is in."""
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(len(parts), 0, -1)]


_finders: list[OldModules] = []
_set_aside: dict[str, ModuleType] = {}


def installed() -> bool:
    """Whether the old import paths are on."""
    return bool(_finders)


def install(*, force: bool = False) -> None:
    """Let ``langchain`` and its modules be imported from structout; nothing happens where that is so already.

    ``langchain_core`` and its like come along, each unless it is really installed.

    Args:
        force: do it even if langchain itself is installed; what was imported of it is set aside until ``uninstall``.

    Raises:
        ConfigError: langchain itself is installed.
    """
    if installed():
        return
    real = [root for root in _ROOTS if _is_real(root)]
    if "langchain" in real and not force:
        raise ConfigError(
            "langchain itself is installed here, and its import paths would lead to structout: uninstall it, or call "
            "install(force=True)"
        )
    finder = OldModules(_ROOTS if force else [root for root in _ROOTS if root not in real])
    for name in _imported(finder.roots):
        _set_aside[name] = sys.modules.pop(name)
    _finders.append(finder)
    sys.meta_path.insert(0, finder)


def uninstall() -> None:
    """Take the old import paths away again, and put back what ``install(force=True)`` set aside."""
    for finder in _finders:
        sys.meta_path.remove(finder)
        for name in _imported(finder.roots):
            del sys.modules[name]
    _finders.clear()
    sys.modules.update(_set_aside)
    _set_aside.clear()


def _is_real(root: str) -> bool:
    return root in sys.modules or PathFinder.find_spec(root) is not None


def _imported(roots: frozenset[str]) -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] in roots]
