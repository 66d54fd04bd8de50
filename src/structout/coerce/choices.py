"""One of given options out of text: by spelling, by name, inside a sentence, with accents or a typo.

The longest whole-word hit wins; two different ones are ambiguous; a negated mention is no hit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from structout.coerce.booleans import cue_pattern
from structout.coerce.calendar_words import MONTHS, WEEKDAYS
from structout.coerce.folding import MARKS, casefold, distance, squeeze, unaccent
from structout.coerce.negations import denied
from structout.coerce.patterns import lazy
from structout.coerce.reading import NOTHING, Found, Unread, Why
from structout.coerce.words import COMPOUNDS
from structout.result import RepairKind, Span
from structout.scripts import SIGNS

_EDGE = MARKS + ".!?,;:()[]{}<>。！，"
_MAX_TEXT = 20_000
_COMPARED = lazy(
    r"(?:\b(?:far from|anything but|other than|less|below|above|under|over|at least|at most|more than|up to|beyond|short of|almost|nearly|close to|"
    r"mindestens|höchstens|unter|über|fast|weniger|au moins|au plus|presque|moins|al menos|como máximo|casi|menos|almeno|al massimo|quasi|meno|"
    r"pelo menos|no máximo|quase|minstens|hoogstens|bijna|minder|co najmniej|prawie|не менее|почти|ниже|выше)\s+(?:an?\s+|the\s+)?|(?:\A|\s)[<>≤≥~≈]=?\s?)[\"'*_`“‘(]{0,3}\Z",
    re.I,
)
_COMPARED_BEHIND = lazy(
    r"[\"'*_`”’)]{0,3}(?:\+(?!\w)|-?ish\b|\s(?:or|and) (?:higher|above|more|better|lower|below|less|worse|up)\b)",
    re.I,
)
_ABOUT = lazy(
    r"(?:[-−+<>≤≥~≈±]|\b(?:about|around|approx(?:\.|imately)?|roughly|circa|ca\.?|etwa|ungefähr|environ|unos|circa|około|около|minus))\s?\Z",
    re.I,
)
_BETWEEN = lazy(
    r"\s*[,;/&+|、，]\s*|\s+(?:and|or|und|oder|y|o|et|ou|e|i|и|или|en|of|och|eller|ve|veya)\s+", re.I
)
_SIGNED = lazy(r"\A[-−+<>≤≥~≈]=?\s?\w|\w[+?？]\W*\Z")
"""A sign before an option or behind it, which the folds of its spelling would drop."""
_UNSURE = lazy(
    r"\b(?:maybe|perhaps|possibly|unclear|unsure|not sure|uncertain|quizás|vielleicht|peut-être)\b", re.I
)
_CLOSED = lazy(r"[\"'*_`]{0,3}(?:[.;:!\n]|\Z)")
_NAMED = lazy(
    r"\b(?:option|choice|answer|grade|class|category|level|type|opción|opcion|réponse|antwort)\Z", re.I
)
_CUED = lazy(r"(?:[:=]|\b(?:is|be|choose|pick|select|es|ist|est|è|é))\Z", re.I)
_COMMON = frozenset("one two other none all any may will can it is us no on in so at as new open".split())
"""Options that are common words: beside another option they count only as they are written."""
_Fold = Callable[[str], str]


def _bare(text: str) -> str:
    return casefold(text.strip(_EDGE) or text.strip())


def _spaced(text: str) -> str:
    return " ".join(
        "".join(
            c if c.isalnum() or unicodedata.category(c)[0] == "M" else " " for c in casefold(text)
        ).split()
    )


_SPELLINGS: tuple[tuple[_Fold, RepairKind], ...] = (
    (_bare, RepairKind.CHOICE_SPELLING),
    (_spaced, RepairKind.CHOICE_SPELLING),
    (squeeze, RepairKind.CHOICE_SPELLING),
    (unaccent, RepairKind.CHOICE_ACCENTS),
)


@lru_cache(maxsize=256)
def _table(options: tuple[str, ...], fold: _Fold) -> dict[str, frozenset[int]]:
    """Folded spelling → the options spelt so."""
    table: dict[str, frozenset[int]] = {}
    for option in dict.fromkeys(options):
        table[fold(option)] = table.get(fold(option), frozenset()) | {options.index(option)}
    return table


def _by_spelling(text: str, options: tuple[str, ...], fold: _Fold) -> int | Unread | None:
    wanted = fold(text)
    hits = _table(options, fold).get(wanted, frozenset()) if wanted else frozenset[int]()
    if len(hits) > 1:
        return Unread(Why.AMBIGUOUS, "several options are spelt so")
    return next(iter(hits), None)


def _by_calendar(text: str, options: Sequence[str]) -> int | None:
    """The one option that names the same day of the week or month, in full, cut short or in another language."""
    for table in (WEEKDAYS, MONTHS):
        meant = table.get(_bare(text))
        named = [table.get(_bare(option)) for option in options] if meant is not None else []
        if named.count(meant) == 1 and len(named) - named.count(None) > 1:
            return named.index(meant)
    return None


def read_choice(
    text: str, options: Sequence[str], names: Sequence[str] = (), *, typo_margin: int = 2
) -> Found[int] | Unread:
    """Find out which option a text means.

    Args:
        text: an option in any spelling, or a sentence that names one.
        options: the values to choose from.
        names: their other names, in the same order; taken where no value fits.
        typo_margin: how many more edits the second-best option must need for a misspelt one to count.

    Returns:
        The index of the option with its place, or why there is none.
    """
    whole = Span(0, len(text))
    for labels, own in ((options, ()), (names, (RepairKind.CHOICE_NAME,))):
        stripped = text.strip()
        for candidate, kinds in ((text, ()), (stripped, (RepairKind.CHOICE_SPELLING,))):
            exact = [i for i, label in enumerate(labels) if label == candidate]
            if exact:
                return Found(exact[0], whole, own or kinds)
        if _SIGNED().search(stripped) and not any(map(_SIGNED().search, labels)):
            continue
        for fold, kind in _SPELLINGS if len(text) <= _MAX_TEXT else ():
            hit = _by_spelling(text, tuple(labels), fold)
            if isinstance(hit, Unread):
                return hit
            if hit is not None:
                return Found(hit, whole, (*own, kind))
    for labels in (options, names):
        same_day = _by_calendar(text, labels)
        if same_day is not None:
            return Found(same_day, whole, (RepairKind.CHOICE_NAME,))
    if text.rstrip(MARKS)[-1:] in ("?", "？"):
        return Unread(Why.AMBIGUOUS, "a question is no answer")
    if _lists_options(text, options):
        return Unread(Why.PLACEHOLDER, "the list of options was left standing; choose one")
    return _in_prose(text, options, names, typo_margin)


def _lists_options(text: str, options: Sequence[str]) -> bool:
    """``low|normal|high``: the slot of the instructions, unfilled."""
    if "|" not in text:
        return False
    parts = {part.strip(_EDGE).casefold() for part in text.split("|")}
    return len(parts) > 1 and parts <= {option.casefold() for option in options}


def _in_prose(
    text: str, options: Sequence[str], names: Sequence[str], typo_margin: int
) -> Found[int] | Unread:
    if len(text) > _MAX_TEXT:
        return NOTHING
    if _enumerates(text, (*options, *names)):
        return Unread(Why.SEVERAL, "several options are named")
    for labels, own in ((options, ()), (names, (RepairKind.CHOICE_NAME,))):
        for fold, kinds in ((_same_length, ()), (_flat, (RepairKind.CHOICE_ACCENTS,))):
            hits = _hits(text, labels, fold)
            found = _settle(text, hits, labels)
            if isinstance(found, Unread):
                return found
            if found is not None:
                return found.also(*own, *kinds)
    return _typo(text, options, typo_margin)


def _settle(text: str, hits: list[tuple[int, Span]], labels: Sequence[str]) -> Found[int] | Unread | None:
    kinds = (RepairKind.CHOICE_IN_PROSE,)
    kept = [hit for hit in hits if not _ruled_out(text, hit[1])]
    if kept and _UNSURE().search(text):
        return Unread(Why.AMBIGUOUS, "it leaves open which option")
    if not kept:
        return Unread(Why.NONE, "options are named only to be ruled out") if hits else None
    if len({i for i, _ in kept}) > 1:
        kept = [
            h for h in kept if h[1].of(text) == labels[h[0]] or h[1].of(text).casefold() not in _COMMON
        ] or kept
    if len({i for i, _ in kept}) == 1:
        return Found(kept[0][0], kept[0][1], kinds)
    cues = list(cue_pattern().finditer(text))
    behind = [hit for hit in kept if cues and hit[1].start >= cues[-1].end()]
    if behind and behind[0][1].start - cues[-1].end() <= 3 and _CLOSED().match(text, behind[0][1].end):
        behind = behind[:1]
    if behind and len({i for i, _ in behind}) == 1:
        return Found(behind[0][0], behind[0][1], kinds)
    shown = ", ".join(dict.fromkeys(span.of(text) for _, span in kept[:4]))
    return Unread(Why.SEVERAL, f"several options are named: {shown}")


def _enumerates(text: str, labels: Sequence[str]) -> bool:
    """``A, C``: nothing but options, and more than one."""
    parts = [squeeze(part) for part in _BETWEEN().split(text[:400].strip(_EDGE))]
    return len(set(parts)) > 1 and set(parts) <= {squeeze(label) for label in labels} - {""}


def _ruled_out(text: str, span: Span) -> bool:
    """Whether the words beside a mention say that it is another option: "not", "below", "or higher"."""
    before = text[max(0, span.start - 80) : span.start]
    compared = _COMPARED().search(before) or _COMPARED_BEHIND().match(text, span.end)
    return bool(compared) or denied(before.lower(), text, span.end)


def _same_length(text: str) -> str:
    """Lower case of the same length, so that places stay."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _flat(text: str) -> str:
    """Lower case without accents, of the same length."""
    return "".join((unaccent(c) or c)[:1] if c.isalpha() else c for c in text)


