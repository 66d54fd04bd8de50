"""A text that is nothing but ``key: value`` pairs goes in, the object that it stands for comes out."""

from __future__ import annotations

from structout.coerce.folding import squeeze
from structout.coerce.patterns import lazy
from structout.coerce.schemas import Fields
from structout.scripts import SIGNS

_KEY = lazy(
    rf"(?:\A|[,;|\n，；])\s*+\*{{0,2}}+(?P<key>[^\W\d_][\w{SIGNS} \-()]{{0,40}}?)\*{{0,2}}+\s?[:：=]\*{{0,2}}+\s*+"
)
_MAX_TEXT = 4_000


def pairs_in(text: str, fields: Fields) -> dict[str, str]:
    """Read ``SKU: a, Qty: 1`` as an object.

    Args:
        text: pairs apart by commas, semicolons, bars or line breaks.
        fields: the fields that the keys have to be.

    Returns:
        The texts by key; empty where there are fewer than two pairs, a key is no field's or comes twice, or a value is
        missing.
    """
    text = text.strip()
    found = list(_KEY().finditer(text)) if len(text) <= _MAX_TEXT else []
    if len(found) < 2 or found[0].start() > 0:
        return {}
    ends = [*(match.start() for match in found[1:]), len(text)]
    pairs = {match["key"]: text[match.end() : end].strip() for match, end in zip(found, ends, strict=True)}
    known = {squeeze(name) for field in fields.fields for name in (*field.keys, field.name)}
    sure = len(pairs) == len(found) and all(pairs.values()) and {*map(squeeze, pairs)} <= known
    return pairs if sure else {}
