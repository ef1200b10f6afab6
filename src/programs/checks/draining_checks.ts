/**
 * P10: whether own accounts are empty before the states that ask for it, on every path, and at the end. An account
 * is known to be empty, or it may have money; where it may and the state asks for an empty one, the call is checked
 * when it is made (`noun_account_not_drained`). Money that is paid out stays on its account until the payout is posted, so the account
 * may have it after the action; the action that is called then finds it gone, where all of the account was paid out.
 */
import type { AccountSelector } from "../account_selector.ts";
import type { Expression } from "../expression.ts";
import { at, type Findings, listed, quoted } from "../finding.ts";
import { payoutsOf } from "../payouts.ts";
import type { TypedAction } from "../typed_action.ts";
import type { TypedNoun } from "../typed_noun.ts";
import type { TypedProgram } from "../typed_program.ts";

/** `paid`: what `paidByOthers` found. */
export function checkDraining(
  noun: TypedNoun,
  paid: ReadonlySet<string>,
  findings: Findings,
): void {
  const gone = goneBefore(noun);
  const actions = [...noun.actions.values()].map((action) => ({
    action,
    empty: new Set([...emptyIn(action), ...(gone.get(action.name) ?? [])]),
  }));
  const terminal = Object.keys(noun.source.states).filter(
    (state) => noun.source.states[state]?.terminal === true,
  );
  for (const [name, { drainBefore = [] }] of Object.entries(noun.source.own ?? {})) {
    const isPaid = paid.has(`${noun.kind}.${name}`);
    const filling = fillingOf(actions, name, new Set(drainBefore), isPaid);
    checkPaidOut(noun, name, drainBefore, findings);
    const path = at(noun.path, "own", name);
    for (const [index, state] of drainBefore.entries()) {
      const action = filling.get(state);
      if (action === undefined) continue;
      const message = `${quoted(name)} may have money when ${quoted(action)} leads to ${quoted(state)}, and the call is then refused`;
      const hint = `Move "balance(own.${name})" out of it in the action, or require that it is amount('0').`;
      findings.add("P10", at(path, "drainBefore", index), message, hint);
    }
    const kept = terminal.filter((state) => filling.has(state) && !drainBefore.includes(state));
    if (kept.length === 0) continue;
    const message = `${quoted(name)} may keep money for ever in ${listed(kept)}`;
    const hint = `Write "drainBefore": ${JSON.stringify([...new Set([...drainBefore, ...kept])])}.`;
    findings.add("P10", path, message, hint);
  }
}

/** Money that is under way is still on the account, so the action that pays it out cannot lead to where it must be empty. */
function checkPaidOut(
  { actions }: TypedNoun,
  own: string,
  drained: readonly string[],
  findings: Findings,
): void {
  for (const action of actions.values()) {
    const isPaying = payoutsOf(action).some(({ move }) => isOwn(move.from, own));
    const state = isPaying ? action.targets.find((to) => drained.includes(to)) : undefined;
    if (state === undefined) continue;
    const message = `${quoted(action.name)} pays out from ${quoted(own)} and leads to ${quoted(state)}, before the money has left the account`;
    const hint = `Lead to another state, and to ${quoted(state)} by the action that is called when the payout is posted.`;
    findings.add("P10", at(action.path, "to"), message, hint, "error");
  }
}

/** By action: the own accounts that are empty when it is called, because a payout of all their money was posted. */
function goneBefore({ actions }: TypedNoun): ReadonlyMap<string, ReadonlySet<string>> {
  const gone = new Map<string, Set<string>>();
  for (const action of actions.values()) {
    for (const { move, then } of payoutsOf(action)) {
      const own = move.amount && balanceOf(move.amount.expression);
      if (own === undefined || then.posted === undefined || !isOwn(move.from, own)) continue;
      gone.set(then.posted, (gone.get(then.posted) ?? new Set()).add(own));
    }
  }
  return gone;
}

