/** A scenario done by the naive interpreter, and what it leads to, in a form to which traces are brought too. */
import type { Program } from "../../src/programs/program_schema.ts";
import type {
  ConsentStep,
  Scenario,
  ScenarioStep,
} from "../../src/programs/run/scenario_schema.ts";
import { advance, type Ran, type Report, runApproved } from "./naive_clock.ts";
import { type Caller, newestDecision } from "./naive_guards.ts";
import { endPayout, payoutNamed, postPayouts } from "./naive_payouts.ts";
import { call, create, type Done } from "./naive_program.ts";
import { attempt, faultOfScenario, type Refused, refuse, shown, spanMsOf } from "./naive_value.ts";
import {
  type Customer,
  type Guard,
  type NaiveObject,
  newWorld,
  nounOf,
  type World,
} from "./naive_world.ts";
import type { PlainResult, PlainRun, PlainStep, PlainTrace } from "./plain_trace.ts";

type StepOf<K extends string> = Extract<ScenarioStep, Record<K, unknown>>;

export function naiveTrace(
  program: Program,
  scenario: Scenario,
  { nowMs, off = [] }: { nowMs: number; off?: readonly Guard[] },
): PlainTrace {
  const world = newWorld(program, nowMs, off);
  const steps = scenario.map((step) => doStep(world, step));
  const balances = [...world.balances].filter(([, balance]) => balance !== 0n).sort();
  return {
    steps,
    balances: Object.fromEntries(balances.map(([account, balance]) => [account, String(balance)])),
    consents: [...world.consents.values()].map(({ name, status, usedTotal, usedCount }) => ({
      consentId: name,
      status,
      usedTotal: String(usedTotal),
      usedCount: Number(usedCount),
    })),
    decisions: world.decisions.map(({ objectId, gate, status }) => ({ objectId, gate, status })),
    payouts: world.payouts.map(({ book: _, amount, ...payout }) => ({
      ...payout,
      amount: String(amount),
    })),
    objects: [...world.objects.values()].map((each) => objectShown(world, each)),
  };
}

type Happened = { done?: Done; objectId?: string };

function doStep(world: World, step: ScenarioStep): PlainStep {
  const report: Report = { ran: [], skipped: [], timedOut: [] };
  const tried = attempt(() => happen(world, step, report));
  const { done, objectId } = "value" in tried ? tried.value : {};
  const id = objectId ?? done?.objectId ?? objectIdOf(world, step);
  // What is due at once does not wait for the clock to go on.
  if (!("advance" in step)) advance(world, world.nowMs, report);
  const isFault = "refused" in tried && tried.refused.isFaultOfScenario;
  const object = id === undefined || isFault ? undefined : world.objects.get(id);
  return {
    ...("value" in tried ? resultOf(done) : refusedResult(tried.refused)),
    at: isoOf(world.nowMs),
    ...(object !== undefined && { object: stateShown(world, object) }),
    ran: report.ran.map(runShown),
    skipped: report.skipped,
    timedOut: report.timedOut,
  };
}

