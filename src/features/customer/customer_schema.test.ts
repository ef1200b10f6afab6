/** The inputs about a customer: both sides of each limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { customerSuspend } from "./customer.suspend.ts";
import { CustomerDraft } from "./customer_schema.ts";

const ENTITY = { kind: "person", displayName: "Ada", country: "DE" };

const DRAFTS: { name: string; draft: Record<string, unknown>; isValid: boolean }[] = [
  { name: "required fields", draft: { entity: ENTITY }, isValid: true },
  { name: "test as text", draft: { test: "true", entity: ENTITY }, isValid: false },
  {
    name: "display name of 200",
    draft: { entity: { ...ENTITY, displayName: "n".repeat(200) } },
    isValid: true,
  },
  {
    name: "display name of 201",
    draft: { entity: { ...ENTITY, displayName: "n".repeat(201) } },
    isValid: false,
  },
  { name: "no display name", draft: { entity: { ...ENTITY, displayName: "" } }, isValid: false },
  { name: "unknown kind", draft: { entity: { ...ENTITY, kind: "dog" } }, isValid: false },
  {
    name: "country in lower case",
    draft: { entity: { ...ENTITY, country: "de" } },
    isValid: false,
  },
  { name: "unknown field", draft: { entity: ENTITY, status: "active" }, isValid: false },
];

for (const { name, draft, isValid } of DRAFTS) {
  test(`customer draft: ${name} -> ${isValid ? "valid" : "invalid"}`, () => {
    assert.equal(Value.Check(CustomerDraft, { productId: "prod_1", ...draft }), isValid);
  });
}

test("customer suspension: reason of 200, 201 or none -> valid or invalid", () => {
  const { body } = customerSuspend;
  assert.ok(Value.Check(body, { reason: "r".repeat(200) }));
  assert.ok(!Value.Check(body, { reason: "r".repeat(201) }));
  assert.ok(!Value.Check(body, {}));
});
