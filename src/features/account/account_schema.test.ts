/** The inputs about an account: both sides of each limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { accountFreeze } from "./account.freeze.ts";
import { AccountChange, AccountDraft } from "./account_schema.ts";

const DRAFT = {
  productId: "prod_1",
  role: "customer_balance",
  currency: "EUR",
  owner: { type: "customer", id: "cust_1" },
};

const DRAFTS: { name: string; draft: Record<string, unknown>; isValid: boolean }[] = [
  { name: "required fields", draft: DRAFT, isValid: true },
  { name: "name of 120", draft: { ...DRAFT, name: "n".repeat(120) }, isValid: true },
  { name: "name of 121", draft: { ...DRAFT, name: "n".repeat(121) }, isValid: false },
  { name: "empty name", draft: { ...DRAFT, name: "" }, isValid: false },
  { name: "unknown role", draft: { ...DRAFT, role: "wallet" }, isValid: false },
  { name: "unknown currency", draft: { ...DRAFT, currency: "EUX" }, isValid: false },
  { name: "unknown field", draft: { ...DRAFT, balance: "5" }, isValid: false },
  {
    name: "owner type of an unknown kind",
    draft: { ...DRAFT, owner: { type: "dog", id: "dog_1" } },
    isValid: true,
  },
  {
    name: "owner type of 33",
    draft: { ...DRAFT, owner: { type: "d".repeat(33), id: "dog_1" } },
    isValid: false,
  },
];

for (const { name, draft, isValid } of DRAFTS) {
  test(`account draft: ${name} -> ${isValid ? "valid" : "invalid"}`, () => {
    assert.equal(Value.Check(AccountDraft, draft), isValid);
  });
}

test("account change: expectedRevision 1 or 0 -> valid or invalid", () => {
  assert.ok(Value.Check(AccountChange, { expectedRevision: 1 }));
  assert.ok(!Value.Check(AccountChange, { expectedRevision: 0 }));
});

test("account freeze: reason of 200 or 201, mode -> valid or invalid", () => {
  const { body } = accountFreeze;
  assert.ok(Value.Check(body, { mode: "all", reason: "r".repeat(200) }));
  assert.ok(!Value.Check(body, { mode: "all", reason: "r".repeat(201) }));
  assert.ok(!Value.Check(body, { mode: "credits", reason: "r" }));
});
