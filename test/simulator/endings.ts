/** How the work that a request began has ended, as the answer to the request must say it. */
import type { StoredRecord } from "../../src/contract/records/record.ts";
import type { Response } from "./edge.ts";
import type { Asked } from "./model/bank_part.ts";
import type { Verdict } from "./model/model.ts";

/** The code of an answer that says that nobody knows what the provider did. */
export const EGRESS_FAILED = "provider_egress_failed";

/** The verdict, with how the work has ended; undefined while it goes on. */
export function wholeVerdict(verdict: Verdict): Verdict | undefined {
  if (verdict.code !== undefined) return verdict;
  if (verdict.asked !== undefined) {
    const { end } = verdict.asked;
    if (end?.code !== undefined) return { code: end.code };
    return end?.answer && { code: undefined, answer: end.answer };
  }
  if (verdict.first !== undefined) {
    const { scheduleIds, operations, overFrame } = verdict.first;
    if (overFrame === Number.POSITIVE_INFINITY) return undefined;
    const clockOperationIds = scheduleIds.map((scheduleId) => operations.get(scheduleId));
    return { code: undefined, answer: { ...verdict.answer, clockOperationIds } };
  }
  if (verdict.run === undefined) return verdict;
  const { ran, overFrame } = verdict.run;
  const answer = { ...verdict.answer, ran };
  return overFrame === Number.POSITIVE_INFINITY ? undefined : { code: undefined, answer };
}

/** Whether a provider was asked whose answer is not known, or rows have not run on which an answer waits. */
export function isUnended(verdict: Verdict): boolean {
  const first = verdict.code === undefined ? verdict.first : undefined;
  if (first !== undefined) return first.overFrame === Number.POSITIVE_INFINITY;
  const asked = askedOf(verdict);
  return asked !== undefined && asked.end === undefined;
}

/** The status of the answer; undefined while there is none. */
export function statusOf(verdict: Verdict, { status }: StoredRecord): number | undefined {
  const asked = askedOf(verdict);
  return asked === undefined ? status : asked.end?.status;
}

/** Checks the answer that it is not known what the provider did: some attempt had no answer. */
export function wrongUnknown(verdict: Verdict, { status, isReplayed }: Response) {
  if (askedOf(verdict)?.wasUnknown !== true || status !== 502) return "an outcome is known";
  return isReplayed ? "an unknown outcome as if it were the answer" : undefined;
}

function askedOf(verdict: Verdict): Asked | undefined {
  return verdict.code === undefined ? verdict.asked : undefined;
}