function happen(world: World, step: ScenarioStep, report: Report): Happened {
  if ("create" in step) {
    const { create: kind, fields = {}, name } = step;
    const count = [...world.objects.values()].filter((each) => each.kind === kind).length;
    const id = name ?? `${kind}-${count + 1}`;
    const caller = callerOf(world, step, kind, "create", fields);
    return { done: create(world, kind, id, fields, caller) };
  }
  if ("call" in step) {
    const objectId = objectIdOf(world, step);
    const object = objectId === undefined ? undefined : world.objects.get(objectId);
    // A step that speaks of what the scenario does not have is a fault of the scenario.
    if (object === undefined) faultOfScenario("no such object");
    const { actions } = nounOf(world, object.kind);
    const fields = Object.fromEntries(object.fields);
    const caller = callerOf(world, step, object.kind, step.call, fields);
    if (!Object.hasOwn(actions, step.call)) refuse("invalid_noun_transition", step.call);
    const what = { objectId: object.objectId, action: step.call, input: step.input ?? {}, caller };
    return { done: call(world, what) };
  }
  if ("advance" in step) {
    const toMs = momentOf(world, step.advance);
    if (toMs < world.nowMs) refuse("state_constraint_failed", "the clock goes on");
    postPayouts(world, report);
    advance(world, toMs, report);
    return {};
  }
  if ("decide" in step) return decide(world, step, report);
  if ("payout" in step) {
    const { payout: label, ended } = step;
    const objectId = objectIdOf(world, step);
    if (objectId === undefined || !world.objects.has(objectId)) faultOfScenario("no such object");
    endPayout(world, payoutNamed(world, { objectId, label, ended }), ended, report);
    return { objectId };
  }
  if ("fund" in step) {
    const currency = step.currency ?? world.program.currencies[0];
    const [, owner] = /^customer\((.*)\)/.exec(step.fund) ?? [];
    if (owner !== undefined && !world.customers.has(owner)) faultOfScenario("no such customer");
    const name = step.fund.includes(".") ? step.fund : `account(${step.fund})`;
    const account = `${name}.${currency}`;
    world.balances.set(account, (world.balances.get(account) ?? 0n) + BigInt(step.amount));
    return {};
  }
  if ("consent" in step) giveConsent(world, step);
  else addCustomer(world, step);
  return {};
}

/** What a step does not say is as the form of scenarios says, also where the customer was there before. */
function addCustomer(world: World, step: ScenarioStep): void {
  const { customer: name, kind, tier, status } = step as Partial<Customer> & { customer: string };
  world.customers.set(name, {
    name,
    kind: kind ?? "person",
    tier: tier ?? "tier_3",
    status: status ?? "active",
  });
}

/** What was used of the consent stays used. */
function giveConsent(world: World, step: ConsentStep): void {
  if (!world.customers.has(step.of)) faultOfScenario("no such customer");
  const known = world.consents.get(step.consent);
  const { maxAmount, maxTotal, maxCount, expiresAt } = step;
  world.consents.set(step.consent, {
    name: step.consent,
    of: step.of,
    type: step.type ?? "collection",
    status: step.status ?? "active",
    verified: step.verified ?? true,
    maxAmount: maxAmount === undefined ? undefined : BigInt(maxAmount),
    maxTotal: maxTotal === undefined ? undefined : BigInt(maxTotal),
    maxCount: maxCount === undefined ? undefined : BigInt(maxCount),
    expiresAtMs: expiresAt === undefined ? undefined : momentOf(world, expiresAt),
    usedTotal: known?.usedTotal ?? 0n,
    usedCount: known?.usedCount ?? 0n,
  });
}

function decide(world: World, step: StepOf<"decide">, report: Report): Happened {
  const { decide: gate, outcome } = step;
  const objectId = objectIdOf(world, step);
  const object = objectId === undefined ? undefined : world.objects.get(objectId);
  if (object === undefined) faultOfScenario("no such object");
  const declared = nounOf(world, object.kind).decisions?.[gate];
  const decision = newestDecision(world, object, gate);
  if (declared === undefined) faultOfScenario("no such decision");
  if (decision === undefined)
    faultOfScenario("nobody has asked for the decision", "state_conflict");
  const actor = step.as ?? declared.by[0];
  if (!(declared.by as readonly string[]).includes(actor ?? "")) refuse("port_actor_not_allowed");
  if (decision.status === "timed_out") refuse("noun_decision_timeout");
  if (decision.status === "declined") refuse("noun_decision_declined");
  if (decision.status !== "pending") refuse("state_conflict");
  decision.status = outcome === "approve" ? "approved" : "declined";
  if (outcome === "approve") runApproved(world, decision, report);
  return { objectId: object.objectId };
}

