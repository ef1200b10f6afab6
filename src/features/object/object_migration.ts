/** One object that becomes an object of another Build, as facts; or why it stays as it is. */
import type { Acceptance, DecisionContext } from "../../contract/declare/operation.ts";
import type { Fact } from "../../contract/records/record.ts";
import type { Refusal } from "../../contract/refusals/refusal.ts";
import type { CompiledMigration } from "../../programs/run/compiled_migration.ts";
import { type Migrated, migrateObject } from "../../programs/run/migration.ts";
import { isRefusal } from "../../programs/run/refused.ts";
import { accountCreatedFact } from "../account/account_facts.ts";
import type { DecisionDocument } from "../decision/decision_document.ts";
import type { DecisionFact } from "../decision/decision_noun.ts";
import { resolvedFact } from "../decision/decision_steps.ts";
import { productClockMs } from "../sandbox/product_clock.ts";
import { indexedFields, previousOf } from "./carried_out.ts";
import {
  type ObjectDocument,
  type ObjectInFact,
  partsOfRecord,
  recordOfDocument,
} from "./object_document.ts";
import { OBJECT_MIGRATED, type ObjectMigrated } from "./object_facts.ts";
import { accountsShown } from "./object_resource.ts";
import type { ObjectSource } from "./object_source.ts";
import { aggregateKey, limitKey, type ObjectState } from "./object_state.ts";
import { ObjectWorld } from "./object_world.ts";

/** The platform moves objects, whoever asked for the Build. */
const CHANGED_BY = "platform";
const WHY = "The Build that was applied to the object has no such decision.";

export type Migrating = {
  migration: CompiledMigration;
  /** The Build that objects become objects of. */
  build: { buildId: string; digest: string };
  state: ObjectState;
  /** What the object sees. */
  source: ObjectSource;
  context: Pick<DecisionContext, "realm" | "nowMs" | "dueMs" | "newId" | "principal">;
  /** The number of own accounts that the record has opened already. */
  opened: number;
};

/** The facts of one object: own accounts that it lacks, the object, and decisions that nobody needs to make. */
export function migratedBy(migrating: Migrating, before: ObjectDocument): Acceptance | Refusal {
  const { migration, build, state, source, context } = migrating;
  const { ownAccounts = {} } = before;
  const record = recordOfDocument(migration.before, before);
  const world = new ObjectWorld(source, {
    nowMs: productClockMs(state, context),
    productId: context.principal.productId,
    checksBalances: false,
  });
  const names = Object.keys(ownAccounts);
  const migrated = migrateObject(migration, record, { digest: build.digest, opened: names }, world);
  if (isRefusal(migrated)) return migrated;
  const accounts = accountsOf(migrating, before, migrated);
  const decided = decisionsOf(migrating, before, world.nowMs);
  const object = objectAfter(migrating, before, migrated, {
    ownAccounts: { ...keptAccounts(migration, ownAccounts), ...accounts.ids },
    decisions: decided.kept,
  });
  const { realm: _, place: previousPlace, ...earlier } = before;
  const { buildId, digest } = before;
  const fact: ObjectMigrated = {
    kind: OBJECT_MIGRATED,
    stateBefore: before.state,
    object,
    previous: {
      buildId,
      digest,
      ...previousOf(earlier, object),
      ...(JSON.stringify(ownAccounts) !== JSON.stringify(object.ownAccounts ?? {}) && {
        ownAccounts: accountsShown(ownAccounts),
      }),
    },
    previousPlace,
    ...changesOf(context.realm, migrated),
  };
  return { refused: false, facts: [...accounts.facts, fact, ...decided.facts] };
}

type Kept = Record<"ownAccounts" | "decisions", Readonly<Record<string, string>>>;

function objectAfter(
  { migration, build, context }: Migrating,
  before: ObjectDocument,
  { object }: Migrated,
  { ownAccounts, decisions }: Kept,
): ObjectInFact {
  const indexed = indexedFields(migration.to);
  const { objectId, kind, effectiveAtMs, createdAtMs } = before;
  return {
    objectId,
    kind,
    buildId: build.buildId,
    digest: build.digest,
    ...partsOfRecord(migration.to, object),
    ...(indexed.length > 0 && { indexed }),
    ...(Object.keys(ownAccounts).length > 0 && { ownAccounts }),
    ...(Object.keys(decisions).length > 0 && { decisions }),
    effectiveAtMs,
    createdAtMs,
    updatedAtMs: context.nowMs,
    changedBy: CHANGED_BY,
  };
}

/** The own accounts that the object lacks, opened. */
function accountsOf(
  { context: { newId }, opened }: Migrating,
  { objectId: id }: ObjectDocument,
  { ownAccounts }: Migrated,
): { facts: Fact[]; ids: Record<string, string> } {
  const owner = { type: "object", id } as const;
  const facts = ownAccounts.map(({ name, currency }, at) =>
    accountCreatedFact({
      accountId: newId("acct", opened + at),
      role: "object_balance",
      currency,
      owner,
      name,
    }),
  );
  const ids = facts.map(({ accountId, name }) => [name as string, accountId] as const);
  return { facts, ids: Object.fromEntries(ids) };
}

/** Those that the program has no more are empty, and nobody can reach them. */
function keptAccounts({ to }: CompiledMigration, ids: Readonly<Record<string, string>>) {
  const isKept = (name: string) => to.own.some((own) => own.name === name);
  return Object.fromEntries(Object.entries(ids).filter(([name]) => isKept(name)));
}

/**
 * What becomes of the object's decisions. One that waits stays where the program has its gate, and is declined
 * where it has not. An approval that nobody has used ends: it was given to the earlier program.
 */
function decisionsOf(
  { migration: { to }, state, context }: Migrating,
  { decisions = {} }: ObjectDocument,
  clockMs: number,
): { kept: Record<string, string>; facts: DecisionFact[] } {
  const { nowMs, realm } = context;
  const kept: Record<string, string> = {};
  const facts: DecisionFact[] = [];
  for (const [gate, decisionId] of Object.entries(decisions)) {
    const decision = state.decisions.byId(realm, decisionId);
    if (decision === undefined || isUnused(decision)) continue;
    if (to.decisions.has(gate)) kept[gate] = decisionId;
    else if (decision.status === "pending") {
      const ended = { nowMs, clockMs, changedBy: CHANGED_BY, reason: WHY, callsItself: false };
      facts.push(resolvedFact(decision, "declined", ended));
    }
  }
  return { kept, facts };
}

function isUnused({ status, onTimeout, usedAtMs }: DecisionDocument): boolean {
  const isApproved = status === "approved" || (status === "timed_out" && onTimeout === "approve");
  return isApproved && usedAtMs === undefined;
}

function changesOf(realm: number, { claimed, released, aggregates, limits }: Migrated) {
  const totals = [
    ...aggregates.map((each) => [aggregateKey(realm, each), String(each.change)] as const),
    ...limits.map((each) => [limitKey(realm, each), String(each.change)] as const),
  ];
  return {
    ...(claimed.length > 0 && { claimed }),
    ...(released.length > 0 && { released }),
    ...(totals.length > 0 && { totals: Object.fromEntries(totals) }),
  };
}
