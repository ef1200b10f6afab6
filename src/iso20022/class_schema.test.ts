/**
 * The schemas that tests make of somebody else's classes, where no package has the published one: for messages of which both are there, the one that is made says what the published
 * one says, type by type.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolutionOf } from "../../test/support/iso20022/bank_says.ts";
import { schemaOfClasses } from "../../test/support/iso20022/class_schema.ts";
import {
  type PublishedName,
  publishedSchema,
  schemaFault,
  skipSchemas,
} from "../../test/support/iso20022/outside.ts";
import { at, childrenOf, readXml, type XmlElement } from "./xml_reader.ts";

type Types = ReadonlyMap<string, XmlElement>;
const PERIODS = ["gYear", "gYearMonth"];

/** What a schema says of each complex type: its elements in their order and its attributes, each with its number and what may stand in it. */
function saysOf(schema: string): Record<string, string[]> {
  const { root } = readXml(Buffer.from(schema));
  const named = (kind: string) =>
    new Map(childrenOf(root, kind).map((one) => [one.attributes["name"] ?? "", one]));
  const simple = named("simpleType");
  const complex = [...named("complexType")];
  return Object.fromEntries(complex.map(([name, type]) => [name, partsOf(type, simple)]));
}

function partsOf(type: XmlElement, simple: Types): string[] {
  const extension = at(type, "simpleContent", "extension");
  const group = at(type, "sequence") ?? at(type, "choice") ?? extension;
  const { attributes } = group ?? type;
  const text = extension && textOf(attributes["base"] ?? "", simple);
  const attributesOf = childrenOf(extension ?? type, "attribute");
  const elements = extension === undefined ? (group?.children ?? []) : [];
  const said = [...elements, ...attributesOf].map((one) => partOf(one, simple));
  return [`${group?.name} ${text ?? ""}`, ...said];
}

function partOf(one: XmlElement, simple: Types): string {
  const { name = "", type, use, minOccurs = "1", maxOccurs = "1" } = one.attributes;
  const inner = at(one, "simpleType");
  const said = type === undefined ? inner && contentOf(inner) : textOf(type, simple);
  return `${one.name} ${name} ${use ?? `${minOccurs}..${maxOccurs}`} ${said ?? ""}`;
}

/** What may stand in a text of a type; of a type of elements its name. */
function textOf(type: string, simple: Types): string {
  const [, name = ""] = /^(?:xs:)?(.*)$/.exec(type) ?? [];
  const found = simple.get(name);
  return found === undefined ? name : contentOf(found);
}

function contentOf(type: XmlElement): string {
  const restriction = at(type, "restriction");
  const base = restriction?.attributes["base"]?.replace("xs:", "") ?? "";
  // Classes do not say whether a period is a year or a month.
  if (restriction === undefined || PERIODS.includes(base)) return "period";
  const facets = restriction.children.map(
    ({ name, attributes }) => `${name} ${attributes["value"]}`,
  );
  return [base, ...facets.sort()].join(", ");
}

/** This choice may have none of its elements, which a class does not say: the schema that is made asks for one. */
const OTHERWISE: Partial<Record<PublishedName, string>> = {
  "pain.002.001.12": "MandateRelatedData2Choice",
};
const NAMES = ["pain.001.001.09", "pain.002.001.12", "camt.053.001.08", "camt.054.001.08"] as const;
for (const name of NAMES) {
  test(`class schema: ${name} -> the published schema, type by type`, { skip: skipSchemas }, () => {
    const made = saysOf(schemaOfClasses(name));
    const published = saysOf(publishedSchema(name));
    assert.ok(Object.keys(published).length > 50);
    const otherwise = OTHERWISE[name];
    if (otherwise !== undefined) {
      assert.notDeepEqual(made[otherwise], published[otherwise]);
      for (const one of [made, published]) delete one[otherwise];
    }
    assert.deepEqual(made, published);
  });
}

const GOOD = resolutionOf({
  ...{ messageId: "C-1", conclusion: "RJCR", about: "bmsg-1", caseId: "bmsg-7" },
  statuses: [{ reference: "preq-1", status: "RJCR", reason: "ARDT" }],
});
const FAULTS: readonly [what: string, text: string, RegExp][] = [
  ["an element twice in a choice", GOOD.replace(/(<Conf>.*<\/Conf>)/, "$1$1"), /Conf/],
  ["a name of 36 characters", GOOD.replace("C-1", "C".repeat(36)), /maxLength/],
  ["no name", GOOD.replace("C-1", ""), /minLength/],
  ["a code that is none", GOOD.replace("<TxCxlSts>RJCR", "<TxCxlSts>GOOD"), /enumeration/],
  ["a BIC in small letters", GOOD.replace("BYLADEM1001", "byladem1001"), /pattern/],
  ["a time that is none", GOOD.replace("T12:00:00Z", ""), /CreDtTm/],
  [
    "an element in another place",
    GOOD.replace(/(<Sts>.*<\/Sts>)(.*)(<CxlDtls>)/s, "$2$3$1"),
    /Sts/,
  ],
  ["an element too many", GOOD.replace("<Sts>", "<More/><Sts>"), /More/],
  ["an element too few", GOOD.replace(/<Assgnr>.*<\/Assgnr>/s, ""), /Assgnr/],
];
for (const [what, text, message] of FAULTS) {
  test(`class schema: ${what} -> a fault`, { skip: skipSchemas }, () => {
    assert.match(schemaFault(text, "camt.029.001.09"), message);
  });
}

test("class schema: a file without a fault -> valid", { skip: skipSchemas }, () => {
  assert.equal(schemaFault(GOOD, "camt.029.001.09"), "");
});
