/** P15 and P16: remainders go down from a fixed beginning; aggregates have a cap of their own type. */
import { at, type Findings, quoted } from "../finding.ts";
import type { TypedAggregate, TypedNoun } from "../typed_noun.ts";

export function checkAmounts(noun: TypedNoun, findings: Findings): void {
  for (const [name, start] of noun.remainders) {
    if (start.isFixed) continue;
    const message = `the beginning of the remainder ${quoted(name)} may change`;
    const hint = "Use fields that no action sets, and lets of such fields.";
    findings.add("P15", at(noun.path, "remainders", name, "start"), message, hint);
  }
  for (const [name, aggregate] of noun.aggregates) {
    checkAggregate(noun, name, aggregate, findings);
  }
}

function checkAggregate(
  noun: TypedNoun,
  name: string,
  { source, path, cap }: TypedAggregate,
  findings: Findings,
): void {
  const { scope, count, sum, where, unbounded } = source;
  const add = (place: string, message: string, hint: string) =>
    findings.add("P16", place, message, hint);
  if ((count === true) === (sum === true)) {
    const says = count === true ? "both count and sum" : "neither count nor sum";
    add(path, `the aggregate ${quoted(name)} has ${says}`, 'Give it "count": true or "sum": true.');
    return;
  }
  if (source.cap !== undefined && unbounded === true) {
    add(
      at(path, "unbounded"),
      "an aggregate with a cap is not unbounded",
      "Leave one of them out.",
    );
  }
  if (scope !== "self" && source.cap === undefined && unbounded !== true) {
    const message = `the aggregate ${quoted(name)} over the ${scope} has no cap`;
    add(path, message, 'Give it a "cap", or "unbounded": true.');
  }
  if (scope === "subject" && noun.source.subject === undefined) {
    const message = `${noun.kind} has no subject to add up over`;
    add(at(path, "scope"), message, 'Declare one: "subject": { "field": … }.');
  }
  if (sum === true && typeof cap === "number") {
    const message = "the cap of a sum is an amount";
    add(at(path, "cap"), message, `Write "cap": "amount('${cap}')".`);
  }
  if (sum === true && source.currency === undefined) {
    const hint = 'Write "currency": "\'EUR\'", or the currency of the noun.';
    add(path, `the sum ${quoted(name)} has no currency`, hint);
  }
  if (sum === true && where !== undefined) {
    add(at(path, "where"), "where is for counts", "Add to the sum in the actions that count.");
  }
  if (count === true && source.currency !== undefined) {
    add(at(path, "currency"), "a count has no currency", "Leave it out.");
  }
  if (count === true && where?.length === 0) {
    add(at(path, "where"), "the count counts no state", "Name the states that count.");
  }
  if (typeof cap === "object" && !cap.isFixed) {
    const message = `the cap of ${quoted(name)} may change after what it bounds`;
    add(at(path, "cap"), message, "Use fields that no action sets, and lets of such fields.");
  }
  checkAdded(noun, name, { count: count === true, place: path }, findings);
}

/** What actions add to a sum, and that nobody adds to a count. */
function checkAdded(
  noun: TypedNoun,
  name: string,
  { count, place }: { count: boolean; place: string },
  findings: Findings,
): void {
  const adding = [...noun.actions.values()].filter(({ add }) => add.has(name));
  for (const action of adding) {
    if (!count) continue;
    const message = `the count ${quoted(name)} counts by itself`;
    findings.add("P16", at(action.path, "add", name), message, "Leave it out of add.");
  }
  if (count || adding.length > 0) return;
  const hint = `Give an action "add": { "${name}": … }.`;
  findings.add("P04", place, `no action adds to the sum ${quoted(name)}`, hint);
}
