/**
 * Fetches everything that a plan reads, level by level, from one snapshot: all reads of one
 * operation at one level are one batch, and a resource that is named several times is read once.
 * Synchronous, so nothing can move the snapshot meanwhile.
 * Guarantees: a read that the contract refuses as malformed refuses the whole request; any other
 * refusal is the value of its field.
 */
import type { Gate } from "../access/gate.ts";
import { invariant } from "../base/invariant.ts";
import type { AnyRead } from "../calls/callable.ts";
import type { Issue, Refusal } from "../contract/refusals/refusal.ts";
import { refuseIssues } from "../contract/values/page.ts";
import type { Answers, Outcome } from "./answers.ts";
import { NESTED_READS_MAX, OBJECTS_MAX, refuseLimit } from "./limits.ts";
import type { PlanNode, Variables } from "./plan.ts";
import { inputOf, keyOf, type Parent, type ReadInput } from "./read_field.ts";
import { objectsIn } from "./snapshot_cache.ts";

export type Reads = {
  /** The outcome that was found before, at the same snapshot and for the same caller. */
  known(operation: AnyRead, key: string): Outcome | undefined;
  /** Answers the inputs of one read, in their order; `gate` is the gate of that read. */
  batch(operation: AnyRead, inputs: readonly ReadInput[], gate: Gate): Outcome[];
};

/** What was fetched; `batches` and `reads` count the work, and the rest is held against the limits. */
export type Loaded = {
  refused: false;
  answers: Answers;
  batches: number;
  reads: number;
  store: Store;
  endsMs: number;
  nestedReads: number;
  objects: number;
};

/** Fields to read at one level, and the objects that these fields belong to. */
type Due = { nodes: readonly PlanNode[]; parents: readonly Parent[] };
/** A field of a level that has fields below it, and the keys of the reads that it asked for. */
type Asked = { node: PlanNode; keys: readonly string[] };
export type Store = Map<AnyRead, Map<string, Outcome>>;
/** Inputs of one read that nothing has answered yet, by key. */
type Missing = { gate: Gate; inputs: Map<string, ReadInput> };
/**
 * What one level asks for: `reads` counts all reads, `missing` holds those without an outcome yet.
 */
type Level = {
  variables: Variables;
  asked: Asked[];
  missing: Map<AnyRead, Missing>;
  issues: Issue[];
  reads: number;
  objects: number;
};

/** A clock, and the time after which no further read begins, milliseconds. */
export type TimeLimit = { nowMs: () => number; readMsMax: number };

/**
 * `before`: what was fetched for other root fields of the same query, at other targets: the result has
 * that too, and the limits hold for all of it together. An operation with a key has one target, so
 * what two targets fetched never meets.
 */
export function load(
  plan: readonly PlanNode[],
  variables: Variables,
  source: Reads,
  { nowMs, readMsMax }: TimeLimit,
  before?: Loaded,
): Loaded | Refusal<"invalid_request"> {
  const store: Store = before?.store ?? new Map();
  const endsMs = before?.endsMs ?? nowMs() + readMsMax;
  let batches = before?.batches ?? 0;
  let reads = before?.reads ?? 0;
  let nestedReads = before?.nestedReads ?? 0;
  let objects = before?.objects ?? 0;
  let due: Due[] = [{ nodes: plan, parents: [{}] }];
  for (let depth = 0; due.length > 0; depth++) {
    const level: Level = {
      variables,
      asked: [],
      missing: new Map(),
      issues: [],
      reads: 0,
      objects: 0,
    };
    for (const { nodes, parents } of due) ask(level, store, source, nodes, parents);
    if (level.issues.length > 0) return refuseIssues(level.issues);
    reads += level.reads;
    if (depth > 0) nestedReads += level.reads;
    if (nestedReads > NESTED_READS_MAX) return refuseNested();
    objects += level.objects;
    for (const [operation, missing] of level.missing) {
      batches++;
      if (nowMs() > endsMs) return refuseTime(readMsMax);
      const fetched = fetch(store, operation, missing, source);
      if (typeof fetched !== "number") return fetched;
      objects += fetched;
      if (objects > OBJECTS_MAX) return refuseObjects();
    }
    if (objects > OBJECTS_MAX) return refuseObjects();
    due = level.asked.flatMap((asked) => nextOf(asked, store));
  }
  const outcomeOf: Answers["outcomeOf"] = ({ operation }, key) => outcomeIn(store, operation, key);
  return {
    refused: false,
    answers: { outcomeOf },
    batches,
    reads,
    store,
    endsMs,
    nestedReads,
    objects,
  };
}

