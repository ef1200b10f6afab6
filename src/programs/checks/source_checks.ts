/** P09 and P11: money comes from accounts whose balance bounds it, and a customer's by the customer's will. */
import type { AccountSelector } from "../account_selector.ts";
import { at, type Findings, quoted } from "../finding.ts";
import { callingEnds } from "../payouts.ts";
import { callersOf, type Ports } from "../ports.ts";
import type { TypedAction, TypedMove } from "../typed_action.ts";
import type { Typed } from "../typed_expression.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkSources(noun: TypedNoun, ports: Ports, findings: Findings): void {
  for (const action of noun.actions.values()) {
    for (const move of action.moves) {
      if (move.from === undefined) continue;
      checkBounded(move, findings);
      checkWill(noun, action, move, move.from, ports, findings);
      checkAsked(noun, action, move, ports, findings);
    }
  }
}

/** What an account is credited with in the same move does not bound what it is debited. */
function checkBounded({ from, to, splits, path }: TypedMove, findings: Findings): void {
  const payer = textOf(from);
  const isItself = [...(splits ?? []).map(({ account }) => account), to].some(
    (target) => target?.kind === from?.kind && textOf(target) === payer,
  );
  if (isItself) {
    const message = "the move goes from an account to itself";
    findings.add("P09", path, message, "Name another account in to.");
  }
  if (from?.kind !== "field") return;
  const message =
    "an account that a field names may belong to anybody, so nothing bounds what it pays";
  const hint = "Pay from own.…, product.… or customer(…).…; an account of a field may be paid.";
  findings.add("P09", at(path, "from"), message, hint);
}

/** Two accounts of one kind have one text where they are surely the same. */
function textOf(account: AccountSelector | undefined): string {
  switch (account?.kind) {
    case "own":
    case "product":
      return account.name;
    case "customer":
      return `${account.field.join(".")} ${account.role}`;
    case "field":
    case "beneficiary":
    case "mandate":
      return account.names.join(".");
    case "ref":
      return `${account.field} ${account.name}`;
    case undefined:
      return "";
  }
}

function hasSubject({ source: { subject, fields } }: TypedNoun): boolean {
  const name = subject?.field ?? "";
  return Object.hasOwn(fields, name) && fields[name]?.type === "customer";
}

function checkWill(
  noun: TypedNoun,
  action: TypedAction,
  { path }: TypedMove,
  from: AccountSelector,
  ports: Ports,
  findings: Findings,
): void {
  if (from.kind === "ref") checkOther(noun, action, path, from, ports, findings);
  if (from.kind !== "customer") return;
  const place = at(path, "from");
  const payer = from.field.join(".");
  const { subject } = noun.source;
  const isField = from.field[0] === "fields";
  for (const { port, actor, as } of callersOf(ports, noun.kind, action.name)) {
    if (actor === "customer") {
      const whom = as === "subject" && subject !== undefined ? `fields.${subject.field}` : as;
      // A subject that is no customer is a finding of its own.
      if (whom === payer || (as === "subject" && !hasSubject(noun))) continue;
      const whose = as === undefined ? "any customer" : `another customer than ${quoted(payer)}`;
      const message = `the port ${quoted(port)} lets ${whose} call ${quoted(action.name)}, which moves money of ${quoted(payer)}`;
      const hint = isField
        ? `Give the port "as": "${payer}", or take the action out of it.`
        : 'Pay from a customer in a field of the object, and give the port that field in "as".';
      findings.add("P11", place, message, hint);
    } else if (actor === "clock") checkClock(noun, action, place, payer, findings);
    else {
      const message = `the port ${quoted(port)} lets the ${actor} move money of ${quoted(payer)}`;
      const hint =
        "Let the customer call the action, collect under a consent, or pay from an own account.";
      findings.add("P11", place, message, hint);
    }
  }
}