/** Own accounts, as `invoice.escrow`, into which objects of other nouns pay, or banks that collect. */
export function paidByOthers({ nouns }: TypedProgram): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (account: AccountSelector | undefined) => {
    if (account?.kind === "ref") found.add(`${account.target}.${account.name}`);
  };
  for (const { kind, actions } of nouns.values()) {
    for (const { moves } of actions.values()) {
      for (const { from, to, splits } of moves) {
        // What a bank has collected is there in any state, too.
        if (from?.kind === "mandate" && to?.kind === "own") found.add(`${kind}.${to.name}`);
        add(to);
        for (const { account } of splits ?? []) add(account);
      }
    }
  }
  return found;
}

/** By state in which the account may have money: an action that leads there and leaves money in it. */
function fillingOf(
  actions: readonly Checked[],
  name: string,
  drained: ReadonlySet<string>,
  isPaid: boolean,
): ReadonlyMap<string, string> {
  const filling = new Map<string, string>();
  // What other objects pay into the account is there in any state.
  const always = actions.map((each) => hasMoneyAfter(each, name, isPaid));
  const isFilled = (state: string) => filling.has(state);
  const mayBefore = (state: string) => filling.has(state) && !drained.has(state);
  // Each turn adds a state or is the last.
  for (let size = -1; size !== filling.size; ) {
    size = filling.size;
    for (let index = 0; index < actions.length; index++) {
      const each = actions[index] as Checked;
      const { action } = each;
      if (action.targets.every(isFilled)) continue;
      const isFilling =
        always[index] === true ||
        (filling.size > 0 && action.source.from.some(mayBefore) && hasMoneyAfter(each, name, true));
      if (!isFilling) continue;
      for (const to of action.targets) if (!filling.has(to)) filling.set(to, action.name);
    }
  }
  return filling;
}

/** An action, and the own accounts that it requires to be empty. */
type Checked = { action: TypedAction; empty: ReadonlySet<string> };

/** Whether the account may have money after the action. `before`: whether it may before. */
function hasMoneyAfter({ action, empty }: Checked, name: string, before: boolean): boolean {
  let mayHave = before && !empty.has(name);
  for (const { from, to, splits, amount } of action.moves) {
    const isAll = amount !== undefined && balanceOf(amount.expression) === name;
    if (isOwn(from, name) && isAll) mayHave = false;
    const isPaid = isOwn(to, name) || splits?.some(({ account }) => isOwn(account, name)) === true;
    if (isPaid) mayHave = true;
    const isReserved =
      isOwn(from, name) &&
      [to, ...(splits ?? []).map(({ account }) => account)].some(
        (paid) => paid?.kind === "beneficiary",
      );
    if (isReserved) mayHave = true;
  }
  return mayHave;
}

function isOwn(account: AccountSelector | undefined, name: string): boolean {
  return account?.kind === "own" && account.name === name;
}

/** The own account whose balance the expression is: `balance(own.escrow)`. */
function balanceOf(expression: Expression): string | undefined {
  const isCall = expression.kind === "call" && expression.name === "balance";
  const [account] = isCall ? expression.args : [];
  if (account?.kind !== "path" || account.names.length !== 2) return undefined;
  return account.names[0] === "own" ? account.names[1] : undefined;
}

/** The own accounts of which `balance(own.escrow) == amount('0')` is required, by itself or beside other conditions. */
function emptyIn({ requires }: TypedAction): ReadonlySet<string> {
  const found = new Set<string>();
  const open = requires.flatMap((each) => (each === undefined ? [] : [each.expression]));
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (each.kind !== "binary") continue;
    const { operator, left, right } = each;
    if (operator === "&&") open.push(left, right);
    if (operator !== "==") continue;
    const name = isZero(right) ? balanceOf(left) : isZero(left) ? balanceOf(right) : undefined;
    if (name !== undefined) found.add(name);
  }
  return found;
}

function isZero(expression: Expression): boolean {
  if (expression.kind !== "call" || expression.name !== "amount") return false;
  const [digits] = expression.args;
  return digits?.kind === "text" && digits.value === "0";
}
