/**
 * What the platform charges Products: each month that costs something, out of an account of the Product, as soon as its
 * statement is final. Months are paid one after another, the earliest first; one that no account can pay is tried again a
 * day later, for ever, and those after it wait.
 */
import { invariant } from "../../base/invariant.ts";
import type { DueSource } from "../../contract/declare/due_source.ts";
import { numberKey } from "../../contract/tables/table.ts";
import { PLATFORM_STEP } from "../platform_steps.ts";
import type { UsageDue, UsageState, UsageStatementDocument } from "./usage_state.ts";

/** The months of a realm that are due; undefined where nothing is. */
export function usageDueOf({ usageDue }: UsageState, realm: number): UsageDue | undefined {
  return usageDue.get(realm, numberKey(realm));
}

/** For `apply`: the statement has become final, was paid, or could not be paid. */
export function moveDue(
  state: UsageState,
  realm: number,
  { month, payment, finalizedAtMs }: Omit<UsageStatementDocument, "realm">,
): void {
  if (payment === undefined) return;
  const { usageDue } = state;
  const key = numberKey(realm);
  const before = usageDueOf(state, realm);
  if (payment.status === "paid") {
    const [paid, ...months] = before?.months ?? [];
    invariant(paid === month, "the earliest month is paid first");
    if (months.length === 0) usageDue.remove(key);
    else usageDue.set(key, { realm, months, nextMs: payment.paidAtMs });
    return;
  }
  const { nextAttemptAtMs } = payment;
  if (nextAttemptAtMs === undefined) {
    const months = [...(before?.months ?? []), month];
    usageDue.set(key, { realm, months, nextMs: before?.nextMs ?? finalizedAtMs });
    return;
  }
  invariant(before?.months[0] === month, "the earliest month is tried first");
  usageDue.set(key, { ...before, nextMs: nextAttemptAtMs });
}

/** The attempt at the earliest month of each realm. */
export const usageDues: DueSource<UsageState> = {
  name: PLATFORM_STEP.charge,
  *realms({ usageDue }) {
    for (const { realm } of usageDue.values()) yield realm;
  },
  earliest(state, realm) {
    const due = usageDueOf(state, realm);
    if (due === undefined) return undefined;
    const [month] = due.months;
    return {
      atMs: due.nextMs,
      operation: PLATFORM_STEP.charge,
      input: { month },
      isOfPlatform: true,
    };
  },
};
