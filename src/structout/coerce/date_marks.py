"""Words and signs beside a date or a time that change what it says, as patterns.

Text in, a match or none out; which of them matter is decided by the reader of dates.
"""

from __future__ import annotations

import re

from structout.coerce.patterns import lazy

PART_OF_DAY = lazy(
    r"\b(?:(?P<late>evening|afternoon|abends|nachmittags|tarde|soir|après-midi|sera|pomeriggio|avond|middag)|"
    r"(?P<night>night|tonight|nachts|noche|nuit|notte|noite|nacht))\b",
    re.I,
)
"""Words that say which half of the day a time is in."""

SHORT_YEAR = lazy(r"(?<![\w./-])\d{1,2}([/.-])\d{1,2}\1\d{2}(?![\w/-])")
"""A date whose year has two digits."""

RANGE = lazy(
    r"(?<!\d)\d{1,2}(?:st|nd|rd|th|\.|º)?\s{0,3}(?:[-–—~～/]|to|till|until|and|bis|und|al|au|et|a|e|y|ao|tot|en|do|i|по|до|и|至|到|から)\s{0,3}\Z",
    re.I,
)
"""A day and a word for "to" before a date."""

RANGE_ON = lazy(
    r"\s{0,3}(?:[–—~～]|to|till|until|bis|al|au|до|至|到|から)\s{0,3}\d{1,2}(?![\d:.hH点點时時시])", re.I
)
"""A word for "to" and a day behind a date."""

COMPACT = lazy(r"(?<!\w)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?!\d)")
"""ISO 8601 without marks."""

VAGUE = lazy(
    r"\b(?:not|before|after|around|about|circa|ca\.?|approximately|between|vor|nach|antes del?|después del?|"
    r"avant le|après le|prima del|dopo il)\s+(?:the\s+|el\s+|dem\s+)?[\"'*_]*\Z",
    re.I,
)
"""Words before a date that make it another one."""
