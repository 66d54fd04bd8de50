"""JSON value × type → typed value, with every liberty reported; also the readers of single values from text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from structout.exports import exported

if TYPE_CHECKING:
    from structout.coerce.adapters import (
        adapter_of as adapter_of,
        early_adapter_of as early_adapter_of,
    )
    from structout.coerce.booleans import (
        read_boolean as read_boolean,
    )
    from structout.coerce.choices import (
        read_choice as read_choice,
    )
    from structout.coerce.coercer import (
        Coerced as Coerced,
        Coercer as Coercer,
        Refused as Refused,
    )
    from structout.coerce.dates import (
        read_date as read_date,
        read_datetime as read_datetime,
        read_time as read_time,
    )
    from structout.coerce.durations import (
        read_duration as read_duration,
    )
    from structout.coerce.numbers import (
        read_number as read_number,
    )
    from structout.coerce.placeholders import (
        is_placeholder as is_placeholder,
    )
    from structout.coerce.reading import (
        Found as Found,
        Options as Options,
        Unread as Unread,
        Why as Why,
    )
    from structout.coerce.scalars import (
        RULES as RULES,
        Ask as Ask,
        Rule as Rule,
    )
    from structout.coerce.schemas import (
        CODE_ERRORS as CODE_ERRORS,
    )
else:
    __getattr__, __all__ = exported(
        __name__,
        {
            "adapters": ("adapter_of", "early_adapter_of"),
            "booleans": ("read_boolean",),
            "choices": ("read_choice",),
            "coercer": (
                "Coerced",
                "Coercer",
                "Refused",
            ),
            "dates": (
                "read_date",
                "read_datetime",
                "read_time",
            ),
            "durations": ("read_duration",),
            "numbers": ("read_number",),
            "placeholders": ("is_placeholder",),
            "reading": (
                "Found",
                "Options",
                "Unread",
                "Why",
            ),
            "scalars": (
                "RULES",
                "Ask",
                "Rule",
            ),
            "schemas": ("CODE_ERRORS",),
        },
    )
