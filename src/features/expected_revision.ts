/** `expectedRevision`: a caller's guard against changing what someone else changed meanwhile. */
import { Type } from "@sinclair/typebox";
import { type Refusal, refuse } from "../contract/refusal.ts";

export const ExpectedRevision = Type.Integer({
  minimum: 1,
  description: "Refuse with `state_conflict` unless the resource is at this revision.",
});

/** `state_conflict` when the caller expects another revision than `actual`; absent means any. */
export function refuseRevision(
  id: string,
  expected: number | undefined,
  actual: number,
): Refusal<"state_conflict"> | undefined {
  if (expected === undefined || expected === actual) return undefined;
  return refuse("state_conflict", `${id} is at revision ${actual}, not ${expected}`, {
    expected,
    actual,
    issues: [{ code: "revision_differs", message: `is ${actual} now`, path: ["expectedRevision"] }],
  });
}
