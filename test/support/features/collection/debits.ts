/** For tests: collections by mandates, which a bank carries out. */
import { invariant } from "../../../../src/base/invariant.ts";
import { collectionCollect } from "../../../../src/features/collection/collection.collect.ts";
import { collectionCreate } from "../../../../src/features/collection/collection.create.ts";
import { requestIdOf } from "../../../../src/features/collection/collection_request.ts";
import { sandboxProviderOutcomeCreate } from "../../../../src/features/sandbox/sandbox.provider_outcome.create.ts";
import type { MemoryEntityKeys } from "../../../world/entity_keys.ts";
import type { Input } from "../../../world/input.ts";
import { at, DAY_MS, openAccount } from "../../../world/parties.ts";
import type { World } from "../../../world/world.ts";
import type { Answer, Asking } from "../../../world/writing.ts";
import { debtorMade, mandateMade } from "../consent/mandates.ts";
import { configured } from "../provider/providers.ts";
import { storedCollection } from "./collections.ts";

/** By which time of the clock a bank has what it was asked for at the start, and what came back of it. */
export const SETTLED_BY = "2026-02-03T12:00:00.000Z";
export const RETURNED_BY = "2026-02-06T12:00:00.000Z";

/** A customer with a mandate, and the account that is credited. */
export type Mandated = {
  customerId: string;
  beneficiaryId: string;
  consentId: string;
  destinationAccountId: string;
};

/** In place of what is usual: the beneficiary, the consent, the currency. */
type More = { debtor?: Input; consent?: Input; currency?: string; keys?: MemoryEntityKeys };

/** A customer with a mandate over SEPA that its provider has confirmed, and an empty account of the Product. */
export async function mandated(world: World, more: More = {}): Promise<Mandated> {
  const { debtor = {}, consent = {}, currency = "EUR", keys } = more;
  const parties = await debtorMade(world, debtor, keys && { keys });
  const { consentId } = mandateMade(world, parties, consent);
  return { ...parties, consentId, destinationAccountId: openAccount(world, { currency }) };
}

/** The input of a collection by the mandate, due in a day; `amount` in minor units. */
export function debitDraft(world: World, parties: Mandated, amount = "100", more: Input = {}) {
  const { productId } = world.principal;
  const { customerId, consentId, destinationAccountId } = parties;
  const asked = { productId, customerId, consentId, destinationAccountId };
  return { ...asked, amount, currency: "EUR", dueAt: at(DAY_MS), ...more };
}

/** The id of a collection that waits. */
export function debitMade(
  world: World,
  parties: Mandated,
  amount = "100",
  more: Input = {},
): string {
  return world.made(collectionCreate, debitDraft(world, parties, amount, more)).collectionId;
}

/** Collects now, and runs what is due. Returns the answer, which may be an error. */
export function collectNow(world: World, collectionId: string, asking: Asking = {}): Answer {
  const { place } = world.run(collectionCollect, { collectionId }, asking);
  world.passTime();
  return world.answerOf(place);
}

/** A collection of a sandbox that a bank was asked for. */
export async function debited(world: World, amount = "100", more: More = {}) {
  const parties = await mandated(world, more);
  const draft = more.currency === undefined ? {} : { currency: more.currency };
  const collectionId = debitMade(world, parties, amount, draft);
  const answer = collectNow(world, collectionId);
  return { ...parties, collectionId, answer };
}

/** Says what the simulator makes of a collection. Returns the answer. */
export function decideDebit(world: World, collectionId: string, outcome: string): Answer {
  const resource = { type: "collection", id: collectionId };
  return world.made(sandboxProviderOutcomeCreate, { resource, outcome });
}

/** The id of the request of the last attempt. */
export function lastRequestOf(world: World, collectionId: string): string {
  const last = storedCollection(world, collectionId).attempts.at(-1);
  invariant(last !== undefined, "the collection of a test was tried");
  return requestIdOf(last);
}

/** A collection in a world of live that waits for the answer of the bank `first-bank`. */
export async function waitingDebit(world: World, more: More & { collection?: Input } = {}) {
  configured(world, "first-bank", "one", { kind: "bank", cause: "platform" });
  const parties = await mandated(world, more);
  const { currency = "EUR", collection = {} } = more;
  const collectionId = debitMade(world, parties, "1250", { currency, ...collection });
  const { place } = world.run(collectionCollect, { collectionId });
  return { ...parties, collectionId, place, providerRequestId: lastRequestOf(world, collectionId) };
}