/**
 * Collects what `nodes` read for `parents`, also through objects inside of the parents' documents.
 */
function ask(
  level: Level,
  store: Store,
  source: Reads,
  nodes: readonly PlanNode[],
  parents: readonly Parent[],
): void {
  for (const node of nodes) {
    if (node.read !== undefined) {
      askRead(level, store, source, node, parents);
      continue;
    }
    const values = parents.flatMap((parent) => parent[node.property] ?? []) as Parent[];
    if (values.length > 0) ask(level, store, source, node.children, values);
  }
}

function askRead(
  level: Level,
  store: Store,
  source: Reads,
  node: PlanNode,
  parents: readonly Parent[],
): void {
  const field = node.read;
  invariant(field !== undefined, "only a field that reads is asked for");
  const { operation } = field;
  const args = node.argumentsOf(level.variables);
  const keys: string[] = [];
  let missing = level.missing.get(operation);
  let found = store.get(operation);
  if (found === undefined) {
    found = new Map();
    store.set(operation, found);
  }
  for (const parent of parents) {
    for (const id of field.idsOf(parent)) {
      const key = node.fixedKey ?? keyOf(field, id, args);
      keys.push(key);
      if (found.has(key) || missing?.inputs.has(key) === true) continue;
      level.reads++;
      const known = source.known(operation, key);
      if (known !== undefined) {
        level.objects += objectsIn(known);
        found.set(key, known);
        continue;
      }
      const input = inputOf(field, id, args);
      if ("issues" in input) {
        // All parents have the same arguments, and so the same issues.
        level.issues.push(...placed(input.issues, node.responseKey));
        return;
      }
      if (missing === undefined) {
        missing = { gate: field.gate, inputs: new Map() };
        level.missing.set(operation, missing);
      }
      missing.inputs.set(key, input);
    }
  }
  if (node.children.length > 0) level.asked.push({ node, keys });
}

function placed(issues: readonly Issue[], responseKey: string): Issue[] {
  return issues.map((issue) => ({ ...issue, path: [responseKey, ...issue.path] }));
}

/** Reads what is missing. Returns the number of objects found: resources, and the rows of pages. */
function fetch(
  store: Store,
  operation: AnyRead,
  { gate, inputs }: Missing,
  source: Reads,
): Refusal<"invalid_request"> | number {
  const known = store.get(operation) ?? new Map<string, Outcome>();
  store.set(operation, known);
  const answers = source.batch(operation, [...inputs.values()], gate);
  invariant(answers.length === inputs.size, "a batch answers each of its inputs");
  let at = 0;
  let objects = 0;
  for (const key of inputs.keys()) {
    const outcome = answers[at++] as Outcome;
    if (isMalformed(outcome)) return outcome;
    known.set(key, outcome);
    objects += objectsIn(outcome);
  }
  return objects;
}

function isMalformed(outcome: Outcome): outcome is Refusal<"invalid_request"> {
  return "code" in outcome && outcome.code === "invalid_request";
}

/** The objects that the fields below a field belong to. */
function nextOf({ node, keys }: Asked, store: Store): Due[] {
  if (node.read === undefined) return [];
  const parents: Parent[] = [];
  for (const key of new Set(keys)) {
    const outcome = outcomeIn(store, node.read.operation, key);
    if ("document" in outcome) parents.push(outcome.document as Parent);
  }
  return parents.length === 0 ? [] : [{ nodes: node.children, parents }];
}

function outcomeIn(store: Store, operation: AnyRead, key: string): Outcome {
  const outcome = store.get(operation)?.get(key);
  invariant(outcome !== undefined, "what a resolver asks for was loaded");
  return outcome;
}

function refuseNested(): Refusal<"invalid_request"> {
  const message = `the query leads to more than ${NESTED_READS_MAX} reads below its root fields`;
  return refuseLimit("nestedReads", NESTED_READS_MAX, message);
}

function refuseObjects(): Refusal<"invalid_request"> {
  const message = `the query brings more than ${OBJECTS_MAX} objects: ask for less at once`;
  return refuseLimit("objects", OBJECTS_MAX, message);
}

function refuseTime(readMsMax: number): Refusal<"invalid_request"> {
  const message = `the query reads for longer than ${readMsMax} ms: ask for less at once`;
  return refuseLimit("readMs", readMsMax, message);
}
