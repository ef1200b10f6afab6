/** P12: each action is open to somebody, and each port opens what there is. */
import { didYouMean } from "../../base/nearest.ts";
import { at, type Findings, quoted } from "../finding.ts";
import { callersOf, type Ports } from "../ports.ts";
import type { TypedProgram } from "../typed_program.ts";

export function checkPorts(program: TypedProgram, ports: Ports, findings: Findings): void {
  for (const [name, port] of Object.entries(program.source.ports)) {
    const path = at("/ports", name);
    for (const [index, entry] of port.allow.entries()) {
      const place = at(path, "allow", index);
      if (port.allow.indexOf(entry) !== index) {
        findings.add("P12", place, `${quoted(entry)} stands twice`, "Leave one out.", "warning");
      } else checkEntry(program, entry, port.as, place, findings);
    }
    if (port.as === undefined || port.actors.includes("customer")) continue;
    const hint = 'Leave out "as", or add "customer" to the actors.';
    findings.add("P12", at(path, "as"), '"as" is for customers', hint);
  }
  for (const { kind, path, actions } of program.nouns.values()) {
    if (callersOf(ports, kind, "create").length === 0) {
      const hint = `Add "${kind}.create" to a port.`;
      findings.add("P12", path, `no port lets anybody create ${quoted(kind)}`, hint);
    }
    for (const action of actions.values()) {
      if (callersOf(ports, kind, action.name).length > 0) continue;
      const message = `no port lets anybody call ${quoted(action.name)}`;
      findings.add("P12", action.path, message, `Add "${kind}.${action.name}" to a port.`);
    }
  }
}

function checkEntry(
  { source, nouns }: TypedProgram,
  entry: string,
  as: string | undefined,
  path: string,
  findings: Findings,
): void {
  const [kind = "", action = ""] = entry.split(".");
  const noun = nouns.get(kind);
  if (noun === undefined) {
    const message = `there is no noun ${quoted(kind)}${didYouMean(kind, nouns.keys())}`;
    findings.add("P12", path, message, "Name a noun and one of its actions, or create.");
    return;
  }
  if (action !== "create" && !noun.actions.has(action)) {
    const known = [...noun.actions.keys(), "create"];
    const message = `${kind} has no action ${quoted(action)}${didYouMean(action, known)}`;
    findings.add("P12", path, message, `It has ${known.join(", ")}.`);
  }
  if (as === "subject" && noun.source.subject === undefined) {
    const message = `the port is for the subject, and ${quoted(kind)} has none`;
    findings.add("P12", path, message, `Declare one: "subject": { "field": … }.`);
  }
  const field = as?.startsWith("fields.") === true ? as.slice("fields.".length) : undefined;
  if (field === undefined) return;
  if (source.nouns[kind]?.fields[field]?.type === "customer") return;
  const message = `${quoted(kind)} has no field ${quoted(field)} with a customer`;
  findings.add("P12", path, message, 'Name a field of type customer in "as".');
}
