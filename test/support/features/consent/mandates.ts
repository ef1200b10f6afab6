/** For tests: mandates to debit accounts at other banks, and the consents that have one. */

import { consentConfirm } from "../../../../src/features/consent/consent.confirm.ts";
import type { Consent } from "../../../../src/features/consent/consent_schema.ts";
import type { MemoryEntityKeys } from "../../../world/entity_keys.ts";
import type { Input } from "../../../world/input.ts";
import type { World } from "../../../world/world.ts";
import { made, US } from "../beneficiary/beneficiaries.ts";
import { accessIn } from "../customer_access/accesses.ts";
import { consentMade, EVIDENCE, TEXT_DIGEST } from "./consents.ts";

/** The evidence of a mandate, complete: the provider has yet to confirm it. */
export const MANDATE_EVIDENCE = { ...EVIDENCE, method: "provider_mandate" };
/** What a beneficiary of the rail ACH is made with. */
export const OVER_ACH = { rail: "ach", destination: US };

/** A customer, and an account of the customer's at another bank: over SEPA unless `more` says otherwise. */
export async function debtorMade(
  world: World,
  more: Input = {},
  { keys, customerId = accessIn(world, "active").customerId }: Debtor = {},
): Promise<{ customerId: string; beneficiaryId: string }> {
  const owned = { ownerType: "customer", ownerId: customerId, name: "Ada Lovelace" };
  const { beneficiaryId } = await made(world, { ...owned, ...more }, keys && { keys });
  return { customerId, beneficiaryId };
}
type Debtor = { keys?: MemoryEntityKeys; customerId?: string };

/** An active consent with a mandate that its provider has confirmed. */
export function mandateMade(
  world: World,
  { customerId, beneficiaryId }: { customerId: string; beneficiaryId: string },
  { mandate = {}, ...more }: Input & { mandate?: Input } = {},
): Consent {
  const { consentId } = consentMade(world, {
    ...{ customerId, evidence: MANDATE_EVIDENCE },
    ...{ mandate: { beneficiaryId, ...mandate }, ...more },
  });
  const { acceptedAt } = EVIDENCE;
  const evidence = { method: "provider_mandate", acceptedAt, textDigest: TEXT_DIGEST };
  return world.made(consentConfirm, { consentId, evidence }) as Consent;
}
