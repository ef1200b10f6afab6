/** Steps 6, 8 and a part of 9: the input's form, requirements, and partitions. */
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import type { CompiledAction } from "./compiled_action.ts";
import type { CompiledNoun } from "./compiled_noun.ts";
import type { Evaluation } from "./evaluation.ts";
import { type Reading, readFields } from "./field_reading.ts";
import { stop } from "./refused.ts";
import { type FieldSources, type Fields, NO_FIELDS } from "./values.ts";

/** Step 6: the values that the caller gives. */
export function fieldsGiven(sources: FieldSources, given: unknown, reading: Reading): Fields {
  if (given === undefined && Object.keys(sources).length === 0) return NO_FIELDS;
  const read = readFields(sources, given, reading);
  if ("fields" in read) return read.fields;
  const [first] = read.issues;
  return stop(refuse("invalid_request", first?.message ?? "", { issues: read.issues }));
}

/** Step 8: a condition of the program, whose name is the constraint. */
export function checkRequirement(
  call: Evaluation,
  { that, otherwise }: CompiledAction["requires"][number],
): void {
  if (that(call)) return;
  const message = `${otherwise}: the program does not allow this`;
  stop(refuseConstraint(otherwise, message));
}

/**
 * Step 9: the parts of a partition add up to its whole. A partition whose list was not given has no
 * parts to look at; a list that is empty has parts that add up to zero.
 */
export function checkPartitions(call: Evaluation, { partitions }: CompiledNoun): void {
  for (const { name, list, whole, sum } of partitions) {
    if (list !== "" && !call.fields.has(list)) continue;
    const [all, parts] = [whole(call), sum(call)];
    if (all !== parts) stop(partitionMismatch(name, all, parts));
  }
}

function partitionMismatch(partition: string, whole: bigint, sum: bigint): Refusal {
  const message = `the parts of ${partition} add up to ${sum}, and the whole is ${whole}`;
  const details = { partition, whole: String(whole), sum: String(sum) };
  return refuse("noun_partition_mismatch", message, details);
}
