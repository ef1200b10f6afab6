/**
 * Runs a scenario of steps on a program, in a world in memory, and says what each did. For
 * `composer.simulate`, and for the tests of programs. Pure, and bounded: at most `STEPS_MAX` steps,
 * `ROWS_RUN_MAX` runs of the clock, and `ROWS_MADE_MAX` rows of schedules.
 *
 * What a scenario gets wrong by itself, such as an object that it does not have, refuses its step
 * with `state_constraint_failed` and the constraint `scenario`; the steps after it are done all the
 * same. A step that is refused changes nothing, but for the clock's own runs.
 */
import { isoTime } from "../../base/iso_time.ts";
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { TypedProgram } from "../typed_program.ts";
import { compileProgram } from "./compiled_program.ts";
import { refuseResolving } from "./decisions.ts";
import { callAction, createObject } from "./engine.ts";
import { expectationFaults } from "./expectations.ts";
import { MemoryWorld } from "./memory_world.ts";
import type { Outcome } from "./outcome.ts";
import { isRefusal, refusalOr, stop } from "./refused.ts";
import {
  accountIn,
  callerIn,
  collectionIn,
  consentIn,
  customerIn,
  momentIn,
  objectIn,
  payoutIn,
  scenarioFault,
} from "./scenario_reading.ts";
import {
  type AdvanceStep,
  type CallStep,
  type CollectionStep,
  type CreateStep,
  type DecideStep,
  type FundStep,
  type PayoutStep,
  ROWS_RUN_MAX,
  type Scenario,
  type ScenarioStep,
  STEPS_MAX,
} from "./scenario_schema.ts";
import { SimulatedClock } from "./simulated_clock.ts";
import {
  type Trace,
  type TraceResult,
  type TraceStep,
  traceOf,
  traceOfCollection,
  traceOfObject,
  traceOfPayout,
  traceOfRefusal,
  traceOfState,
} from "./trace.ts";

export type SimulationOptions = {
  /** The Product's clock at the beginning. */
  nowMs: number;
};

/** `typed` is of a program without findings that are errors; `scenario` fits its schema. */
export function simulate(
  typed: TypedProgram,
  scenario: Scenario,
  { nowMs }: SimulationOptions,
): Trace | Refusal {
  if (scenario.length > STEPS_MAX) {
    const message = `the scenario has ${scenario.length} steps; it may have ${STEPS_MAX}`;
    return refuseConstraint("scenario", message);
  }
  return new Simulation(typed, nowMs).run(scenario);
}

/** What a step did, and to which object. */
type Done = { result: TraceResult; objectId?: string };

class Simulation {
  readonly #program;
  readonly #world: MemoryWorld;
  readonly #clock: SimulatedClock;

  constructor(typed: TypedProgram, nowMs: number) {
    this.#program = compileProgram(typed);
    this.#world = new MemoryWorld(nowMs);
    this.#clock = new SimulatedClock(this.#program, this.#world);
  }

