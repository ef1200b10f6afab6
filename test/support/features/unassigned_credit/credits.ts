/** For tests: credits that are nobody's, in a world. */
import { unassignedCreditAssign } from "../../../../src/features/unassigned_credit/unassigned_credit.assign.ts";
import { unassignedCreditTake } from "../../../../src/features/unassigned_credit/unassigned_credit.take.ts";
import {
  keyOfUnassigned,
  type UnassignedCreditDocument,
} from "../../../../src/features/unassigned_credit/unassigned_credit_document.ts";
import type { World } from "../../../world/world.ts";
import { PLATFORM } from "../provider/providers.ts";

/** A credit as the outbox hands it over. */
export const TOLD = {
  ...{ provider: "first-bank", reference: "cr-1", newsId: "n-1" },
  ...{ sentTo: "iban DE89370400440532013000", reason: "address_unknown" },
  ...{ amount: "12050", currency: "EUR", occurredAtMs: 1_750_000_000_000 },
  payer: { name: "Charles Babbage", accountNumberMasked: "3000" },
  remittance: "Invoice 7",
} as const;
export const OF_TOLD = { provider: TOLD.provider, reference: TOLD.reference };
export const OPERATOR = "ada/1000";
export const ADDRESS = `fa_${"0".repeat(25)}1`;
export const OTHER_ADDRESS = `fa_${"0".repeat(25)}2`;

/** Takes the credit in the world. */
export function taken(world: World, more: object = {}): void {
  world.made(unassignedCreditTake, { ...TOLD, ...more }, PLATFORM);
}

/** Takes it, and says that it is the address's. */
export function assigning(world: World): void {
  taken(world);
  const input = { ...OF_TOLD, financialAddressId: ADDRESS, user: OPERATOR };
  world.made(unassignedCreditAssign, input, PLATFORM);
}

export function creditIn(world: World, reference: string = TOLD.reference) {
  const key = keyOfUnassigned(TOLD.provider, reference);
  const { unassignedCredits } = world.state;
  const credit = unassignedCredits.get(world.realmOf(world.caller), key);
  if (credit === undefined) throw new Error(`there is no credit ${reference}`);
  return credit satisfies UnassignedCreditDocument;
}
