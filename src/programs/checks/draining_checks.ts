/**
 * P10: whether own accounts are empty before the states that ask for it, on every path. An account is known to be
 * empty, or it may have money; where it may, the call is checked when it is made (`noun_account_not_drained`).
 */
import type { AccountSelector } from "../account_selector.ts";
import type { Expression } from "../expression.ts";
import { at, type Findings, quoted } from "../finding.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";

export function checkDraining(noun: TypedNoun, findings: Findings): void {
  for (const [name, { drainBefore = [] }] of Object.entries(noun.source.own ?? {})) {
    if (drainBefore.length === 0) continue;
    const mayHaveMoney = statesWithMoney(noun, name);
    for (const [index, state] of drainBefore.entries()) {
      const filling = [...noun.actions.values()].find(
        ({ targets, source, ...action }) =>
          targets.includes(state) &&
          source.from.some((from) =>
            isFilled({ ...action, targets, source }, name, mayHaveMoney.has(from)),
          ),
      );
      if (filling === undefined) continue;
      const message = `${quoted(name)} may have money when ${quoted(filling.name)} leads to ${quoted(state)}, and the call is then refused`;
      const hint = `Move "balance(own.${name})" out of it in the action, or require that it is amount('0').`;
      findings.add("P10", at(noun.path, "own", name, "drainBefore", index), message, hint);
    }
  }
}

/** The states in which the account may have money. */
function statesWithMoney({ actions }: TypedNoun, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  // Each turn adds a state or is the last.
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const action of actions.values()) {
      const filled = action.source.from.some((from) => isFilled(action, name, found.has(from)));
      if (filled) for (const target of action.targets) found.add(target);
    }
  }
  return found;
}

/** Whether the account may have money after the action. `before`: whether it may before. */
function isFilled(
  { moves, requires }: Pick<TypedAction, "moves" | "requires" | "targets" | "source">,
  name: string,
  before: boolean,
): boolean {
  let mayHave = before && !requires.some((each) => each && isEmptied(each.expression, name));
  for (const { from, to, splits, amount } of moves) {
    const isAll = amount !== undefined && isBalance(amount.expression, name);
    if (isOwn(from, name) && isAll) mayHave = false;
    const targets = [to, ...(splits ?? []).map(({ account }) => account)];
    if (targets.some((target) => isOwn(target, name))) mayHave = true;
  }
  return mayHave;
}

function isOwn(account: AccountSelector | undefined, name: string): boolean {
  return account?.kind === "own" && account.name === name;
}

/** `balance(own.name)`. */
function isBalance(expression: Expression, name: string): boolean {
  const isCall = expression.kind === "call" && expression.name === "balance";
  const [account] = isCall ? expression.args : [];
  return account?.kind === "path" && account.names.join(".") === `own.${name}`;
}

/** `balance(own.name) == amount('0')`, by itself or beside other conditions. */
function isEmptied(expression: Expression, name: string): boolean {
  if (expression.kind !== "binary") return false;
  const { operator, left, right } = expression;
  if (operator === "&&") return isEmptied(left, name) || isEmptied(right, name);
  if (operator !== "==") return false;
  return (isBalance(left, name) && isZero(right)) || (isBalance(right, name) && isZero(left));
}

function isZero(expression: Expression): boolean {
  if (expression.kind !== "call" || expression.name !== "amount") return false;
  const [digits] = expression.args;
  return digits?.kind === "text" && digits.value === "0";
}