def _hits(text: str, labels: Sequence[str], fold: _Fold) -> list[tuple[int, Span]]:
    """Whole-word hits, the longest first at each place, none inside another."""
    folded = fold(text)
    found: list[tuple[int, Span]] = []
    for index, label in enumerate(labels):
        pattern = _label_pattern(label, fold)
        if pattern is None:
            continue
        source = text if len(label) <= 2 and label.isascii() else folded
        found += [(index, Span(*m.span())) for m in pattern.finditer(source) if _is_mention(text, m, label)]
    found.sort(key=lambda hit: (hit[1].start - hit[1].end, hit[1].start))
    kept: list[tuple[int, Span]] = []
    covered = bytearray(len(text))
    for index, span in found:
        if not any(covered[span.start : span.end]):
            covered[span.start : span.end] = b"\x01" * (span.end - span.start)
            kept.append((index, span))
    return sorted(kept, key=lambda hit: hit[1].start)


@lru_cache(maxsize=2048)
def _label_pattern(label: str, fold: _Fold) -> re.Pattern[str] | None:
    words = re.split(r"[\s_-]+", label.strip())
    if not any(c.isalnum() for c in label):
        return None
    short = len(label) <= 2 and label.isascii()
    body = r"[\s_-]".join(re.escape(word if short else fold(word)) for word in words)
    spaceless = any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7a3" for c in label)
    return re.compile(body if spaceless else rf"(?<![\w{SIGNS}-])(?<!\d[.,]){body}(?![\w{SIGNS}-]|[.,]\d)")


