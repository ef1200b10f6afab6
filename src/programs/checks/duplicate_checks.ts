/** P04: what stands twice in a list of names says nothing the second time. */
import { at, type Findings, quoted } from "../finding.ts";
import type { Program } from "../program_schema.ts";

export function checkDuplicates(program: Program, findings: Findings): void {
  const check = (list: readonly string[] | undefined, path: string, ...names: string[]) =>
    checkList(list, at(path, ...names), findings);
  check(program.currencies, "/currencies");
  for (const [name, labels] of Object.entries(program.books ?? {})) check(labels, "/books", name);
  for (const [name, { actors, allow }] of Object.entries(program.ports)) {
    check(actors, "/ports", name, "actors");
    check(allow, "/ports", name, "allow");
  }
  for (const [kind, noun] of Object.entries(program.nouns)) {
    const path = at("/nouns", kind);
    check(noun.subject?.kinds, path, "subject", "kinds");
    for (const [name, { values, states, congruent }] of Object.entries(noun.fields)) {
      check(values, path, "fields", name, "values");
      check(states, path, "fields", name, "states");
      check(congruent, path, "fields", name, "congruent");
    }
    for (const [name, { where }] of Object.entries(noun.aggregates ?? {})) {
      check(where, path, "aggregates", name, "where");
    }
    for (const [name, { drainBefore }] of Object.entries(noun.own ?? {})) {
      check(drainBefore, path, "own", name, "drainBefore");
    }
    for (const [name, { by }] of Object.entries(noun.decisions ?? {})) {
      check(by, path, "decisions", name, "by");
    }
    for (const [name, { claim, release }] of Object.entries(noun.actions)) {
      check(claim, path, "actions", name, "claim");
      check(release, path, "actions", name, "release");
    }
    for (const [name, { until }] of Object.entries(noun.schedules ?? {})) {
      check(until, path, "schedules", name, "until");
    }
  }
}

function checkList(list: readonly string[] | undefined, path: string, findings: Findings): void {
  if (list === undefined || new Set(list).size === list.length) return;
  const seen = new Set<string>();
  for (const [index, name] of list.entries()) {
    if (seen.has(name)) {
      findings.add(
        "P04",
        at(path, index),
        `${quoted(name)} stands twice`,
        "Leave one of them out.",
      );
    }
    seen.add(name);
  }
}
