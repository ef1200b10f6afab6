/** Limits of how many things one owner may have: they are counted, and no document of them is read for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { made } from "../../test/support/features/beneficiary/beneficiaries.ts";
import { activeAddress } from "../../test/support/features/financial_address/addresses.ts";
import { createCustomer, openAccount } from "../../test/world/parties.ts";
import { openWorld, type World } from "../../test/world/world.ts";

type Limited = [
  name: string,
  table: "beneficiaries" | "financialAddresses",
  /** The group whose things are counted. */
  group: string,
  /** What makes one more thing of one owner. */
  begin: (world: World) => () => unknown,
];

const LIMITED: Limited[] = [
  [
    "beneficiaries of a customer",
    "beneficiaries",
    "customer",
    (world) => {
      const { customerId } = createCustomer(world);
      return () => made(world, { ownerType: "customer", ownerId: customerId });
    },
  ],
  [
    "addresses of an account",
    "financialAddresses",
    "account",
    (world) => {
      const accountId = openAccount(world);
      return () => activeAddress(world, accountId);
    },
  ],
];

for (const [name, table, group, begin] of LIMITED) {
  test(`limits: one more of the ${name} -> made, and none of the others is read`, async () => {
    const world = await openWorld();
    const more = begin(world);
    await more();
    const things = world.state[table];
    const inGroup = things.inGroup.bind(things) as (name: string, of: string) => never[];
    things.inGroup = (asked: string, of: string) => {
      assert.notEqual(asked, group);
      return inGroup(asked, of);
    };
    await more();
    assert.equal(things.size, 2);
  });
}
