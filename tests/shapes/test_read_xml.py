"""XML elements and attributes as data."""

import pytest

from structout.shapes import Hints, read_xml

PERSON = Hints(
    ("Person",),
    frozenset({"name", "age", "tags"}),
    "object",
    (frozenset({"name"}),),
    frozenset({"name", "age", "tags"}),
)
PEOPLE = Hints(("Person",), PERSON.fields, "list", PERSON.required, PERSON.known)
ANY_MAP = Hints(wants="object")
TEXTS = Hints(wants="list")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Person><name>Ann</name><age>34</age></Person>", {"name": "Ann", "age": 34}),
        ("Here:\n<person>\n <name> Ann </name>\n</person>\nBye", {"name": "Ann"}),
        ("<person name='Ann' age=\"34\"/>", {"name": "Ann", "age": 34}),
        ("<name>Ann</name><age>34</age>", {"name": "Ann", "age": 34}),
        ("<r><person><name>Ann</name></person></r>", {"name": "Ann"}),
        ("<person><name>A &lt;b&gt; &amp; &#233;</name></person>", {"name": "A <b> & é"}),
        ("<person><name><![CDATA[a <b> c]]></name></person>", {"name": "a <b> c"}),
        ("<person><!-- x --><name>Ann</name></person>", {"name": "Ann"}),
        ("<person><name>Ann</name><tags><tag>a</tag></tags></person>", {"name": "Ann", "tags": ["a"]}),
        (
            "<person><name>Ann</name><tags>a</tags><tags>b</tags></person>",
            {"name": "Ann", "tags": ["a", "b"]},
        ),
        ("<person><name>Ann</name><age type='int'>34</age></person>", {"name": "Ann", "age": 34}),
        ("<ns:person xmlns:ns='u'><ns:name>Ann</ns:name></ns:person>", {"name": "Ann"}),
        ("<person><name>an <b>odd</b> one</name></person>", {"name": "an <b>odd</b> one"}),
    ],
)
def test_an_object_is_read_from_elements(text, expected):
    assert read_xml(text, 0, len(text), PERSON).value == expected


@pytest.mark.parametrize(
    ("text", "hints", "expected"),
    [
        ("<people><person><name>A</name></person></people>", PEOPLE, [{"name": "A"}]),
        (
            "<person><name>A</name></person><person><name>B</name></person>",
            PEOPLE,
            [{"name": "A"}, {"name": "B"}],
        ),
        ("<items><item>a</item><item>b</item></items>", TEXTS, ["a", "b"]),
        (
            "<m><entry><key>a</key><value>1</value></entry><entry key='b'>2</entry></m>",
            ANY_MAP,
            {"a": 1, "b": 2},
        ),
    ],
)
def test_lists_and_maps_are_read(text, hints, expected):
    assert read_xml(text, 0, len(text), hints).value == expected


@pytest.mark.parametrize(
    "text", ["He said <b>no</b> to it.", "a < b and c > d", "<think>hm</think>", "", "<name"]
)
def test_prose_with_marks_is_no_data(text):
    assert read_xml(text, 0, len(text), PERSON) is None


def test_an_entity_that_is_declared_is_never_resolved():
    text = '<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]><person><name>&a;</name></person>'
    assert read_xml(text, 0, len(text), PERSON) is None


def test_missing_end_tags_are_mended_where_no_value_is_open():
    text = "<person><name>Ann</name>"
    reading = read_xml(text, 0, len(text), PERSON)
    assert (reading.value, reading.complete) == ({"name": "Ann"}, True)


@pytest.mark.parametrize("end", ["</persn>", "</persona>", "</parson>", ""])
def test_an_element_ends_before_the_next_of_its_name(end):
    text = f"<r><person><name>Ann</name>{end}<person><name>Bo</name></person></r>"
    reading = read_xml(text, 0, len(text), PEOPLE)
    assert (reading.value, reading.complete) == ([{"name": "Ann"}, {"name": "Bo"}], True)
    assert end in [repair.before for repair in reading.repairs] or not end


def test_an_item_under_another_name_is_not_left_out():
    text = "<r><person><name>Ann</name></person><persn><name>Bo</name></persn><person><name>Cy</name></person></r>"
    reading = read_xml(text, 0, len(text), PEOPLE)
    assert reading.value == [{"name": "Ann"}, {"name": "Bo"}, {"name": "Cy"}]


def test_an_open_value_is_told_as_unfinished():
    for text in ("<person><name>Ann</name><age>3", "<person><name>Ann</name><tags><tag>x</tag><ta"):
        assert not read_xml(text, 0, len(text), PERSON).complete


def test_the_place_of_a_value_is_known():
    text = "<person><name>Ann</name></person>"
    assert read_xml(text, 0, len(text), PERSON).span_of(("name",)).of(text) == "Ann"
