/** The lists of operations that keys reach: each list is stored once, and keys have its number. */
import type { OperationSetCreated } from "./platform_facts.ts";
import type { PlatformState } from "./platform_state.ts";

/** The number of the list, and the fact that makes it where there is no such list yet. */
export function operationSetOf(
  { operationSets, operationSetNumbers }: PlatformState,
  operationIds: readonly string[],
): { operationSet: number; facts: readonly OperationSetCreated[] } {
  const [known] = operationSetNumbers.of(operationIds.join(" "));
  if (known !== undefined) return { operationSet: Number(known), facts: [] };
  const operationSet = operationSets.size;
  return { operationSet, facts: [{ kind: "operation_set.created.1", operationSet, operationIds }] };
}
