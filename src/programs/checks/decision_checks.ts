/** P13: a decision that an action waits for can be asked for before, and leads to something. */
import { at, type Findings, listed, quoted } from "../finding.ts";
import { isWhole, leadingTo, reachableFrom } from "../state_graph.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkDecisions(noun: TypedNoun, findings: Findings): void {
  const { source, path, actions, kind } = noun;
  const isKnown = (name = "") => name === "" || Object.hasOwn(source.decisions ?? {}, name);
  const allKnown = [...actions.values()].every(
    (action) => isKnown(action.source.gate) && isKnown(action.source.opens),
  );
  for (const [name, { by }] of Object.entries(source.decisions ?? {})) {
    const place = at(path, "decisions", name);
    if (by.includes("customer") && source.subject === undefined) {
      const message = `a customer decides ${quoted(name)}, and ${kind} has no subject to ask`;
      const hint = 'Declare one: "subject": { "field": "buyer" }, or let others decide.';
      findings.add("P13", at(place, "by"), message, hint);
    }
    const opening = [...actions.values()].filter((action) => action.source.opens === name);
    const gated = [...actions.values()].filter((action) => action.source.gate === name);
    const waiting = isWhole(noun) ? gated.filter((action) => action.source.opens !== name) : [];
    // A name that is no decision may be meant for this one.
    if (opening.length === 0 && !allKnown) continue;
    if (opening.length === 0) {
      const hint = `Give an action "opens": "${name}".`;
      findings.add("P13", place, `no action asks for the decision ${quoted(name)}`, hint);
      continue;
    }
    if (gated.length === 0 && allKnown) {
      const hint = `Give the action that waits for it "gate": "${name}".`;
      findings.add("P13", place, `no action waits for the decision ${quoted(name)}`, hint);
    }
    const opened = new Set(opening.flatMap(({ targets }) => targets));
    const after = reachableFrom(opened, noun);
    // Where the decision can still be asked for, and the action be called after that.
    const before = leadingTo(
      opening.flatMap((action) => action.source.from),
      noun,
    );
    for (const { name: action, path: place, source: gate } of waiting) {
      const never = gate.from.filter((state) => !after.has(state) || !before.has(state));
      if (never.length === 0) continue;
      const message = `in ${listed(never)} the decision ${quoted(name)} cannot have been asked for before ${quoted(action)}`;
      const hint = `Let ${listed(opening.map((each) => each.name))} be called before these states, or leave them out of from.`;
      findings.add("P13", at(place, "from"), message, hint);
    }
  }
  for (const action of actions.values()) checkAction(action, findings);
}

function checkAction({ name, path, source }: TypedAction, findings: Findings): void {
  const { auto, gate, opens, input = {} } = source;
  if (auto === true && gate === undefined) {
    const message = `${quoted(name)} has no gate that would start it`;
    const hint = "Give the action a gate, or a schedule that calls it.";
    findings.add("P13", at(path, "auto"), message, hint);
  }
  const needed = Object.entries(input).find(([, { required }]) => required === true);
  if (auto === true && needed !== undefined) {
    const message = `the clock calls ${quoted(name)} by itself, and nothing gives the input ${quoted(needed[0])}`;
    const hint = 'Leave out "required", or "auto".';
    findings.add("P13", at(path, "input", needed[0]), message, hint);
  }
  if (gate === undefined || gate !== opens) return;
  const message = `${quoted(name)} asks for the decision that it waits for`;
  findings.add("P13", at(path, "opens"), message, "Let another action ask for the decision.");
}
