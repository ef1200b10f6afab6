/** P13: a decision that an action waits for can be asked for before, and leads to something. */
import { at, type Findings, listed, quoted } from "../finding.ts";
import { leadingTo, reachableFrom, transitionsOf } from "../state_graph.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkDecisions(noun: TypedNoun, findings: Findings): void {
  const { source, path, actions } = noun;
  const edges = transitionsOf(noun);
  for (const name of Object.keys(source.decisions ?? {})) {
    const place = at(path, "decisions", name);
    const opening = [...actions.values()].filter((action) => action.source.opens === name);
    const gated = [...actions.values()].filter((action) => action.source.gate === name);
    if (opening.length === 0) {
      const hint = `Give an action "opens": "${name}".`;
      findings.add("P13", place, `no action asks for the decision ${quoted(name)}`, hint);
      continue;
    }
    if (gated.length === 0) {
      const hint = `Give the action that waits for it "gate": "${name}".`;
      findings.add("P13", place, `no action waits for the decision ${quoted(name)}`, hint);
    }
    const opened = new Set(opening.flatMap(({ targets }) => targets));
    const after = reachableFrom(opened, edges);
    // Where the decision can still be asked for, and the action be called after that.
    const before = leadingTo(
      opening.flatMap((action) => action.source.from),
      edges,
    );
    for (const { name: action, path: place, source: gate } of gated) {
      const never = gate.from.filter((state) => !after.has(state) || !before.has(state));
      if (never.length === 0) continue;
      const message = `in ${listed(never)} the decision ${quoted(name)} cannot have been asked for before ${quoted(action)}`;
      const hint = `Let ${listed(opening.map((each) => each.name))} be called before these states, or leave them out of from.`;
      findings.add("P13", at(place, "from"), message, hint);
    }
  }
  for (const { path: place, source: action, name } of actions.values()) {
    if (action.auto === true && action.gate === undefined) {
      const hint = "Give the action a gate, or a schedule that calls it.";
      findings.add(
        "P13",
        at(place, "auto"),
        `${quoted(name)} has no gate that would start it`,
        hint,
      );
    }
    if (action.gate === undefined || action.gate !== action.opens) continue;
    const message = `${quoted(name)} asks for the decision that it waits for`;
    findings.add("P13", at(place, "opens"), message, "Let another action ask for the decision.");
  }
}
