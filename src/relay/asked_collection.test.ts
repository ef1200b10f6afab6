/** What a bank is asked of a collection: to debit an account, by name and account numbers, under a mandate. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SEPA, US } from "../../test/support/features/beneficiary/beneficiaries.ts";
import { waitingDebit } from "../../test/support/features/collection/debits.ts";
import { requestIn } from "../../test/support/features/provider_request/live_requests.ts";
import { providerMembers } from "../../test/support/provider_members.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import type { Input } from "../../test/world/input.ts";
import { openWorld } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { askedOf } from "./provider_asked.ts";

const NAME = "Ada Lovelace";

type Rail = { rail: string; currency: string; destination: Input; debtor: Input };
/** Each account as it is sent, and what the bank is told of it. */
const RAILS: Rail[] = [
  {
    ...{ rail: "sepa", currency: "EUR" },
    destination: { ...SEPA, bic: "COBADEFFXXX" },
    debtor: { name: NAME, ...SEPA, bic: "COBADEFFXXX" },
  },
  {
    ...{ rail: "ach", currency: "USD" },
    destination: { ...US, accountType: "checking" },
    debtor: { name: NAME, ...US, accountType: "checking" },
  },
];

/** A collection of live over a rail, and what its bank is asked. */
async function given(
  { rail, currency, destination }: Omit<Rail, "debtor">,
  collection: Input = {},
) {
  const world = await openWorld({ environment: "live" });
  const keys = memoryEntityKeys();
  const made = await waitingDebit(world, {
    ...{ keys, currency, collection },
    debtor: { rail, destination, name: NAME },
    consent: { mandate: { reference: "RENT-7" } },
  });
  const submitted = {
    sealer: openEntitySealer(keys),
    filesPath: "",
    onUnreadable: () => undefined,
  };
  const { beneficiaries } = world.state;
  const { request } = requestIn(world, made.providerRequestId);
  return {
    ...{ keys, stored: request, ...made },
    sealed: beneficiaries.byId(world.realmOf(world.caller), made.beneficiaryId)?.sealed,
    async ask() {
      const realm = world.realmOf(world.caller);
      return askedOf(await world.snapshot(), { kind: "collection", realm, request }, submitted);
    },
  };
}

const MANDATE = {
  ...{ reference: "RENT-7", acceptedAt: "2026-01-01T00:00:00.000Z", sequence: "first" },
};

for (const one of RAILS) {
  const { rail, currency, debtor } = one;
  test(`collection asked: over ${rail} -> the name, the numbers, opened, and the mandate; on record no name and no number`, async () => {
    const { ask, stored, collectionId } = await given(one, { description: "Rent of May" });
    assert.deepEqual(await ask(), {
      request: {
        ...{ action: "collect", collectionId, amount: "1250", currency, rail, debtor },
        ...{ mandate: MANDATE, description: "Rent of May" },
      },
      files: [],
    });
    const kept = JSON.stringify(stored);
    for (const value of Object.values(debtor)) {
      assert.equal(kept.includes(String(value)), false, String(value));
    }
  });
}

test("collection asked: any request -> the members that PROVIDER.md names, with those that the rail requires", async () => {
  const namesOf = (message: string) => providerMembers(message).map(({ member }) => member);
  const seen = new Set<string>();
  for (const one of RAILS) {
    const { ask } = await given(one, { description: "Rent of May" });
    const { request } = await ask();
    assert.deepEqual(Object.keys(request).sort(), namesOf("request (collection)").sort());
    assert.deepEqual(Object.keys(request["mandate"] as object).sort(), namesOf("mandate").sort());
    const told = Object.keys(request["debtor"] as object);
    for (const name of told) seen.add(name);
    for (const { member, required } of providerMembers("debtor")) {
      const isNeeded = required === "yes" || required.includes(`\`${one.rail}\``);
      assert.ok(!isNeeded || told.includes(member), `${one.rail} ${member}`);
    }
  }
  assert.deepEqual([...seen].sort(), namesOf("debtor").sort());
});

test("collection asked: without a description -> none", async () => {
  const { ask } = await given(RAILS[0] as Rail);
  assert.equal("description" in (await ask()).request, false);
});

test("collection asked: the key of the numbers is destroyed -> withheld, and nobody is named", async () => {
  const { ask, keys, sealed } = await given(RAILS[1] as Rail);
  keys.destroy(sealed?.keyName ?? "");
  const { request, withheld } = await ask();
  assert.deepEqual([withheld, "debtor" in request], ["account_erased", false]);
});
