/**
 * How much a query may bring, estimated before it runs. A query that may be large, or that has a
 * read which REST runs in the read pool, runs in the read pool, so that one caller never stops an
 * edge.
 */
import { PAGE_LIMIT_DEFAULT } from "../contract/values/formats.ts";
import { EDGE_OBJECTS_MAX } from "./limits.ts";
import type { PlanNode, Variables } from "./plan.ts";

/**
 * Whether the query is read in the pool: it has an operation of the pool, or may bring more objects than an edge
 * reads.
 */
export function runsInPool(plan: readonly PlanNode[], variables: Variables): boolean {
  return readsInPool(plan) || objectsOf(plan, variables, 1) > EDGE_OBJECTS_MAX;
}

function readsInPool(nodes: readonly PlanNode[]): boolean {
  return nodes.some(
    ({ read, children }) => read?.operation.runsIn === "pool" || readsInPool(children),
  );
}

/**
 * Objects that `nodes` bring, if each of `parents` objects has all of them and every page is full.
 */
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
