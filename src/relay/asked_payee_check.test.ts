/** What a bank is asked of a payee: whether an account has a name, both opened when it is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  beneficiaryIn,
  FPS,
  SEPA,
  US,
  waitingCheck,
} from "../../test/support/features/beneficiary/beneficiaries.ts";
import { requestIn } from "../../test/support/features/provider_request/live_requests.ts";
import { providerMembers } from "../../test/support/provider_members.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import type { Input } from "../../test/world/input.ts";
import { openWorld } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { askedOf } from "./provider_asked.ts";

const NAME = "Ada Lovelace";

type Rail = { rail: string; destination: Input; payee: Input };
/** Each account as it is sent, and what the bank is told of it. */
const RAILS: Rail[] = [
  {
    rail: "sepa",
    destination: { ...SEPA, bic: "COBADEFFXXX" },
    payee: { name: NAME, ...SEPA, bic: "COBADEFFXXX" },
  },
  {
    rail: "ach",
    destination: { ...US, accountType: "checking" },
    payee: { name: NAME, ...US, accountType: "checking" },
  },
  { rail: "wire", destination: US, payee: { name: NAME, ...US } },
  { rail: "fps", destination: FPS, payee: { name: NAME, ...FPS, sortCode: "200000" } },
];

/** A check of live over a rail, and what its bank is asked. */
async function given({ rail, destination }: Omit<Rail, "payee">) {
  const world = await openWorld({ environment: "live" });
  const keys = memoryEntityKeys();
  const draft = { rail, destination, name: NAME };
  const { beneficiaryId, providerRequestId } = await waitingCheck(world, draft, {
    ...{ keys, rails: [rail] },
  });
  const submitted = {
    sealer: openEntitySealer(keys),
    filesPath: "",
    onUnreadable: () => undefined,
  };
  const { request } = requestIn(world, providerRequestId);
  return {
    ...{ keys, beneficiaryId, stored: request },
    sealed: beneficiaryIn(world, beneficiaryId).sealed,
    async ask() {
      const realm = world.realmOf(world.caller);
      return askedOf(await world.snapshot(), { kind: "payee_check", realm, request }, submitted);
    },
  };
}

for (const one of RAILS) {
  const { rail, payee } = one;
  test(`payee check asked: over ${rail} -> the name and the numbers, opened; on record no name and no number`, async () => {
    const { ask, stored, beneficiaryId } = await given(one);
    const request = { action: "check", beneficiaryId, rail, payee };
    assert.deepEqual(await ask(), { request, files: [] });
    assert.deepEqual(stored, { action: "check", beneficiaryId, rail });
  });
}

test("payee check asked: any request -> the members that PROVIDER.md names, with those that the rail requires", async () => {
  const namesOf = (message: string) => providerMembers(message).map(({ member }) => member);
  const seen = new Set<string>();
  for (const one of RAILS) {
    const { request } = await (await given(one)).ask();
    assert.deepEqual(Object.keys(request).sort(), namesOf("request (payee_check)").sort());
    const told = Object.keys(request["payee"] as object);
    for (const name of told) seen.add(name);
    for (const { member, required } of providerMembers("payee")) {
      const isNeeded = required === "yes" || required.includes(`\`${one.rail}\``);
      assert.ok(!isNeeded || told.includes(member), `${one.rail} ${member}`);
    }
  }
  assert.deepEqual([...seen].sort(), namesOf("payee").sort());
});

test("payee check asked: the key of the numbers is destroyed -> withheld, and nobody is named", async () => {
  const { ask, keys, sealed } = await given(RAILS[0] as Rail);
  keys.destroy(sealed?.keyName ?? "");
  const { request, withheld } = await ask();
  assert.deepEqual([withheld, "payee" in request], ["account_erased", false]);
});
