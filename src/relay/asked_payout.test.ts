/** What a bank is asked of a payout: to pay somebody, by name and account numbers; or to give a payout up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { FPS, SEPA, US } from "../../test/support/features/beneficiary/beneficiaries.ts";
import { waitingPayout } from "../../test/support/features/payout/payouts.ts";
import { requestIn } from "../../test/support/features/provider_request/live_requests.ts";
import { providerMembers } from "../../test/support/provider_members.ts";
import { memoryEntityKeys } from "../../test/world/entity_keys.ts";
import type { Input } from "../../test/world/input.ts";
import { openWorld } from "../../test/world/world.ts";
import { openEntitySealer } from "../access/entity_sealer.ts";
import { payoutCancel } from "../features/payout/payout.cancel.ts";
import type { PayoutRequest } from "../features/payout/payout_request.ts";
import { ofRequests } from "../features/provider_request/provider_request_facts.ts";
import { askedOf } from "./provider_asked.ts";

const NAME = "Paper Mill Ltd";

type Rail = { rail: string; currency: string; destination: Input; creditor: Input };
/** Each destination as it is sent, and what the bank is told of it. */
const RAILS: Rail[] = [
  {
    ...{ rail: "sepa", currency: "EUR" },
    destination: { iban: "de89 3704 0044 0532 0130 00" },
    creditor: { name: NAME, ...SEPA },
  },
  {
    ...{ rail: "sepa", currency: "EUR" },
    destination: { ...SEPA, bic: "COBADEFFXXX" },
    creditor: { name: NAME, ...SEPA, bic: "COBADEFFXXX" },
  },
  ...["ach", "wire"].map((rail) => ({
    ...{ rail, currency: "USD" },
    destination: { ...US, accountType: "savings" },
    creditor: { name: NAME, ...US, accountType: "savings" },
  })),
  { rail: "wire", currency: "USD", destination: US, creditor: { name: NAME, ...US } },
  {
    ...{ rail: "fps", currency: "GBP" },
    destination: FPS,
    creditor: { name: NAME, ...FPS, sortCode: FPS.sortCode.replaceAll("-", "") },
  },
];

/** A payout of live over a rail, and what its bank is asked. */
async function given({ rail, currency, destination }: Omit<Rail, "creditor">, payout: Input = {}) {
  const world = await openWorld({ environment: "live" });
  const keys = memoryEntityKeys();
  const beneficiary = { rail, destination, name: NAME };
  const made = await waitingPayout(world, { keys, currency, beneficiary, payout });
  const submitted = {
    sealer: openEntitySealer(keys),
    filesPath: "",
    onUnreadable: () => undefined,
  };
  const { beneficiaries } = world.state;
  return {
    ...{ world, keys, ...made },
    sealed: beneficiaries.byId(world.realmOf(world.caller), made.beneficiaryId)?.sealed,
    stored: requestIn(world, made.providerRequestId),
    async ask(request: Record<string, unknown>) {
      const realm = world.realmOf(world.caller);
      return askedOf(await world.snapshot(), { kind: "payout", realm, request }, submitted);
    },
  };
}

for (const one of RAILS) {
  const { rail, currency, destination, creditor } = one;
  test(`payout asked: over ${rail}, to ${Object.keys(destination).join(", ")} -> the name and the numbers, opened; on record none of them`, async () => {
    const { ask, stored, payoutId } = await given(one, { description: "Invoice 7" });
    assert.deepEqual(await ask(stored.request), {
      request: {
        ...{ action: "send", payoutId, amount: "1250", currency, rail, creditor },
        description: "Invoice 7",
      },
      files: [],
    });
    const kept = JSON.stringify(stored);
    for (const value of [NAME, ...Object.values(creditor)]) {
      assert.equal(kept.includes(String(value)), false, String(value));
    }
  });
}

/** The members of a message that are required over a rail, and all of them. */
function membersOf(message: string, rail: string): { required: string[]; all: string[] } {
  const members = providerMembers(message);
  const isOfRail = (required: string) => required === "yes" || required.includes(`\`${rail}\``);
  return {
    required: members.flatMap(({ member, required }) => (isOfRail(required) ? [member] : [])),
    all: members.map(({ member }) => member),
  };
}

test("payout asked: any request -> the members that PROVIDER.md names, with those that the rail requires", async () => {
  const seen = new Set<string>();
  for (const one of RAILS) {
    const { ask, stored } = await given(one, { description: "Invoice 7" });
    const { request } = await ask(stored.request);
    const sending = membersOf("request (payout, send)", one.rail);
    assert.deepEqual(Object.keys(request).sort(), sending.all.sort());
    const { required, all } = membersOf("creditor", one.rail);
    const told = Object.keys(request["creditor"] as object);
    for (const name of told) seen.add(name);
    assert.deepEqual(
      required.filter((name) => !told.includes(name)),
      [],
      one.rail,
    );
    assert.deepEqual(
      told.filter((name) => !all.includes(name)),
      [],
      one.rail,
    );
  }
  assert.deepEqual([...seen].sort(), membersOf("creditor", "").all.sort());
});

test("payout asked: without a description -> none", async () => {
  const { ask, stored } = await given({ rail: "fps", currency: "GBP", destination: FPS });
  assert.equal("description" in (await ask(stored.request)).request, false);
});

test("payout asked: the key of the numbers is destroyed -> withheld, and nobody is named", async () => {
  const { ask, stored, keys, sealed } = await given({
    ...{ rail: "ach", currency: "USD", destination: { ...US, accountType: "checking" } },
  });
  keys.destroy(sealed?.keyName ?? "");
  const { request, withheld } = await ask(stored.request);
  assert.deepEqual([withheld, "creditor" in request], ["account_erased", false]);
});

test("payout asked: to give it up -> as it is on record, with the members that PROVIDER.md names", async () => {
  const { world, ask, payoutId, providerRequestId } = await given({
    ...{ rail: "sepa", currency: "EUR", destination: SEPA },
  });
  const { facts } = world.run(payoutCancel, { payoutId });
  const cancelling = facts.map(ofRequests.of).find((one) => one !== undefined);
  const request = (cancelling?.request ?? {}) as PayoutRequest;
  assert.deepEqual(await ask(request), { request, files: [] });
  assert.deepEqual(request, { action: "cancel", payoutId, effectId: providerRequestId });
  const { all } = membersOf("request (payout, cancel)", "");
  assert.deepEqual(Object.keys(request).sort(), all.sort());
});
