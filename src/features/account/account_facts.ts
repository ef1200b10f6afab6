/**
 * What can happen to an account, and how each of it changes the state. The facts carry the result
 * (the status and extras that the account then has), so that a replay judges nothing again.
 * Does not move money: that is the ledger's own fact.
 */
import { invariant } from "../../base/invariant.ts";
import { actorOfHead, actorText } from "../../contract/actor.ts";
import type { Apply } from "../../contract/operation.ts";
import type { Fact } from "../../contract/record.ts";
import { encodeDocument } from "../../contract/table.ts";
import type { AccountExtras, AccountStatus, Freeze } from "../ledger/account_document.ts";
import { type OwnerType, type RoleName, roleCodeOf } from "../ledger/roles.ts";
import type { AccountState } from "./account_state.ts";

/** What an account is opened with. An account of the platform has owner type `platform`. */
export type NewAccountFact = {
  accountId: string;
  role: RoleName;
  currency: string;
  owner: { type: OwnerType; id: string };
  name?: string;
  metadata?: Record<string, string>;
  externalId?: string;
};
export type AccountCreated = NewAccountFact & { kind: "account.created.1" };

/** The account's status and extras after the change. */
type AccountAfter = { accountId: string; status: AccountStatus; extras: AccountExtras };
export type AccountChanged = AccountAfter & { kind: "account.updated.1" | "account.closed.1" };

/** `freeze` is the one that began or ended; which freezes stand afterwards is in `extras`. */
export type AccountFreezeChanged = AccountAfter & {
  kind: "account.frozen.1" | "account.unfrozen.1";
  freeze: Freeze;
};

/** One freeze in the history of an account, ended or not; stored under `freezeKey`. */
export type FreezeEntry = {
  freezeId: string;
  plane: Freeze["plane"];
  mode: Freeze["mode"];
  reason: string;
  fromMs: number;
  toMs?: number;
};

/** `actor.id` of an account that the platform opened for itself. */
const PLATFORM = "platform";

export function accountCreatedFact(account: NewAccountFact): AccountCreated {
  return { kind: "account.created.1", ...account };
}

/** Extras that a new account is stored with; undefined when it has none. */
export function extrasOfNew(account: NewAccountFact): AccountExtras | undefined {
  const { name, metadata, externalId } = account;
  if (name === undefined && metadata === undefined && externalId === undefined) return undefined;
  return {
    ...(name !== undefined && { name }),
    ...(metadata !== undefined && { metadata }),
    ...(externalId !== undefined && { externalId }),
  };
}

/** Whether the platform opened the account for itself, on the way to what a caller asked for. */
export function isOfPlatform(account: NewAccountFact): boolean {
  return account.owner.type === PLATFORM;
}

/** Who is shown as the maker of a new account: who asked for it, or the platform for its own. */
export function makerOf(account: NewAccountFact, asker: string): string {
  return isOfPlatform(account) ? PLATFORM : asker;
}

export const accountFacts: Record<string, Apply<AccountState>> = {
  "account.created.1": (state, fact: Fact, head) => {
    const created = fact as AccountCreated;
    const suffix = created.accountId.slice("acct_".length);
    state.accounts.add({
      suffix,
      scope: head.scope,
      roleCode: roleCodeOf(created.role),
      currency: created.currency,
      ownerType: created.owner.type,
      ownerId: created.owner.id,
      changedBy: makerOf(created, actorText(actorOfHead(head))),
      atMs: head.timeMs,
      extras: extrasOfNew(created),
    });
  },
  "account.updated.1": applyChange,
  "account.closed.1": applyChange,
  "account.frozen.1": (state, fact, head) => {
    const { accountId, freeze } = fact as AccountFreezeChanged;
    addFreezeEntry(state, head.scope, accountId, freeze);
    applyChange(state, fact, head);
  },
  "account.unfrozen.1": (state, fact, head) => {
    const { accountId, freeze } = fact as AccountFreezeChanged;
    addFreezeEntry(state, head.scope, accountId, freeze, head.timeMs);
    applyChange(state, fact, head);
  },
};

function applyChange(...[{ accounts }, fact, head]: Parameters<Apply<AccountState>>): void {
  const { accountId, status, extras } = fact as Fact & AccountAfter;
  const ordinal = accounts.ordinalOf(head.scope, accountId);
  invariant(ordinal >= 0, "an account that changes exists");
  accounts.setStatus(ordinal, status);
  accounts.setExtras(ordinal, extras);
  accounts.touch(ordinal, actorText(actorOfHead(head)), head.timeMs);
}

/** Writes the freeze's one entry; again, with its end, when it ends. */
function addFreezeEntry(
  state: AccountState,
  scope: number,
  accountId: string,
  freeze: Freeze,
  toMs?: number,
): void {
  const { freezeId, plane, mode, reason, sinceMs } = freeze;
  const entry: FreezeEntry = { freezeId, plane, mode, reason, fromMs: sinceMs };
  if (toMs !== undefined) entry.toMs = toMs;
  state.accountFreezes.add(scope, freezeKey(accountId, freezeId), encodeDocument(entry));
}

/** The account's suffix and the freeze's: the freezes of one account, by time. */
export function freezeKey(accountId: string, freezeId: string): string {
  return accountId.slice("acct_".length) + freezeId.slice("frz_".length);
}
