/** P25: what is fixed when an object is made does not depend on the time at which it is computed. */
import type { Findings } from "../finding.ts";
import type { Typed } from "../typed_expression.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkClock(noun: TypedNoun, findings: Findings): void {
  const fixed: (Typed | undefined)[] = [...noun.lets.values(), ...noun.remainders.values()];
  for (const { cap } of noun.aggregates.values()) if (typeof cap === "object") fixed.push(cap);
  for (const { whole, parts } of noun.partitions.values()) fixed.push(whole, parts);
  for (const each of fixed) {
    if (each?.usesClock !== true) continue;
    const message = "the value would change with the clock";
    const hint = "Use now() in an action's require, set and to, or in a schedule's at.";
    findings.add("P25", each.path, message, hint);
  }
}
