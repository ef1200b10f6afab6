/**
 * Fills a shard with what joins accounts to the outside, by the operations that clients call, each carried to its end by the
 * simulator: addresses that are open, beneficiaries that are checked, payouts, credits and collections that are over.
 */
import { randomBytes } from "node:crypto";
import { openEntitySealer } from "../../src/access/entity_sealer.ts";
import { SEAL_KEY_BYTES } from "../../src/contract/records/sealing.ts";
import type { DestinationDraft } from "../../src/features/beneficiary/beneficiary_schema.ts";
import { sealedUnder } from "../../src/features/beneficiary/beneficiary_sealing.ts";
import { makeCustomers } from "./fill.ts";
import type { Shard } from "./shard.ts";

/** Addresses of an account, and beneficiaries of a customer: each new one reads those before it. */
const PER_OWNER = 10;
/** What each account is funded with, minor units: more than all payouts take from it. */
const FUNDING = "100000000";
/** Things between two writes of the state: what waits for a write takes memory. */
const WRITTEN_TOGETHER = 5_000;
const IBAN = "DE89370400440532013000";
const US_ACCOUNT = { routingNumber: "021000021", accountNumber: "000123456789" };
const EVIDENCE = {
  method: "provider_mandate",
  acceptedAt: "2026-01-01T00:00:00.000Z",
  textDigest: `sha256:${"0".repeat(64)}`,
};

export const OUTSIDE_KINDS = [
  "address",
  "beneficiary",
  "payout",
  "receivedCredit",
  "collection",
] as const;
export type OutsideKind = (typeof OUTSIDE_KINDS)[number];

/** Makes `count` more things of a kind, each with all that becomes of it. */
export type Make = (count: number) => Promise<void>;

/**
 * Makes customers, each with an account in EUR that has money, enough for as many addresses and beneficiaries; then what makes
 * things of each kind. The keys that the numbers of beneficiaries are sealed under are in no store: nothing opens the numbers.
 */
export async function outsideOf(
  shard: Shard,
  mostOfAKind: number,
): Promise<Record<OutsideKind, Make>> {
  const owners = Math.ceil(mostOfAKind / PER_OWNER);
  const at = await makeOwners(shard, owners);
  const payee = await makeOwners(shard, 1);
  const { accountIds } = at;
  return {
    address: eachOf(shard, (index) => newAddress(shard, ownerIn(accountIds, index))),
    beneficiary: eachOf(shard, (index) => newBeneficiary(shard, beneficiaryDraft(at, index))),
    payout: await payoutsOf(shard, accountIds),
    receivedCredit: creditsOf(shard, payee),
    collection: await collectionsOf(shard, payee),
  };
}

/** Customers and the account of each. */
type Owners = { customerIds: readonly string[]; accountIds: readonly string[] };

async function makeOwners(shard: Shard, count: number): Promise<Owners> {
  const customerIds = await makeCustomers(shard, count);
  const accountIds: string[] = [];
  for (const id of customerIds) {
    accountIds.push(fundedAccount(shard, id));
    await shard.writeIfDue();
  }
  return { customerIds, accountIds };
}

/** Numbers the things on, over all calls, and writes the state about as often as a server does. */
function eachOf(shard: Shard, makeOne: (index: number) => unknown): Make {
  let made = 0;
  return async (count) => {
    for (const until = made + count; made < until; made++) {
      await makeOne(made);
      shard.runDue();
      if (made % WRITTEN_TOGETHER === 0) await shard.settle();
      else await shard.writeIfDue();
    }
  };
}

function ownerIn(ids: readonly string[], index: number): string {
  return ids[index % ids.length] as string;
}

function fundedAccount(shard: Shard, customerId: string): string {
  const { productId } = shard;
  const owner = { type: "customer", id: customerId };
  const draft = { productId, role: "customer_balance", currency: "EUR", owner };
  const { accountId } = ran(shard, "account.create", draft);
  const funding = { destinationAccountId: accountId, amount: FUNDING, currency: "EUR" };
  shard.run("sandbox.account_funding.create", funding);
  return String(accountId);
}

