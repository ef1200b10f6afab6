/**
 * Checks of a shard's memory of what programs make: against the model, and what must hold of it whatever the model says:
 * remainders are not below zero, caps are not passed, a reference has one holder, accounts of what has ended are empty.
 */
import { aggregateKey, limitKey, ownMoneyKey } from "../../src/features/object/object_state.ts";
import { migrationKey } from "../../src/features/product/build_migration.ts";
import type { ShardState } from "../../src/features/registry.ts";
import { OVERDUE_MAX } from "./editions.ts";
import { type Account, latest, postedOf, type Realm, type Versions } from "./model/model.ts";
import { countedOnTills, untoldMoney } from "./model/own_money.ts";
import type { ObjectShown, ProgramPart } from "./model/program_part.ts";
import { PROGRAM } from "./program.ts";

/** The largest numbers that the program of the simulation allows (`program.ts`). */
const OPEN_MAX = 3;
const DUE_MAX = 5_000n;
const POTS_MAX = 2_500n;
const VOLUME_MAX = 4_000n;

/** The version of each model that a memory was compared with last: what has not changed is not looked at again. */
const compared = new WeakMap<ShardState, Map<ProgramPart, number>>();

export function wrongPrograms(
  state: ShardState,
  realms: readonly (Realm | undefined)[],
): string | undefined {
  const known = compared.get(state) ?? new Map<ProgramPart, number>();
  compared.set(state, known);
  for (const [number, realm] of realms.entries()) {
    const part = realm?.program;
    if (part === undefined || known.get(part) === part.changes) continue;
    known.set(part, part.changes);
    const wrong =
      wrongObjects(state, number, part) ??
      wrongRows(state, number, part) ??
      wrongDecisions(state, number, part) ??
      wrongTable(part.consents, (id) => state.consents.byId(number, id), ["status", "revision"]) ??
      wrongUse(state, number, part) ??
      wrongTable(part.collections, (id) => state.collections.byId(number, id), [
        ...([
          "status",
          "revision",
          "transferId",
          "simulatedAtMs",
          "expectedSettlementDate",
        ] as const),
        ...(["creditedAccountId", "returnTransferId", "returnedFromAccountId", "untold"] as const),
      ]) ??
      wrongMigrations(state, number, part) ??
      wrongTills(state, number, realm as Realm) ??
      wrongCaps(state, number);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongTable<T extends object>(
  things: Versions<T>,
  byId: (id: string) => object | undefined,
  names: readonly (keyof T & string)[],
): string | undefined {
  for (const id of things.keys()) {
    const expected = latest(things, id) as T;
    const found = byId(id) as T | undefined;
    const name = names.find((each) => found?.[each] !== expected[each]);
    if (name !== undefined) {
      return `${id} has the ${name} ${String(found?.[name])}, not ${String(expected[name])}`;
    }
  }
  return undefined;
}

function wrongObjects(
  { objects, objectClaims }: ShardState,
  number: number,
  part: ProgramPart,
): string | undefined {
  for (const objectId of part.objects.keys()) {
    const expected = latest(part.objects, objectId) as ObjectShown;
    const found = objects.byId(number, objectId);
    if (found?.state !== expected.state) {
      return `${objectId} is ${found?.state}, not ${expected.state}`;
    }
    if (found.buildId !== expected.buildId) return `${objectId} is of ${found.buildId}`;
    if (found.revision !== expected.revision) return `${objectId} is at revision ${found.revision}`;
    const left = JSON.stringify(found.remainders ?? {});
    if (left !== JSON.stringify(expected.remainders)) return `of ${objectId} there is left ${left}`;
  }
  const held = [...part.world.objects.values()].reduce((sum, { claims }) => sum + claims.size, 0);
  const claims = [...objectClaims.values()].filter(({ realm }) => realm === number);
  return claims.length === held ? undefined : `${claims.length} references are held, not ${held}`;
}

function wrongRows({ schedules }: ShardState, number: number, part: ProgramPart) {
  const byId = (id: string) => schedules.byId(number, id);
  return wrongTable(part.rows, byId, ["status", "attempt", "dueAtMs"]);
}

function wrongDecisions({ decisions }: ShardState, number: number, part: ProgramPart) {
  for (const decisionId of part.decisions.keys()) {
    const expected = latest(part.decisions, decisionId);
    const found = decisions.byId(number, decisionId);
    if (found?.status !== expected?.status) return `${decisionId} is ${found?.status}`;
    const isUsed = found?.usedAtMs !== undefined;
    if (isUsed !== expected?.isUsed) return `whether ${decisionId} is used: ${isUsed}`;
    if (found?.callsAtMs === expected.callsAtMs) continue;
    return `${decisionId} calls an action at ${found?.callsAtMs}, not at ${expected.callsAtMs}`;
  }
  return undefined;
}

const NONE = { count: 0, total: "0" };

function wrongUse({ consents }: ShardState, number: number, part: ProgramPart) {
  for (const consentId of part.consents.keys()) {
    const expected = latest(part.consents, consentId)?.used;
    const found = consents.byId(number, consentId)?.used;
    const isSame = found?.total === expected?.total && found?.sinceMs === expected?.sinceMs;
    const isCounted = found?.count === expected?.count;
    const { underWay: asked = NONE } = consents.byId(number, consentId) ?? {};
    const { underWay = NONE } = latest(part.consents, consentId) ?? {};
    if (asked.total !== underWay.total || asked.count !== underWay.count) {
      return `of ${consentId} banks are asked for ${asked.total}, not ${underWay.total}`;
    }
    if (isSame && isCounted) continue;
    return `of ${consentId} there was used ${found?.total}, not ${expected?.total}`;
  }
  return undefined;
}

/** How far each migration has come: how many went, and which stay. */
function wrongMigrations({ buildMigrations }: ShardState, number: number, part: ProgramPart) {
  for (const { revision, steps, migrated, refused, isOver } of part.migrations) {
    const found = buildMigrations.get(number, migrationKey(number, revision));
    const went = (found?.kinds ?? []).reduce((sum, each) => sum + each.migrated, 0);
    const stay = (found?.kinds ?? []).reduce((sum, each) => sum + each.refused, 0);
    if (found?.steps !== steps)
      return `migration ${revision} took ${found?.steps} steps, not ${steps}`;
    if (went !== migrated) return `migration ${revision} took over ${went}, not ${migrated}`;
    if (stay !== refused.length) return `migration ${revision} left ${stay}, not ${refused.length}`;
    const named = found.refused.map(({ objectId }) => objectId);
    if (named.join() !== refused.join()) return `migration ${revision} names ${named.join()}`;
    const hasEnded = found.finishedAtMs !== undefined;
    if (hasEnded !== isOver) return `whether migration ${revision} has ended: ${hasEnded}`;
  }
  return undefined;
}

/** What the accounts of deals hold together, as far as their objects were told, and of those that have ended nothing. */
function wrongTills({ objectTotals }: ShardState, number: number, realm: Realm) {
  const expected = String(countedOnTills(realm));
  for (const key of [
    limitKey(number, { name: "tills", scope: "" }),
    ownMoneyKey(number, "deal", "EUR"),
  ]) {
    const found = objectTotals.get(number, key)?.total ?? "0";
    if (found !== expected) return `the total ${key} is ${found}, not ${expected}`;
  }
  const untold = untoldMoney(realm);
  for (const versions of realm.program?.objects.values() ?? []) {
    const { kind, isOver, objectId, ownAccounts } = versions.at(-1)?.value ?? NO_DEAL;
    if (kind !== "deal" || !isOver) continue;
    for (const { accountId } of ownAccounts) {
      const posted = postedOf(latest(realm.accounts, accountId) as Account);
      if (posted !== 0n && !untold.has(accountId)) {
        return `${objectId} has ended and its account has ${posted}`;
      }
    }
  }
  return undefined;
}

const NO_DEAL = { kind: "", isOver: false, objectId: "", ownAccounts: [] };

/** What must hold by itself, reckoned from the shard's own objects and accounts; and what it keeps as totals is that. */
export function wrongCaps(state: ShardState, number: number): string | undefined {
  const { objects, accounts } = state;
  const open = new Map<string, number>();
  const due = new Map<string, bigint>();
  let [pots, volume, overdue] = [0n, 0n, 0];
  for (const object of objects.values()) {
    if (object.realm !== number || object.kind !== "booking") continue;
    const { objectId, state: stands, subject = "", remainders, sums } = object;
    const left = BigInt(remainders?.["due"] ?? "0");
    if (left < 0n) return `of ${objectId} there is left ${left}`;
    const isOver = PROGRAM.nouns["booking"]?.states[stands]?.terminal === true;
    const isOpen = !isOver && stands !== "paid";
    open.set(subject, (open.get(subject) ?? 0) + (isOpen ? 1 : 0));
    due.set(subject, (due.get(subject) ?? 0n) + (isOver ? 0n : left));
    volume += BigInt(sums?.["paid"] ?? "0");
    overdue += stands === "overdue" ? 1 : 0;
    const ordinal = accounts.ordinalOf(number, object.ownAccounts?.["pot"] ?? "");
    const pot = accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
    if (isOver && pot !== 0n) return `${objectId} is ${stands} and its account has ${pot}`;
    pots += pot;
  }
  if ([...open.values()].some((count) => count > OPEN_MAX)) return "too many bookings are open";
  if ([...due.values()].some((sum) => sum > DUE_MAX)) return "a buyer owes too much";
  if (pots > POTS_MAX) return `the accounts of objects have ${pots}`;
  if (volume > VOLUME_MAX) return `the volume is ${volume}`;
  if (overdue > OVERDUE_MAX) return `${overdue} bookings are overdue`;
  return wrongTotals(state, number, { open, due, volume, overdue });
}

/** The totals that the shard keeps, against the sums of its objects. */
function wrongTotals(
  { objectTotals }: ShardState,
  number: number,
  sums: {
    open: Map<string, number>;
    due: Map<string, bigint>;
    volume: bigint;
    overdue: number;
  },
): string | undefined {
  const counted = (name: string, scope: string, currency?: string) =>
    aggregateKey(number, { kind: "booking", name, scope, currency });
  const expected: [string, bigint | number][] = [
    [counted("volume", "", "EUR"), sums.volume],
    [counted("overdue", ""), sums.overdue],
    ...[...sums.open].map(([id, count]) => [counted("open", id), count] as [string, number]),
    ...[...sums.due].map(
      ([scope, left]) => [limitKey(number, { name: "per_buyer", scope }), left] as [string, bigint],
    ),
  ];
  const wrong = expected.find(
    ([key, sum]) => (objectTotals.get(number, key)?.total ?? "0") !== String(sum),
  );
  if (wrong === undefined) return undefined;
  const [key, sum] = wrong;
  return `the total ${key} is ${objectTotals.get(number, key)?.total}, not ${sum}`;
}
