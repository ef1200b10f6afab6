/**
 * The seal around the account numbers of a beneficiary. They are sealed before anything is written: under the key of the entity
 * of the customer whose account it is, so that its erasure makes them unreadable too; for everybody else under a key of the
 * beneficiary's own.
 */
import { canonicalJson } from "../../base/canonical_json.ts";
import type { PreparationTools } from "../../contract/declare/preparation.ts";
import { customers } from "../customer/customer_noun.ts";
import { numbersOf, sentNumbersOf } from "./beneficiary_destination.ts";
import type { AccountNumbers, SealedNumbers } from "./beneficiary_document.ts";
import type { BeneficiaryDraft } from "./beneficiary_schema.ts";

/** What the numbers are sealed as. */
const SEALED_AS = "destination";
/** What the names of keys of beneficiaries begin with; no id does. */
const KEY_PREFIX = "benkey_";

/**
 * `none`: there is no number. `unknown`: the snapshot has no such customer. `erased`: the key of the customer's entity was
 * destroyed.
 */
export type PreparedNumbers =
  | { kind: "none" | "unknown" | "erased" }
  | { kind: "sealed"; sealed: SealedNumbers; digest: string };

/** Seals the numbers of the draft, which were checked. The key is on disk when this resolves. */
export async function sealedNumbers(
  { rail, ownerType, ownerId = "", destination }: BeneficiaryDraft,
  tools: PreparationTools,
): Promise<PreparedNumbers> {
  if (rail === "book") return { kind: "none" };
  const keyName =
    ownerType === "customer" ? entityOf(ownerId, tools) : `${KEY_PREFIX}${tools.requestName()}`;
  return keyName === undefined
    ? { kind: "unknown" }
    : await sealedUnder(keyName, { destination }, tools);
}

/** Seals the numbers of a destination under the key of this name, which is made where there is none. */
export async function sealedUnder(
  keyName: string,
  { destination }: Pick<BeneficiaryDraft, "destination">,
  tools: Pick<PreparationTools, "entitySealing">,
): Promise<PreparedNumbers> {
  const sealing = await tools.entitySealing(keyName);
  if (sealing === undefined) return { kind: "erased" };
  const text = sealing.sealed(SEALED_AS, canonicalJson(numbersOf(destination)));
  const digest = sealing.digest(canonicalJson(sentNumbersOf(destination)));
  return { kind: "sealed", sealed: { keyName, text }, digest };
}

function entityOf(
  customerId: string,
  { realm, snapshot }: Pick<PreparationTools, "realm" | "snapshot">,
): string | undefined {
  return customers.find(snapshot(), realm, customerId)?.document.entity.entityId;
}

/** The numbers, for whoever sends them to a bank; undefined where their key was destroyed. */
export function openedNumbers(
  { keyName, text }: SealedNumbers,
  { openedOfEntity }: Pick<PreparationTools, "openedOfEntity">,
): AccountNumbers | undefined {
  const opened = openedOfEntity(text, keyName, SEALED_AS);
  return opened === undefined ? undefined : (JSON.parse(opened) as AccountNumbers);
}
