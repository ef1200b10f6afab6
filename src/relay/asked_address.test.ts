/** What a bank is asked of an address: who holds it, by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PERSON_FIELDS } from "../../test/support/features/entity/kyc.ts";
import { openEntity } from "../../test/support/features/entity/verifications.ts";
import { providerMembers } from "../../test/support/provider_members.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import { preparedIn } from "../../test/world/preparing.ts";
import { openWorld } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { entityKycSubmit } from "../features/entity/entity.kyc.submit.ts";
import { platformEntityErase } from "../features/platform/platform.entity.erase.ts";
import { askedOf } from "./provider_asked.ts";

const OPENING = {
  ...{ action: "open", financialAddressId: "fa_1" },
  ...{ type: "iban", country: "DE", currency: "EUR" },
};

/** A customer of live, and what a bank is asked of the address of an account of this holder. */
async function given() {
  const world = await openWorld({ environment: "live" });
  const keys = memoryEntityKeys();
  const entityId = openEntity(world);
  const submitted = {
    sealer: openEntitySealer(keys),
    filesPath: "",
    onUnreadable: () => undefined,
  };
  return {
    ...{ keys, entityId, customerId: entityId.replace("ent_", "cust_") },
    async submit(): Promise<void> {
      const input = { entityId, tier: "tier_1", fields: PERSON_FIELDS };
      const prepared = await preparedIn(world, entityKycSubmit, input, { keys });
      world.made(entityKycSubmit, input, { prepared });
    },
    erase(): void {
      const prepared = { user: "ada/1000" };
      world.made(platformEntityErase, { entityId, reason: "ticket 7" }, { prepared });
    },
    async ask(request: Record<string, unknown>) {
      const realm = world.realmOf(world.caller);
      return askedOf(await world.snapshot(), { kind: "address", realm, request }, submitted);
    },
  };
}

test("address asked: opened for a customer -> with the legal name; submitted nothing, or its key destroyed -> the name that it is called by", async () => {
  const { ask, submit, keys, entityId, customerId } = await given();
  const holder = { type: "customer", id: customerId };
  const nameIn = async () => (await ask({ ...OPENING, holder })).request["holder"];
  const displayName = "Ada Lovelace";
  assert.deepEqual(await nameIn(), { ...holder, name: displayName });
  await submit();
  assert.deepEqual(await nameIn(), { ...holder, name: PERSON_FIELDS.legalName });
  keys.destroy(entityId);
  assert.deepEqual(await nameIn(), { ...holder, name: displayName });
});

test("address asked: opened for a customer of whom everything was erased -> without a name", async () => {
  const { ask, submit, erase, customerId } = await given();
  await submit();
  erase();
  const holder = { type: "customer", id: customerId };
  assert.deepEqual((await ask({ ...OPENING, holder })).request["holder"], holder);
});

test("address asked: any request -> the members that PROVIDER.md names, and no file", async () => {
  const { ask, customerId } = await given();
  const named = (message: string) =>
    providerMembers(message)
      .map(({ member }) => member)
      .sort();
  const holder = { type: "customer", id: customerId };
  const opening = await ask({ ...OPENING, holder });
  assert.deepEqual(Object.keys(opening.request).sort(), named("request (address, open)"));
  assert.deepEqual(Object.keys(opening.request["holder"] as object).sort(), named("holder"));
  const later = { action: "retire", financialAddressId: "fa_1", effectId: "preq_1" };
  assert.deepEqual(await ask(later), { request: later, files: [] });
  assert.deepEqual(Object.keys(later).sort(), named("request (address, later)"));
  assert.deepEqual(opening.files, []);
});

test("address asked: opened for a Product's own account -> as it is on record, without a name", async () => {
  const { ask } = await given();
  const request = { ...OPENING, holder: { type: "product", id: "prod_1" } };
  assert.deepEqual(await ask(request), { request, files: [] });
});
