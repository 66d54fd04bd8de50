"""Slots of the instructions that a completion left unfilled: ``<string>``, a type's name, ``[your name]``."""

from __future__ import annotations

import re

from structout.coerce.keys import key_words
from structout.coerce.patterns import lazy
from structout.coerce.words import HTML_TAGS, TYPE_NAMES

_SLOT = lazy(
    r"<(?P<tag>[A-Za-zÀ-ӿ][\w ,:|/'-]{0,60})>|"
    r"\[(?:your|insert|enter|add|the|name of|ihr|ihre|dein|deine|hier|votre|vos|insérer|saisir|tu|su|insertar|ingresar|introducir|seu|sua|inserir|"
    r"inserire|il tuo|la tua|uw|vul|wpisz|wstaw|twoje|vložte|ваше|ваш|вставьте|введите|вкажіть|ange|skriv|lisää|isi|masukkan|nhập|girin|adınız)\b"
    r"[^\[\]]{0,60}\]|[\[［][^\[\]［］]{1,60}\s?(?:einfügen|eintragen|eingeben|here|ici|aquí|aqui|qui|invullen|buraya|入力|记入|填写|填寫|を入力|입력)[\]］]|"
    r"[\[［【](?:请|請|填写|插入|输入|輸入|ここに)[^\[\]［］【】]{1,40}[\]］】]|\{\{\s?\w[\w .-]{0,40}\}\}|(?:your|insert)[ _]\w{1,20}[ _]here|\.\.\.|…",
    re.I,
)


_OPTIONS = lazy(r"[A-Za-z][\w-]{1,30}(?:\s?\|\s?[A-Za-z][\w-]{1,30}){1,20}")


def is_placeholder(text: str, field: str = "") -> bool:
    """Whether a string is a slot left open and no value.

    Args:
        text: the string.
        field: the name of the field it was given for; a field about types may name one.
    """
    bare = text.strip()
    if not 3 <= len(bare) <= 80 and bare != "…":
        return False
    low = bare.lower()
    if _is_type_name(low):
        return not re.search(r"type|format|kind|schema", field, re.I)
    if _OPTIONS().fullmatch(bare):
        return not re.search(r"type|format|regex|pattern|command|query|code|expr", field, re.I)
    if bare[0] in "[{" and _names_its_field(bare, field):
        return True
    match = _SLOT().fullmatch(bare)
    return match is not None and (match["tag"] or "").lower() not in HTML_TAGS


_BRACKETED = lazy(r"(?:\[|\{)\s?(\w{1,24}(?:[ _-]\w{1,24}){0,3})\s?[\]}]")


def _names_its_field(text: str, field: str) -> bool:
    """Whether brackets hold the words of the field's own name: ``[Artist Name]`` for ``artist``."""
    match = _BRACKETED().fullmatch(text)
    words = key_words(field)
    return match is not None and bool(words) and words <= key_words(match[1])


def _is_type_name(text: str) -> bool:
    parts = [part.strip() for part in text.replace(" or ", "|").split("|")]
    named = [part for part in parts if part.rstrip("?") in TYPE_NAMES]
    return bool(named) and all(
        part.rstrip("?") in TYPE_NAMES or part in ("null", "none", "undefined") for part in parts
    )
