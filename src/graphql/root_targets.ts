/**
 * The targets of the root fields of one query, for a caller that has several Products: fields of one
 * target are one group, which reads one snapshot. Waits until every target can be read.
 */
import { refusalOfOperation } from "../calls/admission.ts";
import type { ProtocolCall } from "../calls/call.ts";
import { actsOnNoShard } from "../calls/callable.ts";
import type { Calls } from "../calls/calls.ts";
import { type FoundTarget, missingProductOf, type TargetedCall } from "../calls/find_target.ts";
import type { ReadPoint } from "../calls/readable.ts";
import type { CallTarget } from "../calls/target.ts";
import type { Environment } from "../contract/declare/principal.ts";
import type { Issue, Refusal } from "../contract/refusals/refusal.ts";
import { refuseIssues } from "../contract/values/page.ts";
import type { RefusedRoot, RootGroup, Run } from "./graphql_run.ts";
import type { PlanNode } from "./plan.ts";
import { locatedOf, type Question, questionsOf } from "./questions.ts";
import { inputOf, type ReadField, type ReadInput } from "./read_field.ts";

export type TargetedRoots = { groups: RootGroup[]; refused: RefusedRoot[] };

/** A root field with its input. */
type Root = { number: number; field: ReadField; input: ReadInput };

/**
 * Calls `go` when every root field has its target and every target can be read; refuses the call when a
 * shard does not answer. Returns a refusal, and does nothing, where an input is malformed.
 */
export function whenRootTargetsFound(
  calls: Calls,
  call: ProtocolCall,
  { plan, variables }: Run,
  environment: Environment,
  go: (placed: TargetedRoots) => void,
): Refusal<"invalid_request"> | undefined {
  const roots = rootsOf(plan, variables, call);
  if (!Array.isArray(roots)) return roots;
  const waiting = oneRefusal(call);
  const groups = new Map<string, RootGroup>();
  const refused: RefusedRoot[] = [];
  const enter = ({ number }: Root, key: string, place: CallTarget | undefined) => {
    const known = groups.get(key);
    const group: RootGroup = known ?? { roots: [], place, sequence: 0, located: new Map() };
    groups.set(key, group);
    group.roots.push(number);
  };
  const read = () =>
    whenGroupsReadable(calls, waiting, [...groups.values()], plan, variables, () =>
      go({ groups: [...groups.values()], refused }),
    );
  countDown(roots, read, (root, done) => {
    const { field, input } = root;
    const { operation, gate } = field;
    if (actsOnNoShard(operation)) {
      enter(root, "", undefined);
      done();
      return;
    }
    calls.whenTargetFound(waiting, operation, input.value, (placed: FoundTarget) => {
      if (placed.refused) {
        const denied = refusalOfOperation(call.caller, environment, gate, undefined);
        refused.push({ operation, inputKey: input.key, refusal: denied ?? placed });
      } else enter(root, `${placed.shard} ${placed.realmKey}`, placed);
      done();
    });
  });
  return undefined;
}

/** The root fields that read; or a refusal that names what is wrong with the inputs of all of them. */
function rootsOf(
  plan: readonly PlanNode[],
  variables: Run["variables"],
  { caller }: Pick<ProtocolCall, "caller">,
): Root[] | Refusal<"invalid_request"> {
  const roots: Root[] = [];
  const issues: Issue[] = [];
  for (const [number, { read: field, argumentsOf, responseKey }] of plan.entries()) {
    if (field === undefined) continue;
    const input = inputOf(field, "", argumentsOf(variables));
    const missing =
      "issues" in input ? undefined : missingProductOf(field.operation, caller, input.value);
    const own = "issues" in input ? input.issues : missing === undefined ? [] : [missing];
    issues.push(...own.map((issue) => ({ ...issue, path: [responseKey, ...issue.path] })));
    if (!("issues" in input)) roots.push({ number, field, input });
  }
  return issues.length > 0 ? refuseIssues(issues) : roots;
}

/** Asks the shards of all groups, and calls `go` when each of them can be read. */
function whenGroupsReadable(
  calls: Calls,
  waiting: TargetedCall,
  groups: readonly RootGroup[],
  plan: readonly PlanNode[],
  variables: Run["variables"],
  go: () => void,
): void {
  countDown(groups, go, (group, done) => {
    const { place } = group;
    if (place === undefined) {
      done();
      return;
    }
    const nodes = group.roots.map((root) => plan[root] as PlanNode);
    const questions: Question[] = questionsOf(nodes, variables);
    const needs = { keys: questions.map(({ key }) => key) };
    calls.whenReadable(waiting, place, needs, ({ sequence, located }: ReadPoint) => {
      group.sequence = sequence;
      group.located = locatedOf(questions, located);
      done();
    });
  });
}

/** Calls `begin` for each of `things`, and `end` when each has called its `done`. */
function countDown<T>(
  things: readonly T[],
  end: () => void,
  begin: (thing: T, done: () => void) => void,
): void {
  let open = things.length + 1;
  const done = () => {
    if (--open === 0) end();
  };
  for (const thing of things) begin(thing, done);
  done();
}

/** The call as several waits see it: the first refusal of any of them ends them all. */
function oneRefusal(call: ProtocolCall): TargetedCall {
  let isRefused = false;
  return {
    caller: call.caller,
    environment: call.environment,
    get isFinished() {
      return isRefused || call.isFinished;
    },
    refuse(refusal) {
      if (isRefused) return;
      isRefused = true;
      call.refuse(refusal);
    },
  };
}
