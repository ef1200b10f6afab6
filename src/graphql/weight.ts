/**
 * How much a query may bring, guessed before it is read: what is large, or reads what REST would not
 * read on an edge, runs in the read pool, so that an edge is never held up by one caller.
 */

import { PAGE_LIMIT_DEFAULT } from "../contract/formats.ts";
import { EDGE_OBJECTS_MAX } from "./limits.ts";
import type { PlanNode, Variables } from "./plan.ts";

export function isForThePool(plan: readonly PlanNode[], variables: Variables): boolean {
  return readsInPool(plan) || objectsOf(plan, variables, 1) > EDGE_OBJECTS_MAX;
}

function readsInPool(nodes: readonly PlanNode[]): boolean {
  return nodes.some(
    ({ read, children }) => read?.operation.runsIn === "pool" || readsInPool(children),
  );
}

/** Objects that `nodes` bring when each of `parents` has them and every page is full. */
function objectsOf(nodes: readonly PlanNode[], variables: Variables, parents: number): number {
  let sum = 0;
  for (const { read, children, argumentsOf } of nodes) {
    let each = parents;
    if (read !== undefined) {
      const { limit } = argumentsOf(variables);
      const isPage = read.argumentNames.includes("limit");
      if (isPage) each *= typeof limit === "number" ? limit : PAGE_LIMIT_DEFAULT;
      sum += each;
    }
    sum += objectsOf(children, variables, each);
  }
  return sum;
}
