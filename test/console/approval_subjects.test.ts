/**
 * What a person reads of the things that a request of an agent names: every operation that an agent may ask for in live, found in the
 * registry, names nothing by an id alone. Needs no browser.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import { approvalRuleOf } from "../../src/access/approval_rule.ts";
import { movesIn } from "../../src/console/browser/moves.ts";
import { factsOf, SUBJECT_FIELDS, subjectsIn } from "../../src/console/browser/subject_words.ts";
import { idPrefixOf } from "../../src/contract/values/formats.ts";
import { operations } from "../../src/features/registry.ts";

/**
 * Operations that name something by its id alone, with the fields: what is named moves no money and stops none, and the id leads to it.
 * Whoever adds a line says why a person need not read more.
 */
const BY_ID_ALONE: Readonly<Record<string, readonly string[]>> = {
  // Which check is meant: an entity has one that waits.
  "entity.kyc.verification.cancel": ["verificationId"],
  // The operation beside the resource, for whoever looks for it in the log.
  "external_confirmation.create": ["sourceOperationId"],
  // Messages that are sent again, or to an address that is switched off; they tell what has happened and change nothing.
  "event.redeliver": ["eventId", "webhookEndpointId"],
  "webhook_delivery.retry": ["webhookDeliveryId"],
  "webhook_endpoint.disable": ["webhookEndpointId"],
  "webhook_endpoint.ping": ["webhookEndpointId"],
  "webhook_endpoint.recover": ["webhookEndpointId"],
  // Programs and keys have pages of their own, and no names but those that agents have given them.
  "product.create": ["buildId"],
  "product.build.apply": ["buildId"],
  "api_key.revoke": ["apiKeyId"],
  "blueprint.update": ["blueprintId"],
  "blueprint.archive": ["blueprintId"],
  "build.create": ["blueprintId"],
};

type Field = { name: string; prefix: string };

/** The fields of a schema that take ids, at every depth. */
function idFieldsOf(schema: TSchema | undefined, name = ""): Field[] {
  if (schema === undefined) return [];
  const prefix = idPrefixOf(schema);
  if (prefix !== undefined) return [{ name, prefix }];
  const { properties = {}, items, anyOf = [] } = schema;
  return [
    ...Object.entries(properties).flatMap(([field, one]) => idFieldsOf(one as TSchema, field)),
    ...idFieldsOf(items, name),
    ...anyOf.flatMap((one: TSchema) => idFieldsOf(one, name)),
  ];
}

/** Whether the page says more of what the field names than its id. */
function isShown(operation: string, { name, prefix }: Field): boolean {
  // Accounts have a line of their own wherever they stand, and the Product of the request stands above all.
  if (prefix === "acct" || prefix === "prod") return true;
  const move = { sourceAccountId: "a", currency: "EUR", amount: "1", [name]: "x" };
  const isMoved = movesIn(move).some(({ payee }) => payee !== undefined);
  const isSubject = subjectsIn(operation, { [name]: "x" }).length > 0;
  return isSubject || (isMoved && operation.startsWith("payout."));
}

const asked = operations.filter(
  (operation) =>
    operation.type === "write" &&
    operation.principals.includes("agent") &&
    approvalRuleOf(operation) !== "never",
);

test("approval subjects: every write that an agent asks for in live -> what it names is shown with words, but for a few", () => {
  assert.ok(asked.length > 40);
  const alone: Record<string, string[]> = {};
  for (const operation of asked) {
    const { path, query, body } = operation;
    for (const field of [path, query, body].flatMap((schema) => idFieldsOf(schema))) {
      if (isShown(operation.id, field) || isOwn(operation.id, field)) continue;
      alone[operation.id] = [...(alone[operation.id] ?? []), field.name];
    }
  }
  assert.deepEqual(alone, BY_ID_ALONE);
});

/** The id of a thing that the request would make, and a credit, of which `approval_credits.tsx` says more. */
function isOwn(operation: string, { name }: Field): boolean {
  return (
    (operation === "beneficiary.create" && name === "beneficiaryId") ||
    (operation.startsWith("received_credit.") && name === "receivedCreditId")
  );
}

const ANSWERS = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../src/features/example_answers.golden.json"), "utf8"),
);

for (const kind of new Set(Object.values(SUBJECT_FIELDS))) {
  test(`approval subjects: the example of ${kind} -> several facts, none of them an id, the status among them`, () => {
    const answer = ANSWERS[`${kind}.retrieve`];
    const facts = factsOf(kind, answer);
    assert.ok(facts.length >= 2, JSON.stringify(facts));
    assert.equal(new Set(facts.map(({ name }) => name)).size, facts.length);
    for (const fact of facts) {
      if ("text" in fact)
        assert.doesNotMatch(fact.text, /undefined|\[object|\b[a-z]+_[0-9A-Z]{26}/);
    }
    const { status, state } = answer as { status?: string; state?: string };
    const last = facts.flatMap((fact) => ("text" in fact ? [fact.text] : []));
    const expected = status?.replaceAll("_", " ") ?? state;
    assert.ok(last.includes(String(expected)), JSON.stringify(facts));
  });
}
