/** P17 of collections by a mandate: what a bank has collected has one place, and what it takes back is not forgotten. */
import { callHint, notCallable } from "../clock_calls.ts";
import { at, type Findings, quoted } from "../finding.ts";
import { collectionsOf, debitsOf } from "../mandates.ts";
import { payoutsOf } from "../payouts.ts";
import type { Ports } from "../ports.ts";
import type { TypedAction, TypedMove } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { TypedSchedule } from "../typed_schedule.ts";

/** Of each schedule that collects its consent may have a mandate, of which no program knows; a move of an action says so. */
export function checkMandates(noun: TypedNoun, ports: Ports, findings: Findings): void {
  for (const action of noun.actions.values()) checkCollections(noun, action, findings);
  for (const schedule of noun.schedules.values()) {
    checkReturned(noun, schedule, ports, findings);
    checkCredited(noun, schedule, findings);
  }
}

/** An action asks one bank at most, under a consent of the subject, for money that has one account. */
function checkCollections(noun: TypedNoun, action: TypedAction, findings: Findings): void {
  const [first, second] = collectionsOf(action);
  if (first === undefined) return;
  const more = [
    second !== undefined && "collects more than once",
    payoutsOf(action).length > 0 && "collects and pays out",
    isCollected(noun, action) && "collects, and is called by a row that has collected",
  ].find((what) => what !== false);
  if (more !== undefined) {
    const message = `${quoted(action.name)} ${more}; one call asks one bank for one thing`;
    findings.add("P19", (second ?? first).path, message, "Divide the action into several.");
  }
  for (const { move, path, then, label } of collectionsOf(action)) {
    checkSubject(noun, action, move, findings);
    checkDestination(move, findings);
    const missing = (["failed", "returned"] as const).filter((end) => then[end] === undefined);
    for (const end of missing) {
      const what =
        end === "failed"
          ? "where the bank does not collect"
          : "where the bank takes the money back";
      const message = `nothing is called ${what} that ${quoted(label)} asks for`;
      findings.add("P17", path, message, callHint(end), "warning");
    }
  }
}

/** Whether a row of a schedule collects for the action. */
function isCollected({ schedules }: TypedNoun, { name }: TypedAction): boolean {
  return [...schedules.values()].some(({ source: { collect } }) => collect?.then === name);
}

/** The consent is of the subject of the object, and for collections. */
function checkSubject(
  { kind, source: { subject, fields } }: TypedNoun,
  { source: { input = {} } }: TypedAction,
  { from, path }: TypedMove,
  findings: Findings,
): void {
  const place = at(path, "from");
  if (subject === undefined) {
    const message = `${kind} has no subject from whom money would be collected`;
    findings.add("P17", place, message, 'Declare one: "subject": { "field": "borrower" }.');
    return;
  }
  const [root, name = ""] = from?.kind === "mandate" ? from.names : [];
  const field = root === "input" ? input[name] : fields[name];
  if (field?.consentType === "collection") return;
  const message = `the consent ${quoted(name)} need not be for collections`;
  findings.add("P17", place, message, 'Give the field "consentType": "collection".');
}

/** The money comes days later, so it goes to one account, which is known by then. */
function checkDestination({ to, splits, path }: TypedMove, findings: Findings): void {
  const isKnown = to?.kind === "own" || to?.kind === "product" || to?.kind === "customer";
  // An account with a fault has a finding of its own.
  if (isKnown || (to === undefined && splits === undefined)) return;
  const message =
    splits === undefined
      ? "a bank collects for an account of the object, of the Product, or of a customer alone"
      : "a bank collects for one account; the money is divided when it is there";
  const hint = 'Collect for own.…, and pay on in the action under "collected".';
  findings.add("P09", at(path, "to"), message, hint);
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
