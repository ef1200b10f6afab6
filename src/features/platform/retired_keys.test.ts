/** The keys of all that stands in one realm, whatever it is sealed under, by slices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bookDraft, made } from "../../../test/support/features/beneficiary/beneficiaries.ts";
import { keyCaller } from "../../../test/world/callers.ts";
import { memoryEntityKeys } from "../../../test/world/entity_keys.ts";
import { createCustomer, openAccount } from "../../../test/world/parties.ts";
import { openWorld } from "../../../test/world/world.ts";
import { platformBeneficiaryErase } from "./platform.beneficiary.erase.ts";
import { keySlicesOf } from "./retired_keys.ts";

const [KEY, OTHER] = [
  "11111111-1111-4111-8111-111111111111",
  "22222222-2222-4222-8222-222222222222",
] as const;
const OPERATOR = { prepared: { user: "ada/1000" } };

test("retired keys: entities, payees, one that was erased, of a realm -> the name of each key, in slices, and none of another realm", async () => {
  const world = await openWorld();
  const names = new Set<string>();
  const memory = memoryEntityKeys();
  const keys = {
    ...memory,
    made: (name: string) => {
      names.add(name);
      return memory.made(name);
    },
  };
  const customers = Array.from({ length: 5 }, () => createCustomer(world));
  const entities = customers.map(({ customerId }) => customerId.replace("cust_", "ent_"));
  const [{ customerId: ownerId } = { customerId: "" }] = customers;
  await made(world, { beneficiaryId: "mill" }, { keys, idempotencyKey: KEY });
  await made(world, { beneficiaryId: "own", ownerType: "tenant" }, { keys, idempotencyKey: OTHER });
  await made(world, { ownerType: "customer", ownerId }, { keys });
  await made(world, bookDraft(openAccount(world)));
  world.made(platformBeneficiaryErase, { beneficiaryId: "mill", reason: "asked" }, OPERATOR);
  const another = keyCaller({ productId: "prod_01ARZ3NDEKTSV4RRFFQ69G5FAV" });
  await made(world, { beneficiaryId: "elsewhere" }, { caller: another, keys: memory });

  const all = [...names, ...entities];
  assert.equal(names.size, 3);
  const snapshot = await world.snapshot();
  for (const rowsMax of [1, 2, 5, 100]) {
    const slices = [...keySlicesOf(() => snapshot, world.realmOf(world.caller), rowsMax)];
    assert.ok(slices.every(({ length }) => length <= rowsMax));
    assert.deepEqual([...new Set(slices.flat())].sort(), [...new Set(all)].sort());
  }
});
