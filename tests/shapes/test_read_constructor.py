"""Python reprs as data."""

import pytest

from structout.shapes import Hints, read_constructor

FIELDS = frozenset({"id", "items", "when"})
ORDER = Hints(("Order",), FIELDS, "object")


def value_of(text, hints=ORDER):
    reading = read_constructor(text, 0, len(text), hints)
    return None if reading is None else reading.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Order(id=7, items=[Item(sku='a')])", {"id": 7, "items": [{"sku": "a"}]}),
        ("Sure: order = shop.Order(\n  id=7, # first\n)", {"id": 7}),
        ("print(Order(id=7))", {"id": 7}),
        ("id=7 items=['a', 'b']", {"id": 7, "items": ["a", "b"]}),
        ("Order(id=-1_000, when=datetime.date(2024, 1, 2))", {"id": -1000, "when": "2024-01-02"}),
        ("Order(id=1, when=datetime.datetime(2024, 1, 2, 3, 4))", {"id": 1, "when": "2024-01-02T03:04:00"}),
        ("Order(id=1, when=datetime.timedelta(days=1, seconds=3))", {"id": 1, "when": "P1DT3S"}),
        ("Order(id=Decimal('1.50'), items=set())", {"id": "1.50", "items": []}),
        (
            "Order(id=<Kind.A: 'a'>, items=(1, None), when={'x': True})",
            {"id": "a", "items": [1, None], "when": {"x": True}},
        ),
        ("Order(id='it\\'s' \" ok\", items=[])", {"id": "it's ok", "items": []}),
        (r"Order(id='C:\dir\new', items=[])", {"id": "C:\\dir\new", "items": []}),
    ],
)
def test_an_instance_is_read(text, expected):
    assert value_of(text) == expected


@pytest.mark.parametrize("text", ["[Order(id=1), Order(id=2)]", "Order(id=1)\nOrder(id=2)"])
def test_several_instances_are_a_list(text):
    assert value_of(text, Hints(("Order",), FIELDS, "list")) == [{"id": 1}, {"id": 2}]


@pytest.mark.parametrize(
    "text",
    [
        "I called foo(x=1) and set id=3.",
        "Order(id=7",
        "Order(id=open('f').read())",
        "Order(7, id=3)",
        "Order(x for x in y)",
        "id=7, items=6*7",
        "id=7 items=two cows",
    ],
)
def test_other_code_is_no_data(text):
    assert value_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "[Order(id=1), 'two', Order(id=3)]",
        "[Order(id=1), [2], Order(id=3)]",
        "[Order(id=1), Part(no=2), Order(id=3)]",
        "[Order(id=1), Order(id2), Order(id=3)]",
        "First Order(id=1), then Order(id2), last Order(id=3).",
    ],
)
def test_no_item_between_instances_is_left_out(text):
    assert value_of(text, Hints(("Order",), FIELDS, "list")) is None


def test_nesting_is_bounded():
    assert value_of("Order(id=" + "[" * 5000 + "]" * 5000 + ")") is None


@pytest.mark.parametrize(
    ("zone", "offset"),
    [
        ("datetime.timezone.utc", "+00:00"),
        ("timezone(timedelta(seconds=7200))", "+02:00"),
        ("datetime.timezone(datetime.timedelta(days=-1, seconds=68400))", "-05:00"),
        ("TzInfo(UTC)", "+00:00"),
        ("TzInfo(-12600)", "-03:30"),
    ],
)
def test_the_zone_of_a_moment_is_its_offset(zone, offset):
    text = f"Order(id=datetime.datetime(2026, 2, 3, 4, 5, tzinfo={zone}), items=[])"
    assert read_constructor(text, 0, len(text), ORDER).value["id"] == f"2026-02-03T04:05:00{offset}"
