/** Codes of tables: bytes in every stored state, so none is used twice or given another meaning. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACTOR_TABLE } from "../contract/actor_table_codes.ts";
import type { ActorRegistry } from "../contract/registry.ts";
import { PLATFORM_REGISTRY, SHARD_REGISTRY } from "./registry.ts";

/** Every table there ever was, by code. A line is never removed or changed; the next code is free. */
const EVER_ON_SHARDS: Readonly<Record<number, string>> = {
  8: "account",
  9: "account_ordinal",
  10: "account_entry_index",
  11: "account_freeze",
  12: "customer",
  13: "transfer_hold",
  14: "account_transfer_hold",
  15: "transfer_reversal",
  16: "external_id",
  17: "sandbox_clock",
  18: "account_balance",
  19: "sandbox_clock_run",
  40: "customer_account",
  50: "book",
};
const EVER_ON_PLATFORM: Readonly<Record<number, string>> = {
  8: "tenant",
  9: "product",
  10: "api_key",
  11: "tenant_index",
  12: "product_index",
  13: "api_key_index",
};

test("table codes: every table of a shard -> its own code, the one it always had", () => {
  assertCodes(SHARD_REGISTRY, EVER_ON_SHARDS);
});

test("table codes: every table of the platform actor -> its own code, the one it always had", () => {
  assertCodes(PLATFORM_REGISTRY, EVER_ON_PLATFORM);
});

function assertCodes<S>({ tables, createState }: ActorRegistry<S>, ever: Record<number, string>) {
  const codes = new Set<number>(Object.values(ACTOR_TABLE));
  for (const { code, name } of tables(createState())) {
    assert.ok(!codes.has(code), `the code ${code} of ${name} is used twice`);
    codes.add(code);
    assert.equal(name, ever[code], `the code ${code}`);
  }
}
