/** P18: amounts that may outgrow 18 digits. A call whose amount does is refused. */
import type { Findings } from "../finding.ts";
import { intervalOf } from "../interval.ts";
import { AMOUNT_MAX } from "../program_limits.ts";
import type { TypedAction } from "../typed_action.ts";
import type { Typed } from "../typed_expression.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkOverflow(noun: TypedNoun, findings: Findings): void {
  for (const each of noun.lets.values()) check(each, noun, undefined, findings);
  for (const each of noun.remainders.values()) check(each, noun, undefined, findings);
  for (const action of noun.actions.values()) {
    const { moves, consume, add, set } = action;
    for (const { amount } of moves) if (amount !== undefined) check(amount, noun, action, findings);
    for (const amounts of [consume, add, set]) {
      for (const each of amounts.values()) check(each, noun, action, findings);
    }
  }
}

function check(
  typed: Typed,
  noun: TypedNoun,
  action: TypedAction | undefined,
  findings: Findings,
): void {
  if (typed.type.type !== "amount" || typed.expression.kind === "path") return;
  const { most } = intervalOf(typed, noun, action);
  if (most <= AMOUNT_MAX) return;
  const message = "the amount may have more than 18 digits, and the call is then refused";
  const hint = 'Give the fields in it a "max", such as "100000000".';
  findings.add("P18", typed.path, message, hint);
}