  run(scenario: Scenario): Trace {
    const world = this.#world;
    const steps = scenario.map((step, index) => this.#step(step, index));
    return {
      holds: steps.every(({ holds }) => holds !== false),
      at: isoTime(world.nowMs),
      steps,
      balances: Object.fromEntries([...world.balances].map(([key, each]) => [key, String(each)])),
      objects: [...world.objects.values()].map((each) => traceOfObject(this.#program, each)),
      consents: [...world.consents.values()].map(({ consentId, status, usedTotal, usedCount }) => ({
        consentId,
        status,
        usedTotal: String(usedTotal),
        usedCount,
      })),
      decisions: world.decisions.map(({ decisionId, objectId, gate, status }) => ({
        decisionId,
        objectId,
        gate,
        status,
      })),
      ...(world.payouts.length > 0 && { payouts: world.payouts.map(traceOfPayout) }),
      ...(world.collections.length > 0 && {
        collections: world.collections.map(traceOfCollection),
      }),
    };
  }

  #step(step: ScenarioStep, index: number): TraceStep {
    const world = this.#world;
    const answer = refusalOr(() => this.#do(step));
    const done: Done = isRefusal(answer) ? { result: traceOfRefusal(answer) } : answer;
    if (!this.#clock.runUntil(world.nowMs)) done.result = traceOfRefusal(tooManyRuns());
    const objectId = step.expect?.object ?? done.objectId;
    const object = objectId === undefined ? undefined : world.objects.get(objectId);
    const trace: TraceStep = {
      step: index,
      does: inWords(step),
      at: isoTime(world.nowMs),
      ...done.result,
      ...(object !== undefined && { object: traceOfState(object) }),
      ...this.#clock.taken(),
    };
    if (step.expect === undefined) return trace;
    const { currencies } = this.#program;
    const unmet = expectationFaults(step.expect, trace, { world, currencies, objectId });
    return { ...trace, holds: unmet.length === 0, ...(unmet.length > 0 && { unmet }) };
  }

  #do(step: ScenarioStep): Done {
    if ("create" in step) return this.#create(step);
    if ("call" in step) return this.#call(step);
    if ("advance" in step) return this.#advance(step);
    if ("decide" in step) return this.#decide(step);
    if ("payout" in step) return this.#payout(step);
    if ("collection" in step) return this.#collection(step);
    if ("fund" in step) return this.#fund(step);
    const world = this.#world;
    if ("consent" in step) world.consents.set(step.consent, consentIn(step, world));
    else world.customers.set(step.customer, customerIn(step));
    return { result: NOTHING_MOVED };
  }

  #create(step: CreateStep): Done {
    const { create: kind, fields = {}, name } = step;
    const noun = this.#program.nouns.get(kind) ?? scenarioFault(`there is no noun ${kind}`);
    const objectId = name ?? this.#nextName(kind);
    if (this.#world.objects.has(objectId)) scenarioFault(`there is an object ${objectId} already`);
    const actor = callerIn(this.#program, noun, "create", step, (field) => fields[field]);
    const call = { kind, objectId, actor, fields };
    return this.#settled(createObject(this.#program, call, this.#world), objectId);
  }

  #call(step: CallStep): Done {
    const { call: action, input = {} } = step;
    const object = objectIn(this.#world, step.object);
    const noun = this.#program.nouns.get(object.kind) ?? scenarioFault("the noun is not there");
    const customerAt = (field: string) => object.fields.get(field);
    const actor = callerIn(this.#program, noun, action, step, customerAt);
    const answer = callAction(this.#program, object, { action, actor, input }, this.#world);
    return this.#settled(answer, object.objectId);
  }

  #settled(called: Outcome | Refusal, objectId: string): Done {
    const answer = this.#clock.bounded(called);
    if (isRefusal(answer)) return { result: traceOfRefusal(answer), objectId };
    const decision = this.#clock.settle(answer);
    const result = traceOf(answer);
    if (decision === undefined) return { result, objectId };
    const { decisionId, gate, deadlineMs } = decision;
    const opened = { decisionId, gate, deadline: isoTime(deadlineMs) };
    return { result: { ...result, decision: opened }, objectId };
  }

  #advance({ advance }: AdvanceStep): Done {
    const { nowMs } = this.#world;
    const untilMs = momentIn(advance, nowMs);
    if (untilMs < nowMs) {
      const message = `the clock stands at ${isoTime(nowMs)}, and does not go back to ${advance}`;
      stop(refuseConstraint("clock_moves_forward", message, { now: isoTime(nowMs) }));
    }
    this.#clock.endOpen();
    if (!this.#clock.runUntil(untilMs)) return { result: traceOfRefusal(tooManyRuns()) };
    return { result: NOTHING_MOVED };
  }

  #decide(step: DecideStep): Done {
    const world = this.#world;
    const { objectId, kind } = objectIn(world, step.object);
    const gate = this.#program.nouns.get(kind)?.decisions.get(step.decide);
    if (gate === undefined) return scenarioFault(`${kind} has no decision ${step.decide}`);
    const decision = world.decision(objectId, gate.name);
    if (decision === undefined) {
      const message = `nobody has asked for the decision ${gate.name}`;
      return stop(refuse("state_conflict", message, { expected: "pending", actual: null }));
    }
    const type = step.as ?? (gate.by[0] as "operator");
    const actor = { type, id: type };
    const refusal = refuseResolving(gate, decision, { actor, nowMs: world.nowMs });
    if (refusal !== undefined) return { result: traceOfRefusal(refusal), objectId };
    const isApproved = step.outcome === "approve";
    const status = isApproved ? "approved" : "declined";
    world.changeDecision(decision.decisionId, { status });
    if (isApproved) this.#clock.approved({ objectId, gate: gate.name });
    return { result: NOTHING_MOVED, objectId };
  }

  #payout(step: PayoutStep): Done {
    const payout = payoutIn(step, this.#world);
    this.#clock.ended(payout, step.ended);
    return { result: NOTHING_MOVED, objectId: payout.objectId };
  }

  #collection(step: CollectionStep): Done {
    const collection = collectionIn(step, this.#world);
    this.#clock.collectionEnded(collection, step.ended);
    return { result: NOTHING_MOVED, objectId: collection.objectId };
  }

  #fund(step: FundStep): Done {
    const account = accountIn(step, this.#program, this.#world);
    this.#world.add(account.key, BigInt(step.amount));
    return { result: NOTHING_MOVED };
  }

  #nextName(kind: string): string {
    const { objects } = this.#world;
    let number = 1;
    while (objects.has(`${kind}-${number}`)) number++;
    return `${kind}-${number}`;
  }
}

const NOTHING_MOVED: TraceResult = { outcome: "succeeded", moves: [] };

function tooManyRuns(): Refusal {
  const message = `the clock has run ${ROWS_RUN_MAX} times, which is all that a simulation may`;
  return refuseConstraint("runs_of_clock", message, { limit: ROWS_RUN_MAX });
}

function inWords(step: ScenarioStep): string {
  if ("create" in step) return `create ${step.create}`;
  if ("call" in step) return `call ${step.call}`;
  if ("advance" in step) return `advance ${step.advance}`;
  if ("decide" in step) return `${step.outcome} ${step.decide}`;
  if ("payout" in step) return `payout ${step.payout} ${step.ended}`;
  if ("collection" in step) return `collection ${step.collection} ${step.ended}`;
  if ("fund" in step) return `fund ${step.fund}`;
  return "consent" in step ? `consent ${step.consent}` : `customer ${step.customer}`;
}
