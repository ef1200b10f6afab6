/**
 * For tests: the schema of a message of which no package has the published one, made of the classes that somebody else has generated from that (`pyiso20022`). They keep
 * the elements, their order and number, and the lengths, patterns, digits and codes of what stands in them. That they keep all of it is held by class_schema.test.ts: for messages of
 * which both are there, the schema that is made is the one that is published.
 */
import { runPython } from "./python.ts";

/** A class whose name ends in `Choice` is a choice of one element: ISO 20022 names these so. A class cannot say it. */
const TO_SCHEMA = `
import sys, importlib, dataclasses, enum, typing
from decimal import Decimal
from xml.sax.saxutils import quoteattr
from xsdata.models.datatype import XmlDate, XmlDateTime, XmlPeriod, XmlTime
name = sys.argv[1].replace(".", "_")
module = importlib.import_module("pyiso20022.%s.%s.%s" % (name.split("_")[0], name, name))
BASES = {str: "string", bool: "boolean", Decimal: "decimal", XmlDate: "date", XmlDateTime: "dateTime", XmlTime: "time", bytes: "base64Binary"}
FACETS = [("min_inclusive", "minInclusive"), ("total_digits", "totalDigits"), ("fraction_digits", "fractionDigits"),
    ("min_length", "minLength"), ("max_length", "maxLength"), ("pattern", "pattern")]

def kind_of(hint):
    inner = [one for one in typing.get_args(hint) if one is not type(None)]
    return kind_of(inner[0]) if inner else hint

def fields_of(one, is_attribute):
    hints = typing.get_type_hints(one, vars(module))
    return [(field.metadata, field, kind_of(hints[field.name])) for field in dataclasses.fields(one)
        if (field.metadata.get("type") == "Attribute") == is_attribute]

def simple(kind, said):
    if kind is XmlPeriod:
        return '<xs:union memberTypes="xs:gYear xs:gYearMonth"/>'
    is_code = issubclass(kind, enum.Enum)
    facets = [("enumeration", code.value) for code in kind] if is_code else [(facet, said[key]) for key, facet in FACETS if key in said]
    inner = "".join("<xs:%s value=%s/>" % (facet, quoteattr(str(value))) for facet, value in facets)
    return '<xs:restriction base="xs:%s">%s</xs:restriction>' % ("string" if is_code else BASES[kind], inner)

def element(said, field, kind, is_choice):
    if said["type"] == "Wildcard":
        return '<xs:any namespace="##any" processContents="lax"/>'
    is_list = field.default_factory is list
    least = said.get("min_occurs", 0) if is_list else int(said.get("required", False))
    most = said.get("max_occurs", "unbounded") if is_list else 1
    start = '<xs:element name="%s" minOccurs="%s" maxOccurs="%s"' % (said["name"], max(least, 1) if is_choice else least, most)
    if dataclasses.is_dataclass(kind):
        return '%s type="%s"/>' % (start, kind.__name__)
    return '%s><xs:simpleType>%s</xs:simpleType></xs:element>' % (start, simple(kind, said))

def complex_type(one):
    attributes = "".join('<xs:attribute name="%s" use="required"><xs:simpleType>%s</xs:simpleType></xs:attribute>' % (said["name"], simple(kind, said))
        for said, _, kind in fields_of(one, True))
    inner = fields_of(one, False)
    [(said, _, kind), *_] = inner
    if "type" not in said:
        text = '<xs:simpleType name="%s.text">%s</xs:simpleType>' % (one.__name__, simple(kind, said))
        content = '<xs:simpleContent><xs:extension base="%s.text">%s</xs:extension></xs:simpleContent>' % (one.__name__, attributes)
        return '%s<xs:complexType name="%s">%s</xs:complexType>' % (text, one.__name__, content)
    is_choice = one.__name__.endswith("Choice")
    content = "".join(element(*field, is_choice) for field in inner)
    group = "choice" if is_choice else "sequence"
    return '<xs:complexType name="%s"><xs:%s>%s</xs:%s>%s</xs:complexType>' % (one.__name__, group, content, group, attributes)

space = quoteattr(module.__NAMESPACE__)
print('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns=%s targetNamespace=%s elementFormDefault="qualified">' % (space, space))
print('<xs:element name="Document" type="Document"/>')
for one in vars(module).values():
    if dataclasses.is_dataclass(one):
        print(complex_type(one))
print("</xs:schema>")
`;

/** `name`: `camt.055.001.08`. */
export function schemaOfClasses(name: string): string {
  return runPython(TO_SCHEMA, { args: [name] });
}
