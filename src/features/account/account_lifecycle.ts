/**
 * The common parts of the operations that change an account: finding the account, refusing,
 * replying.
 */
import { type Acceptance, accept, type DecisionContext } from "../../contract/declare/operation.ts";
import { actorText } from "../../contract/records/actor.ts";
import type { Fact } from "../../contract/records/record.ts";
import { type Refusal, refuse } from "../../contract/refusals/refusal.ts";
import type { AccountStatus, Freeze, FreezePlane } from "../ledger/account_document.ts";
import type { AccountTable } from "../ledger/account_table.ts";
import { EXTERNAL_ROLE, roleCodeOf } from "../ledger/roles.ts";
import { previousFields } from "../previous_fields.ts";
import type { AccountChanged, AccountFreezeChanged } from "./account_facts.ts";
import { accountResource } from "./account_resource.ts";
import type { Account } from "./account_schema.ts";

const EXTERNAL_CODE = roleCodeOf(EXTERNAL_ROLE);

/**
 * The ordinal of an account that its Product may change, or -1. The platform's own accounts can be
 * read but not changed, so for a change they look unknown.
 */
export function changeableOrdinal(
  accounts: AccountTable,
  realm: number,
  accountId: string,
): number {
  const ordinal = accounts.ordinalOf(realm, accountId);
  return ordinal >= 0 && accounts.roleCode(ordinal) !== EXTERNAL_CODE ? ordinal : -1;
}

/** `account_status_forbidden`: the status of the account is none of `allowed`. */
export function accountStatusForbidden(
  accounts: AccountTable,
  ordinal: number,
  allowed: readonly AccountStatus[],
): Refusal<"account_status_forbidden"> {
  const accountId = accounts.accountId(ordinal);
  const status = accounts.status(ordinal);
  const message = `account ${accountId} is ${status}; allowed is ${allowed.join(" or ")}`;
  return refuse("account_status_forbidden", message, { accountId, status, allowed });
}

/** The freeze of the plane `wanted` that is in force, if there is one. */
export function freezeOf(
  accounts: AccountTable,
  ordinal: number,
  wanted: FreezePlane,
): Freeze | undefined {
  return accounts.extras(ordinal)?.freezes?.find(({ plane }) => plane === wanted);
}

/** `account_freeze_plane_forbidden` while a freeze of the platform is in force. */
export function refusePlatformFreeze(
  accounts: AccountTable,
  ordinal: number,
): Refusal<"account_freeze_plane_forbidden"> | undefined {
  if (freezeOf(accounts, ordinal, "platform") === undefined) return undefined;
  const accountId = accounts.accountId(ordinal);
  const message = `account ${accountId} is frozen by the platform`;
  return refuse("account_freeze_plane_forbidden", message, { accountId, plane: "platform" });
}

/** `account_close_balance_nonzero` while money is on the account or reserved from or for it. */
export function refuseUndrained(
  accounts: AccountTable,
  ordinal: number,
): Refusal<"account_close_balance_nonzero"> | undefined {
  const posted = accounts.creditsPosted(ordinal) - accounts.debitsPosted(ordinal);
  const held = accounts.debitsPending(ordinal);
  const incoming = accounts.creditsPending(ordinal);
  if (posted === 0n && held === 0n && incoming === 0n) return undefined;
  const accountId = accounts.accountId(ordinal);
  return refuse(
    "account_close_balance_nonzero",
    `account ${accountId} holds ${posted}, has ${held} reserved and ${incoming} on its way; all must be 0`,
    { accountId, balance: String(posted), held: String(held), incoming: String(incoming) },
  );
}

/** The fact by which an open and empty account closes. */
export function closedFact(
  accounts: AccountTable,
  ordinal: number,
  context: DecisionContext,
): AccountChanged {
  const fact: AccountChanged = {
    kind: "account.closed.1",
    accountId: accounts.accountId(ordinal),
    status: "closed",
    extras: { ...accounts.extras(ordinal), closedAtMs: context.nowMs },
  };
  return changeBy(fact, accounts, ordinal, context).fact;
}

/** The fact with revision and previous fields, and the account as it is after the fact. */
function changeBy<F extends AccountChanged | AccountFreezeChanged>(
  fact: F,
  accounts: AccountTable,
  ordinal: number,
  { nowMs, principal, actor }: DecisionContext,
): { fact: F; after: Account } {
  const before = accounts.document(ordinal);
  const suffix = accounts.suffix(ordinal);
  const revision = before.revision + 1;
  const after = accountResource(
    suffix,
    {
      ...before,
      status: fact.status,
      extras: fact.extras,
      revision,
      updatedAtMs: nowMs,
      changedBy: actorText(actor),
    },
    principal,
  );
  const previous = previousFields(accountResource(suffix, before, principal), after);
  return { fact: { ...fact, revision, previous }, after };
}

/** Accepts a request to which the account already answers: nothing happens to the account. */
export function acceptAsItIs(
  accounts: AccountTable,
  ordinal: number,
  { principal }: DecisionContext,
): Acceptance {
  const account = accounts.document(ordinal);
  return accept([], accountResource(accounts.suffix(ordinal), account, principal));
}

/**
 * Accepts one change. The reply is the account as `account.retrieve` shows it right afterwards.
 * `alongside` are facts of the same record that change no account.
 */
export function acceptChange(
  accounts: AccountTable,
  ordinal: number,
  fact: AccountChanged | AccountFreezeChanged,
  context: DecisionContext,
  alongside: readonly Fact[] = [],
): Acceptance {
  const change = changeBy(fact, accounts, ordinal, context);
  return accept([change.fact, ...alongside], change.after);
}
