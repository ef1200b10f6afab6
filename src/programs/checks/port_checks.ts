/** P12: each action is open to somebody, and each port opens what there is. */
import { didYouMean } from "../../base/nearest.ts";
import { at, type Findings, listed, quoted } from "../finding.ts";
import { callingEnds } from "../payouts.ts";
import { callersOf, type Ports } from "../ports.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { TypedProgram } from "../typed_program.ts";
import { namedBy } from "../typed_schedule.ts";

export function checkPorts(program: TypedProgram, ports: Ports, findings: Findings): void {
  let allKnown = true;
  /** By `as`: entries that were looked at, because many ports may have the same ones. */
  const rightOnes = new Map<string | undefined, Set<string>>();
  for (const [name, port] of Object.entries(program.source.ports)) {
    const path = at("/ports", name);
    const right = rightOnes.get(port.as) ?? new Set();
    rightOnes.set(port.as, right);
    for (let index = 0; index < port.allow.length; index++) {
      const entry = port.allow[index] as string;
      if (right.has(entry)) continue;
      const place = at(path, "allow", index);
      if (checkEntry(program, entry, port.as, place, findings)) right.add(entry);
      else allKnown = false;
    }
    const isOfCustomers = port.actors.includes("customer");
    const called = port.allow.find((entry) => !entry.endsWith(".create"));
    if (isOfCustomers && port.as === undefined && called !== undefined) {
      const message = `the port ${quoted(name)} lets any customer call ${quoted(called)}, on objects of others too`;
      const hint = 'Write "as": "subject", or "as": "fields." and a field with the customer.';
      findings.add("P12", path, message, hint, "warning");
    }
    if (port.as === undefined || isOfCustomers) continue;
    const hint = 'Leave out "as", or add "customer" to the actors.';
    findings.add("P12", at(path, "as"), '"as" is for customers', hint);
  }
  // An entry that names nothing may be meant for what no port seems to open.
  if (!allKnown) return;
  for (const noun of program.nouns.values()) {
    const { kind, path, actions } = noun;
    if (callersOf(ports, kind, "create").length === 0) {
      const hint = `Add "${kind}.create" to a port.`;
      findings.add("P12", path, `no port lets anybody create ${quoted(kind)}`, hint);
    }
    for (const action of actions.values()) {
      const callers = callersOf(ports, kind, action.name);
      if (callers.length > 0) {
        if (callers.every(({ actor }) => actor === "clock")) checkClock(noun, action, findings);
        continue;
      }
      const message = `no port lets anybody call ${quoted(action.name)}`;
      findings.add("P12", action.path, message, `Add "${kind}.${action.name}" to a port.`);
    }
  }
}

/** The clock calls what a schedule, an approved decision or the end of a payout tells it to call, and nothing else. */
function checkClock(
  noun: TypedNoun,
  { name, path, source }: TypedAction,
  findings: Findings,
): void {
  const named = [...noun.schedules.values()].map(namedBy);
  const isCalled = named.some((names) => names.includes(name));
  // A schedule that calls what there is not, or nothing, may be meant to call this one.
  const allKnown = named.every(
    (names) => names.length > 0 && names.every((each) => noun.actions.has(each)),
  );
  const calling = callingEnds(noun);
  // So may a payout.
  const isTold = calling.has(name) || [...calling.keys()].some((each) => !noun.actions.has(each));
  if (isCalled || isTold || source.auto === true || !allKnown) return;
  const message = `only the clock may call ${quoted(name)}, and nothing tells it to`;
  const hint =
    'Call the action in a schedule or after a payout, give it "auto": true, or add it to another port.';
  findings.add("P12", path, message, hint);
}

/** Whether the entry names what there is. */
function checkEntry(
  { nouns }: TypedProgram,
  entry: string,
  as: string | undefined,
  path: string,
  findings: Findings,
): boolean {
  const [kind = "", action = ""] = entry.split(".");
  const noun = nouns.get(kind);
  if (noun === undefined) {
    const message = `there is no noun ${quoted(kind)}${didYouMean(kind, nouns.keys())}`;
    findings.add("P12", path, message, "Name a noun and one of its actions, or create.");
    return false;
  }
  if (action !== "create" && !noun.actions.has(action)) {
    const known = [...noun.actions.keys(), "create"];
    const message = `${kind} has no action ${quoted(action)}${didYouMean(action, known)}`;
    findings.add("P12", path, message, `It has ${listed(known)}.`);
    return false;
  }
  if (as === "subject" && noun.source.subject === undefined) {
    const message = `the port is for the subject, and ${quoted(kind)} has none`;
    findings.add("P12", path, message, 'Declare one: "subject": { "field": "buyer" }.');
    return true;
  }
  const field = as?.startsWith("fields.") === true ? as.slice("fields.".length) : undefined;
  if (field === undefined) return true;
  const { fields } = noun.source;
  if (Object.hasOwn(fields, field) && fields[field]?.type === "customer") return true;
  const message = `${quoted(kind)} has no field ${quoted(field)} with a customer`;
  findings.add("P12", path, message, 'Name a field of type customer in "as".');
  return true;
}
