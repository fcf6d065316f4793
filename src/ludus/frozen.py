"""Values that never change.

Contest entries pass through here on the way to their first node, and a dataclass would cost them start-up time.
"""

from __future__ import annotations


class Frozen:
    """A value that never changes and is equal to its like; `__slots__` lists its fields as `__init__` takes them."""

    __slots__: tuple[str, ...] = ()

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} never changes, so {field!r} cannot be set")

    def __delattr__(self, field: str) -> None:
        raise AttributeError(f"a {type(self).__name__} never changes, so {field!r} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in self.__slots__)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, field) for field in self.__slots__))

    def __repr__(self) -> str:
        fields = ", ".join(f"{field}={getattr(self, field)!r}" for field in self.__slots__)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, field) for field in self.__slots__)
