/**
 * The model of a Product that runs a program: the naive interpreter of `test/model`, which is written from the
 * specification, over the accounts, customers and consents of the realm. What the interpreter moves is put to the
 * model of the ledger, as the specification of a call says in its step 13.
 */
import type { Program } from "../../../src/programs/program_schema.ts";
import { type Call, call, create, type Done } from "../../model/naive_program.ts";
import { attempt } from "../../model/naive_value.ts";
import { newWorld, type Customer as Party, type World } from "../../model/naive_world.ts";
import { programOfBuild } from "../editions.ts";
import { naiveConsent } from "./consents.ts";
import { planMigration } from "./migrations.ts";
import {
  type Account,
  availableOf,
  type Customer,
  clockOf,
  type Input,
  latest,
  type Moment,
  postedOf,
  put,
  type Realm,
  type Verdict,
} from "./model.ts";
import { NOTHING_UNTOLD, type Telling, untoldMoney } from "./own_money.ts";
import { newAccount } from "./parties.ts";
import { keepFailed, type MadeMoney, moveAll, shownMoney, stepsOf } from "./program_money.ts";
import type { ConsentShown, ObjectShown, ProgramPart } from "./program_part.ts";
import { objectAnswer, programOf, runningBuild, show } from "./program_shown.ts";

type Decide = (realm: Realm, input: Input, moment: Moment) => Verdict;

export const PROGRAM_RULES: Readonly<Record<string, Decide>> = {
  "product.build.install"(realm, { build, migrate = [] }, moment) {
    const buildId = build?.buildId ?? "";
    const before = realm.program && runningBuild(realm.program);
    install(realm, buildId, moment);
    if (before !== undefined && before !== buildId && migrate.length > 0) {
      planMigration(realm, { from: before, to: buildId, kinds: migrate }, moment);
    }
    return { code: undefined, answer: { buildId } };
  },
  "object.create"(realm, input, moment) {
    const { productId, kind = "", fields = {}, onBehalfOf } = input;
    if (productId !== realm.productId) return { code: "resource_not_found" };
    if (realm.program === undefined) return { code: "resource_not_found" };
    const program = programOfBuild(runningBuild(realm.program));
    if (!Object.hasOwn(program.nouns, kind)) return { code: "resource_not_found" };
    const objectId = moment.id("obj");
    const at = { nowMs: clockOf(realm, moment.nowMs), action: "create", program };
    const outcome = carriedOut(realm, moment, at, (world) =>
      create(world, kind, objectId, fields, callerOf(onBehalfOf)),
    );
    if (outcome.code !== undefined) return { code: outcome.code };
    return { code: undefined, answer: objectAnswer(latest(realm.program.objects, objectId)) };
  },
  "object.action.call"(realm, input, moment) {
    const { productId, kind = "", objectId = "", action = "", onBehalfOf } = input;
    if (productId !== realm.productId) return { code: "resource_not_found" };
    const before = latest(realm.program?.objects ?? new Map<string, never>(), objectId);
    if (before?.kind !== kind) return { code: "noun_instance_not_found" };
    const { expectedRevision = before.revision } = input;
    if (expectedRevision !== before.revision) return { code: "state_conflict" };
    const program = programOfBuild(before.buildId);
    if (!Object.hasOwn(program.nouns[kind]?.actions ?? {}, action)) {
      return { code: "invalid_noun_transition" };
    }
    const nowMs = clockOf(realm, moment.nowMs);
    const called = { objectId, action, input: input.input ?? {}, caller: callerOf(onBehalfOf) };
    const outcome = calledBy(realm, moment, nowMs, called);
    if (outcome.code !== undefined) return { code: outcome.code };
    return actionVerdict(realm, moment, { before, action, nowMs, ...outcome });
  },
};