/** The clock moves a customer's money in collections alone, which the customer has consented to. */
function checkClock(
  noun: TypedNoun,
  { name, source }: TypedAction,
  place: string,
  payer: string,
  findings: Findings,
): void {
  const hint = `Write "collect": { "consent": …, "amount": …, "then": "${name}" } instead of "action".`;
  const { subject } = noun.source;
  for (const schedule of noun.schedules.values()) {
    if (schedule.source.collect?.then === name && payer !== `fields.${subject?.field}`) {
      const message = `the schedule ${quoted(schedule.name)} collects under a consent of the object's subject, and ${quoted(payer)} would pay`;
      const ofSubject =
        subject === undefined
          ? 'Declare a subject, and pay from "customer(fields." and its field.'
          : `Pay from customer(fields.${subject.field}).`;
      findings.add("P11", place, message, ofSubject);
    }
    const { source: does } = schedule;
    const plain = [does.action, does.retry?.finally, does.collect?.returned];
    if (!plain.includes(name)) continue;
    const message = `the schedule ${quoted(schedule.name)} moves a customer's money without a consent`;
    findings.add("P11", place, message, hint);
  }
  if (callingEnds(noun).has(name)) {
    const message = `the clock calls ${quoted(name)} after ${whatEnded(noun, name)}, which moves a customer's money without a consent`;
    findings.add(
      "P11",
      place,
      message,
      "Name another action, so that the customer calls this one.",
    );
  }
  if (source.auto !== true) return;
  const message = `the clock calls ${quoted(name)} by itself, which moves a customer's money without a consent`;
  findings.add("P11", place, message, 'Leave out "auto", so that the customer calls the action.');
}

/** What has ended when the clock calls the action. */
function whatEnded(noun: TypedNoun, action: string): string {
  const ends = [...(callingEnds(noun).get(action) ?? [])];
  return ends.some((end) => end.startsWith("payout")) ? "a payout" : "a collection";
}

/** Money of another object is taken by a customer only where both objects are about that customer. */
function checkOther(
  { kind, source: { fields, subject } }: TypedNoun,
  { name }: TypedAction,
  path: string,
  from: Extract<AccountSelector, { kind: "ref" }>,
  ports: Ports,
  findings: Findings,
): void {
  const isOfSubject = fields[from.field]?.congruent?.includes("subject") === true;
  for (const { port, actor, as } of callersOf(ports, kind, name)) {
    if (actor !== "customer") continue;
    if (isOfSubject && (as === "subject" || as === `fields.${subject?.field}`)) continue;
    const message = `the port ${quoted(port)} lets a customer take money of ${quoted(from.target)}, which may be another customer's`;
    const hint = `Give the reference ${quoted(from.field)} "congruent": ["subject"], and the port "as": "subject".`;
    findings.add("P11", at(path, "from"), message, hint);
  }
}

/** A customer does not decide alone how much of the Product's money moves. */
function checkAsked(
  { kind }: TypedNoun,
  action: TypedAction,
  { from, amount, path }: TypedMove,
  ports: Ports,
  findings: Findings,
): void {
  if (from?.kind !== "product" || amount === undefined) return;
  const caller = callersOf(ports, kind, action.name).find(({ actor }) => actor === "customer");
  const [asked] = inputsOf(amount);
  if (caller === undefined || asked === undefined) return;
  const bounds = [...action.requires, ...action.consume.values(), ...action.add.values()];
  if (bounds.some((each) => each !== undefined && inputsOf(each).has(asked))) return;
  const message = `a customer may ask for any amount of ${quoted(from.name)} by ${quoted(asked)}`;
  const hint = `Require a bound: ${asked} <= fields.total, or consume it of a remainder.`;
  findings.add("P09", at(path, "amount"), message, hint, "warning");
}

/** The inputs that a value is made of. */
function inputsOf({ types }: Typed): ReadonlySet<string> {
  const paths = [...types.keys()].flatMap((node) => (node.kind === "path" ? [node.names] : []));
  return new Set(paths.filter(([root]) => root === "input").map((names) => names.join(".")));
}
