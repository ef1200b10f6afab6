/** Answers of the forms that operations declare. */
import assert from "node:assert/strict";
import type { TSchema } from "@sinclair/typebox";
import { Value, type ValueError } from "@sinclair/typebox/value";

/**
 * What is wrong with the value; nothing where the schema takes it. A value is checked before its faults are
 * looked for, which takes five times as long.
 */
export function faultsOf(schema: TSchema, value: unknown): ValueError[] {
  if (Value.Check(schema, value)) return [];
  const faults = [...Value.Errors(schema, value)];
  assert.ok(faults.length > 0, "what a schema does not take has a fault");
  return faults;
}

/** Returns the answer, which must be of the declared form. */
export function declared<Answer>(
  { id, output }: { id: string; output: TSchema },
  answer: Answer,
): Answer {
  const [fault] = faultsOf(output, answer);
  assert.equal(fault, undefined, `${id} answers ${fault?.path}: ${fault?.message}`);
  return answer;
}
