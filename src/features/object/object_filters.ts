/**
 * The parameters of a list of objects, as the program that the Product runs understands them. Objects keep the
 * Build that they were made under, so a kind or a state that only an earlier Build has is known for as long as an
 * object has it.
 */
import { didYouMean } from "../../base/nearest.ts";
import type { InputIssue } from "../../contract/refusals/issue_codes.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { Snapshot } from "../../contract/tables/snapshot.ts";
import { refuseIssues } from "../../contract/values/page.ts";
import type { CompiledProgram } from "../../programs/run/compiled_program.ts";
import { readFields } from "../../programs/run/field_reading.ts";
import { type FieldSources, type Json, toJson } from "../../programs/run/values.ts";
import { compiledIn, programIn } from "../product/running_program.ts";
import { LEDGER_TABLE } from "../table_codes.ts";
import { kindText, stateText } from "./object_index.ts";
import { kindNotFound } from "./object_refusals.ts";

type Given = { kind: string; state?: string; field?: string };
type Field = { name: string; value: Json };

/** The field that the list is filtered by, with its value in the form that objects have it. */
export function filtersOf(
  snapshot: Snapshot,
  realm: number | undefined,
  { kind, state, field }: Given,
): { field: Field | undefined } | Refusal<"resource_not_found" | "invalid_request"> {
  const running = programIn(snapshot, realm);
  if (realm === undefined || running === undefined) return kindNotFound(kind, undefined);
  const program = compiledIn(snapshot, realm, running.buildId);
  const noun = program?.typed.source.nouns[kind];
  const has = (text: string) => hasEntry(snapshot, realm, text);
  if (program === undefined || (noun === undefined && !has(kindText(kind)))) {
    return kindNotFound(kind, program);
  }
  const states = Object.keys(noun?.states ?? {});
  if (state !== undefined && !states.includes(state) && !has(stateText(kind, state))) {
    return refuseName("state", state, { says: `is no state of ${kind}`, allowed: states });
  }
  return field === undefined ? { field: undefined } : fieldOf(program, kind, field);
}

/** `given`: `name:value`. */
function fieldOf(
  program: CompiledProgram,
  kind: string,
  given: string,
): { field: Field } | Refusal<"invalid_request"> {
  const colon = given.indexOf(":");
  const name = given.slice(0, colon);
  const sources: FieldSources = program.nouns.get(kind)?.fields ?? {};
  const indexed = Object.keys(sources).filter((each) => sources[each]?.indexed === true);
  const source = indexed.includes(name) ? sources[name] : undefined;
  if (source === undefined) {
    const says = `is no field of ${kind} that its program marks as indexed`;
    return refuseName("field", name, { says, allowed: indexed });
  }
  const value = jsonOf(given.slice(colon + 1), source.type);
  const { currencies } = program;
  const read = readFields({ [name]: source }, { [name]: value }, { at: "fields", currencies });
  if ("issues" in read) {
    return refuseIssues(read.issues.map((issue) => ({ ...issue, path: ["field"] })));
  }
  return { field: { name, value: toJson(read.fields.get(name) ?? "", source) } };
}

/** A query has texts alone: the value as a body has it. */
function jsonOf(text: string, type: string): unknown {
  if ((type === "int" || type === "bps") && /^-?[0-9]{1,15}$/.test(text)) return Number(text);
  if (type === "bool" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function refuseName(
  parameter: "state" | "field",
  given: string,
  { says, allowed }: { says: string; allowed: readonly string[] },
): Refusal<"invalid_request"> {
  const there = allowed.length === 0 ? "there is none" : `there are ${allowed.join(", ")}`;
  const message = `${parameter}: ${given} ${says}; ${there}${didYouMean(given, allowed)}`;
  const issue: InputIssue = { code: "enum", message, path: [parameter] };
  return refuseIssues([issue]);
}

function hasEntry(snapshot: Snapshot, realm: number, text: string): boolean {
  for (const _ of snapshot.ascend(LEDGER_TABLE.objectIndex, realm, {
    from: text,
    below: `${text}~`,
  })) {
    return true;
  }
  return false;
}
