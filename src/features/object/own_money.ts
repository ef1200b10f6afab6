/**
 * What the own accounts of objects hold. A total for each kind and currency says whether they hold anything, so that
 * to retire a kind asks for no object; the total is exact because only actions move money of these accounts. What an action
 * pays out is in it until the object is told that the payout was posted.
 */
import { type Refusal, refuse, refuseConstraint } from "../../contract/refusals/refusal.ts";
import { CURRENCIES } from "../../contract/values/currencies.ts";
import { nounOf } from "../../programs/run/compiled_program.ts";
import { roleCodeOf } from "../ledger/roles.ts";
import { compiledOf } from "../product/running_program.ts";
import type { ObjectDocument } from "./object_document.ts";
import { type ObjectState, ownMoneyKey } from "./object_state.ts";

/** The most objects that are looked up in order to name one account that holds money. */
export const OWN_ACCOUNTS_SEARCHED_MAX = 2_000;

const OBJECT_CODE = roleCodeOf("object_balance");

type NotDrained = Refusal<"noun_account_not_drained">;

/** `noun_account_not_drained` while own accounts of objects of the kind hold money. */
export function refuseMoneyOfKind(
  state: ObjectState,
  realm: number,
  kind: string,
): NotDrained | undefined {
  for (const { code } of CURRENCIES) {
    const total = state.objectTotals.get(realm, ownMoneyKey(realm, kind, code))?.total ?? "0";
    if (total === "0") continue;
    const found = accountWithMoney(state, realm, kind, code);
    const more = `own accounts of ${kind} hold ${total} ${code} in all`;
    if (found !== undefined) return notDrained(found, more);
    return refuse("noun_account_not_drained", `${more}; all must be empty`, { balance: total });
  }
  return undefined;
}

/**
 * Why an account of an object may not be closed: it holds money, or its object has not ended, and an action of its
 * program would move money there that nobody could take. Undefined of any other account.
 */
export function refuseOwnClosing(
  state: ObjectState,
  ordinal: number,
): NotDrained | Refusal<"state_constraint_failed"> | undefined {
  const { accounts } = state;
  if (accounts.roleCode(ordinal) !== OBJECT_CODE) return undefined;
  const balance = balanceOf(state, ordinal);
  const accountId = accounts.accountId(ordinal);
  if (balance !== 0n) {
    return notDrained({ accountId, balance }, "its object's actions take the money out");
  }
  const object = ownerOf(state, ordinal);
  if (object === undefined || hasEnded(state, object)) return undefined;
  const { objectId, kind, state: status } = object;
  const message = `account ${accountId} belongs to ${kind} ${objectId}, which is ${status}; it may be closed when the object has ended`;
  return refuseConstraint("object_ended", message, { accountId, objectId });
}

function notDrained(
  { accountId, balance }: { accountId: string; balance: bigint },
  more: string,
): NotDrained {
  const message = `account ${accountId} holds ${balance}, and must be empty; ${more}`;
  return refuse("noun_account_not_drained", message, { accountId, balance: String(balance) });
}

/** Accounts are numbered in the order in which they were opened, so this is the newest one. */
function accountWithMoney(state: ObjectState, realm: number, kind: string, currency: string) {
  const { accounts } = state;
  let lookedUp = 0;
  for (let ordinal = accounts.count - 1; ordinal >= 0; ordinal--) {
    if (accounts.roleCode(ordinal) !== OBJECT_CODE || accounts.realm(ordinal) !== realm) continue;
    if (!accounts.hasCurrency(ordinal, currency)) continue;
    const balance = balanceOf(state, ordinal);
    if (balance === 0n) continue;
    if (lookedUp++ === OWN_ACCOUNTS_SEARCHED_MAX) return undefined;
    if (ownerOf(state, ordinal)?.kind !== kind) continue;
    return { accountId: accounts.accountId(ordinal), balance };
  }
  return undefined;
}

function balanceOf({ accounts }: ObjectState, ordinal: number): bigint {
  return accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
}

/** The object that the account belongs to; undefined where it belongs to none. */
export function ownerOf(
  { accounts, objects }: ObjectState,
  ordinal: number,
): ObjectDocument | undefined {
  if (accounts.roleCode(ordinal) !== OBJECT_CODE) return undefined;
  return objects.byId(accounts.realm(ordinal), accounts.document(ordinal).ownerId);
}

function hasEnded(state: ObjectState, { realm, buildId, kind, state: name }: ObjectDocument) {
  const program = compiledOf(state, realm, buildId);
  return program === undefined || nounOf(program, kind).terminal.has(name);
}
