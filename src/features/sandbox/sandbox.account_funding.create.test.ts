/** Decision table of sandbox.account_funding.create. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Value } from "@sinclair/typebox/value";
import { EXTERNAL_ROLE, roleOf } from "../ledger/roles.ts";
import { TRANSFER_ROW, type TransferRow } from "../ledger/transfer_row.ts";
import { PRODUCT_ID } from "../testing.ts";
import { transferRetrieve } from "../transfer/transfer.retrieve.ts";
import { Transfer } from "../transfer/transfer_schema.ts";
import {
  assertContains,
  balanceOf,
  createHoldingShard,
  freeze,
  type HoldingShard,
  openAccount,
} from "../transfer_hold/testing.ts";
import { sandboxAccountFundingCreate } from "./sandbox.account_funding.create.ts";

type Row = {
  name: string;
  given?: (shard: HoldingShard) => void;
  input: (shard: HoldingShard) => Record<string, unknown>;
  code: string;
  details?: Record<string, unknown>;
};

const ALLOWED_ROLES = [
  "customer_balance",
  "customer_savings",
  "product_operating",
  "product_reserve",
];

const REFUSALS: Row[] = [
  {
    name: "an unknown account",
    input: () => ({ destinationAccountId: "acct_unknown", currency: "USD" }),
    code: "account_not_found",
  },
  {
    name: "another currency, of an account that cannot be funded",
    input: (shard) => ({
      destinationAccountId: openAccount(shard, "EUR", "product_revenue"),
      currency: "USD",
    }),
    code: "currency_mismatch",
    details: { expected: "EUR", received: "USD" },
  },
  {
    name: "a role that cannot be funded, frozen",
    input: (shard) => {
      const destinationAccountId = openAccount(shard, "EUR", "product_revenue");
      freeze(shard, destinationAccountId, "debits");
      return { destinationAccountId };
    },
    code: "funding_destination_role_forbidden",
    details: { role: "product_revenue", allowedRoles: ALLOWED_ROLES },
  },
  {
    name: "the platform's own account",
    input: ({ state: { accounts } }) => {
      const [external] = accounts.ofOwner("platform", PRODUCT_ID);
      return { destinationAccountId: accounts.accountId(external as number) };
    },
    code: "funding_destination_role_forbidden",
    details: { role: "suspense" },
  },
  {
    name: "a frozen account, and an external id that is taken",
    given: (shard) => {
      fund(shard, { externalId: "order-1" });
      freeze(shard, shard.destination, "debits");
    },
    input: () => ({ externalId: "order-1" }),
    code: "destination_account_status_forbidden",
    details: { status: "frozen" },
  },
  {
    name: "an external id that is taken",
    given: (shard) => fund(shard, { externalId: "order-1" }),
    input: () => ({ externalId: "order-1" }),
    code: "state_conflict",
    details: { externalId: "order-1" },
  },
  {
    name: "the tenth time the largest amount",
    given: (shard) => {
      for (let funded = 0; funded < 9; funded++) {
        assert.equal(fund(shard, { amount: "999999999999999999" }).code, undefined);
      }
    },
    input: () => ({ amount: "999999999999999999" }),
    code: "exposure_cap_exceeded",
    details: { cap: "account_total" },
  },
];

function fund(shard: HoldingShard, changed: Record<string, unknown> = {}) {
  return shard.run(sandboxAccountFundingCreate, {
    destinationAccountId: shard.destination,
    amount: "250",
    currency: "EUR",
    ...changed,
  });
}

for (const { name, given, input, code, details = {} } of REFUSALS) {
  test(`sandbox.account_funding.create: ${name} -> ${code}`, () => {
    const shard = createHoldingShard();
    given?.(shard);
    const outcome = fund(shard, input(shard));
    assert.equal(outcome.code, code, outcome.message);
    assertContains(outcome.details, details);
  });
}

test("sandbox.account_funding.create: every declared refusal of its own -> a row of the table", () => {
  const reached = new Set(REFUSALS.map(({ code }) => code));
  const declared = sandboxAccountFundingCreate.refusals.filter(
    (code) => code !== "ledger_unavailable",
  );
  assert.deepEqual([...reached].sort(), [...declared].sort());
});

test("sandbox.account_funding.create: first money of a currency -> the platform's account, too", () => {
  const shard = createHoldingShard();
  const { accounts } = shard.state;
  const { reply, facts } = fund(shard, {
    destinationAccountId: shard.dollars,
    currency: "USD",
    description: "seed",
    metadata: { run: "1" },
  });
  assert.deepEqual(
    facts.map(({ kind }) => kind),
    ["account.created.1", TRANSFER_ROW],
  );
  const [external] = accounts.ofOwner("platform", PRODUCT_ID);
  assert.equal(roleOf(accounts.roleCode(external as number)).role, EXTERNAL_ROLE);
  const sourceAccountId = accounts.accountId(external as number);
  assert.deepEqual(balanceOf(shard, sourceAccountId), { posted: "-250", held: "0", incoming: "0" });
  assert.deepEqual(balanceOf(shard, shard.dollars), { posted: "250", held: "0", incoming: "0" });
  assert.ok(Value.Check(Transfer, reply));
  assertContains(reply, {
    sourceAccountId,
    destinationAccountId: shard.dollars,
    amount: "250",
    currency: "USD",
    status: "posted",
    kind: "funding",
    description: "seed",
    metadata: { run: "1" },
  });
});

test("sandbox.account_funding.create: then retrieved -> the reply again", () => {
  const shard = createHoldingShard();
  const { reply } = fund(shard, { externalId: "order-1" });
  const { transferId } = reply as { transferId: string };
  assert.deepEqual(shard.read(transferRetrieve, { transferId }).reply, reply);
});

test("sandbox.account_funding.create: more of a currency -> the same account of the platform", () => {
  const shard = createHoldingShard();
  const { facts } = fund(shard);
  assert.equal(facts.length, 1);
  assert.equal((facts as TransferRow[])[0]?.transferKind, "funding");
  assert.equal([...shard.state.accounts.ofOwner("platform", PRODUCT_ID)].length, 1);
});

test("sandbox.account_funding.create: another scope of the Product -> an account of its own", () => {
  const shard = createHoldingShard();
  const destinationAccountId = shard.nextId("acct");
  shard.apply(
    [
      {
        kind: "account.created.1",
        ...{ accountId: destinationAccountId, role: "product_operating", currency: "EUR" },
        ...{ owner: { type: "product", id: PRODUCT_ID } },
      },
    ],
    { scope: 2 },
  );
  const input = { destinationAccountId, amount: "1", currency: "EUR" };
  const { facts } = shard.run(sandboxAccountFundingCreate, input, { scope: 2 });
  assert.equal(facts[0]?.kind, "account.created.1");
});
