"""Reads the scripts of the pages, and puts modules together into one classic script for pages opened from disk.

Each module becomes a function that returns what it exports, in the order in which they need each other. That takes no
more than the forms of `import` and `export` that our scripts use, each at the beginning of a line; others are refused.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from ludus.errors import LudusError

Read = Callable[[str], str]
"""Gives the text of a script by its path below the assets."""

_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n|^[ \t]*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_TYPE = re.compile(r"/\*\*(?:(?!\*/|\n).)*\*/ ?")
"""A type within a line."""
_IMPORT = re.compile(
    r"^import (?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from ['\"](?P<path>\.[^'\"]+)['\"];\n", re.MULTILINE
)
_REEXPORT = re.compile(r"^export \{(?P<names>[^}]*)\};?\n?", re.MULTILINE)
_EXPORT = re.compile(r"^export (?P<what>(?:async )?function|class|const|let) (?P<name>\w+)", re.MULTILINE)
_DYNAMIC = re.compile(r"\bimport\(['\"](?P<path>\.[^'\"]+)['\"]\)")
_LEFT = re.compile(r"^\s*(import|export)\b|\bimport\.meta\b", re.MULTILINE)


class BadScript(LudusError):
    """A script of ours that is written in a form which cannot be put together."""


def shrink(text: str) -> str:
    """Remove indentation, empty lines, types, and comments on lines of their own: half of our scripts."""
    lines = [line.strip() for line in _TYPE.sub("", _COMMENT.sub("", text)).splitlines()]
    for line in lines:
        if line.count("`") % 2:
            raise BadScript(f"expected texts that end on the line where they begin, found {line!r}")
    return "".join(f"{line}\n" for line in lines if line)


def list_modules(entry: str, read: Read) -> list[str]:
    """List the modules that an entry needs, each after those that it needs itself."""
    found: dict[str, None] = {}
    _visit(entry, read, found, ())
    return list(found)


def _visit(path: str, read: Read, found: dict[str, None], above: tuple[str, ...]) -> None:
    if path in found:
        return
    if path in above:
        raise BadScript(
            f"{path}: expected modules that do not need each other in a circle: {' '.join(above)}"
        )
    for needed in _list_needed(path, read(path)):
        _visit(needed, read, found, (*above, path))
    found[path] = None


def _list_needed(path: str, text: str) -> Iterator[str]:
    stripped = shrink(text)
    for pattern in (_IMPORT, _DYNAMIC):
        for match in pattern.finditer(stripped):
            yield _resolve(path, match["path"])


def _resolve(path: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def bundle(entry: str, read: Read) -> str:
    """Put an entry and all that it needs together into one script."""
    modules = list_modules(entry, read)
    numbers = {path: number for number, path in enumerate(modules)}
    parts = [_wrap(path, shrink(read(path)), numbers) for path in modules]
    return '"use strict";\n(() => {\n' + "".join(parts) + "})();\n"


def _wrap(path: str, text: str, numbers: dict[str, int]) -> str:
    """Make a function of a module, and call it."""
    exported: dict[str, str] = {}

    def name_module(match: re.Match[str]) -> str:
        return f"module{numbers[_resolve(path, match['path'])]}"

    def take_import(match: re.Match[str]) -> str:
        if match["all"]:
            return f"const {match['all']} = {name_module(match)};\n"
        return f"const {{{match['names'].replace(' as ', ': ')}}} = {name_module(match)};\n"

    def take_export(match: re.Match[str]) -> str:
        exported[match["name"]] = match["name"]
        return f"{match['what']} {match['name']}"

    def take_list(match: re.Match[str]) -> str:
        for words in filter(None, (each.split() for each in match["names"].split(","))):
            exported[words[-1]] = words[0]
        return ""

    text = _IMPORT.sub(take_import, text)
    text = _REEXPORT.sub(take_list, text)
    text = _EXPORT.sub(take_export, text)
    text = _DYNAMIC.sub(lambda match: f"Promise.resolve({name_module(match)})", text)
    left = _LEFT.search(text)
    if left:
        line = text[left.start() :].strip().partition("\n")[0]
        raise BadScript(f"{path}: expected an import or export in one of our forms, found {line!r}")
    names = ", ".join(f"{name}: {value}" if name != value else name for name, value in exported.items())
    return f"const module{numbers[path]} = (() => {{\n{text}return {{ {names} }};\n}})();\n"
