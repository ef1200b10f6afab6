/** What a simulation knows of collections by mandates: the use of their consents, and the account that their losses are taken from. */
import { type Refusal, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { MandateEnd } from "../action_schema.ts";
import { productAccount } from "./account.ts";
import type { CompiledProgram } from "./compiled_program.ts";
import { consumed, usedBy } from "./consent_use.ts";
import type { HeldCollection, MemoryWorld } from "./memory_world.ts";
import type { ActionCall } from "./object_record.ts";
import type { TraceResult, TraceRun } from "./trace.ts";

/** Of a row that waits for its bank. */
export const NOTHING_YET: TraceResult = { outcome: "succeeded", moves: [] };

/** A failure gives back what was used; money that the bank had stays used, and may use the consent up. */
export function useAfter(
  { consents }: MemoryWorld,
  { consentId, amount }: Pick<HeldCollection, "consentId" | "amount">,
  end: MandateEnd,
): void {
  const consent = consents.get(consentId);
  if (consent === undefined) return;
  const after = end === "failed" ? usedBy(consent, -amount) : consent;
  const isActive = after.status === "active" && end !== "failed";
  consents.set(consentId, isActive ? consumed(after) : after);
}

/** The key of the account of the Product for losses: the program's own, where it has one. */
export function lossesOf({ typed }: CompiledProgram, currency: string): string {
  const role = "product_losses";
  const own = Object.entries(typed.source.accounts ?? {}).find(
    ([, each]) => each.role === role && (each.currency ?? currency) === currency,
  );
  return own === undefined ? `losses.${currency}` : productAccount(own[0], role, currency).key;
}

/** Why a bank is not asked for money that would have no place. */
export function creditedFault({ action }: Pick<ActionCall, "action">): Refusal {
  const message = `${action} takes money from no account of the customer, or from several; what a bank collects is credited to one`;
  return refuseConstraint("credited_account", message);
}

export function traceOfHeld(collection: HeldCollection): NonNullable<TraceRun["collection"]> {
  const { collectionId, consentId, amount, currency, status } = collection;
  return { collectionId, consentId, amount: String(amount), currency, status };
}