function newAddress(shard: Shard, accountId: string): string {
  const draft = { accountId, type: "iban", country: "DE", currency: "EUR" };
  shard.run("financial_address.create", draft);
  return shard.lastId("fa");
}

/** Of four, two are of a customer, and two are at a bank that checks payees. */
function beneficiaryDraft({ customerIds }: Owners, index: number) {
  const isChecked = index % 2 === 0;
  const isOfCustomer = index % 4 < 2;
  return {
    ...(isOfCustomer
      ? { ownerType: "customer", ownerId: ownerIn(customerIds, Math.floor(index / 4)) }
      : { ownerType: "third_party" }),
    name: `Bench ${index}`,
    ...(isChecked
      ? { rail: "sepa", destination: { iban: IBAN } }
      : { rail: "ach", destination: US_ACCOUNT }),
  };
}

const sealer = openEntitySealer({
  made: async () => randomBytes(SEAL_KEY_BYTES),
  find: () => undefined,
});

async function newBeneficiary(
  shard: Shard,
  draft: { destination: DestinationDraft } & Record<string, unknown>,
): Promise<string> {
  const { productId } = shard;
  const keyName = `benkey_${randomBytes(16).toString("hex")}`;
  const prepared = await sealedUnder(keyName, draft, { entitySealing: sealer.sealing });
  shard.run("beneficiary.create", { productId, ...draft }, { prepared });
  return shard.lastId("ben");
}

async function payoutsOf(shard: Shard, accountIds: readonly string[]): Promise<Make> {
  const supplier = { ownerType: "third_party", name: "Paper Mill GmbH", rail: "sepa" };
  const beneficiaryId = await newBeneficiary(shard, { ...supplier, destination: { iban: IBAN } });
  shard.runDue();
  return eachOf(shard, (index) => {
    const sourceAccountId = ownerIn(accountIds, index);
    const draft = { sourceAccountId, beneficiaryId, amount: "1", currency: "EUR" };
    shard.run("payout.create", draft);
    const id = shard.lastId("po");
    shard.runDue();
    decide(shard, { type: "payout", id }, "posted");
  });
}

/** Credits to one address. */
function creditsOf(shard: Shard, { accountIds }: Owners): Make {
  const financialAddressId = newAddress(shard, ownerIn(accountIds, 0));
  shard.runDue();
  return eachOf(shard, (index) => {
    shard.run("sandbox.inbound_credit.create", {
      financialAddressId,
      ...{ amount: "1", currency: "EUR", reference: `B${index}` },
    });
  });
}

/** Direct debits under one mandate. */
async function collectionsOf(shard: Shard, { customerIds, accountIds }: Owners): Promise<Make> {
  const { productId } = shard;
  const [customerId = "", accountId = ""] = [customerIds[0], accountIds[0]];
  const owner = { ownerType: "customer", ownerId: customerId };
  const beneficiaryId = await newBeneficiary(shard, {
    ...owner,
    ...{ name: "Ada Lovelace", rail: "sepa", destination: { iban: IBAN } },
  });
  shard.runDue();
  const { consentId } = ran(shard, "consent.create", {
    ...{ productId, customerId, type: "collection", evidence: EVIDENCE },
    mandate: { beneficiaryId, reference: "BENCH-1" },
    limits: { maxAmount: "50000", currency: "EUR" },
  });
  shard.run("consent.confirm", { consentId, evidence: EVIDENCE });
  return eachOf(shard, () => {
    const { collectionId } = ran(shard, "collection.create", {
      ...{ productId, customerId, consentId, destinationAccountId: accountId },
      ...{ amount: "1", currency: "EUR", dueAt: "2026-01-01T00:00:00.000Z" },
    });
    shard.runDue();
    decide(shard, { type: "collection", id: String(collectionId) }, "collected");
  });
}

/** Says what the simulator makes of a thing that it was asked for. */
function decide(shard: Shard, resource: { type: string; id: string }, outcome: string): void {
  const { productId } = shard;
  shard.run("sandbox.provider_outcome.create", { productId, resource, outcome });
}

function ran(shard: Shard, operation: string, input: Record<string, unknown>) {
  return JSON.parse(shard.run(operation, input)) as Record<string, unknown>;
}
