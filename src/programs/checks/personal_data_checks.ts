/** P22: fields that are named like personal data are declared as such, so that logs and events do not show them. */
import type { FieldSource, ListItemSource } from "../field_schema.ts";
import { at, type Findings, quoted } from "../finding.ts";
import type { TypedNoun } from "../typed_noun.ts";
import { itemField } from "../value_type.ts";

/** Words in names, in small letters, without what stands between the words. */
const WORDS = [
  ...["firstname", "lastname", "fullname", "legalname", "surname", "givenname", "birth", "email"],
  ...["phone", "mobile", "address", "street", "postcode", "postalcode", "zipcode", "passport"],
  ...[
    "taxid",
    "taxnumber",
    "ssn",
    "nationalid",
    "idnumber",
    "iban",
    "accountnumber",
    "driverslicense",
  ],
  ...["gender", "religion", "nationality"],
];

export function checkPersonalData(noun: TypedNoun, findings: Findings): void {
  checkFields(noun.source.fields, at(noun.path, "fields"), findings);
  for (const { source, path } of noun.actions.values()) {
    checkFields(source.input ?? {}, at(path, "input"), findings);
  }
}

function checkFields(
  fields: Readonly<Record<string, FieldSource>>,
  path: string,
  findings: Findings,
): void {
  for (const [name, field] of Object.entries(fields)) {
    check(name, field, at(path, name), findings);
    for (const [item, declared] of Object.entries(field.of ?? {})) {
      check(item, itemField(declared), at(path, name, "of", item), findings);
    }
  }
}

function check(
  name: string,
  { type, pii }: FieldSource | ListItemSource,
  path: string,
  findings: Findings,
): void {
  const plain = name.toLowerCase().replaceAll("_", "");
  const word = WORDS.find((each) => plain.includes(each));
  if (type !== "text" || pii !== undefined || word === undefined) return;
  const message = `the field ${quoted(name)} seems to be personal data`;
  findings.add("P22", path, message, 'Give it "pii": true; or "pii": false where it is none.');
}