/** The realm runs the Build from now on, with the accounts of the Product that it lacks. */
export function install(realm: Realm, buildId: string, moment: Moment): void {
  const program = programOfBuild(buildId);
  realm.program ??= newPart(program);
  if (realm.program.builds.at(-1)?.buildId === buildId) return;
  realm.program.builds.push({ frame: moment.frame, buildId });
  const all = Object.entries(program.accounts ?? {}).map(([name, account]) => ({
    ...account,
    name,
  }));
  const lacking = all.filter(({ name, role, currency = "" }) => {
    const known = realm.program?.accounts.get(`product.${name}.${currency}`);
    const account = latest(realm.accounts, known);
    return account?.role !== role || account.status === "closed";
  });
  for (const [sub, { name, role, currency = "" }] of lacking.entries()) {
    const accountId = moment.id("acct", sub);
    const account = { ...newAccount(accountId, currency, role), name, revision: 1 };
    put(realm.accounts, accountId, { ...account, ...productOwner(realm) }, moment);
    realm.program.accounts.set(`product.${name}.${currency}`, accountId);
  }
}

function newPart(program: Program): ProgramPart {
  const versions = () => new Map<string, never>();
  return {
    world: newWorld(program, 0, ["balances"]),
    builds: [],
    migrations: [],
    accounts: new Map(),
    objects: versions(),
    decisions: versions(),
    rows: versions(),
    consents: versions(),
    collections: versions(),
    bound: new Set(),
    firsts: [],
    changes: 0,
  };
}

const productOwner = ({ productId }: Realm) => ({ ownerType: "product", ownerId: productId });

/** A caller with a key is the operator, or the customer for whom it calls. */
function callerOf(onBehalfOf: string | undefined) {
  return onBehalfOf === undefined
    ? { actor: "operator", customer: undefined }
    : { actor: "customer", customer: onBehalfOf };
}

/** `used`: the decisions whose approval the call used. */
export type Made = { done: Done; made: MadeMoney; used: readonly string[] };
export type Outcome = { code: string } | ({ code: undefined } & Made);

/** Calls an action of an object that is there. */
export function calledBy(
  realm: Realm,
  moment: Moment,
  nowMs: number,
  what: Call,
  telling?: Telling,
): Outcome {
  const program = programOf(realm.program as ProgramPart, what.objectId);
  const at = { nowMs, action: what.action, program, telling };
  return carriedOut(realm, moment, at, (world) => call(world, what));
}

type ActionAt = {
  nowMs: number;
  action: string;
  program: Program;
  telling?: Telling | undefined;
};

/** Does all of it or nothing, but for the transfer that failed for want of money. */
export function carriedOut(
  realm: Realm,
  moment: Moment,
  { nowMs, action, program, telling }: ActionAt,
  act: (world: World) => Done,
  forbids: (done: Done) => string | undefined = () => undefined,
): Outcome {
  const part = realm.program as ProgramPart;
  const trial = { ...worldAt(realm, part, nowMs, program, telling) };
  const tried = attempt(() => act(trial));
  if ("refused" in tried) return { code: tried.refused.code };
  const { value: done } = tried;
  const forbidden = forbids(done);
  if (forbidden !== undefined) return { code: forbidden };
  const steps = stepsOf(realm, part, done.moves, nowMs);
  if ("code" in steps) {
    keepFailed(realm, steps, moment);
    return { code: steps.code };
  }
  const used = trial.decisions.flatMap(({ decisionId, isUsed }) =>
    isUsed && latest(part.decisions, decisionId)?.isUsed === false ? decisionId : [],
  );
  Object.assign(part.world, trial);
  if (done.opened !== undefined) done.opened.decisionId = moment.id("dec");
  show(realm, part, done, action, moment);
  const { subject } = latest(part.objects, done.objectId) ?? {};
  const acting = { objectId: done.objectId, subject, action, nowMs };
  const made = moveAll(realm, steps, acting, moment);
  return { code: undefined, done, made, used };
}

