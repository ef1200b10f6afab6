/**
 * Step 10 of a call: the limits of the program. A limit measures balances of own accounts, whatever
 * the state of their objects; remainders of objects that have not ended, because what has ended
 * exposes nobody; or sums, of all objects. Objects of another currency than the limit's are not
 * measured. A limit stands in the way of calls that raise what it measures, and of no others.
 */
import { refuse } from "../../contract/refusals/refusal.ts";
import { type CompiledLimit, type CompiledProgram, nounOf } from "./compiled_program.ts";
import type { Evaluation } from "./evaluation.ts";
import type { ObjectRecord } from "./object_record.ts";
import type { Outcome } from "./outcome.ts";
import { stop } from "./refused.ts";

/** The object of a call before and after it. `before` is absent of an object that is not there yet. */
type Change = { before: ObjectRecord | undefined; after: ObjectRecord };

/**
 * The changes of what limits measure.
 * `isPlanned`: whether the moves of the call are known; limits on balances are not looked at where
 * they are not.
 */
export function checkLimits(
  program: CompiledProgram,
  call: Evaluation,
  { before, after, isPlanned }: Change & { isPlanned: boolean },
): Outcome["limits"] {
  return program.limits.flatMap((limit) => {
    if (limit.measure.of === "own" && !isPlanned) return [];
    const changes =
      limit.measure.of === "own"
        ? ofBalances(call, limit)
        : ofObject(program, limit, { before, after });
    return [...changes].flatMap(([scope, change]) => {
      if (change === 0n) return [];
      if (change > 0n) checkCap(call, limit, scope, change);
      return [{ name: limit.name, scope, change }];
    });
  });
}

/** By scope. Moves may reach own accounts of other objects. What is reserved for payouts is there until they are posted. */
function ofBalances(
  { moved, reserved }: Evaluation,
  limit: CompiledLimit,
): ReadonlyMap<string, bigint> {
  const changes = new Map<string, bigint>();
  const { kind, name } = limit.measure;
  for (const [id, { account, change: spent }] of moved) {
    if (account.kind !== "own" || account.noun !== kind || account.name !== name) continue;
    const change = spent + (reserved.get(id) ?? 0n);
    if (!isMeasured(limit, account.currency)) continue;
    const scope = limit.isOfSubject ? (account.subject ?? "") : "";
    changes.set(scope, (changes.get(scope) ?? 0n) + change);
  }
  return changes;
}

function ofObject(
  program: CompiledProgram,
  limit: CompiledLimit,
  { before, after }: Change,
): ReadonlyMap<string, bigint> {
  if (after.kind !== limit.measure.kind || !isMeasured(limit, after.currency)) return new Map();
  const scope = limit.isOfSubject ? (after.subject ?? "") : "";
  const was = before === undefined ? 0n : measureOf(program, limit, before);
  return new Map([[scope, measureOf(program, limit, after) - was]]);
}

/**
 * What one object adds to each limit of the program, balances of its own accounts too. `balanceOf`: what
 * the account of the object with the name holds.
 */
export function measuredOf(
  program: CompiledProgram,
  object: ObjectRecord,
  balanceOf: (own: string) => bigint,
): { limit: CompiledLimit; scope: string; amount: bigint }[] {
  const { kind, currency, subject = "" } = object;
  return program.limits.flatMap((limit) => {
    const { measure } = limit;
    if (measure.kind !== kind || !isMeasured(limit, currency)) return [];
    const amount =
      measure.of === "own" ? balanceOf(measure.name) : measureOf(program, limit, object);
    return [{ limit, scope: limit.isOfSubject ? subject : "", amount }];
  });
}

/** What one object adds to what a limit on remainders or sums measures. */
function measureOf(program: CompiledProgram, { measure }: CompiledLimit, object: ObjectRecord) {
  const { of, name, kind } = measure;
  if (of === "agg") return object.sums.get(name) ?? 0n;
  const hasEnded = nounOf(program, kind).terminal.has(object.state);
  return hasEnded ? 0n : (object.remainders.get(name) ?? 0n);
}

/** Whether the limit measures objects of the other currency. */
export function isMeasured({ currency }: CompiledLimit, other: string | undefined): boolean {
  return currency === undefined || currency === other;
}

/** Stops where a change raises what the limit measures over its cap. */
export function checkCap(
  { world }: Pick<Evaluation, "world">,
  { name, cap }: CompiledLimit,
  scope: string,
  change: bigint,
): void {
  const current = world.exposure({ name, scope });
  if (current + change <= cap) return;
  const message = `${name} is ${current} of at most ${cap}, and would grow by ${change}`;
  const details = {
    cap: name,
    limit: String(cap),
    current: String(current),
    requested: String(change),
  };
  stop(refuse("exposure_cap_exceeded", message, details));
}
