"""Starts an exported entry quickly: its modules come from one file, `ludus.bundle`, instead of a dozen.

Finding, opening and reading a dozen small files is a third of what an entry costs before it thinks. The bundle is
compiled code and fits one version of Python; any other finds it not to fit and uses the sources beside it.
This module is copied into the folder as `ludus_bundle_loader.py` and must import nothing of the package, nor anything else
that a bare interpreter has not loaded or built in: that is why its annotations are strings.
"""

import gc
import marshal
import sys

# What importlib.machinery and importlib.util would give, which take longer to load than the bundle saves.
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER
from _imp import source_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import ModuleType

    Codes = Mapping[str, tuple[bool, bytes]]
    """By the name of a module: whether it is a package, and its code."""


HEAD = len(MAGIC_NUMBER) + 8


def make_head(codes: bytes) -> bytes:
    """Make the header of the code: the version of Python it is for, and a checksum."""
    return MAGIC_NUMBER + source_hash(0, codes)


class Bundle:
    """Finds and loads modules in a bundle, for the import system."""

    def __init__(self, codes: "Codes", folder: str) -> None:
        self._codes = codes
        self._folder = folder

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: object = None
    ) -> "ModuleSpec | None":
        """Find a module of the bundle."""
        found = self._codes.get(name)
        if found is None:
            return None
        # A loader need not derive from importlib's, which is not loaded yet.
        spec = ModuleSpec(name, self, is_package=found[0])  # type: ignore[arg-type]
        if found[0]:
            # The native module is not in the bundle: it lies where the sources are.
            spec.submodule_search_locations = [f"{self._folder}/{name.replace('.', '/')}"]
        return spec

    def create_module(self, spec: "ModuleSpec") -> None:
        """Leave the making of the module to the import system."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run the module's code."""
        exec(marshal.loads(self._codes[module.__name__][1]), vars(module))


def use_bundle(path: str) -> None:
    """Take modules from the bundle, if it is there and fits this Python."""
    # Looking for garbage among freshly loaded modules finds none, and a program that makes one move leaves hardly any.
    gc.disable()
    try:
        with open(path, "rb") as file:  # noqa: PTH123  pathlib is not loaded yet
            data = file.read()
        codes = data[HEAD:]
        if data[:HEAD] == make_head(codes):
            sys.meta_path.insert(0, Bundle(marshal.loads(codes), path.rpartition("/")[0]))
    except (OSError, EOFError, ValueError, TypeError):
        # Damaged or missing: the sources work as well, only slower.
        return
