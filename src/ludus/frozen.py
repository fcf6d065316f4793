"""Values that never change.

Contest entries pass through here on the way to their first node, and a dataclass would cost them start-up time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import dataclass_transform
else:

    def dataclass_transform(**_options):
        """Stand in for what only type checkers need: it lets them see the `__init__` of a `Value`."""
        return lambda cls: cls


class Frozen:
    """Something of which no part can be set or deleted."""

    __slots__: tuple[str, ...] = ()

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} never changes, so {field!r} cannot be set")

    def __delattr__(self, field: str) -> None:
        raise AttributeError(f"a {type(self).__name__} never changes, so {field!r} cannot be deleted")


@dataclass_transform(frozen_default=True)
class Value(Frozen):
    """A frozen value that is equal to its like; its fields are those that the class annotates, perhaps with a default."""

    def __init__(self, *values: object, **named: object) -> None:
        fields = type(self).__annotations__
        if len(values) > len(fields) or not fields.keys() >= named.keys():
            raise TypeError(f"{type(self).__name__}: expected {', '.join(fields)}, found {values}, {named}")
        self.__dict__.update(zip(fields, values, strict=False), **named)

    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, field) for field in type(self).__annotations__])

    def __eq__(self, other: object) -> bool:
        return self._values() == other._values() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = zip(type(self).__annotations__, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join(f'{field}={value!r}' for field, value in fields)})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._values()
