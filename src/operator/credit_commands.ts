/**
 * `npm run admin -- credit list`, `assign`, `return`: what becomes of money that a bank has told and that is nobody's.
 * Guarantees: a credit that is assigned becomes one received credit, and no other step is possible in between; a command
 * that was cut off at any moment is run again, with the same flags, and ends where it would have.
 */
import { isoTime } from "../base/iso_time.ts";
import { FIRST_LEDGER_SHARD, PLATFORM_REALM_KEY } from "../contract/records/platform_realm.ts";
import { isCurrency } from "../contract/values/currencies.ts";
import type { UnassignedCreditDocument } from "../features/unassigned_credit/unassigned_credit_document.ts";
import {
  openCreditsCountIn,
  openCreditsIn,
  unassignedCreditIn,
} from "../features/unassigned_credit/unassigned_credit_state.ts";
import type { ShardView } from "../views/shard_view.ts";
import type { Given } from "./operator_command.ts";
import type { StepAnswer } from "./provider_commands.ts";

/** Credits that one list shows; its `open` counts all. */
export const CREDITS_SHOWN_MAX = 1_000;

export type CreditCommandParts = {
  /** The view of the first ledger shard, once it shows all that is acknowledged now. */
  view(): Promise<ShardView>;
  /** Runs a step in the platform's own realm of a ledger shard. */
  step(shard: number, operation: string, input: Record<string, unknown>): Promise<StepAnswer>;
  /** Where an address of this bank is; undefined where the bank has opened none with this id. */
  address(
    provider: string,
    financialAddressId: string,
  ): Promise<{ shard: number; realm: number } | undefined>;
  /** Runs `received_credit.take` in a realm; rejects where its end is not known. */
  take(at: { shard: number; realm: number }, input: Record<string, unknown>): Promise<StepAnswer>;
};

/** What is nobody's, by bank and reference. */
export async function listCredits(parts: CreditCommandParts, { provider }: Given) {
  const view = await parts.view();
  const realm = view.realmNumberOf(PLATFORM_REALM_KEY);
  const credits = [];
  for (const credit of realm === undefined ? [] : openCreditsIn(view, realm)) {
    if (provider !== undefined && credit.provider !== provider) continue;
    if (credits.length === CREDITS_SHOWN_MAX) break;
    credits.push(shownCredit(credit));
  }
  return { open: openCreditsCountIn(view), credits };
}

/** Makes a credit that is nobody's a received credit of an address. */
export async function assignCredit(parts: CreditCommandParts, given: Given, user: string) {
  const { address: financialAddressId = "" } = given;
  const credit = await creditOf(parts, given);
  const { provider, reference, currency } = credit;
  const named = { provider, reference };
  const at = await parts.address(provider, financialAddressId);
  if (at === undefined) {
    throw new Error(`--address: the bank ${provider} has opened no address ${financialAddressId}`);
  }
  if (!isCurrency(currency)) {
    throw new Error(
      `the platform has no currency ${currency}: have the bank send it back, then \`credit return\``,
    );
  }
  await done(parts, "assign", { ...named, financialAddressId, user });
  const taken = await parts.take(at, tellingOf(credit, financialAddressId));
  const { receivedCreditId, verdict } = readTaken(taken);
  if (receivedCreditId === undefined) {
    await done(parts, "settle", { ...named, user });
    throw new Error(`the address does not take it, and it is nobody's still: ${messageOf(taken)}`);
  }
  await done(parts, "settle", { ...named, receivedCreditId, user });
  return { ...named, status: "assigned", financialAddressId, receivedCreditId, verdict };
}

/** Notes that the bank has sent back what was nobody's. */
export async function returnCredit(parts: CreditCommandParts, given: Given, user: string) {
  const { provider, reference } = await creditOf(parts, given);
  const { "bank-reference": returnReference = "" } = given;
  if (!/^[!-~]{1,128}$/.test(returnReference)) {
    throw new Error("--bank-reference is 1 to 128 visible characters of ASCII");
  }
  await done(parts, "return", { provider, reference, returnReference, user });
  return { provider, reference, status: "returned", returnReference };
}

async function creditOf(
  parts: CreditCommandParts,
  { provider = "", reference = "" }: Given,
): Promise<UnassignedCreditDocument> {
  const view = await parts.view();
  const realm = view.realmNumberOf(PLATFORM_REALM_KEY);
  const named = { provider, reference };
  const credit = realm === undefined ? undefined : unassignedCreditIn(view, realm, named);
  if (credit !== undefined) return credit;
  throw new Error(`the bank ${provider} has told no credit ${reference} that is nobody's`);
}

async function done(
  { step }: CreditCommandParts,
  verb: "assign" | "settle" | "return",
  input: Record<string, unknown>,
): Promise<void> {
  const answer = await step(FIRST_LEDGER_SHARD, `unassigned_credit.${verb}`, input);
  if (answer.status >= 400) throw new Error(messageOf(answer));
}

/** The same facts at each attempt, so that the shard knows it again. */
function tellingOf(credit: UnassignedCreditDocument, financialAddressId: string) {
  const { provider, reference, amount, currency, payer, remittance, occurredAtMs, newsId } = credit;
  return {
    ...{ provider, reference, financialAddressId, amount, currency, occurredAtMs, newsId },
    ...(payer !== undefined && { payer }),
    ...(remittance !== undefined && { remittance }),
  };
}

/** The received credit, where the address has taken it now or before. */
function readTaken({ status, body = "{}" }: StepAnswer) {
  const nothing = { receivedCreditId: undefined, verdict: undefined };
  if (status >= 400) return nothing;
  const told = JSON.parse(body) as { receivedCreditId: string; verdict: string };
  // The shard has a credit of this reference that says something else: this one is not it.
  if (told.verdict === "contradictory") return nothing;
  return told;
}

function messageOf({ status, body = "{}" }: StepAnswer): string {
  const { error } = JSON.parse(body) as { error?: { message?: string } };
  if (status < 400) return "its shard has another credit of this bank with the same reference";
  return error?.message ?? `the shard answered ${status}: run the command again`;
}

function shownCredit(credit: UnassignedCreditDocument) {
  const { realm: _, occurredAtMs, createdAtMs, updatedAtMs: _at, revision: _of, ...shown } = credit;
  return { ...shown, occurredAt: isoTime(occurredAtMs), toldAt: isoTime(createdAtMs) };
}