/** The interpreter's world, as the realm stands now, with the program of the object that it is about. */
export function worldAt(
  realm: Realm,
  part: ProgramPart,
  nowMs: number,
  program: Program,
  telling?: Telling,
): World {
  const { world } = part;
  world.program = program;
  world.nowMs = nowMs;
  world.rows = [];
  world.customers = new Map(
    [...realm.customers.keys()].map((customerId) => [customerId, partyOf(realm, customerId)]),
  );
  world.consents = new Map(
    [...part.consents.keys()].map((id) => [
      id,
      naiveConsent(latest(part.consents, id) as ConsentShown, nowMs),
    ]),
  );
  putMoney(realm, part, telling);
  return world;
}

/** What accounts hold, what of that cannot be spent, and what limits do not count. */
function putMoney(realm: Realm, { world, accounts }: ProgramPart, telling?: Telling): void {
  Object.assign(world, { balances: new Map(), payouts: [], uncounted: new Map() });
  const untold = untoldMoney(realm, telling);
  for (const [name, accountId] of accounts) {
    const account = latest(realm.accounts, accountId) as Account;
    const { paid, unseen, uncounted } = untold.get(accountId) ?? NOTHING_UNTOLD;
    const held = postedOf(account) + paid - unseen;
    world.balances.set(name, held);
    const reserved = held - (availableOf(account) - unseen);
    if (reserved !== 0n) world.payouts.push(reservedOf(name, reserved));
    if (uncounted !== unseen) world.uncounted.set(name, uncounted - unseen);
  }
}

/** The interpreter asks payouts that are under way how much is reserved. */
function reservedOf(from: string, amount: bigint): World["payouts"][number] {
  const move = { label: "", currency: "EUR", from, to: "", amount, book: undefined };
  return { ...move, objectId: "", action: "", status: "processing" };
}

/** What the interpreter knows of a customer: what stands against it besides its status, too. */
function partyOf(realm: Realm, customerId: string): Party {
  const { status, tier, accessId } = latest(realm.customers, customerId) as Customer;
  const entities = [...realm.entities.values()].map((versions) => versions.at(-1)?.value);
  const kind = entities.find((entity) => entity?.customerId === customerId)?.kind ?? "";
  const party = { name: customerId, kind, tier: `tier_${tier}`, status };
  const access = latest(realm.accesses, accessId);
  if (access === undefined || access.status === "revoked") {
    return { ...party, barred: "customer_access_required" };
  }
  if (access.compliance === "refused") {
    return { ...party, barred: "customer_access_compliance_forbidden" };
  }
  return access.status === "active"
    ? party
    : { ...party, barred: "customer_access_status_forbidden" };
}

/** An action is answered when the rows that it made due at once have run for the first time. */
function actionVerdict(
  realm: Realm,
  moment: Moment,
  {
    before,
    action,
    nowMs,
    done,
    made,
    used,
  }: Made & { before: ObjectShown; action: string; nowMs: number },
): Verdict {
  const part = realm.program as ProgramPart;
  const schedules = done.rows.map(({ schedule, index, dueAtMs }, sub) => ({
    scheduleId: moment.id("sch", sub),
    schedule,
    index,
    dueAt: new Date(dueAtMs).toISOString(),
  }));
  const waits = schedules.filter(({ dueAt }) => Date.parse(dueAt) <= nowMs);
  const { nouns } = programOfBuild(before.buildId);
  const { release = [] } = nouns[before.kind]?.actions[action] ?? {};
  const decisions = [
    ...used.map((decisionId) => ({ decisionId, change: "used" })),
    ...(done.opened === undefined
      ? []
      : [{ decisionId: done.opened.decisionId, change: "requested" }]),
  ];
  const references = release.map((field) => ({ field, change: "released" }));
  const answer = {
    object: objectAnswer(latest(part.objects, before.objectId)),
    outcome: {
      action,
      stateBefore: before.state,
      ...shownMoney(made),
      schedules,
      decisions,
      references,
    },
  };
  if (waits.length === 0) return { code: undefined, answer: { ...answer, clockOperationIds: [] } };
  const first = {
    scheduleIds: waits.map(({ scheduleId }) => scheduleId),
    operations: new Map<string, string>(),
    overFrame: Number.POSITIVE_INFINITY,
  };
  part.firsts.push(first);
  return { code: undefined, answer, first };
}
