/** The JSON Schemas of fields: they and the engine take the same values, as a validator that is not ours sees it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { programOf } from "../../../test/model/program_generator.ts";
import { INVOICE, LOAN, typedOf } from "../../../test/support/programs/programs.ts";
import { fieldSources, objectFor } from "../../../test/support/programs/run/field_values.ts";
import { fc } from "../../../test/support/properties.ts";
import { validatorOf } from "../../../test/support/schema_validator.ts";
import type { TypedProgram } from "../typed_program.ts";
import { readFields } from "./field_reading.ts";
import { answerSchema, requestSchema } from "./fields_schema.ts";
import { type FieldSources, fieldsToJson } from "./values.ts";

const CURRENCIES = ["EUR", "USD"];

/** What the engine refuses and a schema cannot: bounds of amounts, days that no month has, NUL. */
const ENGINE_ALONE: ReadonlySet<string> = new Set(["range", "format", "text"]);

let accepted = 0;

/** `given` as the engine and the schemas see it. */
function compare(sources: FieldSources, currencies: readonly string[]) {
  const request = validatorOf(requestSchema(sources, { currencies }));
  const answer = validatorOf(answerSchema(sources, { currencies }));
  assert.deepEqual(request.schemaFaults, []);
  assert.deepEqual(answer.schemaFaults, []);
  return (given: unknown) => {
    const read = readFields(sources, given, { at: "fields", currencies });
    const faults = request.faultsOf(given);
    if ("issues" in read) {
      if (faults.length > 0) return;
      for (const { code } of read.issues) assert.ok(ENGINE_ALONE.has(code), JSON.stringify(read));
      return;
    }
    // A reference that is required and absent is refused later, with a code of its own.
    const lacks = Object.entries(sources).some(
      ([name, { type, required }]) => type === "ref" && required === true && !read.fields.has(name),
    );
    if (lacks) return;
    accepted++;
    assert.deepEqual(faults, [], `${JSON.stringify(sources)} ${JSON.stringify(given)}`);
    assert.deepEqual(answer.faultsOf(fieldsToJson(read.fields, sources)), []);
  };
}

test("fields schema: any fields and values -> valid where the engine accepts, and hardly anywhere else", () => {
  fc.assert(
    fc.property(
      fieldSources.chain((sources) =>
        fc.record({
          sources: fc.constant(sources),
          given: fc.array(objectFor(sources), { minLength: 20, maxLength: 20 }),
        }),
      ),
      ({ sources, given }) => given.forEach(compare(sources, CURRENCIES)),
    ),
    { numRuns: 100 },
  );
  assert.ok(accepted > 50, `${accepted} values were accepted`);
});

function partsOf({ nouns }: TypedProgram): FieldSources[] {
  return [...nouns.values()].flatMap(({ source }) => [
    source.fields,
    ...Object.values(source.actions).map(({ input = {} }) => input),
  ]);
}

test("fields schema: fields and inputs of programs by chance -> valid where the engine accepts", () => {
  const programs = [
    typedOf(INVOICE),
    typedOf(LOAN),
    ...Array.from({ length: 12 }, (_, seed) => programOf(seed)),
  ];
  for (const program of programs) {
    for (const sources of partsOf(program)) {
      const check = compare(sources, program.source.currencies);
      fc.assert(
        fc.property(objectFor(sources), (given) => check(given)),
        { numRuns: 40 },
      );
    }
  }
});

test("fields schema: the loan -> bounds, required fields, and what each field is in words", () => {
  const { source } = typedOf(LOAN).nouns.get("loan") ?? assert.fail("there is a loan");
  const schema = requestSchema(source.fields, {
    currencies: ["EUR"],
    subject: source.subject,
  });
  assert.equal(schema.additionalProperties, false);
  assert.deepEqual(schema.required, Object.keys(source.fields));
  const { borrower, principal, instalments, firstDueAt, consent } = schema.properties;
  assert.equal(
    borrower?.description,
    "The id of a customer, as an answer gave it; the id starts with `cust_`. The object is about this customer, and must be a person, with at least the KYC tier `tier_2`. No action changes it.",
  );
  assert.match(principal?.description ?? "", /from 10000 to 500000/);
  assert.equal(principal?.["pattern"], "^(0|[1-9][0-9]{0,17})$");
  assert.deepEqual([instalments?.["minimum"], instalments?.["maximum"]], [1, 36]);
  assert.equal(firstDueAt?.["format"], "date-time");
  assert.match(consent?.description ?? "", /of the type `collection`/);
});

test("fields schema: the invoice -> defaults, items, a reference; in answers defaults are there", () => {
  const { source } = typedOf(INVOICE).nouns.get("invoice") ?? assert.fail("there is an invoice");
  const currencies = ["USD", "EUR"];
  const request = requestSchema(source.fields, { currencies });
  const { currency, feeBps, lines, order } = request.properties;
  assert.deepEqual(currency?.["enum"], currencies);
  assert.equal(feeBps?.["default"], 250);
  assert.equal(lines?.["maxItems"], 100);
  assert.deepEqual(lines?.["items"]?.required, ["label", "amount"]);
  assert.equal(
    order?.description,
    "The id of an object, as an answer gave it; the id starts with `obj_`. The object is of the kind `order` in the state `confirmed`. No two objects can claim the same one. Equal in both objects: `currency` and `subject`.",
  );
  assert.ok(!request.required?.includes("feeBps"));
  const answer = answerSchema(source.fields, { currencies });
  assert.ok(answer.required?.includes("feeBps"));
  assert.equal(answer.properties["feeBps"]?.["default"], undefined);
});