/** Who calls: the customer named, or else the one whom the first port for customers asks for. */
function callerOf(
  world: World,
  step: { as?: string; customer?: string },
  kind: string,
  action: string,
  fields: Readonly<Record<string, unknown>>,
): Caller {
  const { as: actor = "operator" } = step;
  if (actor !== "customer") return { actor, customer: undefined };
  const customer = step.customer ?? askedFor(world, kind, action, fields);
  if (typeof customer !== "string") {
    faultOfScenario("the scenario does not say who calls");
  }
  return { actor, customer };
}

function askedFor(
  world: World,
  kind: string,
  action: string,
  fields: Readonly<Record<string, unknown>>,
): unknown {
  const port = Object.values(world.program.ports).find(
    ({ actors, allow }) => actors.includes("customer") && allow.includes(`${kind}.${action}`),
  );
  if (port?.as === undefined) return undefined;
  const { subject } = nounOf(world, kind);
  return fields[port.as === "subject" ? (subject?.field ?? "") : port.as.slice("fields.".length)];
}

function objectIdOf(world: World, step: ScenarioStep): string | undefined {
  if (!("call" in step || "decide" in step || "payout" in step)) return undefined;
  const ids = [...world.objects.keys()];
  if (step.object === undefined) return ids.at(-1);
  return typeof step.object === "number" ? ids[step.object] : step.object;
}

/** A duration from now, a day, or a time. */
function momentOf(world: World, text: string): number {
  const spanMs = spanMsOf(text);
  return spanMs !== undefined ? world.nowMs + spanMs : Date.parse(text);
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

function refusedResult({ code }: Refused): PlainResult {
  return { outcome: "refused", code, moves: [] };
}

function resultOf(done: Done | undefined): PlainResult {
  return {
    outcome: "succeeded",
    ...(done !== undefined && { state: done.state }),
    moves: (done?.moves ?? []).map(({ amount, book, ...move }) => ({
      ...move,
      amount: String(amount),
      ...(book !== undefined && { book }),
    })),
    ...(done !== undefined &&
      done.rows.length > 0 && {
        schedules: done.rows.map(({ schedule, index, dueAtMs }) => ({
          schedule,
          index,
          dueAt: isoOf(dueAtMs),
        })),
      }),
    ...(done?.opened && {
      decision: { gate: done.opened.gate, deadline: isoOf(done.opened.deadlineMs) },
    }),
  };
}

/** A run of the clock does not say which decision it asked for; the trace has all decisions at its end. */
function withoutDecision({ decision: _, ...result }: PlainResult): PlainResult {
  return result;
}

function runShown({
  atMs,
  objectId,
  action,
  cause,
  row,
  payout,
  code,
  done,
  collected,
}: Ran): PlainRun {
  return {
    ...(code === undefined
      ? withoutDecision(resultOf(done))
      : { outcome: "refused", code, moves: [] }),
    at: isoOf(atMs),
    objectId,
    action,
    cause,
    ...(row && { schedule: row.schedule, index: row.index }),
    ...(row && cause === "row" && { attempt: row.attempt }),
    ...(payout && { payout }),
    ...(collected && {
      collection: {
        consentId: collected.consent,
        amount: String(collected.amount),
        status: code === undefined ? "collected" : "failed",
      },
    }),
  };
}

function objectShown(world: World, object: NaiveObject) {
  const fields = [...object.fields].map(([name, value]) => [name, shown(value)]);
  return { ...stateShown(world, object), fields: Object.fromEntries(fields) };
}

function stateShown(world: World, object: NaiveObject) {
  const { objectId, kind, state, revision, remainders, sums } = object;
  const texts = (amounts: ReadonlyMap<string, bigint>) =>
    Object.fromEntries(
      [...amounts]
        .filter(([, amount]) => amount !== 0n)
        .map(([name, each]) => [name, String(each)]),
    );
  const { aggregates = {} } = nounOf(world, kind);
  // What is added up over several objects is no part of one.
  const own = [...sums].filter(([name]) => aggregates[name]?.scope === "self");
  return {
    objectId,
    kind,
    state,
    revision,
    remainders: texts(remainders),
    aggregates: texts(new Map(own)),
  };
}