def _is_mention(text: str, match: re.Match[str], label: str) -> bool:
    """A number, a letter or a short word must stand as an answer, not as an article, a preposition or a part of a word."""
    if len(label) == 1 and text[max(0, match.start() - 1) : match.end()] in COMPOUNDS:
        return False
    if len(label) == 1 and text[match.start() : match.end() + 1] in COMPOUNDS:
        return False
    if len(label) > 2 or not label.isascii():
        return True
    if label.isdigit():
        before, after = text[max(0, match.start() - 24) : match.start()], text[match.end() : match.end() + 1]
        return len(re.findall(r"\d+", text)) == 1 and not _ABOUT().search(before) and after not in ("+", "%")
    if len(label) == 2 and label.isupper() and not text.isupper():
        return True
    before, after = text[max(0, match.start() - 40) : match.start()].rstrip("\"'*_`( "), text[match.end() :]
    if _NAMED().search(before):
        return True
    cued = _CUED().search(before) is not None
    closed = not after[:40].strip(_EDGE) or (after[0] in ").:,;*\"'`" and (cued or not before))
    return closed and (cued or not before or text[match.start() - 1] in "\"'*`(")


def _typo(text: str, options: Sequence[str], margin: int) -> Found[int] | Unread:
    word = squeeze(text)
    if not 4 <= len(word) <= 60 or len(options) > 200:
        return NOTHING
    limit = 1 if len(word) < 8 else 2
    ranked = sorted((distance(word, squeeze(option), limit + margin), i) for i, option in enumerate(options))
    best = ranked[0]
    if best[0] > limit or (len(ranked) > 1 and ranked[1][0] - best[0] < margin):
        return NOTHING
    if re.sub(r"\D", "", word) != re.sub(r"\D", "", options[best[1]]):
        return NOTHING
    return Found(best[1], Span(0, len(text)), (RepairKind.CHOICE_TYPO,))
