/** P17 of collections by a mandate: what a bank has collected has one place, and what it takes back is not forgotten. */
import { notCallable } from "../clock_calls.ts";
import { at, type Findings, quoted } from "../finding.ts";
import { debitsOf } from "../mandates.ts";
import type { Ports } from "../ports.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { TypedSchedule } from "../typed_schedule.ts";

/** Of each schedule that collects: its consent may have a mandate, of which no program knows. */
export function checkMandates(noun: TypedNoun, ports: Ports, findings: Findings): void {
  for (const schedule of noun.schedules.values()) {
    checkReturned(noun, schedule, ports, findings);
    checkCredited(noun, schedule, findings);
  }
}

function checkReturned(
  noun: TypedNoun,
  { source: { collect }, path }: TypedSchedule,
  ports: Ports,
  findings: Findings,
): void {
  if (collect === undefined) return;
  const { returned } = collect;
  const place = at(path, "collect");
  if (returned === undefined) {
    const message =
      "nothing is called where a bank has collected by a mandate and takes the money back, up to 13 months later";
    const hint = 'Name the action that is called then: "returned": ….';
    findings.add("P17", place, message, hint, "warning");
    return;
  }
  const when = "when the bank takes the money back";
  for (const { message, hint } of notCallable(noun, returned, ports, when)) {
    findings.add("P17", at(place, "returned"), message, hint);
  }
}

/** The money is credited to the account that the action takes it from, so there must be one. */
function checkCredited(
  noun: TypedNoun,
  { source: { collect }, calls, path }: TypedSchedule,
  findings: Findings,
): void {
  const action = calls === undefined ? undefined : noun.actions.get(calls);
  if (collect === undefined || action === undefined) return;
  const count = debitsOf(action).length;
  // A move with a fault has a finding of its own.
  if (count === 1 || action.moves.some(({ from }) => from === undefined)) return;
  const message = `${quoted(action.name)} takes money from ${count === 0 ? "no account" : `${count} accounts`} of the customer, so what a bank collects by a mandate has no place, and is refused`;
  const hint = "Let the action take the money from one account of the customer.";
  findings.add("P17", at(path, "collect", "then"), message, hint, "warning");
}
