/** `expectedRevision`: lets a caller change a resource only if nobody else changed it meanwhile. */
import { Type } from "@sinclair/typebox";
import { type Refusal, refuse } from "../contract/refusals/refusal.ts";

export const ExpectedRevision = Type.Integer({
  minimum: 1,
  description: "Refuse with `state_conflict` unless the resource is at this revision.",
});

/** `state_conflict` unless `expected` is `actual`; an absent `expected` means any revision. */
export function refuseRevision(
  id: string,
  expected: number | undefined,
  actual: number,
): Refusal<"state_conflict"> | undefined {
  if (expected === undefined || expected === actual) return undefined;
  return refuse("state_conflict", `${id} is at revision ${actual}, not ${expected}`, {
    expected,
    actual,
    revision: actual,
    issues: [
      {
        code: "revision_differs",
        message: `expectedRevision is not ${actual}`,
        path: ["expectedRevision"],
      },
    ],
  });
}
