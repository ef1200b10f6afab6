/** The guards of programs, each switched off by a changed decision, table or due source. */
import { createHash } from "node:crypto";
import type { DecisionFact } from "../../src/features/decision/decision_noun.ts";
import { TRANSFER_ROW } from "../../src/features/ledger/transfer_row.ts";
import {
  OBJECT_MIGRATED,
  type ObjectActed,
  type ObjectMigrated,
} from "../../src/features/object/object_facts.ts";
import type { InstalledBuild } from "../../src/features/product/build_installation.ts";
import { MIGRATION_STEPPED } from "../../src/features/product/build_migration.ts";
import type { ShardState } from "../../src/features/registry.ts";
import type { ScheduleChanged } from "../../src/features/schedule/schedule_facts.ts";
import type { Program } from "../../src/programs/program_schema.ts";
import { changing, deciding, NOTHING, replaced, timing } from "./changed_parts.ts";
import type { Parts } from "./server.ts";

const CALLS = ["object.action.call", "object.schedule.run", "object.decision.run"];
const ROW = "object.schedule.run";
const BY_HAND = ["collection.collect", "collection.run"];
const MIGRATION = "object.migration.run";
const MUCH = "1000000000000";

export const PROGRAM_GUARDS: Readonly<Record<string, Parts>> = {
  "revision of objects": deciding(["object.action.call"], (decide) => {
    return (state, { expectedRevision: _, ...input }, context) => decide(state, input, context);
  }),
  "caps of aggregates and limits": deciding(["object.create", ...CALLS], (decide) => {
    return (state, ...asked) =>
      decide({ ...state, objectTotals: replaced(state.objectTotals, NOTHING) }, ...asked);
  }),
  "remainders of objects": deciding(CALLS, (decide) => (state, ...asked) => {
    const decision = decide(state, ...asked);
    const isTooMuch = decision.refused && decision.code === "noun_remainder_exceeded";
    return isTooMuch
      ? decide({ ...state, objects: withMuchLeft(state.objects) }, ...asked)
      : decision;
  }),
  "exclusive references": deciding(
    ["object.create"],
    (decide) =>
      (state, ...asked) =>
        decide({ ...state, objectClaims: replaced(state.objectClaims, NOTHING) }, ...asked),
  ),
  "release of references": changing(CALLS, (fact) => {
    if (fact.kind !== "object.acted.1") return fact;
    const { released: _, ...rest } = fact as ObjectActed;
    return rest;
  }),
  "mark of a row that ran": changing([ROW], (fact) => {
    if (fact.kind !== "schedule.changed.1") return fact;
    const { row } = fact as ScheduleChanged;
    return { ...fact, row: { ...row, status: row.status === "ran" ? "scheduled" : row.status } };
  }),
  "number of an attempt": changing([ROW], (fact) => {
    if (fact.kind !== "schedule.changed.1") return fact;
    const { row } = fact as ScheduleChanged;
    return { ...fact, row: { ...row, attempt: 1 } };
  }),
  "use of consents": changing([ROW], (fact) =>
    fact.kind.startsWith("consent.") ? undefined : fact,
  ),
  "consent of a collection": deciding(
    [ROW],
    (decide) =>
      (state, ...asked) =>
        decide({ ...state, consents: withoutLimits(state.consents) }, ...asked),
  ),
  "approval for one call": changing(CALLS, (fact) => {
    if (!fact.kind.startsWith("decision.")) return fact;
    const { decision } = fact as DecisionFact;
    const { usedAtMs: _, ...rest } = decision;
    return { ...fact, decision: rest };
  }),
  "time-outs of decisions": timing({ without: "decision.step" }),
  "rows that are due": timing({ without: "schedule.step" }),
  "end of consents": timing({ without: "consent.expiry" }),
  "collections that are due": timing({ without: "collection.due" }),
  "use of consents by hand": changing(BY_HAND, (fact) =>
    fact.kind.startsWith("consent.") ? undefined : fact,
  ),
  "consent of a collection by hand": deciding(
    [...BY_HAND, "collection.create", "collection.retry"],
    (decide) =>
      (state, ...asked) =>
        decide({ ...state, consents: withoutLimits(state.consents) }, ...asked),
  ),
  "money of an attempt": changing(BY_HAND, (fact) =>
    fact.kind === TRANSFER_ROW ? undefined : fact,
  ),
  "steps of a migration": timing({ without: "build_migration.step" }),
  "an object is looked at once": changing([MIGRATION], (fact) =>
    fact.kind === MIGRATION_STEPPED ? { ...fact, position: { at: 0, after: "" } } : fact,
  ),
  "fit of migrated objects": installing((program) => {
    const { ceiling } = program.nouns["booking"]?.fields ?? {};
    if (ceiling !== undefined) delete ceiling.max;
  }),
  "totals of migrated objects": changing([MIGRATION], (fact) => {
    if (fact.kind !== OBJECT_MIGRATED) return fact;
    const { totals: _, ...rest } = fact as ObjectMigrated;
    return rest;
  }),
  "decisions of migrated objects": changing([MIGRATION], (fact) =>
    fact.kind.startsWith("decision.") ? undefined : fact,
  ),
  "empty accounts of what has ended": installing((program) => {
    const { pot } = program.nouns["booking"]?.own ?? {};
    if (pot !== undefined) delete pot.drainBefore;
  }),
};

/** Builds whose programs are changed, of which the model knows nothing. */
export function installing(change: (program: Program) => void): Parts {
  return deciding(["product.build.install"], (decide) => (state, input, context) => {
    const { build, ...rest } = input as { build: InstalledBuild };
    const program = JSON.parse(build.text) as Program;
    change(program);
    const text = JSON.stringify(program);
    // Programs that were compiled are found by it.
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    const changed = { ...build, digest, text };
    return decide(state, { ...rest, build: changed }, context);
  });
}

/** Objects of which everything is left. */
function withMuchLeft(objects: ShardState["objects"]): ShardState["objects"] {
  return replaced(objects, {
    byId(realm, id) {
      const found = objects.byId(realm, id);
      return found && { ...found, remainders: { ...found.remainders, due: MUCH } };
    },
  });
}

/** Consents that stand for ever and for any amount. */
function withoutLimits(consents: ShardState["consents"]): ShardState["consents"] {
  return replaced(consents, {
    byId(realm, id) {
      const found = consents.byId(realm, id);
      if (found === undefined) return undefined;
      const { limits: _, expiresAtMs: __, ...rest } = found;
      return { ...rest, status: "active", evidence: { ...found.evidence, verified: true } };
    },
  });
}
